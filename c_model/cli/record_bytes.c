/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "record_bytes.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "log_bytes.h"
#include "spe/status.h"

static int failed(struct spe_log_error *err, int status, const char *why)
{
    (void)snprintf(err->text, sizeof(err->text), "%s", why);
    return status;
}

static int unreadable(struct spe_log_error *err)
{
    const int why = errno;
    return failed(err, spe_status_of_errno(why), strerror(why));
}

/* @return 1 for a transaction log, 0 for another file, or a failure. */
static int is_log(const char *path, struct spe_log_error *err)
{
    char magic[sizeof(SPE_LOG_MAGIC) - 1];
    if (strcmp(path, "-") == 0) {
        return 0;
    }
    FILE *file = fopen(path, "rb");
    if (!file) {
        return unreadable(err);
    }
    const size_t n = fread(magic, 1, sizeof(magic), file);
    const int status = ferror(file) ? unreadable(err) : 0;
    (void)fclose(file);
    return status != 0 ? status : n == sizeof(magic) && memcmp(magic, SPE_LOG_MAGIC, n) == 0;
}

static int copy_file(FILE *in, FILE *out, struct spe_log_error *err)
{
    char buf[1 << 16];
    size_t n;
    while ((n = fread(buf, 1, sizeof(buf), in)) > 0) {
        if (fwrite(buf, 1, n, out) != n) {
            return failed(err, SPE_ENOMEM, "out of memory");
        }
    }
    return ferror(in) ? unreadable(err) : SPE_OK;
}

static int from_file(const char *path, FILE *out, struct spe_log_error *err)
{
    FILE *in = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    if (!in) {
        return unreadable(err);
    }
    const int status = copy_file(in, out, err);
    if (in != stdin) {
        (void)fclose(in);
    }
    return status;
}

/* Whether the transaction may cut a record, which the bytes do not show. Before the first write
 * address (`written`) there is no record that a reset could cut. */
static bool may_cut(const struct spe_txn *txn, bool written)
{
    return (txn->kind == SPE_TXN_XL_RSP && txn->u.xl_rsp.fault != SPE_XL_OK) ||
           (txn->kind == SPE_TXN_B && txn->u.b.resp > 1) ||
           (txn->kind == SPE_TXN_RESET && txn->u.reset.kind == 0 && written);
}

static int from_log(const char *path, FILE *out, uint64_t *cuts, struct spe_log_error *err)
{
    struct log_bytes waiting = {.n = 0};
    struct spe_log_reader *reader;
    struct spe_txn txn;
    bool written = false;
    int status = spe_log_open(&reader, path, err);
    if (status != SPE_OK) {
        return status;
    }
    while ((status = spe_log_next(reader, &txn, err)) > 0) {
        written |= txn.kind == SPE_TXN_AW;
        *cuts += may_cut(&txn, written);
        if (log_bytes_put(&waiting, &txn, out) != SPE_OK) {
            status = failed(err, SPE_ENOMEM, "out of memory");
            break;
        }
    }
    log_bytes_end(&waiting);
    spe_log_close(reader);
    return status;
}

int record_bytes_read(const char *path, struct record_bytes *out, struct spe_log_error *err)
{
    char *text = NULL;
    const int log = is_log(path, err);
    if (log < 0) {
        return log;
    }
    *out = (struct record_bytes){.n = 0};
    FILE *memory = open_memstream(&text, &out->n);
    if (!memory) {
        return failed(err, SPE_ENOMEM, "out of memory");
    }
    int status = log ? from_log(path, memory, &out->cuts, err) : from_file(path, memory, err);
    if (fclose(memory) != 0 && status == SPE_OK) {
        status = failed(err, SPE_ENOMEM, "out of memory");
    }
    if (status != SPE_OK) {
        free(text);
        return status;
    }
    out->bytes = (uint8_t *)text;
    return SPE_OK;
}
