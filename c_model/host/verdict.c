/* SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "session_internal.h"
#include "spe/cover.h"
#include "spe/cover_file.h"
#include "spe/status.h"

static void add(struct spe_totals *sum, const struct spe_totals *t)
{
    uint64_t cycles = t->cycles > sum->cycles ? t->cycles : sum->cycles;

    sum->cycles = cycles;
    sum->ops += t->ops;
    sum->samples += t->samples;
    sum->collisions += t->collisions;
    sum->filtered += t->filtered;
    sum->records += t->records;
    sum->predicted += t->predicted;
    sum->bytes += t->bytes;
    sum->lost += t->lost;
    sum->pending += t->pending;
    sum->mismatches += t->mismatches;
    sum->misuses += t->misuses;
    sum->checks += t->checks;
    sum->audits += t->audits;
    sum->result_hash = (sum->result_hash ^ t->result_hash) * UINT64_C(0x100000001B3);
    sum->closed &= t->closed;
    sum->pass &= t->pass;
    sum->audited &= t->audited;
}

/* Print the names of the checks that are off in any session, and "sva" if assertions were off,
 * separated by commas; "-" if there are none. */
static void print_off(FILE *out, struct spe_session *const *sessions, size_t n, bool no_sva)
{
    bool any = false;

    for (int check = 0; check < SPE_CHECKS; check++) {
        bool off = false;
        for (size_t i = 0; i < n; i++) {
            off |= spe_model_check_off(sessions[i]->model, check);
        }
        if (off) {
            fprintf(out, "%s%s", any ? "," : "", spe_check_name(check));
            any = true;
        }
    }
    if (no_sva) {
        fputs(any ? ",sva" : "sva", out);
    } else if (!any) {
        fputc('-', out);
    }
}

/* A run that compared no record has shown nothing, unless its test has no records by its nature. */
static bool shows_nothing(const struct spe_totals *t, const struct spe_log_run *run)
{
    return t->records == 0 && !run->allow_no_records;
}

/* No read of the registers has shown the last records and events. */
static bool unaudited(const struct spe_totals *t, const struct spe_log_run *run)
{
    return !t->audited && !run->allow_no_records;
}

static int exit_status(const struct spe_totals *t, const struct spe_log_run *run, bool broken,
                       bool impossible)
{
    if (run->exit_status != 0) {
        return run->exit_status;
    }
    if (broken || t->misuses != 0 || !t->closed) {
        return 4;
    }
    return t->pass && !run->failed && !shows_nothing(t, run) && !unaudited(t, run) && !impossible
               ? 0
               : 1;
}

/* The run as the log can hold it. The same is judged and printed, so a replay prints the same. */
static struct spe_log_run readable(const struct spe_run_info *info)
{
    const bool known = info->exit_status >= 0 && info->exit_status <= 4;
    struct spe_log_run run = {.present = true,
                              .seed = info->seed,
                              .stim_hash = info->stim_hash,
                              .bench_hash = info->bench_hash,
                              .failed = info->failed || info->exit_status == 1,
                              .allow_no_records = info->allow_no_records,
                              .no_sva = info->no_sva,
                              .exit_status = info->exit_status == 1 ? 0 : info->exit_status};

    run.exit_status = known ? run.exit_status : 4;
    (void)snprintf(run.test, sizeof(run.test), "%.63s",
                   info->test != NULL && info->test[0] != '\0' ? info->test : "-");
    (void)snprintf(run.why, sizeof(run.why), "%.127s", info->why != NULL ? info->why : "");
    for (char *c = run.test; *c != '\0'; c++) {
        *c = (char)(isspace((unsigned char)*c) || iscntrl((unsigned char)*c) ? '_' : *c);
    }
    for (char *c = run.why; *c != '\0'; c++) {
        *c = (char)(iscntrl((unsigned char)*c) ? ' ' : *c);
    }
    return run;
}

/* A failure of a session. */
struct failure {
    const char *where, *path; /* path: of a file, or NULL */
    int status, why;          /* why: errno, 0: not known */
};

/* All that the last lines of a run need. */
struct verdict {
    struct spe_session *const *sessions;
    size_t n;
    struct spe_totals sum;
    struct spe_log_run run; /* with the exit status of the run */
    struct failure broken;
    char pending[192], recordless[192], unaudited[192], unequal[96];
    char impossible[384]; /* the earliest bin that was met but is impossible: name and meaning */
    uint64_t impossible_cycle;
    size_t pending_of, unaudited_of, unequal_of,
        impossible_of; /* number of the session concerned */
};

