/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_TALLY_H
#define SPE_CLI_TALLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Members of the population that have the same key, and how often they were selected. */
struct tally_cell {
    uint64_t key;
    uint64_t members;         /* members that could have been selected */
    uint64_t selected, taken; /* selections; selections that became samples */
    double expected;          /* expected selections */
    uint64_t now;             /* members in this segment */
    unsigned flags;           /* the caller's */
};

/**
 * A segment lies between two changes of the interval: in it every member has the same chance. At
 * its end the number of its selections is known, and each cell expects its share of them.
 */
struct tally {
    struct tally_cell *cell;
    size_t n, room;
    uint32_t *index; /* by the hash of the key: cell + 1; 0: free */
    size_t slots;
    uint32_t *touched; /* cells with members in this segment */
    size_t n_touched, touched_room;
    bool failed; /* no memory */
};

/** The cell of a key, created if it is new. @return NULL: no memory. Valid until the next call. */
struct tally_cell *tally_cell(struct tally *tally, uint64_t key);

/** Count n members with that key that could have been selected; count a selection. @{ */
void tally_members(struct tally *tally, uint64_t key, uint64_t n);
void tally_selected(struct tally *tally, uint64_t key, bool taken);
/** @} */

/** End the segment: its members, those since the last call, had this many selections. */
void tally_segment(struct tally *tally, uint64_t selections);

void tally_free(struct tally *tally);

#endif
