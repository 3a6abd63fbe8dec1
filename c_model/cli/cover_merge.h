/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_COVER_MERGE_H
#define SPE_CLI_COVER_MERGE_H

#include "config_members.h"
#include "spe/cover_file.h"

/* Files of functional coverage by configuration. */

#define COVER_CONFIGS 64
#define COVER_NAMED   3 /* names of runs that did not pass */

struct cover_config {
    struct spe_config cfg;
    uint64_t hash;
    uint64_t runs, failed; /* failed: runs that did not pass; they have no bins */
    bool *possible;
    uint64_t *count;
};

/* One file of bins, if runs are kept. */
struct cover_run {
    char *path;
    size_t config; /* number of its configuration */
    char test[64];
    uint64_t seed;
    struct spe_cover_met *met; /* bins that are kept */
    size_t n_met;
};

/* A run that did not pass: its file. */
struct cover_failed {
    char *path;
    int status; /* -1: not known */
};

struct cover_merge {
    struct cover_config config[COVER_CONFIGS];
    size_t n;
    struct cover_seen *seen; /* files that were merged already */
    size_t n_seen, seen_room;
    struct cover_failed failed[COVER_NAMED]; /* the first ones */
    size_t n_failed;                         /* entries of failed[] */
    struct spe_cover_reader *reader;
    const bool *keep; /* bins of each run that are kept; NULL: no runs are. The caller's */
    struct cover_run *run;
    size_t n_runs, runs_room;
};

/** Merge one file. @return 0, or a status with *err filled: as spe_cover_read(), SPE_ECONFIG (its
 * configuration is refused), SPE_ENOSPC (too many configurations), SPE_EINVAL (the file was merged
 * before), SPE_ENOMEM. */
int cover_merge_file(struct cover_merge *merge, const char *path, struct spe_log_error *err);

/** Free what the merge holds. */
void cover_merge_free(struct cover_merge *merge);

/** Count bins first .. first + n - 1 of one configuration, or of all together (NULL): how many are
 * possible, and how many of these were met. */
void cover_merge_count(const struct cover_merge *merge, const struct cover_config *config,
                       size_t first, size_t n, size_t *possible, size_t *hit);

/** Whether the configuration can meet the bin and none of its runs has met it. */
bool cover_is_hole(const struct cover_config *config, size_t bin);

#endif
