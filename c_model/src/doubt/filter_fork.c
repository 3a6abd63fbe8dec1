/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>

#include "arch/filter.h"
#include "doubt/filter_fork.h"
#include "doubt/fork.h"
#include "judge/report.h"
#include "state/model.h"

/*
 * A sample that the filters may keep or reject (3.2.3, 4.3.9; D24.7.12). Its record enters the
 * queue as a record in doubt. Written bytes, SAMPLE_FILTRATE and barriers settle whether it is
 * there.
 */

#define REPLACE(key)                                                                               \
    do {                                                                                           \
        if (m->cfg.key == spe_cfg_##key##_any) {                                                   \
            f->any = true;                                                                         \
            f->kept.key = spe_cfg_##key##_ignored;                                                 \
            f->rejected.key = spe_cfg_##key##_nothing;                                             \
        }                                                                                          \
    } while (0)

void filter_fork_begin(struct spe_model *m)
{
    struct filter_keys *f = &m->filters;

    f->kept = f->rejected = m->cfg;
    REPLACE(fe_zero);
    REPLACE(ft_zero);
    REPLACE(fl_zero);
    REPLACE(fne_zero);
    REPLACE(fe_overlap);
}

const struct spe_config *filter_fork_story(const struct spe_model *m)
{
    return m->filters.any ? &m->filters.kept : &m->cfg;
}

/* The keys that may be open, each with its choice; fl_zero, L3, is the last one. */
#define KEYS(X)                                                                                    \
    X(fne_zero, FORK_L15)                                                                          \
    X(fe_overlap, FORK_L15)                                                                        \
    X(fe_zero, FORK_L1)                                                                            \
    X(ft_zero, FORK_L2)

/* The first choice that decides alone: with `nothing` for its key, the filters reject the sample,
 * although all other open keys keep it. */
static enum fork_kind choice_of(const struct spe_model *m, const struct spe_filtered *seen)
{
#define TRY(key, kind)                                                                             \
    if (m->cfg.key == spe_cfg_##key##_any) {                                                       \
        struct spe_config cfg = m->filters.kept;                                                   \
        cfg.key = spe_cfg_##key##_nothing;                                                         \
        if (!filter_keep(&cfg, &m->spu->regs, seen)) {                                             \
            return kind;                                                                           \
        }                                                                                          \
    }
    KEYS(TRY)
#undef TRY
    assert(m->cfg.fl_zero == spe_cfg_fl_zero_any);
    return FORK_L3;
}

enum fork_kind filter_fork_keep(const struct spe_model *m, const struct spe_filtered *seen,
                                bool *kept)
{
    const struct filter_keys *f = &m->filters;

    if (!f->any) {
        *kept = filter_keep(&m->cfg, &m->spu->regs, seen);
        return FORK_KINDS;
    }
    *kept = filter_keep(&f->kept, &m->spu->regs, seen);
    return *kept == filter_keep(&f->rejected, &m->spu->regs, seen) ? FORK_KINDS
                                                                   : choice_of(m, seen);
}

/* Branches of state/forks.h. */
enum { WRITTEN, NOT_WRITTEN, REJECTED };

void filter_fork_begun(struct spe_model *m, struct rec *rec, enum fork_kind kind)
{
    rec->filter.doubt = rec->filter.open = true;
    rec->filter.kind = kind;
    rec->filter.cycle = m->clock.cycle;
}

/* Add a sample that SAMPLE_FILTRATE is to settle. */
static void wait_for_count(struct spe_model *m, struct filter_gone gone)
{
    struct filter_fork *f = &m->spu->filter_fork;

    if ((m->opt.taps & SPE_TAP_OUT) != 0 && f->n_gone < MAX_GONE) {
        f->gone[f->n_gone++] = gone;
        return;
    }
    m->spu->acc.count[COUNT_FILTRATE].maybe--;
    fact(m, FACT_UNSEEN, gone.kind, !gone.sure);
    if ((m->opt.taps & SPE_TAP_OUT) != 0) {
        model_overflow(m, "samples that SAMPLE_FILTRATE need not have counted", MAX_GONE);
    }
}

/* The filters have kept the record: from now on it is like any other. SAMPLE_FILTRATE may count it
 * later. */
void filter_fork_counted(struct spe_model *m, struct rec *rec)
{
    if (rec->filter.doubt) {
        rec->filter.doubt = false;
        wait_for_count(m, (struct filter_gone){
                              .kind = rec->filter.kind, .cycle = rec->filter.cycle, .sure = true});
    }
}

