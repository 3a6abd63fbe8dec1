/* SPDX-License-Identifier: Apache-2.0 */
#include "units.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "room.h"
#include "spe/model.h"

void units_init(struct units *u, struct rows *rows)
{
    static const char *const field[ROW_OF_TAG] = {"sample", "state", "life", "pc", "operation"};
    static const unsigned bits[ROW_OF_TAG] = {32, 2, 4, 64, 16};
    static const enum row_format format[ROW_OF_TAG] = {ROW_DEC, ROW_SAMPLE, ROW_LIFE_STEP, ROW_HEX,
                                                       ROW_HEX};
    char name[32];

    *u = (struct units){.rows = rows};
    beats_init(&u->beats, rows);
    for (int i = 0; i < SPE_REGS; i++) {
        rows_name(rows, ROW_REGISTERS + (unsigned)i, "registers", spe_reg_name((enum spe_reg)i), 64,
                  ROW_HEX);
    }
    for (unsigned tag = 0; tag < ROW_TAGS; tag++) {
        for (unsigned i = 0; i < ROW_OF_TAG; i++) {
            (void)snprintf(name, sizeof(name), "tag%u_%s", tag, field[i]);
            rows_name(rows, ROW_TAG_0 + tag * ROW_OF_TAG + i, "samples", name, bits[i], format[i]);
        }
    }
}

static void put_tag(struct units *u, uint64_t cycle, unsigned tag, enum row_tag what,
                    uint64_t value)
{
    rows_put(u->rows, cycle, ROW_TAG_0 + tag * ROW_OF_TAG + what, value);
}

/* The journal has only changes, so the rows begin with 0. */
void units_begin(struct units *u, int inflight)
{
    static const enum row state[] = {ROW_NEXT,    ROW_PROFILING, ROW_BUFFER_ON, ROW_STOPPED,
                                     ROW_RECORDS, ROW_PSB,       ROW_DSB};

    rows_put_known(u->rows, 0, ROW_REGIME, 0, 0); /* up to the first reset */
    for (unsigned i = 0; i < sizeof(state) / sizeof(state[0]); i++) {
        rows_put(u->rows, 0, state[i], 0);
    }
    for (unsigned tag = 0; tag < ROW_TAGS && (int)tag < inflight; tag++) {
        put_tag(u, 0, tag, TAG_STATE, SPE_SAMPLE_FREE);
    }
}

void units_free(struct units *u)
{
    free(u->point);
}

static void add_point(struct units *u, uint64_t cycle)
{
    struct counter_point *all = room_for(u->point, u->n_points, &u->point_room, sizeof(*all));

    if (all == NULL) {
        u->failed = true;
        return;
    }
    u->point = all;
    u->point[u->n_points++] = (struct counter_point){cycle, u->counter, u->counter_known};
}

/* Whether a register was written in this cycle. The write enters the prediction only with the next
 * transaction. */
static bool written_in(const struct units *u, uint64_t cycle)
{
    return u->n_writes != 0 && u->write[(u->n_writes - 1) % UNIT_WRITES].cycle == cycle;
}

/* Note the counter after a transaction if it is exact. The monitor sends all members before any
 * transaction except a translation or a beat. A transaction of the start of a cycle comes before
 * the members of that cycle, one of its end after them. A counter of 0 may still be loaded (3.1.2);
 * the load is predicted only with the next transaction. */
static void applied(struct units *u)
{
    const struct spe_txn *t = &u->txn;

    if (t->cycle < u->rows->from || t->cycle > u->rows->to || u->counter == 0 ||
        u->taken[SPE_UNIT_REGISTER] == t->cycle + 1) {
        return;
    }
    if (t->kind == SPE_TXN_LIFE || (t->kind == SPE_TXN_SYSREG && t->u.sysreg.write == 0)) {
        add_point(u, t->cycle);
    } else if ((t->kind == SPE_TXN_SYNC || t->kind == SPE_TXN_OUT) && !written_in(u, t->cycle)) {
        add_point(u, t->cycle + 1);
    }
}

/* Forget the counter from `cycle` on: a reset can come at any time in its cycle. */
static void forget_points(struct units *u, uint64_t cycle)
{
    while (u->n_points != 0 && u->point[u->n_points - 1].cycle >= cycle) {
        u->n_points--;
    }
}

void units_txn(struct units *u, const struct spe_txn *txn)
{
    if (u->any) {
        applied(u);
    }
    if (txn->kind == SPE_TXN_RESET) {
        forget_points(u, txn->cycle);
        if (txn->u.reset.kind == 1 && u->resets++ == 0) {
            rows_put(u->rows, txn->cycle, ROW_REGIME, 0);
        }
    }
    beats_time(&u->beats, txn->cycle);
    u->before = u->any ? u->txn : *txn;
    u->txn = *txn;
    u->any = true;
    u->last_cycle = txn->cycle;
    if (txn->kind == SPE_TXN_SYSREG && txn->u.sysreg.write != 0) {
        u->write[u->n_writes % UNIT_WRITES].cycle = txn->cycle;
        u->write[u->n_writes++ % UNIT_WRITES].seq = txn->seq;
    }
}

