/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_RECORD_ENCODE_H
#define SPE_RECORD_ENCODE_H

#include <stddef.h>
#include <stdint.h>

#include "record/record.h"
#include "spe/config.h"

struct layout;
struct spe_config;

/* record_encode() with a parsed layout; also the offset of the Timestamp's payload, or -1. */
int layout_encode(const struct spe_config *cfg, const struct layout *layout,
                  const struct spe_record *record, uint8_t *dst, size_t dst_bytes, int *ts_at);

/**
 * Encode a record in the order of the key `layout`, padded with zero bytes to a multiple of
 * 2^align.
 *
 * Example: a record of End and Events (0x03, one byte) alone in layout "ev end" gives 42 03 01.
 *
 * @param dst  caller's buffer of dst_bytes bytes (SPE_RECORD_MAX always suffice); not retained.
 * @return bytes written, SPE_ENOSPC if the record does not fit (dst is then unchanged), or
 * SPE_ECONFIG if the layout is not one that spe_config_check() accepts.
 */
int record_encode(const struct spe_config *cfg, const struct spe_record *record, uint8_t *dst,
                  size_t dst_bytes);

/** Where the Timestamp's payload begins in the encoding, or -1 if it has none. */
int record_ts_offset(const struct spe_config *cfg, const struct spe_record *record);

#endif
