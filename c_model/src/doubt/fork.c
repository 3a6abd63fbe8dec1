/* SPDX-License-Identifier: Apache-2.0 */
#include "doubt/fork.h"
#include "judge/journal_events.h"
#include "judge/report.h"
#include "state/model.h"

int fork_open(struct spe_model *m, enum fork_kind kind)
{
    for (int i = 0; i < MAX_FORKS; i++) {
        struct fork_live *f = &m->spu.forks.live[i];
        if (!f->used) {
            *f = (struct fork_live){.used = true, .kind = kind, .cycle = m->clock.cycle};
            m->spu.forks.n_used++;
            journal_fork(m, i + 1, fork_kind_name(kind), true, -1);
            return i + 1;
        }
    }
    model_overflow(m, "tolerated outcomes that are not settled", MAX_FORKS);
    return 0;
}

void fork_taken(struct spe_model *m, enum fork_kind kind, int branch, int n)
{
    fact(m, FACT_TAKEN, (unsigned)kind * FORK_BRANCHES + (unsigned)branch, (uint64_t)(int64_t)n);
}

void fork_settle(struct spe_model *m, int fork, int branch)
{
    if (fork != 0 && m->spu.forks.live[fork - 1].used) {
        m->spu.forks.live[fork - 1].used = false;
        m->spu.forks.n_used--;
        fork_taken(m, m->spu.forks.live[fork - 1].kind, branch, 1);
        journal_fork(m, fork, fork_choice(&m->spu.forks, fork), false, branch);
    }
}

void fork_forget(struct spe_model *m, int fork)
{
    if (fork != 0 && m->spu.forks.live[fork - 1].used) {
        m->spu.forks.live[fork - 1].used = false;
        m->spu.forks.n_used--;
    }
}

void fork_unseen(struct spe_model *m, int fork)
{
    if (fork != 0 && m->spu.forks.live[fork - 1].used) {
        m->spu.forks.live[fork - 1].used = false;
        m->spu.forks.n_used--;
        fact(m, FACT_UNSEEN, m->spu.forks.live[fork - 1].kind, 1);
        journal_fork(m, fork, fork_choice(&m->spu.forks, fork), false, -1);
    }
}

void fork_reset(struct spe_model *m)
{
    for (int i = 1; i <= MAX_FORKS; i++) {
        fork_unseen(m, i);
    }
}
