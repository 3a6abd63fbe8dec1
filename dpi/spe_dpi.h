/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_DPI_H
#define SPE_DPI_H

/**
 * The DPI-C contract between the monitors of an SPU and the scoreboard, hand-written. dpi/README.md
 * says when each call is made; field meanings and ranges are those of the structures in spe/txn.h.
 *
 * Every call takes the handle of spe_dpi_open(), the sequence number (0, 1, 2 ... without a gap)
 * and the cycle. It returns the budget: how many members of the population the monitor may count up
 * before it must call spe_dpi_pop() (1 .. 65536). A gap in the numbers, or a value that its field
 * must not have, is a finding of the session. A call with a bad handle, or with an argument that
 * does not fit its field, reaches no session, which finds the gap in the numbers. The first such
 * call of a process is named on stderr (call, argument, sequence number), and the run ends with
 * status 4.
 *
 * One thread at a time may make calls, for all handles together (spe/session.h). Strings must not
 * be NULL; an empty string means that there is none.
 */
#ifdef __cplusplus
extern "C" {
#endif

/**
 * Version of the contract. The major number changes when something existing changes: a prototype,
 * the meaning of an argument, the order of calls. The minor number counts up when a call or a kind
 * (of a life event, a barrier ...) is added. Monitors of another major version are refused. Those
 * of another minor version are accepted; a kind that this library does not know is misuse.
 *
 * 3.1: the directory of a session.
 * 3.0: fields of SPEv1p1 to SPEv1p5: fine-grained traps, more of a context, flags of a selection,
 * previous branch target and alternate clock of a life, {NSE, NS} in place of NS, physical address
 * mode, MSS2, management events of the system, levels and counts of `out` (dpi/README.md,
 * "Versions").
 * 2.0: `aw` has burst, all of AWPROT and the cycle of its offer; `pop` has its last lane; `rnd`
 * says whether the bench has replaced the draw.
 */
#define SPE_DPI_VERSION_MAJOR 3
#define SPE_DPI_VERSION_MINOR 2
#define SPE_DPI_VERSION       ((SPE_DPI_VERSION_MAJOR << 16) | SPE_DPI_VERSION_MINOR)

/**
 * Open the scoreboard of one SPU instance.
 *
 * If the host program has published a session named `name` (spe/session.h), it is used. The host
 * must keep it until spe_dpi_close(); after an earlier destroy, calls with the handle are misuse.
 * Otherwise the session is made from the configuration file `config` (empty: none), and prints its
 * own verdict at spe_dpi_close().
 *
 * @param version      SPE_DPI_VERSION the monitors were built with; the major number must match.
 * @param config_hash  hash of the configuration the RTL was built with; must equal the session's.
 * 0: an SPU without such a hash, not compared.
 * @param name         name of the session, as for spe_session_create(); copied.
 * @param config       path of the configuration, read in this call; unused for a published session.
 * @param log          path of the transaction log to write; empty: none. Unused for a published
 * session, whose host has chosen the log. The log of another session is refused. A refused call
 * leaves an existing file as it is.
 * @param taps         SPE_TAP_* of spe/model.h that the binding offers, at least one; those of a
 * published session must be the same.
 * @param order_free   1: the packets of a record are compared as a set, and its bursts may come in
 * any order; that of a published session must be the same.
 * @return a handle, or NULL after one line on stderr. The library owns the handle, which ends with
 * spe_dpi_close(). Sessions made here live until the last of them is closed; until then their names
 * cannot be opened again.
 */
void *spe_dpi_open(int version, long long config_hash, const char *name, const char *config,
                   const char *log, int taps, int order_free);

/**
 * Set the directory for the sessions that spe_dpi_open() makes from now on. A session keeps there
 * all that its run leaves: log, findings, coverage, verdict, command and configuration, in files of
 * fixed names (spe/session.h). The first session uses `dir` itself. Each later one of the process
 * uses a folder in it with the name of the session; '/' and a '.' at its start become '_'.
 *
 * @param dir   path of the directory, which is made if there is none; empty: no directory. Copied.
 * @param keep  1: the log stays if the run passes. Without a directory spe_dpi_open() refuses it.
 */
void spe_dpi_dir(const char *dir, int keep);

/* Each of the following calls sends one transaction. Fields, units and ranges are those of the
 * structure of the same name in spe/txn.h. @return the budget, or 1 if the call reaches
 * no session. */

/** Reset: `kind` 0 asserted, 1 released. */
int spe_dpi_reset(void *h, int seq, long long cycle, int kind);
/** The clock runs or stops; `active`: the thread is active and able to issue. */
int spe_dpi_clk(void *h, int seq, long long cycle, int running, int active);
/** An access to the register `enc`, after `pos` members of the population; `data` is what is read
 * or written. */
int spe_dpi_sysreg(void *h, int seq, long long cycle, long long pos, int enc, int write,
                   int outcome, int fgt, long long data);
/** Context `id` has this state; the counters are those of this cycle. */
int spe_dpi_ctx(void *h, int seq, long long cycle, int id, long long state, int contextidr_el1,
                int contextidr_el2, long long cntvoff, long long cntpoff, long long cntpct);
/** `n` members of the population since the last call, up to lane `slot` of this cycle. */
int spe_dpi_pop(void *h, int seq, long long cycle, int ctx, int n, int slot);
/** A random number that the SPU has drawn. */
int spe_dpi_rnd(void *h, int seq, long long cycle, int value, int injected);
/** An operation was selected for sampling, with its tag, or collided. */
int spe_dpi_sel(void *h, int seq, long long cycle, int ctx, int slot, int tag, int flags,
                long long pc, int op);
/** A life event of the sampled operation with the tag `tag`, from the PE. */
int spe_dpi_life(void *h, int seq, long long cycle, int tag, int kind, int flags, int source,
                 long long events, long long va, long long pa, long long target, long long prev,
                 int lat_issue, int lat_xlat, int lat_total, int lat_alt);
/** The SPU asks for the translation of an address of the buffer. */
int spe_dpi_xl_req(void *h, int seq, long long cycle, int id, int regime, int nvm, int attr, int sh,
                   long long va);
/** The response of a translation: a fault with stage and code, or physical address and attributes.
 */
int spe_dpi_xl_rsp(void *h, int seq, long long cycle, int id, int fault, int stage2, int fsc,
                   int mss2, int pas, int attr, int sh, long long pa);
/** Handshake on the write address channel; `offered`: first cycle in which AWVALID was 1 for it. */
int spe_dpi_aw(void *h, int seq, long long cycle, int id, long long addr, int len, int size,
               int burst, int prot, int cache, long long offered);
/** 64 bits of a handshake on the write data channel: those at index `word` of the beat. */
int spe_dpi_w(void *h, int seq, long long cycle, int word, long long data, int strb, int last_word,
              int last);
/** Handshake on the write response channel. */
int spe_dpi_b(void *h, int seq, long long cycle, int id, int resp);
/** A barrier, TLBI, context synchronization event or event of the system (enum spe_sync_kind),
 * after `pos` members of the population; `data` depends on `kind` (struct spe_txn_sync). */
int spe_dpi_sync(void *h, int seq, long long cycle, int kind, long long pos, long long data);
/** Outputs of the SPU: levels as they are now, counts of pulses since the last call. */
int spe_dpi_out(void *h, int seq, long long cycle, int levels, int serror, int cti, int pop,
                int feed, int filtrate, int collision, int full, int feed_br, int feed_ld,
                int feed_st, int feed_fp, int feed_simd, int feed_op, int feed_event, int feed_lat,
                int feed_ds);

/** Close the session and end the handle. `calls`: number of calls before this one; `sum`: checksum
 * of these calls, h = h * 31 + kind (enum spe_txn_kind), from 0. @return a budget without meaning.
 */
int spe_dpi_close(void *h, int seq, long long cycle, long long calls, int sum);

/* For a bench without a host program: spe_dpi_open() makes its sessions (dpi/README.md). */

/** Name the run in the verdict: test, seed and hash of the stimulus. `test` is copied (63
 * characters). May be called at any time before the last close. */
void spe_dpi_run(const char *test, long long seed, long long stim_hash);

/** The bench itself failed: the verdict is FAIL, with the reason `why` (copied). `status` is an
 * exit status from 1 to 4; another value counts as 4. */
void spe_dpi_fail(int status, const char *why);

/**
 * Exit status of the process, to be called after the last close. A host program that publishes its
 * sessions takes the larger of this status and that of its own verdict.
 * @return the status of the printed verdict; at least 2 after a refused spe_dpi_open(); at least 4
 * after a bad handle or an argument out of range, if a handle is still open, or if none was opened.
 */
int spe_dpi_status(void);

#ifdef __cplusplus
}
#endif
#endif