void filter_fork_kept(struct spe_model *m, struct rec *rec, bool written)
{
    filter_fork_counted(m, rec);
    if (rec->filter.open) {
        rec->filter.open = false;
        fork_taken(m, rec->filter.kind, written ? WRITTEN : NOT_WRITTEN, 1);
    }
}

void filter_fork_reopen(struct spe_model *m, struct rec *rec)
{
    rec->filter.open = true;
    fork_taken(m, rec->filter.kind, NOT_WRITTEN, -1);
}

/* The filters rejected a sample that was counted as a record. */
static void rejected(struct spu *spu)
{
    spu->acc.count[COUNT_FILTRATE].maybe--;
    spu->acc.count[COUNT_FILTRATE].total--;
    spu->tot.predicted--;
    spu->tot.filtered++;
}

void filter_fork_gone(struct spe_model *m, enum fork_kind kind, uint64_t cycle, bool discarded)
{
    wait_for_count(m, (struct filter_gone){.kind = kind, .cycle = cycle, .discarded = discarded});
}

bool filter_fork_lost(struct spe_model *m, struct rec *rec)
{
    bool doubt = rec->filter.doubt, out = (m->opt.taps & SPE_TAP_OUT) != 0;

    if (!doubt) {
        filter_fork_kept(m, rec, false);
        return false;
    }
    rec->filter.doubt = rec->filter.open = false;
    if (out && !rec->filter.rejected) {
        /* SAMPLE_FILTRATE will show whether the filters kept it; if so, something else lost it. */
        filter_fork_gone(m, rec->filter.kind, rec->filter.cycle, model_stopped(m));
        return false;
    }
    rejected(m->spu);
    if (out) {
        fork_taken(m, rec->filter.kind, REJECTED, 1);
    } else {
        fact(m, FACT_UNSEEN, rec->filter.kind, 1);
    }
    return true;
}

void filter_fork_unwritten(struct rec *rec)
{
    rec->filter.rejected |= !rec->filter.off && rec->state != REC_STARTED; /* else kept */
}

bool filter_fork_told(const struct spe_model *m, uint64_t cycle)
{
    return m->clock.cycle > cycle + (uint64_t)m->cfg.pmu_max;
}

void filter_fork_drop_sure(struct spe_model *m)
{
    struct filter_fork *f = &m->spu->filter_fork;
    int left = 0;

    for (int i = 0; i < f->n_gone; i++) {
        if (f->gone[i].sure && filter_fork_told(m, f->gone[i].cycle)) {
            m->spu->acc.count[COUNT_FILTRATE].maybe--;
        } else {
            f->gone[left++] = f->gone[i];
        }
    }
    f->n_gone = left;
}

/* It does not matter which of the samples count as kept and which as rejected. */
void filter_fork_settle_gone(struct spe_model *m, uint64_t n_kept, uint64_t n_rejected)
{
    struct filter_fork *f = &m->spu->filter_fork;
    int left = 0;

    for (int i = 0; i < f->n_gone; i++) {
        const struct filter_gone gone = f->gone[i];
        if (filter_fork_told(m, gone.cycle) && n_kept > 0) {
            n_kept--;
            m->spu->acc.count[COUNT_FILTRATE].maybe--;
            fork_taken(m, gone.kind, NOT_WRITTEN, 1);
        } else if (filter_fork_told(m, gone.cycle) && n_rejected > 0) {
            n_rejected--;
            rejected(m->spu);
            m->spu->tot.lost--;
            m->spu->tot.discarded -= gone.discarded;
            fork_taken(m, gone.kind, REJECTED, 1);
        } else {
            f->gone[left++] = gone;
        }
    }
    f->n_gone = left;
}

void filter_fork_reset(struct spe_model *m)
{
    for (int i = 0; i < m->spu->filter_fork.n_gone; i++) {
        fact(m, FACT_UNSEEN, m->spu->filter_fork.gone[i].kind, !m->spu->filter_fork.gone[i].sure);
    }
    m->spu->filter_fork.n_gone = 0;
    filter_fork_passed(&m->spu->filter_fork, UINT64_MAX);
}

void filter_fork_passed(struct filter_fork *f, uint64_t order)
{
    if (f->forgotten <= order) {
        f->forgotten = 0;
        f->told = false;
    }
}
