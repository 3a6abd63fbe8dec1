/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_RECORD_ENCODE_H
#define SPE_RECORD_ENCODE_H

#include <stddef.h>
#include <stdint.h>

struct layout;
struct spe_config;
struct spe_record;

/* spe_record_encode() with a parsed layout; also the offset of the Timestamp's payload, or -1. */
int layout_encode(const struct spe_config *cfg, const struct layout *layout,
                  const struct spe_record *record, uint8_t *dst, size_t dst_bytes, int *ts_at);

#endif
