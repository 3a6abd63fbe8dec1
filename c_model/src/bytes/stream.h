/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_BYTES_STREAM_H
#define SPE_BYTES_STREAM_H

#include <stdbool.h>
#include <stdint.h>

struct burst;
struct spu;
struct stream;
struct spe_model;
struct spe_txn_aw;
struct spe_txn_w;

/** Begin a stream. */
void stream_begin(struct spe_model *m);

/** PMBPTR_EL1 is written: the stream continues at `ptr`, or at the old place if a record may be on
 * its way. */
void stream_pointer(struct spe_model *m, uint64_t ptr);

/** Whether the page of `va` may belong to a record that began in `mode` (W3). */
bool stream_began_in(const struct spe_model *m, uint64_t va, unsigned mode);

/** A fault, abort or reset may have cut a record. */
void stream_cut(struct stream *st, uint64_t cycle);

/** S is 1, or was: the record that is being written may stay unfinished (3.5). */
void stream_stopped(struct spu *spu);

/** A burst begins: map it to the buffer. */
void stream_aw(struct spe_model *m, struct burst *b, const struct spe_txn_aw *t);

/** A word of the burst is accepted: bytes of the stream at `va`. */
void stream_word(struct spe_model *m, const struct burst *b, uint64_t va, const struct spe_txn_w *t,
                 unsigned strb);

/** A response, or the last byte of a record, was accepted. */
void stream_response(struct spe_model *m);

/** PMBPTR_EL1 reads as `ptr`, and no burst is on its way. @return whether it has stayed there
 * (B29).
 */
bool stream_stands(struct spu *spu, uint64_t ptr);

/** The stream must end at the end of a record. */
void stream_end(struct spe_model *m);

/** PMBIRQ falls, or software writes an S that was, or may have been, 1: the event is served.
 * Records that ended while S was 1 have no CTI pulse (dpi/timing.md W5). */
void stream_served(struct spu *spu);

/** No burst is open. So every record must have had its CTI pulse (2.7), unless an event that is not
 * served yet may have stopped the pulse. */
void stream_cti(struct spe_model *m);

#endif
