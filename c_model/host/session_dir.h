/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_SESSION_DIR_H
#define SPE_SESSION_DIR_H

#include <stdbool.h>
#include <stdio.h>

#include "followup.h"
#include "spe/model.h"
#include "spe/session.h"

/**
 * The directory of a session (spe/session.h, dir_path), and all its files except the log and the
 * bins, which have their own writers.
 */
struct session_dir;

/**
 * Make the directory `options->dir_path` and its files. Files of an earlier run with these names
 * are removed or emptied. No other session may use the directory.
 * @return 0 and *out, or after one line on stderr SPE_EINVAL (a file of the configuration, or
 * another session's), SPE_EIO, SPE_ENOMEM.
 */
int session_dir_open(struct session_dir **out, const struct spe_session_options *options,
                     const struct spe_config *cfg);

/** Write the path of the file `name` of the directory to `path`. PATH_MAX bytes suffice for names
 * below 32 characters, as session_dir_open() refuses a path that is too long; fewer bytes may cut
 * the path. @return `path`. */
const char *session_dir_path(const struct session_dir *dir, const char *name, char *path,
                             size_t bytes);

/** Empty the file `verdict`. @return its stream, owned by the directory and open until
 * session_dir_close(). session_dir_failed() flushes the stream, and says if it could not be emptied
 * or written. */
FILE *session_dir_verdict(struct session_dir *dir);

/** Write a finding to its files. @return whether it is one of the first, which are printed, too. */
bool session_dir_finding(struct session_dir *dir, const char *name, const struct spe_finding *f);

/** @return the path of a file that could not be written, with errno as it was, or NULL. */
const char *session_dir_failed(struct session_dir *dir);

/** How many findings were kept. */
uint64_t session_dir_findings(const struct session_dir *dir);

/** Say in findings.jsonl which finding follows from which. A new file replaces the old one; lines
 * beyond the limit of `followup` stay as they were. After this call no finding may be written.
 * @return 0, or an errno: the file is then as it was (EINVAL: it is a link or a device). */
int session_dir_judged(const struct session_dir *dir, const struct followup *followup);

/** Print to `out` the first finding again, further ones that are not shown to follow from another,
 * and how many of `all` findings are where. Prints nothing without findings. `followup`: NULL if
 * the findings were not judged. */
void session_dir_summary(const struct session_dir *dir, const char *name, uint64_t all,
                         const struct followup *followup, FILE *out);

/** Close the files; NULL is accepted. */
void session_dir_close(struct session_dir *dir);

#endif
