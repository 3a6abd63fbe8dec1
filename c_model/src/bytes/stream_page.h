/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_BYTES_STREAM_PAGE_H
#define SPE_BYTES_STREAM_PAGE_H

#include <stdbool.h>

struct burst;
struct gone;
struct spu;
struct xl;

/** The translation that gave the address of `b`, the youngest burst. It also tells the page of the
 * buffer. Several pages of the buffer may be in the same page of memory. Then the first of these
 * that exists is returned:
 *
 * 1. between two records, if the monitors do not show PMBPTR_EL1 (`pointer` is false): the newest
 *    translation, if it was answered since the last burst and may be of another buffer;
 * 2. the translation of the page of the next byte of the stream;
 * 3. the newest translation.
 *
 * NULL: no translation gave the address. */
const struct xl *stream_translation(const struct spu *spu, const struct burst *b, bool pointer);
/** Whether a translation for which there was no room (`gone`) may have given the address of `b`.
 * `x`: the translation that stream_translation() has found, or NULL. */
bool stream_forgotten(const struct spu *spu, const struct gone *gone, const struct burst *b,
                      const struct xl *x);

#endif
