/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CONFIG_LAYOUT_H
#define SPE_CONFIG_LAYOUT_H

#include "spe/config.h"

#define LAYOUT_BIT(kind) (1u << (kind))

/* The offsets of the packets of one record. */
struct placement {
    int offset[SPE_LAYOUT_KINDS]; /* of the header byte, or -1 if it is not in the record */
    int end;                      /* bytes up to the end of the last packet */
    int size;                     /* the same, padded to 2^align */
};

/* Name of an element in the key `layout`. */
const char *layout_name(enum spe_layout_kind kind);

/* Bytes of a packet, header and payload. */
int layout_packet_bytes(const struct spe_config *cfg, enum spe_layout_kind kind);

/* The key `layout`, parsed once. */
struct layout {
    struct spe_layout_item item[SPE_LAYOUT_MAX];
    int n; /* or a negative status */
};

/*
 * Place the packets of a record. `present` has LAYOUT_BIT(kind) of each packet, and of exactly one
 * of TS and END.
 * Returns 0, or the index + 1 of the first item whose fixed offset lies inside an earlier packet.
 */
int layout_place(const struct spe_config *cfg, const struct spe_layout_item *items, int n,
                 unsigned present, struct placement *out);

#endif
