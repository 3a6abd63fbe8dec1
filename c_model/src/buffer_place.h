/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_BUFFER_PLACE_H
#define SPE_BUFFER_PLACE_H

#include "buffer.h"

/* Which record is written next, and where it begins. */

/* buffer_place.c */
/** Address of byte 0 of a record, queued or begun. */
uint64_t buffer_first(const struct spe_model *m, const struct rec *rec);
/** The i-th address at which it may begin, buffer_first() being number 0. @return there is one. */
bool buffer_place(const struct spe_model *m, const struct rec *rec, int i, uint64_t *va);
/** It begins at `va`, one of those. */
void buffer_put(struct spe_model *m, struct rec *rec, uint64_t va);
/** PMBPTR_EL1 was written: the record at the head may have begun at its old value. */
void buffer_keep_pointer(struct spe_model *m, uint64_t old);

/* buffer_discard.c */
/** One of the records at the head that may have been discarded is there: its AW was offered. */
void buffer_head_offered(struct spe_model *m);

/* buffer_choice.c */
/** The offer of the next burst says which of the records at the head were discarded. */
void buffer_resolve(struct spe_model *m);
/** None of the records at the head that may have been discarded is there. @return false if the
 * bytes that were written in its place say otherwise. */
bool buffer_head_discarded(struct spe_model *m);
/** The record that the burst belongs to, or NULL. */
struct rec *buffer_choose(struct spe_model *m, const struct spe_txn_aw *t);
/** Another record that may stand where `rec` does takes over what was written so far, or NULL. */
struct rec *buffer_another(struct spe_model *m, struct rec *rec, int bytes);

/* buffer_maybe.c */
/** off_cycle: written, unless what was taken for the record before it was this one. */
#define NOT_OFF UINT64_MAX
/** It may have been discarded in this cycle. */
void buffer_may_be(struct spe_model *m, struct rec *rec);
/** Whether there is room for one more behind `records`: each may be the one that was offered. */
bool buffer_room_for_doubt(struct spe_model *m, int records);
/** A queued record of a disabled buffer may be written, or not. */
void buffer_doubt(struct spe_model *m, struct rec *rec);
/** The same of each queued record. */
void buffer_doubt_all(struct spe_model *m);
/** `rec`, which need not have been written, was; the one behind it may have the same bytes. */
void buffer_twin(struct spe_model *m, const struct rec *rec);

/* buffer_find.c */
/** The i-th record that may be written next, or NULL. */
struct rec *buffer_candidate(struct spe_model *m, int i);
/** A record that is not settled and has the bytes that were written so far for `rec`, or NULL. */
const struct rec *buffer_bytes_of(const struct buffer *buf, const struct rec *rec);
/** Whether the bytes that were written for `rec` may be those of `other`, of at least `bytes`. */
bool buffer_could_be(const struct rec *rec, const struct rec *other, int bytes);

#endif
