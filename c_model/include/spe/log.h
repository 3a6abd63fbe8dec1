/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_LOG_H
#define SPE_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "spe/config.h"
#include "spe/txn.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Transaction log: what one session was fed, enough to run it again. Part of libspe_host.a.
 *
 * File, all numbers little-endian: the 8 bytes "SPETXLOG", then sections. A section is: type (4
 * characters), length of its body (4 bytes), CRC-32 of the body (4 bytes), body. Sections: `HEAD`
 * (format version first, then options, name, configuration as text), any number of `DATA` (first
 * cycle, first seq, raw length, one independent zstd frame of at most about 1 MiB of
 * varint-delta-coded transactions), `RUN ` (what the run adds to the verdict; optional), `INDX`
 * (first cycle, first seq and file offset of each `DATA`), and last `TAIL` (offset of `INDX`,
 * number of transactions, "SPETXEND").
 *
 * As long as a frame grows, the end of the file has it in pieces that are not compressed: sections
 * `PART` (first cycle and first seq of the frame, last cycle of the piece, raw bytes of the frame
 * before it, bytes). The frame takes their place, so a log that has its end has none; only
 * spe_log_salvage() reads them.
 *
 * `HEAD` says `@version MAJOR.MINOR` first. The major number changes with the sections and with the
 * fields of a transaction; the minor one counts up when a kind of transaction, a value with a name,
 * a meaning of a field, an `@` line or a word of one is added. A reader takes logs of its own major
 * version up to its own minor. Keys of the configuration have no part in it: a key that the reader
 * does not know is refused by its name, one that the log does not know has its default.
 */
#define SPE_LOG_VERSION_MAJOR 3u
#define SPE_LOG_VERSION_MINOR 3u

/** What a log begins with. */
#define SPE_LOG_MAGIC "SPETXLOG"

#define SPE_LOG_NAME_MAX 64

/* What the log says before the first transaction. A copy shares the configuration. */
struct spe_log_header {
    char name[SPE_LOG_NAME_MAX];
    const struct spe_config *cfg; /* of whoever has made the header */
    unsigned taps;                /* SPE_TAP_* */
    bool order_free;
    unsigned max_findings;
};

/* What the run said at its end; `present` is false if no verdict was printed. `failed` and
 * `exit_status` are what the bench alone had to say; what came of it and of the scoreboard is
 * `status`, which a replay works out anew. */
struct spe_log_run {
    bool present;
    bool part; /* the log has no end: spe_log_salvage() */
    bool has_status;
    int status; /* that the run ended with, if has_status (logs before 2.1 do not say) */
    char test[64];
    uint64_t seed, stim_hash, bench_hash;
    bool failed, allow_no_records, no_sva;
    int exit_status; /* 0, 2, 3 or 4 */
    char why[128];
};

/** Why a log could not be written or read: one sentence without the file's name. */
struct spe_log_error {
    char text[640];
};

struct spe_log_writer;

/** Create (truncate) `path` and write the header. A regular file is locked (flock()) until the log
 * is finished. @return 0, or with *err filled SPE_EINVAL (another session or process writes this
 * log, which is left alone), SPE_EIO, SPE_ENOMEM. */
int spe_log_create(struct spe_log_writer **out, const char *path,
                   const struct spe_log_header *header, struct spe_log_error *err);

/** Append one transaction. They reach the file, which is a regular one, with the first one that
 * comes 1,000 cycles or half a second behind what is there: a process that is killed, crashes or
 * spins loses no more. Elsewhere (a pipe) they come by the MiB or half a second. @return 0, SPE_EIO
 * (errno says why, 0: not known) or SPE_ENOMEM; after a failure every further call fails the same
 * way. */
int spe_log_append(struct spe_log_writer *writer, const struct spe_txn *txn);

/** Write what is pending, `run` (may be NULL), index and tail: the log is whole. Called again, what
 * the last call wrote of `run`, index and tail is replaced, in a regular file; elsewhere that
 * fails. Nothing is appended later. @return as spe_log_finish(). */
