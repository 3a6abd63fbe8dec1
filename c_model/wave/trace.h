/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_WAVE_TRACE_H
#define SPE_WAVE_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads an FST cycle by cycle, with GTKWave's fstapi. */

struct trace;

/** One variable. */
struct trace_signal {
    char *name; /* with its scopes, "TOP.u_spu.ptr"; without the range */
    unsigned bits;
    uint32_t handle; /* two names of one signal have the same handle */
};

/** Open an FST. It must be complete, and readable to its end. @return 0, or an exit status after
 * one line on stderr. */
int trace_open(struct trace **out, const char *path);

/** Close and free; NULL is accepted. */
void trace_close(struct trace *trace);

size_t trace_signals(const struct trace *trace);
const struct trace_signal *trace_signal(const struct trace *trace, size_t i);

/** Find the variables whose full name is `name`, or ends with a dot and `name`. @return how many
 * there are; *which is the first one. */
size_t trace_find(const struct trace *trace, const char *name, size_t *which);

/** Find the members of the packed structure `name`; the first member has the highest bits. They are
 * the variables below the only scope whose name is, or ends with, `name`. @return how many there
 * are, of which at most `room` are filled in; 0 also if there is more than one such scope. */
size_t trace_members(const struct trace *trace, const char *name, size_t *member, size_t room);

/** The signal that counts cycles. */
struct trace_time {
    size_t signal;
    bool clock; /* true: each rising edge ends a cycle, the first edge ends cycle 0; false: the
                   value of the signal is the number of the cycle */
};

/** Called when a cycle has ended. `value` has the value of each wanted signal at the end of the
 * cycle: characters 0, 1, x and others, the highest bit first. @return false: stop reading. */
typedef bool (*trace_cycle_fn)(void *user, uint64_t cycle, const char *const *value);

/** Read the values of `signal` (n of them). @return 0, or an exit status after one line on stderr.
 */
int trace_read(struct trace *trace, const struct trace_time *time, const size_t *signal, size_t n,
               trace_cycle_fn fn, void *user);

#endif
