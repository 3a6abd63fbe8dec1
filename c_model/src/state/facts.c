/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>

#include "cover/table.h"
#include "state/facts.h"
#include "state/model.h"

/* What a run finds out is told here, and nowhere else. */

/* Of a bin that the configuration cannot meet the first cycle is what there is to look at. */
static void cover_count(struct spe_model *m, unsigned bin, uint64_t n)
{
    struct cover *cover = &m->facts.cover;

    if (n != 0 && cover->count[bin] == 0 && !cover->impossible && !cover_by_rule(&m->cfg, bin)) {
        cover->impossible = true;
        cover->impossible_bin = bin;
        cover->impossible_cycle = m->clock.cycle;
    }
    cover->count[bin] += n;
}

void facts_hash(uint64_t *hash, uint64_t word)
{
    uint64_t h = (*hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    *hash = h ^ (h >> 29);
}

void fact(struct spe_model *m, enum fact what, unsigned which, uint64_t n)
{
    struct facts *f = &m->facts;

    switch (what) {
    case FACT_CHECKED:
        f->checks.evals[which] += n;
        break;
    case FACT_COVERED:
        cover_count(m, which, n);
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
