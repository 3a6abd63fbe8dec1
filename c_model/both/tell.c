/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "both.h"
#include "spe/cover.h"
#include "spe/log.h"
#include "spe/model.h"
#include "spe/replay.h"
#include "spe/status.h"

#define TOLD 1000 /* most findings of a log that are printed; all are counted */

static void print_finding(void *user, const struct spe_finding *f)
{
    FILE *out = user;
    const char *check = spe_check_name(f->check);

    fprintf(out,
            "f finding %" PRIu32 " %s %s\t%s cycle %" PRIu64 " member %" PRIu64
            " expected %s actual %s\n",
            f->seq, check, f->where, f->kind == SPE_FINDING_MISUSE ? "MISUSE" : "MISMATCH",
            f->cycle, f->pos, f->expected, f->actual);
    fprintf(out, "f words %" PRIu32 " %s %s\t%s [%s] %s\n", f->seq, check, f->where, f->text,
            f->section, f->choices);
}

static void print_total(FILE *out, const char *name, uint64_t n)
{
    fprintf(out, "f total %s\t%" PRIu64 "\n", name, n);
}

static void print_totals(FILE *out, const struct spe_model *model)
{
    struct spe_totals t;

    spe_model_totals(model, &t);
    print_total(out, "closed", t.closed);
    print_total(out, "pass", t.pass);
    print_total(out, "cycles", t.cycles);
    print_total(out, "ops", t.ops);
    print_total(out, "selections", t.selections);
    print_total(out, "samples", t.samples);
    print_total(out, "collisions", t.collisions);
    print_total(out, "filtered", t.filtered);
    print_total(out, "not_captured", t.not_captured);
    print_total(out, "records", t.records);
    print_total(out, "predicted", t.predicted);
    print_total(out, "bytes", t.bytes);
    print_total(out, "lost", t.lost);
    print_total(out, "discarded", t.discarded);
    print_total(out, "pending", t.pending);
    print_total(out, "mismatches", t.mismatches);
    print_total(out, "misuses", t.misuses);
    print_total(out, "checks", t.checks);
    print_total(out, "audits", t.audits);
    print_total(out, "audited", t.audited);
    print_total(out, "faults", t.faults);
    print_total(out, "aborts", t.aborts);
    print_total(out, "fulls", t.fulls);
    print_total(out, "resets", t.resets);
    print_total(out, "others", t.others);
    fprintf(out, "f hash result\t%016" PRIx64 "\n", t.result_hash);
}

static void print_lacks(FILE *out, const struct spe_model *model)
{
    char text[192];

    spe_model_pending(model, text, sizeof(text));
    fprintf(out, "f lack pending\t%s\n", text);
    spe_model_recordless(model, text, sizeof(text));
    fprintf(out, "f lack recordless\t%s\n", text);
    spe_model_unaudited(model, text, sizeof(text));
    fprintf(out, "f lack unaudited\t%s\n", text);
    fprintf(out, "f lack status\t%d\n", spe_model_status(model));
}

static void print_checks(FILE *out, const struct spe_model *model)
{
    struct spe_fork fork;

    for (int i = 0; i < SPE_CHECKS; i++) {
        uint64_t evaluated = 0, fired = 0;

        (void)spe_model_check_counts(model, i, &evaluated, &fired);
        fprintf(out, "f check %s\tevaluated %" PRIu64 " fired %" PRIu64 "%s%s%s\n",
                spe_check_name(i), evaluated, fired, spe_model_check_off(model, i) ? " off" : "",
                spe_model_check_absent(model, i) ? " absent" : "",
                spe_model_check_part(model, i) ? " in part" : "");
    }
    for (int i = 0; spe_model_fork(model, i, &fork); i++) {
        if (fork.branch != NULL && fork.n != 0) {
            fprintf(out, "f choice %s %s\t%" PRIu64 "\n", fork.choice, fork.branch, fork.n);
        }
    }
}

