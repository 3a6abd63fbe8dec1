/* SPDX-License-Identifier: Apache-2.0 */
#include "choose.h"

#include <stdlib.h>
#include <string.h>

#include "near.h"
#include "night.h"

enum {
    LEAST_OF = 8,   /* each way gets at least one of so many runs */
    RECENT = 128,   /* runs by which the ways are compared */
    HELPFUL = 8,    /* largest number of moves to choose from */
    MOST_MOVES = 3, /* ... and to use in one run for a hole */
    SCALE = 12,     /* weight of a bin is this, divided by its distance */
    FARTHEST = 64
};

static const uint64_t seeds = 1000000000; /* as many as a list can have */

struct draws {
    uint64_t state;
};

static uint64_t mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

static uint64_t below(struct draws *draws, uint64_t bound)
{
    draws->state += UINT64_C(0x9e3779b97f4a7c15);
    return mix(draws->state) % bound;
}

/* For one axis of a hole: how often runs met the neighbouring bins along the axis, for the runs
 * with each move and for all runs. */
struct beside {
    uint64_t with[CLOSURE_MOVES];
    uint64_t all;
};

static void sum_up(const struct closure_corpus *corpus, size_t hole,
                   struct beside beside[CLOSURE_AXES])
{
    const struct closure_axes *axes = corpus->axes;
    const unsigned group = axes->bin[hole].group;

    memset(beside, 0, CLOSURE_AXES * sizeof(*beside));
    for (size_t b = axes->first[group]; b < axes->first[group + 1]; b++) {
        unsigned axis = 0;
        const unsigned distance = closure_distance(axes, hole, b, &axis);
        if (distance == 0 || distance > SCALE || corpus->much_all[b] == 0) {
            continue;
        }
        beside[axis].all += SCALE / distance * corpus->much_all[b];
        for (size_t m = 0; m < 2 * corpus->knobs->n; m++) {
            beside[axis].with[m] += SCALE / distance * corpus->much[b][m];
        }
    }
}

/* How much more often the runs with the move met the bins than all runs did; 1 means as often. The
 * average of two runs is added to the measured cycles, so that one lucky run has little influence.
 */
static double gain(const struct closure_corpus *corpus, const struct beside *beside, size_t move)
{
    const double all = (double)corpus->all_cycles, with = (double)corpus->move_cycles[move];
    const double rate = (double)beside->all / all;
    const double prior = 2 * all / (double)corpus->weighted_runs;

    return ((double)beside->with[move] + prior * rate) / ((with + prior) * rate);
}

static double gain_of(const struct closure_corpus *corpus, const struct beside *beside, size_t move)
{
    double product = 1;

    for (unsigned i = 0; i < CLOSURE_AXES; i++) {
        if (beside[i].all != 0) {
            product *= gain(corpus, &beside[i], move);
        }
    }
    return product;
}

size_t closure_helpful(const struct closure_corpus *corpus, size_t hole, uint16_t *moves, size_t n)
{
    struct beside beside[CLOSURE_AXES];
    double gains[CLOSURE_MOVES] = {0}; /* 0: without knobs no move helps */
    size_t found = 0;

    if (corpus->all_cycles == 0) {
        return 0;
    }
    sum_up(corpus, hole, beside);
    for (size_t m = 0; m < 2 * corpus->knobs->n; m++) {
        gains[m] = corpus->move_cycles[m] > 0 ? gain_of(corpus, beside, m) : 0;
    }
    while (found < n) {
        size_t best = 0;
        for (size_t m = 1; m < 2 * corpus->knobs->n; m++) {
            best = gains[m] > gains[best] ? m : best;
        }
        if (gains[best] <= 1) {
            break;
        }
        gains[best] = 0;
        moves[found++] = (uint16_t)best;
    }
    return found;
}

/* How much was done for a hole: a run counts more for a hole of a harder class. */
struct target {
    size_t hole, had;
};

static int by_had(const void *left, const void *right)
{
    const struct target *a = left, *b = right;

    if (a->had != b->had) {
        return a->had < b->had ? -1 : 1;
    }
    return a->hole < b->hole ? -1 : a->hole > b->hole;
}

size_t closure_targets(const struct closure_corpus *corpus, size_t *holes, size_t n)
{
    static const size_t cost[CLOSURE_CLASSES] = {1, 2, 4};
    struct target *all = calloc(corpus->axes->n + 1, sizeof(*all));
    size_t found = 0;

    if (all == NULL) {
        return 0; /* as if there were no hole */
    }
    for (size_t b = 0; b < corpus->axes->n; b++) {
        if (closure_is_hole(corpus, b)) {
            const struct closure_near near = closure_near(corpus, b);
            all[found++] = (struct target){b, (corpus->hunt[b].runs + 1) * cost[near.class]};
        }
    }
    qsort(all, found, sizeof(*all), by_had);
    for (size_t i = 0; i < found && i < n; i++) {
        holes[i] = all[i].hole;
    }
    free(all);
    return found;
}

