/* SPDX-License-Identifier: Apache-2.0 */
/* Rules of every journal (spe/journal.h), checked with the logs of c_model/test/logs: a change
 * begins with the value that the change before ended with, and changes something. At the end, state
 * and totals agree. */
#define _POSIX_C_SOURCE 200809L
#include <glob.h>
#include <stdlib.h>

#include "check.h"
#include "config_members.h"
#include "parts/count.h"
#include "spe/journal.h"
#include "spe/log.h"
#include "spe/model.h"
#include "state/model.h"
#include "txnlog.h"

#define MAX_CELLS 512

struct cell {
    uint8_t unit;
    uint32_t number;
    const char *field;
    uint64_t now, mask;
};

struct chain {
    const char *name;
    struct spe_model *model;
    struct cell cell[MAX_CELLS];
    size_t n, changes;
    uint64_t seen[COUNTS]; /* value in the last comparison of the count */
};

/* Units whose entries describe one lasting value. */
static bool lasts(const struct spe_journal_entry *e)
{
    return e->unit == SPE_UNIT_REGISTER || e->unit == SPE_UNIT_ENABLE ||
           e->unit == SPE_UNIT_QUEUE || (e->unit == SPE_UNIT_OUTPUT && e->field[0] != 'l') ||
           (e->unit == SPE_UNIT_SAMPLE && strcmp(e->field, "state") == 0) ||
           (e->unit == SPE_UNIT_INTERVAL && strcmp(e->field, "next") == 0);
}

static struct cell *cell_of(struct chain *run, const struct spe_journal_entry *e)
{
    size_t i = 0;

    while (i < run->n && (run->cell[i].unit != e->unit || run->cell[i].number != e->number ||
                          strcmp(run->cell[i].field, e->field) != 0)) {
        i++;
    }
    if (i == run->n) {
        assert_in_range(run->n, 0, MAX_CELLS - 1);
        run->cell[run->n++] = (struct cell){.unit = e->unit,
                                            .number = e->number,
                                            .field = e->field,
                                            .mask = e->unit == SPE_UNIT_REGISTER ? 0 : UINT64_MAX};
    }
    return &run->cell[i];
}

static void changed(struct chain *run, const struct spe_journal_entry *e)
{
    struct cell *cell = cell_of(run, e);
    char row[128];

    (void)snprintf(row, sizeof(row), "%s, cycle %" PRIu64 ": %s %" PRIu32 " %s", run->name,
                   e->cycle, spe_unit_name(e->unit), e->number, e->field);
    CHECK(row, e->old, cell->now);
    CHECK(row, e->old != e->now || e->mask != cell->mask, true);
    cell->now = e->now;
    cell->mask = e->mask;
    run->changes++;
}

/* A count is compared when the SPU has counted. All these logs pass, so the count is within its
 * limits. */
static void counted(struct chain *run, const struct spe_journal_entry *e)
{
    CHECK(e->field, e->now > run->seen[e->number], true);
    CHECK(e->field, e->now <= e->old && e->now + e->at >= e->old, true);
    run->seen[e->number] = e->now;
}

static void on_journal(void *user, const struct spe_journal_entry *e)
{
    struct chain *run = user;

    CHECK(run->name, spe_journal_is_state(e),
          e->kind == SPE_JOURNAL_CHANGE || e->kind == SPE_JOURNAL_TAKEN);
    if (spe_journal_is_state(e) && lasts(e)) {
        changed(run, e);
    }
    if (e->kind == SPE_JOURNAL_COMPARE && e->unit == SPE_UNIT_OUTPUT && e->number < COUNTS) {
        counted(run, e);
    }
}

static int on_header(void *user, const struct spe_log_header *header)
{
    const struct spe_model_options options = {.taps = header->taps,
                                              .order_free = header->order_free,
                                              .on_journal = on_journal,
                                              .user = user};

    return spe_model_create(&((struct chain *)user)->model, header->cfg, &options);
}

static int on_txn(void *user, const struct spe_txn *txn)
{
    (void)spe_model_apply(((struct chain *)user)->model, txn);
    return 0;
}

/* The last value of an output in the journal; 0 if it has none. */
static uint64_t output(const struct chain *run, int which)
{
    uint64_t now = 0;

    for (size_t i = 0; i < run->n; i++) {
        now = run->cell[i].unit == SPE_UNIT_OUTPUT && run->cell[i].number == (uint32_t)which
                  ? run->cell[i].now
                  : now;
    }
    return now;
}

static void at_the_end(const struct chain *run)
{
    for (int i = 0; i < COUNTS; i++) {
        CHECK(run->name, output(run, i), run->model->spu->acc.count[i].total);
    }
    for (size_t i = 0; i < run->n; i++) {
        const struct cell *c = &run->cell[i];
        if (c->unit == SPE_UNIT_REGISTER) {
            CHECK(c->field, c->now, run->model->spu->regs.v[c->number]);
        }
    }
}

static void every_journal(void **state)
{
    glob_t found;

    (void)state;
    assert_int_equal(glob(TXNLOG_FOLDER "*.txnlog", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct chain *run = calloc(1, sizeof(*run));
        struct spe_log_error err;
        struct spe_log_run info;
        FILE *in = fopen(found.gl_pathv[i], "r");
        assert_true(run != NULL && in != NULL);
        run->name = found.gl_pathv[i];
        CHECK(run->name, spe_log_parse(in, found.gl_pathv[i], on_header, on_txn, run, &info, &err),
              0);
        CHECK(run->name, run->changes != 0 || run->model->opt.taps == SPE_TAP_BYTES, true);
        at_the_end(run);
        spe_model_destroy(run->model);
        (void)fclose(in);
        free(run);
    }
    assert_in_range(found.gl_pathc, 1, 10000);
    globfree(&found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_journal)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
