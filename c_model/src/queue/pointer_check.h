/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_QUEUE_POINTER_CHECK_H
#define SPE_QUEUE_POINTER_CHECK_H

#include <stdbool.h>

struct events;
struct rec;
struct spe_model;
struct spu;

/** The pointer is checked against the rules of 3.4.1 for the first record after the enabling; NULL:
 * it need not be. */
void buffer_check_pointer(struct spe_model *m, const struct rec *first);
/** Order-free, PMBPTR_EL1 may be any of several bytes since a fault: those stay of which the rules
 * say the same. In a step in which the pointer may be checked. */
void buffer_pointer_judged(struct spe_model *m);
/** Whether it breaks them. */
bool buffer_pointer_wrong(const struct spe_model *m);
/** An SPU that has not looked at the pointer yet ([b1_max]) will not, as the buffer is disabled, or
 * finds another one: the event of a wrong pointer need not come. */
void buffer_check_undone(struct events *events);
/** The same where software has written a pointer or a limit that is not wrong; then the record may
 * be written. */
void buffer_check_mended(struct spe_model *m);
/** The buffer is enabled again, in this cycle: records that the disabled one may have kept, and
 * that are written now, have the pointer checked for them. */
void buffer_check_kept(struct spe_model *m);
/** An event of a wrong pointer has stopped nothing, as the PMBSR_ELx that it was for does not count
 * any more (D17.8): the pointer may be found wrong again. */
void buffer_check_again(struct spe_model *m);

/** Whether the pointer may be checked at the start of the next cycle: it is written while a record
 * waits, or a record comes into the queue or to its head for which it was not checked, or with
 * another limit. */
bool pointer_may_be_checked(const struct spu *spu);

#endif
