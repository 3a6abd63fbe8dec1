/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "edge.h"
#include "spe/status.h"

struct run {
    const struct edge_log *log;
    const struct edge_draw *draw;
    struct edge_score *score;
    uint64_t random, hash;
    size_t *at; /* calls of the group that is dealt with */
    size_t n;
    int group;
    int status;
};

/* What every call has beside the fields of its kind. */
static const struct log_field frame[] = {
    {"cycle", offsetof(struct spe_txn, cycle), sizeof(uint64_t), false, false, NULL, 0},
    {"seq", offsetof(struct spe_txn, seq), sizeof(uint32_t), false, false, NULL, 0}};

/* splitmix64: below `n`. */
static size_t below(struct run *run, size_t n)
{
    uint64_t z = run->random += UINT64_C(0x9E3779B97F4A7C15);

    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return (size_t)((z ^ z >> 31) % n);
}

static void count_by(struct edge_row *row, const char *by)
{
    unsigned i = 0;

    while (i < EDGE_BY - 1 && row->by[i].n != 0 && strcmp(row->by[i].name, by) != 0) {
        i++;
    }
    (void)snprintf(row->by[i].name, sizeof(row->by[i].name), "%s", i < EDGE_BY - 1 ? by : "others");
    row->by[i].n++;
}

static void print_miss(const struct run *run, const struct edge_fault *fault, bool seen)
{
    const struct spe_txn *txn = &run->log->txn[fault->at];

    printf("missed\t%s\t%s\t%s\t", run->log->path, edge_group_name(run->group),
           edge_row_name(edge_row(run->group, fault)));
    if (fault->op == EDGE_FLIP) {
        printf("bit %u of 0x%" PRIx64, fault->bit, log_field_get(fault->field, txn));
    } else {
        printf("before %s", fault->at + 1 < run->log->n ? spe_txn_name(txn[1].kind) : "the end");
    }
    printf("\tcycle %" PRIu64 "\tseq %" PRIu32 "\t%s\n", txn->cycle, txn->seq,
           seen ? "another hash" : "the same hash");
}

static void judge(struct run *run, const struct edge_fault *fault)
{
    struct edge_row *row = &run->score->row[edge_row(run->group, fault)];
    struct edge_outcome outcome;

    if (run->status != 0) {
        return;
    }
    int status = edge_judge(run->log, fault, run->draw->framed, &outcome);
    if (status != SPE_OK) {
        fprintf(stderr, "spe-edge: %s: %s\n", run->log->path, spe_status_text(status));
        run->status = spe_status_exit(status);
        return;
    }
    const bool missed = outcome.end == EDGE_MISSED, seen = missed && outcome.hash != run->hash;
    row->faults++;
    row->end[outcome.end]++;
    row->seen += seen;
    if (fault->op == EDGE_FLIP) {
        row->flips[fault->bit]++;
        row->caught[fault->bit] += !missed;
    }
    if (!missed) {
        count_by(row, outcome.by);
    } else if (run->draw->misses) {
        print_miss(run, fault, seen);
    }
}

/* Call number `i` of `most` that are drawn among those of the group: all of them if there are few.
 */
static size_t pick(struct run *run, unsigned i, unsigned most)
{
    return run->at[run->n <= most ? i : below(run, run->n)];
}

/* An exchange that changes nothing is none: the same call, but for its frame. */
static bool same_call(const struct run *run, size_t at)
{
    const struct spe_txn *a = &run->log->txn[at], *b = a + 1;
    int n = 0;
    const struct log_field *field = log_fields(a->kind, &n);
    bool same = a->kind == b->kind;

    for (int i = 0; i < n && same; i++) {
        same = log_field_get(&field[i], a) == log_field_get(&field[i], b);
    }
    return same;
}

static void calls(struct run *run, enum edge_op op)
{
    const unsigned most = run->draw->calls;

    for (unsigned i = 0; i < most && i < run->n; i++) {
        const struct edge_fault fault = {.op = op, .at = pick(run, i, most)};
        if (op != EDGE_SWAP || (fault.at + 1 < run->log->n && !same_call(run, fault.at))) {
            judge(run, &fault);
        }
    }
}

static void flips(struct run *run, const struct log_field *field)
{
    const unsigned most = run->draw->bits;

    for (unsigned bit = 0; bit < 8 * field->bytes; bit++) {
        for (unsigned i = 0; i < most && i < run->n; i++) {
            const struct edge_fault fault = {
                .op = EDGE_FLIP, .at = pick(run, i, most), .field = field, .bit = bit};
            judge(run, &fault);
        }
    }
}

static void group(struct run *run)
{
    int n = 0;
    const struct log_field *field =
        log_fields(run->group == SPE_TXN_KINDS ? SPE_TXN_SYSREG : run->group, &n);

    run->n = 0;
    for (size_t i = 0; i < run->log->n; i++) {
        run->at[run->n] = i;
        run->n += edge_group(&run->log->txn[i]) == run->group;
    }
    calls(run, EDGE_DROP);
    calls(run, EDGE_DOUBLE);
    calls(run, EDGE_SWAP);
    for (size_t i = 0; i < sizeof(frame) / sizeof(frame[0]); i++) {
        flips(run, &frame[i]);
    }
    for (int i = 0; i < n; i++) {
        flips(run, &field[i]);
    }
}

/* The log as it is has to pass: what is found in it is found without a fault, too. */
static int check_base(struct run *run)
{
    const struct edge_fault none = {.op = EDGE_NONE};
    struct edge_outcome outcome;

    int status = edge_judge(run->log, &none, run->draw->framed, &outcome);
    if (status != SPE_OK || outcome.end != EDGE_MISSED) {
        fprintf(stderr, "spe-edge: %s: does not pass: %s\n", run->log->path,
                status != SPE_OK ? spe_status_text(status) : outcome.by);
        return status != SPE_OK ? spe_status_exit(status) : 2;
    }
    run->hash = outcome.hash;
    return 0;
}

int edge_run(const struct edge_log *log, const struct edge_draw *draw, struct edge_score *score)
{
    struct run run = {.log = log, .draw = draw, .score = score, .random = draw->seed};

    run.at = malloc((log->n + 1) * sizeof(*run.at));
    if (run.at == NULL) {
        fprintf(stderr, "spe-edge: %s\n", spe_status_text(SPE_ENOMEM));
        return spe_status_exit(SPE_ENOMEM);
    }
    run.status = check_base(&run);
    for (run.group = 0; run.status == 0 && run.group < EDGE_GROUPS; run.group++) {
        group(&run);
    }
    free(run.at);
    return run.status;
}
