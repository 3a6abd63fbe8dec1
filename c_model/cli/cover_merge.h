/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_COVER_MERGE_H
#define SPE_CLI_COVER_MERGE_H

#include "spe/cover_file.h"

/* Files of functional coverage by configuration. */

#define COVER_CONFIGS 64

struct cover_config {
    struct spe_config cfg;
    uint64_t hash;
    uint64_t runs, failed; /* failed: of runs; they have no bins */
    bool *possible;
    uint64_t *count;
};

struct cover_merge {
    struct cover_config config[COVER_CONFIGS];
    size_t n;
    struct cover_seen *seen; /* files that were merged */
    size_t n_seen, seen_room;
    uint64_t *one; /* counts of the file that is read */
};

/** Add one file. @return 0, or a status with *err filled: as spe_cover_read(), SPE_ECONFIG (its
 * configuration is refused), SPE_ENOSPC (too many configurations), SPE_EINVAL (a file that was
 * added before), SPE_ENOMEM. */
int cover_merge_file(struct cover_merge *merge, const char *path, struct spe_log_error *err);

/** Free what the merge holds. */
void cover_merge_free(struct cover_merge *merge);

#endif
