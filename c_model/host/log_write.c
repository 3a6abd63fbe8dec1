/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cut.h"
#include "log_fields.h"
#include "log_header.h"
#include "log_section.h"
#include "spe/log.h"
#include "spe/status.h"

#define FRAME_BYTES (1u << 20)
#define TOLD_MS     500u  /* a kill may lose what came in this time, and one transaction more */
#define TOLD_CYCLES 1000u /* the same in cycles, for a regular file, which can be cut back */

struct index_entry {
    uint64_t cycle, seq, offset;
};

struct spe_log_writer {
    FILE *file;
    int status, why; /* why: errno of SPE_EIO, 0: not known */
    uint64_t offset, transactions;
    uint64_t settled; /* offset at which the last spe_log_settle() began, 0: none yet */
    struct log_state state;
    uint64_t frame_cycle, frame_seq; /* of the first transaction of the frame */
    uint64_t told_ms, told_cycle;    /* when the file last got all, or the frame began */
    size_t used, parted;             /* bytes of the frame; those of them in the file as parts */
    bool regular;                    /* a regular file, which can be cut back */
    uint8_t *raw, *coded;
    size_t coded_bytes;
    struct index_entry *index;
    size_t entries, room;
};

static void lost(struct spe_log_writer *w)
{
    if (w->status == SPE_OK) {
        w->why = errno;
        w->status = SPE_EIO;
    }
}

/* @return the status; for SPE_EIO errno is set, as spe/log.h promises. */
static int told(int status, int why)
{
    if (status == SPE_EIO) {
        errno = why;
    }
    return status;
}

static void put(struct spe_log_writer *w, const void *bytes, size_t n)
{
    if (w->status == SPE_OK && fwrite(bytes, 1, n, w->file) != n) {
        lost(w);
    }
    w->offset += n;
}

/* Flush the file, so that its bytes stay if the process is killed (spe_log_salvage()). */
static void push_out(struct spe_log_writer *w)
{
    if (w->status == SPE_OK && fflush(w->file) != 0) {
        lost(w);
    }
}

/* Write one section: type, length, CRC-32, body. */
static void put_section(struct spe_log_writer *w, const char *type, const uint8_t *body, size_t n)
{
    uint8_t head[LOG_SECTION_HEAD];

    memcpy(head, type, 4);
    log_put32(head + 4, (uint32_t)n);
    log_put32(head + 8, log_crc(body, n));
    put(w, head, sizeof(head));
    put(w, body, n);
}

/* Write the run, or the header if `run` is NULL, as a section of text. The buffer of the frame is
 * free then. A stream of open_memstream() would not say that it could not grow. */
static void put_text(struct spe_log_writer *w, const struct spe_log_header *header,
                     const struct spe_log_run *run)
{
    FILE *out = w->status == SPE_OK ? fmemopen(w->raw, FRAME_BYTES, "w") : NULL;

    if (out == NULL) {
        w->status = w->status == SPE_OK ? SPE_ENOMEM : w->status;
        return;
    }
    if (run != NULL) {
        log_run_print(out, run);
    } else {
        fprintf(out, "@version %u.%u\n", SPE_LOG_VERSION_MAJOR, SPE_LOG_VERSION_MINOR);
        log_header_print(out, header);
    }
    const long n = fflush(out) == 0 ? ftell(out) : -1;
    const bool whole = n > 0 && ferror(out) == 0;
    (void)fclose(out);
    if (whole) {
        put_section(w, run != NULL ? "RUN " : "HEAD", w->raw, (size_t)n);
    } else {
        w->status = SPE_ENOMEM;
    }
}

static void destroy(struct spe_log_writer *w)
{
    if (w->file != NULL) {
        (void)fclose(w->file);
    }
    free(w->raw);
    free(w->coded);
    free(w->index);
    free(w);
}

/* Two writers would spoil a file. The second writer of a regular file is refused before it can
 * empty the file. @return 0, or a status with *err filled. */
