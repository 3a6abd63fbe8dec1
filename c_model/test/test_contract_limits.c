/* SPDX-License-Identifier: Apache-2.0
 *
 * The greatest value of each field of a call (dpi/README.md, spe/txn.h): a greater value is misuse.
 */
#include <stddef.h>

#include "check.h"
#include "said.h"

struct limit {
    const char *where;
    size_t at, bytes; /* the field */
    uint64_t most;
    bool rich; /* needs an SPU with every feature that adds fields */
    struct spe_txn txn;
};

/* clang-format off */
#define FIELD(m, most, rich, kind, ...)                                                            \
    {#m, offsetof(struct spe_txn, u.m), sizeof(((struct spe_txn *)0)->u.m), most, rich,            \
     TXN(kind, __VA_ARGS__)}
/* clang-format on */
#define COLLIDED  .u.sel.tag = SPE_TAG_COLLIDED
#define ENDING    .u.life.kind = SPE_LIFE_RETIRE
#define COUNTED   (SPE_BUDGET_MAX + 16)
#define IMPDEF_IS .u.sync.kind = SPE_SYNC_IMPDEF

static const struct limit limits[] = {
    FIELD(clk.running, 1, false, CLK, .u.clk.active = 1),
    FIELD(clk.active, 1, false, CLK, .u.clk.running = 1),
    FIELD(ctx.id, 15, false, CTX, .u.ctx.state = 0x10785),
    FIELD(ctx.state, (UINT64_C(1) << 34) - 1, true, CTX, .u.ctx.id = 1),
    FIELD(pop.n, SPE_BUDGET_MAX + 8, false, POP, .u.pop.slot = 0),
    FIELD(pop.slot, 3, false, POP, .u.pop.n = 1),
    FIELD(sel.slot, 3, false, SEL, COLLIDED),
    FIELD(sel.op, 0x2FF, false, SEL, COLLIDED),
    FIELD(sel.flags, 15, false, SEL, COLLIDED),
    FIELD(sel.tag, 3, false, SEL, .u.sel.pc = 0),
    FIELD(life.tag, 3, false, LIFE, ENDING),
    FIELD(life.kind, SPE_LIFE_KINDS - 1, false, LIFE, .u.life.tag = 0),
    FIELD(life.flags, (1u << 21) - 1, false, LIFE, ENDING),
    FIELD(rnd.injected, 1, false, RND, .u.rnd.value = 1),
    FIELD(xl_req.regime, 15, false, XL_REQ, .u.xl_req.id = 1),
    FIELD(xl_req.regime, 15, true, XL_REQ, .u.xl_req.id = 1),
    FIELD(xl_req.nvm, 1, false, XL_REQ, .u.xl_req.id = 1),
    FIELD(xl_req.nvm, 1, true, XL_REQ, .u.xl_req.id = 1),
    FIELD(xl_req.sh, 3, false, XL_REQ, .u.xl_req.id = 1),
    FIELD(xl_rsp.fsc, 63, false, XL_RSP, .u.xl_rsp.id = 1),
    FIELD(xl_rsp.fault, SPE_XL_ABORT, false, XL_RSP, .u.xl_rsp.id = 1),
    FIELD(xl_rsp.fault, SPE_XL_GPC, true, XL_RSP, .u.xl_rsp.id = 1),
    FIELD(xl_rsp.stage2, 1, false, XL_RSP, .u.xl_rsp.id = 1),
    FIELD(xl_rsp.pas, SPE_PAS_NONSECURE, false, XL_RSP, .u.xl_rsp.id = 1),
    FIELD(xl_rsp.pas, SPE_PAS_REALM, true, XL_RSP, .u.xl_rsp.id = 1),
    FIELD(xl_rsp.sh, 3, false, XL_RSP, .u.xl_rsp.id = 1),
    FIELD(xl_rsp.mss2, SPE_MSS2_ALL, false, XL_RSP, .u.xl_rsp.id = 1),
    FIELD(aw.size, 7, false, AW, .u.aw.id = 0),
    FIELD(aw.burst, 3, false, AW, .u.aw.id = 0),
    FIELD(aw.prot, 15, false, AW, .u.aw.id = 0),
    FIELD(aw.cache, 15, false, AW, .u.aw.id = 0),
    FIELD(aw.offered, 3, false, AW, .u.aw.id = 0),
    FIELD(w.word, 7, false, W, .u.w.last_word = 1),
    FIELD(w.last_word, 1, false, W, .u.w.strb = 0),
    FIELD(w.last, 1, false, W, .u.w.last_word = 1),
    FIELD(b.resp, 3, false, B, .u.b.id = 0),
    FIELD(sysreg.outcome, SPE_ACCESS_MEMORY, false, SYSREG, .u.sysreg.pos = 0),
    FIELD(sysreg.write, 1, false, SYSREG, .u.sysreg.pos = 0),
    FIELD(sysreg.fgt, 1, false, SYSREG, .u.sysreg.pos = 0),
    FIELD(sysreg.pos, 0, false, SYSREG, .u.sysreg.write = 1),
    FIELD(sync.kind, SPE_SYNC_TLBI, false, SYNC, .u.sync.pos = 0),
    FIELD(sync.kind, SPE_SYNC_IMPDEF, true, SYNC, .u.sync.pos = 0),
    FIELD(sync.data, 0, false, SYNC, .u.sync.kind = SPE_SYNC_TLBI),
    FIELD(sync.data, (UINT64_C(1) << 40) - 1, true, SYNC, IMPDEF_IS),
    FIELD(out.levels, 0xFF, false, OUT, .u.out.cti = 0),
    FIELD(out.serror, COUNTED, false, OUT, .u.out.levels = 0),
    FIELD(out.pop, COUNTED, false, OUT, .u.out.levels = 0),
    FIELD(out.feed, COUNTED, false, OUT, .u.out.levels = 0),
    FIELD(out.filtrate, COUNTED, false, OUT, .u.out.levels = 0),
    FIELD(out.collision, COUNTED, false, OUT, .u.out.levels = 0),
    FIELD(out.cti, COUNTED, false, OUT, .u.out.levels = 0),
    FIELD(out.full, COUNTED, false, OUT, .u.out.levels = 0),
    FIELD(reset.kind, 1, false, RESET, .seq = 0),
};

