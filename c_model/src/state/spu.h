/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STATE_SPU_H
#define SPE_STATE_SPU_H

#include "parts/audit.h"
#include "parts/contexts.h"
#include "spe/model.h"
#include "spe/regs.h"
#include "state/accounts.h"
#include "state/barriers.h"
#include "state/buffer.h"
#include "state/counter.h"
#include "state/cover_seen.h"
#include "state/enabled.h"
#include "state/events.h"
#include "state/filter_fork.h"
#include "state/forks.h"
#include "state/level_history.h"
#include "state/nolife.h"
#include "state/outcome.h"
#include "state/registers.h"
#include "state/schedule.h"
#include "state/stream.h"
#include "state/tags.h"

/*
 * The state of an SPU as the specification has it, as a value: a copy is another SPU. No member
 * points to anything of the run, except for the map of written bytes and the decoder of the stream.
 * These two depend on observations alone.
 */
struct spu {
    struct schedule schedule;
    struct contexts contexts;
    struct spe_totals tot;

    /* registers */
    struct spe_regs regs;
    struct unknown unknown;
    struct writes writes;
    struct stale_values stale;
    struct enabled enabled;
    struct pointer pointer;
    struct events events;
    struct forks forks;
    unsigned coll_due; /* bit n: COLL of PMBSR_ELn is to be set */
    struct filter_fork filter_fork;

    /* population and selection */
    uint64_t ops; /* members counted by the monitor */
    struct counter counter;
    struct selection selection;
    struct snapshots snaps;

    struct inflight fl;
    struct buffer buf;
    struct stream st;
    struct nolife nl;
    struct accounts acc;

    /* outputs */
    struct level_history lv;
    struct barriers barriers;

    struct audit audit;
    struct cover_seen seen;
};

#endif
