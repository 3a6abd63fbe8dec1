/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_COVER_CROSS_H
#define SPE_COVER_CROSS_H

/* Functional coverage (cover.h): places, intervals, depths, responses and barriers. */

enum cover_region {
    REGION_LOW,    /* below 2^32 */
    REGION_MIDDLE, /* below 2^47 */
    REGION_HIGH,   /* below 2^48 */
    REGION_END,    /* exactly 2^48, of a limit only */
    REGION_WIDE,   /* above: needs more than 48 bits of address */
    REGION_TAGGED, /* bits [63:56] are not 0, bit 55 is */
    REGION_UPPER,  /* bit 55 is 1 */
    REGIONS
};
enum cover_order {
    ORDER_NONE,      /* no burst waits for its response */
    ORDER_KEPT,      /* some wait, and responses came in the order of the bursts */
    ORDER_OVERTAKEN, /* a younger burst has its response already */
    ORDERS
};
enum cover_barrier { BARRIER_PSB, BARRIER_DSB };
/* Bits for what a barrier finds pending. */
#define PENDING_FLIGHT  1u /* samples in flight */
#define PENDING_QUEUED  2u /* records of which nothing is written yet */
#define PENDING_WRITING 4u /* a record being written, or a burst without response */

#endif
