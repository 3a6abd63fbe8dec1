/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE   200809L
#define _FILE_OFFSET_BITS 64 /* also if an address has 32 bits */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "log_fields.h"
#include "log_header.h"
#include "log_reader.h"
#include "log_section.h"
#include "spe/log.h"
#include "spe/status.h"

/* A section or frame with a larger size is damaged. */
#define SECTION_MAX (64u << 20)

int log_truncated(const struct spe_log_reader *r, struct spe_log_error *err)
{
    if (ferror(r->file)) {
        int why = errno;
        return log_error(err, spe_status_of_errno(why), "cannot be read: %s", strerror(why));
    }
    return log_error(err, SPE_ETRUNC, "the log is truncated");
}

int log_read_section(struct spe_log_reader *r, const char *type, struct spe_log_error *err)
{
    uint8_t head[LOG_SECTION_HEAD];

    if (fread(head, 1, sizeof(head), r->file) != sizeof(head)) {
        return log_truncated(r, err);
    }
    size_t n = log_get32(head + 4);
    if (memcmp(head, type, 4) != 0 || n > SECTION_MAX) {
        return log_error(err, SPE_EBADMSG,
                         "the log is damaged: no section %.4s where it must stand", type);
    }
    uint8_t *body = realloc(r->body, n + 1);
    if (body == NULL) {
        return log_error(err, SPE_ENOMEM, "out of memory");
    }
    r->body = body;
    r->body_bytes = n;
    if (fread(body, 1, n, r->file) != n) {
        return log_truncated(r, err);
    }
    body[n] = 0;
    if (log_crc(body, n) != log_get32(head + 8)) {
        return log_error(err, SPE_ECHECKSUM, "the log is damaged: checksum of section %.4s differs",
                         type);
    }
    return SPE_OK;
}

/* Whether this reader understands logs of the version "MAJOR.MINOR". */
static bool takes_version(const char *text)
{
    char copy[24];
    uint64_t major, minor;

    (void)snprintf(copy, sizeof(copy), "%s", text);
    char *dot = strchr(copy, '.');
    if (dot == NULL) {
        return false;
    }
    *dot = '\0';
    return log_number(copy, SPE_LOG_VERSION_MAJOR, &major) && major == SPE_LOG_VERSION_MAJOR &&
           log_number(dot + 1, SPE_LOG_VERSION_MINOR, &minor);
}

/* Check the first line of HEAD, before this version reads a line that it may not know. */
static int check_version(const char *line, struct spe_log_error *err)
{
    if (line == NULL || strncmp(line, "@version ", 9) != 0) {
        return log_error(err, SPE_EBADMSG, "the log is damaged: no format version");
    }
    if (!takes_version(line + 9)) {
        return log_error(err, SPE_EVERSION, "the log has format version %.20s, this is %u.%u",
                         line + 9, SPE_LOG_VERSION_MAJOR, SPE_LOG_VERSION_MINOR);
    }
    return SPE_OK;
}

/* Read the lines of a section of text. */
static int read_lines(struct spe_log_reader *r, enum log_lines where, struct spe_log_error *err)
{
    char *save = NULL, *text = (char *)r->body;
    struct log_seen seen = {.lines = 0};
    int status = SPE_OK;

    if (strlen(text) != r->body_bytes) {
        return log_error(err, SPE_EBADMSG, "the log is damaged: a NUL in its text");
    }
    char *line = strtok_r(text, "\n", &save);
    if (where == LOG_LINES_HEAD) {
        status = check_version(line, err);
        line = strtok_r(NULL, "\n", &save);
    }
    for (; status == SPE_OK && line != NULL; line = strtok_r(NULL, "\n", &save)) {
        status = log_header_line(&r->head, &r->run, where, &seen, line, err);
    }
    return status == SPE_OK ? log_header_complete(where, &seen, err) : status;
}

int log_read_header(struct spe_log_reader *r, struct spe_log_error *err)
{
    uint8_t magic[8];

    size_t n = fread(magic, 1, sizeof(magic), r->file);
    if (ferror(r->file)) {
        return log_truncated(r, err);
    }
    if (n == 0) {
        return log_error(err, SPE_EBADMSG, "is empty");
    }
    if (n != sizeof(magic) || memcmp(magic, SPE_LOG_MAGIC, sizeof(magic)) != 0) {
        return log_error(err, SPE_EBADMSG, "this is not a transaction log");
    }
    log_head_init(&r->head);
    int status = log_read_section(r, "HEAD", err);
    return status != SPE_OK ? status : read_lines(r, LOG_LINES_HEAD, err);
}

