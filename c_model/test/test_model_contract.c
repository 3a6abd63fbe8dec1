/* SPDX-License-Identifier: Apache-2.0
 *
 * Calls that the contract forbids: values out of range, barriers requested twice, more than the
 * scoreboard can hold, random transactions. Each is a finding of misuse, never a crash.
 */
#include "check.h"
#include "doubt/event_list.h"
#include "doubt/outcome.h"
#include "doubt/snapshots.h"
#include "doubt/stale.h"
#include "queue/buffer.h"
#include "queue/discard.h"
#include "spe/status.h"
#include "state/model.h"

struct feed {
    struct spe_model *model;
    uint32_t seq;
    unsigned fired[SPE_CHECKS], misuses;
    char choices[384], text[320]; /* of the last finding */
};

static void on_finding(void *user, const struct spe_finding *f)
{
    struct feed *feed = user;

    feed->fired[f->check]++;
    feed->misuses += f->kind == SPE_FINDING_MISUSE;
    (void)snprintf(feed->choices, sizeof(feed->choices), "%s", f->choices);
    (void)snprintf(feed->text, sizeof(feed->text), "%s", f->text);
    assert_true(f->where[0] != '\0' && f->text[0] != '\0');
}

static void apply(struct feed *f, uint64_t cycle, struct spe_txn t)
{
    t.cycle = cycle;
    t.seq = f->seq++;
    assert_in_range(spe_model_apply(f->model, &t), 1, SPE_BUDGET_MAX);
}

static void start(struct feed *f, const struct spe_config *cfg, unsigned taps)
{
    struct spe_model_options options = {
        .taps = taps, .max_findings = 1000000, .on_finding = on_finding, .user = f};

    memset(f, 0, sizeof(*f));
    assert_int_equal(spe_model_create(&f->model, cfg, &options), 0);
    apply(f, 0, (struct spe_txn){.kind = SPE_TXN_CLK, .u.clk = {1, 1}});
    apply(f, 0, (struct spe_txn){.kind = SPE_TXN_CTX, .u.ctx = {.state = 0x10785}});
}

/* clang-format off */
#define TXN(KIND, ...) {.kind = SPE_TXN_##KIND, __VA_ARGS__}
/* clang-format on */

/* `says`: what the finding must contain; NULL: no finding. */
struct misuse_row {
    struct spe_txn txn;
    const char *says;
};

static void misuse_rows(const struct misuse_row *row, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct spe_config cfg;
        struct feed f;
        spe_config_init(&cfg);
        start(&f, &cfg, SPE_TAP_ALL);
        apply(&f, 3, row[i].txn);
        CHECK(row[i].says != NULL ? row[i].says : "none", f.misuses, row[i].says != NULL);
        if (row[i].says != NULL && strstr(f.text, row[i].says) == NULL) {
            fail_msg("row %zu says '%s', expected '%s'", i, f.text, row[i].says);
        }
        spe_model_destroy(f.model);
    }
}

