/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_BYTES_STREAM_PAGE_H
#define SPE_BYTES_STREAM_PAGE_H

#include <stdbool.h>

struct burst;
struct gone;
struct spu;
struct xl;

/** The translation that gave the address of `b`, the youngest burst, to its page of the buffer.
 * Several pages may be in one of memory: then that of the next byte of the stream, if there is one;
 * without a known PMBPTR_EL1 (`pointer`) between two records the newest one before that, if it was
 * answered since the last burst. Else the newest. NULL: none gave it. */
const struct xl *stream_translation(const struct spu *spu, const struct burst *b, bool pointer);
/** Whether one that had no room any more may have given it; `x`: the one that stream_translation()
 * has found. */
bool stream_forgotten(const struct spu *spu, const struct gone *gone, const struct burst *b,
                      const struct xl *x);

#endif
