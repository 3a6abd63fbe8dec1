/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_COVERED_COVER_EVENT_H
#define SPE_COVERED_COVER_EVENT_H

#include <stdbool.h>
#include <stdint.h>

struct cover_seen;
struct spe_model;

/** A management event takes effect in PMBSR_EL`target`. Keep which samples, records and responses
 * it finds; call this before the event changes them. */
void cover_event_situation(struct spe_model *m, unsigned target);
/** The same event has taken effect; `pointer`: the check of the pointer found it. The event counts
 * only when a read of the register shows it. */
void cover_event(struct spe_model *m, unsigned target, bool pointer);
/** An External abort came while S of PMBSR_EL`target` was 1. */
void cover_event_abort(struct spe_model *m, unsigned target);
/** All bits of register `reg` (enum spe_reg) were read as predicted: `data`. */
void cover_read(struct spe_model *m, int reg, uint64_t data);
/** PMBSR_EL`bsr + 1` was written, or its event has been counted: forget the event. An event that no
 * read has shown is not covered. */
void cover_event_over(struct spe_model *m, unsigned bsr);

/** The output levels `now` (SPE_OUT_*) were as predicted while the PE was at Exception level `el`.
 * An output that stays 1 counts once at each Exception level. */
void cover_levels(struct spe_model *m, unsigned now, unsigned el);

/* Situations that depend on samples in flight, records queued, and records being written. */
/** Software disabled the buffer. */
void cover_disabled(struct spe_model *m);
/** Software wrote PMBPTR_EL1. */
void cover_pointer(struct spe_model *m);
/** Software invalidated translations (TLBI). */
void cover_tlbi(struct spe_model *m);
/** ASID or VMID changed; `cached`: the SPU may hold a translation. */
void cover_ids(struct spe_model *m, bool cached);
/** The owning regime changed. */
void cover_owner(struct spe_model *m);
void cover_reset(struct spe_model *m);
/** Two hypotheses become one. In *seen an event in which they differ is forgotten, so it is not
 * covered. A level that either has counted stays counted. */
void cover_join(struct cover_seen *seen, const struct cover_seen *other);

#endif