static void print_bins(FILE *out, const struct spe_model *model)
{
    char name[96], impossible[96] = "";
    const size_t bins = spe_cover_bins();
    uint64_t cycle = 0;

    for (size_t bin = 0; bin < bins; bin++) {
        uint64_t n = spe_model_cover(model, bin);

        if (n != 0 && spe_cover_name(bin, name, sizeof(name)) > 0) {
            fprintf(out, "f bin %s\t%" PRIu64 "\n", name, n);
        }
    }
    (void)spe_cover_name(spe_model_cover_impossible(model, &cycle), impossible, sizeof(impossible));
    fprintf(out, "f impossible bin\t%s in cycle %" PRIu64 "\n", impossible, cycle);
}

/* Apply a log to a model, and print the rest of its block. @return 0, or a status of the log. */
static int apply(FILE *out, struct spe_log_reader *reader, struct spe_model *model,
                 struct spe_log_error *err)
{
    struct spe_txn txn;
    uint64_t n = 0;
    int status, budget = 0;

    while ((status = spe_log_next(reader, &txn, err)) > 0) {
        int told = spe_model_apply(model, &txn);

        if (told != budget) {
            fprintf(out, "b %" PRIu64 " %d\n", n, told);
        }
        budget = told;
        n++;
    }
    print_totals(out, model);
    print_lacks(out, model);
    print_checks(out, model);
    print_bins(out, model);
    fprintf(out, "end %" PRIu64 "\n", n);
    return status;
}

static int judge(FILE *out, struct spe_log_reader *reader, struct spe_log_error *err)
{
    const struct spe_log_header *header = spe_log_header(reader);
    const struct spe_model_options options = {.taps = header->taps,
                                              .order_free = header->order_free,
                                              .max_findings = TOLD,
                                              .on_finding = print_finding,
                                              .user = out};
    struct spe_model *model;

    int status = spe_model_create(&model, header->cfg, &options);
    if (status != SPE_OK) {
        (void)snprintf(err->text, sizeof(err->text), "%s", spe_status_text(status));
        return status;
    }
    status = apply(out, reader, model, err);
    spe_model_destroy(model);
    return status;
}

/* Print, as facts, each line that `spe replay` prints on stdout, and its exit status. */
static int print_verdict(FILE *out, const char *path)
{
    char *text = NULL, *findings = NULL, *rest = NULL;
    size_t text_bytes, findings_bytes;
    FILE *verdict = open_memstream(&text, &text_bytes);
    FILE *ignored = open_memstream(&findings, &findings_bytes);
    int line = 0;

    if (verdict == NULL || ignored == NULL) {
        fprintf(stderr, "spe-both: %s\n", spe_status_text(SPE_ENOMEM));
        return spe_status_exit(SPE_ENOMEM);
    }
    const struct spe_replay_options options = {.path = path, .out = verdict, .findings = ignored};
    fprintf(out, "f verdict status\t%d\n", spe_replay(&options));
    (void)fclose(verdict);
    (void)fclose(ignored);
    for (char *said = strtok_r(text, "\n", &rest); said != NULL;
         said = strtok_r(NULL, "\n", &rest)) {
        fprintf(out, "f verdict %d\t%s\n", line++, said);
    }
    free(text);
    free(findings);
    return 0;
}

int both_tell(FILE *out, const char *name, const char *path)
{
    struct spe_log_reader *reader;
    struct spe_log_error err;

    int status = spe_log_open(&reader, path, &err);
    if (status == SPE_OK) {
        fprintf(out, "log %s\n", name);
        int failed = print_verdict(out, path);
        status = failed != 0 ? SPE_OK : judge(out, reader, &err);
        spe_log_close(reader);
        if (failed != 0) {
            return failed;
        }
    }
    if (status != SPE_OK) {
        fprintf(stderr, "spe-both: %s: %s\n", path, err.text);
        return spe_status_exit(status);
    }
    return 0;
}
