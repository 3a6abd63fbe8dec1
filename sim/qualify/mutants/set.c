/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "set.h"

#include <errno.h>
#include <inttypes.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "say.h"

/* Make room for one more after `n` elements; the room doubles at each power of two. */
static void *grow(struct set *set, void *array, size_t n, size_t bytes)
{
    if ((n & (n - 1)) != 0 && n != 0) {
        return array;
    }
    void *more = realloc(array, (n == 0 ? 1 : 2 * n) * bytes);
    set->full = set->full || more == NULL;
    return more != NULL ? more : array;
}

/* Whether a mutant already changes the node to this text. The search goes backwards through the
 * sites of the file. */
static bool is_there(const struct set *set, int file, int node, const char *mutated)
{
    for (size_t i = set->sites; i > 0 && set->site[i - 1].file == file; i--) {
        const struct site *site = &set->site[i - 1];
        if (site->node == node && strcmp(set->mutant[site->mutant].mutated, mutated) == 0) {
            return true;
        }
    }
    return false;
}

int set_mutant(struct set *set, const struct tree *tree, int file, int node, const char *module,
               const char *operator, const char * mutated)
{
    char original[TEXT];

    if (tree_text(tree, node, original, sizeof(original)) >= sizeof(original) ||
        strcmp(original, mutated) == 0 || is_there(set, file, node, mutated)) {
        return -1;
    }
    set->mutant = grow(set, set->mutant, set->mutants, sizeof(*set->mutant));
    if (set->full) {
        return -1;
    }
    set->mutant[set->mutants] = (struct mutant){.file = file,
                                                .line = (int)tree->node[node].line,
                                                .module = module,
                                                .operator= operator,
                                                .original = strdup(original),
                                                .mutated = strdup(mutated)};
    return (int)set->mutants++;
}

void set_site(struct set *set, int mutant, int file, int node, enum wrap wrap, const char *text)
{
    if (mutant < 0) {
        return;
    }
    set->site = grow(set, set->site, set->sites, sizeof(*set->site));
    if (!set->full) {
        set->site[set->sites++] = (struct site){.file = file,
                                                .node = node,
                                                .mutant = (size_t)mutant,
                                                .wrap = wrap,
                                                .text = strdup(text)};
    }
}

void set_add(struct set *set, const struct tree *tree, int file, int node, enum wrap wrap,
             const char *module, const char *operator, const char * mutated)
{
    set_site(set, set_mutant(set, tree, file, node, module, operator, mutated), file, node, wrap,
             mutated);
}

#define FIRST_HASH UINT64_C(0xcbf29ce484222325)