/* Keep what session `of` lacks, unless an earlier session lacks the same kind of thing. */
static void collect_lacks(struct verdict *v, size_t of)
{
    const struct spe_model *model = v->sessions[of]->model;
    struct spe_totals t;

    spe_model_totals(model, &t);
    if (v->pending[0] == '\0') {
        spe_model_pending(model, v->pending, sizeof(v->pending));
        v->pending_of = of;
    }
    if (v->recordless[0] == '\0' && t.records == 0) {
        spe_model_recordless(model, v->recordless, sizeof(v->recordless));
    }
    if (v->unaudited[0] == '\0' && !t.audited) {
        spe_model_unaudited(model, v->unaudited, sizeof(v->unaudited));
        v->unaudited_of = of;
    }
    if (v->unequal[0] == '\0' && t.predicted != t.records + t.lost) {
        (void)snprintf(v->unequal, sizeof(v->unequal),
                       "%" PRIu64 " predicted, %" PRIu64 " written, %" PRIu64 " lost", t.predicted,
                       t.records, t.lost);
        v->unequal_of = of;
    }
}

static void collect_impossible(struct verdict *v, size_t of)
{
    uint64_t cycle = 0;
    const size_t bin = spe_model_cover_impossible(v->sessions[of]->model, &cycle);
    const bool earliest = v->impossible[0] == '\0' || cycle < v->impossible_cycle;
    char name[96], meaning[256];

    if (earliest && spe_cover_name(bin, name, sizeof(name)) > 0 &&
        spe_cover_meaning(bin, meaning, sizeof(meaning)) > 0) {
        (void)snprintf(v->impossible, sizeof(v->impossible), "%s: %s", name, meaning);
        v->impossible_cycle = cycle;
        v->impossible_of = of;
    }
}

static struct failure failure_of(const struct spe_session *s)
{
    const char *file = s->dir != NULL ? session_dir_failed(s->dir) : NULL;

    if (s->status != SPE_OK) {
        return (struct failure){"transaction log", s->log_path, s->status, s->log_why};
    }
    if (file != NULL) {
        return (struct failure){"session directory", file, SPE_EIO, errno};
    }
    if (s->findings_why != 0) {
        return (struct failure){"findings", NULL, SPE_EIO, s->findings_why};
    }
    return (struct failure){.where = "scoreboard", .status = spe_session_status(s)};
}

static void explain_failure(FILE *out, struct failure f)
{
    fprintf(out, "why: %s%s%s: %s\n", f.where, f.path != NULL ? " " : "",
            f.path != NULL ? f.path : "", f.why != 0 ? strerror(f.why) : spe_status_text(f.status));
}

/* If there are several sessions, say which one the previous line is about. */
static void print_session(FILE *out, const struct verdict *v, size_t of)
{
    if (v->n > 1) {
        fprintf(out, "session: %zu\n", of);
    }
}

/* Whether an assertion has ended the run. What is then still open needs no other explanation. */
static bool asserted(const struct verdict *v)
{
    bool any = false;

    for (size_t i = 0; i < v->n; i++) {
        any |= v->sessions[i]->asserted;
    }
    return any;
}

/* No mismatch, and the run has not passed all the same. */
static void explain_open(FILE *out, const struct verdict *v)
{
    const uint64_t pending = v->sum.pending;

    if (pending != 0) {
        fprintf(out, "why: %" PRIu64 " prediction%s not settled: %s\n", pending,
                pending == 1 ? " is" : "s are", v->pending);
        print_session(out, v, v->pending_of);
    } else if (v->unequal[0] != '\0') {
        fprintf(out, "why: the records do not add up: %s\n", v->unequal);
        print_session(out, v, v->unequal_of);
    }
}

static void explain(FILE *out, const struct verdict *v)
{
    const struct spe_totals *t = &v->sum;
    const struct spe_log_run *run = &v->run;
    const int status = run->status;

    if (run->why[0] != '\0') {
        fprintf(out, "why: %s\n", run->why);
    }
    if (v->broken.status != SPE_OK) {
        explain_failure(out, v->broken);
    }
    if (!t->closed && run->why[0] == '\0') {
        fprintf(out, "why: the monitors did not close the session\n");
    } else if (!t->closed) {
        return; /* a run that broke off has said why */
    } else if (status == 1 && t->mismatches == 0 && !t->pass && !asserted(v)) {
        explain_open(out, v);
    } else if (status == 1 && t->pass && !run->failed && shows_nothing(t, run)) {
        fprintf(out, "why: no record was compared%s%s\n", v->recordless[0] != '\0' ? ": " : "",
                v->recordless);
    } else if (status == 1 && t->pass && !run->failed && unaudited(t, run)) {
        fprintf(out, "why: the last records and events were not audited: %s\n", v->unaudited);
        print_session(out, v, v->unaudited_of);
    } else if (status == 1 && t->pass && !run->failed && v->impossible[0] != '\0') {
        fprintf(out,
                "why: cycle %" PRIu64 ": the run has met a bin of coverage that its configuration"
                " cannot meet: %s\n",
                v->impossible_cycle, v->impossible);
        print_session(out, v, v->impossible_of);
    }
}

