// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SEQ_DRIVE_PATTERN_HPP
#define TB_SEQ_DRIVE_PATTERN_HPP

#include <cstring>

namespace tb
{

/// Whether `value`, a field of `strlen(pattern)` bits, matches a cell of an architecture table,
/// such as "10", "0X" or "XX"; "!00" is any value but 00.
inline bool matches(const char *pattern, unsigned value)
{
    if (pattern[0] == '!')
        return !matches(pattern + 1, value);
    const unsigned bits = static_cast<unsigned>(std::strlen(pattern));

    for (unsigned i = 0; i < bits; i++) {
        const char wanted = pattern[bits - 1 - i];

        if (wanted != 'X' && static_cast<unsigned>(wanted - '0') != (value >> i & 1u))
            return false;
    }
    return true;
}

} // namespace tb

#endif
