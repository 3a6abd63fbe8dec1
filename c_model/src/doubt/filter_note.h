/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_DOUBT_FILTER_NOTE_H
#define SPE_DOUBT_FILTER_NOTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct spe_filtered;
struct spe_model;
struct tag;

/** Note the sample of `tag`, which ends in the current cycle. */
void filter_note(struct spe_model *m, const struct tag *tag, const struct spe_filtered *seen,
                 bool kept);

/** "; the filters reject ..." of the last rejected sample; empty if there is none. */
void filter_note_rejected(const struct spe_model *m, char *dst, size_t dst_bytes);

/** "; the filters keep ..." of the `number`th kept sample; empty if it is not known any more. */
void filter_note_kept(const struct spe_model *m, uint64_t number, char *dst, size_t dst_bytes);

#endif
