/* SPDX-License-Identifier: Apache-2.0 */
#include "log_tail.h"

#include "check.h"
#include "log_fields.h"
#include "log_section.h"

void log_tail_change(const char *path, size_t length, size_t at, uint8_t flip)
{
    uint8_t tail[LOG_SECTION_HEAD + LOG_TAIL_BODY];
    FILE *file = fopen(path, "r+b");

    assert_non_null(file);
    assert_true(length <= LOG_TAIL_BODY && at < LOG_TAIL_BODY);
    assert_int_equal(fseek(file, -(long)sizeof(tail), SEEK_END), 0);
    assert_int_equal(fread(tail, 1, sizeof(tail), file), sizeof(tail));
    tail[LOG_SECTION_HEAD + at] ^= flip;
    log_put32(tail + 4, (uint32_t)length);
    log_put32(tail + 8, log_crc(tail + LOG_SECTION_HEAD, length));
    assert_int_equal(fseek(file, -(long)sizeof(tail), SEEK_END), 0);
    assert_int_equal(fwrite(tail, 1, sizeof(tail), file), sizeof(tail));
    assert_int_equal(fclose(file), 0);
}
