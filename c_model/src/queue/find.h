/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_QUEUE_FIND_H
#define SPE_QUEUE_FIND_H

#include <stdbool.h>
#include <stdint.h>

struct buffer;
struct gone;
struct rec;
struct spe_model;
struct spe_txn_aw;
struct spu;
struct xl;

/** Usable translation of the page of `va` for a burst of the record, or NULL. */
struct xl *buffer_translate(struct spu *spu, const struct rec *rec, uint64_t va);
/** Whether the first AW of the record may have been offered in `cycle` or before, if the tap does
 * not give the cycle of the offer. */
bool buffer_offers_by(struct spu *spu, const struct rec *rec, bool order_free, uint64_t cycle);
/** Whether a translation that the scoreboard no longer holds may explain the address of the burst,
 * which no other translation explains. The burst then continues the record, or begins it at one of
 * the places where it may begin. */
bool buffer_forgotten(struct spu *spu, const struct gone *gone, const struct rec *rec,
                      const struct spe_txn_aw *t, bool order_free);
/** The same for the first burst of a record that the scoreboard has taken for lost. This record
 * begins at PMBPTR_EL1 and was offered while the buffer was enabled. */
bool buffer_forgotten_first(const struct spu *spu, const struct gone *gone,
                            const struct spe_txn_aw *t);
/** Why that page has no usable translation, as the rest of a sentence "the page of ...". */
const char *buffer_untranslated(const struct buffer *buf, uint64_t va);
/** The translation of the byte at `va` of the record, if the first beat of the burst holds it. */
struct xl *buffer_translation_at(struct spu *spu, const struct rec *rec, uint64_t va,
                                 const struct spe_txn_aw *t);
/** The translation that the burst uses, if the record begins at `va` and the burst has a byte of
 * it. *first is where in the buffer the burst begins. NULL: the burst has no byte of the record. */
struct xl *buffer_translation_in(struct spu *spu, const struct rec *rec, uint64_t va,
                                 const struct spe_txn_aw *t, uint64_t *first);
/** The burst may continue a longer record at the place of `rec`, behind the end of `rec`. @return
 * the bytes that such a record has at least; 0 if the burst does not fit one. */
int buffer_reach(struct spu *spu, const struct rec *rec, const struct spe_txn_aw *t,
                 bool order_free);
/** Whether the first beat of a burst holds the byte at which the next burst of `rec` begins;
 * order-free: whether the burst has a byte of `rec`. */
bool buffer_begins(struct spe_model *m, const struct rec *rec, const struct spe_txn_aw *t);
/** The same for a record that would continue at `va`. */
bool buffer_begins_at(struct spe_model *m, const struct rec *rec, uint64_t va,
                      const struct spe_txn_aw *t);
/** The record that a fault or an abort has ended, if the burst may be one that this record had
 * offered before; else NULL. */
struct rec *buffer_late(struct spe_model *m, const struct spe_txn_aw *t);

/** The i-th record that may be written next, or NULL. */
struct rec *buffer_candidate(struct spe_model *m, int i);
/** A record that is not settled and has the bytes that were written so far for `rec`, or NULL. */
const struct rec *buffer_bytes_of(const struct buffer *buf, const struct rec *rec);
/** Whether the bytes written for `rec` may be those of `other`, which must have at least `bytes`
 * bytes. */
bool buffer_could_be(const struct spe_model *m, const struct rec *rec, const struct rec *other,
                     int bytes);

#endif
