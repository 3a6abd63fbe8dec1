/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_BUS_DONE_H
#define SPE_BUS_DONE_H

struct rec;
struct spe_model;

/** All bytes of the record are written (and acknowledged, by [record_done]). */
void buffer_done(struct spe_model *m, struct rec *rec);

#endif
