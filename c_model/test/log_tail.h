/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TEST_LOG_TAIL_H
#define SPE_TEST_LOG_TAIL_H

#include <stddef.h>
#include <stdint.h>

/** Change the TAIL of the log `path`: its length says `length` bytes, `flip` is xored to byte `at`
 * of them, and the checksum is that of the new bytes. The size of the file stays. */
void log_tail_change(const char *path, size_t length, size_t at, uint8_t flip);

#endif
