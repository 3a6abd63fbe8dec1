/* SPDX-License-Identifier: Apache-2.0 */
#include "doubt/fork.h"

#include <string.h>

#include "judge/journal_events.h"
#include "judge/report.h"
#include "state/model.h"

/* Which place is free depends on earlier forks, and must not keep two equal hypotheses apart. So
 * the search begins where the count of selections says. */
int fork_open(struct spe_model *m, enum fork_kind kind)
{
    for (int i = 0; i < MAX_FORKS; i++) {
        const int at = (int)((m->spu->fl.orders + (uint64_t)i) % MAX_FORKS);
        struct fork_live *f = &m->spu->forks.live[at];
        if (!f->used) {
            *f = (struct fork_live){.used = true, .kind = (uint8_t)kind};
            m->spu->forks.n_used++;
            journal_fork(m, at + 1, fork_kind_name(kind), true, -1);
            return at + 1;
        }
    }
    model_overflow(m, "tolerated outcomes that are not settled", MAX_FORKS);
    return 0;
}

void fork_taken(struct spe_model *m, enum fork_kind kind, int branch, int n)
{
    fact(m, FACT_TAKEN, (unsigned)kind * FORK_BRANCHES + (unsigned)branch, (uint64_t)(int64_t)n);
}

/* Free the place of a fork. @return whether the fork was open; *was is its content. */
static bool close_fork(struct forks *forks, int fork, struct fork_live *was)
{
    if (fork == 0 || !forks->live[fork - 1].used) {
        return false;
    }
    *was = forks->live[fork - 1];
    memset(&forks->live[fork - 1], 0, sizeof(forks->live[0])); /* free places are all the same */
    forks->n_used--;
    return true;
}

void fork_settle(struct spe_model *m, int fork, int branch)
{
    struct fork_live was;

    if (close_fork(&m->spu->forks, fork, &was)) {
        fork_taken(m, was.kind, branch, 1);
        journal_fork(m, fork, fork_kind_name(was.kind), false, branch);
    }
}

void fork_forget(struct forks *forks, int fork)
{
    struct fork_live was;

    (void)close_fork(forks, fork, &was);
}

void fork_unseen(struct spe_model *m, int fork)
{
    struct fork_live was;

    if (close_fork(&m->spu->forks, fork, &was)) {
        fact(m, FACT_UNSEEN, was.kind, 1);
        journal_fork(m, fork, fork_kind_name(was.kind), false, -1);
    }
}

void fork_reset(struct spe_model *m)
{
    for (int i = 1; i <= MAX_FORKS; i++) {
        fork_unseen(m, i);
    }
}
