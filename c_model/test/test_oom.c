/* SPDX-License-Identifier: Apache-2.0
 *
 * Every allocation of the host library fails once, alone and with all later ones. Each time the
 * caller gets SPE_ENOMEM, or exit status 4, and nothing leaks. The linker redirects the calls to
 * this file (--wrap, sim/graph.sh), also those inside libc and zstd.
 */
#define _POSIX_C_SOURCE 200809L

/* Files of the command line, which no test links, before the macros of cmocka. */
#include "cover_merge.c"
#include "room.c"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>
#include <zstd_errors.h>

#include "check.h"
#include "doubts.h"
#include "judged.h"
#include "parts/bytemap.h"
#include "parts/clock.h"
#include "spe/config_file.h"
#include "spe/journal.h"
#include "spe/log.h"
#include "spe/model.h"
#include "spe/replay.h"
#include "spe/session.h"
#include "spe/status.h"
#include "txnlog.h"

static struct {
    unsigned calls, at; /* at: the call that fails, from 1; 0: none */
    bool all_later;
    int held; /* allocated here and not free yet */
} heap;

static bool fails(void)
{
    heap.calls++;
    if (heap.at == 0 || heap.calls < heap.at || (heap.calls > heap.at && !heap.all_later)) {
        return false;
    }
    errno = ENOMEM;
    return true;
}

/* A call by its wrapped name: fails, or goes on to the real one. */
#define WRAP(type, name, parameters, arguments, failure)                                           \
    type __real_##name parameters;                                                                 \
    type __wrap_##name parameters;                                                                 \
    type __wrap_##name parameters                                                                  \
    {                                                                                              \
        return fails() ? (failure) : __real_##name arguments;                                      \
    }
#define ZSTD_FAILURE ((size_t)-ZSTD_error_memory_allocation)

/* clang-format off */
WRAP(char *, strdup, (const char *text), (text), NULL)
WRAP(FILE *, fopen, (const char *path, const char *mode), (path, mode), NULL)
WRAP(FILE *, fopen64, (const char *path, const char *mode), (path, mode), NULL)
WRAP(FILE *, fdopen, (int fd, const char *mode), (fd, mode), NULL)
WRAP(FILE *, fmemopen, (void *buf, size_t n, const char *mode), (buf, n, mode), NULL)
WRAP(size_t, ZSTD_compress, (void *to, size_t room, const void *from, size_t n, int level),
     (to, room, from, n, level), ZSTD_FAILURE)
WRAP(size_t, ZSTD_decompress, (void *to, size_t room, const void *from, size_t n),
     (to, room, from, n), ZSTD_FAILURE)
/* clang-format on */

/* These wrappers also count what is allocated and freed here. */
#define WRAP_KEPT(name, parameters, arguments, more)                                               \
    void *__real_##name parameters;                                                                \
    void *__wrap_##name parameters;                                                                \
    void *__wrap_##name parameters                                                                 \
    {                                                                                              \
        const bool another = (more);                                                               \
        void *got = fails() ? NULL : __real_##name arguments;                                      \
        heap.held += another && got != NULL;                                                       \
        return got;                                                                                \
    }

WRAP_KEPT(malloc, (size_t n), (n), true)
WRAP_KEPT(calloc, (size_t n, size_t bytes), (n, bytes), true)
WRAP_KEPT(realloc, (void *p, size_t n), (p, n), p == NULL)

void __real_free(void *p);
void __wrap_free(void *p);
void __wrap_free(void *p)
{
    heap.held -= p != NULL;
    __real_free(p);
}

