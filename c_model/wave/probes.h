/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_WAVE_PROBES_H
#define SPE_WAVE_PROBES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "map.h"
#include "rows.h"
#include "trace.h"

/* A map resolved in an FST: which signals hold each of its values. */

#define PROBE_MEMBERS 64
#define PROBE_SHOWS   256

/** Signals that are read together; each handle is there only once. */
struct wanted {
    size_t *signal;
    size_t n, room;
};

/** A signal, or the concatenated members of a packed structure, or bits of either. */
struct net {
    size_t part[PROBE_MEMBERS]; /* indices in `wanted`, the highest bits first */
    unsigned n;
    unsigned high, low; /* bits of the whole */
};

/** The SPU's value of a predicted field. */
struct probe {
    const struct map_line *line;
    unsigned row;       /* row of the prediction */
    unsigned high, low; /* bits of the field */
    bool compared;      /* the field is a register, so it is compared */
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

/** Find the signals of the map in the FST. @return 0, or an exit status after one line on stderr.
 * It also fails if two signals have a name of the map, or if the FST has no signal of the map. */
int probes_resolve(struct probes *probes, const struct map *map, const struct trace *trace,
                   const struct rows *rows);

/** Name the rows with values of the SPU after the rows of the prediction. */
void probes_name(const struct probes *probes, struct rows *rows);

void probes_free(struct probes *probes);

/** Ask for one more signal. @return its index, SIZE_MAX: no memory. */
size_t wanted_add(struct wanted *wanted, const struct trace *trace, size_t signal);

/** Value of a net of at most 64 bits; *known: the mask of bits that are 0 or 1. */
uint64_t net_value(const struct net *net, const char *const *value, uint64_t *known);

/** Bits of a net as characters, the highest bit first, cut to `bytes`. */
void net_chars(const struct net *net, const char *const *value, char *dst, size_t bytes);

#endif
