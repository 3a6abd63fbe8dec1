/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "txnlog.h"

#include <stdlib.h>

#include "check.h"
#include "model/hypotheses.h"
#include "narrow.h"
#include "spe/config.h"
#include "spe/cover.h"
#include "spe/log.h"
#include "spe/status.h"

struct applied {
    struct spe_model *model;
    struct txnlog_result *result;
    unsigned without; /* groups of taps that are removed: `narrow` sends the rest */
    struct narrow *narrow;
    bool always;                      /* each step as if there were several hypotheses */
    const struct txnlog_wider *wider; /* keys that permit more; NULL: the keys of the log */
};

static char *load(const char *name)
{
    char path[256];
    char *text;

    (void)snprintf(path, sizeof(path), TXNLOG_FOLDER "%s.txnlog", name);
    FILE *in = fopen(path, "r");
    if (in == NULL) {
        print_error("%s: cannot be opened; run from the top of the tree\n", path);
        fail();
    }
    text = calloc(1, 1u << 20);
    assert_non_null(text);
    size_t n = fread(text, 1, (1u << 20) - 1, in);
    (void)fclose(in);
    assert_true(n > 0);
    return text;
}

/* Place of a whole line, or NULL. */
static char *find_line(char *text, const char *line)
{
    size_t n = strlen(line);

    for (char *at = strstr(text, line); at != NULL; at = strstr(at + 1, line)) {
        if ((at == text || at[-1] == '\n') && (at[n] == '\n' || at[n] == '\0')) {
            return at;
        }
    }
    return NULL;
}

static char *exchange(char *text, const struct txnlog_edit *edit)
{
    const char *to = edit->to == NULL ? "" : edit->to;
    char *at = find_line(text, edit->from);

    if (at == NULL || find_line(at + 1, edit->from) != NULL) {
        print_error("line '%s' does not stand exactly once in the log\n", edit->from);
        fail();
    }
    size_t before = (size_t)(at - text), n = strlen(edit->from);
    char *out = calloc(1, strlen(text) + strlen(to) + 2);
    assert_non_null(out);
    memcpy(out, text, before);
    strcat(out, to);
    strcat(out, at + n);
    free(text);
    return out;
}

char *txnlog_text(const char *name, const struct txnlog_edit *edits)
{
    char *text = load(name);

    for (; edits != NULL && edits->from != NULL; edits++) {
        text = exchange(text, edits);
    }
    return text;
}

static void on_finding(void *user, const struct spe_finding *f)
{
    struct txnlog_result *r = user;

    if (!r->fired[f->check]) {
        r->sections[f->check] = f->section;
    }
    r->fired[f->check] = true;
    size_t used = strlen(r->cycles);
    (void)snprintf(r->cycles + used, sizeof(r->cycles) - used, "%s%" PRIu64 " %s",
                   used == 0 ? "" : ", ", f->cycle, spe_check_name(f->check));
    if (r->first[0] == '\0') {
        (void)snprintf(r->section, sizeof(r->section), "%s", f->section);
        (void)snprintf(r->first, sizeof(r->first),
                       "%" PRIu64 " %s %s: %s (expected %s, actual %s) [member %" PRIu64 "] %s",
                       f->cycle, spe_check_name(f->check), f->where, f->text, f->expected,
                       f->actual, f->pos, f->choices);
    }
}

static int send(void *user, const struct spe_txn *txn)
{
    struct applied *run = user;
    int budget = spe_model_apply(run->model, txn);

    assert_in_range(budget, 1, SPE_BUDGET_MAX);
    return budget;
}

static bool is_wider(const struct spe_config *cfg, const struct txnlog_wider *wider)
{
    char is[SPE_CONFIG_VALUE_MAX];

    assert_true(spe_config_get(cfg, wider->key, is, sizeof(is)) > 0);
    const long had = strtol(is, NULL, 10), wants = strtol(wider->value, NULL, 10);
    return wider->way == WIDER_MORE   ? wants > had
           : wider->way == WIDER_LESS ? wants < had
                                      : strcmp(is, wider->value) != 0;
}

/* @return whether one of the keys permits more than before. */
static bool widen(struct spe_config *cfg, const struct txnlog_wider *wider)
{
    struct spe_config_error err;
    bool any = wider == NULL;

    for (; wider != NULL && wider->key != NULL; wider++) {
        if (is_wider(cfg, wider)) {
            assert_int_equal(spe_config_set(cfg, wider->key, wider->value, &err), 0);
            any = true;
        }
    }
    return any;
}

