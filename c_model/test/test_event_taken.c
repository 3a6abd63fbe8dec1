/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "events/event.h"
#include "judge/journal.h"
#include "spe/regs.h"
#include "state/events.h"

/* An event takes effect (3.5.2 to 3.5.4; dpi/timing.md W7, W9): which bits of PMBSR_ELx and
 * PMBPTR_EL1 are known afterwards, and which count rises. */

#define W       UINT64_C(0xFC0F003F) /* bits of PMBSR_EL1 in SPEv1p0 */
#define SETS    (SPE_PMBSR_S | SPE_PMBSR_EC | (W & SPE_PMBSR_MSS))
#define PTR     UINT64_C(0x12340)
#define ANY_PTR (~UINT64_C(0))

static struct spe_model *create(bool s)
{
    struct spe_model *m = bare_model("", SPE_TAP_ALL);

    m->clock.cycle = 50;
    contexts_tell(&m->spu->contexts, &(struct spe_txn_ctx){.state = 0x10785});
    contexts_begin(&m->spu->contexts, 0);
    m->spu->regs.v[SPE_PMBSR] = s ? SPE_PMBSR_S : 0;
    return m;
}

/* All bits but S were UNKNOWN since reset: the bits that the event sets are known. */
static const struct known_row {
    const char *name;
    bool s; /* S before the event */
    struct effect e;
    uint64_t value, mask, known; /* of PMBSR_EL1: mask of fields and their value; known bits */
    bool ptr;
} rows[] = {
    {"a fault inside of a record",
     false,
     {.ec = SPE_PMBSR_EC_STAGE1, .mss = 7, .dl = DL_ONE, .has_ptr = true, .ptr = PTR},
     UINT64_C(0x900A0007),
     W & ~(SPE_PMBSR_EA | SPE_PMBSR_COLL),
     SETS | SPE_PMBSR_DL,
     true},
    {"at its first byte: DL is 0",
     false,
     {.ec = SPE_PMBSR_EC_STAGE1, .mss = 7, .dl = DL_ZERO, .has_ptr = true, .ptr = PTR},
     UINT64_C(0x90020007),
     W & ~(SPE_PMBSR_EA | SPE_PMBSR_COLL),
     SETS | SPE_PMBSR_DL,
     true},
    {"DL stays",
     false,
     {.ec = SPE_PMBSR_EC_STAGE1, .mss = 7, .dl = DL_KEEP, .has_ptr = true, .ptr = PTR},
     UINT64_C(0x90020007),
     SETS,
     SETS,
     true},
    {"a buffer that is full",
     false,
     {.mss = SPE_PMBSR_BSC_FULL, .full = true},
     UINT64_C(0x00020001),
     SETS,
     SETS,
     false},
    {"a synchronous abort",
     false,
     {.ec = SPE_PMBSR_EC_STAGE1,
      .mss = 0x10,
      .dl = DL_ONE,
      .ea = true,
      .has_ptr = true,
      .ptr = PTR},
     UINT64_C(0x900E0010),
     W & ~SPE_PMBSR_COLL,
     SETS | SPE_PMBSR_DL | SPE_PMBSR_EA,
     true},
    {"an asynchronous one",
     false,
     {.ec = SPE_PMBSR_EC_STAGE1, .mss = 0x11, .dl = DL_ONE, .ea = true, .asynchronous = true},
     UINT64_C(0x900E0011),
     W & ~SPE_PMBSR_COLL,
     SETS | SPE_PMBSR_DL | SPE_PMBSR_EA,
     false},
    {"an asynchronous one behind another event",
     true,
     {.ec = SPE_PMBSR_EC_STAGE1, .mss = 0x11, .dl = DL_ONE, .ea = true, .asynchronous = true},
     SPE_PMBSR_S | SPE_PMBSR_DL | SPE_PMBSR_EA,
     W,
     SPE_PMBSR_DL | SPE_PMBSR_EA,
     false},
    {"a fault behind another event",
     true,
     {.ec = SPE_PMBSR_EC_STAGE1, .mss = 7, .dl = DL_ONE, .has_ptr = true, .ptr = PTR},
     SPE_PMBSR_S,
     W,
     0,
     false},
};

