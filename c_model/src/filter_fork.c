/* SPDX-License-Identifier: Apache-2.0 */
#include "filter_fork.h"

#include "buffer_place.h"
#include "model_internal.h"

/*
 * A sample that the filters may keep or reject (3.2.3, 4.3.9; D24.7.12). Its record goes to the
 * queue as one that may not be there: bytes, SAMPLE_FILTRATE and barriers tell.
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
    struct filter_fork *f = &m->filter_fork;

    f->kept = f->rejected = m->cfg;
    REPLACE(fe_zero);
    REPLACE(ft_zero);
    REPLACE(fl_zero);
    REPLACE(fne_zero);
    REPLACE(fe_overlap);
}

const struct spe_config *filter_fork_story(const struct spe_model *m)
{
    return m->filter_fork.any ? &m->filter_fork.kept : &m->cfg;
}

/* The first choice that alone makes the difference. */
static enum fork_kind choice_of(const struct spe_model *m)
{
    const uint64_t fcr = m->regs.v[SPE_PMSFCR];

    if ((fcr & SPE_PMSFCR_FNE) != 0 && m->cfg.fne) {
        return FORK_L15;
    }
    if ((fcr & SPE_PMSFCR_FE) != 0 && m->cfg.fe_zero == spe_cfg_fe_zero_any) {
        return FORK_L1;
    }
    return (fcr & SPE_PMSFCR_FT) != 0 && m->cfg.ft_zero == spe_cfg_ft_zero_any ? FORK_L2 : FORK_L3;
}

enum fork_kind filter_fork_keep(const struct spe_model *m, const struct spe_filtered *seen,
                                bool *kept)
{
    const struct filter_fork *f = &m->filter_fork;

    if (!f->any) {
        *kept = spe_filter_keep(&m->cfg, &m->regs, seen);
        return FORK_KINDS;
    }
    *kept = spe_filter_keep(&f->kept, &m->regs, seen);
    return *kept == spe_filter_keep(&f->rejected, &m->regs, seen) ? FORK_KINDS : choice_of(m);
}

void filter_fork_enqueued(struct spe_model *m, struct rec *rec)
{
    if (rec->filter_fork && rec->state == REC_QUEUED) {
        buffer_doubt(m, rec);
    }
}

void filter_fork_written(struct spe_model *m, struct rec *rec)
{
    if (rec->filter_fork) {
        rec->filter_fork = false;
        m->acc.count[COUNT_FILTRATE].maybe--;
    }
}

bool filter_fork_lost(struct spe_model *m, struct rec *rec)
{
    struct count *c = &m->acc.count[COUNT_FILTRATE];
    bool told = m->cycle > rec->filter_cycle + (uint64_t)m->cfg.pmu_max;

    if (!rec->filter_fork) {
        return false;
    }
    rec->filter_fork = false;
    if (!told) {
        return false; /* SAMPLE_FILTRATE may still say that it was kept, and lost otherwise */
    }
    c->maybe--;
    if (c->seen >= c->total) {
        return false; /* counted: it was kept */
    }
    c->total--;
    m->tot.predicted--;
    m->tot.filtered++;
    return true;
}

/* It was kept: from now on it is a record like any other. */
static void kept(struct spe_model *m, struct rec *rec)
{
    filter_fork_written(m, rec);
    if (rec->state == REC_MAYBE && rec->got_bytes == 0) {
        rec->state = REC_QUEUED;
        rec->maybe = rec->may_write = false;
    }
}

void filter_fork_sweep(struct spe_model *m)
{
    const struct count *c = &m->acc.count[COUNT_FILTRATE];
    bool none = c->seen == c->total - c->maybe, all = c->seen == c->total;

    if (!m->filter_fork.any || (m->opt.taps & SPE_TAP_OUT) == 0 || c->maybe == 0) {
        return;
    }
    for (int i = m->buf.n - 1; i >= 0; i--) {
        struct rec *rec = m->buf.queue[i];
        bool told = m->cycle > rec->filter_cycle + (uint64_t)m->cfg.pmu_max;
        if (!rec->filter_fork || !told || rec->state != REC_MAYBE) {
            continue;
        }
        if (all) {
            kept(m, rec);
        } else if (none) {
            buffer_lose(m, rec);
        }
    }
}

bool filter_fork_open(const struct spe_model *m)
{
    for (int i = 0; m->filter_fork.any && i < MAX_RECS; i++) {
        if (m->buf.pool[i].state != REC_FREE && m->buf.pool[i].filter_fork) {
            return true;
        }
    }
    return false;
}