static int open_to_write(struct spe_log_writer *w, const char *path, struct spe_log_error *err)
{
    struct stat st;
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);

    w->regular = fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
    if (w->regular && flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        (void)close(fd);
        return log_error(err, SPE_EINVAL, "another session writes this log");
    }
    if (fd < 0 || (w->regular && file_cut(fd) != 0) || (w->file = fdopen(fd, "wb")) == NULL) {
        int why = errno;
        if (fd >= 0) {
            (void)close(fd);
        }
        return log_error(err, why == ENOMEM ? SPE_ENOMEM : SPE_EIO, "cannot be created: %s",
                         strerror(why));
    }
    return SPE_OK;
}

int spe_log_create(struct spe_log_writer **out, const char *path,
                   const struct spe_log_header *header, struct spe_log_error *err)
{
    struct spe_log_writer *w = calloc(1, sizeof(*w));

    if (w == NULL) {
        return log_error(err, SPE_ENOMEM, "out of memory");
    }
    w->coded_bytes = LOG_DATA_HEAD + ZSTD_compressBound(FRAME_BYTES + LOG_TXN_MAX);
    w->raw = malloc(FRAME_BYTES + LOG_TXN_MAX);
    w->coded = malloc(w->coded_bytes);
    if (w->raw == NULL || w->coded == NULL) {
        destroy(w);
        return log_error(err, SPE_ENOMEM, "out of memory");
    }
    int status = open_to_write(w, path, err);
    if (w->file == NULL) {
        destroy(w);
        return status;
    }
    put(w, SPE_LOG_MAGIC, 8);
    put_text(w, header, NULL);
    status = w->status;
    if (status != SPE_OK) {
        const char *why = status == SPE_EIO ? strerror(w->why) : spe_status_text(status);
        (void)log_error(err, status, "cannot be written: %s", why);
        destroy(w);
        return status;
    }
    push_out(w);
    *out = w;
    return SPE_OK;
}

static void add_entry(struct spe_log_writer *w)
{
    if (w->entries == w->room) {
        size_t room = w->room == 0 ? 64 : w->room * 2;
        struct index_entry *index = realloc(w->index, room * sizeof(*index));
        if (index == NULL) {
            w->status = SPE_ENOMEM;
            return;
        }
        w->index = index;
        w->room = room;
    }
    w->index[w->entries++] = (struct index_entry){w->frame_cycle, w->frame_seq, w->offset};
}

/* Write the bytes of the frame that are not in the file yet, because the process may spin or crash
 * in the next cycle. Later the finished frame, which is smaller, replaces its parts. */
static void put_part(struct spe_log_writer *w, uint64_t cycle)
{
    const uint64_t end = w->offset;
    const size_t n = w->used - w->parted;

    log_put64(w->coded, w->frame_cycle);
    log_put64(w->coded + 8, w->frame_seq);
    log_put64(w->coded + 16, cycle);
    log_put32(w->coded + 24, (uint32_t)w->parted);
    memcpy(w->coded + LOG_PART_HEAD, w->raw + w->parted, n);
    put_section(w, "PART", w->coded, LOG_PART_HEAD + n);
    push_out(w);
    w->offset = end;
    w->parted = w->used;
}

/* Seek to the end of the last complete section. */
static void step_back(struct spe_log_writer *w)
{
    if (w->status == SPE_OK && fseeko(w->file, (off_t)w->offset, SEEK_SET) != 0) {
        lost(w);
    }
}

/* Remove what the file has after the last complete section. */
static void cut_off(struct spe_log_writer *w)
{
    if (w->status == SPE_OK && ftruncate(fileno(w->file), (off_t)w->offset) != 0) {
        lost(w);
    }
}

static void flush_frame(struct spe_log_writer *w)
{
    if (w->used == 0 || w->status != SPE_OK) {
        return;
    }
    const int level = w->used < FRAME_BYTES / 8 ? 1 : 3; /* a short frame is not worth the time */
    size_t n = ZSTD_compress(w->coded + LOG_DATA_HEAD, w->coded_bytes - LOG_DATA_HEAD, w->raw,
                             w->used, level);
    if (ZSTD_isError(n)) {
        w->status = log_zstd_status(n, SPE_EIO);
        return;
    }
    log_put64(w->coded, w->frame_cycle);
    log_put64(w->coded + 8, w->frame_seq);
    log_put32(w->coded + 16, (uint32_t)w->used);
    add_entry(w);
    if (w->parted != 0) {
        step_back(w);
    }
    put_section(w, "DATA", w->coded, LOG_DATA_HEAD + n);
    push_out(w);
    if (w->parted != 0) {
        cut_off(w);
    }
    w->used = w->parted = 0;
}

