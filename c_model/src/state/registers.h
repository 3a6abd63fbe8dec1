/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STATE_REGISTERS_H
#define SPE_STATE_REGISTERS_H

#include <stdbool.h>
#include <stdint.h>

#include "parts/byteset.h"
#include "spe/regs.h"
#include "state/forks.h"

#define MAX_WRITES 8
#define MAX_STALE  64

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded" /* hypotheses are compared byte by byte */
struct pending_write {
    enum spe_reg reg;
    uint32_t seq; /* of its transaction */
    uint64_t value;
    uint64_t hidden; /* bits that the write leaves unchanged (arch_reg_hidden()) */
};
#pragma GCC diagnostic pop

/* Direct writes of this cycle, in their order: they take effect in the next one. */
struct writes {
    struct pending_write at[MAX_WRITES];
    int n;
};

/* Bits of the registers that hold anything since reset (doubt/unknown.c). */
struct unknown {
    uint64_t bits[SPE_REGS];
    unsigned told; /* bit n: it was reported that register n was needed while unknown */
};

/* PMBPTR_EL1 is about to move. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded" /* hypotheses are compared byte by byte */
struct pointer {
    bool due;
    bool open; /* order-free: a fault has set it, and no read has told to what */
    uint8_t none[2];
    enum fork_kind alt; /* choice by which the old value is permitted, too; FORK_KINDS: none */
    uint64_t value;
    uint64_t first, last;  /* orders that the record which moves it may have: the lowest, the
                              greatest */
    uint64_t cycle;        /* in which it moved last */
    struct byteset others; /* open: PMBPTR_EL1 is as in `regs`, or one of these */
};
#pragma GCC diagnostic pop

/* A value that a read may still return for [read_lag_max] cycles (P21). */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded" /* hypotheses are compared byte by byte */
struct stale {
    uint64_t cycle; /* in which the new value came */
    uint64_t value; /* PMBPTR_EL1: the old one */
    enum spe_reg reg;
    bool waited; /* PMBPTR_EL1: the last PSB CSYNC was requested behind the sample that moved it */
    bool passed; /* such a PSB CSYNC is done */
    uint8_t none[2];
};
#pragma GCC diagnostic pop

struct stale_values {
    struct stale at[MAX_STALE]; /* oldest first */
    int n;
};

#endif
