/* SPDX-License-Identifier: Apache-2.0
 *
 * Directories that a simulation makes for its sessions (spe_dpi_dir()).
 */
#define _POSIX_C_SOURCE 200809L
#include "cases.h"

#include <unistd.h>

#include "spe/model.h"
#include "spe/session.h"
#include "spe_dpi.h"

enum { SESSIONS = 16 };

/* @return how many of its seven files the directory `dir` has; it lies beside the configuration. */
static int files_in(const char *dir)
{
    static const char *const names[] = {"config.cfg", "command", "findings.txt", "findings.jsonl",
                                        "txnlog",     "bins",    "verdict"};
    char path[160];
    int n = 0;

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        snprintf(path, sizeof(path), "%s.%s/%s", config_path, dir, names[i]);
        n += access(path, F_OK) == 0;
    }
    return n;
}

static void use_dir(int keep)
{
    char path[96];

    snprintf(path, sizeof(path), "%s.dir", config_path);
    spe_dpi_dir(path, keep);
}

static void *open_named(const char *name)
{
    void *h = spe_dpi_open(SPE_DPI_VERSION, 0, name, config_path, "", SPE_TAP_ALL, 0);

    assert_non_null(h);
    return h;
}

/* The first session gets the directory, the second session a folder in it. */
static void two_sessions(void)
{
    void *a, *b;

    use_dir(0);
    a = open_named("a");
    b = open_named("./b.c");
    close_after_reset(a);
    close_after_reset(b);
    assert_int_equal(files_in("dir"), 7); /* the run did not pass */
    assert_int_equal(files_in("dir/__b.c"), 7);
}

/* One session after the other: the files of the first session stay. */
static void one_after_the_other(void)
{
    use_dir(0);
    close_after_reset(open_named("a"));
    close_after_reset(open_named("a"));
    assert_int_equal(files_in("dir/a"), 7);
}

static void taken_back(void)
{
    spe_dpi_dir("/dev/null/x", 0);
    spe_dpi_dir("", 0);
    close_after_reset(open_default());
}

static void not_to_be_made(void)
{
    spe_dpi_dir("/dev/null/x", 0);
    assert_null(open_default());
}

static void keep_alone(void)
{
    spe_dpi_dir("", 1);
    assert_null(open_default());
}

static void too_long(void)
{
    char path[5000];

    memset(path, 'x', sizeof(path));
    path[sizeof(path) - 1] = '\0';
    spe_dpi_dir(path, 0);
}

/* Publish as many sessions as possible. `taken`: also open each of them. */
static void publish_all(struct spe_session *all[SESSIONS], bool taken)
{
    const struct spe_session_options options = {.config_path = config_path};
    char name[16];

    for (int i = 0; i < SESSIONS; i++) {
        snprintf(name, sizeof(name), "host%d", i);
        assert_int_equal(spe_session_create(&all[i], name, &options), 0);
        assert_int_equal(spe_session_publish(all[i]), 0);
        if (taken) {
            open_named(name);
        }
    }
}

static void destroy_all(struct spe_session *all[SESSIONS])
{
    for (int i = 0; i < SESSIONS; i++) {
        spe_session_destroy(all[i]);
    }
}

/* A log of an earlier run survives a refused call, and no directory is made. */
static void refuse_with_log(void)
{
    char path[96], text[8] = "";
    FILE *log;

    snprintf(path, sizeof(path), "%s.log", config_path);
    log = fopen(path, "w+");
    assert_non_null(log);
    assert_true(fputs("kept", log) >= 0);
    fflush(log);
    assert_null(spe_dpi_open(SPE_DPI_VERSION, 0, "own", config_path, path, SPE_TAP_ALL, 0));
    rewind(log);
    assert_int_equal(fread(text, 1, sizeof(text), log), 4);
    fclose(log);
    assert_int_equal(files_in("dir"), 0);
}

/* All names are published: nothing is made. Later the first session gets the directory itself. */
static void no_name_left(void)
{
    struct spe_session *all[SESSIONS];

    use_dir(0);
    publish_all(all, false);
    refuse_with_log();
    destroy_all(all);
    close_after_reset(open_named("own"));
    assert_int_equal(files_in("dir"), 7);
}

/* All handles are open, those of destroyed sessions, too. */
static void no_handle_left(void)
{
    struct spe_session *all[SESSIONS];

    use_dir(0);
    publish_all(all, true);
    destroy_all(all);
    refuse_with_log();
}

static struct run_case cases[] = {
    {"no handle left", no_handle_left, 4, "too many sessions"},
    {"no name left", no_name_left, 4, "too many sessions"},
    {"two sessions", two_sessions, 1, "no record was compared"},
    {"one after the other", one_after_the_other, 1, "no record was compared"},
    {"taken back", taken_back, 1, "no record was compared"},
    {"cannot be made", not_to_be_made, 4, "/dev/null/x: Not a directory"},
    {"keep without a directory", keep_alone, 2, "+spe_keep without +spe_dir=DIR"},
    {"too long a path", too_long, 4, "too long"},
};

int main(void)
{
    return run_cases(cases, sizeof(cases) / sizeof(cases[0]));
}
