/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TEST_BARE_MODEL_H
#define SPE_TEST_BARE_MODEL_H

#include "queue/maybe.h"
#include "state/model.h"

/* A model without a log: a test sets its state by hand. */

/** Create a model with `keys`, lines of a configuration. bare_findings counts its findings from 0,
 * and bare_last is the last one. */
struct spe_model *bare_model(const char *keys, unsigned taps);
/** The same with all taps, in cycle 50 and with an interval of 256. */
struct spe_model *bare_counting(const char *keys);
extern int bare_findings;
extern struct spe_finding bare_last;

/** A record of 8 bytes, of the selection `order`: in no queue, or at the end of the queue. @{ */
struct rec *bare_record(struct spe_model *m, enum rec_state state, uint64_t order);
struct rec *bare_queued(struct spe_model *m, enum rec_state state, uint64_t order);
/** @} */

/** A record at the end of the queue that met the disabled buffer in cycle 40. */
struct rec *bare_dropped(struct spe_model *m, uint64_t order);
/** PMBPTR_EL1 is 0x10000, and the page there is translated, to 0x80010000. */
void bare_mapped(struct spe_model *m);

#endif