/* The cheapest clock, because it is read for each transaction. */
static uint64_t now_ms(void)
{
    struct timespec now = {.tv_sec = 0};

    (void)clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* Write a full frame, or a part that has to be in the file by now. */
static void write_due(struct spe_log_writer *w, uint64_t cycle)
{
    const uint64_t now = now_ms();
    const bool late = now - w->told_ms >= TOLD_MS;
    const bool far = cycle > w->told_cycle && cycle - w->told_cycle >= TOLD_CYCLES;

    if (w->used >= FRAME_BYTES || (late && !w->regular)) {
        flush_frame(w);
    } else if (late || (w->regular && far)) {
        put_part(w, cycle);
    } else {
        return;
    }
    w->told_ms = now;
    w->told_cycle = cycle;
}

int spe_log_append(struct spe_log_writer *w, const struct spe_txn *txn)
{
    if (w->status != SPE_OK) {
        return told(w->status, w->why); /* the buffered transactions are never written */
    }
    if (w->used == 0) {
        memset(&w->state, 0, sizeof(w->state));
        w->frame_cycle = txn->cycle;
        w->frame_seq = txn->seq;
        w->told_ms = now_ms();
        w->told_cycle = txn->cycle;
    }
    w->used += log_encode(&w->state, txn, w->raw + w->used);
    w->transactions++;
    write_due(w, txn->cycle);
    return told(w->status, w->why);
}

static void put_index(struct spe_log_writer *w)
{
    uint64_t at = w->offset;
    uint8_t tail[LOG_TAIL_BODY];
    uint8_t *body = malloc(w->entries * 24 + 1);

    if (body == NULL) {
        w->status = w->status == SPE_OK ? SPE_ENOMEM : w->status;
        return;
    }
    for (size_t i = 0; i < w->entries; i++) {
        log_put64(body + 24 * i, w->index[i].cycle);
        log_put64(body + 24 * i + 8, w->index[i].seq);
        log_put64(body + 24 * i + 16, w->index[i].offset);
    }
    put_section(w, "INDX", body, w->entries * 24);
    free(body);
    log_put64(tail, at);
    log_put64(tail + 8, w->transactions);
    memcpy(tail + 16, LOG_END, 8);
    put_section(w, "TAIL", tail, sizeof(tail));
}

/* Remove the end of the log that an earlier spe_log_settle() has written. */
static void unsettle(struct spe_log_writer *w)
{
    if (w->settled == 0 || w->status != SPE_OK) {
        return;
    }
    w->offset = w->settled;
    step_back(w);
    cut_off(w);
}

/* Some file systems report lost data only at a close, so close a duplicate of the descriptor. The
 * lock stays, as the first descriptor is still open. */
static void push_through(struct spe_log_writer *w)
{
    push_out(w);
    int fd = w->status == SPE_OK ? dup(fileno(w->file)) : -1;
    if (w->status == SPE_OK && (fd < 0 || close(fd) != 0)) {
        lost(w);
    }
}

int spe_log_settle(struct spe_log_writer *w, const struct spe_log_run *run)
{
    flush_frame(w);
    unsettle(w);
    w->settled = w->offset;
    if (run != NULL && run->present) {
        put_text(w, NULL, run);
    }
    put_index(w);
    push_through(w);
    return told(w->status, w->why);
}

int spe_log_release(struct spe_log_writer *w)
{
    if (fclose(w->file) != 0) {
        lost(w);
    }
    w->file = NULL;
    int status = w->status, why = w->why;
    destroy(w);
    return told(status, why);
}

int spe_log_finish(struct spe_log_writer *w, const struct spe_log_run *run)
{
    if (w == NULL) {
        return SPE_OK;
    }
    (void)spe_log_settle(w, run); /* the writer keeps a failure */
    return spe_log_release(w);
}
