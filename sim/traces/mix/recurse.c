/* SPDX-License-Identifier: Apache-2.0 */
/* Recursion: the queens problem, the Ackermann function and a small bytecode interpreter. */
#include "mix.h"

static uint32_t queens(uint32_t all, uint32_t columns, uint32_t left, uint32_t right)
{
    if (columns == all) {
        return 1;
    }
    uint32_t count = 0;
    for (uint32_t free = all & ~(columns | left | right); free; free &= free - 1) {
        uint32_t bit = free & (0 - free);
        count += queens(all, columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return count;
}

static uint32_t __attribute__((noinline)) ackermann(uint32_t m, uint32_t n)
{
    if (m == 0) {
        return n + 1;
    }
    return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}

enum code { PUSH, ADD, MULTIPLY, SWAP, DECREMENT, JUMP_UNLESS_ZERO, DROP, STOP };

/* Factorial modulo 2^64 of the number on the stack. */
static const uint8_t factorial[] = {PUSH, 1,    SWAP, MULTIPLY, DECREMENT, JUMP_UNLESS_ZERO,
                                    3,    DROP, STOP};

/* MULTIPLY: below *= top; the jump leaves the counter on the top. */
static uint64_t interpret(const uint8_t *program, uint64_t input)
{
    uint64_t stack[8] = {input};
    unsigned top = 0;
    for (const uint8_t *pc = program;;) {
        switch ((enum code) * pc++) {
        case PUSH:
            stack[++top] = *pc++;
            break;
        case ADD:
            stack[top - 1] += stack[top];
            top--;
            break;
        case MULTIPLY:
            stack[top - 1] *= stack[top];
            break;
        case SWAP: {
            uint64_t t = stack[top];
            stack[top] = stack[top - 1];
            stack[top - 1] = t;
            break;
        }
        case DECREMENT:
            stack[top]--;
            break;
        case JUMP_UNLESS_ZERO:
            pc = stack[top] ? program + *pc : pc + 1;
            break;
        case DROP:
            top--;
            break;
        default:
            return stack[top];
        }
    }
}

bool mix_recurse(uint64_t *digest)
{
    uint32_t q = queens((1u << 8) - 1, 0, 0, 0);
    uint32_t ack = ackermann(2, 60);
    uint64_t sum = 0;
    for (uint64_t n = 1; n <= 60; n++) {
        sum += interpret(factorial, n % 20 + 1);
    }
    *digest = *digest * 31 + q + ack + sum;
    return q == 92 && ack == 123 && sum == 3 * 2561327494111820313u;
}
