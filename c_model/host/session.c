/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "spe/session.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "finding.h"
#include "log_header.h"
#include "session_internal.h"
#include "spe/config_file.h"
#include "spe/cover_file.h"
#include "spe/status.h"

#define PUBLISHED_MAX 16

/* The sessions that spe_dpi_open() can find by name, and their numbers: all that the sessions of a
 * process share. A session that is never published does not touch it, and may have its thread. */
static struct spe_session *published[PUBLISHED_MAX];
static uint64_t last_serial;

static void print_finding(void *user, const struct spe_finding *f)
{
    struct spe_session *s = user;
    char line[FINDING_LINE];

    if (s->dir == NULL || session_dir_finding(s->dir, s->name, f)) {
        finding_format(line, s->name, f);
        const bool lost = fputs(line, s->findings) < 0 || fflush(s->findings) != 0;
        if (lost && s->findings_why == 0) {
            s->findings_why = errno;
        }
    }
}

static int load_config(struct spe_session *s, const struct spe_session_options *options)
{
    struct spe_config_error err = {.line = 0}; /* spe_config_check() does not set file and line */
    char text[512];
    int status;

    if (options->cfg != NULL) {
        s->cfg = *options->cfg;
        status = spe_config_check(&s->cfg, &err);
    } else if (options->config_path == NULL) {
        fprintf(stderr, "spe: session %s has no configuration\n", s->name);
        return SPE_ECONFIG;
    } else {
        status = spe_config_load(&s->cfg, options->config_path, &err);
    }
    if (status != SPE_OK) {
        (void)spe_config_error_format(&err, text, sizeof(text));
        fprintf(stderr, "spe: %s\n", text);
    }
    return status;
}

/* Refuse to overwrite a file of the configuration. @return 0, or a status after one line on stderr.
 */
static int left_alone(const struct spe_session_options *options, const char *path, const char *what)
{
    int status = options->cfg == NULL ? spe_config_reads(options->config_path, path) : 0;

    if (status > 0) {
        fprintf(stderr, "spe: %s: %s would overwrite its configuration\n", path, what);
        return SPE_EINVAL;
    }
    if (status < 0) {
        fprintf(stderr, "spe: %s: %s\n", path, spe_status_text(status));
    }
    return status;
}

/* The file that `option` names, otherwise the file `name` of the directory, with its path in
 * `place`; NULL if there is neither. */
static const char *place_of(const struct spe_session *s, const char *option, const char *name,
                            char place[PATH_MAX])
{
    if (option != NULL && option[0] != '\0') {
        return option;
    }
    return s->dir != NULL ? session_dir_path(s->dir, name, place, PATH_MAX) : NULL;
}

static int open_log(struct spe_session *s, const struct spe_session_options *options)
{
    struct spe_log_header header = {.cfg = &s->cfg,
                                    .taps = options->taps,
                                    .order_free = options->order_free,
                                    .max_findings = options->max_findings};
    struct spe_log_error err;
    char place[PATH_MAX];
    const char *path = place_of(s, options->log_path, "txnlog", place);

    if (path == NULL) {
        return SPE_OK;
    }
    int status = path == place ? SPE_OK : left_alone(options, path, "the log");
    if (status != SPE_OK) {
        return status;
    }
    (void)snprintf(header.name, sizeof(header.name), "%.63s", s->name);
    s->log_path = strdup(path);
    s->log_passes = path == place && !options->keep_log;
    status = s->log_path != NULL ? spe_log_create(&s->log, s->log_path, &header, &err)
                                 : log_error(&err, SPE_ENOMEM, "out of memory");
    if (status != SPE_OK) {
        fprintf(stderr, "spe: %s: %s\n", path, err.text);
    }
    return status;
}

/* Open the file to which the verdict writes functional coverage. */
static int open_bins(struct spe_session *s, const struct spe_session_options *options)
{
    struct spe_log_error err;
    char place[PATH_MAX];
    const char *path = place_of(s, options->bins_path, "bins", place);

    if (path == NULL) {
        return SPE_OK;
    }
    int status = path == place ? SPE_OK : left_alone(options, path, "functional coverage");
    if (status != SPE_OK) {
        return status;
    }
    status = spe_cover_create(&s->bins, path, &err);
    if (status != SPE_OK) {
        fprintf(stderr, "spe: functional coverage %s: %s\n", path, err.text);
    }
    return status;
}

static const char legal_taps[] =
    " (taps need each other: LIFE and POP need REGS, RND needs POP, LIFE"
    " needs SYNC with [impdef_event])";

/* A text that names the first group of `taps` that needs a missing one; "" if none does. */
static const char *lacking(const struct spe_config *cfg, unsigned taps)
{
    const struct {
        unsigned tap, needs;
        const char *text;
    } row[] = {
        {0, SPE_TAP_BYTES, "; BYTES is missing"},
        {SPE_TAP_LIFE, SPE_TAP_REGS, "; LIFE is here without REGS"},
        {SPE_TAP_POP, SPE_TAP_REGS, "; POP is here without REGS"},
        {SPE_TAP_RND, SPE_TAP_POP, "; RND is here without POP"},
        {SPE_TAP_LIFE, cfg->impdef_event ? SPE_TAP_SYNC : 0, "; LIFE is here without SYNC"},
    };

    for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
        if ((taps & row[i].tap) == row[i].tap && (taps & row[i].needs) != row[i].needs) {
            return row[i].text;
        }
    }
    return "";
}

