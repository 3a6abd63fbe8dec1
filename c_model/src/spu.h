/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_SPU_H
#define SPE_SPU_H

#include "accounts.h"
#include "audit.h"
#include "buffer.h"
#include "counter.h"
#include "cover_seen.h"
#include "filter_fork.h"
#include "fork.h"
#include "inflight.h"
#include "model_types.h"
#include "nolife.h"
#include "outputs_levels.h"
#include "stream.h"
#include "sync.h"

/*
 * What the SPU of the specification would hold, as a value: a copy is another SPU. No member points
 * to anything of the run, but for the map of written bytes and the decoder of the stream, which are
 * of observations alone.
 */
struct spu {
    struct schedule schedule;

    /* registers */
    struct spe_regs regs;
    struct unknown unknown;
    struct writes writes;
    struct stale_values stale;
    unsigned coll_due; /* bit n: COLL of PMBSR_ELn is to be set */
    struct enabled enabled;
    struct pointer pointer;
    struct events events;
    struct outcomes outcomes;
    struct forks forks;
    struct filter_fork filter_fork;

    /* population and selection */
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
