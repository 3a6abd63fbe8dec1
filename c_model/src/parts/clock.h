/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_PARTS_CLOCK_H
#define SPE_PARTS_CLOCK_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct spe_txn_clk;

/*
 * Time. The SPU counts the cycles of its own clock, which may stop (2.8). Transactions and texts
 * have the cycles of the monitor, as waves show them. Only clock.c and the functions at the end of
 * this header write here.
 */

/* The SPU's clock stopped in its cycle `cycle`, which was completed when it ran again. */
struct clock_stop {
    uint64_t cycle;
    uint64_t skew; /* up to that cycle: the monitor's cycle minus the SPU's */
};

struct clock {
    uint64_t cycle;          /* current cycle of the SPU's clock */
    uint64_t txn_cycle;      /* the monitor's, of the last transaction */
    uint64_t skew;           /* monitor's cycles in which the SPU's clock stood still */
    struct clock_stop *stop; /* every stop so far, oldest first */
    size_t n_stops, stop_room;
    bool stopped;
    bool no_memory; /* a stop could not be kept: the run shows nothing */
    bool active;    /* thread active */
    uint64_t active_base, active_since;
};

/** The clock runs, and the thread is active. */
void clock_begin(struct clock *c);
void clock_free(struct clock *c);

/** The monitors say that the clock stops or runs, and whether the thread is active. */
void clock_told(struct clock *c, const struct spe_txn_clk *t);

/** Number of active cycles up to and including the current one. */
uint64_t clock_active(const struct clock *c);

/** The monitor's cycle for `cycle` of the SPU's clock. Texts name it, as the waves show it. */
uint64_t clock_real(const struct clock *c, uint64_t cycle);

/** The other way round: cycle of the SPU's clock in the monitor's `cycle`. */
uint64_t clock_spu(const struct clock *c, uint64_t cycle);

/** Time goes on to `cycle` of the SPU's clock: it never steps back. */
static inline void clock_step(struct clock *c, uint64_t cycle)
{
    assert(cycle > c->cycle);
    c->cycle = cycle;
}

/** A transaction comes in the monitor's `cycle`. The contract has checked that this is not before
 * the last one. @return the same cycle of the SPU's clock. */
static inline uint64_t clock_transaction(struct clock *c, uint64_t cycle)
{
    c->txn_cycle = cycle;
    if (c->stopped) {
        c->skew = cycle - c->cycle;
    }
    return cycle - c->skew;
}

#endif
