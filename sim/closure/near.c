/* SPDX-License-Identifier: Apache-2.0 */
#include "near.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { VALUES_NAMED = 3 };

/* Whether any bin of the group with the hole's value on this axis was met. */
static bool value_met(const struct closure_corpus *corpus, size_t hole, unsigned axis)
{
    const struct closure_axes *axes = corpus->axes;
    const unsigned group = axes->bin[hole].group;

    for (size_t b = axes->first[group]; b < axes->first[group + 1]; b++) {
        if (corpus->first[b] != CLOSURE_NONE &&
            strcmp(axes->bin[b].value[axis], axes->bin[hole].value[axis]) == 0) {
            return true;
        }
    }
    return false;
}

static enum closure_class class_of(const struct closure_near *near)
{
    enum closure_class class = CLOSURE_NEAR;

    for (unsigned i = 0; i < near->axes; i++) {
        if (!near->axis[i].value) {
            return CLOSURE_UNSEEN;
        }
        if (near->axis[i].met == 0) {
            class = CLOSURE_PARTLY;
        }
    }
    return class;
}

struct closure_near closure_near(const struct closure_corpus *corpus, size_t hole)
{
    const struct closure_axes *axes = corpus->axes;
    const unsigned group = axes->bin[hole].group;
    struct closure_near near = {.axes = axes->bin[hole].axes};

    for (size_t b = axes->first[group]; b < axes->first[group + 1]; b++) {
        unsigned axis = 0;
        if (closure_distance(axes, hole, b, &axis) != 0) {
            near.axis[axis].possible += corpus->possible[b];
            near.axis[axis].met += corpus->first[b] != CLOSURE_NONE;
        }
    }
    for (unsigned i = 0; i < near.axes; i++) {
        near.axis[i].value = value_met(corpus, hole, i);
    }
    near.class = class_of(&near);
    return near;
}

void closure_run_name(const struct closure_run *run, char *dst, size_t dst_bytes)
{
    (void)snprintf(dst, dst_bytes, "%s seed %" PRIu64, run->test, run->seed);
}

/* A text that grows; what does not fit is dropped. */
struct line {
    char *dst;
    size_t room;
};

static void add(struct line *line, const char *text)
{
    const size_t n = strlen(text);

    if (n < line->room) {
        memcpy(line->dst, text, n + 1);
        line->dst += n;
        line->room -= n;
    }
}

/* Add the values that were met in place of the hole's value, the nearest first. */
static void add_axis(struct line *line, const struct closure_corpus *corpus, size_t hole,
                     unsigned axis, size_t left)
{
    const struct closure_axes *axes = corpus->axes;
    const unsigned group = axes->bin[hole].group;
    size_t named = 0;

    for (unsigned distance = 1; distance <= 64 && left > 0; distance++) {
        for (size_t b = axes->first[group]; b < axes->first[group + 1]; b++) {
            unsigned differs = 0;
            char run[128];
            if (corpus->first[b] == CLOSURE_NONE ||
                closure_distance(axes, hole, b, &differs) != distance || differs != axis) {
                continue;
            }
            left--;
            if (named++ < VALUES_NAMED) {
                closure_run_name(&corpus->run[corpus->best[b]], run, sizeof(run));
                add(line, named > 1 ? ", " : " ");
                add(line, axes->bin[b].value[axis]);
                add(line, " (");
                add(line, run);
                add(line, ")");
            }
        }
    }
    if (named > VALUES_NAMED) {
        (void)snprintf(line->dst, line->room, " and %zu more", named - VALUES_NAMED);
        line->room -= strlen(line->dst);
        line->dst += strlen(line->dst);
    }
}

void closure_lacks(const struct closure_corpus *corpus, size_t hole, char *dst, size_t dst_bytes)
{
    const struct closure_near near = closure_near(corpus, hole);
    struct line line = {dst, dst_bytes};

    dst[0] = '\0';
    for (unsigned i = 0; i < near.axes; i++) {
        add(&line, i > 0 ? "; " : "");
        add(&line, "in place of ");
        add(&line, corpus->axes->bin[hole].value[i]);
        add(&line, near.axis[i].value ? ":" : ", which was met nowhere:");
        add(&line, near.axis[i].met > 0 ? "" : " none");
        add_axis(&line, corpus, hole, i, near.axis[i].met);
    }
}