void units_end(struct units *u)
{
    beats_time(&u->beats, UINT64_MAX);
}

/* The transaction of this cycle that has caused an entry, or NULL if time has caused it. */
static const struct spe_txn *made_by(const struct units *u, const struct spe_journal_entry *e)
{
    const struct spe_txn *txn = e->seq == u->txn.seq ? &u->txn : &u->before;

    return u->any && txn->seq == e->seq && txn->cycle == e->cycle ? txn : NULL;
}

/* Whether an SPU shows the entry only in the next cycle, in its flip-flops: samples, the queue. */
static bool is_next(const struct units *u, const struct spe_journal_entry *e)
{
    const struct spe_txn *txn = made_by(u, e);

    if (txn == NULL || txn->kind == SPE_TXN_RESET) { /* a reset waits for no edge */
        return false;
    }
    return e->unit == SPE_UNIT_SAMPLE || strcmp(e->field, "records") == 0;
}

/* The cycle from which on an SPU shows the entry. A direct write shows in the cycle after it. What
 * was taken over from the SPU, and what follows from that, shows in the cycle after the comparison.
 */
static uint64_t shown_from(const struct units *u, const struct spe_journal_entry *e)
{
    if (e->kind == SPE_JOURNAL_TAKEN || u->taken[e->unit] == e->cycle + 1) {
        return e->cycle + 1;
    }
    for (unsigned i = 0; i < UNIT_WRITES && i < u->n_writes; i++) {
        if (u->write[i].seq == e->seq && u->write[i].cycle == e->cycle) {
            return e->cycle + 1;
        }
    }
    return e->cycle + is_next(u, e);
}

static void of_register(struct units *u, const struct spe_journal_entry *e)
{
    struct rows *r = u->rows;

    if (e->kind == SPE_JOURNAL_COMPARE) {
        rows_text(r, e->cycle, ROW_READ_REG, e->field);
        rows_put_known(r, e->cycle, ROW_READ_EXP, e->old, e->mask);
        rows_put(r, e->cycle, ROW_READ_ACT, e->now);
        return;
    }
    rows_put_known(r, shown_from(u, e), ROW_REGISTERS + e->number, e->now, e->mask);
    if (e->kind == SPE_JOURNAL_TAKEN) {
        rows_print(r, e->cycle, ROW_TAKEN, "%s 0x%" PRIx64, e->field, e->now);
    }
    if (e->number == SPE_PMSICR && e->kind == SPE_JOURNAL_TAKEN && u->txn.kind == SPE_TXN_SYSREG) {
        add_point(u, e->cycle); /* the value that was compared */
    }
    if (e->number == SPE_PMSICR) {
        u->counter = e->now;
        u->counter_known = e->mask;
    }
}

/* Fields that have a row of their own. */
struct field_row {
    const char *field;
    enum row row;
};

static const struct field_row interval_rows[] = {{"next", ROW_NEXT}, {"selection", ROW_SELECTED},
                                                 {"load", ROW_LOAD}, {"reload", ROW_RELOAD},
                                                 {"draw", ROW_DRAW}, {NULL, ROWS_FIXED}};
static const struct field_row enable_rows[] = {{"profiling", ROW_PROFILING},
                                               {"buffer", ROW_BUFFER_ON},
                                               {"stopped", ROW_STOPPED},
                                               {"regime", ROW_REGIME},
                                               {NULL, ROWS_FIXED}};
static const struct field_row queue_rows[] = {
    {"records", ROW_RECORDS}, {"PSB", ROW_PSB}, {"DSB", ROW_DSB}, {NULL, ROWS_FIXED}};
static const struct field_row filter_rows[] = {
    {"FE", ROW_FE},   {"FNE", ROW_FNE},   {"FT", ROW_FT},    {"FL", ROW_FL},
    {"FDS", ROW_FDS}, {"keep", ROW_KEEP}, {NULL, ROWS_FIXED}};

/* @return the row of a field, or ROWS_FIXED. */
static enum row row_of(const struct field_row *rows, const char *field)
{
    while (rows->field != NULL && strcmp(rows->field, field) != 0) {
        rows++;
    }
    return rows->row;
}

static void put_field(struct units *u, const struct field_row *rows,
                      const struct spe_journal_entry *e)
{
    const enum row row = row_of(rows, e->field);

    if (row != ROWS_FIXED) {
        rows_put_known(u->rows, shown_from(u, e), row, e->now, e->mask);
    }
}

