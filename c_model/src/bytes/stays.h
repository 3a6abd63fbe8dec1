/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_BYTES_STAYS_H
#define SPE_BYTES_STAYS_H

#include <stdbool.h>
#include <stdint.h>

struct buffer;
struct stays;

/** All bytes of the record that is being written are there, up to `end`. */
void stays_written(struct stays *s, uint64_t end);
/** Those are done that wait for no response, or, `at_once`, all: with `off` PMBPTR_EL1 may stay. */
void stays_done(struct stays *s, const struct buffer *buf, bool at_once, bool off);
/** PMBPTR_EL1 stands at `ptr`. @return whether it has stayed there; the others are forgotten. */
bool stays_at(struct stays *s, uint64_t ptr);
/** PMBPTR_EL1 was written, or has moved. */
void stays_forget(struct stays *s);

#endif
