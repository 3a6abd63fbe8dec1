/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLOSURE_NEAR_H
#define CLOSURE_NEAR_H

#include "corpus.h"

/* How near a hole is to bins that were met: bins that differ from it in one axis only. */

struct closure_axis_near {
    size_t met, possible; /* bins that differ only in this axis */
    bool value;           /* some bin with the hole's value on this axis was met */
};

/* How hard a hole seems to be. */
enum closure_class {
    CLOSURE_NEAR,   /* along each axis a neighbour was met */
    CLOSURE_PARTLY, /* each of its values was met in some bin */
    CLOSURE_UNSEEN, /* one of its values was met in no bin */
    CLOSURE_CLASSES
};

struct closure_near {
    struct closure_axis_near axis[CLOSURE_AXES];
    unsigned axes;
    enum closure_class class;
};

struct closure_near closure_near(const struct closure_corpus *corpus, size_t hole);

/**
 * Say in one line what the hole lacks. For each axis: its value, and the values that were met in
 * its place with their runs, or that there are none.
 */
void closure_lacks(const struct closure_corpus *corpus, size_t hole, char *dst, size_t dst_bytes);

/** The name of a run: "TEST seed N". */
void closure_run_name(const struct closure_run *run, char *dst, size_t dst_bytes);

#endif
