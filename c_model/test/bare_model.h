/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TEST_BARE_MODEL_H
#define SPE_TEST_BARE_MODEL_H

#include "queue/maybe.h"
#include "state/model.h"

/* A model whose state a test puts together by hand, in place of a log. */

/** With `keys`, lines of a configuration; its findings are counted in bare_findings, from 0, and
 * the last one is kept. */
struct spe_model *bare_model(const char *keys, unsigned taps);
/** The same with all taps, in cycle 50 and with an interval of 256. */
struct spe_model *bare_counting(const char *keys);
extern int bare_findings;
extern struct spe_finding bare_last;

/** A record of 8 bytes, of the selection `order`, that is in no queue; and at the end of it. @{ */
struct rec *bare_record(struct spe_model *m, enum rec_state state, uint64_t order);
struct rec *bare_queued(struct spe_model *m, enum rec_state state, uint64_t order);
/** @} */

#endif