/* The `place`th of the bins met beside the hole along the axis, the nearest bins first: the run
 * that met it most densely. CLOSURE_NONE: no such bin was met. */
static size_t run_beside(const struct closure_corpus *corpus, size_t hole, unsigned axis,
                         size_t place)
{
    const struct closure_axes *axes = corpus->axes;
    const unsigned group = axes->bin[hole].group;
    const size_t met = closure_near(corpus, hole).axis[axis].met;

    for (unsigned distance = 1; distance <= FARTHEST && met > 0; distance++) {
        for (size_t b = axes->first[group]; b < axes->first[group + 1]; b++) {
            unsigned differs = 0;
            if (corpus->first[b] != CLOSURE_NONE &&
                closure_distance(axes, hole, b, &differs) == distance && differs == axis &&
                place-- % met == 0) {
                return corpus->best[b];
            }
        }
    }
    return CLOSURE_NONE;
}

/* Two runs that came near along two axes. Each turn gives another pair; the second may be missing.
 */
struct parents {
    const struct closure_run *one, *other;
    size_t number; /* of `one` */
};

static struct parents parents_of(const struct closure_corpus *corpus, size_t hole, size_t turn)
{
    const unsigned axes = corpus->axes->bin[hole].axes;
    struct parents parents = {.number = CLOSURE_NONE};

    for (unsigned i = 0; i < axes && parents.other == NULL; i++) {
        const size_t run = run_beside(corpus, hole, (unsigned)((turn + i) % axes), turn / axes + i);
        if (run != CLOSURE_NONE && parents.one == NULL) {
            parents.one = &corpus->run[run];
            parents.number = run;
        } else if (run != CLOSURE_NONE && run != parents.number) {
            parents.other = &corpus->run[run];
        }
    }
    return parents;
}

static int random_run(const struct closure_choice *choice, const struct closure_corpus *corpus,
                      struct draws *draws, struct closure_run *run)
{
    *run = (struct closure_run){.kind = CLOSURE_PLAIN,
                                .weighted = true,
                                .target = CLOSURE_NONE,
                                .parent = CLOSURE_NONE,
                                .seed = below(draws, seeds)};
    (void)snprintf(run->test, sizeof(run->test), "%s", choice->test);
    (void)snprintf(run->options, sizeof(run->options), "%s", choice->options);
    run->vector = malloc(sizeof(*run->vector));
    if (run->vector == NULL) {
        return night_fail(NIGHT_EXIT_ENVIRONMENT, "out of memory");
    }
    *run->vector = closure_usual(corpus->knobs);
    return NIGHT_EXIT_GOOD;
}

/* Move weights at random. Of tables with several entries, every second one (on average) has one
 * entry moved; of single knobs every fourth. */
static void explore(const struct closure_corpus *corpus, struct draws *draws,
                    struct closure_run *run)
{
    const struct closure_knobs *knobs = corpus->knobs;

    for (size_t first = 0, end; first < knobs->n; first = end) {
        const int table = knobs->knob[first].table;
        for (end = first + 1; table >= 0 && end < knobs->n && knobs->knob[end].table == table;) {
            end++;
        }
        const size_t knob = first + below(draws, end - first);
        const bool up = below(draws, 2) != 0, moves = below(draws, table >= 0 ? 2 : 4) == 0;
        for (uint64_t steps = 1 + below(draws, 2); moves && steps > 0; steps--) {
            (void)closure_move(knobs, run->vector, knob, up);
        }
    }
}

static void move_some(const struct closure_corpus *corpus, struct draws *draws,
                      struct closure_run *run)
{
    uint16_t moves[HELPFUL];
    const size_t n = closure_helpful(corpus, run->target, moves, HELPFUL);

    for (uint64_t left = 1 + below(draws, MOST_MOVES); left > 0 && n > 0; left--) {
        const uint16_t move = moves[below(draws, n)];
        (void)closure_move(corpus->knobs, run->vector, move / 2, (move & 1) != 0);
    }
    if (n == 0) {
        explore(corpus, draws, run);
    }
}

/* Combine the weights: those that the first run moved, and where it moved none, those of the
 * second. */
static void breed(const struct closure_corpus *corpus, const struct parents *parents,
                  struct closure_vector *vector)
{
    const struct closure_run *from[] = {parents->one, parents->other};

    for (size_t i = 0; i < 2; i++) {
        for (size_t k = 0; k < corpus->knobs->n && from[i] != NULL && from[i]->weighted; k++) {
            if (closure_moved(corpus->knobs, vector, k) == 0) {
                vector->value[k] = from[i]->vector->value[k];
            }
        }
    }
}

