/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fst_differ ONE OTHER SCOPE: compare the waves of two runs. Print the first cycle in which a flop
 * below SCOPE (a name in `_q`, or a member of one), or an output of SCOPE (`_o`), differs, and its
 * name; `-` without one. Waves are those of spu_sim: cycle N ends at N * 1000 + 500. A flop without
 * reset may begin with any value: it is compared from the first cycle in which both runs agree.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fst_walk.h"

struct change {
    uint64_t time;
    unsigned name;
    char *value;
};

struct side {
    const char *scope;
    char *name[FST_HANDLES];      /* of the variables, in their order */
    unsigned of[FST_HANDLES];     /* handle: number of its name + 1, 0: not looked at */
    unsigned other[FST_HANDLES];  /* name: its number on the other side + 1, 0: it has none */
    const char *now[FST_HANDLES]; /* its value */
    unsigned n_names;
    struct change *change;
    size_t n, room, at;
};

static bool known[FST_HANDLES]; /* names that once had the same value on both sides */

static void fail(const char *text, const char *which)
{
    fprintf(stderr, "fst_differ: %s %s\n", text, which);
    exit(2);
}

static void *need(void *memory)
{
    if (memory == NULL) {
        fail("no memory", "");
    }
    return memory;
}

static bool ends(const char *name, size_t n, const char *with)
{
    const size_t bytes = strlen(with);

    return n >= bytes && strncmp(name + n - bytes, with, bytes) == 0;
}

/* A flop anywhere below the scope, or an output of the scope itself. */
static bool wanted(const char *name, const char *scope)
{
    const char *at = strstr(name, scope);

    if (at == NULL) {
        return false;
    }
    at += strlen(scope);
    const size_t n = strcspn(at, "[");
    return strstr(at, "_q.") != NULL || ends(at, n, "_q") ||
           (strchr(at, '.') == NULL && ends(at, n, "_o")) ||
           (strstr(at, "_o.") != NULL && strchr(at, '.') == strstr(at, "_o.") + 2);
}

static void add_name(void *user, const char *name, fstHandle handle, unsigned bits)
{
    struct side *s = user;

    (void)bits;
    if (s->of[handle] == 0 && wanted(name, s->scope)) {
        s->name[s->n_names] = need(strdup(name));
        s->of[handle] = ++s->n_names;
    }
}

static void read_names(struct side *s, void *reader)
{
    fst_walk(reader, add_name, s);
    for (fstHandle handle = 1; handle < FST_HANDLES; handle++) {
        if (s->of[handle] != 0) {
            fstReaderSetFacProcessMask(reader, handle);
        }
    }
}

static void on_change(void *user, uint64_t time, fstHandle handle, const unsigned char *value)
{
    struct side *s = user;

    if (s->n == s->room) {
        s->room = s->room == 0 ? 65536 : 2 * s->room;
        s->change = need(realloc(s->change, s->room * sizeof(*s->change)));
    }
    s->change[s->n++] = (struct change){
        .time = time, .name = s->of[handle] - 1, .value = need(strdup((const char *)value))};
}

static void read_side(struct side *s, const char *path, const char *scope)
{
    void *reader = fstReaderOpen(path);

    if (reader == NULL) {
        fail("cannot read", path);
    }
    s->scope = scope;
    read_names(s, reader);
    if (s->n_names == 0) {
        fail("no flop or output in", path);
    }
    (void)fstReaderIterBlocks(reader, on_change, s, NULL);
    fstReaderClose(reader);
}

static void pair_names(struct side *a, struct side *b)
{
    for (unsigned i = 0; i < a->n_names; i++) {
        for (unsigned k = 0; k < b->n_names && a->other[i] == 0; k++) {
            if (strcmp(a->name[i], b->name[k]) == 0) {
                a->other[i] = k + 1;
                b->other[k] = i + 1;
            }
        }
    }
}

static uint64_t time_of(const struct side *s)
{
    return s->at < s->n ? s->change[s->at].time : UINT64_MAX;
}

/* Apply all changes of that time. */
static void step(struct side *s, uint64_t time)
{
    for (; time_of(s) == time; s->at++) {
        s->now[s->change[s->at].name] = s->change[s->at].value;
    }
}

/* The number of the first name that differs, or -1. */
static int compare(const struct side *a, const struct side *b)
{
    for (unsigned i = 0; i < a->n_names; i++) {
        const char *one = a->now[i], *two = a->other[i] != 0 ? b->now[a->other[i] - 1] : NULL;
        if (one == NULL || two == NULL) {
            continue;
        }
        if (strcmp(one, two) == 0) {
            known[i] = true;
        } else if (known[i]) {
            return (int)i;
        }
    }
    return -1;
}

int main(int argc, char **argv)
{
    static struct side a, b;

    if (argc != 4) {
        fail("usage: fst_differ ONE OTHER SCOPE", "");
    }
    read_side(&a, argv[1], argv[3]);
    read_side(&b, argv[2], argv[3]);
    pair_names(&a, &b);
    while (time_of(&a) != UINT64_MAX || time_of(&b) != UINT64_MAX) {
        const uint64_t time = time_of(&a) < time_of(&b) ? time_of(&a) : time_of(&b);
        step(&a, time);
        step(&b, time);
        const int name = compare(&a, &b);
        if (name >= 0) {
            printf("%llu %s\n", (unsigned long long)(time + 500) / 1000, a.name[name]);
            return 0;
        }
    }
    puts("-");
    return 0;
}