static char log_path[] = "/tmp/spe_test_oom_log_XXXXXX";
static char bins_path[] = "/tmp/spe_test_oom_bins_XXXXXX";
static char dir_path[] = "/tmp/spe_test_oom_dir_XXXXXX";
static char cfg_path[] = "/tmp/spe_test_oom_cfg_XXXXXX"; /* includes a configuration */
static FILE *text;    /* the text of a log that names cfg_path; a new stream would allocate */
static FILE *verdict; /* of sessions and replays */
static struct judged_txns *faulty;   /* of judge_followups() */
static struct judged_txns *doubtful; /* of judge_hypotheses() */
static const struct spe_log_run run = {.present = true, .test = "t"};

struct sink {
    struct spe_log_writer *writer;
    struct spe_session *session;
    const char *dir; /* of the session, in place of single files; NULL: none */
};

static int begin_log(void *user, const struct spe_log_header *header)
{
    struct spe_log_error err;

    return spe_log_create(&((struct sink *)user)->writer, log_path, header, &err);
}

static int append(void *user, const struct spe_txn *txn)
{
    return spe_log_append(((struct sink *)user)->writer, txn);
}

static int parse(int (*on_header)(void *, const struct spe_log_header *), spe_log_text_fn on_txn,
                 struct sink *sink)
{
    struct spe_log_error err;
    struct spe_log_run said;

    rewind(text);
    return spe_log_parse(text, TXNLOG_FILE, on_header, on_txn, sink, &said, &err);
}

static int write_log(void)
{
    struct sink sink = {.writer = NULL};
    int status = parse(begin_log, append, &sink);
    int finished = spe_log_finish(sink.writer, &run);

    return status != SPE_OK ? status : finished;
}

static int read_by(int (*open_log)(struct spe_log_reader **, const char *, struct spe_log_error *))
{
    struct spe_log_reader *reader = NULL;
    struct spe_log_error err;
    struct spe_txn txn;
    int status = open_log(&reader, log_path, &err);

    if (status == SPE_OK) {
        while ((status = spe_log_next(reader, &txn, &err)) > 0) {
        }
        spe_log_close(reader);
    }
    return status;
}

static int read_log(void)
{
    return read_by(spe_log_open);
}

static int salvage_log(void)
{
    return read_by(spe_log_salvage);
}

static int load_config(void)
{
    struct spe_config_error err;
    struct spe_config cfg;

    return spe_config_load(&cfg, cfg_path, &err);
}

static int begin_session(void *user, const struct spe_log_header *header)
{
    struct sink *sink = user;
    const bool single = sink->dir == NULL;
    struct spe_session_options options = {.config_path = cfg_path,
                                          .log_path = single ? log_path : NULL,
                                          .bins_path = single ? bins_path : NULL,
                                          .dir_path = sink->dir,
                                          .taps = header->taps};

    return spe_session_create(&sink->session, "s", &options);
}

static int submit(void *user, const struct spe_txn *txn)
{
    (void)spe_session_submit(((struct sink *)user)->session, txn);
    return SPE_OK;
}

static int live(const char *dir)
{
    struct sink sink = {.dir = dir};
    const struct spe_run_info info = {.test = "t"};
    int status = parse(begin_session, submit, &sink);

    if (sink.session != NULL) {
        int exit_status = spe_verdict_print(verdict, &sink.session, 1, &info);
        int kept = spe_session_status(sink.session);
        CHECK("exit status of the session",
              exit_status == 4 || (exit_status == 0 && kept == SPE_OK), true);
        status = status != SPE_OK ? status : exit_status == 0 ? SPE_OK : SPE_ENOMEM;
    }
    spe_session_destroy(sink.session);
    return status;
}

static int live_session(void)
{
    return live(NULL);
}

static int session_with_directory(void)
{
    return live(dir_path);
}

static int replay_log(void)
{
    struct spe_replay_options options = {.path = log_path, .out = verdict, .findings = verdict};
    int status = spe_replay(&options);

    assert_true(status == 0 || status == 4);
    return status == 0 ? SPE_OK : SPE_ENOMEM;
}