static void print_verdict(FILE *out, const struct verdict *v)
{
    const struct spe_totals *sum = &v->sum;

    explain(out, v);
    fprintf(out,
            "RESULT %s config=%s test=%s seed=%" PRIu64 " cycles=%" PRIu64 " ops=%" PRIu64
            " samples=%" PRIu64 " collisions=%" PRIu64 " filtered=%" PRIu64 " records=%" PRIu64
            " bytes=%" PRIu64 " lost=%" PRIu64 " audits=%" PRIu64 " checks=%" PRIu64
            " mismatches=%" PRIu64 " pending=%" PRIu64 " off=",
            v->run.status == 0 ? "PASS" : "FAIL", v->n > 0 ? v->sessions[0]->cfg.name : "-",
            v->run.test, v->run.seed, sum->cycles, sum->ops, sum->samples, sum->collisions,
            sum->filtered, sum->records, sum->bytes, sum->lost, sum->audits, sum->checks,
            sum->mismatches, sum->pending);
    print_off(out, v->sessions, v->n, v->run.no_sva);
    fprintf(out, " stim=%016" PRIx64 " result=%016" PRIx64, v->run.stim_hash, sum->result_hash);
    if (v->run.bench_hash != 0) {
        fprintf(out, " bench=%016" PRIx64, v->run.bench_hash);
    }
    fputc('\n', out);
}

static int write_bins(const struct spe_session *s, const struct spe_log_run *run)
{
    struct spe_log_header header = {.cfg = &s->cfg,
                                    .taps = s->taps,
                                    .order_free = s->order_free,
                                    .max_findings = s->max_findings};

    (void)snprintf(header.name, sizeof(header.name), "%.63s", s->name);
    return s->bins == NULL ? SPE_OK : spe_cover_write(s->bins, &header, run, s->model);
}

/* Write functional coverage of all sessions, without bins if the exit status is not 0, and the
 * verdict in their directories. @return the first failure of the coverage. */
static struct failure write_files(const struct verdict *v)
{
    struct failure broken = {.status = SPE_OK};

    for (size_t i = 0; i < v->n; i++) {
        const struct spe_session *s = v->sessions[i];
        int status = write_bins(s, &v->run);
        if (status != SPE_OK && broken.status == SPE_OK) {
            broken = (struct failure){"functional coverage", spe_cover_path(s->bins), status,
                                      status == SPE_EIO ? errno : 0};
        }
        if (s->dir != NULL) {
            print_verdict(session_dir_verdict(s->dir), v);
        }
    }
    return broken;
}

static struct failure any_failure(const struct verdict *v)
{
    struct failure broken = {.status = SPE_OK};

    for (size_t i = 0; i < v->n && broken.status == SPE_OK; i++) {
        broken = failure_of(v->sessions[i]);
    }
    return broken;
}

/* Work out the exit status. The first failure stays the reason. @return whether `late` is one. */
static bool settle(struct verdict *v, struct failure late)
{
    v->broken = v->broken.status == SPE_OK ? late : v->broken;
    v->run.has_status = true;
    v->run.status =
        exit_status(&v->sum, &v->run, v->broken.status != SPE_OK, v->impossible[0] != '\0');
    return late.status != SPE_OK;
}

/* Write the run to the ends of all logs. */
static void settle_logs(const struct verdict *v)
{
    for (size_t i = 0; i < v->n; i++) {
        v->sessions[i]->run = v->run;
        session_settle_log(v->sessions[i]);
    }
}

/* Write functional coverage and directories, then the logs, which hold the exit status. If one of
 * them fails, or `late` is a failure, the run has not passed, and no file holds bins. */
static void finish(struct verdict *v, struct failure late)
{
    (void)settle(v, late);
    (void)settle(v, any_failure(v));
    bool again = settle(v, write_files(v));
    again |= settle(v, any_failure(v));
    const int status = v->run.status;
    settle_logs(v);
    again |= settle(v, any_failure(v));
    if (v->run.status != status) { /* a log has failed: the others must say so, too */
        settle_logs(v);
    }
    if (again) {
        (void)write_files(v);
    }
}

