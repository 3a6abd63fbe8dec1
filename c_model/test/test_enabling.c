/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "events/enabling.h"
#include "spe/regs.h"
#include "spe/txn.h"

/* The scoreboard recomputes the enables only after a register or the context has changed. The tests
 * compare each bit of each register, and each context, with a full computation (DDI 0586A 3.2;
 * dpi/timing.md BR8). */

#define V6                                                                                         \
    "pmsver = 6\nevents = 0xBFF\nfne = 1\nfds = 1\next_abort = serror\nflag_updates = 1\n"         \
    "exc = 1\nnvm = 1\nel2 = 1\nel3 = 1\n"

/* Bits of SPE_CTX_*: NS, NSPB 3, E2PB 3, PMSEE 3 at each level. */
#define AT(el) (UINT64_C(0x310784) | (el))

static const uint64_t states[] = {
    AT(0),
    AT(1),
    AT(2),
    AT(3),
    AT(1) & ~UINT64_C(0x600) /* E2PB 0: EL2 owns the buffer */,
    AT(1) & ~UINT64_C(0x180) /* NSPB 0: Secure state owns the buffer */,
    AT(1) | 0x10 /* Debug state */,
};
enum { STATES = sizeof(states) / sizeof(states[0]) };

struct result {
    bool profiling, buffer;
    struct xl_mode mode;
};

static struct result result_of(const struct spe_model *m)
{
    return (struct result){m->spu->enabled.profiling, m->spu->enabled.buffer,
                           m->spu->buf.modes.of[m->spu->enabled.mode]};
}

/* Compute the enables without a cached result. */
static struct result computed_anew(struct spe_model *m)
{
    m->spu->enabled = (struct enabled){.profiling = false};
    model_reenable(m, true);
    return result_of(m);
}

static bool same(const struct result *a, const struct result *b)
{
    return a->profiling == b->profiling && a->buffer == b->buffer &&
           memcmp(&a->mode, &b->mode, sizeof(a->mode)) == 0;
}

static struct spe_model *create(void)
{
    struct spe_model *m = bare_model(V6, SPE_TAP_ALL & ~SPE_TAP_POP & ~SPE_TAP_RND);
    uint64_t *v = m->spu->regs.v;

    m->clock.cycle = 50;
    v[SPE_PMBLIMITR] = 0x20000 | SPE_PMBLIMITR_E | SPE_PMBLIMITR_NVM;
    v[SPE_PMSCR_EL1] = SPE_PMSCR_E0SPE | SPE_PMSCR_ExSPE | SPE_PMSCR_EE;
    v[SPE_PMSCR_EL2] = SPE_PMSCR_E0SPE | SPE_PMSCR_ExSPE | SPE_PMSCR_EE | SPE_PMSCR_ENVM;
    v[SPE_PMBMAR] = 0x244;
    for (int i = 0; i < STATES; i++) {
        contexts_tell(&m->spu->contexts,
                      &(struct spe_txn_ctx){.id = (uint8_t)i, .state = states[i]});
    }
    return m;
}

/* @return how many bits of the register change a result. */
static unsigned change_bits(struct spe_model *m, enum spe_reg reg)
{
    unsigned matters = 0;

    for (unsigned bit = 0; bit < 64; bit++) {
        const struct result before = computed_anew(m);
        m->spu->regs.v[reg] ^= SPE_BIT(bit);
        model_reenable(m, true);
        const struct result is = result_of(m), must = computed_anew(m);
        if (!same(&is, &must)) {
            fail_msg("%s bit %u", spe_reg_name(reg), bit);
        }
        matters += !same(&before, &must);
        m->spu->regs.v[reg] ^= SPE_BIT(bit);
    }
    return matters;
}

