/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_BYTES_WHOLE_RECORD_H
#define SPE_BYTES_WHOLE_RECORD_H

struct rec;
struct spe_decoder;
struct spe_model;

/** All bytes of the record are there: check its set of packets ([order_free]) and its story.
 * *decoder: the bytes as packets. */
void buffer_compare_done(struct spe_model *m, struct rec *rec, struct spe_decoder *decoder);

#endif
