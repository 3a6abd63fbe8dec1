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
 * Transaction log: all transactions of one session, enough to run it again. Part of libspe_host.a.
 *
 * File, all numbers little-endian: the 8 bytes "SPETXLOG", then sections. A section is: type (4
 * characters), length of its body (4 bytes), CRC-32 of the body (4 bytes), body. Sections: `HEAD`
 * (format version first, then options, name, configuration as text), any number of `DATA` (first
 * cycle, first seq, raw length, one independent zstd frame of at most about 1 MiB of
 * varint-delta-coded transactions), `RUN ` (what the run adds to the verdict; optional), `INDX`
 * (first cycle, first seq and file offset of each `DATA`), and last `TAIL` (offset of `INDX`,
 * number of transactions, "SPETXEND").
 *
 * While a frame grows, the end of the file holds it in pieces that are not compressed: sections
 * `PART` (first cycle and first seq of the frame, last cycle of the piece, raw bytes of the frame
 * before the piece, bytes). The finished frame replaces them, so a complete log has none; only
 * spe_log_salvage() reads them.
 *
 * `HEAD` says `@version MAJOR.MINOR` first. The major number changes with the sections and with the
 * fields of a transaction. The minor number counts up when a kind of transaction, a value with a
 * name, a meaning of a field, an `@` line or a word of such a line is added. A reader takes logs of
 * its own major version, up to its own minor version. The version does not depend on the keys of
 * the configuration: a key that the reader does not know is refused by its name, a key that the log
 * does not have gets its default.
 */
#define SPE_LOG_VERSION_MAJOR 3u
#define SPE_LOG_VERSION_MINOR 3u

/** The first bytes of a log. */
#define SPE_LOG_MAGIC "SPETXLOG"

#define SPE_LOG_NAME_MAX 64

/* What the log says before the first transaction. A copy of the structure shares *cfg. */
struct spe_log_header {
    char name[SPE_LOG_NAME_MAX];
    const struct spe_config *cfg; /* owned by the maker of the header */
    unsigned taps;                /* SPE_TAP_* */
    bool order_free;
    unsigned max_findings;
};

/* What the run said at its end; `present` is false if no verdict was printed. `failed` and
 * `exit_status` come from the bench alone. `status` is the result of bench and scoreboard together;
 * a replay works it out again. */
struct spe_log_run {
    bool present;
    bool part; /* the log has no index and tail: spe_log_salvage() */
    bool has_status;
    int status; /* exit status of the run, if has_status (logs before 2.1 do not say) */
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
 * is finished. The header is not kept. @return 0 and *out, to be closed with spe_log_finish() or
 * spe_log_release(); or with *err filled SPE_EINVAL (another session or process writes this log,
 * which is left alone), SPE_EIO, SPE_ENOMEM. */
int spe_log_create(struct spe_log_writer **out, const char *path,
                   const struct spe_log_header *header, struct spe_log_error *err);

/** Append one transaction. Transactions are buffered. A regular file gets them all with the first
 * transaction that comes 1,000 cycles or half a second after the last ones there. So a process that
 * is killed, crashes or spins loses no more. Another file (a pipe) gets them by the MiB or every
 * half second. @return 0, SPE_EIO (errno says why, 0: not known) or SPE_ENOMEM; after a failure
 * every further call fails the same way. */
int spe_log_append(struct spe_log_writer *writer, const struct spe_txn *txn);

/** Write the buffered transactions, `run` (may be NULL), index and tail: the log is complete then.
 * A second call replaces the `run`, index and tail of the first one; it fails unless the file is a
 * regular one. No transaction may be appended later. @return as spe_log_finish(). */
int spe_log_settle(struct spe_log_writer *writer, const struct spe_log_run *run);

/** Close the file of a log that spe_log_settle() has completed, and free the writer. @return as
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
 * Open what is left of a log without index and tail, because its run was killed: the header, all
 * frames before the first incomplete one, and the parts of that one. Its run is marked `part`, and
 * has failed with exit status 4; the reason gives the number of frames and the last cycle of the
 * parts. A complete log is opened as by spe_log_open().
 * @return as spe_log_open().
 */
int spe_log_salvage(struct spe_log_reader **out, const char *path, struct spe_log_error *err);

/**
 * Advice on a log that spe_log_open() has refused with `status`, to be printed after the error. Of
 * a log without its end it says that spe_log_salvage() reads a part, or that nothing can be read.
 * @return static storage; an empty text if there is no advice.
 */
const char *spe_log_advice(const char *path, int status);

/** Close and free; NULL is accepted. Everything that the reader has returned becomes invalid. */
void spe_log_close(struct spe_log_reader *reader);

/** The header with its configuration. Owned by the reader, valid until spe_log_close(). */
const struct spe_log_header *spe_log_header(const struct spe_log_reader *reader);

/** What the run said. Owned by the reader, valid until spe_log_close(). */
const struct spe_log_run *spe_log_run(const struct spe_log_reader *reader);

/** Read the next transaction. @return 1 with *txn filled, 0 at the end, or a negative status
 * (enum spe_status) with *err filled. */
int spe_log_next(struct spe_log_reader *reader, struct spe_txn *txn, struct spe_log_error *err);

/** Go to the start of the last frame that begins before `cycle`, or of the first frame if there is
 * none. spe_log_next() then returns the earlier transactions of that frame, and all transactions of
 * `cycle`. @return 0. */
int spe_log_seek(struct spe_log_reader *reader, uint64_t cycle);

/*
 * A log as text: lines with '@' first, then one line for each transaction. c_model/README.md, "A
 * log as text", describes the lines.
 */

/** Print the `@` lines of the header, and of `run` unless it is NULL. */
void spe_log_print_header(FILE *out, const struct spe_log_header *header,
                          const struct spe_log_run *run);

/** Print one transaction as one line. */
void spe_log_print_txn(FILE *out, const struct spe_txn *txn);

/** Name of a System register by its encoding, as in `enc=PMBSR_EL1` of a log; NULL if a log has no
 * name for it. Static storage. */
const char *spe_log_register_name(uint16_t enc);

typedef int (*spe_log_text_fn)(void *user, const struct spe_txn *txn);

/**
 * Parse a text log. `on_header` is called once before the first transaction, `on_txn` for each
 * transaction; what they get is valid during the call. `file` is the name of the text in errors.
 * Relative paths in the text start at the folder of `file`, unless it is no regular file.
 * @return 0 with *run filled; or the first nonzero value of a callback; or, with *err naming line,
 * word and what is allowed, SPE_EBADMSG, SPE_ENOENT (a folder), SPE_EIO or SPE_ENOMEM.
 */
int spe_log_parse(FILE *in, const char *file,
                  int (*on_header)(void *user, const struct spe_log_header *),
                  spe_log_text_fn on_txn, void *user, struct spe_log_run *run,
                  struct spe_log_error *err);

#ifdef __cplusplus
}
#endif

#endif