/* @return the failure to write what `out` holds, if there is one. */
static struct failure delivery(FILE *out)
{
    const bool before = ferror(out) != 0;

    if (fflush(out) != 0) {
        return (struct failure){"verdict", NULL, SPE_EIO, errno};
    }
    return (struct failure){.where = "verdict", .status = before ? SPE_EIO : SPE_OK};
}

/* After the last line: close the logs, and print summaries. The log of a run that passed is removed
 * if the session wants it so. */
static void tidy_up(const struct verdict *v)
{
    for (size_t i = 0; i < v->n; i++) {
        struct spe_session *s = v->sessions[i];

        session_release_log(s);
        if (s->dir != NULL) {
            session_summary(s);
        }
        if (v->run.status == 0 && s->log_passes) {
            (void)remove(s->log_path);
        }
    }
}

int spe_verdict_print(FILE *out, struct spe_session *const *sessions, size_t n,
                      const struct spe_run_info *info)
{
    struct verdict v = {.sessions = sessions, .n = n, .run = readable(info)};

    v.sum = (struct spe_totals){.closed = n > 0, .pass = n > 0, .audited = n > 0};
    for (size_t i = 0; i < n; i++) {
        struct spe_totals t;
        spe_model_totals(sessions[i]->model, &t);
        add(&v.sum, &t);
        collect_lacks(&v, i);
        collect_impossible(&v, i);
    }
    finish(&v, (struct failure){.status = SPE_OK});
    print_verdict(out, &v);
    const struct failure undelivered = delivery(out);
    if (undelivered.status != SPE_OK) { /* all files must agree with the exit status */
        finish(&v, undelivered);
    }
    tidy_up(&v);
    return v.run.status;
}

static void print_hypotheses(FILE *out, const struct spe_session *session)
{
    struct spe_hypotheses h;

    spe_model_hypotheses(session->model, &h);
    fprintf(out, "hypotheses %u at most, %.4f in the mean of %" PRIu64 " steps\n", h.most,
            h.steps == 0 ? 1.0 : (double)h.sum / (double)h.steps, h.steps);
    if (h.lost != 0) {
        fprintf(out, "facts not counted %" PRIu64 "\n", h.lost);
    }
}

static void print_forks(FILE *out, const struct spe_session *session)
{
    struct spe_fork fork;

    for (int i = 0; spe_model_fork(session->model, i, &fork); i++) {
        if (fork.branch != NULL && fork.n != 0) {
            fprintf(out, "fork %s %s %" PRIu64 "\n", fork.choice, fork.branch, fork.n);
        }
    }
}

static void print_rescues(FILE *out, const struct spe_session *session)
{
    struct spe_rescue rescue;

    for (int i = 0; spe_model_rescue(session->model, i, &rescue); i++) {
        if (rescue.n != 0) {
            fprintf(out, "rescue %s %s %" PRIu64 "\n", rescue.choice, rescue.check, rescue.n);
        }
    }
}

/* The remark after the counts of a check that is not off: in part, not at all, or none. */
static const char *reservation(const struct spe_model *model, int check, uint64_t evaluated)
{
    if (spe_model_check_absent(model, check)) {
        return " not at all: the configuration has nothing of it";
    }
    if (!spe_model_check_part(model, check)) {
        return "";
    }
    return evaluated != 0 ? " in part" : " not at all: these taps show nothing of it in this run";
}

void spe_checks_print(FILE *out, const struct spe_session *session)
{
#define SPE_CHECK(id, name, oracle, taps, whole, title) oracle,
    static const char *const oracles[SPE_CHECKS] = {
#include "spe/checks.def"
    };
#undef SPE_CHECK
    for (int i = 0; i < SPE_CHECKS; i++) {
        uint64_t evaluated, fired;
        if (spe_model_check_off(session->model, i)) {
            fprintf(out, "%-18s %s off\n", spe_check_name(i), oracles[i]);
        } else if (spe_model_check_counts(session->model, i, &evaluated, &fired) == SPE_OK) {
            fprintf(out, "%-18s %s %" PRIu64 " %" PRIu64 "%s\n", spe_check_name(i), oracles[i],
                    evaluated, fired, reservation(session->model, i, evaluated));
        }
    }
    print_forks(out, session);
    print_rescues(out, session);
    print_hypotheses(out, session);
}
