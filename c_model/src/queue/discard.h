/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_QUEUE_DISCARD_H
#define SPE_QUEUE_DISCARD_H

#include <stdbool.h>
#include <stdint.h>

struct rec;
struct spe_model;
struct spe_txn_aw;
struct spu;

/** The buffer is not enabled in this cycle: discard queued records that were not offered before
 * (S2, B16, B17). */
void buffer_discard(struct spe_model *m);

/** A PSB CSYNC of the selections up to `order` is complete: settle the records that may have been
 * offered. */
void buffer_settle(struct spe_model *m, uint64_t order);

/** The record that a fault or an abort has ended and of which the bus still shows bursts (RL2), if
 * it is certainly of a selection up to `order`; or NULL. A record that need not be there may be of
 * a later selection (S2, L1 to L15). */
const struct rec *buffer_doomed_up_to(const struct spu *spu, uint64_t order);

/** Lose each record that may have been offered before the buffer was disabled, if that was in
 * `cycle` or earlier: its AW never came. */
void buffer_expire(struct spe_model *m, uint64_t cycle);

/** One of the records at the head that may have been discarded is there: its AW was offered. */
void buffer_head_offered(struct spe_model *m);

/** Settle which records at the head were discarded, by the offer of the next burst, which is an
 * address of the bus. */
void buffer_resolve(struct spe_model *m, const struct spe_txn_aw *t);

/** Records that wait for room enter the queue as far as it has room. Without an enabled buffer they
 * are lost. */
void inflight_admit(struct spe_model *m);
/** The same for the first record that waits. @return whether it waits no more. */
bool inflight_admit_first(struct spe_model *m);

/** The first record that waits had room, because the records that kept it out are gone. It is in
 * the queue, or enters it, whatever other records have come since. */
void inflight_had_room(struct spe_model *m);

/** The record was written, or its page was requested: if it is the first record that waits, it had
 * room. */
void inflight_in_queue(struct spe_model *m, const struct rec *rec);

/*
 * Without the taps of SYNC nobody tells barriers, after which nothing is on its way. Nobody tells
 * TLB maintenance either, which makes the SPU ignore the answer of a fault (3.4.4).
 */

/** Nothing can tell any more: lose each record that may be lost. */
void buffer_give_up(struct spe_model *m);

#endif
