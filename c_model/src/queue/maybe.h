/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_QUEUE_MAYBE_H
#define SPE_QUEUE_MAYBE_H

#include <stdbool.h>
#include <stdint.h>

#include "state/rec.h"

struct buffer;
struct spe_model;
struct spu;

/** Whether the first AW of `rec` may have been offered before the cycle `now`, if `rec` is the
 * first in the SPU's queue. */
bool buffer_may_be_offered(struct spu *spu, const struct rec *rec, uint64_t now, bool order_free);
/** Number of further records that may be in doubt (written or not), and the words for such records.
 * Each takes a fork, except those that only the filters leave open. @{ */
int buffer_maybe_room(const struct buffer *buf);
extern const char buffer_maybes[];
/** @} */
/** Whether buffer_may_be() opens a fork for the record. */
static inline bool buffer_maybe_forks(const struct rec *rec)
{
    return rec->fork == 0 && !rec->filter.doubt;
}
/** The record may have been discarded in this cycle. @return false: there are too many such
 * records, which is reported, and nothing has changed. */
bool buffer_may_be(struct spe_model *m, struct rec *rec);
/** A queued record may be written, or not (`may_write`): it finds the buffer disabled
 * ([disabled_record] = any), or the filters may have rejected it (L1 to L15). @return as above. */
bool buffer_doubt(struct spe_model *m, struct rec *rec);
/** The same for each queued record. An event that stops nothing may have lost them (W7), or an
 * event that a write of its register has undone before anything showed it (B28). */
void buffer_doubt_all(struct spe_model *m);
/** Whether the first AW of `rec` was offered before the record `other` was made. */
bool buffer_offered_before(const struct rec *rec, const struct rec *other);
/** `rec` was written. With [record_order] = any a queued record that has the same bytes may have
 * been written instead, and `rec` may be the record that is left (P26). */
void buffer_exchanged(struct spe_model *m, const struct rec *rec);
/** Whether the bytes written for `rec` may be those of `other`: they are the same, except for a
 * Timestamp that may have any value. */
bool buffer_same_bytes(const struct spe_model *m, const struct rec *rec, const struct rec *other);
/** @return the greatest order that `rec`, the head of the queue, may have, all bytes of which are
 * written: the bytes may be those of a later record that may be written in its place. */
uint64_t buffer_last_order(struct spe_model *m, const struct rec *rec);

#endif
