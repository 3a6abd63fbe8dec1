/* SPDX-License-Identifier: Apache-2.0 */
/* Start-up, system calls, and the functions that the compiler calls by itself. */
#include "mix.h"

enum { SYS_WRITE = 64, SYS_EXIT_GROUP = 94, SYS_CLOCK_GETTIME = 113 };

int mix_main(void);

long mix_syscall(long number, long a, long b, long c)
{
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = a;
    register long x1 __asm__("x1") = b;
    register long x2 __asm__("x2") = c;
    __asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory");
    return x0;
}

/* The linker's entry point: an aligned stack, then mix_main(), then exit. */
__asm__(".globl _start\n"
        "_start:\n"
        "    mov x29, xzr\n"
        "    mov x30, xzr\n"
        "    bl mix_main\n"
        "    mov x8, #94\n"
        "    svc #0\n");

uint64_t mix_clock_ns(void)
{
    int64_t now[2];
    mix_syscall(SYS_CLOCK_GETTIME, 1, (long)now, 0);
    return (uint64_t)now[0] * 1000000000u + (uint64_t)now[1];
}

void *memcpy(void *restrict dst, const void *restrict src, size_t n)
{
    uint8_t *d = dst;
    const uint8_t *s = src;
    for (; n >= 16; n -= 16, d += 16, s += 16) {
        __asm__ volatile("ldp x9, x10, [%1]\n\tstp x9, x10, [%0]"
                         :
                         : "r"(d), "r"(s)
                         : "x9", "x10", "memory");
    }
    for (; n; n--) {
        *(volatile uint8_t *)d++ = *s++;
    }
    return dst;
}

void *memset(void *dst, int value, size_t n)
{
    uint8_t *d = dst;
    uint64_t word = 0x0101010101010101u * (uint8_t)value;
    for (; n >= 16; n -= 16, d += 16) {
        __asm__ volatile("stp %1, %1, [%0]" : : "r"(d), "r"(word) : "memory");
    }
    for (; n; n--) {
        *(volatile uint8_t *)d++ = (uint8_t)value;
    }
    return dst;
}

void mix_print(const char *text)
{
    size_t n = 0;
    while (text[n]) {
        n++;
    }
    mix_syscall(SYS_WRITE, 1, (long)text, (long)n);
}

void mix_print_number(uint64_t value)
{
    char text[24];
    char *at = text + sizeof(text) - 1;
    *at = 0;
    do {
        *--at = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    mix_print(at);
}
