/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "commands.h"
#include "ingest.h"
#include "list.h"
#include "model.h"
#include "store.h"
#include "view.h"

struct begin {
    const char *root, *uuid, *models, *list, *list_name, *list_hash, *commit, *dirty;
    const char *engine, *jobs, *budget, *build_ms, *sim, *seeds, *draw;
    struct utsname host;
};

/* Whether somebody still plays the night: that process holds a lock on the night's file. Without
 * the file nobody plays it. If the file cannot be checked for another reason, the night counts as
 * played and is left alone. */
static bool is_live(const char *root, const char *uuid)
{
    char path[NIGHT_PATH];

    (void)snprintf(path, sizeof(path), "%s/live/%s", root, uuid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return errno != ENOENT;
    }
    bool live = flock(fd, LOCK_EX | LOCK_NB) != 0;
    (void)close(fd);
    return live;
}

static int64_t one_broken(struct night_db *db, const struct begin *b)
{
    sqlite3_stmt *stmt = night_db_query(
        db, "SELECT id, uuid FROM night WHERE ended IS NULL AND host = ?", "t", b->host.nodename);
    int64_t id = 0;

    while (night_db_row(db, stmt)) {
        if (id == 0 && !is_live(b->root, night_db_text(stmt, 1))) {
            id = sqlite3_column_int64(stmt, 0);
        }
    }
    return id;
}

/* Close nights that were killed: runs that have ended are taken in, runs in progress are lost. */
static void finish_broken(struct night_db *db, const struct begin *b)
{
    for (int64_t id; (id = one_broken(db, b)) != 0 && !night_db_failed(db);) {
        int64_t lost = night_ingest_broken(db, b->root, id);
        if (!night_db_failed(db)) {
            fprintf(stderr, "night: night %lld was broken off: %lld run%s lost\n", (long long)id,
                    (long long)lost, night_plural(lost));
        }
    }
}

/* Refuse what is no number, or a larger one than is possible, before anything is written. */
static int check_numbers(const struct begin *b)
{
    const struct {
        const char *option, *text;
        int64_t most;
    } numbers[] = {{"--dirty", b->dirty, 1},
                   {"--jobs", b->jobs, INT32_MAX},
                   {"--budget", b->budget, INT64_MAX / 1000},
                   {"--build-ms", b->build_ms, INT64_MAX}};
    int64_t value;

    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        if (night_number(numbers[i].text, &value) != 0 || value > numbers[i].most) {
            return night_fail(NIGHT_EXIT_USAGE, "begin: %s takes a number up to %lld, not %s",
                              numbers[i].option, (long long)numbers[i].most, numbers[i].text);
        }
    }
    return NIGHT_EXIT_GOOD;
}

/* A number that was checked. */
static int64_t number(const char *text)
{
    int64_t value = 0;

    (void)night_number(text, &value);
    return value;
}

/* Add the night, with a seed of its own (unless DRAW names another night's seed). Two nights of one
 * date differ in their seeds, also on two machines or in two databases of one machine. The night's
 * number is also none of an existing folder: a folder may be left from a deleted database, and its
 * results would name runs of this night. */
static void insert(struct night_db *db, const struct begin *b)
{
    char date[16], seed[128];
    time_t now = time(NULL);
    struct tm local;

    (void)localtime_r(&now, &local);
    (void)strftime(date, sizeof(date), "%Y-%m-%d", &local);
    int64_t before = night_db_value(db, 0, "SELECT count(*) FROM night WHERE date = ? AND host = ?",
                                    "tt", date, b->host.nodename);
    (void)snprintf(seed, sizeof(seed), "%s.%lld.%s.%.8s", date, (long long)before + 1,
                   b->host.nodename, b->uuid);
    const char *drawn = b->draw[0] != '\0' ? b->draw : seed;
    night_db_run(db,
                 "INSERT INTO night (id, uuid, begun, date, host, commit_id, dirty, seed, list,"
                 " list_hash, engine, jobs, budget_ms, build_ms)"
                 " VALUES (max((SELECT ifnull(max(id), 0) FROM night), ?) + 1,"
                 " ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                 "ititttittttiii", night_store_last(b->root), b->uuid, (int64_t)now, date,
                 b->host.nodename, b->commit, number(b->dirty), drawn, b->list_name, b->list_hash,
                 b->engine, number(b->jobs), 1000 * number(b->budget), number(b->build_ms));
}

/* Copy the list and the table of models into the night's folder. */
static int keep_tables(const struct begin *b, int64_t night)
{
    static const char *const names[] = {"list.tsv", "models.tsv"};
    const char *from[] = {b->list, b->models};
    char path[NIGHT_PATH];

    night_store_path(path, b->root, night, "%s", "");
    int status = night_store_folder(path);
    for (int i = 0; status == NIGHT_EXIT_GOOD && i < 2; i++) {
        night_store_path(path, b->root, night, "/%s", names[i]);
        if (night_store_copy(from[i], path) != 0) {
            status = night_fail(NIGHT_EXIT_ENVIRONMENT, "cannot copy %s to %s: %s", from[i], path,
                                strerror(errno));
        }
    }
    return status;
}

