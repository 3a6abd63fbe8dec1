/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STATE_QUEUE_H
#define SPE_STATE_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

struct buffer;
struct burst;
struct rec;
struct spe_model;
struct xl;

/** Whether data, address or response of a burst of the record is still to come. */
bool buffer_writing(const struct buffer *buf, const struct rec *rec);
/** Whether an accepted burst of the record waits for data. */
bool buffer_data_to_come(const struct buffer *buf, const struct rec *rec);
/** Where a burst whose place is known ends, as a virtual address. */
uint64_t buffer_burst_end(const struct burst *b);
/** Note the selections that the record of the burst may be of. */
void buffer_burst_of(struct burst *b, const struct rec *rec);
/** Lowest byte of the record that is not written. */
int buffer_next_offset(const struct rec *rec);
/** Number of queue places that are taken by records that are not done. A record that a fault or an
 * abort has ended counts, too, while a burst of it is on the bus. */
int buffer_occupied(const struct buffer *buf);
/** Whether records enter the queue: the buffer is enabled, or [disabled_record] = write lets them.
 */
bool buffer_takes(const struct spe_model *m);
/** Whether a record of the disabled buffer may be written all the same ([disabled_record]). */
bool buffer_may_write(const struct spe_model *m);
/** Whether each burst waits for the response of the one before ([ext_abort], [abort_wait]). */
bool buffer_waits(const struct spe_model *m);
/** Whether an AW may use `x` in spite of a TLBI; `since`: first cycle in which the AW could be
 * offered. */
bool buffer_fresh(const struct buffer *buf, const struct xl *x, uint64_t since);

#endif