int spe_log_settle(struct spe_log_writer *writer, const struct spe_log_run *run);

/** Close the file of a log that spe_log_settle() has made whole; free. @return as
 * spe_log_finish(). */
int spe_log_release(struct spe_log_writer *writer);

/** spe_log_settle() and spe_log_release(). @return 0, SPE_EIO (errno as above) or SPE_ENOMEM, also
 * if an earlier call failed. NULL is accepted. */
int spe_log_finish(struct spe_log_writer *writer, const struct spe_log_run *run);

struct spe_log_reader;

/**
 * Open a log: header, index and tail are checked.
 * @return 0 and *out, to be closed by the caller, or with *err filled SPE_ENOENT (no such file, a
 * folder, or no permission), SPE_EINVAL (not seekable), SPE_EIO, SPE_ENOMEM, SPE_EBADMSG (not a
 * log), SPE_EVERSION, SPE_ETRUNC, SPE_ECHECKSUM.
 */
int spe_log_open(struct spe_log_reader **out, const char *path, struct spe_log_error *err);

/**
 * Open what is left of a log that has no index and tail, as its run was killed: the header, the
 * frames up to the first that is not whole, and the parts of that one. Its run is `part`, a failed
 * one of exit status 4, with the number of frames and the last cycle of the parts as reason. A log
 * that is whole is opened as by spe_log_open().
 * @return as spe_log_open().
 */
int spe_log_salvage(struct spe_log_reader **out, const char *path, struct spe_log_error *err);

/**
 * What helps with a log that spe_log_open() has refused with this status, to be printed behind the
 * error: of one without end that spe_log_salvage() reads it, or that nothing of it can be read.
 * @return a text that is never freed; empty where there is nothing to say.
 */
const char *spe_log_advice(const char *path, int status);

/** Close and free; NULL is accepted. What the reader has returned ends with it. */
void spe_log_close(struct spe_log_reader *reader);

/** The header, with its configuration; valid once opened, the reader's. */
const struct spe_log_header *spe_log_header(const struct spe_log_reader *reader);

/** What the run said; valid once opened, the reader's. */
const struct spe_log_run *spe_log_run(const struct spe_log_reader *reader);

/** Next transaction. @return 1 with *txn filled, 0 at the end, or a status with *err filled. */
int spe_log_next(struct spe_log_reader *reader, struct spe_txn *txn, struct spe_log_error *err);

/** Go to the start of the last frame that begins before `cycle`, or of the first: spe_log_next()
 * then returns all transactions of `cycle`, and before them what else the frame holds. @return 0.
 */
int spe_log_seek(struct spe_log_reader *reader, uint64_t cycle);

/*
 * The same as text: head lines with '@', then one line for each transaction. c_model/README.md, "A
 * log as text", says what stands in them.
 */

/** Print the `@` lines of the header, and of `run` unless it is NULL. */
void spe_log_print_header(FILE *out, const struct spe_log_header *header,
                          const struct spe_log_run *run);

/** Print one transaction as one line. */
void spe_log_print_txn(FILE *out, const struct spe_txn *txn);

/** Name of a System register by its encoding, as in `enc=PMBSR_EL1` of a log; NULL: it has none
 * there. Static storage. */
const char *spe_log_register_name(uint16_t enc);

typedef int (*spe_log_text_fn)(void *user, const struct spe_txn *txn);

/**
 * Parse a text log. `on_header` is called once before the first transaction. `file` is the name of
 * the text in errors; relative paths in it start at its folder, unless it is no regular file.
 * @return 0, or with *err naming line, word and what is allowed SPE_EBADMSG, SPE_ENOENT (a folder),
 * SPE_EIO or SPE_ENOMEM, or the first nonzero value of a callback.
 */
int spe_log_parse(FILE *in, const char *file,
                  int (*on_header)(void *user, const struct spe_log_header *),
                  spe_log_text_fn on_txn, void *user, struct spe_log_run *run,
                  struct spe_log_error *err);

#ifdef __cplusplus
}
#endif

#endif
