/* SPDX-License-Identifier: Apache-2.0 */
#include "axes.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "night.h"
#include "spe/cover.h"

/* Cut the name at its dots. */
static void split(struct closure_bin *bin)
{
    memcpy(bin->text, bin->name, sizeof(bin->text));
    char *at = strchr(bin->text, ' ');

    while (at != NULL && bin->axes < CLOSURE_AXES) {
        *at++ = '\0';
        bin->value[bin->axes++] = at;
        at = strchr(at, '.');
    }
}

static void take_group(struct closure_axes *axes, size_t g)
{
    struct spe_cover_group group;

    (void)spe_cover_group(g, &group);
    axes->first[g] = group.first;
    axes->first[g + 1] = group.first + group.bins;
    for (size_t b = group.first; b < group.first + group.bins; b++) {
        struct closure_bin *bin = &axes->bin[b];
        (void)spe_cover_name(b, bin->name, sizeof(bin->name));
        bin->group = (unsigned)g;
        split(bin);
        for (unsigned i = 0; i < bin->axes; i++) {
            axes->flags[g] |= strchr(bin->value[i], '+') != NULL ? (uint8_t)(1u << i) : 0;
        }
    }
}

int closure_axes_open(struct closure_axes *axes)
{
    *axes = (struct closure_axes){.n = spe_cover_bins(), .groups = spe_cover_groups()};
    axes->bin = calloc(axes->n, sizeof(*axes->bin));
    axes->first = calloc(axes->groups + 1, sizeof(*axes->first));
    axes->flags = calloc(axes->groups, sizeof(*axes->flags));
    if (axes->bin == NULL || axes->first == NULL || axes->flags == NULL) {
        closure_axes_close(axes);
        return night_fail(NIGHT_EXIT_ENVIRONMENT, "out of memory");
    }
    for (size_t g = 0; g < axes->groups; g++) {
        take_group(axes, g);
    }
    return NIGHT_EXIT_GOOD;
}

void closure_axes_close(struct closure_axes *axes)
{
    free(axes->bin);
    free(axes->first);
    free(axes->flags);
    *axes = (struct closure_axes){.n = 0};
}

/* Whether `name`, of n characters, is a member of the set `names` ("A+B"). */
static bool has_flag(const char *names, const char *name, size_t n)
{
    for (const char *at = names; *at != '\0';) {
        const size_t length = strcspn(at, "+");
        if (length == n && strncmp(at, name, n) == 0) {
            return true;
        }
        at += at[length] == '\0' ? length : length + 1;
    }
    return false;
}

/* Number of members of set `a` that set `b` lacks. "none" is the empty set. */
static unsigned flags_beside(const char *a, const char *b)
{
    unsigned n = 0;

    if (strcmp(a, "none") == 0) {
        return 0;
    }
    for (;;) {
        const size_t length = strcspn(a, "+");
        n += !has_flag(b, a, length);
        if (a[length] == '\0') {
            return n;
        }
        a += length + 1;
    }
}

static unsigned value_distance(const char *a, const char *b, bool flags)
{
    int64_t x = 0, y = 0;

    if (night_number(a, &x) == 0 && night_number(b, &y) == 0) {
        return (unsigned)(x > y ? x - y : y - x);
    }
    return flags ? flags_beside(a, b) + flags_beside(b, a) : 1;
}

unsigned closure_distance(const struct closure_axes *axes, size_t a, size_t b, unsigned *axis)
{
    const struct closure_bin *from = &axes->bin[a], *to = &axes->bin[b];
    unsigned differ = 0;

    if (from->group != to->group) {
        return 0;
    }
    for (unsigned i = 0; i < from->axes; i++) {
        if (strcmp(from->value[i], to->value[i]) != 0) {
            *axis = i;
            differ++;
        }
    }
    return differ != 1 ? 0
                       : value_distance(from->value[*axis], to->value[*axis],
                                        (axes->flags[from->group] >> *axis & 1) != 0);
}
