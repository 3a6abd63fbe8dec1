/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_PORTS_DSB_H
#define SPE_PORTS_DSB_H

struct barriers;
struct spe_model;

/** A DSB is requested; none must be open. */
void dsb_request(struct spe_model *m);
/** The open DSB is done. */
void dsb_done(struct spe_model *m);
/** Clear what the open DSB has waited for, so that hypotheses differ in it only while the DSB is
 * open. */
void dsb_forget(struct barriers *b);
/** Report the records that PSB CSYNC and DSB have left unwritten. */
void sync_owed(struct spe_model *m);

#endif
