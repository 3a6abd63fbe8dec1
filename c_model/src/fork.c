/* SPDX-License-Identifier: Apache-2.0 */
#include "fork.h"

#include <string.h>

#include "model_internal.h"

static const struct {
    const char *choice;
    const char *branch[FORK_BRANCHES];
} kinds[FORK_KINDS] = {
#define FORK_ROW(id, name, ...) [FORK_##id] = {name, {__VA_ARGS__}},
    FORK_LIST(FORK_ROW)
#undef FORK_ROW
};

int fork_open(struct spe_model *m, enum fork_kind kind)
{
    for (int i = 0; i < MAX_FORKS; i++) {
        struct fork_live *f = &m->forks.live[i];
        if (!f->used) {
            *f = (struct fork_live){
                .used = true, .kind = kind, .outcomes = kind < FORK_S1, .cycle = m->clock.cycle};
            m->forks.n_used++;
            journal_fork(m, i + 1, kinds[kind].choice, true, -1);
            return i + 1;
        }
    }
    model_overflow(m, "tolerated outcomes that are not settled", MAX_FORKS);
    return 0;
}

void fork_of_outcomes(struct spe_model *m, int fork, int branch)
{
    if (fork != 0) {
        m->forks.live[fork - 1].outcomes = true;
        m->forks.live[fork - 1].branch = branch;
    }
}

void fork_settle(struct spe_model *m, int fork, int branch)
{
    if (fork != 0 && m->forks.live[fork - 1].used) {
        m->forks.live[fork - 1].used = false;
        m->forks.n_used--;
        m->forks.settled[m->forks.live[fork - 1].kind][branch]++;
        journal_fork(m, fork, fork_choice(m, fork), false, branch);
    }
}

void fork_unseen(struct spe_model *m, int fork)
{
    if (fork != 0 && m->forks.live[fork - 1].used) {
        m->forks.live[fork - 1].used = false;
        m->forks.n_used--;
        m->forks.unseen[m->forks.live[fork - 1].kind]++;
        journal_fork(m, fork, fork_choice(m, fork), false, -1);
    }
}

void fork_reset(struct spe_model *m)
{
    for (int i = 1; i <= MAX_FORKS; i++) {
        fork_unseen(m, i);
    }
    filter_fork_reset(m);
}

const char *fork_choice(const struct spe_model *m, int fork)
{
    return fork == 0 ? "-" : kinds[m->forks.live[fork - 1].kind].choice;
}

static size_t add_name(char *dst, size_t dst_bytes, const char *choice)
{
    size_t used = strlen(dst);

    return used + (size_t)snprintf(dst + used, dst_bytes - used, "%s[%s open]",
                                   used == 0 ? "" : " ", choice);
}

void fork_names(const struct spe_model *m, char *dst, size_t dst_bytes)
{
    size_t used = strlen(dst);

    for (int i = 0; i < MAX_FORKS && used < dst_bytes; i++) {
        const struct fork_live *f = &m->forks.live[i];
        if (f->used) {
            used = add_name(dst, dst_bytes, kinds[f->kind].choice);
        }
    }
    for (int kind = FORK_L1; kind < FORK_KINDS && used < dst_bytes; kind++) {
        if (filter_fork_count(m, (enum fork_kind)kind) != 0) {
            used = add_name(dst, dst_bytes, kinds[kind].choice);
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
    uint64_t n = filter_fork_count(m, kind);

    for (int i = 0; i < MAX_FORKS; i++) {
        n += m->forks.live[i].used && m->forks.live[i].kind == kind;
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
        fork->n = model->forks.unseen[kind];
    } else if (branch > FORK_BRANCHES) {
        fork->branch = "open";
        fork->n = open_forks(model, (enum fork_kind)kind);
    } else {
        fork->branch = kinds[kind].branch[branch];
        fork->n = model->forks.settled[kind][branch];
    }
    return true;
}
