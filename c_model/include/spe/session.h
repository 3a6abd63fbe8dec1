/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_SESSION_H
#define SPE_SESSION_H

#include <stdio.h>

#include "spe/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A session is what a host program puts around a model: configuration file, transaction log,
 * printed findings. It does I/O; the model does not. Part of libspe_host.a, not of libspe.a.
 *
 * One thread at a time may make the calls below and those of spe_dpi.h, for all sessions of a
 * process, because the sessions share the published names. Two sessions that are never published
 * may each have a thread. Unless a call says otherwise, its strings are not NULL, and it does not
 * keep them after it returns.
 */
struct spe_session;

struct spe_session_options {
    const char *config_path; /* used when cfg is NULL; then NULL is SPE_ECONFIG */
    const struct spe_config *cfg;
    uint64_t config_hash;  /* spe_config_hash() that the configuration must have; 0: any */
    const char *log_path;  /* NULL or empty: no log */
    const char *bins_path; /* where the verdict writes the functional coverage (spe/cover_file.h);
                              NULL or empty: nowhere */
    FILE *findings;        /* one line per finding; NULL: stderr */
    unsigned max_findings; /* 0 = 100 */
    unsigned taps;         /* 0: SPE_TAP_ALL */
    bool order_free;
    const char *dir_path;       /* the session's directory (below); NULL or empty: none */
    bool keep_log;              /* the log of the directory stays when the run passes */
    const char *const *command; /* NULL-terminated: the command that repeats the run; NULL: the
                                   command line of this process */
};

/**
 * The directory of a session keeps all that a run leaves, in files of fixed names. It is made if
 * there is none; other files in it are left alone. Files of an earlier run with these names are
 * removed at the start. If the process is killed, what it has written stays.
 *
 *   config.cfg      every key of the configuration; loaded, it has the same spe_config_hash()
 *   command         the command that repeats the run, one line of the shell
 *   findings.txt    one line per finding, as printed; only the first three are printed as they come
 *   findings.jsonl  the same, one object of JSON per line, as said below
 *   txnlog          the transaction log, unless log_path names another place; a run that passes
 *                   removes it (keep_log keeps it); after a kill: spe replay --salvage
 *   bins            functional coverage, unless bins_path names another place
 *   verdict         the lines of spe_verdict_print(); empty until then
 *
 * In findings.jsonl "cycle" and "member" are strings "0x..."; "seq" and "number" (1 for the first)
 * are numbers; "session", "kind" (MISMATCH, MISUSE, ASSERTION), "check", "where", "text",
 * "expected", "actual", "section" and "choices" are strings, empty if there is nothing to say;
 * bytes that are not ASCII come as \u0080 to \u00ff. An ASSERTION has number 0 and no "follows".
 * The verdict adds "follows": the number of the finding that this one follows from, 0 if it follows
 * from none. A finding that was not judged has no "follows", as those beyond the limit
 * (spe/replay.h). findings.jsonl.new is the next state of the file; only a kill leaves it.
 *
 * After the verdict of a run with findings comes a summary. It has "first: LINE"; if there are
 * several, also "next: LINE" for at most two more that are not shown to follow from another, the
 * numbers of follow-ups (c_model/README.md, "Follow-ups"), and the file that has all findings. For
 * that the log is replayed, if it is a regular file.
 */

/** Names of the files that a session makes in dir_path, including `txnlog` and `bins`, ended by
 * NULL. Static storage. */
const char *const *spe_session_files(void);

/** Create a session. `name` has 1 to 63 characters, no control character, no '#', no blank at its
 * start. A file of bins that an earlier run has left at bins_path is removed, even if the call then
 * fails.
 * @return 0 and *out, the caller's until spe_session_destroy(); or after one line on stderr:
 * SPE_EINVAL: bad name or taps; or the path of the log, of the bins or of a file of the directory
 * is a file of the configuration, or one that another session writes; or the file of bins holds
 * something else. Such a file is left alone.
 * SPE_ECONFIG: bad configuration, or its hash is not config_hash; no log is created.
 * SPE_EIO: log, bins, directory or configuration. SPE_ENOMEM. */
int spe_session_create(struct spe_session **out, const char *name,
                       const struct spe_session_options *options);

/** Finish the log (if it is not closed) and free the session; NULL is accepted. Also withdraws a
 * published name. A session that spe_dpi_open() has taken must live until its spe_dpi_close(),
 * which a simulator calls in `final`. Calls that come after an earlier destroy are misuse
 * (spe_dpi_status()). */
