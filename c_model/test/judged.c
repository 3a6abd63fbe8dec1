/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "judged.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "config_members.h"
#include "spe/bits.h"
#include "spe/log.h"
#include "spe/status.h"

struct judged_txns {
    struct spe_log_header header;
    struct spe_config cfg; /* from the header */
    struct spe_txn *v;
    size_t n, at;
};

static int on_header(void *user, const struct spe_log_header *header)
{
    struct judged_txns *txns = user;

    txns->cfg = *header->cfg;
    txns->header = *header;
    txns->header.cfg = &txns->cfg;
    return SPE_OK;
}

static int on_txn(void *user, const struct spe_txn *txn)
{
    struct judged_txns *txns = user;

    txns->v = realloc(txns->v, (txns->n + 1) * sizeof(*txns->v));
    assert_non_null(txns->v);
    txns->v[txns->n++] = *txn;
    return SPE_OK;
}

static int from_start(void *user)
{
    struct judged_txns *txns = user;

    txns->at = 0;
    return SPE_OK;
}

static int next(void *user, struct spe_txn *txn)
{
    struct judged_txns *txns = user;

    if (txns->at == txns->n) {
        return 0;
    }
    *txn = txns->v[txns->at++];
    return 1;
}

struct judged_txns *judged_load_text(const char *text)
{
    struct judged_txns *txns = calloc(1, sizeof(*txns));
    struct spe_log_error err;
    struct spe_log_run ignored;
    char *copy = strdup(text);
    FILE *in = fmemopen(copy, strlen(copy), "r");

    assert_non_null(txns);
    assert_non_null(in);
    assert_int_equal(spe_log_parse(in, TXNLOG_FILE, on_header, on_txn, txns, &ignored, &err),
                     SPE_OK);
    (void)fclose(in);
    free(copy);
    return txns;
}

struct judged_txns *judged_load(const char *name, const struct txnlog_edit *edits)
{
    char *text = txnlog_text(name, edits);
    struct judged_txns *txns = judged_load_text(text);

    free(text);
    return txns;
}

void judged_unload(struct judged_txns *txns)
{
    free(txns->v);
    free(txns);
}

int judged_try(struct followup *out, struct judged_txns *txns, const struct followup_limits *limits)
{
    const struct followup_source source = {from_start, next, txns};

    return followup_judge(out, &txns->header, &source, limits);
}

void judged_log(struct followup *out, const char *name, const struct txnlog_edit *edits,
                const struct followup_limits *limits)
{
    struct judged_txns *txns = judged_load(name, edits);

    assert_int_equal(judged_try(out, txns, limits), SPE_OK);
    judged_unload(txns);
}

/* Append as snprintf() does; cut off what does not fit. */
SPE_PRINTF(3, 4) static void append(char *dst, size_t bytes, const char *fmt, ...)
{
    const size_t used = strlen(dst);
    va_list ap;

    va_start(ap, fmt);
    (void)vsnprintf(dst + used, bytes - used, fmt, ap);
    va_end(ap);
}

void judged_text(const struct followup *followup, char *dst, size_t bytes)
{
    static const char *const reason[] = {[FOLLOWUP_NONE] = " none",
                                         [FOLLOWUP_STAYS] = " stays",
                                         [FOLLOWUP_RAISES] = " raises",
                                         [FOLLOWUP_LIMIT] = " limit"};

    dst[0] = '\0';
    for (size_t i = 0; i < followup->n; i++) {
        const struct followup_finding *f = &followup->v[i];
        if (!f->listed) {
            continue;
        }
        append(dst, bytes, "%s%" PRIu64, dst[0] == '\0' ? "" : ", ", f->f.number);
        if (f->after != 0) {
            append(dst, bytes, "<%" PRIu64, f->after);
        }
        append(dst, bytes, " %s", spe_check_name(f->f.check));
        if (f->reason == FOLLOWUP_CORRECTED) {
            append(dst, bytes, " +%" PRIu64, f->followers);
        } else {
            append(dst, bytes, "%s", reason[f->reason]);
        }
    }
}

bool judged_corrects(const char *text, bool fails, char *why, size_t bytes)
{
    static const struct followup_limits limits = {.findings = 1000, .txns = UINT64_MAX};
    struct judged_txns *txns = judged_load_text(text);
    struct followup followup;

    assert_int_equal(judged_try(&followup, txns, &limits), SPE_OK);
    judged_unload(txns);
    bool good = (followup.n != 0) == fails;
    for (size_t i = 0; i < followup.n; i++) {
        const struct followup_finding *f = &followup.v[i];
        good &= f->listed != (f->follows != 0) && f->reason != FOLLOWUP_STAYS;
        good &= f->gone || f->reason == FOLLOWUP_NONE || f->reason == FOLLOWUP_RAISES;
    }
    judged_text(&followup, why, bytes);
    followup_free(&followup);
    return good;
}
