/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "book.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lines.h"
#include "night.h"
#include "tsv.h"

const char *const qualify_kind_text[QUALIFY_KINDS_N] = {
#define X(name, text) text,
    QUALIFY_KINDS(X)
#undef X
};

static int few(const char *table, int columns)
{
    return night_fail(NIGHT_EXIT_USAGE, "%s: a row with %d columns", table, columns);
}

static int number_of(const char *text)
{
    int64_t value = 0;

    return night_number(text, &value) == 0 && value < 1000000000 ? (int)value : -1;
}

/* number, key, module, file, line, operator, original, mutated, state */
static int take_mutant(void *user, char **column, int columns)
{
    struct qualify_book *b = user;

    if (columns != 9 || number_of(column[0]) != (int)b->mutants) {
        return few("mutants.tsv", columns);
    }
    if (night_grow((void **)&b->mutant, b->mutants, sizeof(*b->mutant)) != 0) {
        return NIGHT_EXIT_ENVIRONMENT;
    }
    b->mutant[b->mutants] = (struct qualify_mutant){.number = (int)b->mutants,
                                                    .key = strdup(column[1]),
                                                    .module = strdup(column[2]),
                                                    .file = strdup(column[3]),
                                                    .line = number_of(column[4]),
                                                    .operator= strdup(column[5]),
                                                    .original = strdup(column[6]),
                                                    .mutated = strdup(column[7]),
                                                    .built = strcmp(column[8], "built") == 0,
                                                    .home = -1};
    b->mutants++;
    return 0;
}

static int model_named(const struct qualify_book *b, const char *name)
{
    for (size_t i = 0; i < b->models; i++) {
        if (strcmp(b->model[i].name, name) == 0) {
            return (int)i;
        }
    }
    return -1;
}

/* name, configuration, simulator, hash, file of the mutants that the model has, name of the model
 * without assertions, hash of the executable */
static int take_model(void *user, char **column, int columns)
{
    struct qualify_book *b = user;

    if (columns != 7 || b->models == 32) {
        return few("models.tsv", columns);
    }
    if (night_grow((void **)&b->model, b->models, sizeof(*b->model)) != 0) {
        return NIGHT_EXIT_ENVIRONMENT;
    }
    struct qualify_model *m = &b->model[b->models++];
    *m = (struct qualify_model){.name = strdup(column[0]),
                                .config = strdup(column[1]),
                                .simulator = strdup(column[2]),
                                .hash = strdup(column[3]),
                                .present = strdup(column[4]),
                                .built = strdup(column[6])};
    m->base = model_named(b, column[5]);
    return m->base < 0 ? few("models.tsv", columns) : 0;
}

static int take_play(struct qualify_book *b, int model, const char *options)
{
    for (size_t i = 0; i < b->plays; i++) {
        if (b->play[i].model == model && strcmp(b->play[i].options, options) == 0) {
            return (int)i;
        }
    }
    if (night_grow((void **)&b->play, b->plays, sizeof(*b->play)) != 0) {
        return -1;
    }
    b->play[b->plays] = (struct qualify_play){.model = model, .options = strdup(options)};
    return (int)b->plays++;
}

