/* SPDX-License-Identifier: Apache-2.0 */
#ifndef COVER_CROSS_H
#define COVER_CROSS_H

#include <stdbool.h>
#include <stdint.h>

#include "spe/txn.h"

/* Functional coverage (cover.h): places, intervals, depths, responses and barriers. */

struct spe_model;
struct rec;

enum cover_region {
    REGION_LOW,    /* below 2^32 */
    REGION_MIDDLE, /* below 2^47 */
    REGION_HIGH,   /* below 2^48 */
    REGION_END,    /* 2^48, of a limit */
    REGION_WIDE,   /* above: needs more than 48 bits of address */
    REGION_TAGGED, /* bits [63:56] are not 0, bit 55 is */
    REGION_UPPER,  /* bit 55 is 1 */
    REGIONS
};
enum cover_order {
    ORDER_NONE,      /* no burst waits for its response */
    ORDER_KEPT,      /* some do, in the order of the bursts */
    ORDER_OVERTAKEN, /* a younger burst has its response already */
    ORDERS
};
enum cover_barrier { BARRIER_PSB, BARRIER_DSB };
/* What a barrier finds pending: bits. */
#define PENDING_FLIGHT  1u /* samples in flight */
#define PENDING_QUEUED  2u /* records of which nothing is written */
#define PENDING_WRITING 4u /* a record being written, or a burst without response */

/** A burst of the record had the address of the translation. */
void cover_burst(struct rec *rec, uint64_t address);

/** The response of burst `i` of the list came. */
void cover_response(struct spe_model *m, int i);

/** PMSICR_EL1 was read as predicted. */
void cover_interval_read(struct spe_model *m, uint64_t pmsicr);

/** A barrier is asked for, */
void cover_barrier_asked(struct spe_model *m, enum cover_barrier barrier);
/** and done. */
void cover_barrier_done(struct spe_model *m, enum cover_barrier barrier);

/** A selection under the right lane and tag: */
void cover_select(struct spe_model *m, const struct spe_txn_sel *t);
/** tags and records that it finds, */
void cover_depth(struct spe_model *m, bool collided);
/** and the interval; `seen`: 0 by a selection, 1 by a read. */
void cover_interval(struct spe_model *m, unsigned seen);
/** Selection mode by PMSIRR_EL1 and configuration: on the axes of COVER_SELECT, COVER_INTERVAL. */
unsigned cover_mode(const struct spe_model *m);
/** How the responses of the bus stand. */
enum cover_order cover_responses(const struct spe_model *m);
/** Where a record that was written as predicted is, and its buffer's limit. */
void cover_places(struct spe_model *m, const struct rec *rec);

#endif
