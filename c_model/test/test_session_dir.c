/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "config_members.h"
#include "spe/config_file.h"
#include "spe/log.h"
#include "spe/session.h"
#include "spe/status.h"

#define CONFIG "rtl/configs/v1p0_min.cfg"

static char folder[] = "/tmp/spe_test_dir_XXXXXX", dir[64]; /* dir: a name in folder */
static FILE *out, *said;                                    /* the verdict; printed findings */
static const struct spe_run_info run = {.test = "t", .allow_no_records = true};

static const char *in_dir(const char *name)
{
    static char path[96];

    (void)snprintf(path, sizeof(path), "%s/%s", dir, name);
    return path;
}

static void put_text(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");

    assert_non_null(f);
    (void)fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

static char *take_text(FILE *f)
{
    static char text[16384];

    assert_non_null(f);
    rewind(f);
    text[fread(text, 1, sizeof(text) - 1, f)] = '\0';
    return text;
}

static char *text_of(const char *name)
{
    FILE *f = fopen(in_dir(name), "r");
    char *text = take_text(f);

    (void)fclose(f);
    return text;
}

static unsigned lines_of(const char *text)
{
    unsigned n = 0;

    for (; *text != '\0'; text++) {
        n += *text == '\n';
    }
    return n;
}

static struct spe_session *make(const struct spe_session_options *changes)
{
    struct spe_session_options options = *changes;
    struct spe_session *s = NULL;

    options.config_path = options.config_path != NULL ? options.config_path : CONFIG;
    options.dir_path = dir;
    options.findings = said;
    assert_int_equal(spe_session_create(&s, "s", &options), 0);
    return s;
}

/* Submit transactions whose sequence numbers step back: each call is a finding. */
static void misuse(struct spe_session *s, int n)
{
    for (int i = 0; i < n; i++) {
        struct spe_txn t = {.kind = SPE_TXN_CLK,
                            .seq = 1000 - (uint32_t)i,
                            .cycle = 1,
                            .u.clk = {0, (uint8_t)(i % 2)}};
        (void)spe_session_submit(s, &t);
    }
}

static int end(struct spe_session *s)
{
    struct spe_totals totals;
    struct spe_txn t = {.kind = SPE_TXN_CLOSE, .cycle = 9};

    spe_model_totals(spe_session_model(s), &totals);
    if (totals.misuses == 0) {
        (void)spe_session_submit(s, &t);
    }
    int status = spe_verdict_print(out, &s, 1, &run);
    spe_session_destroy(s);
    return status;
}

/* Each test has a new directory. */
static int set_up(void **state)
{
    static int n;

    (void)state;
    (void)snprintf(dir, sizeof(dir), "%s/a/%d", folder, n++);
    out = tmpfile();
    said = tmpfile();
    return out == NULL || said == NULL;
}

static int tear_down(void **state)
{
    (void)state;
    (void)fclose(out);
    (void)fclose(said);
    return 0;
}

static void a_run_that_passes(void **state)
{
    static const char *const command[] = {"prog", "--x=1", "a b", "it's", "", "$HOME", NULL};
    struct spe_config cfg;
    struct spe_config_error err;
    char here[512], expected[1024];

    (void)state;
    struct spe_session *s = make(&(struct spe_session_options){.command = command});
    const uint64_t hash = spe_config_hash(spe_session_config(s));
    assert_int_equal(access(in_dir("txnlog"), F_OK), 0);
    assert_int_equal(end(s), 0);
    assert_int_equal(spe_config_load(&cfg, in_dir("config.cfg"), &err), 0);
    CHECK("hash", spe_config_hash(&cfg), hash);
    assert_non_null(getcwd(here, sizeof(here)));
    (void)snprintf(expected, sizeof(expected), "cd %s && prog --x=1 'a b' 'it'\\''s' '' '$HOME'\n",
                   here);
    assert_string_equal(text_of("command"), expected);
    assert_string_equal(text_of("findings.txt"), "");
    assert_string_equal(text_of("findings.jsonl"), "");
    assert_int_equal(strncmp(text_of("bins"), "spe-bins 1\n", 11), 0);
    (void)snprintf(expected, sizeof(expected), "%s", text_of("verdict"));
    assert_string_equal(take_text(out), expected);
    assert_int_equal(strncmp(expected, "RESULT PASS ", 12), 0);
    assert_int_not_equal(access(in_dir("txnlog"), F_OK), 0);
    assert_string_equal(take_text(said), "");
}

static void a_log_that_is_kept(void **state)
{
    char elsewhere[80];

    (void)state;
    assert_int_equal(end(make(&(struct spe_session_options){.keep_log = true})), 0);
    assert_int_equal(access(in_dir("txnlog"), F_OK), 0);
    (void)snprintf(elsewhere, sizeof(elsewhere), "%s/log", folder);
    assert_int_equal(end(make(&(struct spe_session_options){.log_path = elsewhere})), 0);
    assert_int_not_equal(access(in_dir("txnlog"), F_OK), 0); /* the log of the run before is gone */
    assert_int_equal(unlink(elsewhere), 0);
}

/* Without an option, `command` holds the command line of this process. */
static void the_own_command(void **state)
{
    (void)state;
    assert_int_equal(end(make(&(struct spe_session_options){.taps = 0})), 0);
    assert_non_null(strstr(text_of("command"), "test_session_dir"));
}

#define ALONE "not shown to follow from another"

static void a_run_with_findings(void **state)
{
    static const struct {
        const char *row;
        int findings;
        unsigned printed, kept, again; /* again: further findings that follow from no other */
        const char *ends;
    } rows[] = {
        {"one", 1, 1, 1, 0, "]\n"},
        {"two", 2, 2, 2, 1,
         "follow-ups: none is known\n2 of 2 findings listed, 2 " ALONE "; 0 replays\n1 more "},
        {"three", 3, 3, 3, 2, "\n3 of 3 findings listed, 3 " ALONE "; 0 replays\n2 more in "},
        {"five", 5, 3, 5, 2, "\n3 of 5 findings listed, 5 " ALONE "; 0 replays\n4 more in "},
        {"more than are kept", 9, 3, 6, 2,
         "\n3 of 9 findings listed, 9 " ALONE "; 0 replays\n8 more, 5 of them in "},
    };
    char first[2048], again[2048];

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_session *s = make(&(struct spe_session_options){.max_findings = 6});
        misuse(s, rows[i].findings);
        CHECK(rows[i].row, end(s), 4);
        (void)snprintf(first, sizeof(first), "%s", text_of("findings.txt"));
        CHECK(rows[i].row, lines_of(first), rows[i].kept);
        CHECK(rows[i].row, lines_of(text_of("findings.jsonl")), rows[i].kept);
        first[strcspn(first, "\n") + 1] = '\0';
        (void)snprintf(again, sizeof(again), "first: %.2000s", first);
        const char *text = take_text(said);
        CHECK(rows[i].row, strncmp(text, first, strlen(first)), 0);
        CHECK(rows[i].row, lines_of(text),
              rows[i].printed + 1 + (rows[i].findings > 1 ? rows[i].again + 3 : 0));
        CHECK(rows[i].row, strstr(text, again) != NULL, true);
        CHECK(rows[i].row, strstr(strstr(text, again), rows[i].ends) != NULL, true);
        CHECK(rows[i].row, strncmp(text_of("verdict"), "why: ", 5) == 0, true);
        CHECK(rows[i].row, access(in_dir("txnlog"), F_OK), 0);
        assert_int_equal(ftruncate(fileno(said), 0), 0);
        rewind(said);
    }
}