static uint64_t hash(uint64_t h, const char *text)
{
    for (; *text != '\0'; text++) {
        h = (h ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    }
    return (h ^ '\n') * UINT64_C(0x100000001b3);
}

/* FNV gives similar hashes to texts with the same beginning: spread the difference over all bits.
 */
static uint64_t mix(uint64_t h)
{
    h = (h ^ h >> 33) * UINT64_C(0xff51afd7ed558ccd);
    h = (h ^ h >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
    return h ^ h >> 33;
}

static uint64_t key_of(const struct mutant *m)
{
    uint64_t h = FIRST_HASH;

    h = hash(h, m->module);
    h = hash(h, m->operator);
    h = hash(h, m->original);
    return hash(h, m->mutated);
}

int set_where(struct set *set, const char *where, char *const *path)
{
    const bool but = where[0] == '!';
    char text[4096];
    regex_t regex;

    if (regcomp(&regex, where + but, REG_EXTENDED | REG_NOSUB) != 0) {
        say("no expression: %s", where);
        return STATUS_USAGE;
    }
    for (size_t i = 0; i < set->mutants; i++) {
        struct mutant *m = &set->mutant[i];
        (void)snprintf(text, sizeof(text), "%s:%s", path[m->file], m->module);
        m->written = m->written && (regexec(&regex, text, 0, NULL, 0) != 0) == but;
    }
    regfree(&regex);
    return 0;
}

struct lot {
    uint64_t hash;
    struct mutant *mutant;
};

static int by_hash(const void *a, const void *b)
{
    const struct lot *x = a, *y = b;

    return (x->hash > y->hash) - (x->hash < y->hash);
}

void set_draw(struct set *set, size_t n, const char *seed)
{
    struct lot *lot = calloc(set->mutants + 1, sizeof(*lot));
    size_t lots = 0;

    set->full = set->full || lot == NULL;
    for (size_t i = 0; i < set->mutants && lot != NULL; i++) {
        char text[32];
        (void)snprintf(text, sizeof(text), "%016" PRIx64, set->mutant[i].key);
        set->mutant[i].omitted = true;
        if (set->mutant[i].written) {
            lot[lots++] = (struct lot){mix(hash(hash(FIRST_HASH, seed), text)), &set->mutant[i]};
        }
        set->mutant[i].written = false;
    }
    if (lots != 0) {
        qsort(lot, lots, sizeof(*lot), by_hash);
    }
    for (size_t i = 0; i < lots && i < n; i++) {
        lot[i].mutant->omitted = false;
        lot[i].mutant->written = true;
    }
    free(lot);
}

static bool is_among(const struct keys *keys, uint64_t key)
{
    for (size_t i = 0; i < keys->n; i++) {
        if (keys->key[i] == key) {
            return true;
        }
    }
    return false;
}

/* How many earlier mutants are equal in module, operator, original and mutated text. */
static unsigned occurrence(size_t i, const uint64_t *base)
{
    unsigned n = 0;

    for (size_t before = 0; before < i; before++) {
        n += base[before] == base[i];
    }
    return n;
}

void set_finish(struct set *set)
{
    uint64_t *base = calloc(set->mutants + 1, sizeof(*base));

    set->full = set->full || base == NULL;
    for (size_t i = 0; i < set->mutants && base != NULL; i++) {
        struct mutant *m = &set->mutant[i];
        char text[16];
        base[i] = key_of(m);
        (void)snprintf(text, sizeof(text), "%u", occurrence(i, base));
        m->number = (int)i + 1;
        m->key = hash(base[i], text);
        m->unbuilt = is_among(&set->unbuilt, m->key);
        m->written = !m->unbuilt && (set->only.n == 0 || is_among(&set->only, m->key));
        set->written += m->written;
        m->bit = set->written;
    }
    free(base);
}

int set_read_keys(struct set *set, struct keys *keys, const char *path)
{
    char line[256];
    FILE *in = fopen(path, "r");

    if (in == NULL) {
        say("%s: %s", path, strerror(errno));
        return STATUS_USAGE;
    }
    while (fgets(line, sizeof(line), in) != NULL) {
        char *end = line;
        const uint64_t key = strtoull(line, &end, 16);
        if (line[0] == '#' || line[0] == '\n') {
            continue;
        }
        if (end != line + 16) {
            line[strcspn(line, "\n")] = '\0';
            say("%s: no key: %s", path, line);
            (void)fclose(in);
            return STATUS_USAGE;
        }
        keys->key = grow(set, keys->key, keys->n, sizeof(*keys->key));
        if (!set->full) {
            keys->key[keys->n++] = key;
        }
    }
    (void)fclose(in);
    return 0;
}

static FILE *create(const char *dir, const char *name, char path[4096])
{
    (void)snprintf(path, 4096, "%s/%s", dir, name);
    return fopen(path, "w");
}

static int finish(FILE *out, const char *path)
{
    const bool bad = out == NULL || ferror(out) != 0;

    if ((out != NULL && fclose(out) != 0) || bad) {
        say("%s: cannot be written", path);
        return STATUS_ENVIRONMENT;
    }
    return 0;
}

int set_write(const struct set *set, const char *dir, char *const *path)
{
    char name[4096];
    FILE *out = create(dir, "mutants.tsv", name);

    for (size_t i = 0; i < set->mutants && out != NULL; i++) {
        const struct mutant *m = &set->mutant[i];
        if (m->omitted) {
            continue;
        }
        (void)fprintf(out, "%d\t%016" PRIx64 "\t%s\t%s\t%d\t%s\t%s\t%s\t%s\n", m->number, m->key,
                      m->module, path[m->file], m->line, m->operator, m->original, m->mutated,
                      m->unbuilt ? "not built" : "built");
    }
    if (out != NULL) {
        (void)fputs("# end\n", out);
    }
    int status = finish(out, name);
    out = create(dir, "keys", name);
    for (size_t i = 0; i < set->mutants && out != NULL; i++) {
        (void)fprintf(out, "%016" PRIx64 "\n", set->mutant[i].key);
    }
    status = finish(out, name) != 0 ? STATUS_ENVIRONMENT : status;
    out = create(dir, "left-out.tsv", name);
    for (int i = 0; set->left_out_kind[i] != NULL && out != NULL; i++) {
        (void)fprintf(out, "%s\t%u\n", set->left_out_kind[i], set->left_out[i]);
    }
    if (out != NULL) {
        (void)fputs("# end\n", out);
    }
    return finish(out, name) != 0 ? STATUS_ENVIRONMENT : status;
}

void set_free(struct set *set)
{
    for (size_t i = 0; i < set->mutants; i++) {
        free(set->mutant[i].original);
        free(set->mutant[i].mutated);
    }
    for (size_t i = 0; i < set->sites; i++) {
        free(set->site[i].text);
    }
    free(set->mutant);
    free(set->site);
    free(set->unbuilt.key);
    free(set->only.key);
    *set = (struct set){.mutants = 0};
}