static void values_out_of_range_are_misuse(void **state)
{
    static const struct misuse_row rows[] = {
        {TXN(CLK, .u.clk = {1, 0}), NULL},
        {TXN(CLK, .u.clk = {2, 1}), "clk.running is 0x2"},
        {TXN(CLK, .u.clk = {1, 2}), "clk.active is 0x2"},
        {TXN(CTX, .u.ctx = {.id = 1, .state = 0x3FFFFFFFF}), NULL},
        {TXN(CTX, .u.ctx = {.id = 16, .state = 0x10785}), "ctx.id is 0x10"},
        {TXN(CTX, .u.ctx = {.id = 1, .state = 0x400000000}), "ctx.state is 0x400000000"},
        {TXN(POP, .u.pop = {.n = 1, .slot = 255}), NULL},
        {TXN(POP, .u.pop = {.n = 1, .slot = 3}), NULL},
        {TXN(POP, .u.pop = {.n = 1, .slot = 4}), "pop.slot is 0x4"},
        {TXN(POP, .u.pop = {.n = 0, .slot = 255}), "0 members in one call"},
        {TXN(POP, .u.pop = {.ctx = 1, .n = 1, .slot = 255}), "context 1 was not announced"},
        {TXN(SEL, .u.sel = {.ctx = 1, .tag = SPE_TAG_COLLIDED}), "context 1 was not announced"},
        {TXN(SEL, .u.sel = {.slot = 4, .tag = SPE_TAG_COLLIDED}), "sel.slot is 0x4"},
        {TXN(SEL, .u.sel = {.op = 0x300, .tag = SPE_TAG_COLLIDED}), "sel.op is 0x300"},
        {TXN(SEL, .u.sel = {.tag = 8}), "sel.tag is 0x8"},
        {TXN(SEL, .u.sel = {.flags = 16, .tag = SPE_TAG_COLLIDED}), "sel.flags is 0x10"},
        {TXN(LIFE, .u.life = {.tag = 8}), "life.tag is 0x8"},
        {TXN(LIFE, .u.life = {.kind = SPE_LIFE_KINDS}), "life.kind is"},
        {TXN(LIFE, .u.life = {.kind = SPE_LIFE_ISSUE, .va = 1}), "a life event that is no ending"},
        {TXN(LIFE, .u.life = {.kind = SPE_LIFE_ISSUE, .prev = 1}), "that is no ending"},
        {TXN(LIFE, .u.life = {.kind = SPE_LIFE_ISSUE, .lat_alt = 1}), "that is no ending"},
        {TXN(LIFE, .u.life = {.kind = SPE_LIFE_RETIRE, .flags = 1u << 21}),
         "life.flags is 0x200000"},
        {TXN(RND, .u.rnd = {.value = 255, .injected = 1}), NULL},
        {TXN(RND, .u.rnd = {.injected = 2}), "rnd.injected is 0x2"},
        {TXN(XL_REQ, .u.xl_req = {.regime = SPE_REGIME_S_EL2}), NULL},
        {TXN(XL_REQ, .u.xl_req = {.regime = SPE_REGIME_R_EL20}), NULL},
        {TXN(XL_REQ, .u.xl_req = {.regime = 15}), NULL},
        {TXN(XL_REQ, .u.xl_req = {.regime = 16}), "xl_req.regime is 0x10"},
        {TXN(XL_REQ, .u.xl_req = {.nvm = 1}), NULL},
        {TXN(XL_REQ, .u.xl_req = {.nvm = 2}), "xl_req.nvm is 0x2"},
        {TXN(XL_RSP, .u.xl_rsp = {.fsc = 64}), "xl_rsp.fsc is 0x40"},
        {TXN(XL_RSP, .u.xl_rsp = {.fault = 2}), "xl_rsp.fault is 0x2"},
        {TXN(XL_RSP, .u.xl_rsp = {.stage2 = 2}), "xl_rsp.stage2 is 0x2"},
        {TXN(XL_RSP, .u.xl_rsp = {.pas = SPE_PAS_ROOT}), "Root address space"},
        {TXN(XL_RSP, .u.xl_rsp = {.pas = SPE_PAS_REALM}), "xl_rsp.pas is 0x3"},
        {TXN(XL_RSP, .u.xl_rsp = {.mss2 = 0x200}), "xl_rsp.mss2 is 0x200"},
        {TXN(XL_RSP, .u.xl_rsp = {.sh = 4}), "xl_rsp.sh is 0x4"},
        {TXN(AW, .u.aw = {.size = 8}), "aw.size is 0x8"},
        {TXN(AW, .u.aw = {.burst = 4}), "aw.burst is 0x4"},
        {TXN(AW, .u.aw = {.prot = 16}), "aw.prot is 0x10"},
        {TXN(AW, .u.aw = {.cache = 16}), "aw.cache is 0x10"},
        {TXN(AW, .u.aw = {.offered = 4}), "offered in cycle 4"},
        {TXN(W, .u.w = {.word = 64}), "w.word is 0x40"},
        {TXN(W, .u.w = {.last_word = 2}), "w.last_word is 0x2"},
        {TXN(W, .u.w = {.last = 2}), "w.last is 0x2"},
        {TXN(B, .u.b = {.resp = 4}), "b.resp is 0x4"},
        {TXN(SYSREG, .u.sysreg = {.outcome = SPE_ACCESS_MEMORY + 1}), "sysreg.outcome is"},
        {TXN(SYSREG, .u.sysreg = {.write = 2}), "sysreg.write is 0x2"},
        {TXN(SYSREG, .u.sysreg = {.fgt = 2}), "sysreg.fgt is 0x2"},
        {TXN(SYNC, .u.sync = {.kind = SPE_SYNC_IMPDEF}), "sync.kind is"},
        {TXN(OUT, .u.out = {.levels = 0x100}), "out.levels is 0x100"},
        {TXN(OUT, .u.out = {.feed_kind = {[SPE_FEED_DS] = 1u << 20}}), "out.feed_kind is 0x100000"},
        {TXN(OUT, .u.out = {.serror = 1u << 20}), "out.serror is 0x100000"},
        {TXN(OUT, .u.out = {.pop = 1u << 20}), "out.pop is 0x100000"},
        {TXN(OUT, .u.out = {.feed = 1u << 20}), "out.feed is 0x100000"},
        {TXN(OUT, .u.out = {.filtrate = 1u << 20}), "out.filtrate is 0x100000"},
        {TXN(OUT, .u.out = {.collision = 1u << 20}), "out.collision is 0x100000"},
        {TXN(OUT, .u.out = {.cti = 1u << 20}), "out.cti is 0x100000"},
        {TXN(RESET, .u.reset = {2}), "reset.kind is 0x2"},
    };
    (void)state;
    misuse_rows(rows, sizeof(rows) / sizeof(rows[0]));
}