static int on_header(void *user, const struct spe_log_header *header)
{
    struct applied *run = user;
    struct spe_config *cfg;
    struct spe_model_options options = {.taps = header->taps & ~run->without,
                                        .order_free = header->order_free,
                                        .max_findings = header->max_findings,
                                        .on_finding = on_finding,
                                        .user = run->result};

    if (run->narrow != NULL) {
        narrow_begin(run->narrow, options.taps, send, run);
    }
    assert_int_equal(spe_config_create(&cfg), 0);
    spe_config_copy(cfg, header->cfg);
    const int status =
        widen(cfg, run->wider) ? spe_model_create(&run->model, cfg, &options) : TXNLOG_SAME;
    spe_config_destroy(cfg);
    if (status == SPE_OK && run->always) {
        hypotheses_always(run->model);
    }
    return status;
}

static int on_txn(void *user, const struct spe_txn *txn)
{
    struct applied *run = user;

    if (run->narrow != NULL) {
        narrow_txn(run->narrow, txn);
    } else {
        (void)send(user, txn);
    }
    return SPE_OK;
}

static void name_forks(const struct spe_model *model, char *dst, size_t bytes)
{
    struct spe_fork fork;
    size_t used = 0;

    dst[0] = '\0';
    for (int i = 0; spe_model_fork(model, i, &fork); i++) {
        if (fork.branch != NULL && fork.n != 0 && used < bytes) {
            used += (size_t)snprintf(dst + used, bytes - used, "%s%s %s %" PRIu64,
                                     used == 0 ? "" : ", ", fork.choice, fork.branch, fork.n);
        }
    }
}

/* The first thing that a run lacks, in the words of the verdict. */
static void name_lack(const struct spe_model *model, struct txnlog_result *result)
{
    spe_model_pending(model, result->why, sizeof(result->why));
    if (result->why[0] == '\0' && result->totals.records == 0) {
        spe_model_recordless(model, result->why, sizeof(result->why));
    }
    if (result->why[0] == '\0' && !result->totals.audited) {
        spe_model_unaudited(model, result->why, sizeof(result->why));
    }
}

static void name_cannot(const struct spe_model *model, struct txnlog_result *result)
{
    uint64_t cycle;

    (void)spe_cover_name(spe_model_cover_impossible(model, &cycle), result->cannot,
                         sizeof(result->cannot));
}

static void apply(const char *name, const char *text, struct applied *run)
{
    struct txnlog_result *result = run->result;
    struct spe_log_error err;
    struct spe_log_run ignored;
    char file[128], *copy = strdup(text);
    FILE *in = fmemopen(copy, strlen(copy), "r");

    assert_non_null(in);
    memset(result, 0, sizeof(*result));
    (void)snprintf(file, sizeof(file), TXNLOG_FOLDER "%s", name);
    result->status = spe_log_parse(in, file, on_header, on_txn, run, &ignored, &err);
    (void)snprintf(result->error, sizeof(result->error), "%s", err.text);
    if (run->narrow != NULL && run->model != NULL) {
        narrow_end(run->narrow);
    }
    if (run->model != NULL) {
        spe_model_totals(run->model, &result->totals);
        name_lack(run->model, result);
        name_cannot(run->model, result);
        for (int check = 0; check < SPE_CHECKS; check++) {
            uint64_t fired;
            (void)spe_model_check_counts(run->model, check, &result->made[check], &fired);
        }
        name_forks(run->model, result->forks, sizeof(result->forks));
    }
    spe_model_destroy(run->model);
    (void)fclose(in);
    free(copy);
}

void txnlog_apply(const char *name, const char *text, struct txnlog_result *result)
{
    struct applied run = {.result = result};

    apply(name, text, &run);
}

void txnlog_judged(const char *name, const char *text, unsigned without,
                   const struct txnlog_wider *keys, struct txnlog_result *result)
{
    static struct narrow narrow;
    struct applied run = {.result = result,
                          .without = without,
                          .narrow = without != 0 ? &narrow : NULL,
                          .wider = keys};

    apply(name, text, &run);
}

void txnlog_narrowed(const char *name, const char *text, unsigned without,
                     struct txnlog_result *result)
{
    txnlog_judged(name, text, without, NULL, result);
}

void txnlog_widened(const char *name, const char *text, const struct txnlog_wider *keys,
                    struct txnlog_result *result)
{
    txnlog_judged(name, text, 0, keys, result);
}

void txnlog_always(const char *name, const char *text, struct txnlog_result *result)
{
    struct applied run = {.result = result, .always = true};

    apply(name, text, &run);
}

void txnlog_run(const char *name, const struct txnlog_edit *edits, struct txnlog_result *result)
{
    char *text = txnlog_text(name, edits);

    txnlog_apply(name, text, result);
    free(text);
}

void txnlog_fired(const struct txnlog_result *result, char *dst, size_t bytes)
{
    size_t used = 0;

    dst[0] = '\0';
    for (int i = 0; i < SPE_CHECKS; i++) {
        if (result->fired[i] && used < bytes) {
            used += (size_t)snprintf(dst + used, bytes - used, "%s%s", used == 0 ? "" : ",",
                                     spe_check_name(i));
        }
    }
}
