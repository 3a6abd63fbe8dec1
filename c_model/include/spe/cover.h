/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_COVER_H
#define SPE_COVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "spe/config.h"
#include "spe/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Functional coverage. A group is a cross of at most four axes, a bin one of its combinations. The
 * scoreboard counts a bin when a comparison of the situation has matched. Decisions of the filters,
 * and records and samples in progress, are counted at once: if the run passes, the accounts and the
 * bytes confirm them. So a bin means something only in a run that passes, and files of bins
 * (spe/cover_file.h) come only from such runs.
 */
struct spe_cover_group {
    const char *name;    /* "access" */
    const char *section; /* of the texts */
    const char *title;
    size_t first, bins; /* numbers of its bins: first .. first + bins - 1 */
};

/** Number of groups. */
size_t spe_cover_groups(void);

/** Group `index`, in the order of the bins; its texts have static storage. @return 0, or SPE_EINVAL
 * (no such group) with *group unchanged. */
int spe_cover_group(size_t index, struct spe_cover_group *group);

/**
 * What it means to meet bin `bin`, in one line: "register accesses by outcome: PMSCR_EL1, read, at
 * EL1, done (D24.7, 4.1)".
 * @return characters, or SPE_EINVAL (no such bin), SPE_ENOSPC (256 bytes suffice).
 */
int spe_cover_meaning(size_t bin, char *dst, size_t dst_bytes);

/** Number of bins of all groups together. */
size_t spe_cover_bins(void);

/**
 * Name of bin `bin`: group, blank, the values of its axes joined by dots
 * ("access PMSCR_EL1.read.EL1.ok"). Unique.
 * @return characters, or SPE_EINVAL (no such bin), SPE_ENOSPC (96 bytes suffice).
 */
int spe_cover_name(size_t bin, char *dst, size_t dst_bytes);

/**
 * Which bins an SPU of configuration `cfg` can meet. A bin that its options, version or choices
 * rule out is no hole.
 * @param possible  caller's array of spe_cover_bins() values.
 */
void spe_cover_possible(const struct spe_config *cfg, bool *possible);

/**
 * The first bin that the model has counted although its configuration cannot meet it. Such a run
 * does not show what it seems to show, and spe_verdict_print() lets it fail.
 * @param cycle  set to the cycle in which the bin was counted; unchanged if there is none.
 * @return the number of the bin, or spe_cover_bins() if there is none.
 */
size_t spe_model_cover_impossible(const struct spe_model *model, uint64_t *cycle);

/** How often the model has counted bin `bin`; 0 if there is no such bin. */
uint64_t spe_model_cover(const struct spe_model *model, size_t bin);

#ifdef __cplusplus
}
#endif
#endif
