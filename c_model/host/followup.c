/* SPDX-License-Identifier: Apache-2.0 */
#include "followup.h"

#include <stdlib.h>
#include <string.h>

#include "followup_run.h"
#include "grow.h"
#include "spe/status.h"

struct judge {
    struct followup *out;
    const struct spe_log_header *header;
    const struct followup_source *source;
    const struct followup_limits *limits;
    struct edits edits; /* of the corrections so far */
    struct run run;     /* the run with these corrections */
    size_t *of;         /* for each finding of `run` its index in out->v */
    uint64_t horizon;   /* findings of later transactions are not judged */
};

/* Whether two replays have the same finding. In both, numbers of transactions are those of the log.
 */
static bool same(const struct spe_finding *a, const struct spe_finding *b)
{
    return a->check == b->check && a->seq == b->seq && strcmp(a->where, b->where) == 0;
}

/* For each finding of `to`, the index of the same finding in `from`, or from->n if there is none.
 */
static size_t *match(const struct run *from, const struct run *to)
{
    size_t *of = calloc(to->n + 1, sizeof(*of));
    bool *taken = calloc(from->n + 1, sizeof(*taken));

    for (size_t i = 0; of != NULL && taken != NULL && i < to->n; i++) {
        size_t j = 0;
        while (j < from->n && (taken[j] || !same(&from->v[j], &to->v[i]))) {
            j++;
        }
        taken[j] = true;
        of[i] = j;
    }
    if (taken == NULL) {
        free(of);
        of = NULL;
    }
    free(taken);
    return of;
}

/* Index of the finding with the number `number`. */
static size_t find(const struct followup *out, uint64_t number)
{
    size_t i = 0;

    while (i < out->n && out->v[i].f.number != number) {
        i++;
    }
    return i;
}

/* Room for one more finding. */
static bool make_room(struct followup *out)
{
    struct followup_finding *v = grow(out->v, out->n, &out->room, sizeof(*v));

    out->v = v != NULL ? v : out->v;
    return v != NULL;
}

/* A finding that appears when finding `by` is corrected: one that had vanished, or a new one.
 * @return its index. */
static size_t brought_up(struct followup *out, const struct spe_finding *f, uint64_t by)
{
    for (size_t i = 0; i < out->n; i++) {
        struct followup_finding *old = &out->v[i];
        if (!old->gone || !same(&old->f, f)) {
            continue;
        }
        if (old->follows != 0) {
            out->v[find(out, old->follows)].followers--;
        }
        old->follows = 0;
        old->gone = false;
        return i;
    }
    out->v[out->n] = (struct followup_finding){.f = *f, .after = by};
    out->v[out->n].f.number = out->beyond + out->n + 1;
    return out->n++;
}

/* Findings that vanish when the listed finding at `by` is corrected are its follow-ups. */
static void vanish(struct judge *j, const bool *there, size_t by)
{
    for (size_t i = 0; i < j->run.n; i++) {
        struct followup_finding *f = &j->out->v[j->of[i]];
        f->gone = !there[i];
        if (f->gone && !f->listed) {
            f->follows = j->out->v[by].f.number;
            j->out->v[by].followers++;
        }
    }
}

/* The replay `trial`, with the finding at `by` corrected, becomes the run. `of` is from match(). */
static int go_on(struct judge *j, struct run *trial, const size_t *of, size_t by)
{
    size_t *now = calloc(trial->n + 1, sizeof(*now));
    bool *there = calloc(j->run.n + 1, sizeof(*there));
    int status = now != NULL && there != NULL ? SPE_OK : SPE_ENOMEM;

    for (size_t i = 0; status == SPE_OK && i < trial->n; i++) {
        there[of[i]] = true;
        if (of[i] < j->run.n) {
            now[i] = j->of[of[i]];
        } else if (make_room(j->out)) {
            now[i] = brought_up(j->out, &trial->v[i], j->out->v[by].f.number);
        } else {
            status = SPE_ENOMEM;
        }
    }
    if (status == SPE_OK) {
        vanish(j, there, by);
    }
    free(there);
    free(j->of);
    j->of = now;
    run_free(&j->run);
    j->run = *trial;
    *trial = (struct run){.status = SPE_OK};
    return status;
}

/* Judge a replay with the finding at `i` of the run corrected. The correction holds if that finding
 * vanishes, and the replay has no more findings than the run. */
