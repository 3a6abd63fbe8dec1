/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "out.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

void out_init(struct out *out)
{
    out->used = 0;
    out->error = 0;
}

void out_flush(struct out *out)
{
    size_t done = 0;
    while (done < out->used && out->error == 0) {
        const ssize_t n = write(STDOUT_FILENO, out->text + done, out->used - done);
        if (n >= 0) {
            done += (size_t)n;
        } else if (errno != EINTR) {
            out->error = errno;
        }
    }
    out->used = 0;
}

int out_finish(struct out *out, const char *command, int status)
{
    out_flush(out);
    return out->error == 0 ? status : spe_cli_lost(command, out->error);
}

void out_hex(struct out *out, uint64_t value, unsigned digits)
{
    static const char digit[] = "0123456789abcdef";
    while (digits < 16 && value >> 4 * digits != 0) {
        digits++;
    }
    char *const at = out_room(out, digits);
    for (unsigned i = digits; i-- > 0; value >>= 4) {
        at[i] = digit[value & 0xf];
    }
    out->used += digits;
}

void out_dec(struct out *out, uint64_t value)
{
    char digits[20];
    size_t n = 0;
    do {
        digits[sizeof(digits) - ++n] = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    out_chars(out, digits + sizeof(digits) - n, n);
}

void out_blanks(struct out *out, size_t count)
{
    memset(out_room(out, count), ' ', count);
    out->used += count;
}