/* Refuse a list that names no run, before the night exists. */
static int check_list(const struct begin *b, const struct night_models *models)
{
    struct night_list list;
    int64_t last = -1;

    if (b->seeds != NULL && b->seeds[0] != '\0' && night_number(b->seeds, &last) != 0) {
        return night_fail(NIGHT_EXIT_USAGE, "begin: --seeds takes a number, not %s", b->seeds);
    }
    char *configs = night_models_configs(models);
    if (configs == NULL) {
        return night_fail(NIGHT_EXIT_ENVIRONMENT, "out of memory");
    }
    int status = night_list_read(&list, b->list, b->sim, configs, last);
    free(configs);
    if (status == NIGHT_EXIT_GOOD) {
        night_list_free(&list);
    }
    return status;
}

/* Refuse faulty tables that `night end` needs: otherwise the night would be played in vain. Reading
 * these tables needs a night, so one is added here and rolled back. */
static int check_tables(struct night_db *db, const struct begin *b)
{
    const struct night_sources sources = {.tree = "."};

    night_db_begin(db);
    insert(db, b);
    int status = night_view(db, "last", &sources);
    night_db_run(db, "ROLLBACK", "");
    return status == NIGHT_EXIT_GOOD && night_db_failed(db) ? NIGHT_EXIT_ENVIRONMENT : status;
}

static int begin_night(struct night_db *db, const struct begin *b)
{
    struct night_models models;
    int status = night_models_read(&models, b->models);

    if (status == NIGHT_EXIT_GOOD) {
        status = check_list(b, &models);
    }
    if (status == NIGHT_EXIT_GOOD) {
        status = check_tables(db, b);
    }
    if (status != NIGHT_EXIT_GOOD) {
        night_models_free(&models);
        return status;
    }
    finish_broken(db, b);
    night_db_begin(db);
    insert(db, b);
    int64_t night = night_db_last(db);
    night_models_insert(db, night, &models);
    night_db_commit(db);
    night_models_free(&models);
    if (night_db_failed(db)) {
        return NIGHT_EXIT_ENVIRONMENT;
    }
    status = keep_tables(b, night);
    printf("%lld\n", (long long)night);
    return status;
}

static int begin(int argc, char **argv)
{
    struct begin b = {0};
    struct night_db *db = NULL;
    const struct night_option options[] = {{"--uuid", &b.uuid, NULL},
                                           {"--models", &b.models, NULL},
                                           {"--list", &b.list, NULL},
                                           {"--list-name", &b.list_name, NULL},
                                           {"--list-hash", &b.list_hash, NULL},
                                           {"--commit", &b.commit, NULL},
                                           {"--dirty", &b.dirty, NULL},
                                           {"--engine", &b.engine, NULL},
                                           {"--jobs", &b.jobs, NULL},
                                           {"--budget", &b.budget, NULL},
                                           {"--build-ms", &b.build_ms, NULL},
                                           {"--sim", &b.sim, NULL},
                                           {"--seeds", &b.seeds, NULL},
                                           {"--draw", &b.draw, NULL},
                                           {0}};

    if (night_options(argc, argv, options, 1, 1) < 0) {
        return NIGHT_EXIT_USAGE;
    }
    for (size_t i = 0; options[i].name != NULL; i++) {
        if (*options[i].text == NULL && options[i].text != &b.seeds) {
            return night_fail(NIGHT_EXIT_USAGE, "begin: %s is missing", options[i].name);
        }
    }
    b.root = argv[0];
    (void)uname(&b.host);
    int status = check_numbers(&b);
    if (status == NIGHT_EXIT_GOOD) {
        status = night_store_open(&db, b.root, NIGHT_DB_WRITE);
    }
    if (status != NIGHT_EXIT_GOOD) {
        return status;
    }
    status = begin_night(db, &b);
    int closed = night_db_close(db);
    return night_finish(status != NIGHT_EXIT_GOOD ? status : closed);
}

const struct night_command night_command_begin = {
    "begin", "a row for a new night; finish those that were killed",
    "usage: night begin ROOT --uuid U --models FILE --list FILE --list-name NAME --list-hash H\n"
    "                   --commit ID --dirty 0|1 --engine NAME --jobs N --budget SECONDS\n"
    "                   --build-ms N --sim FOLDER --seeds N --draw TEXT\n"
    "ROOT/live/U is locked by the caller until the night has ended. Prints the number of the\n"
    "night. Of nights that nobody plays any more, what has ended is taken in, the rest is lost.\n"
    "--seeds: last seed of the tests that the list names, empty: as it says.\n"
    "TEXT: that of which the fresh seeds are drawn; empty: date, number on that date, machine,\n"
    "the first eight digits of U.\n"
    "FILE of --models has lines CONFIG FLAVOUR EXECUTABLE SHA256 FILE-OF-THE-CONFIGURATION.\n"
    "Status: 0; 2 bad usage or tables; 4 the folder cannot be written.\n",
    begin};