/* Write a file of bins, in place of that of an earlier run. */
static int write_bins(void)
{
    struct spe_replay_options options = {
        .path = log_path, .bins = bins_path, .out = verdict, .findings = verdict};
    int status = spe_replay(&options);

    assert_true(status == 0 || status == 4);
    return status == 0 ? SPE_OK : SPE_ENOMEM;
}

/* Judge the findings of a run by replay. */
static int judge(struct judged_txns *txns)
{
    static const struct followup_limits limits = {.findings = 1000, .txns = UINT64_MAX};
    struct followup followup;

    int status = judged_try(&followup, txns, &limits);
    followup_free(&followup);
    return status;
}

/* A run with two faults in one record: one appears only after the other is corrected. */
static int judge_followups(void)
{
    return judge(faulty);
}

/* Two events of one cycle: their order makes a second hypothesis (B18). */
static int judge_hypotheses(void)
{
    return judge(doubtful);
}

/* Write the files that the scenarios read. */
static int prepare(void)
{
    int status = write_log();

    return status == SPE_OK ? write_bins() : status;
}

static int merge_bins(void)
{
    struct cover_merge merge = {.n = 0};
    struct spe_log_error err;
    int status = cover_merge_file(&merge, bins_path, &err);

    cover_merge_free(&merge);
    return status;
}

static int create_config(void)
{
    struct spe_config *cfg = NULL;
    int status = spe_config_create(&cfg);

    spe_config_destroy(cfg);
    return status;
}

static void on_journal(void *user, const struct spe_journal_entry *e)
{
    (void)user;
    (void)e;
}

static int create_with_journal(void)
{
    const struct spe_model_options options = {.taps = SPE_TAP_BYTES, .on_journal = on_journal};
    struct spe_model *model = NULL;
    struct spe_config cfg;

    spe_config_init(&cfg);
    int status = spe_model_create(&model, &cfg, &options);
    spe_model_destroy(model);
    return status;
}

/* Tell the journal of a log. */
static int tell_journal(void)
{
    const struct spe_journal_reader reader = {.path = log_path, .on_entry = on_journal};
    int status = spe_replay_journal(&reader, "test");

    assert_true(status == 0 || status == 4);
    return status == 0 ? SPE_OK : SPE_ENOMEM;
}

static int judge_doubts(void)
{
    return doubts(NULL);
}

static int judge_doubts_with_journal(void)
{
    return doubts(on_journal);
}

static int judge_overtaken(void)
{
    return doubts_overtaken(NULL);
}

static int judge_overtaken_with_journal(void)
{
    return doubts_overtaken(on_journal);
}

static int stop_clock(void)
{
    struct clock clock;

    clock_begin(&clock);
    clock_told(&clock, &(struct spe_txn_clk){.running = 0});
    int status = clock.no_memory ? SPE_ENOMEM : SPE_OK;
    clock_free(&clock);
    return status;
}

/* A map that grows, a copy in which a shared byte is marked, one in which bytes are forgotten. */
static int mark_bytes(void)
{
    struct bytemap map = {.most = 9}, marked = {.most = 9}, cleared = {.most = 9};

    (void)bytemap_mark(&map, 0);
    (void)bytemap_mark(&map, 0x40000000);
    (void)bytemap_mark(&map, 0x1000);
    bytemap_copy(&marked, &map);
    bytemap_copy(&cleared, &map);
    (void)bytemap_mark(&marked, 1);
    bytemap_clear_from(&cleared, 0x1000);
    int status = map.full || marked.full || cleared.full ? SPE_ENOMEM : SPE_OK;
    bytemap_free(&map);
    bytemap_free(&marked);
    bytemap_free(&cleared);
    return status;
}

