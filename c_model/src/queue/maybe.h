/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_QUEUE_MAYBE_H
#define SPE_QUEUE_MAYBE_H

#include <stdbool.h>
#include <stdint.h>

#include "state/rec.h"

struct buffer;
struct spe_model;
struct spu;

/** off_cycle: written, unless what was taken for the record before it was this one. */
#define NOT_OFF UINT64_MAX
/** Whether its first AW may have been offered before the cycle `now`, if it is the SPU's first. */
bool buffer_may_be_offered(struct spu *spu, const struct rec *rec, uint64_t now, bool order_free);
/** Of how many records more it may be open whether they are written, and what these are. Each is a
 * fork; those that only the filters leave open are none. @{ */
int buffer_maybe_room(const struct buffer *buf);
extern const char buffer_maybes[];
/** @} */
/** Whether it becomes a fork with buffer_may_be(). */
static inline bool buffer_maybe_forks(const struct rec *rec)
{
    return rec->fork == 0 && !rec->filter.doubt;
}
/** It may have been discarded in this cycle. @return false: there are too many of these, which is
 * reported, and nothing has changed. */
bool buffer_may_be(struct spe_model *m, struct rec *rec);
/** A queued record may be written, or not (`may_write`): it finds the buffer disabled
 * ([disabled_record] = any), or the filters may have rejected it (L1 to L15). @return as above. */
bool buffer_doubt(struct spe_model *m, struct rec *rec);
/** The same of each queued record: an event that stops nothing may have lost them (W7), or one that
 * a write of its register has undone unseen (B28). */
void buffer_doubt_all(struct spe_model *m);
/** Whether the first AW of `rec` was offered before there was `other`. */
bool buffer_offered_before(const struct rec *rec, const struct rec *other);
/** `rec`, which need not have been written, was; the one behind it may have the same bytes. */
void buffer_twin(struct spe_model *m, const struct rec *rec);

#endif