/* Responses and endings without a request. */
static void answers_without_a_question_are_misuse(void **state)
{
    static const struct misuse_row rows[] = {
        {TXN(LIFE, .u.life = {.kind = SPE_LIFE_ISSUE}), "no operation is in flight"},
        {TXN(XL_RSP, .u.xl_rsp = {.id = 7}), "translation response 7 without a request"},
        {TXN(SYNC, .u.sync = {.kind = SPE_SYNC_PSB_DONE}), "PSB CSYNC is done without a request"},
        {TXN(SYNC, .u.sync = {.kind = SPE_SYNC_DSB_DONE}), "DSB is done without a request"},
    };
    (void)state;
    misuse_rows(rows, sizeof(rows) / sizeof(rows[0]));
}

static void time_does_not_go_back(void **state)
{
    struct spe_config cfg;
    struct feed f;
    (void)state;
    spe_config_init(&cfg);
    start(&f, &cfg, SPE_TAP_ALL);
    apply(&f, 7, (struct spe_txn)TXN(CLK, .u.clk = {1, 0}));
    CHECK("later", f.misuses, 0);
    apply(&f, 6, (struct spe_txn)TXN(CLK, .u.clk = {1, 1}));
    CHECK("earlier", f.misuses, 1);
    spe_model_destroy(f.model);
}

/* After a member of the new context, a member of the context before is misuse. */
static void members_are_of_the_current_context(void **state)
{
    struct spe_config cfg;
    struct feed f;

    (void)state;
    spe_config_init(&cfg);
    start(&f, &cfg, SPE_TAP_ALL);
    apply(&f, 3, (struct spe_txn)TXN(CTX, .u.ctx = {.id = 1, .state = 0x10785}));
    apply(&f, 4, (struct spe_txn)TXN(POP, .u.pop = {.ctx = 1, .n = 1, .slot = 255}));
    CHECK("current", f.misuses, 0);
    apply(&f, 5, (struct spe_txn)TXN(POP, .u.pop = {.ctx = 0, .n = 1, .slot = 255}));
    CHECK("before", f.misuses, 1);
    spe_model_destroy(f.model);
}

static void groups_that_are_not_connected_are_misuse(void **state)
{
    static const struct {
        const char *row;
        struct spe_txn txn;
        unsigned tap;
    } rows[] = {
        {"pop", TXN(POP, .u.pop = {.n = 1, .slot = 0}), SPE_TAP_POP | SPE_TAP_RND},
        {"rnd", TXN(RND, .u.rnd = {.value = 1}), SPE_TAP_RND},
        {"out", TXN(OUT, .u.out = {0}), SPE_TAP_OUT},
        {"sync", TXN(SYNC, .u.sync = {.kind = SPE_SYNC_CSE}), SPE_TAP_SYNC},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_config cfg;
        struct feed f;
        spe_config_init(&cfg);
        cfg.rnd_source = spe_cfg_rnd_source_inferred;
        start(&f, &cfg, SPE_TAP_ALL & ~rows[i].tap);
        apply(&f, 3, rows[i].txn);
        CHECK(rows[i].row, f.misuses, 1);
        spe_model_destroy(f.model);
        start(&f, &cfg, SPE_TAP_ALL);
        apply(&f, 3, rows[i].txn);
        CHECK(rows[i].row, f.misuses, 0);
        spe_model_destroy(f.model);
    }
}