static bool blamed(const struct limit *l, uint64_t value)
{
    struct said said = {.looked_for = l->where};
    struct spe_model *model = begin(&said, l->rich);
    struct spe_txn txn = l->txn;

    memcpy((char *)&txn + l->at, &value, l->bytes); /* on a little-endian machine */
    txn.seq = 2;
    txn.cycle = 3;
    (void)spe_model_apply(model, &txn);
    spe_model_destroy(model);
    return said.found;
}

static void each_field_has_a_greatest_value(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
        const struct limit *l = &limits[i];
        CHECK(l->where, blamed(l, l->most), false);
        CHECK(l->where, blamed(l, l->most + 1), true);
    }
}

/* ASID and VMID have 16 bits each. The bit above them says that both are given. */
static void a_context_synchronization_event_tells_two_ids(void **state)
{
    static const struct {
        uint64_t data;
        bool bad;
    } rows[] = {{0, false},
                {1, true},
                {UINT32_MAX, true},
                {SPE_SYNC_IDS, false},
                {2 * SPE_SYNC_IDS - 1, false},
                {2 * SPE_SYNC_IDS, true},
                {3 * SPE_SYNC_IDS - 1, true},
                {3 * SPE_SYNC_IDS, true},
                {UINT64_MAX, true}};
    const struct limit cse = FIELD(sync.data, 0, false, SYNC, .u.sync.kind = SPE_SYNC_CSE);

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char row[32];
        (void)snprintf(row, sizeof(row), "0x%" PRIx64, rows[i].data);
        CHECK(row, blamed(&cse, rows[i].data), rows[i].bad);
    }
}

/* The payload of a life event that is not an ending: each of its fields must be 0. */
static void only_an_ending_has_a_payload(void **state)
{
    static const struct limit fields[] = {
        FIELD(life.flags, 0, false, LIFE, .u.life.tag = 0),
        FIELD(life.source, 0, false, LIFE, .u.life.tag = 0),
        FIELD(life.events, 0, false, LIFE, .u.life.tag = 0),
        FIELD(life.va, 0, false, LIFE, .u.life.tag = 0),
        FIELD(life.pa, 0, false, LIFE, .u.life.tag = 0),
        FIELD(life.target, 0, false, LIFE, .u.life.tag = 0),
        FIELD(life.lat_issue, 0, false, LIFE, .u.life.tag = 0),
        FIELD(life.lat_xlat, 0, false, LIFE, .u.life.tag = 0),
        FIELD(life.lat_total, 0, false, LIFE, .u.life.tag = 0),
        FIELD(life.prev, 0, false, LIFE, .u.life.tag = 0),
        FIELD(life.lat_alt, 0, false, LIFE, .u.life.tag = 0),
    };

    (void)state;
    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
        for (uint8_t kind = 0; kind < SPE_LIFE_KINDS; kind++) {
            struct limit payload = fields[i];
            payload.txn.u.life.kind = kind;
            payload.where = "payload of a life event that is no ending";
            CHECK(fields[i].where, blamed(&payload, 0), false);
            CHECK(fields[i].where, blamed(&payload, 1), kind < SPE_LIFE_RETIRE);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_field_has_a_greatest_value),
        cmocka_unit_test(a_context_synchronization_event_tells_two_ids),
        cmocka_unit_test(only_an_ending_has_a_payload),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
