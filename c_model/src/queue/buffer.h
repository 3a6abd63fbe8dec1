/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_QUEUE_BUFFER_H
#define SPE_QUEUE_BUFFER_H

#include <stdbool.h>
#include <stdint.h>

#include "state/rec.h"

struct buffer;
struct rec;
struct spe_model;
struct stream;

/** A free slot for the record of the selection `order`, or NULL. All hypotheses that have this
 * record use the same slot, so that two which come to hold the same records become one. */
struct rec *buffer_new(struct buffer *buf, uint64_t order);

/** The record is lost (event, disabled buffer, reset). */
void buffer_lose(struct spe_model *m, struct rec *rec);
/** The record is lost because it was not written in its turn, or because the filters have rejected
 * it. */
void buffer_lose_unwritten(struct spe_model *m, struct rec *rec);

/** Take the record out of the queue; or out of everything, which frees its slot. */
void buffer_unqueue(struct buffer *buf, const struct rec *rec);
void buffer_free(struct buffer *buf, struct rec *rec);

/** Its own fault ended the record: it is lost; `late` if a burst of it may be on its way. */
void buffer_doom(struct spe_model *m, struct rec *rec, bool late);
/** Undo buffer_doom() in the same cycle: the record is in `state` again, with `behind` records
 * behind it in the queue. */
void buffer_undoom(struct spe_model *m, struct rec *rec, enum rec_state state, int behind);
/** How many records of the queue are behind `rec`, which must be in the queue, too. */
int buffer_behind(const struct buffer *buf, const struct rec *rec);
/** At the start of a cycle: ask whether the late burst of the ended record was offered. If it was,
 * the record still takes its place (P20). */
void buffer_doomed_offers(struct spe_model *m);
/** No burst of the ended record is on its way any more. */
void buffer_doomed_gone(struct buffer *buf);

/** Put a record at the end of the queue, or at its place `at`; nothing else changes. @{ */
void buffer_append(struct buffer *buf, struct rec *rec);
void buffer_insert(struct buffer *buf, struct rec *rec, int at);
/** @} */

/** With LIFE: PMBLIMITR_EL1 is written in `cycle` and changes from `before` to `now`. A record has
 * the limit of the cycle in which its first address was offered. Its bytes may be below an older
 * one, see buffer_keep_limit(). */
void buffer_limit_written(struct stream *st, uint64_t before, uint64_t now, uint64_t cycle);

/** A record enters the queue in the current cycle. */
void buffer_enqueue(struct spe_model *m, struct rec *rec);

/** Check the pointer for the record at the head, if this record is the first to be written since
 * enabling, and was not when it entered the queue. */
void buffer_check_head(struct spe_model *m);

/** S was set although the record being written has no fault of its own: it may stay unfinished. */
void buffer_event_elsewhere(struct buffer *buf);

/** A reset: everything is lost. */
void buffer_reset(struct spe_model *m);

/** The first AW or W shows that the record is being written, at PMBPTR_EL1. */
void buffer_start(struct spe_model *m, struct rec *rec);

/** The first AW of a record is accepted; the record has begun, or its own fault has ended it. Set
 * the limit of the record: that of the cycle of the offer, one of several if the tap does not give
 * this cycle. */
void buffer_offered(struct spe_model *m, struct rec *rec);

#endif
