/* SPDX-License-Identifier: Apache-2.0
 *
 * Fuzz target of the readers of transaction logs. The first byte tells the form of the rest: text,
 * a whole file, the lines of HEAD or RUN in an otherwise good file, or the transactions of a frame.
 * So no checksum keeps the input from a parser. test_fuzz_log.c replays the hand-written logs
 * through this target.
 */
#define _GNU_SOURCE /* memfd_create */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "log_fields.h"
#include "log_section.h"
#include "spe/log.h"
#include "spe/status.h"

enum fuzz_log_kind {
    FUZZ_LOG_TEXT,
    FUZZ_LOG_FILE,
    FUZZ_LOG_HEAD,
    FUZZ_LOG_RUN,
    FUZZ_LOG_FRAME,
    FUZZ_LOG_KINDS
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
    if (!condition) {
        abort();
    }
}

/* A refusal is one line of text, not empty. */
static void check_error(int status, const struct spe_log_error *err)
{
    require(status < 0 && memchr(err->text, '\0', sizeof(err->text)) != NULL);
    require(err->text[0] != '\0' && strchr(err->text, '\n') == NULL);
}

static void check_header(const struct spe_log_header *header)
{
    require(memchr(header->name, '\0', sizeof(header->name)) != NULL);
    require(header->taps <= 0x7f);
}

static int on_header(void *user, const struct spe_log_header *header)
{
    (void)user;
    check_header(header);
    return SPE_OK;
}

/* A printed transaction must be read back unchanged. */
struct echo {
    struct spe_txn want;
    bool seen;
};

static int on_echo(void *user, const struct spe_txn *txn)
{
    struct echo *echo = user;

    require(!echo->seen && memcmp(txn, &echo->want, sizeof(*txn)) == 0);
    echo->seen = true;
    return SPE_OK;
}

static void check_text_round(const struct spe_txn *txn)
{
    struct echo echo = {.want = *txn};
    struct spe_log_error err;
    struct spe_log_run run;
    char text[1024];
    FILE *out = fmemopen(text, sizeof(text), "w");

    require(out != NULL);
    spe_log_print_txn(out, txn);
    require(fclose(out) == 0);
    FILE *in = fmemopen(text, strlen(text), "r");
    require(in != NULL);
    /* One line is no whole text: the configuration is missing. */
    require(spe_log_parse(in, "t", on_header, on_echo, &echo, &run, &err) == SPE_EBADMSG);
    require(echo.seen);
    (void)fclose(in);
}

static int on_txn(void *user, const struct spe_txn *txn)
{
    (void)user;
    check_text_round(txn);
    return SPE_OK;
}

static void read_text(const uint8_t *data, size_t size)
{
    struct spe_log_error err;
    struct spe_log_run run;

    if (size == 0 || memmem(data, size, "@config", 7) != NULL) {
        return; /* the text would open files */
    }
    FILE *in = fmemopen((void *)(uintptr_t)data, size, "r");
    require(in != NULL);
    int status = spe_log_parse(in, "t", on_header, on_txn, NULL, &run, &err);
    (void)fclose(in);
    if (status != SPE_OK) {
        check_error(status, &err);
    }
}

static void read_file(const uint8_t *data, size_t size)
{
    struct spe_log_reader *reader;
    struct spe_log_error err;
    struct spe_txn txn;
    char path[64];
    int status, file = memfd_create("log", 0);

    require(file >= 0 && write(file, data, size) == (ssize_t)size);
    (void)snprintf(path, sizeof(path), "/proc/self/fd/%d", file);
    status = spe_log_open(&reader, path, &err);
    if (status == SPE_OK) {
        check_header(spe_log_header(reader));
        while ((status = spe_log_next(reader, &txn, &err)) > 0) {
            check_text_round(&txn);
        }
        require(spe_log_seek(reader, txn.cycle) == SPE_OK);
        spe_log_close(reader);
    }
    if (status != SPE_OK) {
        check_error(status, &err);
    }
    (void)close(file);
}

static size_t put_section(uint8_t *dst, const char *type, const uint8_t *body, size_t n)
{
    memcpy(dst, type, 4);
    log_put32(dst + 4, (uint32_t)n);
    log_put32(dst + 8, log_crc(body, n));
    if (n != 0) {
        memcpy(dst + LOG_SECTION_HEAD, body, n);
    }
    return LOG_SECTION_HEAD + n;
}

/* Read a file without transactions, in which the input is HEAD or RUN. */
static void read_lines(enum fuzz_log_kind kind, const uint8_t *data, size_t size)
{
    static const char head[] =
        "@version 2.0\n@name a\n@taps 0x7f\n@order_free 0\n@max_findings 1\n";
    uint8_t tail[LOG_TAIL_BODY] = {0};
    uint8_t *file = malloc(size + 1024);
    size_t n = 8;

    require(file != NULL);
    memcpy(file, SPE_LOG_MAGIC, 8);
    if (kind == FUZZ_LOG_HEAD) {
        n += put_section(file + n, "HEAD", data, size);
    } else {
        n += put_section(file + n, "HEAD", (const uint8_t *)head, sizeof(head) - 1);
        n += put_section(file + n, "RUN ", data, size);
    }
    log_put64(tail, n);
    memcpy(tail + 16, LOG_END, 8);
    n += put_section(file + n, "INDX", tail, 0);
    n += put_section(file + n, "TAIL", tail, sizeof(tail));
    read_file(file, n);
    free(file);
}

/* A decoded transaction must be the same after it is coded and decoded again. */
static void read_frame(const uint8_t *data, size_t size)
{
    struct log_state in = {0}, out = {0}, back = {0};
    struct spe_txn txn, again;
    uint8_t coded[LOG_TXN_MAX];
    size_t n;

    for (; (n = log_decode(&in, data, size, &txn)) != 0; data += n, size -= n) {
        size_t bytes = log_encode(&out, &txn, coded);
        require(bytes <= sizeof(coded) && log_decode(&back, coded, bytes, &again) == bytes);
        require(memcmp(&txn, &again, sizeof(txn)) == 0);
        check_text_round(&txn);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    enum fuzz_log_kind kind = (enum fuzz_log_kind)(data[0] % FUZZ_LOG_KINDS);
    /* A block of its exact size, so that the sanitizer sees a read past the end. */
    uint8_t *block = malloc(size == 1 ? 1 : size - 1);
    require(block != NULL);
    memcpy(block, data + 1, size - 1);
    size--;
    if (kind == FUZZ_LOG_TEXT) {
        read_text(block, size);
    } else if (kind == FUZZ_LOG_FILE) {
        read_file(block, size);
    } else if (kind == FUZZ_LOG_FRAME) {
        read_frame(block, size);
    } else {
        read_lines(kind, block, size);
    }
    free(block);
    return 0;
}