/* Make a run for a hole from two runs that came near. */
static void hunt(const struct closure_corpus *corpus, struct draws *draws, struct closure_run *run,
                 size_t hole, size_t turn)
{
    const struct parents parents = parents_of(corpus, hole, turn);
    const bool chance = below(draws, 2) == 0;

    run->target = hole;
    run->parent = parents.number;
    run->kind = CLOSURE_FRESH;
    if (parents.one != NULL && !parents.one->weighted && !parents.one->foreign && chance) {
        run->kind = CLOSURE_TEST;
        run->weighted = false;
        free(run->vector);
        run->vector = NULL;
        memcpy(run->test, parents.one->test, sizeof(run->test));
        memcpy(run->options, parents.one->options, sizeof(run->options));
        return;
    }
    if (parents.one != NULL && parents.one->weighted && chance) {
        run->kind = CLOSURE_SAME;
        run->seed = parents.one->seed;
    }
    breed(corpus, &parents, run->vector);
    if (!closure_sound(corpus->knobs, run->vector)) {
        *run->vector = closure_usual(corpus->knobs);
    }
    move_some(corpus, draws, run);
}

/* The cost and the gain of the recent runs of a way. */
struct yield {
    uint64_t cycles, won;
};

static enum closure_way way_of(enum closure_kind kind)
{
    switch (kind) {
    case CLOSURE_START:
    case CLOSURE_PLAIN:
        return CLOSURE_BY_CHANCE;
    case CLOSURE_EXPLORE:
        return CLOSURE_BY_WEIGHTS;
    default:
        return CLOSURE_BY_HOLE;
    }
}

/* The value of a way: holes met per cycle. One hole and eight runs of mean length are added, so
 * that no way is given up for good. */
static uint64_t worth(const struct yield *yield, uint64_t mean)
{
    return ((yield->won + 1) << 32) / (yield->cycles + 8 * mean + 1);
}

void closure_shares(const struct closure_corpus *corpus, size_t n, size_t share[CLOSURE_WAYS])
{
    struct yield yield[CLOSURE_WAYS] = {{0}};
    uint64_t cycles = 0, runs = 0, all = 0, value[CLOSURE_WAYS];
    size_t left = n, best = 0;

    for (size_t i = corpus->runs; i > 0 && runs < RECENT; i--) {
        const struct closure_run *run = &corpus->run[i - 1];
        if (run->kind != CLOSURE_START) {
            struct yield *y = &yield[way_of(run->kind)];
            y->cycles += (uint64_t)run->cycles;
            y->won += run->won;
            cycles += (uint64_t)run->cycles;
            runs++;
        }
    }
    for (unsigned w = 0; w < CLOSURE_WAYS; w++) {
        value[w] = worth(&yield[w], runs != 0 ? cycles / runs : 1);
        all += value[w];
        best = value[w] > value[best] ? w : best;
    }
    for (unsigned w = 0; w < CLOSURE_WAYS; w++) {
        share[w] = n / LEAST_OF + (n - CLOSURE_WAYS * (n / LEAST_OF)) * value[w] / all;
        left -= share[w];
    }
    share[best] += left;
}

/* The way of the next run in a round of n runs: the way that is furthest behind its share. The ways
 * are mixed because the first runs meet the easy bins. `had`: number of runs of each way so far. */
static enum closure_way next_way(const size_t share[CLOSURE_WAYS], size_t had[CLOSURE_WAYS],
                                 size_t n)
{
    const size_t i = had[0] + had[1] + had[2] + 1;
    unsigned best = 0;

    for (unsigned w = 1; w < CLOSURE_WAYS; w++) {
        const int64_t behind = (int64_t)(share[w] * i) - (int64_t)(had[w] * n);
        const int64_t most = (int64_t)(share[best] * i) - (int64_t)(had[best] * n);
        best = behind > most ? w : best;
    }
    had[best]++;
    return (enum closure_way)best;
}

int closure_choose(const struct closure_choice *choice, const struct closure_corpus *corpus,
                   struct closure_run *run, size_t n)
{
    struct draws draws = {mix(choice->seed + mix(corpus->runs + 1))};
    size_t *holes = calloc(n, sizeof(*holes)), share[CLOSURE_WAYS] = {n}, had[CLOSURE_WAYS] = {0},
           next = 0;
    const size_t found = holes == NULL || choice->plain ? 0 : closure_targets(corpus, holes, n);
    int status =
        holes != NULL ? NIGHT_EXIT_GOOD : night_fail(NIGHT_EXIT_ENVIRONMENT, "out of memory");

    if (!choice->plain) {
        closure_shares(corpus, n, share);
    }
    for (size_t i = 0; i < n && status == NIGHT_EXIT_GOOD; i++) {
        const enum closure_way way = next_way(share, had, n);
        status = random_run(choice, corpus, &draws, &run[i]);
        if (status != NIGHT_EXIT_GOOD || way == CLOSURE_BY_CHANCE) {
            continue;
        }
        if (way == CLOSURE_BY_WEIGHTS || found == 0 || corpus->runs == 0) {
            run[i].kind = CLOSURE_EXPLORE;
            explore(corpus, &draws, &run[i]);
        } else {
            const size_t hole = holes[next % (found < n ? found : n)];
            hunt(corpus, &draws, &run[i], hole, corpus->hunt[hole].runs + next / found);
            next++;
        }
    }
    free(holes);
    return status;
}