/* @return -1: no scope has this name. */
static int scope_named(const char *name)
{
    static const char *const names[] = {"home", "other", "any"};

    for (int i = QUALIFY_HOME; i <= QUALIFY_ANY; i++) {
        if (strcmp(names[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

/* stage, scope, model, module or -, options */
static int take_row(void *user, char **column, int columns)
{
    struct qualify_book *b = user;

    if (columns != 5 || model_named(b, column[2]) < 0) {
        return few("plan.tsv", columns);
    }
    const int stage = number_of(column[0]), scope = scope_named(column[1]);
    if (stage < 1 || stage >= QUALIFY_STAGES || scope < 0) {
        return night_fail(NIGHT_EXIT_USAGE, "plan.tsv: no stage and scope: %s %s", column[0],
                          column[1]);
    }
    const int play = take_play(b, model_named(b, column[2]), column[4]);
    if (play < 0 || night_grow((void **)&b->row, b->rows, sizeof(*b->row)) != 0) {
        return NIGHT_EXIT_ENVIRONMENT;
    }
    b->row[b->rows++] =
        (struct qualify_row){.stage = stage,
                             .play = play,
                             .scope = (enum qualify_scope)scope,
                             .module = strcmp(column[3], "-") == 0 ? NULL : strdup(column[3])};
    return 0;
}

struct presence {
    struct qualify_book *book;
    unsigned bit;
};

static int take_present(void *user, char **column, int columns)
{
    const struct presence *p = user;
    const int number = columns == 1 ? number_of(column[0]) : -1;

    if (number > 0 && (size_t)number < p->book->mutants) {
        p->book->mutant[number].present |= p->bit;
    }
    return 0;
}

static int read_present(struct qualify_book *b)
{
    int status = 0;

    for (size_t i = 0; i < b->models && status == 0; i++) {
        struct presence presence = {b, 1U << i};
        status = qualify_lines(b->model[i].present, true, take_present, &presence);
    }
    return status;
}

/* Give each mutant its home: of the models without assertions that have it, each in turn. */
static void deal(struct qualify_book *b)
{
    for (size_t i = 1; i < b->mutants; i++) {
        int choice[32], n = 0;
        for (size_t m = 0; m < b->models; m++) {
            if (b->model[m].base == (int)m && (b->mutant[i].present & 1U << m) != 0) {
                choice[n++] = (int)m;
            }
        }
        b->mutant[i].home = n == 0 ? -1 : choice[(int)i % n];
        b->mutant[i].built = b->mutant[i].built || n != 0;
    }
}

static enum qualify_kind kind_of(const char *text)
{
    for (int k = 0; k < QUALIFY_KINDS_N; k++) {
        if (strcmp(qualify_kind_text[k], text) == 0) {
            return (enum qualify_kind)k;
        }
    }
    return QUALIFY_NONE;
}

/* The search begins at the last key found: rows of neighbouring mutants follow each other. */
int qualify_mutant_of(const struct qualify_book *b, const char *key)
{
    static size_t last;

    if (strcmp(key, "clean") == 0) {
        return 0;
    }
    for (size_t n = 0; n < b->mutants; n++) {
        const size_t i = (last + n) % b->mutants;
        if (i != 0 && strcmp(b->mutant[i].key, key) == 0) {
            last = i;
            return (int)i;
        }
    }
    return -1;
}

const char *qualify_hash_of(const struct qualify_model *model, size_t mutant)
{
    return mutant == 0 ? model->built : model->hash;
}

static int play_of(const struct qualify_book *b, const char *hash, size_t mutant,
                   const char *options)
{
    for (size_t i = 0; i < b->plays; i++) {
        if (strcmp(qualify_hash_of(&b->model[b->play[i].model], mutant), hash) == 0 &&
            strcmp(b->play[i].options, options) == 0) {
            return (int)i;
        }
    }
    return -1;
}

/* hash of the model, key, options, kind, check, cycle, result, cycles, cpu_ms */
static int take_run(void *user, char **column, int columns)
{
    struct qualify_book *b = user;

    if (columns != 9) {
        return few("runs.tsv", columns);
    }
    const int mutant = qualify_mutant_of(b, column[1]);
    const int play = mutant < 0 ? -1 : play_of(b, column[0], (size_t)mutant, column[2]);
    if (play < 0 || kind_of(column[3]) == QUALIFY_NONE) {
        return 0; /* a run of another tree */
    }
    return qualify_add(b, (size_t)mutant, (size_t)play,
                       (struct qualify_run){.kind = kind_of(column[3]),
                                            .check = strdup(column[4]),
                                            .cycle = strtoll(column[5], NULL, 10),
                                            .result = strdup(column[6]),
                                            .cycles = strtoll(column[7], NULL, 10),
                                            .cpu_ms = strtoll(column[8], NULL, 10)});
}

/* key, model, options: the run that killed the mutant before. */
static int take_first(void *user, char **column, int columns)
{
    struct qualify_book *b = user;
    const int mutant = columns == 3 ? qualify_mutant_of(b, column[0]) : -1;
    const int model = columns == 3 ? model_named(b, column[1]) : -1;

    for (size_t i = 0; i < b->plays && mutant > 0 && model >= 0; i++) {
        if (b->play[i].model == model && (b->mutant[mutant].present & 1U << model) != 0 &&
            strcmp(b->play[i].options, column[2]) == 0) {
            b->mutant[mutant].first = (int)i + 1;
        }
    }
    return 0;
}

static int read_table(struct qualify_book *b, const char *name, bool whole,
                      int (*use)(void *user, char **column, int columns))
{
    char path[4096];

    (void)snprintf(path, sizeof(path), "%s/%s", b->dir, name);
    return qualify_lines(path, whole, use, b);
}

int qualify_read(struct qualify_book *b, const char *dir)
{
    *b = (struct qualify_book){.dir = dir};
    if (night_grow((void **)&b->mutant, 0, sizeof(*b->mutant)) != 0) {
        return NIGHT_EXIT_ENVIRONMENT;
    }
    b->mutant[b->mutants++] = (struct qualify_mutant){.home = -1};
    int status = read_table(b, "mutants.tsv", true, take_mutant);
    if (status == 0) {
        status = read_table(b, "models.tsv", true, take_model);
    }
    if (status == 0) {
        status = read_table(b, "plan.tsv", true, take_row);
    }
    if (status == 0) {
        status = read_present(b);
    }
    deal(b);
    b->done = status == 0 ? calloc(b->mutants * b->plays + 1, sizeof(*b->done)) : NULL;
    if (status == 0 && b->done == NULL) {
        status = night_fail(NIGHT_EXIT_ENVIRONMENT, "out of memory");
    }
    if (status == 0) {
        status = read_table(b, "first.tsv", false, take_first);
    }
    return status == 0 ? read_table(b, "runs.tsv", false, take_run) : status;
}

void qualify_free(struct qualify_book *b)
{
    for (size_t i = 0; i < b->mutants; i++) {
        struct qualify_mutant *m = &b->mutant[i];
        char *const text[] = {m->key, m->module, m->file, m->operator, m->original, m->mutated};
        for (size_t k = 0; k < sizeof(text) / sizeof(*text); k++) {
            free(text[k]);
        }
    }
    for (size_t i = 0; i < b->models; i++) {
        struct qualify_model *m = &b->model[i];
        char *const text[] = {m->name, m->config, m->simulator, m->hash, m->present, m->built};
        for (size_t k = 0; k < sizeof(text) / sizeof(*text); k++) {
            free(text[k]);
        }
    }
    for (size_t i = 0; i < b->plays; i++) {
        free(b->play[i].options);
    }
    for (size_t i = 0; i < b->rows; i++) {
        free(b->row[i].module);
    }
    for (size_t i = 0; i < b->runs; i++) {
        free(b->run[i].check);
        free(b->run[i].result);
    }
    free(b->mutant);
    free(b->model);
    free(b->play);
    free(b->row);
    free(b->run);
    free(b->done);
}