static void what_is_known_behind_it(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = create(rows[i].s);
        struct effect e = rows[i].e;
        e.target = 1;
        e.later_ptr = e.ptr;
        e.lo = e.hi = 50;
        m->spu->unknown.bits[SPE_PMBSR] = W;
        m->spu->unknown.bits[SPE_PMBPTR] = ANY_PTR;
        (void)model_effect_take(m, &e);
        CHECK(rows[i].name, m->spu->regs.v[SPE_PMBSR] & rows[i].mask, rows[i].value & rows[i].mask);
        CHECK(rows[i].name, m->spu->unknown.bits[SPE_PMBSR], W & ~rows[i].known);
        CHECK(rows[i].name, m->spu->unknown.bits[SPE_PMBPTR], rows[i].ptr ? 0 : ANY_PTR);
        CHECK(rows[i].name, m->spu->regs.v[SPE_PMBPTR], rows[i].ptr ? PTR : 0);
        spe_model_destroy(m);
    }
}

/* An event that sets S counts once: as an abort, or else as a full buffer, a fault or another
 * event. */
static const struct count_row {
    const char *name;
    bool s;
    struct effect e;
    uint64_t aborts, fulls, faults, others;
} counted[] = {
    {"full", false, {.full = true}, 0, 1, 0, 0},
    {"a fault of stage 1", false, {.ec = SPE_PMBSR_EC_STAGE1}, 0, 0, 1, 0},
    {"of stage 2", false, {.ec = SPE_PMBSR_EC_STAGE2}, 0, 0, 1, 0},
    {"of granule protection", false, {.ec = SPE_PMBSR_EC_GPC}, 0, 0, 1, 0},
    {"access not allowed", false, {.ec = SPE_PMBSR_EC_OTHER}, 0, 0, 0, 1},
    {"an abort", false, {.ec = SPE_PMBSR_EC_STAGE1, .ea = true}, 1, 0, 0, 0},
    {"an abort as the buffer is full", false, {.full = true, .ea = true}, 1, 0, 0, 0},
    {"S was 1", true, {.ec = SPE_PMBSR_EC_STAGE1}, 0, 0, 0, 0},
};

static void an_event_is_counted_once(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(counted) / sizeof(counted[0]); i++) {
        struct spe_model *m = create(counted[i].s);
        const struct spe_totals *t = &m->spu->tot;
        struct effect e = counted[i].e;
        e.target = 1;
        e.lo = e.hi = 50;
        (void)model_effect_take(m, &e);
        CHECK(counted[i].name, t->aborts, counted[i].aborts);
        CHECK(counted[i].name, t->fulls, counted[i].fulls);
        CHECK(counted[i].name, t->faults, counted[i].faults);
        CHECK(counted[i].name, t->others, counted[i].others);
        CHECK("SAMPLE_BUFFER_FULL does not exist", m->spu->acc.count[COUNT_FULL].total, 0);
        spe_model_destroy(m);
    }
}

/* The journal names the rule. */
static void the_rule_is_named(void **state)
{
    static const struct {
        struct effect e;
        const char *rule;
    } rules[] = {
        {{.rank = RANK_RECORD}, "S3.5.3"},
        {{.rank = RANK_RECORD, .full = true}, "S3.5.2"},
        {{.rank = RANK_RECORD, .ea = true}, "S3.5.4"},
        {{.rank = RANK_RECORD, .asynchronous = true}, "S3.5.4"},
        {{.rank = RANK_RECORD, .asynchronous = true, .ea = true, .full = true}, "S3.5.4"},
        {{.rank = RANK_DENIED, .ea = true}, "A17.8.5"},
        {{.rank = RANK_IMPDEF}, "A17.8.6"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
        assert_string_equal(journal_event_rule(&rules[i].e), rules[i].rule);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_known_behind_it),
        cmocka_unit_test(an_event_is_counted_once),
        cmocka_unit_test(the_rule_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
