/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_WAVE_SAME_RUN_H
#define SPE_WAVE_SAME_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "probes.h"
#include "spe/txn.h"
#include "trace.h"

/* Are the waves those of the run that wrote the log? What the log says of registers and writes, the
 * ports of the monitor (spe_tap) must show in the same cycle, and they must show nothing else. */

#define SEEN_MAX 65536u

struct seen {
    uint64_t cycle;
    uint8_t kind, word, write;
    uint64_t address, data; /* encoding of a register, and what is written or read */
};

struct seen_list {
    struct seen *seen;
    size_t n, room;
    unsigned taps;      /* SPE_TAP_*: what the log tells */
    uint64_t from, end; /* the cycles of which it tells all */
};

/** The log has come to a transaction of `cycle`: those before it are told. */
void seen_time(struct seen_list *list, uint64_t cycle);

/** Note a transaction if the ports show it; the first SEEN_MAX. @return false: no memory. */
bool seen_add(struct seen_list *list, const struct spe_txn *txn);

#define SAME_PORTS 14

struct same_run {
    const struct seen_list *list;
    size_t next; /* in the list */
    bool can;    /* the FST has the ports */
    struct net port[SAME_PORTS];
    bool has[SAME_PORTS];
    size_t checked;
    char fault[160]; /* what differs; "": nothing */
};

/** Look for the ports, and ask for them. @return false: no memory. */
bool same_run_init(struct same_run *s, const struct seen_list *list, struct probes *probes,
                   const struct trace *trace);

/** @return false: the transactions of this cycle are not there, s->fault says which. */
bool same_run_cycle(struct same_run *s, uint64_t cycle, const char *const *value);

#endif
