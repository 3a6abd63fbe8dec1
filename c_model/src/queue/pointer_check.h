/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_QUEUE_POINTER_CHECK_H
#define SPE_QUEUE_POINTER_CHECK_H

#include <stdbool.h>

struct events;
struct rec;
struct spe_model;
struct spu;

/** The SPU checks PMBPTR_EL1 against the rules of 3.4.1 for `first`, the first record after
 * enabling. NULL: it may check it, but need not. */
void buffer_check_pointer(struct spe_model *m, const struct rec *first);
/** Order-free: after a fault PMBPTR_EL1 may be one of several addresses. Ask which of the rules it
 * breaks: only the addresses with the same verdict stay possible. Call this only in a step in which
 * the pointer may be checked. */
void buffer_pointer_judged(struct spe_model *m);
/** Whether PMBPTR_EL1 breaks the rules of 3.4.1, or the size is too large (W14). */
bool buffer_pointer_wrong(const struct spe_model *m);
/** The event of a wrong pointer need no longer take effect. An SPU that has not checked the pointer
 * yet ([b1_max]) finds the buffer disabled, or another pointer. */
void buffer_check_undone(struct events *events);
/** The same, if software has written a pointer or a limit that is not wrong. Then records may be
 * written again. */
void buffer_check_mended(struct spe_model *m);
/** The buffer is enabled again in this cycle. Records that the disabled buffer may have kept are
 * written now, so the pointer may be checked for them. */
void buffer_check_kept(struct spe_model *m);
/** The event of a wrong pointer has stopped nothing, because its PMBSR_ELx does not count any more
 * (D17.8). The pointer may be found wrong again. */
void buffer_check_again(struct spe_model *m);

/** Whether the SPU may check the pointer at the start of the next cycle. Either software writes it
 * while a record waits, or a record enters the queue or comes to its head. In the second case the
 * pointer was not checked for that record yet, or with another limit. */
bool pointer_may_be_checked(const struct spu *spu);

#endif
