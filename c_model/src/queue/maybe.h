/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_QUEUE_MAYBE_H
#define SPE_QUEUE_MAYBE_H

#include <stdbool.h>
#include <stdint.h>

struct rec;
struct spe_model;

/** off_cycle: written, unless what was taken for the record before it was this one. */
#define NOT_OFF UINT64_MAX
/** Whether its first AW may have been offered before this cycle, if it is the SPU's first. */
bool buffer_may_be_offered(struct spe_model *m, const struct rec *rec);
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
