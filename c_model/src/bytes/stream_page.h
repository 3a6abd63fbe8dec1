/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_BYTES_STREAM_PAGE_H
#define SPE_BYTES_STREAM_PAGE_H

struct burst;
struct spu;
struct xl;

/** The last translation that gave the page of the burst, the last one of the list. Several pages of
 * the buffer may be in one of memory: then that of the next byte, if there is one. NULL: none gave
 * it. */
const struct xl *stream_translation(const struct spu *spu, const struct burst *b);

#endif