static void a_register_that_changes_is_seen(void **state)
{
    static const struct {
        enum spe_reg reg;
        bool matters;
    } rows[] = {{SPE_PMBLIMITR, true}, {SPE_PMBSR, true},     {SPE_PMBSR_EL2, true},
                {SPE_PMBSR_EL3, true}, {SPE_PMSCR_EL1, true}, {SPE_PMSCR_EL2, true},
                {SPE_PMBMAR, true},    {SPE_PMBPTR, false},   {SPE_PMSFCR, false},
                {SPE_PMSICR, false},   {SPE_PMSIRR, false}};
    unsigned matters[sizeof(rows) / sizeof(rows[0])] = {0};
    struct spe_model *m = create();

    (void)state;
    for (int ctx = 0; ctx < STATES; ctx++) {
        contexts_begin(&m->spu->contexts, ctx);
        for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
            matters[i] += change_bits(m, rows[i].reg);
        }
    }
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        CHECK(spe_reg_name(rows[i].reg), matters[i] != 0, rows[i].matters);
    }
    spe_model_destroy(m);
}

/* The buffer follows the context of the first lane of a cycle; profiling follows the current
 * context. This holds also if a settled doubt recomputes the enables in between. */
static void a_context_that_changes_is_seen(void **state)
{
    unsigned matters = 0;

    (void)state;
    for (unsigned i = 0; i < 2 * STATES * STATES; i++) {
        const unsigned from = i / 2 / STATES, to = i / 2 % STATES;
        if (from == to) {
            continue;
        }
        struct spe_model *m = create();
        contexts_begin(&m->spu->contexts, (int)from);
        const struct result before = computed_anew(m);
        contexts_announce(&m->spu->contexts, (int)to);
        model_switch_ctx(m);
        if (i % 2 != 0) {
            model_reenable(m, true);
        }
        CHECK("inside the cycle the buffer stays", m->spu->enabled.buffer, before.buffer);
        const bool profiling = m->spu->enabled.profiling;
        contexts_cycle(&m->spu->contexts);
        model_reenable(m, true);
        const struct result is = result_of(m), must = computed_anew(m);
        CHECK("the same", same(&is, &must), true);
        CHECK("profiling followed at once", profiling, must.profiling);
        matters += !same(&before, &must);
        spe_model_destroy(m);
    }
    CHECK("some differ", matters > STATES, true);
}

/* A new counter value alone is no change of context (dpi/README.md, "ctx"): nothing is computed,
 * nothing is due. A new value of any other field is a change. */
static void the_counter_alone_changes_nothing(void **state)
{
    static const struct {
        const char *name;
        struct spe_txn_ctx ctx;
        bool change;
    } rows[] = {
        {"the counter", {.id = 1, .state = AT(1), .cntpct = 7}, false},
        {"the state", {.id = 1, .state = AT(0), .cntpct = 7}, true},
        {"CONTEXTIDR_EL1", {.id = 1, .state = AT(1), .contextidr_el1 = 1}, true},
        {"CONTEXTIDR_EL2", {.id = 1, .state = AT(1), .contextidr_el2 = 1}, true},
        {"CNTVOFF_EL2", {.id = 1, .state = AT(1), .cntvoff = 1}, true},
        {"CNTPOFF_EL2", {.id = 1, .state = AT(1), .cntpoff = 1}, true},
        {"another id", {.id = 2, .state = AT(2)}, true},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = create();
        contexts_begin(&m->spu->contexts, 1);
        model_reenable(m, true);
        m->spu->schedule.busy = false;
        model_ctx(m, &rows[i].ctx);
        CHECK(rows[i].name, m->spu->schedule.busy, rows[i].change);
        CHECK(rows[i].name, m->spu->contexts.cntpct, rows[i].ctx.cntpct);
        CHECK(rows[i].name, m->spu->contexts.next, rows[i].ctx.id == 1 ? -1 : 2);
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_register_that_changes_is_seen),
        cmocka_unit_test(a_context_that_changes_is_seen),
        cmocka_unit_test(the_counter_alone_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
