/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_TALLY_H
#define SPE_CLI_TALLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Members of the population by a key, and how often each was selected. */
struct tally_cell {
    uint64_t key;
    uint64_t members;         /* that could have been selected */
    uint64_t selected, taken; /* times; of these, that became samples */
    double expected;          /* selections */
    uint64_t now;             /* members of this segment */
    unsigned flags;           /* the caller's */
};

/**
 * Between two changes of the interval every member has the same chance. Such a segment ends with
 * its number of selections, of which each cell can expect its share.
 */
struct tally {
    struct tally_cell *cell;
    size_t n, room;
    uint32_t *index; /* of cells + 1, by the hash of their key; 0: free */
    size_t slots;
    uint32_t *touched; /* cells of this segment */
    size_t n_touched, touched_room;
    bool failed; /* no memory */
};

/** The cell of a key, made if there is none. @return NULL: no memory. Valid until the next call. */
struct tally_cell *tally_cell(struct tally *tally, uint64_t key);

/** Members of that key could have been selected; one was. @{ */
void tally_members(struct tally *tally, uint64_t key, uint64_t n);
void tally_selected(struct tally *tally, uint64_t key, bool taken);
/** @} */

/** `selections` came from the members since the last call. */
void tally_segment(struct tally *tally, uint64_t selections);

void tally_free(struct tally *tally);

#endif
