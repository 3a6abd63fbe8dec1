/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "cli.h"
#include "log_bytes.h"
#include "log_request.h"
#include "spe/log.h"
#include "spe/status.h"

#define NAME "log"

/* Prints transactions as they are, one per line, or the bytes that they wrote. */

/* @return 0, SPE_ENOMEM, or SPE_EIO: stdout has its error indicator. */
static int print_plain(const struct log_request *r, const struct spe_txn *txn,
                       struct log_bytes *bytes)
{
    if (r->bytes) {
        return log_bytes_put(bytes, txn, stdout);
    }
    if (txn->cycle >= r->from && (r->kind < 0 || txn->kind == r->kind)) {
        spe_log_print_txn(stdout, txn);
    }
    return SPE_OK;
}

/* Print the transactions up to the last cycle asked for. @return as spe_log_next(), with *err
 * filled. */
static int print_txns(const struct log_request *r, struct spe_log_reader *reader,
                      struct spe_log_error *err)
{
    struct log_bytes bytes = {.n = 0};
    struct spe_txn txn = {.cycle = UINT64_MAX}; /* of an empty log there is nothing to remark */
    int status = 0;

    while (!ferror(stdout) && (status = spe_log_next(reader, &txn, err)) > 0 &&
           txn.cycle <= r->to) {
        if (print_plain(r, &txn, &bytes) == SPE_ENOMEM) {
            (void)snprintf(err->text, sizeof(err->text), "out of memory");
            status = SPE_ENOMEM;
            break;
        }
    }
    log_bytes_end(&bytes);
    if (status == 0) {
        log_remark_end(r, txn.cycle);
    }
    return status;
}

int log_plain(const struct log_request *r)
{
    struct spe_log_reader *reader;
    struct spe_log_error err;
    int status =
        r->salvage ? spe_log_salvage(&reader, r->path, &err) : spe_log_open(&reader, r->path, &err);

    if (status == SPE_ETRUNC && !r->salvage) { /* cut: the run was killed */
        return spe_cli_fail(spe_status_exit(status), NAME, "%s: %s%s", r->path, err.text,
                            spe_log_advice(r->path, status));
    }
    if (status != SPE_OK) {
        return spe_cli_fail_file(spe_status_exit(status), NAME, r->path, err.text);
    }
    if (!r->bytes && (r->header || !r->part)) {
        spe_log_print_header(stdout, spe_log_header(reader), spe_log_run(reader));
    }
    if (r->from != 0) {
        (void)spe_log_seek(reader, r->from);
    }
    status = print_txns(r, reader, &err);
    int result = spe_cli_finish(NAME, SPE_EXIT_GOOD);
    if (status < 0) {
        result = spe_cli_fail_file(spe_status_exit(status), NAME, r->path, err.text);
    }
    result = spe_cli_part(NAME, r->path, spe_log_run(reader), result);
    spe_log_close(reader);
    return result;
}
