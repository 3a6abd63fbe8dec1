/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_WAVE_MAP_H
#define SPE_WAVE_MAP_H

#include <stdbool.h>
#include <stddef.h>

/* Which signal of an SPU shows what (c_model/wave.md, "Maps"). */

enum map_kind {
    MAP_FIELD, /* the signal in which the SPU holds a predicted field */
    MAP_SHOW,  /* a signal that is shown if a concern is suspected */
    MAP_TAP,   /* the scope of the monitor, spe_tap: its cycle_q counts cycles */
    MAP_CLOCK  /* the clock, if there is no monitor */
};

#define MAP_BITS  64u
#define MAP_NAMES 16
#define MAP_TAGS  4 /* a line with % stands for one line per tag */

struct map_line {
    enum map_kind kind;
    unsigned number;    /* line of the file */
    char what[64];      /* field "registers.PMBSR_EL1", or concern "write" */
    unsigned high, low; /* bits of the field */
    char signal[256];
    int signal_high, signal_low; /* -1: all of it */
    char *names[MAP_NAMES];      /* of the values of a shown signal, from 0 up */
    unsigned n_names;
    int tag;       /* tag of the line, -1: none */
    bool optional; /* some SPU of this map does not have the signal */
};

struct map {
    const char *path;
    struct map_line *line;
    size_t n, room;
};

/** Read a file. @return 0, or the exit status after one line on stderr. */
int map_read(struct map *map, const char *path);

void map_free(struct map *map);

#endif