static void findings_as_json(void **state)
{
    struct spe_session_options options = {.config_path = CONFIG, .dir_path = dir, .findings = said};
    struct spe_session *s = NULL;

    (void)state;
    assert_int_equal(spe_session_create(&s, "a\"b\\c\xE9", &options), 0);
    struct spe_txn t = {.kind = SPE_TXN_CLK, .seq = 7, .cycle = 0x123456789ABCDEF0};
    (void)spe_session_submit(s, &t);
    assert_int_equal(end(s), 4);
    const char *text = text_of("findings.jsonl");
    static const char begins[] =
        "{\"cycle\":\"0x123456789abcdef0\",\"seq\":7,\"member\":\"0x0\","
        "\"session\":\"a\\\"b\\\\c\\u00e9\",\"kind\":\"MISUSE\",\"check\":\"";
    assert_int_equal(strncmp(text, begins, strlen(begins)), 0);
    static const char *const keys[] = {"where", "text", "expected", "actual", "section", "choices"};
    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
        char key[32];
        (void)snprintf(key, sizeof(key), ",\"%s\":\"", keys[i]);
        const char *at = strstr(text, key);
        CHECK(keys[i], at != NULL, true);
        text = at;
    }
    assert_string_equal(strstr(text, ",\"number\""), ",\"number\":1}\n");
}

