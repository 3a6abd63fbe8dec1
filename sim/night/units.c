/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "units.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "night.h"

/* Add the words by which a row of the plan may name the suite: its name, any part of it up to a
 * slash, and the part after the last slash. */
static void add_words(struct night_db *db, const char *name)
{
    const char *last = strrchr(name, '/');

    for (const char *slash = strchr(name, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        night_db_run(db, "INSERT OR IGNORE INTO unit_word SELECT substr(?1, 1, ?2), ?1", "ti", name,
                     (int64_t)(slash - name));
    }
    night_db_run(db, "INSERT OR IGNORE INTO unit_word VALUES (?1, ?1), (?2, ?1)", "tt", name,
                 last == NULL ? name : last + 1);
}

/* Read the value of the attribute. @return whether the attribute is there. */
static bool text_of(const char *element, const char *attribute, char *dst, size_t bytes)
{
    char begin[24];

    (void)snprintf(begin, sizeof(begin), " %s=\"", attribute);
    const char *at = strstr(element, begin);
    if (at == NULL) {
        return false;
    }
    at += strlen(begin);
    (void)snprintf(dst, bytes, "%.*s", (int)strcspn(at, "\""), at);
    return true;
}

static bool number_of(const char *element, const char *attribute, int64_t *value)
{
    char digits[24];

    return text_of(element, attribute, digits, sizeof(digits)) && night_number(digits, value) == 0;
}

/* Take a suite; sim/junit.awk writes one per line. */
static void take(struct night_db *db, const char *line)
{
    const char *suite = strstr(line, "<testsuite ");
    char name[128];
    int64_t tests = 0, failures = 0, skipped = 0;

    if (suite == NULL || !text_of(suite, "name", name, sizeof(name)) ||
        !number_of(suite, "tests", &tests) || !number_of(suite, "failures", &failures) ||
        !number_of(suite, "skipped", &skipped)) {
        return;
    }
    night_db_run(db, "INSERT INTO unit VALUES (?, ?, ?)", "tii", name, tests - skipped, failures);
    add_words(db, name);
}

/* Note the commit of the results, if the line names one and it differs from the night's commit.
 * @return whether it differs. */
static bool is_other(struct night_db *db, const char *line)
{
    char commit[65];

    if (sscanf(line, "<!-- commit %64[0-9a-f]", commit) != 1) {
        return false;
    }
    night_db_run(db,
                 "UPDATE unit_commit SET other = ?1 WHERE"
                 " (SELECT commit_id FROM night JOIN tonight USING (id)) <> ?1",
                 "t", commit);
    return night_db_value(db, 0, "SELECT other <> '' FROM unit_commit", "") != 0;
}

void night_units_load(struct night_db *db, const char *build)
{
    char path[PATH_MAX], *line = NULL;
    size_t room = 0;

    night_db_run(db, "CREATE TEMP TABLE unit (name, runs, failed)", "");
    night_db_run(db, "CREATE TEMP TABLE unit_commit AS SELECT '' AS other", "");
    night_db_run(
        db, "CREATE TEMP TABLE unit_word (word, name, PRIMARY KEY (word, name)) WITHOUT ROWID", "");
    (void)snprintf(path, sizeof(path), "%s/test/junit.xml", build);
    FILE *in = fopen(path, "r");
    if (in == NULL) {
        return;
    }
    /* The file belongs to the latest night only. */
    if (night_db_value(db, 0, "SELECT id = (SELECT id FROM night" NIGHT_LATEST ") FROM tonight",
                       "") != 0) {
        while (getline(&line, &room, in) >= 0 && !is_other(db, line)) {
            take(db, line);
        }
        free(line);
    }
    (void)fclose(in);
}
