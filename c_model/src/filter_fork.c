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

/* Each key that may be left open, and its choice. */
#define KEYS(X)                                                                                    \
    X(fne_zero, FORK_L15)                                                                          \
    X(fe_overlap, FORK_L15)                                                                        \
    X(fe_zero, FORK_L1)                                                                            \
    X(ft_zero, FORK_L2)                                                                            \
    X(fl_zero, FORK_L3)

/* The first choice that alone makes the difference: its key rejects, the others keep. */
static enum fork_kind choice_of(const struct spe_model *m, const struct spe_filtered *seen)
{
#define TRY(key, kind)                                                                             \
    if (m->cfg.key == spe_cfg_##key##_any) {                                                       \
        struct spe_config cfg = m->filter_fork.kept;                                               \
        cfg.key = spe_cfg_##key##_nothing;                                                         \
        if (!spe_filter_keep(&cfg, &m->regs, seen)) {                                              \
            return kind;                                                                           \
        }                                                                                          \
    }
    KEYS(TRY)
#undef TRY
    return FORK_KINDS; /* not reached: a sample passes only if each filter keeps it */
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
    return *kept == spe_filter_keep(&f->rejected, &m->regs, seen) ? FORK_KINDS : choice_of(m, seen);
}

void filter_fork_enqueued(struct spe_model *m, struct rec *rec)
{
    if (rec->filter_fork && rec->state == REC_QUEUED) {
        buffer_doubt(m, rec);
    }
}

/* Branches of fork.h. */
enum { WRITTEN, NOT_WRITTEN, REJECTED };

static void settled(struct spe_model *m, enum fork_kind kind, int branch)
{
    m->forks.settled[kind][branch]++;
}

void filter_fork_begun(struct spe_model *m, struct rec *rec, enum fork_kind kind)
{
    rec->filter_fork = rec->filter_open = true;
    rec->filter_kind = kind;
    rec->filter_cycle = m->clock.cycle;
}

/* One more of which SAMPLE_FILTRATE tells. */
static void wait_for_count(struct spe_model *m, struct filter_gone gone)
{
    struct filter_fork *f = &m->filter_fork;

    if ((m->opt.taps & SPE_TAP_OUT) != 0 && f->n_gone < MAX_GONE) {
        f->gone[f->n_gone++] = gone;
        return;
    }
    m->acc.count[COUNT_FILTRATE].maybe--;
    m->forks.unseen[gone.kind] += !gone.sure;
    if ((m->opt.taps & SPE_TAP_OUT) != 0) {
        model_overflow(m, "samples that SAMPLE_FILTRATE need not have counted", MAX_GONE);
    }
}

/* It was kept: from now on it is a record like any other. SAMPLE_FILTRATE may be behind. */
static void kept(struct spe_model *m, struct rec *rec)
{
    if (rec->filter_fork) {
        rec->filter_fork = false;
        wait_for_count(m, (struct filter_gone){
                              .kind = rec->filter_kind, .cycle = rec->filter_cycle, .sure = true});
    }
}

void filter_fork_kept(struct spe_model *m, struct rec *rec, bool written)
{
    kept(m, rec);
    if (rec->filter_open) {
        rec->filter_open = false;
        settled(m, rec->filter_kind, written ? WRITTEN : NOT_WRITTEN);
    }
}

void filter_fork_reopen(struct spe_model *m, struct rec *rec)
{
    rec->filter_open = true;
    m->forks.settled[rec->filter_kind][NOT_WRITTEN]--;
}

/* It was no record. */
static void rejected(struct spe_model *m)
{
    m->acc.count[COUNT_FILTRATE].maybe--;
    m->acc.count[COUNT_FILTRATE].total--;
    m->tot.predicted--;
    m->tot.filtered++;
}

void filter_fork_gone(struct spe_model *m, enum fork_kind kind, uint64_t cycle, bool discarded)
{
    wait_for_count(m, (struct filter_gone){.kind = kind, .cycle = cycle, .discarded = discarded});
}

bool filter_fork_lost(struct spe_model *m, struct rec *rec)
{
    bool doubt = rec->filter_fork, out = (m->opt.taps & SPE_TAP_OUT) != 0;

    if (!doubt) {
        filter_fork_kept(m, rec, false);
        return false;
    }
    rec->filter_fork = rec->filter_open = false;
    if (out && !rec->rejected) {
        /* SAMPLE_FILTRATE says whether it was kept, and lost otherwise. */
        filter_fork_gone(m, rec->filter_kind, rec->filter_cycle, model_stopped(m));
        return false;
    }
    rejected(m);
    if (out) {
        settled(m, rec->filter_kind, REJECTED);
    } else {
        m->forks.unseen[rec->filter_kind]++;
    }
    return true;
}