/* There is no TAIL at the end of the file. */
static int no_end(const struct spe_log_reader *r, struct spe_log_error *err)
{
    return ferror(r->file)
               ? log_truncated(r, err)
               : log_error(err, SPE_ETRUNC, "the log is cut off, or bytes stand behind its end");
}

/* Whether the section that was read is a whole TAIL. */
static bool is_tail(const struct spe_log_reader *r)
{
    return r->body_bytes == LOG_TAIL_BODY && memcmp(r->body + 16, LOG_END, 8) == 0;
}

/* Read the index. TAIL gives its place. There may be a section RUN between the last frame and INDX.
 */
static int read_index(struct spe_log_reader *r, struct spe_log_error *err)
{
    if (fseeko(r->file, -(off_t)(LOG_SECTION_HEAD + LOG_TAIL_BODY), SEEK_END) != 0) {
        return log_truncated(r, err);
    }
    off_t end = ftello(r->file);
    int status = log_read_section(r, "TAIL", err);
    if (status != SPE_OK) {
        return status == SPE_EBADMSG ? no_end(r, err) : status;
    }
    if (!is_tail(r)) {
        return log_error(err, SPE_EBADMSG, "the log is damaged: bad tail");
    }
    uint64_t at = log_get64(r->body);
    r->transactions = log_get64(r->body + 8);
    if (at >= (uint64_t)end || fseeko(r->file, (off_t)at, SEEK_SET) != 0) {
        return log_error(err, SPE_EBADMSG, "the log is damaged: bad tail");
    }
    status = log_read_section(r, "INDX", err);
    if (status != SPE_OK) {
        return status;
    }
    if (ftello(r->file) != end || r->body_bytes % LOG_INDEX_ENTRY != 0) {
        return log_error(err, SPE_EBADMSG,
                         "the log is damaged: its index does not end at its tail");
    }
    r->index_at = (off_t)at;
    r->entries = r->body_bytes / LOG_INDEX_ENTRY;
    r->index = r->body;
    r->body = NULL;
    return SPE_OK;
}

static uint64_t frame_offset(const struct spe_log_reader *r, size_t i)
{
    return log_get64(r->index + LOG_INDEX_ENTRY * i + 16);
}

/* Offset of the section after the last frame, or after the header if there is no frame; negative if
 * it cannot be found. */
static off_t end_of_frames(struct spe_log_reader *r, off_t after_header)
{
    uint8_t head[LOG_SECTION_HEAD];

    if (r->entries == 0) {
        return after_header;
    }
    off_t at = (off_t)frame_offset(r, r->entries - 1);
    if (fseeko(r->file, at, SEEK_SET) != 0 ||
        fread(head, 1, sizeof(head), r->file) != sizeof(head)) {
        return -1;
    }
    return at + LOG_SECTION_HEAD + (off_t)log_get32(head + 4);
}

/* Between the last frame and the index there is the section RUN, or nothing. Another section is
 * refused, as it could hide that the run has failed. */
static int read_run(struct spe_log_reader *r, off_t after_header, struct spe_log_error *err)
{
    off_t at = end_of_frames(r, after_header);

    if (at == r->index_at) {
        return SPE_OK;
    }
    if (at < 0 || fseeko(r->file, at, SEEK_SET) != 0) {
        return log_truncated(r, err);
    }
    int status = log_read_section(r, "RUN ", err);
    if (status == SPE_OK && ftello(r->file) != r->index_at) {
        return log_error(err, SPE_EBADMSG, "the log is damaged: its run does not end at its index");
    }
    return status != SPE_OK ? status : read_lines(r, LOG_LINES_RUN, err);
}

int log_open_all(struct spe_log_reader *r, struct spe_log_error *err)
{
    int status = log_read_header(r, err);
    if (status != SPE_OK) {
        return status;
    }
    off_t after = ftello(r->file);
    status = read_index(r, err);
    return status != SPE_OK ? status : read_run(r, after, err);
}

static int open_to_read(struct spe_log_reader *r, const char *path, struct spe_log_error *err)
{
    r->file = fopen(path, "rb");
    if (r->file == NULL) {
        int why = errno;
        return log_error(err, spe_status_of_errno(why), "cannot be opened: %s", strerror(why));
    }
    if (ftello(r->file) < 0) { /* the end of the file is read first */
        return log_error(err, SPE_EINVAL, "is not seekable: write it to a file first");
    }
    return SPE_OK;
}

