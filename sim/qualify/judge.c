/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "book.h"
#include "night.h"
#include "tsv.h"

const struct qualify_run *qualify_run_of(const struct qualify_book *b, size_t mutant, size_t play)
{
    const int32_t at = b->done[mutant * b->plays + play];

    return at == 0 ? NULL : &b->run[at - 1];
}

size_t qualify_runs_of(const struct qualify_book *b, size_t mutant)
{
    size_t n = 0;

    for (size_t p = 0; p < b->plays; p++) {
        n += qualify_run_of(b, mutant, p) != NULL;
    }
    return n;
}

int qualify_add(struct qualify_book *b, size_t mutant, size_t play, struct qualify_run run)
{
    if (night_grow((void **)&b->run, b->runs, sizeof(*b->run)) != 0) {
        free(run.check);
        free(run.result);
        return NIGHT_EXIT_ENVIRONMENT;
    }
    b->run[b->runs++] = run;
    b->done[mutant * b->plays + play] = (int32_t)b->runs;
    return 0;
}

bool qualify_applies(const struct qualify_book *b, size_t mutant, size_t row)
{
    const struct qualify_mutant *m = &b->mutant[mutant];
    const struct qualify_row *r = &b->row[row];
    const int model = b->play[r->play].model;
    const int base = b->model[model].base;

    return (m->present & 1U << model) != 0 &&
           (r->module == NULL || strcmp(r->module, m->module) == 0) &&
           (r->scope != QUALIFY_HOME || base == m->home) &&
           (r->scope != QUALIFY_OTHER || base != m->home);
}

enum qualify_kind qualify_outcome(const struct qualify_book *b, size_t mutant, int *row)
{
    enum qualify_kind best = QUALIFY_NONE;

    *row = -1;
    for (size_t r = 0; r < b->rows && best != QUALIFY_CHECK; r++) {
        const struct qualify_run *run = qualify_run_of(b, mutant, (size_t)b->row[r].play);
        if (run != NULL && run->kind > best) {
            best = run->kind;
            *row = (int)r;
        }
    }
    return best;
}

uint64_t qualify_hash(const char *a, const char *b)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);

    for (; *a != '\0'; a++) {
        h = (h ^ (unsigned char)*a) * UINT64_C(0x100000001b3);
    }
    for (h *= UINT64_C(0x100000001b3); *b != '\0'; b++) {
        h = (h ^ (unsigned char)*b) * UINT64_C(0x100000001b3);
    }
    /* The low bits of this hash depend on the last letter only, so they are mixed. */
    h ^= h >> 33;
    h *= UINT64_C(0xff51afd7ed558ccd);
    return h ^ h >> 33;
}

int qualify_reach(const struct qualify_book *b, size_t mutant, int upto)
{
    const struct qualify_mutant *m = &b->mutant[mutant];
    int row;
    const enum qualify_kind kind = qualify_outcome(b, mutant, &row);

    if (!m->drawn || m->home < 0 || kind == QUALIFY_CHECK) {
        return 0;
    }
    if (b->most != 0) {
        return m->waived || qualify_runs_of(b, mutant) >= b->most ? 0 : upto;
    }
    const bool soft = kind > QUALIFY_DIFFERS || m->proven;
    return soft && QUALIFY_SOFT < upto ? QUALIFY_SOFT : upto;
}

bool qualify_is_open(const struct qualify_book *b, size_t mutant)
{
    if (b->most != 0 && qualify_runs_of(b, mutant) >= b->most) {
        return false;
    }
    for (size_t r = 0; r < b->rows; r++) {
        if (qualify_applies(b, mutant, r) &&
            qualify_run_of(b, mutant, (size_t)b->row[r].play) == NULL) {
            return true;
        }
    }
    return false;
}

static bool in_list(const char *list, const char *name)
{
    const size_t n = strlen(name);

    for (const char *at = list; at != NULL; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, name, n) == 0 && (at[n] == ',' || at[n] == '\0')) {
            return true;
        }
    }
    return false;
}

struct lot {
    uint64_t hash;
    size_t mutant;
};

static int by_hash(const void *a, const void *b)
{
    const struct lot *x = a, *y = b;

    return x->hash < y->hash ? -1 : x->hash > y->hash;
}

void qualify_draw(struct qualify_book *b, size_t n, const char *seed, const char *modules)
{
    struct lot *lot = calloc(b->mutants, sizeof(*lot));
    size_t lots = 0;

    b->chosen = modules != NULL;
    for (size_t i = 1; i < b->mutants && lot != NULL; i++) {
        if (modules == NULL || in_list(modules, b->mutant[i].module) ||
            in_list(modules, b->mutant[i].key)) {
            lot[lots++] = (struct lot){qualify_hash(seed, b->mutant[i].key), i};
        }
    }
    if (n != 0 && lots != 0) {
        qsort(lot, lots, sizeof(*lot), by_hash);
    }
    for (size_t i = 0; i < lots && (n == 0 || i < n); i++) {
        b->mutant[lot[i].mutant].drawn = true;
    }
    free(lot);
}