void spe_session_destroy(struct spe_session *session);

/** Make the session known by its name to spe_dpi_open(). At most 16 sessions can be published.
 * @return 0, SPE_EINVAL (the name is taken), or SPE_ENOSPC (16 are published already). */
int spe_session_publish(struct spe_session *session);

/** Whether another session can be published: fewer than 16 are. */
bool spe_session_room(void);

/** @return the published session named `name`, or NULL if there is none. */
struct spe_session *spe_session_find(const char *name);

/** Log and apply one transaction. The verdict finishes the log; after it a transaction is only
 * applied. @return budget, as spe_model_apply(). A log write error is kept, see
 * spe_session_status(). */
int spe_session_submit(struct spe_session *session, const struct spe_txn *txn);

/**
 * An assertion of the design failed: report a finding of kind ASSERTION and check "sva". Its
 * `where` is `name`, the name of the assertion ("PtrHeld"); its section is `place`, the place of
 * the assertion ("rtl/sva/spu_sysregs_sva.sv:120"). The finding is not one of the model: it does
 * not count as mismatch, a replay does not repeat it, and the run fails for what struct
 * spe_run_info says. Only the first one of a session is kept, as the design stops there.
 */
void spe_session_assertion(struct spe_session *session, uint64_t cycle, const char *name,
                           const char *place);

/** @return the first failure of the session itself (log full, ...), otherwise that of its model
 * (spe_model_status()): 0 or a negative status. */
int spe_session_status(const struct spe_session *session);

/** The model and the configuration of the session. The session owns both; they live as long as the
 * session. */
struct spe_model *spe_session_model(struct spe_session *session);
const struct spe_config *spe_session_config(const struct spe_session *session);

/** @return the number of the published session in this process, from 1. A later session never has
 * it, even if it has the same name and the same address. 0: it was never published. */
uint64_t spe_session_serial(const struct spe_session *session);

/** Taps (SPE_TAP_*, never 0) and order_free with which the session was created. */
unsigned spe_session_taps(const struct spe_session *session);
bool spe_session_order_free(const struct spe_session *session);

/* What a run adds to the verdict beyond the model's totals. */
struct spe_run_info {
    const char *test; /* NULL or empty: "-" */
    uint64_t seed;
    uint64_t stim_hash;
    uint64_t bench_hash;   /* of all that decides what the bench draws; 0: not known */
    bool failed;           /* the test missed its own minima, or the bench failed */
    bool allow_no_records; /* the test has no records by its nature, as a test of registers */
    bool no_sva;           /* the assertions of the design were off: off= says sva */
    int exit_status;       /* 0: as the totals say; 1: failed; 2, 3, 4: as it is; others: 4 */
    const char *why;       /* reason printed before the verdict when failed; may be NULL */
};

/**
 * Print the last line `RESULT PASS|FAIL config= test= ...` to `out`, with the sums of all sessions
 * if n > 1. Its last word is `bench=`, if run->bench_hash is not 0. A run without a compared
 * record, or whose last records and events were not audited (struct spe_totals), fails unless
 * run->allow_no_records is set. Of `test` 63 characters are kept; blanks and control characters
 * become '_'. Of `why` 127 are kept; control characters become blanks. So the log can hold both,
 * and a replay prints the same.
 * This finishes the logs and the files of functional coverage: nothing may be submitted later.
 * If a finding could not be printed as it came, the status is 4 (2 and 3 stay).
 * If `out` cannot be written, it is 4, too. The files are then written again with that status:
 * `verdict` of the directories ("why: verdict: No space left on device"), bins, logs.
 * @return the exit status: 0 pass, 1 mismatch, 2 usage, 3 timeout, 4 internal fault.
 */
int spe_verdict_print(FILE *out, struct spe_session *const *sessions, size_t n,
                      const struct spe_run_info *run);

/** Print one line per check: name, oracle, how often evaluated, how often fired, or `off`. The line
 * ends with "in part" if taps are missing. It ends with "not at all: ..." if nothing could be
 * evaluated, because the configuration has nothing of it, or because these taps showed nothing.
 * Then comes one line for each branch of a tolerated outcome that was taken: "fork S2 written 3".
 */
void spe_checks_print(FILE *out, const struct spe_session *session);

/** Print the command `argv` (NULL-terminated) as one line of the shell, quoted where needed. The
 * line begins with `cd` to the folder of the process. */
void spe_command_print(FILE *out, const char *const *argv);

#ifdef __cplusplus
}
#endif
#endif
