/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "queue/sweep.h"

/* SAMPLE_FILTRATE is read from OUT: without this tap the counts settle no sample in doubt (2.6). */
static const struct tap_row {
    const char *name;
    unsigned without;
    uint64_t seen;
    enum rec_state then;
} tap_rows[] = {
    {"all taps, counted", 0, 10, REC_QUEUED},
    {"all taps, not counted", 0, 9, REC_FREE},
    {"no OUT, counted", SPE_TAP_OUT, 10, REC_MAYBE},
    {"no OUT, not counted", SPE_TAP_OUT, 9, REC_MAYBE},
};

static void without_out_nothing_settles(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(tap_rows) / sizeof(tap_rows[0]); i++) {
        const struct tap_row *row = &tap_rows[i];
        struct spe_model *m = bare_counting("");
        struct count *c = &m->spu->acc.count[COUNT_FILTRATE];
        struct rec *rec = bare_queued(m, REC_MAYBE, 1);
        rec->maybe = rec->may_write = rec->filter.doubt = true;
        m->filters.any = true;
        m->opt.taps &= ~row->without;
        c->total = 10;
        c->maybe = 1;
        c->seen = row->seen;
        filter_fork_sweep(m);
        CHECK(row->name, rec->state, row->then);
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_out_nothing_settles),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
