/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_BYTES_STAYS_H
#define SPE_BYTES_STAYS_H

#include <stdbool.h>
#include <stdint.h>

struct buffer;
struct stays;

/** All bytes of the record that is being written are there; it ends at `end`. */
void stays_written(struct stays *s, uint64_t end);
/** Records that wait for no response are done; all are, if `at_once`. `off`: PMBPTR_EL1 may then
 * stay at the beginning of each. */
void stays_done(struct stays *s, const struct buffer *buf, bool at_once, bool off);
/** PMBPTR_EL1 is at `ptr`. @return whether it may have stayed there; all such places are forgotten.
 */
bool stays_at(struct stays *s, uint64_t ptr);
/** PMBPTR_EL1 was written, or has moved: forget all places. */
void stays_forget(struct stays *s);

#endif