/* Show a row as unknown in one cycle, and as `value` from the next cycle on. */
static void put_open(struct units *u, uint64_t cycle, unsigned row, uint64_t value, uint64_t known)
{
    rows_put_known(u->rows, cycle, row, 0, 0);
    rows_put_known(u->rows, cycle + 1, row, value, known);
}

/* The lanes of one cycle can be of two contexts. A value that depends on the context is then shown
 * as unknown. */
static void of_enable(struct units *u, const struct spe_journal_entry *e)
{
    const struct spe_txn *txn = made_by(u, e);
    const enum row row = row_of(enable_rows, e->field);

    if (row == ROWS_FIXED || txn == NULL || e->kind == SPE_JOURNAL_TAKEN ||
        (txn->kind != SPE_TXN_CTX && txn->kind != SPE_TXN_POP && txn->kind != SPE_TXN_SYNC)) {
        put_field(u, enable_rows, e);
        return;
    }
    put_open(u, e->cycle, row, e->now, e->mask);
}

/* An SPU may need a cycle to drop the records that an event has lost. */
static void of_queue(struct units *u, const struct spe_journal_entry *e)
{
    if (strcmp(e->field, "records") != 0) {
        put_field(u, queue_rows, e);
        return;
    }
    u->records = e->now;
    u->records_known = e->mask;
    if (e->now < e->old && made_by(u, e) == NULL) {
        put_open(u, e->cycle, ROW_RECORDS, e->now, e->mask);
    } else {
        put_field(u, queue_rows, e);
    }
}

/* A record no longer waits for room. An SPU may need a cycle to move it. */
static void end_wait(struct units *u, uint64_t cycle, unsigned tag)
{
    put_open(u, cycle, ROW_TAG_0 + tag * ROW_OF_TAG + TAG_STATE, SPE_SAMPLE_FREE, UINT64_MAX);
    put_open(u, cycle, ROW_RECORDS, u->records, u->records_known);
}

static void of_interval(struct units *u, const struct spe_journal_entry *e)
{
    if (e->kind == SPE_JOURNAL_COMPARE) {
        rows_put_known(u->rows, e->cycle, ROW_MEMBER_EXP, e->old, e->mask);
        rows_put(u->rows, e->cycle, ROW_MEMBER_ACT, e->now);
        return;
    }
    put_field(u, interval_rows, e);
}

static unsigned tag_of(const struct units *u, uint32_t sample)
{
    unsigned tag = 0;

    while (tag < ROW_TAGS && u->sample_of[tag] != sample) {
        tag++;
    }
    return tag;
}

static void put_life(struct units *u, const struct spe_journal_entry *e, unsigned tag)
{
    static const char *const steps[] = {[SPE_LIFE_ISSUE] = "issue",
                                        [SPE_LIFE_XLAT_START] = "translation start",
                                        [SPE_LIFE_XLAT_END] = "translation end",
                                        [SPE_LIFE_COMPLETE] = "complete"};

    if (strcmp(e->field, "end") == 0) {
        put_tag(u, e->cycle, tag, TAG_LIFE, e->now);
    }
    for (unsigned i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
        if (strcmp(e->field, steps[i]) == 0) {
            put_tag(u, e->cycle, tag, TAG_LIFE, i);
        }
    }
}

static void of_sample(struct units *u, const struct spe_journal_entry *e)
{
    if (strcmp(e->field, "tag") == 0 && e->now < ROW_TAGS) {
        u->sample_of[e->now] = e->number;
        put_tag(u, shown_from(u, e), (unsigned)e->now, TAG_SAMPLE, e->number);
        put_tag(u, e->cycle, (unsigned)e->now, TAG_LIFE, SPE_LIFE_KINDS);
    }
    const unsigned tag = tag_of(u, e->number);
    if (tag == ROW_TAGS) {
        return;
    }
    const bool reset = u->txn.kind == SPE_TXN_RESET && u->txn.cycle == e->cycle;
    if (strcmp(e->field, "state") == 0 && e->old == SPE_SAMPLE_WAIT && !reset) {
        end_wait(u, shown_from(u, e), tag);
    } else if (strcmp(e->field, "state") == 0) {
        put_tag(u, shown_from(u, e), tag, TAG_STATE, e->now);
    } else if (strcmp(e->field, "pc") == 0) {
        put_tag(u, shown_from(u, e), tag, TAG_PC, e->now);
    } else if (strcmp(e->field, "operation") == 0) {
        put_tag(u, shown_from(u, e), tag, TAG_OPERATION, e->now);
    } else {
        put_life(u, e, tag);
    }
}

static void of_filter(struct units *u, const struct spe_journal_entry *e)
{
    const enum row row = row_of(filter_rows, e->field);

    rows_put(u->rows, e->cycle, ROW_FILTERED, e->number);
    if (row == ROW_KEEP) {
        rows_put(u->rows, e->cycle, row, e->now);
    } else if (row != ROWS_FIXED) {
        rows_print(u->rows, e->cycle, row, "%s: asks 0x%" PRIx64 " of 0x%" PRIx64,
                   e->mask != 0 ? "holds" : "FAILS", e->old, e->now);
    }
}