static void a_barrier_is_requested_once(void **state)
{
    static const struct {
        const char *row;
        uint8_t first, second;
        unsigned misuses;
    } rows[] = {
        {"PSB and DSB", SPE_SYNC_PSB_REQ, SPE_SYNC_DSB_REQ, 0},
        {"PSB twice", SPE_SYNC_PSB_REQ, SPE_SYNC_PSB_REQ, 1},
        {"DSB twice", SPE_SYNC_DSB_REQ, SPE_SYNC_DSB_REQ, 1},
        {"PSB, done", SPE_SYNC_PSB_REQ, SPE_SYNC_PSB_DONE, 0},
        {"CSE twice", SPE_SYNC_CSE, SPE_SYNC_CSE, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_config cfg;
        struct feed f;
        spe_config_init(&cfg);
        start(&f, &cfg, SPE_TAP_ALL);
        apply(&f, 3, (struct spe_txn){.kind = SPE_TXN_SYNC, .u.sync.kind = rows[i].first});
        apply(&f, 4, (struct spe_txn){.kind = SPE_TXN_SYNC, .u.sync.kind = rows[i].second});
        CHECK(rows[i].row, f.misuses, rows[i].misuses);
        spe_model_destroy(f.model);
    }
}

/* n draws, or n writes, in one cycle. */
static void too_much_in_a_cycle_is_misuse(void **state)
{
    static const struct {
        const char *row;
        struct spe_txn txn;
        int n;
        unsigned misuses;
    } rows[] = {
        {"draws", TXN(RND, .u.rnd = {.value = 7}), MAX_DRAWS, 0},
        {"one draw more", TXN(RND, .u.rnd = {.value = 7}), MAX_DRAWS + 1, 1},
        {"writes", TXN(SYSREG, .u.sysreg = {.enc = SPE_ENC(3, 0, 9, 9, 4), .write = 1}), MAX_WRITES,
         0},
        {"one write more", TXN(SYSREG, .u.sysreg = {.enc = SPE_ENC(3, 0, 9, 9, 4), .write = 1}),
         MAX_WRITES + 1, 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_config cfg;
        struct feed f;
        spe_config_init(&cfg);
        start(&f, &cfg, SPE_TAP_ALL);
        for (int n = 0; n < rows[i].n; n++) {
            apply(&f, 3, rows[i].txn);
        }
        CHECK(rows[i].row, f.misuses, rows[i].misuses);
        spe_model_destroy(f.model);
    }
}

/* Tables that no hand-written log fills. */
static void full_tables_are_misuse(void **state)
{
    struct spe_config cfg;
    struct feed f;

    (void)state;
    spe_config_init(&cfg);
    start(&f, &cfg, SPE_TAP_ALL);
    for (int i = 0; i < MAX_EFFECTS; i++) {
        model_event(f.model, (struct effect){.hi = 1000, .cause = CAUSE_FULL});
    }
    for (int i = 0; i < MAX_SNAPS; i++) {
        f.model->clock.cycle++;
        model_snapshot(f.model);
    }
    CHECK("full", f.misuses, 0);
    model_event(f.model, (struct effect){.lo = 100, .hi = 100, .cause = CAUSE_FULL});
    CHECK("one event more", f.misuses, 1);
    f.model->clock.cycle++;
    model_snapshot(f.model);
    CHECK("one cycle more", f.misuses, 2);
    f.model->cfg.read_lag_max = 4;
    for (int i = 0; i < MAX_STALE; i++) {
        model_stale_note(f.model, SPE_PMBPTR, (uint64_t)i, 0);
    }
    CHECK("full again", f.misuses, 2);
    model_stale_note(f.model, SPE_PMBPTR, 0, 0);
    CHECK("one change more", f.misuses, 3);
    spe_model_destroy(f.model);
}

/* One sampled operation, up to its ending in cycle 13. */
static void sample(struct feed *f, const struct spe_config *cfg)
{
    static const struct spe_txn txn[] = {
        TXN(SYSREG, .u.sysreg = {.enc = SPE_ENC(3, 0, 9, 10, 1), .write = 1, .data = 0x10000}),
        TXN(SYSREG, .u.sysreg = {.enc = SPE_ENC(3, 0, 9, 10, 0), .write = 1, .data = 0x20001}),
        TXN(SYSREG, .u.sysreg = {.enc = SPE_ENC(3, 0, 9, 9, 2), .write = 1, .data = 1}),
        TXN(SYSREG, .u.sysreg = {.enc = SPE_ENC(3, 0, 9, 9, 0), .write = 1, .data = 2}),
        TXN(POP, .u.pop = {.n = 1}),
        TXN(SEL, .u.sel = {.pc = 0x400100}),
        TXN(LIFE, .u.life = {.kind = SPE_LIFE_ISSUE}),
        TXN(LIFE, .u.life = {.kind = SPE_LIFE_COMPLETE}),
        TXN(LIFE, .u.life = {.kind = SPE_LIFE_RETIRE}),
    };
    static const uint8_t cycle[] = {3, 4, 5, 6, 10, 10, 12, 13, 13};

    start(f, cfg, SPE_TAP_ALL);
    for (size_t i = 0; i < sizeof(cycle); i++) {
        apply(f, cycle[i], txn[i]);
    }
    CHECK(f->text, f->misuses, 0);
}

/* More records than slots, and a record that does not fit: no checked configuration has these. */
static void records_without_a_place_are_misuse(void **state)
{
    struct spe_config cfg;
    struct feed f;

    (void)state;
    spe_config_init(&cfg);
    sample(&f, &cfg);
    for (int i = 0; i < MAX_RECS; i++) {
        f.model->spu->buf.pool[i].state = REC_DOOMED;
    }
    apply(&f, 20, (struct spe_txn)TXN(CLK, .u.clk = {1, 0}));
    assert_non_null(strstr(f.text, "records that are not settled"));
    CHECK("lost", f.model->spu->tot.lost, 1);
    CHECK("not to an event", f.model->spu->tot.discarded, 0);
    spe_model_destroy(f.model);
    sample(&f, &cfg);
    f.model->layout.n = SPE_ECONFIG;
    apply(&f, 20, (struct spe_txn)TXN(CLK, .u.clk = {1, 0}));
    assert_non_null(strstr(f.text, "the predicted record does not fit"));
    CHECK("misuses", f.misuses, 1);
    spe_model_destroy(f.model);
}

/* A finding names the keys that decided. */
static void findings_name_their_choices(void **state)
{
    struct spe_config cfg;
    struct feed f;

    (void)state;
    spe_config_init(&cfg);
    cfg.inflight = 2;
    start(&f, &cfg, SPE_TAP_BYTES | SPE_TAP_REGS | SPE_TAP_LIFE);
    apply(&f, 3, (struct spe_txn){.kind = SPE_TXN_SEL, .u.sel = {.tag = 1}});
    CHECK("wrong tag", f.fired[SPE_CHECK_SEL_COLLIDED], 1);
    assert_string_equal(f.choices,
                        "[P18 inflight=2] [P18 tag_order=lowest] [P19 collide_on_complete=0] "
                        "[P20 record_queue=2] [P20 release_max=0] [B27 sync_scope=at_event]");
    spe_model_destroy(f.model);
}

/* Too many records may have been offered before the buffer was disabled [S2]. */
static void too_much_doubt_is_misuse(void **state)
{
    struct spe_config cfg;
    struct feed f;

    (void)state;
    spe_config_init(&cfg);
    sample(&f, &cfg);
    apply(&f, 15, (struct spe_txn)TXN(XL_REQ, .u.xl_req = {.va = 0x10000}));
    apply(&f, 16,
          (struct spe_txn)TXN(XL_RSP, .u.xl_rsp = {.pas = SPE_PAS_NONSECURE, .attr = 0xFF}));
    apply(&f, 20, (struct spe_txn)TXN(CLK, .u.clk = {1, 0}));
    struct buffer *b = &f.model->spu->buf;
    CHECK("records", b->n, 1);
    struct rec *last = queue_at(b, 0);
    for (b->n = 0; b->n < MAX_MAYBE;) {
        struct rec *rec = buffer_new(&f.model->spu->buf, 0);
        rec->state = REC_MAYBE;
        rec->maybe = true;
        rec->fork = 1;
        buffer_append(b, rec);
    }
    buffer_append(b, last);
    buffer_discard(f.model);
    assert_non_null(strstr(f.text, "records that may be lost or written"));
    CHECK("misuses", f.misuses, 1);
    spe_model_destroy(f.model);
}

static uint64_t next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

/* Any bytes, most of them small, so that many transactions are good by chance. */
static void random_txn(uint64_t *random, struct spe_txn *t)
{
    uint8_t *byte = (uint8_t *)&t->u;
    unsigned style = (unsigned)next_random(random) % 4;

    memset(t, 0, sizeof(*t));
    for (size_t i = 0; i < sizeof(t->u); i++) {
        uint64_t r = next_random(random);
        byte[i] = (uint8_t)(style == 0 ? r : r % 16 < 13 ? 0 : style == 1 ? r >> 8 : (r >> 8) & 3);
    }
    t->kind = (uint8_t)(next_random(random) % (SPE_TXN_KINDS - 1));
    if (t->kind == SPE_TXN_SYSREG && style != 0) {
        static const uint16_t enc[] = {SPE_ENC(3, 0, 9, 9, 0),  SPE_ENC(3, 0, 9, 9, 2),
                                       SPE_ENC(3, 0, 9, 9, 3),  SPE_ENC(3, 0, 9, 10, 0),
                                       SPE_ENC(3, 0, 9, 10, 1), SPE_ENC(3, 0, 9, 10, 3)};
        t->u.sysreg.enc = enc[next_random(random) % 6];
        t->u.sysreg.data = next_random(random) % 3 == 0 ? 0x20001 : next_random(random) & 0x20103;
    }
}

static void random_transactions_never_crash(void **state)
{
    static const unsigned taps[] = {SPE_TAP_ALL, SPE_TAP_BYTES,
                                    SPE_TAP_BYTES | SPE_TAP_REGS | SPE_TAP_LIFE | SPE_TAP_SYNC,
                                    SPE_TAP_ALL & ~SPE_TAP_RND};
    uint64_t random = 1;

    (void)state;
    for (unsigned run = 0; run < 64; run++) {
        struct spe_config cfg;
        struct feed f;
        uint64_t cycle = 1;
        spe_config_init(&cfg);
        cfg.ernd = run & 1;
        cfg.inflight = 1 + (int)(run >> 1 & 3);
        cfg.reset_value = run & 8 ? spe_cfg_reset_value_unknown : spe_cfg_reset_value_zero;
        cfg.event_max = run & 16 ? 64 : 1;
        start(&f, &cfg, taps[run & 3]);
        for (int i = 0; i < 2000; i++) {
            struct spe_txn t;
            random_txn(&random, &t);
            t.u.sysreg.pos = t.kind == SPE_TXN_SYSREG ? f.model->spu->ops : t.u.sysreg.pos;
            cycle += next_random(&random) % 3 == 0 ? next_random(&random) % 5 : 0;
            apply(&f, cycle, t);
        }
        assert_true(f.misuses > 0);
        apply(&f, cycle + 1, (struct spe_txn){.kind = SPE_TXN_CLOSE});
        spe_model_destroy(f.model);
    }
}

/* The close gives the verdict, but a transaction after it still counts. */
static void a_transaction_after_the_close_undoes_the_pass(void **state)
{
    struct spe_model_options options = {.taps = SPE_TAP_BYTES};
    struct spe_config cfg;
    struct feed f = {.seq = 0};
    struct spe_totals totals;

    (void)state;
    spe_config_init(&cfg);
    assert_int_equal(spe_model_create(&f.model, &cfg, &options), 0);
    apply(&f, 0, (struct spe_txn){.kind = SPE_TXN_CLOSE});
    spe_model_totals(f.model, &totals);
    assert_true(totals.closed && totals.pass);
    apply(&f, 0, (struct spe_txn){.kind = SPE_TXN_RESET});
    spe_model_totals(f.model, &totals);
    assert_true(totals.closed && !totals.pass);
    assert_int_equal(totals.misuses, 1);
    spe_model_destroy(f.model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_out_of_range_are_misuse),
        cmocka_unit_test(answers_without_a_question_are_misuse),
        cmocka_unit_test(time_does_not_go_back),
        cmocka_unit_test(members_are_of_the_current_context),
        cmocka_unit_test(records_without_a_place_are_misuse),
        cmocka_unit_test(too_much_doubt_is_misuse),
        cmocka_unit_test(groups_that_are_not_connected_are_misuse),
        cmocka_unit_test(a_barrier_is_requested_once),
        cmocka_unit_test(too_much_in_a_cycle_is_misuse),
        cmocka_unit_test(full_tables_are_misuse),
        cmocka_unit_test(findings_name_their_choices),
        cmocka_unit_test(random_transactions_never_crash),
        cmocka_unit_test(a_transaction_after_the_close_undoes_the_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