static enum followup_reason weigh(const struct judge *j, const struct run *trial, const size_t *of,
                                  size_t i)
{
    for (size_t k = 0; k < trial->n; k++) {
        if (of[k] == i) {
            return FOLLOWUP_STAYS;
        }
    }
    return trial->n <= j->run.n ? FOLLOWUP_CORRECTED : FOLLOWUP_RAISES;
}

static void forget_late(struct run *run, uint64_t horizon)
{
    while (run->n > 0 && run->v[run->n - 1].seq > horizon) {
        run->n--;
    }
}

/* Replay with `edits`, which include the correction of the finding at `i` of the run. If the
 * correction holds, the edits are kept. */
static int try_edits(struct judge *j, struct edits *edits, size_t i)
{
    const size_t by = j->of[i];
    struct run trial;
    size_t *of = NULL;

    int status = run_replay(&trial, j->header, j->source, edits, 2 * j->limits->findings);
    j->out->replays++;
    j->out->txns += trial.txns;
    forget_late(&trial, j->horizon);
    if (status == SPE_OK) {
        of = match(&j->run, &trial);
        status = of == NULL ? SPE_ENOMEM : SPE_OK;
    }
    if (status == SPE_OK) {
        enum followup_reason reason = weigh(j, &trial, of, i);
        j->out->v[by].reason = reason;
        if (reason == FOLLOWUP_CORRECTED) {
            const struct edits old = j->edits;
            j->edits = *edits;
            *edits = old;
            status = go_on(j, &trial, of, by);
        }
    }
    free(of);
    run_free(&trial);
    return status;
}

/* List the finding at `i` of the run, and look for its follow-ups. */
static int judge_one(struct judge *j, size_t i)
{
    struct followup_finding *f = &j->out->v[j->of[i]];
    struct edits edits = {.v = NULL};
    int status = SPE_OK;

    f->listed = true;
    for (size_t k = 0; status == SPE_OK && k < j->edits.n; k++) {
        status = edits_add(&edits, &j->edits.v[k]);
    }
    for (size_t k = 0; status == SPE_OK && k < j->run.n_corrections; k++) {
        if (j->run.correction[k].number == j->run.v[i].number) {
            status = edits_add(&edits, &j->run.correction[k].edit);
        }
    }
    if (status == SPE_OK && edits.n == j->edits.n) {
        f->reason = FOLLOWUP_NONE;
    } else if (status == SPE_OK && j->out->txns >= j->limits->txns) {
        f->reason = FOLLOWUP_LIMIT;
        j->out->limited = true;
    } else if (status == SPE_OK) {
        status = try_edits(j, &edits, i);
    }
    edits_free(&edits);
    return status;
}

/* Index of the first finding of the run that is not listed yet, or run.n. */
static size_t next_one(const struct judge *j)
{
    size_t i = 0;

    while (i < j->run.n && j->out->v[j->of[i]].listed) {
        i++;
    }
    return i;
}

/* Replay the log without edits, to get all findings of the run. */
static int begin(struct judge *j)
{
    struct followup *out = j->out;

    int status = run_replay(&j->run, j->header, j->source, &j->edits, j->limits->findings);
    out->n_run = j->run.n;
    out->beyond = j->run.total - j->run.n;
    j->horizon = out->beyond != 0 && j->run.n > 0 ? j->run.v[j->run.n - 1].seq : UINT64_MAX;
    j->of = calloc(j->run.n + 1, sizeof(*j->of));
    status = status == SPE_OK && j->of == NULL ? SPE_ENOMEM : status;
    for (size_t i = 0; status == SPE_OK && i < j->run.n; i++) {
        if (!make_room(out)) {
            return SPE_ENOMEM;
        }
        j->of[i] = out->n;
        out->v[out->n++] = (struct followup_finding){.f = j->run.v[i]};
    }
    return status;
}

int followup_judge(struct followup *out, const struct spe_log_header *header,
                   const struct followup_source *source, const struct followup_limits *limits)
{
    struct judge j = {.out = out, .header = header, .source = source, .limits = limits};
    size_t i;

    *out = (struct followup){.n = 0};
    int status = begin(&j);
    while (status == SPE_OK && (i = next_one(&j)) < j.run.n) {
        status = judge_one(&j, i);
    }
    free(j.of);
    run_free(&j.run);
    edits_free(&j.edits);
    return status;
}

void followup_free(struct followup *followup)
{
    free(followup->v);
    *followup = (struct followup){.n = 0};
}
