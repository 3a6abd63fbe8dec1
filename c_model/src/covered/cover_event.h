/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_COVERED_COVER_EVENT_H
#define SPE_COVERED_COVER_EVENT_H

#include <stdbool.h>
#include <stdint.h>

struct cover_seen;
struct spe_model;

/** A management event took effect in PMBSR_EL`target`: before it changes what is on its way, */
void cover_event_situation(struct spe_model *m, unsigned target);
/** and afterwards; `pointer`: the check of the pointer found it. Nothing is counted before a read
 * shows it. */
void cover_event(struct spe_model *m, unsigned target, bool pointer);
/** An External abort with S at 1. */
void cover_event_abort(struct spe_model *m, unsigned target);
/** Register `reg` (enum spe_reg) was read as predicted, all of it: `data`. */
void cover_read(struct spe_model *m, int reg, uint64_t data);
/** It was written: what no read has shown is not covered. */
void cover_event_over(struct spe_model *m, unsigned bsr);

/** Output levels SPE_OUT_* `now`, at Exception level `el` were compared and as predicted. One that
 * stays counts once at each level. */
void cover_levels(struct spe_model *m, unsigned now, unsigned el);

/* Situations by what is on its way: samples in flight, records queued or being written. */
/** Software disabled the buffer, */
void cover_disabled(struct spe_model *m);
/** wrote PMBPTR_EL1, */
void cover_pointer(struct spe_model *m);
/** or invalidated translations, or changed ASID or VMID, with translations `cached` or not. */
void cover_tlbi(struct spe_model *m);
void cover_ids(struct spe_model *m, bool cached);
/** The owning regime changed. */
void cover_owner(struct spe_model *m);
void cover_reset(struct spe_model *m);
/** Of two that may be right, and are the same from now on: what they do not agree in is not
 * covered. */
void cover_join(struct cover_seen *seen, const struct cover_seen *other);

#endif
