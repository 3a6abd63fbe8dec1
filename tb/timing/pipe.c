/* SPDX-License-Identifier: Apache-2.0 */
#include "timing/pipe.h"
#include <string.h>

#define NO_REG 31u
#define VECTOR 32u
#define NZCV   64u

enum {
    CYCLES_ALU = 1,
    CYCLES_MULTIPLY = 3,
    CYCLES_DIVIDE = 12,
    CYCLES_VECTOR = 3,
    CYCLES_SYSTEM = 5
};

static uint64_t max64(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

void spe_pipe_init(struct spe_pipe *p, unsigned width, unsigned rob)
{
    memset(p, 0, sizeof(*p));
    p->width = width;
    p->rob = rob;
    p->fetch = 1;
}

uint64_t spe_pipe_peek(const struct spe_pipe *p)
{
    uint64_t cycle = p->dispatched == p->width ? p->cycle + 1 : p->cycle;
    return max64(max64(cycle, p->fetch), p->leave[p->at]);
}

void spe_pipe_dispatch(struct spe_pipe *p, struct spe_pipe_times *t)
{
    t->dispatch = spe_pipe_peek(p);
    if (t->dispatch != p->cycle) {
        p->dispatched = 0;
    }
    p->cycle = t->dispatch;
    t->lane = (uint8_t)p->dispatched++;
}

static unsigned field(uint32_t opcode, unsigned low)
{
    return opcode >> low & 31u;
}

/* The registers that the word names as sources: Rn always, Rm in register forms, Rt and Rt2 of
 * stores. */
static unsigned sources(uint32_t opcode, const struct spe_a64_op *op, unsigned reg[4])
{
    unsigned n = 0;
    bool memory = op->op_class == SPE_A64_LOAD_STORE;
    unsigned base = (op->flags & SPE_A64_SIMD) ? VECTOR : 0;
    reg[n++] = field(opcode, 5) + (memory ? 0 : base);
    if (memory) {
        if (op->flags & SPE_A64_STORE) {
            reg[n++] = field(opcode, 0) + base;
        }
        if ((op->flags & SPE_A64_STORE) && (op->flags & SPE_A64_PAIR)) {
            reg[n++] = field(opcode, 10) + base;
        }
        if ((opcode & 0x3B200C00) == 0x38200800 || (op->flags & SPE_A64_ATOMIC)) {
            reg[n++] = field(opcode, 16);
        }
        return n;
    }
    if ((opcode >> 25 & 7u) == 5 || base) {
        reg[n++] = field(opcode, 16) + base;
    }
    if (op->op_class == SPE_A64_BRANCH && !(op->flags & SPE_A64_INDIRECT)) {
        reg[0] = op->flags & SPE_A64_READS_FLAGS ? NO_REG : field(opcode, 0);
    }
    if (op->flags & SPE_A64_READS_FLAGS) {
        reg[n++] = NZCV;
    }
    return n;
}

static unsigned ports_of(const struct spe_a64_op *op, unsigned *busy)
{
    *busy = 1;
    if (op->op_class == SPE_A64_LOAD_STORE) {
        return SPE_PORT_MEMORY;
    }
    if (op->flags & SPE_A64_DIVIDE) {
        *busy = CYCLES_DIVIDE; /* not pipelined */
        return SPE_PORT_DIVIDE;
    }
    return op->flags & SPE_A64_SIMD ? SPE_PORT_VECTOR : SPE_PORTS;
}

void spe_pipe_issue(struct spe_pipe *p, uint32_t opcode, const struct spe_a64_op *op,
                    struct spe_pipe_times *t)
{
    unsigned reg[4], n = sources(opcode, op, reg), busy, port = ports_of(op, &busy);
    t->issue = t->dispatch + 1;
    for (unsigned i = 0; i < n; i++) {
        if (reg[i] != NO_REG) {
            t->issue = max64(t->issue, p->ready[reg[i]]);
        }
    }
    if (port == SPE_PORTS) {
        return;
    }
    unsigned which = p->port[port][1] < p->port[port][0];
    t->issue = max64(t->issue, p->port[port][which]);
    p->port[port][which] = t->issue + busy;
}

unsigned spe_pipe_latency(const struct spe_a64_op *op)
{
    if (op->flags & SPE_A64_DIVIDE) {
        return CYCLES_DIVIDE;
    }
    if (op->flags & (SPE_A64_SYSTEM | SPE_A64_TRAP | SPE_A64_BARRIER)) {
        return CYCLES_SYSTEM;
    }
    if (op->flags & SPE_A64_MULTIPLY) {
        return CYCLES_MULTIPLY + (op->flags & SPE_A64_SIMD ? 1 : 0);
    }
    return op->flags & SPE_A64_SIMD ? CYCLES_VECTOR : CYCLES_ALU;
}

static void results(struct spe_pipe *p, uint32_t opcode, const struct spe_a64_op *op,
                    uint64_t cycle)
{
    unsigned base = op->flags & SPE_A64_SIMD ? VECTOR : 0;
    if (op->flags & SPE_A64_WRITES_RD) {
        p->ready[field(opcode, 0) + base] = cycle;
    }
    if ((op->flags & SPE_A64_PAIR) && (op->flags & SPE_A64_LOAD)) {
        p->ready[field(opcode, 10) + base] = cycle;
    }
    if ((op->flags & SPE_A64_EXCLUSIVE) && (op->flags & SPE_A64_STORE)) {
        p->ready[field(opcode, 16)] = cycle; /* the status register */
    }
    if (op->flags & SPE_A64_SETS_FLAGS) {
        p->ready[NZCV] = cycle;
    }
}

static void leave(struct spe_pipe *p, uint64_t cycle)
{
    p->leave[p->at] = cycle;
    p->at = (p->at + 1) % p->rob;
}

void spe_pipe_finish(struct spe_pipe *p, uint32_t opcode, const struct spe_a64_op *op,
                     struct spe_pipe_times *t)
{
    if (op->flags & SPE_A64_BARRIER) {
        t->complete = max64(t->complete, p->memory_done);
    }
    if (op->op_class == SPE_A64_LOAD_STORE) {
        p->memory_done = max64(p->memory_done, t->complete);
    }
    results(p, opcode, op, t->complete);
    uint64_t cycle = max64(t->complete + 1, p->retire_cycle);
    if (cycle == p->retire_cycle && p->retired == p->width) {
        cycle++;
    }
    if (cycle != p->retire_cycle) {
        p->retired = 0;
    }
    p->retire_cycle = cycle;
    t->end = cycle;
    t->retire_lane = (uint8_t)p->retired++;
    leave(p, cycle);
}

void spe_pipe_squash(struct spe_pipe *p, uint32_t opcode, const struct spe_a64_op *op,
                     uint64_t complete, uint64_t squash)
{
    results(p, opcode, op, complete);
    leave(p, squash);
}

void spe_pipe_redirect(struct spe_pipe *p, uint64_t cycle)
{
    p->fetch = max64(p->fetch, max64(cycle, p->cycle + 1));
}
