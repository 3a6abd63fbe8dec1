/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_LOG_SECTION_H
#define SPE_LOG_SECTION_H

#include <stddef.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "spe/status.h"

/* Shape of the sections of a log (spe/log.h), in bytes. */
#define LOG_END          "SPETXEND"
#define LOG_SECTION_HEAD 12 /* type, length, CRC-32 */
#define LOG_DATA_HEAD    20 /* first cycle, first seq, raw length */
#define LOG_PART_HEAD    28 /* cycle and seq of the frame, last cycle, bytes of the frame before */
#define LOG_INDEX_ENTRY  24 /* first cycle, first seq, offset of the frame */
#define LOG_TAIL_BODY    24 /* offset of INDX, transactions, LOG_END */

/* Status for a failed call of zstd: SPE_ENOMEM if memory was missing, as the data may be good;
 * for every other failure `otherwise`. */
static inline int log_zstd_status(size_t result, int otherwise)
{
    return ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation ? SPE_ENOMEM : otherwise;
}

#endif
