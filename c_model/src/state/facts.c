/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <stddef.h>
#include <string.h>

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

enum fork_kind choices_open(const struct facts *facts)
{
    int kind = 0;

    while (kind < FORK_KINDS && facts->open[kind] == 0) {
        kind++;
    }
    return (enum fork_kind)kind;
}

void facts_count(struct spe_model *m, const struct note *note)
{
    struct facts *f = &m->facts;
    const unsigned which = note->which;

    switch (note->what) {
    case FACT_CHECKED:
        f->checks.evals[which] += note->n;
        break;
    case FACT_COVERED:
        cover_count(m, which, note->n);
        break;
    case FACT_TAKEN:
        f->forks.settled[which / FORK_BRANCHES][which % FORK_BRANCHES] += note->n;
        break;
    case FACT_UNSEEN:
        f->forks.unseen[which] += note->n;
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
        facts_hash(&f->hash[which], note->n);
        break;
    }
}

static void take_down(struct notes *notes, const struct note *note)
{
    if (note->what == FACT_CHECKED) { /* by far the most, and their order says nothing */
        notes->checks[note->which] += note->n;
        notes->any_check = true;
    } else if (notes->n < MAX_NOTES) {
        notes->at[notes->n++] = *note;
    } else {
        notes->overfull = true;
    }
}

void notes_begin(struct notes *notes)
{
    if (notes->any_check) {
        memset(notes->checks, 0, sizeof(notes->checks));
    }
    notes->n = 0;
    notes->any_check = notes->overfull = false;
}

void notes_end(struct notes *notes)
{
    for (unsigned i = 0; notes->any_check && i < SPE_CHECKS; i++) {
        if (notes->checks[i] == 0) {
            continue;
        }
        if (notes->n == MAX_NOTES) {
            notes->overfull = true;
            return;
        }
        notes->at[notes->n++] = (struct note){FACT_CHECKED, i, notes->checks[i], 0};
    }
}

static void note_or_count(struct spe_model *m, const struct note *note)
{
    if (m->run.doubts) {
        take_down(m->notes, note);
    } else {
        facts_count(m, note);
    }
}

void fact(struct spe_model *m, enum fact what, unsigned which, uint64_t n)
{
    const struct note note = {what, which, n, 0};

    note_or_count(m, &note);
}

void fact_answer(struct spe_model *m, unsigned which, uint64_t question)
{
    const struct note note = {FACT_TAKEN, which, 1, question};

    note_or_count(m, &note);
}
