/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_SESSION_DIR_H
#define SPE_SESSION_DIR_H

#include <stdbool.h>
#include <stdio.h>

#include "followup.h"
#include "spe/model.h"
#include "spe/session.h"

/**
 * The directory of a session (spe/session.h, dir_path): its files but the log and the bins, which
 * their own writers make there.
 */
struct session_dir;

/**
 * Make the directory `options->dir_path` and its files; what an earlier run has left there under
 * their names is gone. No other session may have it.
 * @return 0 and *out, or after one line on stderr SPE_EINVAL (a file of the configuration, or
 * another session's), SPE_EIO, SPE_ENOMEM.
 */
int session_dir_open(struct session_dir **out, const struct spe_session_options *options,
                     const struct spe_config *cfg);

/** Where the file `name` of the directory is. PATH_MAX bytes hold it, for names below 32
 * characters: session_dir_open() refuses a longer path; fewer may cut it. @return `path`. */
const char *session_dir_path(const struct session_dir *dir, const char *name, char *path,
                             size_t bytes);

/** The stream of `verdict`, emptied; the directory's own, open until session_dir_close(). That it
 * cannot be emptied or written says session_dir_failed(), which also writes what it holds. */
FILE *session_dir_verdict(struct session_dir *dir);

/** Keep a finding. @return whether it is one of the first, to be printed as well. */
bool session_dir_finding(struct session_dir *dir, const char *name, const struct spe_finding *f);

/** @return the path of a file that could not be written, with errno as it was, or NULL. */
const char *session_dir_failed(struct session_dir *dir);

/** How many findings were kept. */
uint64_t session_dir_findings(const struct session_dir *dir);

/** Say in findings.jsonl which finding follows which: a whole new file takes its place, in which
 * those beyond the limit of `followup` are as they were. Behind it no finding is kept any more.
 * @return 0, or an errno: the file is then as it was (EINVAL: it is a link or a device). */
int session_dir_judged(const struct session_dir *dir, const struct followup *followup);

/** The first finding again, those after it that are not shown to follow from another, and how many
 * there are, of `all`, to `out`; nothing without findings. `followup`: NULL if nobody has judged.
 */
void session_dir_summary(const struct session_dir *dir, const char *name, uint64_t all,
                         const struct followup *followup, FILE *out);

/** Close the files; NULL is accepted. */
void session_dir_close(struct session_dir *dir);

#endif
