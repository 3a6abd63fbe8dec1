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

/* Where the bins of a run are to be written. */
struct spe_cover_output;

/**
 * Take the file of bins at `path`, made if there is none, until spe_cover_close(). What an earlier
 * run has left there is removed, so that nobody takes it for one of a run that breaks off. What
 * holds something else than bins is left alone, as is what another session writes.
 * @return 0 and *out, or with *err filled SPE_EINVAL (left alone), SPE_EIO, SPE_ENOMEM.
 */
int spe_cover_create(struct spe_cover_output **out, const char *path, struct spe_log_error *err);

/**
 * Write the bins of `model`, none if run->status is not 0, in place of what was written before. A
 * session does it with its verdict (spe/session.h, bins_path).
 * @return 0, or SPE_EIO (errno says why).
 */
int spe_cover_write(struct spe_cover_output *out, const struct spe_log_header *header,
                    const struct spe_log_run *run, const struct spe_model *model);

/** The path it was created with, which lives as long as it. */
const char *spe_cover_path(const struct spe_cover_output *out);

/** Done with it; NULL is accepted. A file that nothing was written to is removed. */
void spe_cover_close(struct spe_cover_output *out);

/**
 * Read a file into *out, whose array the caller has set; the counts are set, not added.
 * @return 0, or with *err filled SPE_ENOENT, SPE_EIO, SPE_ENOMEM (spe_status_of_errno()), or
 * SPE_EBADMSG (damaged: each line of the header and each key is there, its last line is `end`, and
 * there is no bin if the run did not pass).
 */
int spe_cover_read(struct spe_cover_run *out, const char *path, struct spe_log_error *err);

#ifdef __cplusplus
}
#endif
#endif
