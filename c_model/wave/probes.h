/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_WAVE_PROBES_H
#define SPE_WAVE_PROBES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "map.h"
#include "rows.h"
#include "trace.h"

/* A map, resolved in an FST: where each of its values is. */

#define PROBE_MEMBERS 64
#define PROBE_SHOWS   256

/** Signals that are read together; each handle once. */
struct wanted {
    size_t *signal;
    size_t n, room;
};

/** A signal, the members of a packed structure one behind the other, or bits of it. */
struct net {
    size_t part[PROBE_MEMBERS]; /* places in `wanted`, the highest bits first */
    unsigned n;
    unsigned high, low; /* bits of it all */
};

/** What an SPU holds for a predicted field. */
struct probe {
    const struct map_line *line;
    unsigned row;       /* of the prediction */
    unsigned high, low; /* bits of the field */
    bool compared;      /* a register */
    struct net net;
};

struct show {
    const struct map_line *line;
    struct net net;
    size_t signal; /* the first one: its name is shown */
};

struct probes {
    struct wanted wanted;
    struct trace_time time;
    bool has_tap;
    char tap[256];
    struct probe probe[ROW_PROBES];
    struct show show[PROBE_SHOWS];
    unsigned n_probes, n_shows;
    const char *missing[PROBE_SHOWS]; /* signals of the map that the FST does not have */
    unsigned n_missing;
};

/** Resolve. @return 0, or an exit status after one line on stderr: also if a name is that of two
 * signals, and if the FST has none. */
int probes_resolve(struct probes *probes, const struct map *map, const struct trace *trace,
                   const struct rows *rows);

/** Name the rows of what the SPU holds, after those of the prediction. */
void probes_name(const struct probes *probes, struct rows *rows);

void probes_free(struct probes *probes);

/** Ask for one more signal. @return its place, SIZE_MAX: no memory. */
size_t wanted_add(struct wanted *wanted, const struct trace *trace, size_t signal);

/** Value of a net of at most 64 bits; *known: its bits that are 0 or 1. */
uint64_t net_value(const struct net *net, const char *const *value, uint64_t *known);

/** Its bits as characters, the highest one first, cut to `bytes`. */
void net_chars(const struct net *net, const char *const *value, char *dst, size_t bytes);

#endif