static bool is_told(const struct spe_model *m, uint64_t cycle)
{
    return m->clock.cycle > cycle + (uint64_t)m->cfg.pmu_max;
}

/* Of the samples of which SAMPLE_FILTRATE must have told: */
struct told {
    uint64_t recs, gone;  /* how many records there are, and how many that are none any more */
    uint64_t least, most; /* of all these were kept */
};

/* What was reported beside those that had to be: of these, of what may be reported later, too, and
 * of samples of which it need not have told yet. */
static struct told count_told(const struct spe_model *m)
{
    const struct count *c = &m->acc.count[COUNT_FILTRATE];
    struct told told = {0};
    uint64_t later = 0;

    for (int i = 0; i < MAX_RECS; i++) {
        const struct rec *rec = &m->buf.pool[i];
        told.recs += rec->state != REC_FREE && rec->filter_fork && is_told(m, rec->filter_cycle);
    }
    for (int i = 0; i < m->filter_fork.n_gone; i++) {
        told.gone += is_told(m, m->filter_fork.gone[i].cycle);
    }
    for (int i = 0; i < c->n_recent; i++) {
        later += is_told(m, c->recent[i].cycle) ? 0 : c->recent[i].n;
    }
    const uint64_t all = told.recs + told.gone, due = c->total - later - c->maybe;
    const uint64_t more = c->seen > due ? c->seen - due : 0, others = later + c->maybe - all;
    told.most = more < all ? more : all;
    told.least = more > others ? more - others : 0;
    told.least = told.least < all ? told.least : all;
    return told;
}

/* Those that were kept must have been counted by now. */
static void drop_sure(struct spe_model *m)
{
    struct filter_fork *f = &m->filter_fork;
    int left = 0;

    for (int i = 0; i < f->n_gone; i++) {
        if (f->gone[i].sure && is_told(m, f->gone[i].cycle)) {
            m->acc.count[COUNT_FILTRATE].maybe--;
        } else {
            f->gone[left++] = f->gone[i];
        }
    }
    f->n_gone = left;
}

static uint64_t minus(uint64_t a, uint64_t b)
{
    return a > b ? a - b : 0;
}

/* Those that are no records any more: `n_kept` of them were kept and lost, `n_rejected` rejected.
 * Which ones does not matter. */
static void settle_gone(struct spe_model *m, uint64_t n_kept, uint64_t n_rejected)
{
    struct filter_fork *f = &m->filter_fork;
    int left = 0;

    for (int i = 0; i < f->n_gone; i++) {
        const struct filter_gone gone = f->gone[i];
        if (is_told(m, gone.cycle) && n_kept > 0) {
            n_kept--;
            m->acc.count[COUNT_FILTRATE].maybe--;
            settled(m, gone.kind, NOT_WRITTEN);
        } else if (is_told(m, gone.cycle) && n_rejected > 0) {
            n_rejected--;
            rejected(m);
            m->tot.lost--;
            m->tot.discarded -= gone.discarded;
            settled(m, gone.kind, REJECTED);
        } else {
            f->gone[left++] = gone;
        }
    }
    f->n_gone = left;
}

/* SAMPLE_FILTRATE has counted all of them, or none. */
static void settle_records(struct spe_model *m, bool all)
{
    for (int i = m->buf.n - 1; i >= 0; i--) {
        struct rec *rec = m->buf.queue[i];
        if (!rec->filter_fork || !is_told(m, rec->filter_cycle) || rec->state != REC_MAYBE) {
            continue;
        }
        if (!all) {
            rec->rejected = true;
            buffer_lose(m, rec);
            continue;
        }
        kept(m, rec);
        if (rec->got_bytes == 0) {
            rec->state = REC_QUEUED;
            rec->maybe = rec->may_write = false;
        }
    }
}

void filter_fork_sweep(struct spe_model *m)
{
    if (!m->filter_fork.any || (m->opt.taps & SPE_TAP_OUT) == 0 ||
        m->acc.count[COUNT_FILTRATE].maybe == 0) {
        return;
    }
    drop_sure(m);
    const struct told told = count_told(m);
    const uint64_t all = told.recs + told.gone;
    settle_gone(m, minus(told.least, told.recs), minus(all - told.most, told.recs));
    if (told.recs > 0 && (told.most == 0 || told.least == all)) {
        settle_records(m, told.most != 0);
    }
}

void filter_fork_reset(struct spe_model *m)
{
    for (int i = 0; i < m->filter_fork.n_gone; i++) {
        m->forks.unseen[m->filter_fork.gone[i].kind] += !m->filter_fork.gone[i].sure;
    }
    m->filter_fork.n_gone = 0;
}