static void only_own_names_are_replaced(void **state)
{
    (void)state;
    assert_int_equal(end(make(&(struct spe_session_options){.keep_log = true})), 0);
    put_text(in_dir("notes"), "mine\n");
    put_text(in_dir("verdict"), "old\n");
    put_text(in_dir("findings.txt"), "old\n");
    struct spe_session *s = make(&(struct spe_session_options){.taps = 0});
    assert_string_equal(text_of("verdict"), "");
    assert_string_equal(text_of("findings.txt"), "");
    assert_int_equal(end(s), 0);
    assert_string_equal(text_of("notes"), "mine\n");
    assert_int_not_equal(access(in_dir("txnlog"), F_OK), 0);
}

/* @return the status of a session in `dir`. */
static int attempt(const char *config)
{
    struct spe_session_options options = {.config_path = config, .dir_path = dir, .findings = said};
    struct spe_session *s = NULL;
    int status = spe_session_create(&s, "s", &options);

    spe_session_destroy(s);
    return status;
}

static void what_is_not_ours_is_left_alone(void **state)
{
    char text[512], config[128];

    (void)state;
    assert_int_equal(attempt(CONFIG), 0);
    put_text(in_dir("bins"), "a diary\n");
    assert_int_equal(attempt(CONFIG), SPE_EINVAL);
    assert_string_equal(text_of("bins"), "a diary\n");
    assert_int_equal(unlink(in_dir("bins")), 0);
    assert_non_null(getcwd(text, sizeof(text)));
    static const char *const names[] = {"config.cfg", "command", "findings.txt", "findings.jsonl",
                                        "verdict",    "txnlog",  "bins"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        char expected[600];
        (void)snprintf(expected, sizeof(expected), "include = %s/" CONFIG "\nname = %s\nend\n",
                       text, names[i]);
        put_text(in_dir(names[i]), expected);
        (void)snprintf(config, sizeof(config), "%s", in_dir(names[i]));
        CHECK(names[i], attempt(config), SPE_EINVAL);
        CHECK(names[i], strcmp(text_of(names[i]), expected), 0);
        assert_int_equal(unlink(config), 0);
    }
}

static void what_cannot_be_written_is_said_first(void **state)
{
    static const char *const names[] = {"findings.txt", "findings.jsonl", "verdict", "config.cfg",
                                        "command",      "txnlog",         "bins"};
    char kept[sizeof(dir)];

    (void)state;
    assert_int_equal(attempt(CONFIG), 0);
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        (void)unlink(in_dir(names[i]));
        assert_int_equal(mkdir(in_dir(names[i]), 0777), 0);
        CHECK(names[i], attempt(CONFIG), SPE_EIO);
        assert_int_equal(rmdir(in_dir(names[i])), 0);
    }
    memcpy(kept, dir, sizeof(dir));
    (void)snprintf(dir, sizeof(dir), "/dev/null/x");
    assert_int_equal(attempt(CONFIG), SPE_EIO);
    (void)snprintf(dir, sizeof(dir), "/dev/null");
    assert_int_equal(attempt(CONFIG), SPE_EIO);
    memcpy(dir, kept, sizeof(dir));
    char *far = calloc(1, PATH_MAX + 1);
    assert_non_null(far);
    memset(far, 'x', PATH_MAX);
    struct spe_session_options options = {.config_path = CONFIG, .dir_path = far};
    struct spe_session *s = NULL;
    assert_int_equal(spe_session_create(&s, "s", &options), SPE_EIO);
    free(far);
}

