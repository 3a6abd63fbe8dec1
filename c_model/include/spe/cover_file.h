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
 * of a transaction log (configuration, `@run` with the exit status), lines `@count NAME NUMBER`,
 * then one line per bin that is not 0: its name and its count. The file of a run that did not pass
 * holds none of both: a bin counts only from a comparison that matched in a run that passed. What
 * is counted beside bins: `@count check buf.data 12`, how often a check was evaluated, also never,
 * if it is on and of what the configuration has (spe_checks_print()); `@count fork S2 written 3`,
 * how often a branch of a tolerated outcome was taken. Part of libspe_host.a.
 */

/* A bin that was met. */
struct spe_cover_met {
    size_t bin;
    uint64_t count; /* not 0 */
};

/* What is counted beside bins: "check buf.data", "fork S2 written". */
struct spe_cover_count {
    const char *name;
    uint64_t count;
};

/* What such a file says. */
struct spe_cover_run {
    struct spe_log_header header; /* header.cfg is the reader's, until it reads again */
    uint64_t config_hash;         /* spe_config_hash() of *header.cfg */
    struct spe_log_run run;
    const struct spe_cover_met *met; /* n_met of them, by number of the bin */
    size_t n_met;
    const struct spe_cover_count *counts; /* n_counts of them, as they stand there */
    size_t n_counts;
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

/* Reads one file after the other. Names of bins are looked up in a table, and a head like that of
 * the file before is not read again: some 25,000 files a second. */
struct spe_cover_reader;

/** @return NULL: out of memory. */
struct spe_cover_reader *spe_cover_reader_create(void);

/** NULL is accepted. */
void spe_cover_reader_destroy(struct spe_cover_reader *reader);

/**
 * Read a file into *out, whose bins and counts are the reader's until it reads again. After a
 * failure *out has none.
 *
 * Names of the bins and how often a run has met them:
 *
 *     if (spe_cover_read(reader, "DIR/bins", &run, &err) == SPE_OK) {
 *         for (size_t i = 0; i < run.n_met; i++) {
 *             use(spe_cover_bin_name(reader, run.met[i].bin), run.met[i].count);
 *         }
 *     }
 *
 * @return 0, or with *err filled SPE_ENOENT, SPE_EIO, SPE_ENOMEM (spe_status_of_errno()), or
 * SPE_EBADMSG (another kind of file, of another version, cut or damaged: each line of the header
 * and each key is there, its last line is `end`, and there is no bin if the run did not pass).
 */
int spe_cover_read(struct spe_cover_reader *reader, const char *path, struct spe_cover_run *out,
                   struct spe_log_error *err);

/** Name of a bin as spe_cover_name() makes it; the reader's. NULL: no such bin. */
const char *spe_cover_bin_name(const struct spe_cover_reader *reader, size_t bin);

/** The bin of a name. @return its number, or spe_cover_bins() if there is none. */
size_t spe_cover_bin_find(const struct spe_cover_reader *reader, const char *name);

#ifdef __cplusplus
}
#endif
#endif
