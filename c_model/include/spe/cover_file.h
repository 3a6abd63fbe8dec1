/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_COVER_FILE_H
#define SPE_COVER_FILE_H

#include <stdint.h>

#include "spe/cover.h"
#include "spe/log.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Files of functional coverage: the bins that one run counted, as text. `spe-bins 1`, the `@` lines
 * of a transaction log (configuration, `@run` with the exit status), then one line per bin that is
 * not 0: its name and its count. The file of a run that did not pass holds no bins: a bin counts
 * only from a comparison that matched in a run that passed. Part of libspe_host.a.
 */

/* What such a file says. */
struct spe_cover_run {
    struct spe_log_header header;
    struct spe_log_run run;
    uint64_t *count; /* spe_cover_bins() of them: the caller's array */
};

/**
 * Write the bins of `model` to `path`, none if run->status is not 0. A session does it with its
 * verdict (spe/session.h, bins_path).
 * @return 0, or SPE_EIO (errno says why), SPE_ENOMEM.
 */
int spe_cover_write(const char *path, const struct spe_log_header *header,
                    const struct spe_log_run *run, const struct spe_model *model);

/**
 * Remove a file of bins that an earlier run has left at `path`, so that nobody takes it for one of
 * a run that breaks off. What is no file of bins stays, and none there is no error.
 * @return 0, or SPE_EIO (errno says why), SPE_ENOMEM.
 */
int spe_cover_remove(const char *path);

/**
 * Read a file into *out, whose array the caller has set; the counts are set, not added.
 * @return 0, or with *err filled SPE_ENOENT, SPE_EIO, SPE_ENOMEM, SPE_EBADMSG (no such file, or
 * damaged: each line of the header and each key is there, its last line is `end`, and there is no
 * bin if the run did not pass).
 */
int spe_cover_read(struct spe_cover_run *out, const char *path, struct spe_log_error *err);

#ifdef __cplusplus
}
#endif
#endif
