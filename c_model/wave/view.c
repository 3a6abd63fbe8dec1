/* SPDX-License-Identifier: Apache-2.0 */
#include "view.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "spe/replay.h"
#include "spe/status.h"

void view_init(struct view *v, const char *log, bool salvage)
{
    memset(v, 0, sizeof(*v));
    v->log = log;
    v->salvage = salvage;
    rows_init(&v->rows, 0, UINT64_MAX);
    units_init(&v->units, &v->rows);
    v->txns.rows = &v->rows;
    v->txns.cfg = &v->cfg;
}

void view_free(struct view *v)
{
    rows_free(&v->rows);
    units_free(&v->units);
    free(v->seen.seen);
    trace_close(v->trace);
    probes_free(&v->probes);
    map_free(&v->map);
}

static void on_header(void *user, const struct spe_log_header *header,
                      const struct spe_log_run *run)
{
    struct view *v = user;

    v->run = *run;
    v->cfg = *header->cfg;
    v->order_free = header->order_free != 0;
    v->seen.taps = header->taps;
    v->seen.from = v->rows.from;
    units_begin(&v->units, header->cfg->inflight);
}

static bool on_txn(void *user, const struct spe_txn *txn)
{
    struct view *v = user;

    /* The journal of the last transaction in the window is complete only with the next one. */
    if (v->units.last_cycle > v->rows.to) {
        return false;
    }
    units_txn(&v->units, txn);
    txns_take(&v->txns, txn);
    seen_time(&v->seen, txn->cycle);
    if (v->trace != NULL && txn->cycle >= v->rows.from && txn->cycle <= v->rows.to &&
        !seen_add(&v->seen, txn)) {
        v->rows.failed = true;
    }
    return true;
}

static void on_entry(void *user, const struct spe_journal_entry *entry)
{
    struct view *v = user;

    units_entry(&v->units, entry);
    if (!v->order_free || entry->unit != SPE_UNIT_RECORD) {
        told_entry(&v->told, entry);
    }
}

static void on_finding(void *user, const struct spe_finding *f)
{
    struct view *v = user;

    v->findings++;
    told_finding(&v->told, f->cycle);
    rows_put(&v->rows, f->cycle, ROW_FINDINGS, v->findings);
    rows_print(&v->rows, f->cycle, ROW_FINDING, "%" PRIu64 ": %s %s: expected %s, actual %s",
               f->number, spe_check_name(f->check), f->where, f->expected, f->actual);
}

int view_read(struct view *v)
{
    const struct spe_journal_reader reader = {.path = v->log,
                                              .salvage = v->salvage,
                                              .on_header = on_header,
                                              .on_txn = on_txn,
                                              .on_entry = on_entry,
                                              .on_finding = on_finding,
                                              .user = v};

    rows_put(&v->rows, 0, ROW_FINDINGS, 0);
    int status = spe_replay_journal(&reader, "wave");
    units_end(&v->units);
    if (status == 0 && (v->rows.failed || v->units.failed)) {
        status = spe_cli_fail(SPE_EXIT_ENVIRONMENT, "wave", "%s", spe_status_text(SPE_ENOMEM));
    }
    if (status == 0 && v->units.last_cycle < v->rows.from) {
        status = spe_cli_fail(SPE_EXIT_USAGE, "wave",
                              "%s: it ends in cycle %" PRIu64 ", the window begins in %" PRIu64,
                              v->log, v->units.last_cycle, v->rows.from);
    }
    return status;
}

/* Text for a register of the SPU that differs. */
static void register_text(const struct divergence *d, char *dst, size_t bytes)
{
    (void)snprintf(dst, bytes, "%s predicted 0x%" PRIx64 ", SPU 0x%" PRIx64 " (%s)",
                   strchr(d->probe->line->what, '.') + 1, d->predicted & d->bits, d->actual,
                   d->probe->line->signal);
}

/* One text of the row "divergence". */
struct said {
    uint64_t cycle;
    char text[512];
};