static void of_record(struct units *u, const struct spe_journal_entry *e)
{
    struct rows *r = u->rows;

    const struct beat_record *record = beats_entry(&u->beats, e);
    if (strcmp(e->field, "state") == 0 && e->now <= SPE_RECORD_QUEUED) {
        rows_put(r, e->cycle, ROW_MADE, e->number);
        rows_put(r, e->cycle, ROW_MADE_OF, record->sample);
    } else if (strcmp(e->field, "state") == 0) {
        rows_put(r, e->cycle, ROW_RECORD, e->number);
        rows_put(r, e->cycle, ROW_RECORD_STATE, e->now);
        rows_put(r, e->cycle, ROW_RECORD_OF, record->sample);
        rows_put(r, e->cycle, ROW_LENGTH, record->length);
    } else if (strcmp(e->field, "va") == 0) {
        rows_put(r, e->cycle, ROW_VA, e->now);
    } else if (strcmp(e->field, "burst") == 0) {
        rows_print(r, e->cycle, ROW_BURST,
                   "record %" PRIu32 " +%" PRIu32 ": VA 0x%" PRIx64 ", PA 0x%" PRIx64, e->number,
                   e->at, e->old, e->now);
    }
}

static void of_buffer(struct units *u, const struct spe_journal_entry *e)
{
    if (strcmp(e->field, "translation") == 0) {
        rows_print(u->rows, e->cycle, ROW_XL, "0x%" PRIx64 " is 0x%" PRIx64, e->old, e->now);
    } else if (strcmp(e->field, "fault") == 0) {
        rows_print(u->rows, e->cycle, ROW_FAULT, "0x%" PRIx64 " FSC 0x%" PRIx64, e->old, e->now);
    } else {
        rows_put(u->rows, e->cycle, ROW_RESPONSE, e->now);
    }
}

/* Show a count. It is marked as wrong only if it differs by more than is still permitted. */
static void say_count(struct units *u, const struct spe_journal_entry *e)
{
    if (e->now > e->old || e->now + e->at < e->old) {
        rows_print(u->rows, e->cycle, ROW_COUNTS, "%s %" PRIu64 ", NOT %" PRIu64, e->field, e->now,
                   e->old);
    } else {
        rows_print(u->rows, e->cycle, ROW_COUNTS, "%s %" PRIu64, e->field, e->now);
    }
}

static void of_output(struct units *u, const struct spe_journal_entry *e)
{
    struct rows *r = u->rows;

    if (strcmp(e->field, "levels") == 0) {
        rows_put_known(r, e->cycle, ROW_LEVELS_EXP, e->old, e->mask);
        rows_put(r, e->cycle, ROW_LEVELS_ACT, e->now);
    } else if (e->kind == SPE_JOURNAL_COMPARE) {
        say_count(u, e);
    } else if (e->number < ROW_OUTPUTS) {
        if (!r->info[ROW_OUTPUT_0 + e->number].used) {
            rows_name(r, ROW_OUTPUT_0 + e->number, "outputs", e->field, 32, ROW_DEC);
        }
        rows_put(r, e->cycle, ROW_OUTPUT_0 + e->number, e->now);
    }
}

static void of_doubt(struct units *u, const struct spe_journal_entry *e)
{
    if (e->number == 0) {
        rows_print(u->rows, e->cycle, ROW_EVENT, "%s: due in %" PRIu64 " .. %" PRIu64, e->field,
                   e->old, e->now);
    } else {
        rows_print(u->rows, e->cycle, ROW_FORK, "%s %s", e->field,
                   e->now != 0 ? "open" : "settled");
    }
}

void units_entry(struct units *u, const struct spe_journal_entry *e)
{
    static void (*const take[SPE_UNITS])(struct units *, const struct spe_journal_entry *) = {
        [SPE_UNIT_REGISTER] = of_register, [SPE_UNIT_INTERVAL] = of_interval,
        [SPE_UNIT_ENABLE] = of_enable,     [SPE_UNIT_SAMPLE] = of_sample,
        [SPE_UNIT_FILTER] = of_filter,     [SPE_UNIT_QUEUE] = of_queue,
        [SPE_UNIT_RECORD] = of_record,     [SPE_UNIT_BUFFER] = of_buffer,
        [SPE_UNIT_OUTPUT] = of_output,     [SPE_UNIT_DOUBT] = of_doubt,
    };

    if (e->kind == SPE_JOURNAL_TAKEN) {
        u->taken[e->unit] = e->cycle + 1;
    }
    take[e->unit](u, e);
}