static int set_up(struct spe_session *s, const struct spe_session_options *options)
{
    int status = load_config(s, options);
    if (status != SPE_OK) {
        return status;
    }
    if (options->config_hash != 0 && options->config_hash != spe_config_hash(&s->cfg)) {
        fprintf(stderr, "spe: session %s: the RTL was built with another configuration\n", s->name);
        return SPE_ECONFIG;
    }
    struct spe_model_options model = {.taps = options->taps,
                                      .order_free = options->order_free,
                                      .max_findings = options->max_findings,
                                      .on_finding = print_finding,
                                      .user = s};
    status = spe_model_create(&s->model, &s->cfg, &model);
    if (status != SPE_OK) {
        const bool taps = status == SPE_EINVAL;
        fprintf(stderr, "spe: session %s: %s%s%s\n", s->name, spe_status_text(status),
                taps ? legal_taps : "", taps ? lacking(&s->cfg, options->taps) : "");
        return status;
    }
    if (options->dir_path != NULL && options->dir_path[0] != '\0') {
        status = session_dir_open(&s->dir, options, &s->cfg);
    }
    status = status == SPE_OK ? open_bins(s, options) : status;
    return status == SPE_OK ? open_log(s, options) : status;
}

int spe_session_create(struct spe_session **out, const char *name,
                       const struct spe_session_options *options)
{
    struct spe_session_options o = *options;

    if (!log_name_is_readable(name)) {
        fprintf(stderr, "spe: bad name of a session\n");
        return SPE_EINVAL;
    }
    struct spe_session *s = calloc(1, sizeof(*s));
    if (s == NULL) {
        fprintf(stderr, "spe: out of memory\n");
        return SPE_ENOMEM;
    }
    (void)snprintf(s->name, sizeof(s->name), "%.63s", name);
    s->findings = o.findings != NULL ? o.findings : stderr;
    o.max_findings = o.max_findings == 0 ? 100 : o.max_findings;
    o.taps = o.taps == 0 ? SPE_TAP_ALL : o.taps;
    s->taps = o.taps;
    s->max_findings = o.max_findings;
    s->order_free = o.order_free;
    int status = set_up(s, &o);
    if (status != SPE_OK) {
        spe_session_destroy(s);
        return status;
    }
    *out = s;
    return SPE_OK;
}

static void log_failed(struct spe_session *s, int status)
{
    if (s->status == SPE_OK) {
        s->log_why = status == SPE_EIO ? errno : 0;
        s->status = status;
    }
}

void session_settle_log(struct spe_session *s)
{
    if (s->log != NULL) {
        int status = spe_log_settle(s->log, &s->run);
        if (status != SPE_OK) {
            log_failed(s, status);
        }
    }
}

void session_release_log(struct spe_session *s)
{
    if (s->log != NULL) {
        int status = spe_log_release(s->log);
        s->log = NULL;
        if (status != SPE_OK) {
            log_failed(s, status);
        }
    }
}

void spe_session_destroy(struct spe_session *s)
{
    if (s == NULL) {
        return;
    }
    for (int i = 0; s->serial != 0 && i < PUBLISHED_MAX; i++) {
        if (published[i] == s) {
            published[i] = NULL;
        }
    }
    if (s->log != NULL) {
        (void)spe_log_finish(s->log, &s->run);
    }
    spe_model_destroy(s->model);
    free(s->log_path);
    spe_cover_close(s->bins);
    session_dir_close(s->dir);
    free(s);
}

/* A free place among the published sessions, or NULL. */
static struct spe_session **free_place(void)
{
    for (int i = 0; i < PUBLISHED_MAX; i++) {
        if (published[i] == NULL) {
            return &published[i];
        }
    }
    return NULL;
}

int spe_session_publish(struct spe_session *s)
{
    struct spe_session **place = free_place();

    if (spe_session_find(s->name) != NULL) {
        return SPE_EINVAL;
    }
    if (place == NULL) {
        return SPE_ENOSPC;
    }
    *place = s;
    s->serial = ++last_serial;
    return SPE_OK;
}

bool spe_session_room(void)
{
    return free_place() != NULL;
}

struct spe_session *spe_session_find(const char *name)
{
    for (int i = 0; i < PUBLISHED_MAX; i++) {
        if (published[i] != NULL && strcmp(published[i]->name, name) == 0) {
            return published[i];
        }
    }
    return NULL;
}

int spe_session_submit(struct spe_session *s, const struct spe_txn *txn)
{
    if (s->log != NULL) {
        int status = spe_log_append(s->log, txn);
        if (status != SPE_OK) {
            log_failed(s, status);
        }
    }
    s->seq = txn->seq;
    return spe_model_apply(s->model, txn);
}

void spe_session_assertion(struct spe_session *s, uint64_t cycle, const char *name,
                           const char *place)
{
    struct spe_finding f = {.kind = SPE_FINDING_ASSERTION, .cycle = cycle, .seq = s->seq};
    struct spe_totals totals;

    if (s->asserted) {
        return;
    }
    s->asserted = true;
    s->asserted_in = cycle;
    spe_model_totals(s->model, &totals);
    f.pos = totals.ops;
    f.section = place;
    (void)snprintf(f.where, sizeof(f.where), "%s", name);
    (void)snprintf(f.text, sizeof(f.text), "an assertion of the design failed");
    print_finding(s, &f);
}

int spe_session_status(const struct spe_session *s)
{
    return s->status != SPE_OK ? s->status : spe_model_status(s->model);
}

struct spe_model *spe_session_model(struct spe_session *s)
{
    return s->model;
}

const struct spe_config *spe_session_config(const struct spe_session *s)
{
    return &s->cfg;
}

uint64_t spe_session_serial(const struct spe_session *s)
{
    return s->serial;
}

unsigned spe_session_taps(const struct spe_session *s)
{
    return s->taps;
}

bool spe_session_order_free(const struct spe_session *s)
{
    return s->order_free;
}