static int said_by_cycle(const void *a, const void *b)
{
    const struct said *x = a, *y = b;

    return x->cycle < y->cycle ? -1 : x->cycle > y->cycle;
}

/* Put a text for each register and each comparison in the cycle in which it begins to differ. Texts
 * of one cycle are joined. */
static void put_texts(struct view *v)
{
    struct said *said = calloc(ROW_PROBES + TOLD_FIRST, sizeof(*said));
    size_t n = 0;

    if (said == NULL) {
        v->rows.failed = true;
        return;
    }
    for (unsigned i = 0; i < v->probes.n_probes; i++) {
        const struct divergence *d = &v->comparison.first[i];
        if (d->any) {
            said[n].cycle = d->cycle;
            register_text(d, said[n].text, sizeof(said[n].text));
            n++;
        }
    }
    for (unsigned i = 0; i < v->told.n_first; i++, n++) {
        said[n].cycle = v->told.first[i].cycle;
        (void)snprintf(said[n].text, sizeof(said[n].text), "%s", v->told.first[i].text);
    }
    qsort(said, n, sizeof(*said), said_by_cycle);
    rows_text(&v->rows, v->rows.from, ROW_DIVERGENCE, "");
    for (size_t i = 0; i < n; i++) {
        rows_text(&v->rows, said[i].cycle, ROW_DIVERGENCE, said[i].text);
    }
    free(said);
}

/* Put the row "differ" from the scoreboard's comparisons alone, if there are no waves. */
static void put_differs(struct view *v)
{
    const struct told *t = &v->told;

    rows_put(&v->rows, v->rows.from, ROW_DIFFER, told_differs(t, v->rows.from));
    for (unsigned i = 0; i < t->n_cycles; i++) {
        rows_put(&v->rows, t->cycle[i].from, ROW_DIFFER, 1);
        rows_put(&v->rows, t->cycle[i].to + 1, ROW_DIFFER, told_differs(t, t->cycle[i].to + 1));
    }
}

/* The first comparison that fails before the finding, or in its cycle. Bytes in that cycle are left
 * out, because the finding itself says more about them. */
static const struct told_first *compared_first(const struct view *v, uint64_t finding)
{
    const struct told_first *first = told_before(&v->told, finding);

    if (first == NULL) {
        first = told_in(&v->told, finding);
        first = first != NULL && first->unit != SPE_UNIT_RECORD ? first : NULL;
    }
    return first;
}

bool view_later(const struct view *v, uint64_t *cycle, char *text, size_t bytes)
{
    const struct divergence *first = v->comparison.earliest;
    const bool later = first != NULL && v->about.any && first->cycle > v->about.mark[MARK_FINDING];

    if (later) {
        *cycle = first->cycle;
        register_text(first, text, bytes);
    }
    return later;
}

bool view_first(const struct view *v, uint64_t *cycle, char *text, size_t bytes, bool *told)
{
    const uint64_t finding = v->about.any ? v->about.mark[MARK_FINDING] : UINT64_MAX;
    const struct divergence *first = v->comparison.earliest;
    const struct told_first *before = v->about.any ? compared_first(v, finding) : NULL;

    first = first != NULL && first->cycle <= finding ? first : NULL;
    *told = before != NULL && (first == NULL || before->cycle < first->cycle);
    if (*told) {
        *cycle = before->cycle;
        (void)snprintf(text, bytes, "%s", before->text);
    } else if (first != NULL) {
        *cycle = first->cycle;
        register_text(first, text, bytes);
    }
    return *told || first != NULL;
}

void view_mark_divergence(struct view *v)
{
    char text[512];
    uint64_t cycle;
    bool told;

    put_texts(v);
    if (v->trace == NULL) {
        put_differs(v);
    }
    if (view_first(v, &cycle, text, sizeof(text), &told)) {
        v->about.marked[MARK_DIVERGENCE] = true;
        v->about.mark[MARK_DIVERGENCE] = cycle;
    }
}
