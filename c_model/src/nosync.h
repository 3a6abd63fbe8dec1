/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NOSYNC_H
#define NOSYNC_H

/*
 * Sets of taps without SYNC: nobody tells barriers, after which nothing is on its way, nor TLB
 * maintenance, because of which the answer of a fault is not used (3.4.4).
 */

struct effect;
struct spe_model;

/** Nothing more can tell: what may be lost is. */
void buffer_give_up(struct spe_model *m);
/** A fault that need not be used has happened, and ends its record. */
void buffer_fault_happened(struct spe_model *m, const struct effect *e);
/** Nothing will tell whether it has. */
void buffer_fault_unseen(struct spe_model *m, const struct effect *e);

#endif
