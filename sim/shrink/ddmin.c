/* SPDX-License-Identifier: Apache-2.0 */
#include "ddmin.h"

#include <stdbool.h>
#include <string.h>

struct search {
    unsigned *part;
    size_t n;
    unsigned *trial; /* room for n numbers */
    shrink_try_fn try;
    void *user;
    bool stopped;
};

/* Try numbers from..to of the set, or (`others`) all except these. @return whether they fail in the
 * same way; then they become the set. */
static bool fails(struct search *s, size_t from, size_t to, bool others)
{
    size_t n = 0;

    for (size_t i = 0; i < s->n; i++) {
        if ((i >= from && i < to) != others) {
            s->trial[n++] = s->part[i];
        }
    }
    if (n == 0 || n == s->n || s->stopped) {
        return false;
    }
    const enum shrink_trial trial = s->try(s->user, s->trial, n);
    s->stopped = trial == SHRINK_STOP;
    if (trial != SHRINK_SAME) {
        return false;
    }
    memcpy(s->part, s->trial, n * sizeof(*s->part));
    s->n = n;
    return true;
}

/* Try each of `parts` parts alone, or the set without each. @return whether one of these fails. */
static bool reduce(struct search *s, size_t parts, bool others)
{
    const size_t n = s->n;

    for (size_t i = 0; i < parts && !s->stopped; i++) {
        if (fails(s, n * i / parts, n * (i + 1) / parts, others)) {
            return true;
        }
    }
    return false;
}

size_t shrink_ddmin(unsigned *part, unsigned *trial, size_t n, shrink_try_fn try, void *user)
{
    struct search s = {.part = part, .trial = trial, .n = n, .try = try, .user = user};
    size_t parts = 2;

    while (s.n >= 2 && !s.stopped) {
        if (reduce(&s, parts, false)) {
            parts = 2;
        } else if (parts > 2 && reduce(&s, parts, true)) {
            parts = parts > 3 ? parts - 1 : 2;
        } else if (parts < s.n) {
            parts = 2 * parts < s.n ? 2 * parts : s.n;
        } else {
            break;
        }
        if (parts > s.n) {
            parts = s.n;
        }
    }
    return s.n;
}

/* Try to leave out pieces of that many numbers, one after the other. @return whether one could be
 * left out. */
static bool leave_out_pieces(struct search *s, size_t piece)
{
    bool any = false;

    for (size_t from = 0; from < s->n && !s->stopped;) {
        const size_t to = from + piece < s->n ? from + piece : s->n;
        if (fails(s, from, to, true)) {
            any = true;
        } else {
            from = to;
        }
    }
    return any;
}

size_t shrink_leave_out(unsigned *part, unsigned *trial, size_t n, shrink_try_fn try, void *user)
{
    struct search s = {.part = part, .trial = trial, .n = n, .try = try, .user = user};

    size_t piece = 1;

    while (2 * piece < n) {
        piece *= 2;
    }
    for (; piece > 1; piece /= 2) {
        (void)leave_out_pieces(&s, piece);
    }
    while (leave_out_pieces(&s, 1)) {
    }
    return s.n;
}
