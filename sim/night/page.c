/* SPDX-License-Identifier: Apache-2.0
 *
 * `night page` and `night show`: the results of a night.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands.h"
#include "file.h"
#include "missed.h"
#include "page_files.h"
#include "page_html.h"
#include "store.h"
#include "trend.h"
#include "view.h"

struct arguments {
    const char *night, *out, *tree, *quarantine, *build;
    char beside[PATH_MAX];
};

/* BUILD, from BUILD/FOLDER/night.db or BUILD/FOLDER. NULL: the programs are not in BUILD, so it is
 * another place. */
static const char *build_of(char dst[PATH_MAX], const char *db)
{
    char path[PATH_MAX], spe[PATH_MAX + 16];

    struct stat is;
    const bool folder = stat(db, &is) == 0 && S_ISDIR(is.st_mode);

    (void)snprintf(path, sizeof(path), "%s", db);
    for (size_t n = strlen(path); folder && n > 1 && path[n - 1] == '/'; n--) {
        path[n - 1] = '\0';
    }
    for (int i = folder ? 1 : 0; i < 2; i++) {
        char *slash = strrchr(path, '/');
        if (slash == NULL || slash == path) {
            return NULL;
        }
        *slash = '\0';
    }
    (void)snprintf(spe, sizeof(spe), "%s/bin/spe", path);
    (void)snprintf(dst, PATH_MAX, "%s", path);
    return access(spe, X_OK) == 0 ? dst : NULL;
}

/* Open the database and prepare the night. @return 0 and *db, or a status after one line. */
static int prepare(struct night_db **db, int argc, char **argv, struct arguments *a)
{
    const struct night_option options[] = {
        {"--night", &a->night, NULL}, {"--out", &a->out, NULL},
        {"--tree", &a->tree, NULL},   {"--quarantine", &a->quarantine, NULL},
        {"--build", &a->build, NULL}, {NULL, NULL, NULL}};

    *db = NULL;
    if (night_options(argc, argv, options, 1, 1) < 0) {
        return NIGHT_EXIT_USAGE;
    }
    int status = night_store_open(db, argv[0], NIGHT_DB_READ);
    if (status != NIGHT_EXIT_GOOD) {
        return status;
    }
    const struct night_sources sources = {.tree = a->tree != NULL ? a->tree : ".",
                                          .quarantine = a->quarantine,
                                          .build = a->build != NULL ? a->build
                                                                    : build_of(a->beside, argv[0]),
                                          .root = argv[0]};
    status = night_view(*db, a->night != NULL ? a->night : "last", &sources);
    if (status == NIGHT_EXIT_GOOD) {
        night_missed_make(*db);
    } else {
        (void)night_db_close(*db);
    }
    return status;
}

/* Write a file of the page under another name, and rename it when it is complete. */
static int write_file(struct night_db *db, const char *dir, const char *name,
                      void print(FILE *out, struct night_db *db))
{
    char path[PATH_MAX], fresh[PATH_MAX];

    (void)snprintf(path, sizeof(path), "%s/%s", dir, name);
    (void)snprintf(fresh, sizeof(fresh), "%s/%s.new", dir, name);
    FILE *out = fopen(fresh, "w");
    if (out != NULL) {
        print(out, db);
    }
    int status = night_file_close(out, fresh);
    if (status == NIGHT_EXIT_GOOD && night_db_failed(db)) { /* rows are missing */
        (void)remove(fresh);
        status = NIGHT_EXIT_ENVIRONMENT;
    }
    if (status == NIGHT_EXIT_GOOD && rename(fresh, path) != 0) {
        status = night_file_cannot(path);
    }
    return status;
}

static int write_files(struct night_db *db, const char *dir)
{
    static const struct {
        const char *name;
        void (*print)(FILE *out, struct night_db *db);
    } files[] = {{"index.html", night_page_html},
                 {"night.json", night_page_json},
                 {"junit.xml", night_page_junit},
                 {"night.txt", night_page_text}};
    int status = NIGHT_EXIT_GOOD;

    if (mkdir(dir, 0777) != 0 && errno != EEXIST) {
        return night_fail(NIGHT_EXIT_ENVIRONMENT, "%s: %s", dir, strerror(errno));
    }
    night_trend_make(db);
    for (size_t i = 0; status == NIGHT_EXIT_GOOD && i < sizeof(files) / sizeof(files[0]); i++) {
        status = write_file(db, dir, files[i].name, files[i].print);
    }
    return status;
}

static int page(int argc, char **argv)
{
    struct arguments a = {0};
    struct night_db *db;
    int status = prepare(&db, argc, argv, &a);

    if (status != NIGHT_EXIT_GOOD) {
        return status;
    }
    if (a.out == NULL) {
        status = night_fail(NIGHT_EXIT_USAGE, "page: --out DIR is needed");
    } else {
        status = write_files(db, a.out);
    }
    int closed = night_db_close(db);
    return status != NIGHT_EXIT_GOOD ? status : closed;
}

static int show(int argc, char **argv)
{
    struct arguments a = {0};
    struct night_db *db;
    int status = prepare(&db, argc, argv, &a);

    if (status != NIGHT_EXIT_GOOD) {
        return status;
    }
    night_page_text(stdout, db);
    return night_finish(night_db_close(db));
}

#define NIGHT_HELP                                                                                 \
    "  DIR                that of the nights, with night.db\n"                                     \
    "  --night ID         its number or uuid; else the last one\n"                                 \
    "  --tree DIR         the tree with sim/testplan.csv and sim/rules.tsv; else .\n"              \
    "  --quarantine FILE  in place of sim/quarantine.tsv of the tree\n"                            \
    "  --build DIR        the output directory that commands name; else that of DB, else build\n"  \
    "Status: 0; 2 no such night, a table of the tree is not as it should be; 4 cannot be "         \
    "written.\n"

const struct night_command night_command_page = {
    "page", "write the page of a night: HTML, JSON, JUnit XML, text",
    "usage: night page DB|DIR --out DIR [--night ID] [--tree DIR] [--quarantine FILE] [--build "
    "DIR]\n"
    "Writes index.html, night.json, junit.xml and night.txt into DIR "
    "(sim/nightly.md).\n" NIGHT_HELP,
    page};

const struct night_command night_command_show = {
    "show", "print a night on the terminal",
    "usage: night show DB|DIR [--night ID] [--tree DIR] [--quarantine FILE] [--build "
    "DIR]\n" NIGHT_HELP,
    show};
