/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "state/forks.h"
#include "state/model.h"

/* The names and numbers of forks, for findings, reads and statistics. Nothing changes here. */

static const struct {
    const char *choice;
    const char *branch[FORK_BRANCHES];
} kinds[FORK_KINDS] = {
#define FORK_ROW(id, name, ...) [FORK_##id] = {name, {__VA_ARGS__}},
    FORK_LIST(FORK_ROW)
#undef FORK_ROW
};

const char *fork_kind_name(enum fork_kind kind)
{
    assert(kind < FORK_KINDS);
    return kinds[kind].choice;
}

/* As far as there is room. */
static void append_open(char *dst, size_t dst_bytes, const char *choice)
{
    const size_t used = strlen(dst);

    (void)snprintf(dst + used, dst_bytes - used, "%s[%s open]", used == 0 ? "" : " ", choice);
}

void fork_names(const struct spe_model *m, char *dst, size_t dst_bytes)
{
    for (int kind = 0; kind < FORK_KINDS; kind++) {
        if (m->facts.open[kind] != 0) {
            append_open(dst, dst_bytes, kinds[kind].choice);
        }
    }
    for (int i = 0; i < MAX_FORKS; i++) {
        const struct fork_live *f = &m->spu->forks.live[i];
        if (f->used) {
            append_open(dst, dst_bytes, kinds[f->kind].choice);
        }
    }
    for (int kind = FORK_L1; kind < FORK_KINDS; kind++) {
        if (filter_fork_count(&m->spu->filter_fork, &m->spu->buf, (enum fork_kind)kind) != 0) {
            append_open(dst, dst_bytes, kinds[kind].choice);
        }
    }
}

bool fork_configured(const struct spe_config *cfg)
{
    return cfg->disabled_record == spe_cfg_disabled_record_any ||
           cfg->wrong_pointer == spe_cfg_wrong_pointer_any ||
           cfg->dl_boundary == spe_cfg_dl_boundary_any || cfg->fe_zero == spe_cfg_fe_zero_any ||
           cfg->ft_zero == spe_cfg_ft_zero_any || cfg->fl_zero == spe_cfg_fl_zero_any ||
           cfg->fne_zero == spe_cfg_fne_zero_any || cfg->fe_overlap == spe_cfg_fe_overlap_any;
}

static uint64_t open_forks(const struct spe_model *m, enum fork_kind kind)
{
    uint64_t n = filter_fork_count(&m->spu->filter_fork, &m->spu->buf, kind) + m->facts.open[kind];

    for (int i = 0; i < MAX_FORKS; i++) {
        n += m->spu->forks.live[i].used && m->spu->forks.live[i].kind == kind;
    }
    return n;
}

bool spe_model_fork(const struct spe_model *model, int i, struct spe_fork *fork)
{
    const int rows = FORK_BRANCHES + 2, kind = i / rows, branch = i % rows;

    if (i < 0 || kind >= FORK_KINDS) {
        return false;
    }
    fork->choice = kinds[kind].choice;
    if (branch == FORK_BRANCHES) {
        fork->branch = "unseen";
        fork->n = model->facts.forks.unseen[kind];
    } else if (branch > FORK_BRANCHES) {
        fork->branch = "open";
        fork->n = open_forks(model, (enum fork_kind)kind);
    } else {
        fork->branch = kinds[kind].branch[branch];
        fork->n = model->facts.forks.settled[kind][branch];
    }
    return true;
}

uint64_t filter_fork_count(const struct filter_fork *f, const struct buffer *buf,
                           enum fork_kind kind)
{
    uint64_t n = 0;

    for (int i = 0; i < MAX_RECS; i++) {
        const struct rec *rec = &buf->pool[i];
        n += rec->state != REC_FREE && rec->filter.open && rec->filter.kind == kind;
    }
    for (int i = 0; i < f->n_gone; i++) {
        n += f->gone[i].kind == kind && !f->gone[i].sure;
    }
    return n;
}

bool filter_fork_open(const struct buffer *buf)
{
    for (int i = 0; i < MAX_RECS; i++) {
        if (buf->pool[i].state != REC_FREE && buf->pool[i].filter.doubt) {
            return true;
        }
    }
    return false;
}
