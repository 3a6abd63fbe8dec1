/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_BYTES_CORRECT_H
#define SPE_BYTES_CORRECT_H

#include <stdint.h>

struct rec;
struct spe_packet;
struct spe_model;

/* Corrections: what bytes of a record should have been, as edits of the words that wrote them
 * (model_correct()). */

/** Keep which transaction writes the bytes `strb` of the word at `offset`, for corrections. */
void buffer_note_word(struct spe_model *m, struct rec *rec, int offset, unsigned strb);
/** The packet of the predicted record that holds the byte `offset`. @return where it begins. */
int buffer_packet_at(const struct rec *rec, int offset, struct spe_packet *packet);
/** Returns the end of the bytes that a difference at byte `offset` may concern. In a payload this
 * is the end of the packet: one wrong value. Elsewhere it is the end of the record, as all that
 * follows may be shifted. */
int buffer_fix_end(const struct rec *rec, int offset);
/** Finding `finding` is right once the written bytes from .. end - 1 of the record are `want`. */
void buffer_correct(struct spe_model *m, const struct rec *rec, uint64_t finding, int from, int end,
                    const uint8_t *want);
/** The same for a little-endian value of `bytes` bytes at `from`. */
void buffer_correct_value(struct spe_model *m, const struct rec *rec, uint64_t finding, int from,
                          int bytes, uint64_t value);

#endif