int log_reader_open(struct spe_log_reader **out, const char *path, struct spe_log_error *err,
                    int (*read)(struct spe_log_reader *r, struct spe_log_error *err))
{
    struct spe_log_reader *r = calloc(1, sizeof(*r));

    if (r == NULL) {
        return log_error(err, SPE_ENOMEM, "out of memory");
    }
    int status = open_to_read(r, path, err);
    status = status == SPE_OK ? read(r, err) : status;
    if (status != SPE_OK) {
        spe_log_close(r);
        return status;
    }
    *out = r;
    return SPE_OK;
}

int spe_log_open(struct spe_log_reader **out, const char *path, struct spe_log_error *err)
{
    return log_reader_open(out, path, err, log_open_all);
}

void spe_log_close(struct spe_log_reader *r)
{
    if (r == NULL) {
        return;
    }
    if (r->file != NULL) {
        (void)fclose(r->file);
    }
    free(r->body);
    free(r->raw);
    free(r->index);
    free(r->begun);
    free(r);
}

const struct spe_log_header *spe_log_header(const struct spe_log_reader *r)
{
    return &r->head.header;
}

const struct spe_log_run *spe_log_run(const struct spe_log_reader *r)
{
    return &r->run;
}

/* A frame has been read: deliver its transactions next. */
static void begin_frame(struct spe_log_reader *r, size_t raw)
{
    memset(&r->state, 0, sizeof(r->state));
    r->raw_bytes = raw;
    r->raw_at = 0;
    r->next++;
}

/* Take the frame that was never finished (spe_log_salvage()). */
static int read_begun(struct spe_log_reader *r, struct spe_log_error *err)
{
    uint8_t *buf = realloc(r->raw, r->begun_bytes);

    if (buf == NULL) {
        return log_error(err, SPE_ENOMEM, "out of memory");
    }
    r->raw = buf;
    memcpy(buf, r->begun, r->begun_bytes);
    begin_frame(r, r->begun_bytes);
    return SPE_OK;
}

static int read_frame(struct spe_log_reader *r, struct spe_log_error *err)
{
    if (r->begun_bytes != 0 && r->next + 1 == r->entries) {
        return read_begun(r, err);
    }
    if (fseeko(r->file, (off_t)frame_offset(r, r->next), SEEK_SET) != 0) {
        return log_truncated(r, err);
    }
    int status = log_read_section(r, "DATA", err);
    if (status != SPE_OK) {
        return status;
    }
    size_t raw = r->body_bytes < LOG_DATA_HEAD ? SECTION_MAX + 1 : log_get32(r->body + 16);
    if (raw > SECTION_MAX) {
        return log_error(err, SPE_EBADMSG, "the log is damaged: bad frame %zu", r->next);
    }
    uint8_t *buf = realloc(r->raw, raw + 1);
    if (buf == NULL) {
        return log_error(err, SPE_ENOMEM, "out of memory");
    }
    r->raw = buf;
    size_t n = ZSTD_decompress(buf, raw, r->body + LOG_DATA_HEAD, r->body_bytes - LOG_DATA_HEAD);
    if (log_zstd_status(n, SPE_OK) == SPE_ENOMEM) {
        return log_error(err, SPE_ENOMEM, "out of memory");
    }
    if (ZSTD_isError(n) || n != raw) {
        return log_error(err, SPE_EBADMSG, "the log is damaged: frame %zu does not decompress",
                         r->next);
    }
    begin_frame(r, raw);
    return SPE_OK;
}

int spe_log_next(struct spe_log_reader *r, struct spe_txn *txn, struct spe_log_error *err)
{
    if (r->raw_at == r->raw_bytes) {
        if (r->next == r->entries) {
            if (!r->part && !r->sought && r->delivered != r->transactions) {
                return log_error(err, SPE_EBADMSG, "the log is damaged: transactions are missing");
            }
            return 0;
        }
        int status = read_frame(r, err);
        if (status != SPE_OK) {
            return status;
        }
    }
    size_t n = log_decode(&r->state, r->raw + r->raw_at, r->raw_bytes - r->raw_at, txn);
    if (n == 0) {
        return log_error(err, SPE_EBADMSG, "the log is damaged: malformed transaction");
    }
    r->raw_at += n;
    r->delivered++;
    return 1;
}

int spe_log_seek(struct spe_log_reader *r, uint64_t cycle)
{
    size_t i = 0;

    /* The frame before one that starts in `cycle` may end with transactions of the same cycle. */
    while (i + 1 < r->entries && log_get64(r->index + LOG_INDEX_ENTRY * (i + 1)) < cycle) {
        i++;
    }
    r->next = i;
    r->raw_at = r->raw_bytes = 0;
    r->delivered = 0;
    r->sought = i != 0;
    return SPE_OK;
}
