/* SPDX-License-Identifier: Apache-2.0 */
#include "corpus.h"

#include <stdlib.h>

#include "night.h"

enum { MOST_MUCH = 8 };

int closure_corpus_open(struct closure_corpus *corpus, const struct spe_config *cfg,
                        const struct closure_axes *axes, const struct closure_knobs *knobs)
{
    const size_t n = axes->n;

    *corpus = (struct closure_corpus){.axes = axes, .knobs = knobs};
    corpus->possible = calloc(n, sizeof(*corpus->possible));
    corpus->first = malloc(n * sizeof(*corpus->first));
    corpus->best = malloc(n * sizeof(*corpus->best));
    corpus->density = calloc(n, sizeof(*corpus->density));
    corpus->hunt = calloc(n, sizeof(*corpus->hunt));
    corpus->much = calloc(n, sizeof(*corpus->much));
    corpus->much_all = calloc(n, sizeof(*corpus->much_all));
    if (corpus->possible == NULL || corpus->first == NULL || corpus->best == NULL ||
        corpus->density == NULL || corpus->hunt == NULL || corpus->much == NULL ||
        corpus->much_all == NULL) {
        closure_corpus_close(corpus);
        return night_fail(NIGHT_EXIT_ENVIRONMENT, "out of memory");
    }
    for (size_t b = 0; b < n; b++) {
        corpus->possible[b] = true;
        corpus->first[b] = corpus->best[b] = CLOSURE_NONE;
    }
    if (cfg != NULL) {
        spe_cover_possible(cfg, corpus->possible);
    }
    return NIGHT_EXIT_GOOD;
}

void closure_corpus_close(struct closure_corpus *corpus)
{
    for (size_t i = 0; i < corpus->runs; i++) {
        free(corpus->run[i].vector);
    }
    free(corpus->run);
    free(corpus->possible);
    free(corpus->first);
    free(corpus->best);
    free(corpus->density);
    free(corpus->hunt);
    free(corpus->much);
    free(corpus->much_all);
    *corpus = (struct closure_corpus){.runs = 0};
}

unsigned closure_much(uint64_t count)
{
    unsigned much = 0;

    for (; count != 0 && much < MOST_MUCH; count >>= 1) {
        much++;
    }
    return much;
}

bool closure_is_hole(const struct closure_corpus *corpus, size_t bin)
{
    return corpus->possible[bin] && corpus->first[bin] == CLOSURE_NONE;
}

size_t closure_possible(const struct closure_corpus *corpus)
{
    size_t n = 0;

    for (size_t b = 0; b < corpus->axes->n; b++) {
        n += corpus->possible[b];
    }
    return n;
}

/* The moves in the run's weights, as numbers in `moves`. @return how many. */
static size_t moves_of(const struct closure_corpus *corpus, const struct closure_run *run,
                       uint16_t moves[CLOSURE_KNOBS])
{
    size_t n = 0;

    for (size_t k = 0; k < corpus->knobs->n; k++) {
        const int moved = closure_moved(corpus->knobs, run->vector, k);
        if (moved != 0) {
            moves[n++] = (uint16_t)(2 * k + (moved > 0));
        }
    }
    return n;
}

/* Count what runs with each move have met: the choice of weights uses that. */
static void learn(struct closure_corpus *corpus, const struct closure_run *run,
                  const struct spe_cover_met *met, size_t n_met)
{
    uint16_t moves[CLOSURE_KNOBS];
    const size_t n = moves_of(corpus, run, moves);

    for (size_t i = 0; i < n; i++) {
        corpus->move_cycles[moves[i]] += run->cycles;
    }
    corpus->all_cycles += run->cycles;
    corpus->weighted_runs++;
    for (size_t i = 0; i < n_met; i++) {
        const unsigned much = closure_much(met[i].count);
        corpus->much_all[met[i].bin] += much;
        for (size_t j = 0; j < n; j++) {
            corpus->much[met[i].bin][moves[j]] += much;
        }
    }
}

static void take_bin(struct closure_corpus *corpus, struct closure_run *run, size_t number,
                     const struct spe_cover_met *met)
{
    const uint64_t much = (uint64_t)closure_much(met->count) << 32;
    const uint64_t density = much / (uint64_t)(run->cycles > 0 ? run->cycles : 1) + 1;

    if (corpus->first[met->bin] == CLOSURE_NONE) {
        corpus->first[met->bin] = number;
        run->won += corpus->possible[met->bin];
        corpus->met += corpus->possible[met->bin];
    }
    if (density > corpus->density[met->bin]) {
        corpus->density[met->bin] = density;
        corpus->best[met->bin] = number;
    }
}

/* Note the hole that a run was played for. */
static void note_hunt(struct closure_corpus *corpus, const struct closure_run *run)
{
    struct closure_hunt *hunt = &corpus->hunt[run->target];
    uint16_t moves[CLOSURE_KNOBS];

    hunt->runs++;
    hunt->cycles += run->cycles;
    for (size_t n = run->weighted ? moves_of(corpus, run, moves) : 0; n > 0; n--) {
        hunt->moved[moves[n - 1] / 8] |= (uint8_t)(1u << moves[n - 1] % 8);
    }
}

int closure_corpus_add(struct closure_corpus *corpus, const struct closure_run *run,
                       const struct spe_cover_met *met, size_t n_met)
{
    if (night_grow((void **)&corpus->run, corpus->runs, sizeof(*corpus->run)) != 0) {
        return NIGHT_EXIT_ENVIRONMENT;
    }
    struct closure_run *kept = &corpus->run[corpus->runs];
    *kept = *run;
    kept->won = 0;
    n_met = kept->passed ? n_met : 0;
    corpus->played += !kept->given;
    corpus->cycles += kept->given ? 0 : kept->cycles;
    if (kept->weighted) {
        learn(corpus, kept, met, n_met);
    }
    if (kept->target != CLOSURE_NONE) {
        note_hunt(corpus, kept);
    }
    for (size_t i = 0; i < n_met; i++) {
        take_bin(corpus, kept, corpus->runs, &met[i]);
    }
    corpus->runs++;
    return NIGHT_EXIT_GOOD;
}