/* The disk is full. */
static void what_is_lost_fails_the_run(void **state)
{
    static const struct {
        const char *name;
        int status; /* of spe_session_create() */
    } rows[] = {{"config.cfg", SPE_EIO},
                {"command", SPE_EIO},
                {"findings.txt", SPE_OK},
                {"findings.jsonl", SPE_OK},
                {"verdict", SPE_OK}};

    (void)state;
    assert_int_equal(attempt(CONFIG), 0);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_session_options options = {
            .config_path = CONFIG, .dir_path = dir, .findings = said};
        struct spe_session *s = NULL;
        (void)unlink(in_dir(rows[i].name));
        assert_int_equal(symlink("/dev/full", in_dir(rows[i].name)), 0);
        CHECK(rows[i].name, spe_session_create(&s, "s", &options), rows[i].status);
        if (s != NULL) {
            misuse(s, strncmp(rows[i].name, "findings", 8) == 0);
            CHECK(rows[i].name, end(s), 4);
            char lost[160];
            (void)snprintf(lost, sizeof(lost), "why: session directory %s: No space left on device",
                           in_dir(rows[i].name));
            CHECK(rows[i].name, strstr(take_text(out), lost) != NULL, true);
            CHECK(rows[i].name, strstr(text_of("bins"), " status=4 ") != NULL, true);
        }
        assert_int_equal(unlink(in_dir(rows[i].name)), 0);
    }
}

static void two_sessions_need_two_directories(void **state)
{
    struct spe_session *first = make(&(struct spe_session_options){.taps = 0});

    (void)state;
    misuse(first, 1);
    assert_int_equal(attempt(CONFIG), SPE_EINVAL);
    assert_int_equal(lines_of(text_of("findings.txt")), 1);
    (void)strcat(dir, "/spu1");
    struct spe_session *both[] = {first, make(&(struct spe_session_options){.taps = 0})};
    assert_int_equal(spe_verdict_print(out, both, 2, &run), 4);
    assert_string_equal(text_of("findings.txt"), "");
    char verdict[1024];
    (void)snprintf(verdict, sizeof(verdict), "%s", text_of("verdict"));
    assert_string_equal(take_text(out), verdict);
    spe_session_destroy(both[1]);
    dir[strlen(dir) - 5] = '\0';
    assert_string_equal(text_of("verdict"), verdict);
    spe_session_destroy(both[0]);
    assert_int_equal(attempt(CONFIG), 0);
}

static void a_run_that_is_killed(void **state)
{
    struct spe_log_reader *reader = NULL;
    struct spe_log_error err;
    int status;

    (void)state;
    (void)fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        misuse(make(&(struct spe_session_options){.taps = 0}), 1);
        (void)raise(SIGKILL);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(lines_of(text_of("findings.txt")), 1);
    assert_int_equal(lines_of(text_of("findings.jsonl")), 1);
    assert_int_equal(lines_of(text_of("command")), 1);
    assert_string_equal(text_of("verdict"), "");
    assert_int_equal(spe_log_salvage(&reader, in_dir("txnlog"), &err), 0);
    spe_log_close(reader);
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) == NULL;
}

static int remove_folder(void **state)
{
    char command[128];

    (void)state;
    (void)snprintf(command, sizeof(command), "rm -rf %s", folder);
    return system(command);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_run_that_passes),
        TEST(a_log_that_is_kept),
        TEST(the_own_command),
        TEST(a_run_with_findings),
        TEST(findings_as_json),
        TEST(only_own_names_are_replaced),
        TEST(what_is_not_ours_is_left_alone),
        TEST(what_cannot_be_written_is_said_first),
        TEST(what_is_lost_fails_the_run),
        TEST(two_sessions_need_two_directories),
        TEST(a_run_that_is_killed),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