static const struct {
    const char *name;
    int (*run)(void);
    unsigned calls; /* at least; with fewer the test shows nothing */
    bool kept;      /* everything is freed here: nothing may be left */
} scenarios[] = {
    {"write", write_log, 12, false},
    {"read", read_log, 8, false},
    {"salvage", salvage_log, 7, false},
    {"config", load_config, 2, false},
    {"session", live_session, 20, false},
    {"replay", replay_log, 12, false},
    {"bins", write_bins, 12, false},
    {"merge", merge_bins, 4, false},
    {"directory", session_with_directory, 28, false},
    {"follow-ups", judge_followups, 20, false},
    {"hypotheses", judge_hypotheses, 6, true},
    {"create config", create_config, 1, true},
    {"journal", create_with_journal, 2, true},
    {"journal of a log", tell_journal, 12, false},
    {"doubts", judge_doubts, 10, true},
    {"doubts with a journal", judge_doubts_with_journal, 10, true},
    {"overtaken", judge_overtaken, 8, true},
    {"overtaken with a journal", judge_overtaken_with_journal, 8, true},
    {"clock", stop_clock, 1, true},
    {"bytes", mark_bytes, 9, true},
};

static void every_allocation_fails(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(scenarios) / sizeof(scenarios[0]); i++) {
        CHECK(scenarios[i].name, prepare(), SPE_OK);
        heap.calls = 0;
        CHECK(scenarios[i].name, scenarios[i].run(), SPE_OK);
        const unsigned calls = heap.calls;
        CHECK(scenarios[i].name, calls >= scenarios[i].calls, true);
        for (unsigned k = 0; k < 2 * calls; k++) {
            CHECK(scenarios[i].name, prepare(), SPE_OK);
            heap.calls = 0;
            heap.at = 1 + k / 2;
            heap.all_later = k % 2 != 0;
            const int held = heap.held;
            int status = scenarios[i].run();
            heap.at = 0;
            CHECK(scenarios[i].name, scenarios[i].kept && heap.held != held, false);
            if (status != SPE_ENOMEM) {
                fail_msg("%s, call %u of %u: status %d", scenarios[i].name, 1 + k / 2, calls,
                         status);
            }
        }
    }
}

static int make_files(void **state)
{
    static const struct txnlog_edit edits[] = {
        E("32 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001",
          "32 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004003"),
        E("33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200",
          "33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100065200"),
        {0}};
    int log = mkstemp(log_path), cfg = mkstemp(cfg_path), bins = mkstemp(bins_path);
    char folder[512];

    (void)state;
    faulty = judged_load("one_record", edits);
    doubtful = judged_load("full_and_abort", NULL);
    text = tmpfile();
    verdict = tmpfile();
    if (log < 0 || cfg < 0 || bins < 0 || text == NULL || verdict == NULL ||
        mkdtemp(dir_path) == NULL || getcwd(folder, sizeof(folder)) == NULL) {
        return -1;
    }
    char *lines = txnlog_text("one_record", NULL);
    fprintf(text, "@config %s\n%s", cfg_path, lines);
    free(lines);
    dprintf(cfg, "name = %s\ninclude = %s/rtl/configs/v1p0_min.cfg\nend\n",
            strrchr(cfg_path, '/') + 1, folder);
    return close(log) != 0 || close(cfg) != 0 || close(bins) != 0 || fflush(text) != 0;
}

static int remove_dir(void)
{
    static const char *const names[] = {"findings.txt", "findings.jsonl", "verdict", "command",
                                        "config.cfg",   "txnlog",         "bins"};
    char path[64];

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        (void)snprintf(path, sizeof(path), "%s/%s", dir_path, names[i]);
        (void)unlink(path);
    }
    return rmdir(dir_path);
}

static int remove_files(void **state)
{
    (void)state;
    (void)fclose(text);
    (void)fclose(verdict);
    judged_unload(faulty);
    judged_unload(doubtful);
    return remove_dir() != 0 || unlink(log_path) != 0 || unlink(cfg_path) != 0 ||
           unlink(bins_path) != 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_fails)};

    return cmocka_run_group_tests(tests, make_files, remove_files);
}
