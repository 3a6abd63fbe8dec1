/* SPDX-License-Identifier: Apache-2.0
 *
 * `night check`: does a night keep its claims? Prints as text what the page says under Integrity.
 */
#include <stdio.h>

#include "commands.h"
#include "section.h"
#include "store.h"
#include "view.h"

/* Print a row; columns with thousands of names are only on the page. */
static void print_row(const struct night_section *section, sqlite3_stmt *row, const char *indent)
{
    const struct night_column *column = section->columns;

    printf("%s", indent);
    for (int i = 0; column[i].title != NULL && column[i].cell != NIGHT_NAMES; i++) {
        printf("%s%s", i != 0 ? "  " : "", night_db_text(row, i));
    }
    putchar('\n');
}

/* Print the claims. */
static void print_claims(struct night_db *db)
{
    sqlite3_stmt *row = night_db_query(db, night_section_integrity.sql, "");

    while (night_db_row(db, row)) {
        print_row(&night_section_integrity, row, "");
    }
}

static void print_titles(const struct night_section *section)
{
    printf("%s:\n  ", section->title);
    for (const struct night_column *c = section->columns;
         c->title != NULL && c->cell != NIGHT_NAMES; c++) {
        printf("%s%s", c != section->columns ? " | " : "", c->title);
    }
    putchar('\n');
}

static void print_section(struct night_db *db, const struct night_section *section)
{
    sqlite3_stmt *row = night_db_query(db, section->sql, "");

    for (int n = 0; night_db_row(db, row); n++) {
        if (n == 0) {
            print_titles(section);
        }
        print_row(section, row, "  ");
    }
}

static int check_night(struct night_db *db, const char *which)
{
    const struct night_sources sources = {.tree = "."};
    int status = night_view(db, which, &sources);

    if (status != NIGHT_EXIT_GOOD) {
        return status;
    }
    if (night_db_value(db, 0, "SELECT count(*) FROM run, tonight WHERE night = tonight.id", "") ==
        0) {
        return night_fail(NIGHT_EXIT_FOUND, "night %s has no run: nothing is shown", which);
    }
    print_claims(db);
    print_section(db, &night_section_twice);
    print_section(db, &night_section_samples);
    print_section(db, &night_section_few_records);
    return night_claims_failed(db) == 0 ? NIGHT_EXIT_GOOD : NIGHT_EXIT_FOUND;
}

static int check(int argc, char **argv)
{
    const char *night = NULL;
    struct night_db *db = NULL;
    const struct night_option options[] = {{"--night", &night, NULL}, {0}};

    if (night_options(argc, argv, options, 1, 1) < 0) {
        return NIGHT_EXIT_USAGE;
    }
    int status = night_store_open(&db, argv[0], NIGHT_DB_READ);
    if (status == NIGHT_EXIT_GOOD) {
        status = check_night(db, night != NULL ? night : "last");
    }
    int closed = night_db_close(db);
    return night_finish(status != NIGHT_EXIT_GOOD ? status : closed);
}

const struct night_command night_command_check = {
    "check", "is a night what it claims to be?",
    "usage: night check ROOT [--night ID]\n"
    "Prints passed, look or failed for each claim: seeds that differed in what they did, samples\n"
    "that repeat, runs that compared something, one executable each, a tree of its commit; then\n"
    "the runs that it is about. Run from the top of the tree. Status: 0; 1 a claim failed, or the\n"
    "night has no run; 2 bad usage.\n",
    check};
