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
 * The calls below, of all sessions of a process and of spe_dpi.h, are for one thread at a time:
 * published names are theirs in common. Two sessions that are never published may each have a
 * thread. Strings are never NULL, and are copied or done with when the call returns, unless said.
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
    const char *const *command; /* NULL-terminated: what repeats the run; NULL: the command line of
                                   this process */
};

/**
 * The directory of a session keeps all that a run leaves, in files of fixed names; it is made if
 * there is none, and other files in it are left alone. What an earlier run has left under these
 * names is gone from the start, and what is there when the process is killed stays.
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
 * bytes that are no ASCII come as \u0080 to \u00ff. An ASSERTION has number 0, and nobody judges
 * it. From the verdict on "follows" is the number of the finding that this one follows, 0 for one
 * that follows from none; without it nobody has judged, as those beyond the limit (spe/replay.h).
 * findings.jsonl.new, its next state, is left by a kill alone.
 *
 * Behind the verdict of a run with findings comes what is said of them in short: "first: LINE"; of
 * several "next: LINE" for at most two more that are not shown to follow from another, how many
 * follow which (c_model/README.md, "Follow-ups"), and where all of them stand. For that the log is
 * replayed.
 */

/** Names of the files that a session makes in dir_path, `txnlog` and `bins` among them; behind the
 * last one NULL. Static storage. */
const char *const *spe_session_files(void);

/** `name`: 1 to 63 characters, no control character or '#', no blank in front.
 * A file of bins that an earlier run has left at bins_path is gone, also where it fails later.
 * @return 0 and *out, or after one clear line on stderr: SPE_EINVAL (name, taps; the log or the
 * bins are a file of the configuration, or one that another session writes, the bins something else
 * than a file of bins: it is left alone; so for the files of the directory), SPE_ECONFIG
 * (configuration, or another than config_hash says: no log is created), SPE_EIO (log, bins,
 * directory or configuration), SPE_ENOMEM. */
int spe_session_create(struct spe_session **out, const char *name,
                       const struct spe_session_options *options);

/** Finish the log (if not closed) and free; NULL is accepted. Also withdraws a published name. A
 * session that spe_dpi_open() has taken must live until its spe_dpi_close(), which a simulator
 * calls in `final`; if it does not, the calls that still come are misuse (spe_dpi_status()). */
void spe_session_destroy(struct spe_session *session);

/** Make the session known by its name to spe_dpi_open(). At most 16. @return 0, SPE_EINVAL (name
 * taken), SPE_ENOSPC. */
int spe_session_publish(struct spe_session *session);

/** @return the published session of that name, or NULL. */
struct spe_session *spe_session_find(const char *name);

/** Log and apply one transaction; behind the verdict, which finishes the log, it is applied alone.
 * @return budget, as spe_model_apply(). A log write error is kept, see spe_session_status(). */
int spe_session_submit(struct spe_session *session, const struct spe_txn *txn);

/**
 * An assertion of the design failed: a finding behind those that have come so far, of kind
 * ASSERTION and check "sva", where "PtrHeld", the name of the assertion, section
 * "rtl/sva/spu_sysregs_sva.sv:120", its place. It is no finding of the model: no mismatch counts
 * it, a replay does not repeat it, and the run fails for what struct spe_run_info says. One per
 * session is kept: the design stops there.
 */
void spe_session_assertion(struct spe_session *session, uint64_t cycle, const char *name,
                           const char *place);

/** First failure of the session itself (log full, ...), else that of its model
 * (spe_model_status()): 0 or a negative status. */
int spe_session_status(const struct spe_session *session);

/** The model and the configuration of the session; both are the session's and live as long as it.
 */
struct spe_model *spe_session_model(struct spe_session *session);
const struct spe_config *spe_session_config(const struct spe_session *session);

/** Taps (SPE_TAP_*) and order_free that the session was created with; taps never 0. */
unsigned spe_session_taps(const struct spe_session *session);
bool spe_session_order_free(const struct spe_session *session);

/* What a run adds to the verdict beyond the model's totals. */
struct spe_run_info {
    const char *test; /* NULL or empty: "-" */
    uint64_t seed;
    uint64_t stim_hash;
    uint64_t bench_hash;   /* of all that decides what the bench draws; 0: it does not say */
    bool failed;           /* the test's own minima or the bench failed */
    bool allow_no_records; /* a test that by its nature has none, as one of registers */
    bool no_sva;           /* the assertions of the design were off: off= says sva */
    int exit_status;       /* 0: derive from totals; 2, 3 or 4 wins; 1: failed; others: 4 */
    const char *why;       /* reason printed before the verdict when failed; may be NULL */
};

/**
 * Print the last line `RESULT PASS|FAIL config= test= ...` (all sessions of the run summed when n >
 * 1) to `out`; `bench=`, where the bench says it, is its last word. A run without a compared
 * record, or whose last records and events were not audited (struct spe_totals), fails unless the
 * test has none by its nature. Of `test` 63 characters are kept, blanks and control characters
 * become '_'; of `why` 127, control characters become blanks: so the log can hold both and a replay
 * prints the same.
 * The logs and the files of functional coverage are finished with it: nothing is submitted later.
 * If `out` cannot be written the status is 4 (2 and 3 stay), and so say the files, which are
 * written anew then: `verdict` of the directories ("why: verdict: No space left on device"), bins
 * and logs.
 * @return the exit status: 0 pass, 1 mismatch, 2 usage, 3 timeout, 4 internal fault.
 */
int spe_verdict_print(FILE *out, struct spe_session *const *sessions, size_t n,
                      const struct spe_run_info *run);

/** One line per check: name, oracle, evaluated, fired, or `off`. Behind it "in part" where taps are
 * missing, and "not at all: ..." where nothing could be evaluated: the configuration has nothing of
 * it, or these taps showed nothing. Then one for each branch of a
 * tolerated outcome that was taken: "fork S2 written 3". */
void spe_checks_print(FILE *out, const struct spe_session *session);

/** The command `argv` (NULL-terminated) as one line of the shell, quoted where it must be, which
 * begins with `cd` to the folder that the process is in. */
void spe_command_print(FILE *out, const char *const *argv);

#ifdef __cplusplus
}
#endif
#endif
