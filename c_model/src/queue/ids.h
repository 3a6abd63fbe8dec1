/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_QUEUE_IDS_H
#define SPE_QUEUE_IDS_H

#include <stdbool.h>
#include <stdint.h>

struct rec;
struct spe_model;
struct xl_ids;

/** A context synchronization event: from now on the owning regime has the ASID and VMID `told`. */
void buffer_cse(struct spe_model *m, uint64_t told);

/** Whether the record may be written with a translation of this ASID and VMID. */
bool buffer_ids_fit(const struct rec *rec, const struct xl_ids *ids);

#endif
