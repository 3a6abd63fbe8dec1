/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "judge/barriers.h"

/* Whether all samples are drained (3.6): only a drained state can be audited. What else is found of
 * a DSB that was done too early. */

#define NOW 60

enum left { NOTHING, FLIGHT, WAITING, LAST_TAG, STAGED, QUEUED, BURST, EARLY, EVENT, LATER };
static const struct {
    const char *name;
    enum left left;
    bool drained;
} rows[] = {
    {"nothing", NOTHING, true},
    {"a sample in flight", FLIGHT, false},
    {"a sample that waits", WAITING, false},
    {"a sample under the last tag", LAST_TAG, false},
    {"a record that comes into the queue", STAGED, false},
    {"one in the queue", QUEUED, false},
    {"a burst without its response", BURST, false},
    {"data without their address", EARLY, false},
    {"an event that may come", EVENT, false},
    {"one that comes later", LATER, false},
};

static void nothing_is_left(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const enum left left = rows[i].left;
        struct spe_model *m = bare_model("inflight = 3\n", SPE_TAP_ALL);
        struct spu *spu = m->spu;
        m->clock.cycle = NOW;
        spu->fl.tag[0].state = left == FLIGHT ? TAG_FLIGHT : left == WAITING ? TAG_WAIT : TAG_FREE;
        spu->fl.tag[2].state = left == LAST_TAG ? TAG_FLIGHT : TAG_FREE;
        spu->fl.n_staged = left == STAGED;
        if (left == QUEUED) {
            (void)bare_queued(m, REC_QUEUED, 1);
        }
        spu->buf.n_bursts = left == BURST;
        spu->buf.early.n = left == EARLY;
        spu->events.effect[0] = (struct effect){
            .lo = left == LATER ? NOW + 5 : NOW - 5, .hi = NOW + 9, .optional = true, .target = 1};
        spu->events.n = left == EVENT || left == LATER;
        CHECK(rows[i].name, sync_drained(m), rows[i].drained);
        spu->fl.n_staged = spu->buf.n_bursts = spu->buf.early.n = 0;
        spe_model_destroy(m);
    }
}

/* A DSB is done although a TLBI before it has cut a record, which goes on now. If that DSB was
 * behind a PSB CSYNC that waits for the record, it is not reported once more; another DSB still may
 * be. */
static void a_cut_record_goes_on(void **state)
{
    (void)state;
    for (int behind = 0; behind < 2; behind++) {
        struct spe_model *m = bare_model("", SPE_TAP_ALL);
        struct rec *rec = bare_queued(m, REC_STARTED, 7);
        m->clock.cycle = NOW;
        m->spu->buf.cut = (struct xl_cut){.tlbi = 50, .passed = true, .behind = behind != 0};
        m->spu->barriers.dsb_passed = 9;
        sync_dsb_cut(m, rec);
        CHECK("a finding", bare_findings, 1);
        CHECK("of the DSB", bare_last.check, SPE_CHECK_SYNC_DSB);
        assert_string_equal(bare_last.where, "record 7 cut by the TLBI");
        sync_dsb_passed(m, rec, "written");
        CHECK("of the same DSB", bare_findings, behind ? 1 : 2);
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_is_left),
                                       cmocka_unit_test(a_cut_record_goes_on)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
