/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_COVERED_COVER_RECORD_H
#define SPE_COVERED_COVER_RECORD_H

struct rec;
struct spe_decoder;
struct spe_model;
struct tag;

/** All bytes of a record were as predicted: *decoder has them as packets. */
void cover_record(struct spe_model *m, const struct rec *rec, const struct spe_decoder *decoder);

/** What of a sample is not in its record. */
void cover_note(struct rec *rec, const struct tag *tag);

#endif
