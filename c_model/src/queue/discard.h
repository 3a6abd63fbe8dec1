/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_QUEUE_DISCARD_H
#define SPE_QUEUE_DISCARD_H

#include <stdbool.h>
#include <stdint.h>

struct rec;
struct spe_model;
struct spe_txn_aw;

/** The buffer is not enabled in this cycle: discard what was not offered (S2, B16, B17). */
void buffer_discard(struct spe_model *m);

/** A PSB CSYNC of the selections up to `order` is complete: settle what may have been offered. */
void buffer_settle(struct spe_model *m, uint64_t order);

/** What a disabled buffer may have offered before `cycle` and never came is lost. */
void buffer_expire(struct spe_model *m, uint64_t cycle);

/** One of the records at the head that may have been discarded is there: its AW was offered. */
void buffer_head_offered(struct spe_model *m);

/** The offer of the next burst, an address of the bus, says which of the records at the head were
 * discarded. */
void buffer_resolve(struct spe_model *m, const struct spe_txn_aw *t);

/** Waiting records take what room there is in the queue; without an enabled buffer they are lost.
 */
void inflight_admit(struct spe_model *m);
/** The same of the first one. @return whether it waits no more. */
bool inflight_admit_first(struct spe_model *m);

/** The first record that waits had room, as those that had kept it out are gone: it is in the
 * queue, or comes into it, whatever else has come since. */
void inflight_had_room(struct spe_model *m);

/** The record was written, or its page asked for: if it is the first that waits, it had room. */
void inflight_in_queue(struct spe_model *m, const struct rec *rec);

/*
 * Sets of taps without SYNC: nobody tells barriers, after which nothing is on its way, nor TLB
 * maintenance, because of which the answer of a fault is not used (3.4.4).
 */

/** Nothing more can tell: what may be lost is. */
void buffer_give_up(struct spe_model *m);

#endif
