/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_WAVE_SAME_RUN_H
#define SPE_WAVE_SAME_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "probes.h"
#include "spe/txn.h"
#include "trace.h"

/* Whether the waves are of the run that wrote the log. For registers and writes, the ports of the
 * monitor (spe_tap) must show in each cycle what the log has, and nothing else. */

#define SEEN_MAX 65536u

struct seen {
    uint64_t cycle;
    uint8_t kind, word, write;
    uint64_t address, data; /* address or encoding of a register; what is written or read */
};

struct seen_list {
    struct seen *seen;
    size_t n, room;
    unsigned taps;      /* SPE_TAP_*: what the log tells */
    uint64_t from, end; /* the list is complete for these cycles */
};

/** The log has reached a transaction of `cycle`, so all earlier cycles are complete. */
void seen_time(struct seen_list *list, uint64_t cycle);

/** Note a transaction that the ports show, at most SEEN_MAX. @return false: no memory. */
bool seen_add(struct seen_list *list, const struct spe_txn *txn);

#define SAME_PORTS 14

struct same_run {
    const struct seen_list *list;
    size_t next; /* index of the next transaction in the list */
    bool can;    /* the FST has the ports */
    struct net port[SAME_PORTS];
    bool has[SAME_PORTS];
    size_t checked;
    char fault[160]; /* what differs; "": nothing */
};

/** Find the ports in the FST, and ask for their values. @return false: no memory. */
bool same_run_init(struct same_run *s, const struct seen_list *list, struct probes *probes,
                   const struct trace *trace);

/** Compare the ports in `cycle` with the log. @return false: they differ, and s->fault says how. */
bool same_run_cycle(struct same_run *s, uint64_t cycle, const char *const *value);

#endif
