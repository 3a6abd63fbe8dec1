/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_COVERED_COVER_RECORD_H
#define SPE_COVERED_COVER_RECORD_H

struct rec;
struct spe_decoder;
struct spe_model;
struct tag;

/** All bytes of a record were as predicted. *decoder holds its packets. */
void cover_record(struct spe_model *m, const struct rec *rec, const struct spe_decoder *decoder);

/** Keep in *rec what the bins need of its sample and its packets do not show. */
void cover_note(struct rec *rec, const struct tag *tag);

#endif
