/* SPDX-License-Identifier: Apache-2.0 */
#include "covered.h"

#include <stdlib.h>

#include "check.h"
#include "spe/cover.h"
#include "spe/log.h"
#include "spe/model.h"
#include "spe/status.h"

size_t covered_bin(const char *name)
{
    char text[96];

    for (size_t bin = 0; bin < spe_cover_bins(); bin++) {
        assert_true(spe_cover_name(bin, text, sizeof(text)) > 0);
        if (strcmp(text, name) == 0) {
            return bin;
        }
    }
    fail_msg("no bin %s", name);
    return 0;
}

static int begin(void *user, const struct spe_log_header *header)
{
    struct spe_model_options options = {.taps = header->taps, .max_findings = 100};

    return spe_model_create(user, header->cfg, &options);
}

static int apply(void *user, const struct spe_txn *txn)
{
    (void)spe_model_apply(*(struct spe_model **)user, txn);
    return SPE_OK;
}

uint64_t covered_count(const char *log, const struct txnlog_edit *edits, const char *bin)
{
    char *text = txnlog_text(log, edits);
    FILE *in = tmpfile();
    struct spe_model *model = NULL;
    struct spe_log_error err;
    struct spe_log_run run;

    assert_non_null(in);
    (void)fputs(text, in);
    rewind(in);
    assert_int_equal(spe_log_parse(in, TXNLOG_FILE, begin, apply, &model, &run, &err), SPE_OK);
    uint64_t n = spe_model_cover(model, covered_bin(bin));
    spe_model_destroy(model);
    (void)fclose(in);
    free(text);
    return n;
}
