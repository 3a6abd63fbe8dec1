/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>

#include "cover/table.h"
#include "state/facts.h"
#include "state/model.h"

/* What a run finds out is counted here, and nowhere else. */

/* A bin was met that the configuration cannot meet: the first such bin and its cycle are kept. */
static void cover_count(struct facts *f, unsigned bin, uint64_t n)
{
    struct cover *cover = &f->cover;

    if (n == 0 || (cover->count[bin] == 0 && cover_uncounted(f->cfg, bin))) {
        return;
    }
    if (cover->count[bin] == 0 && !cover->impossible && !cover_by_rule(f->cfg, bin)) {
        cover->impossible = true;
        cover->impossible_bin = bin;
        cover->impossible_cycle = f->clock->cycle;
    }
    cover->count[bin] += n;
}

enum fork_kind choices_open(const struct facts *facts)
{
    int kind = 0;

    while (kind < FORK_KINDS && facts->open[kind] == 0) {
        kind++;
    }
    return (enum fork_kind)kind;
}

void facts_count(struct facts *f, enum fact what, unsigned which, uint64_t n)
{
    switch (what) {
    case FACT_CHECKED:
        f->checks.evals[which] += n;
        break;
    case FACT_COVERED:
        cover_count(f, which, n);
        break;
    case FACT_TAKEN:
        f->forks.settled[which / FORK_BRANCHES][which % FORK_BRANCHES] += n;
        break;
    case FACT_UNSEEN:
        f->forks.unseen[which] += n;
        break;
    case FACT_DRAWN:
        draws_add(&f->draws, (uint8_t)which);
        break;
    case FACT_GAP:
        draws_gap(&f->draws);
        break;
    case FACT_RUN:
        draws_begin(&f->draws);
        break;
    case FACT_HASHED:
        assert(which < HASHES);
        facts_hash(&f->hash[which], n);
        break;
    }
}
