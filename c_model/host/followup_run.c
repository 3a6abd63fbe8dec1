/* SPDX-License-Identifier: Apache-2.0 */
#include "followup_run.h"

#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "spe/status.h"

/* Index of the first edit of transaction `seq` or a later one. */
static size_t edits_from(const struct edits *edits, uint64_t seq)
{
    size_t low = 0, high = edits->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (edits->v[middle].seq < seq) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

int edits_add(struct edits *edits, const struct spe_edit *edit)
{
    struct spe_edit *v = grow(edits->v, edits->n, &edits->room, sizeof(*v));

    if (v == NULL) {
        return SPE_ENOMEM;
    }
    edits->v = v;
    size_t at = edits_from(edits, (uint64_t)edit->seq + 1);
    memmove(&v[at + 1], &v[at], (edits->n - at) * sizeof(*v));
    v[at] = *edit;
    edits->n++;
    return SPE_OK;
}

void edits_free(struct edits *edits)
{
    free(edits->v);
    *edits = (struct edits){.v = NULL};
}

static void edits_apply(const struct edits *edits, struct spe_txn *txn)
{
    for (size_t i = edits_from(edits, txn->seq); i < edits->n && edits->v[i].seq == txn->seq; i++) {
        (void)spe_edit_apply(txn, &edits->v[i]);
    }
}

static void on_finding(void *user, const struct spe_finding *f)
{
    struct run *run = user;
    struct spe_finding *v = grow(run->v, run->n, &run->room, sizeof(*v));

    if (v == NULL) {
        run->status = SPE_ENOMEM;
        return;
    }
    run->v = v;
    v[run->n++] = *f;
}

static void on_edit(void *user, uint64_t number, const struct spe_edit *edit)
{
    struct run *run = user;
    struct correction *v =
        grow(run->correction, run->n_corrections, &run->correction_room, sizeof(*v));

    if (v == NULL) {
        run->status = SPE_ENOMEM;
        return;
    }
    run->correction = v;
    v[run->n_corrections++] = (struct correction){number, *edit};
}

static int feed_edited(struct run *run, struct spe_model *model,
                       const struct followup_source *source, const struct edits *edits)
{
    struct spe_txn txn;
    int status = source->rewind(source->user);

    while (status >= 0 && run->status == SPE_OK &&
           (status = source->next(source->user, &txn)) > 0) {
        edits_apply(edits, &txn);
        (void)spe_model_apply(model, &txn);
        run->txns++;
    }
    return status < 0 ? status : run->status;
}

int run_replay(struct run *run, const struct spe_log_header *header,
               const struct followup_source *source, const struct edits *edits, unsigned max)
{
    struct spe_model_options options = {.taps = header->taps,
                                        .order_free = header->order_free,
                                        .max_findings = max,
                                        .on_finding = on_finding,
                                        .on_edit = on_edit,
                                        .user = run};
    struct spe_model *model;
    struct spe_totals totals;

    *run = (struct run){.status = SPE_OK};
    int status = spe_model_create(&model, header->cfg, &options);
    if (status != SPE_OK) {
        return status;
    }
    status = feed_edited(run, model, source, edits);
    status = status == SPE_OK ? spe_model_status(model) : status;
    spe_model_totals(model, &totals);
    run->total = totals.mismatches + totals.misuses;
    spe_model_destroy(model);
    return status;
}

void run_free(struct run *run)
{
    free(run->v);
    free(run->correction);
    *run = (struct run){.status = SPE_OK};
}
