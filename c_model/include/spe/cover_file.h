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
 * has no `@count` lines and no bins: a bin counts only if its comparison matched in a passing run.
 * `@count check buf.data 12` is how often a check was evaluated. It is also there with 0, if the
 * check is on and the configuration has what it checks (spe_checks_print()). `@count fork S2
 * written 3` is how often a branch of a tolerated outcome was taken. Part of libspe_host.a.
 */

/* A bin that was met. */
struct spe_cover_met {
    size_t bin;
    uint64_t count; /* not 0 */
};

/* A count other than that of a bin: "check buf.data", "fork S2 written". */
struct spe_cover_count {
    const char *name;
    uint64_t count;
};

/* What a file of bins says. */
struct spe_cover_run {
    struct spe_log_header header; /* header.cfg is owned by the reader, until it reads again */
    uint64_t config_hash;         /* spe_config_hash() of *header.cfg */
    struct spe_log_run run;
    const struct spe_cover_met *met; /* n_met of them, by number of the bin */
    size_t n_met;
    const struct spe_cover_count *counts; /* n_counts of them, in the order of the file */
    size_t n_counts;
};

/* Where the bins of a run are to be written. */
struct spe_cover_output;

/**
 * Take the file of bins at `path` until spe_cover_close(); it is created if there is none. Bins of
 * an earlier run are removed, so that nobody takes them for bins of a run that breaks off. A file
 * that holds something else than bins, or that another session writes, is left alone.
 * @return 0 and *out, or with *err filled SPE_EINVAL (left alone), SPE_EIO, SPE_ENOMEM.
 */
int spe_cover_create(struct spe_cover_output **out, const char *path, struct spe_log_error *err);

/**
 * Write the bins of `model`, none if run->status is not 0. They replace what was written before. A
 * session calls this with its verdict (spe/session.h, bins_path).
 * @return 0, or SPE_EIO (errno says why).
 */
int spe_cover_write(struct spe_cover_output *out, const struct spe_log_header *header,
                    const struct spe_log_run *run, const struct spe_model *model);

/** The path that `out` was created with; it lives until spe_cover_close(). */
const char *spe_cover_path(const struct spe_cover_output *out);

/** Close the file and free `out`; NULL is accepted. A file to which nothing was written is removed.
 */
void spe_cover_close(struct spe_cover_output *out);

/* Reads one file after the other, some 25,000 a second. It looks names of bins up in a table, and
 * does not parse a head again that is equal to that of the previous file. */
struct spe_cover_reader;

/** Create a reader. @return the reader, the caller's until spe_cover_reader_destroy(), or NULL if
 * there is no memory. */
struct spe_cover_reader *spe_cover_reader_create(void);

/** Free the reader and all that it has returned; NULL is accepted. */
void spe_cover_reader_destroy(struct spe_cover_reader *reader);

/**
 * Read a file into *out. The reader owns its bins and counts, which are valid until it reads again.
 * After a failure *out has none.
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
 * SPE_EBADMSG (another kind of file, another version, or a file that is cut or damaged: a line of
 * the header or a key is missing, the last line is not `end`, or a run that failed has bins).
 */
int spe_cover_read(struct spe_cover_reader *reader, const char *path, struct spe_cover_run *out,
                   struct spe_log_error *err);

/** Name of a bin as spe_cover_name() makes it, or NULL if there is no such bin. Owned by the
 * reader. */
const char *spe_cover_bin_name(const struct spe_cover_reader *reader, size_t bin);

/** Find a bin by its name. @return its number, or spe_cover_bins() if there is none. */
size_t spe_cover_bin_find(const struct spe_cover_reader *reader, const char *name);

#ifdef __cplusplus
}
#endif
#endif
