/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "closure_world.h"

#include <stdlib.h>
#include <unistd.h>

void world_file(char path[64], const char *text)
{
    (void)snprintf(path, 64, "/tmp/closure.XXXXXX");
    FILE *out = fdopen(mkstemp(path), "w");

    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

void world_open(struct world *w)
{
    world_file(w->path, WORLD_WEIGHTS);
    world_file(w->fixed, "percent.settle\ta reason\n# end\n");
    assert_int_equal(closure_knobs_read(&w->knobs, w->path, w->fixed), 0);
    assert_int_equal(closure_axes_open(&w->axes), 0);
    assert_int_equal(closure_corpus_open(&w->corpus, NULL, &w->axes, &w->knobs), 0);
}

void world_close(struct world *w)
{
    closure_corpus_close(&w->corpus);
    closure_axes_close(&w->axes);
    closure_knobs_free(&w->knobs);
    (void)unlink(w->path);
    (void)unlink(w->fixed);
}

size_t world_bin(const struct world *w, const char *name)
{
    for (size_t b = 0; b < w->axes.n; b++) {
        if (strcmp(w->axes.bin[b].name, name) == 0) {
            return b;
        }
    }
    fail_msg("no bin '%s'", name);
    return 0;
}

size_t world_knob(const struct world *w, const char *name)
{
    for (size_t k = 0; k < w->knobs.n; k++) {
        if (strcmp(w->knobs.knob[k].name, name) == 0) {
            return k;
        }
    }
    fail_msg("no weight '%s'", name);
    return 0;
}

/* Take the next text of a comma-separated list, without the blank after a comma. @return false: no
 * text is left. */
static bool next_text(const char **list, char text[128])
{
    *list += strspn(*list, ", ");
    const size_t n = strcspn(*list, ",");

    (void)snprintf(text, 128, "%.*s", (int)n, *list);
    *list += n;
    return n != 0;
}

/* Cut the word after the last blank off the text. @return the word. */
static const char *cut_word(char *text)
{
    char *blank = strrchr(text, ' ');

    assert_non_null(blank);
    *blank = '\0';
    return blank + 1;
}

static int by_bin(const void *left, const void *right)
{
    const struct spe_cover_met *a = left, *b = right;

    return a->bin < b->bin ? -1 : a->bin > b->bin;
}

static size_t add(struct world *w, struct closure_run *run, int64_t cycles, const char *bins)
{
    struct spe_cover_met met[32];
    size_t n = 0;
    char text[128];

    while (next_text(&bins, text)) {
        const uint64_t count = strtoull(cut_word(text), NULL, 10);
        met[n++] = (struct spe_cover_met){world_bin(w, text), count};
    }
    qsort(met, n, sizeof(*met), by_bin);
    run->passed = true;
    run->cycles = cycles;
    run->target = run->parent = CLOSURE_NONE;
    assert_int_equal(closure_corpus_add(&w->corpus, run, met, n), 0);
    return w->corpus.runs - 1;
}

size_t world_run(struct world *w, uint64_t seed, int64_t cycles, const char *moves,
                 const char *bins)
{
    struct closure_run run = {.weighted = true, .seed = seed, .test = "random"};
    char text[128];

    run.vector = malloc(sizeof(*run.vector));
    assert_non_null(run.vector);
    *run.vector = closure_usual(&w->knobs);
    while (next_text(&moves, text)) {
        const bool up = strcmp(cut_word(text), "up") == 0;
        assert_true(closure_move(&w->knobs, run.vector, world_knob(w, text), up));
    }
    return add(w, &run, cycles, bins);
}

size_t world_test(struct world *w, const char *test, int64_t cycles, const char *bins)
{
    struct closure_run run = {.seed = 1};

    (void)snprintf(run.test, sizeof(run.test), "%s", test);
    return add(w, &run, cycles, bins);
}
