/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_COVER_TABLE_H
#define SPE_COVER_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cover/cover.h"

struct spe_config;

/** Number the bins of all groups. The counts stay as they are. */
void cover_init(struct cover *cover);

/* One axis of a group. */
struct cover_axis {
    const char *const *names; /* of its values; NULL: numbers */
    const char *const *says;  /* the values in words; NULL: the names, with blanks for `_` */
    unsigned n;               /* values */
    bool flags;               /* a value is a set of bits, which have the names */
    const char *before;       /* printed before a value in words: "at " */
};

/** Group and values of a bin; unused axes 0. @return whether there is such a bin. */
bool cover_values(size_t bin, enum cover_group *g, unsigned value[COVER_AXES]);

/** Whether the rules of its group permit the bin. */
bool cover_by_rule(const struct spe_config *cfg, size_t bin);

/**
 * Whether a bin that its rule does not permit can be met, because the SPU or the PE does something
 * that it need not do: a record in more bursts than AXI4 requires, one of several permitted
 * answers. Such a bin is no hole, does not count, and lets no run fail.
 */
bool cover_uncounted(const struct spe_config *cfg, size_t bin);

/** Number of the register of an encoding on the first axis of COVER_ACCESS, or -1. */
int cover_register(uint16_t enc);

/** Value of an enum spe_access on the last axis of COVER_ACCESS. */
unsigned cover_outcome(unsigned outcome);

/** Whether a record of the largest size may need more than one burst in one page. */
bool cover_long_record(const struct spe_config *cfg);

/** Whether a configuration can meet the bin with the values `v`, of the group that the function is
 * named after. */
typedef bool (*possible_fn)(const struct spe_config *cfg, const unsigned v[COVER_AXES]);

bool possible_access(const struct spe_config *cfg, const unsigned v[COVER_AXES]);
bool possible_profiled(const struct spe_config *cfg, const unsigned v[COVER_AXES]);
bool possible_place(const struct spe_config *cfg, const unsigned v[COVER_AXES]);
bool possible_limit(const struct spe_config *cfg, const unsigned v[COVER_AXES]);
bool possible_event(const struct spe_config *cfg, const unsigned v[COVER_AXES]);
bool possible_fault(const struct spe_config *cfg, const unsigned v[COVER_AXES]);
bool possible_permission(const struct spe_config *cfg, const unsigned v[COVER_AXES]);
bool possible_fault_at(const struct spe_config *cfg, const unsigned v[COVER_AXES]);
bool possible_syndrome(const struct spe_config *cfg, const unsigned v[COVER_AXES]);
bool possible_exception(const struct spe_config *cfg, const unsigned v[COVER_AXES]);
bool possible_output(const struct spe_config *cfg, const unsigned v[COVER_AXES]);
bool possible_sequence(const struct spe_config *cfg, const unsigned v[COVER_AXES]);
bool possible_bus(const struct spe_config *cfg, const unsigned v[COVER_AXES]);
bool possible_region(const struct spe_config *cfg, const unsigned v[COVER_AXES]);
bool possible_interval(const struct spe_config *cfg, const unsigned v[COVER_AXES]);
bool possible_depth(const struct spe_config *cfg, const unsigned v[COVER_AXES]);
bool possible_order(const struct spe_config *cfg, const unsigned v[COVER_AXES]);
bool possible_barrier(const struct spe_config *cfg, const unsigned v[COVER_AXES]);

bool uncounted_place(const struct spe_config *cfg, const unsigned v[COVER_AXES]);
bool uncounted_limit(const struct spe_config *cfg, const unsigned v[COVER_AXES]);
bool uncounted_fault(const struct spe_config *cfg, const unsigned v[COVER_AXES]);
bool uncounted_fault_at(const struct spe_config *cfg, const unsigned v[COVER_AXES]);
bool uncounted_syndrome(const struct spe_config *cfg, const unsigned v[COVER_AXES]);
bool uncounted_sequence(const struct spe_config *cfg, const unsigned v[COVER_AXES]);
bool uncounted_order(const struct spe_config *cfg, const unsigned v[COVER_AXES]);
bool uncounted_barrier(const struct spe_config *cfg, const unsigned v[COVER_AXES]);

#endif
