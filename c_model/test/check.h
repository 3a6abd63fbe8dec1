/* SPDX-License-Identifier: Apache-2.0
 *
 * cmocka with its includes in the order that it needs, a comparison that names the row of a table,
 * and the match of bits with a pattern of a table.
 */
#ifndef SPE_TEST_CHECK_H
#define SPE_TEST_CHECK_H

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Fail, with the row and both values, unless the values are equal. */
#define CHECK(row, actual, expected)                                                               \
    check_equal(__FILE__, __LINE__, (row), #actual, (uint64_t)(actual), (uint64_t)(expected))

static inline void check_equal(const char *file, int line, const char *row, const char *what,
                               uint64_t actual, uint64_t expected)
{
    if (actual != expected) {
        print_error("%s: %s is 0x%" PRIx64 ", expected 0x%" PRIx64 "\n", row, what, actual,
                    expected);
        _fail(file, line);
    }
}

/* Whether the low bits of `value` match `pattern`, highest first: 0 or 1, X or x either. Blanks
 * separate. "!=" before the bits inverts the answer. */
static inline bool bits_match(const char *pattern, unsigned value)
{
    const bool others = strncmp(pattern, "!=", 2) == 0;
    unsigned bit = 0;
    bool same = true;

    for (size_t i = strlen(pattern); i > (others ? 2u : 0u); i--) {
        const char want = pattern[i - 1];
        if (want == ' ') {
            continue;
        }
        if (want != 'X' && want != 'x' && (unsigned)(want - '0') != (value >> bit & 1)) {
            same = false;
        }
        bit++;
    }
    return same != others;
}

#endif
