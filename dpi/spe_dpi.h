/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_DPI_H
#define SPE_DPI_H

/**
 * The DPI-C contract between the monitors of an SPU and the scoreboard, hand-written. dpi/README.md
 * says when each call is made; field meanings and ranges are those of the structures in spe/txn.h.
 *
 * Every call takes the handle of spe_dpi_open(), the sequence number (0, 1, 2 ... without a gap)
 * and the cycle, and returns the budget: how many members of the population the monitor may count
 * up before it must call spe_dpi_pop() (1 .. 65536). A gap, or a
 * value that its field cannot have, is a finding of the session. A bad handle, or an argument that
 * does not fit its field, reaches no session: the first one of a process is named on stderr (call,
 * argument, sequence number), and the run ends with status 4.
 *
 * All calls, of every handle, are for one thread at a time (spe/session.h). Strings are never NULL;
 * an empty one says that there is none.
 */
#ifdef __cplusplus
extern "C" {
#endif

/**
 * Version of the contract. The major number changes with every change of what exists: a prototype,
 * the meaning of an argument, the order of calls. The minor number counts up when a call or a kind
 * (of a life event, a barrier ...) is added. Monitors of another major version are refused; of
 * another minor version they are accepted, and what this library does not know is misuse.
 *
 * 3.1: the directory of a session.
 * 3.0: fields of SPEv1p1 to SPEv1p5: fine-grained traps, more of a context, flags of a selection,
 * previous branch target and alternate clock of a life, {NSE, NS} in place of NS, physical address
 * mode, MSS2, management events of the system, levels and counts of `out` (dpi/README.md,
 * "Versions").
 * 2.0: `aw` says burst, all of AWPROT and since when it was offered; `pop` says its last lane;
 * `rnd` says whether the bench put the draw in.
 */
#define SPE_DPI_VERSION_MAJOR 3
#define SPE_DPI_VERSION_MINOR 2
#define SPE_DPI_VERSION       ((SPE_DPI_VERSION_MAJOR << 16) | SPE_DPI_VERSION_MINOR)

/**
 * Open the scoreboard of one SPU instance.
 *
 * The session `name` is taken if the simulation published one (spe/session.h); its host keeps it
 * until spe_dpi_close(), or later calls with the handle are misuse. Otherwise the session is made
 * from the configuration file `config` (empty: none), and it prints its own verdict at
 * spe_dpi_close().
 *
 * @param version      SPE_DPI_VERSION the monitors were built with; the major number must match.
 * @param config_hash  hash of the configuration the RTL was built with; must equal the session's.
 * 0: foreign SPU, not compared.
 * @param name         name of the session, as of spe_session_create(); copied.
 * @param config       path of the configuration, read in this call; unused for a published session.
 * @param log          path of the transaction log to write; empty: none; unused for a published
 * session, whose host chose it. The log of another session is refused; a refused call leaves what
 * stands there.
 * @param taps         SPE_TAP_* of spe/model.h that the binding offers, at least one; those of a
 * published session must be the same.
 * @param order_free   1: the packets of a record are compared as a set, and its bursts come in any
 * order; as for taps.
 * @return handle, or NULL after one clear line on stderr. It is the library's and ends with
 * spe_dpi_close(). A session made here lives until the last of them is closed; its name cannot be
 * opened again before.
 */
void *spe_dpi_open(int version, long long config_hash, const char *name, const char *config,
                   const char *log, int taps, int order_free);

/**
 * Where the sessions that spe_dpi_open() makes from now on keep all that their run leaves: log,
 * findings, coverage, verdict, command and configuration, in files of fixed names (spe/session.h).
 * The first of them has `dir` itself, each later one of the process a folder in it with the name of
 * the session, in which '/' and a '.' in front become '_'.
 *
 * @param dir   path of the directory, made if there is none; empty: none. Copied.
 * @param keep  1: the log stays when the run passes. Without a directory it is refused at open.
 */
void spe_dpi_dir(const char *dir, int keep);

/* One transaction each. Fields, units and ranges: the structure of the same name in spe/txn.h. Each
 * returns the budget, 1 for a bad handle. */

/** Reset: `kind` 0 asserted, 1 released. */
int spe_dpi_reset(void *h, int seq, long long cycle, int kind);
/** The clock runs or stops; `active`: the thread is active and able to issue. */
int spe_dpi_clk(void *h, int seq, long long cycle, int running, int active);
/** An access to a register (`enc`) at the place `pos` of the population; `data` read or written. */
int spe_dpi_sysreg(void *h, int seq, long long cycle, long long pos, int enc, int write,
                   int outcome, int fgt, long long data);
/** State of context `id` has changed; counters as they stand in this cycle. */
int spe_dpi_ctx(void *h, int seq, long long cycle, int id, long long state, int contextidr_el1,
                int contextidr_el2, long long cntvoff, long long cntpoff, long long cntpct);
/** `n` members of the population since the last call, up to lane `slot` of this cycle. */
int spe_dpi_pop(void *h, int seq, long long cycle, int ctx, int n, int slot);
/** A random number that the SPU has drawn. */
int spe_dpi_rnd(void *h, int seq, long long cycle, int value, int injected);
/** An operation was selected for sampling, with its tag, or collided. */
int spe_dpi_sel(void *h, int seq, long long cycle, int ctx, int slot, int tag, int flags,
                long long pc, int op);
/** What the core tells of the sampled operation `tag`. */
int spe_dpi_life(void *h, int seq, long long cycle, int tag, int kind, int flags, int source,
                 long long events, long long va, long long pa, long long target, long long prev,
                 int lat_issue, int lat_xlat, int lat_total, int lat_alt);
/** A translation of the buffer's address is asked for. */
int spe_dpi_xl_req(void *h, int seq, long long cycle, int id, int regime, int nvm, int attr, int sh,
                   long long va);
/** Its answer: a fault with stage and code, or the physical address and attributes. */
int spe_dpi_xl_rsp(void *h, int seq, long long cycle, int id, int fault, int stage2, int fsc,
                   int mss2, int pas, int attr, int sh, long long pa);
/** Handshake on the write address channel; `offered`: cycle since when it was valid. */
int spe_dpi_aw(void *h, int seq, long long cycle, int id, long long addr, int len, int size,
               int burst, int prot, int cache, long long offered);
/** 64 bits (`word`) of a handshake on the write data channel. */
int spe_dpi_w(void *h, int seq, long long cycle, int word, long long data, int strb, int last_word,
              int last);
/** Handshake on the write response channel. */
int spe_dpi_b(void *h, int seq, long long cycle, int id, int resp);
/** A barrier, TLBI or event of the system (enum spe_sync_kind), at the place `pos` of the
 * population; `data` of the event. */
int spe_dpi_sync(void *h, int seq, long long cycle, int kind, long long pos, long long data);
/** Outputs of the SPU: levels as they are now, pulses since the last call. */
int spe_dpi_out(void *h, int seq, long long cycle, int levels, int serror, int cti, int pop,
                int feed, int filtrate, int collision, int full, int feed_br, int feed_ld,
                int feed_st, int feed_fp, int feed_simd, int feed_op, int feed_event, int feed_lat,
                int feed_ds);

/** Close the session and end the handle. `calls`: calls before this one; `sum`: over them, h = h *
 * 31 + kind (enum spe_txn_kind). @return budget, of no use. */
int spe_dpi_close(void *h, int seq, long long cycle, long long calls, int sum);

/* For a bench without a host program, whose sessions spe_dpi_open() makes (dpi/README.md). */

/** Name the run in the verdict: test, seed and hash of the stimulus. `test` is copied (63
 * characters). Any time before the last close. */
void spe_dpi_run(const char *test, long long seed, long long stim_hash);

/** The bench itself failed: the verdict is FAIL with `why` (copied). `status` 1 to 4 as of exit
 * statuses; others count as 4. */
void spe_dpi_fail(int status, const char *why);

/**
 * Exit status of the process, after the last close: that of the printed verdict; at least 2 after a
 * refused spe_dpi_open(); at least 4 after a bad handle or an argument out of range, with a handle
 * that is still open, or when none was ever opened. A host program that publishes its sessions
 * combines it with its own verdict by taking the larger.
 */
int spe_dpi_status(void);

#ifdef __cplusplus
}
#endif
#endif
