/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_WAVE_TRACE_H
#define SPE_WAVE_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An FST that is read, cycle by cycle; GTKWave's fstapi does it. */

struct trace;

/** One variable. */
struct trace_signal {
    char *name; /* with its scopes, "TOP.u_spu.ptr"; without the range */
    unsigned bits;
    uint32_t handle; /* the same for two names of one signal */
};

/** Open a file: it is whole, and can be read to its end. @return 0, or an exit status after one
 * line on stderr. */
int trace_open(struct trace **out, const char *path);

/** NULL is accepted. */
void trace_close(struct trace *trace);

size_t trace_signals(const struct trace *trace);
const struct trace_signal *trace_signal(const struct trace *trace, size_t i);

/** The variable whose name is `name`, or ends with it behind a dot. @return how many there are, and
 * in *which the first one. */
size_t trace_find(const struct trace *trace, const char *name, size_t *which);

/** Members of the packed structure `name`, the first one highest: variables below the one scope
 * whose name is, or ends with, `name`. @return how many, of which at most `room` are filled in; 0
 * also if there is more than one such scope. */
size_t trace_members(const struct trace *trace, const char *name, size_t *member, size_t room);

/** What cycles are counted by. */
struct trace_time {
    size_t signal;
    bool clock; /* each rising edge ends a cycle, the first one cycle 0; else its value is the
                   number of the cycle */
};

/** A cycle has ended. `value` has that of each signal that was asked for, at its end: characters of
 * 0, 1, x and others, the highest bit first. @return false: nothing more is wanted. */
typedef bool (*trace_cycle_fn)(void *user, uint64_t cycle, const char *const *value);

/** Read the values of `signal` (n of them). @return 0, or an exit status after one line on stderr.
 */
int trace_read(struct trace *trace, const struct trace_time *time, const size_t *signal, size_t n,
               trace_cycle_fn fn, void *user);

#endif
