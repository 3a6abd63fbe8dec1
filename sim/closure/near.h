/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLOSURE_NEAR_H
#define CLOSURE_NEAR_H

#include "corpus.h"

/* How near a hole is to what was met: bins that differ from it in one axis alone. */

struct closure_axis_near {
    size_t met, possible; /* bins that differ in this axis alone */
    bool value;           /* the hole's value of this axis was met in any bin */
};

/* How hard a hole looks. */
enum closure_class {
    CLOSURE_NEAR,   /* along each axis a bin beside it was met */
    CLOSURE_PARTLY, /* each of its values was met somewhere */
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
 * What the hole lacks, in one line: for each axis its value, the values that were met in its place
 * and by which run, or that there are none.
 */
void closure_lacks(const struct closure_corpus *corpus, size_t hole, char *dst, size_t dst_bytes);

/** The run: "TEST seed N". */
void closure_run_name(const struct closure_run *run, char *dst, size_t dst_bytes);

#endif
