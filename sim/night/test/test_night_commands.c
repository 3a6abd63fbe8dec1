/* SPDX-License-Identifier: Apache-2.0
 *
 * What commands refuse before they do anything, and what they leave if the database fails.
 */
#define _DEFAULT_SOURCE
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "commands.h"
#include "rows.h"
#include "store.h"

enum { WORDS = 48 };

/* Call the command with these words, which are separated by blanks; @ stands for `root`. */
static int call(const struct night_command *command, const char *root, const char *words)
{
    char text[512], place[WORDS][64], *word[WORDS], *argv[WORDS + 2] = {place[0]};

    (void)snprintf(place[0], sizeof(place[0]), "%s", command->name);
    (void)snprintf(text, sizeof(text), "%s", words);
    const int n = night_words(text, word, WORDS - 1);
    for (int i = 0; i < n; i++) {
        (void)snprintf(place[i + 1], sizeof(place[0]), "%s%s", word[i][0] == '@' ? root : "",
                       word[i] + (word[i][0] == '@'));
        argv[i + 1] = place[i + 1];
    }
    return command->run(n + 1, argv);
}

static bool has(const char *root, const char *name)
{
    char path[NIGHT_PATH];

    (void)snprintf(path, sizeof(path), "%s/%s", root, name);
    return access(path, F_OK) == 0;
}

#define BEGIN                                                                                      \
    "@ --uuid u --models m --list l --list-name n --list-hash h --commit c --engine e --sim s"     \
    " --draw d "

static void test_refused(void **state)
{
    static const struct {
        const char *name, *words;
        const struct night_command *command;
    } rows[] = {
        {"dirty", BEGIN "--dirty 2 --jobs 1 --budget 0 --build-ms 0", &night_command_begin},
        {"jobs", BEGIN "--dirty 0 --jobs two --budget 0 --build-ms 0", &night_command_begin},
        {"budget", BEGIN "--dirty 0 --jobs 1 --budget 8h --build-ms 0", &night_command_begin},
        {"large", BEGIN "--dirty 0 --jobs 1 --budget 9223372036854775807 --build-ms 0",
         &night_command_begin},
        {"build", BEGIN "--dirty 0 --jobs 1 --budget 0 --build-ms 1.5", &night_command_begin},
        {"words of the engine",
         "@ --night 1 --folder @ -- true 2 3 4 5 6 7 8 9 10 11 12 13 14 15"
         " 16 17 18 19 20 21 22 23 24 25",
         &night_command_collect},
    };
    char root[] = "/tmp/night-commands-XXXXXX";

    (void)state;
    assert_non_null(mkdtemp(root));
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        CHECK(rows[i].name, call(rows[i].command, root, rows[i].words), NIGHT_EXIT_USAGE);
        CHECK(rows[i].name, has(root, "night.db"), false);
    }
    night_store_remove(root);
}

/* A database with a night, in which a table is missing. */
static void make_damaged(const char *root, const char *drop)
{
    struct night_db *db = NULL;

    assert_int_equal(night_store_open(&db, root, NIGHT_DB_WRITE), 0);
    add_night(db);
    night_db_run(db, drop, "");
    assert_int_equal(night_db_close(db), 0);
}

/* A page is written as a whole or not at all. */
static void test_half_page(void **state)
{
    char root[] = "/tmp/night-commands-XXXXXX";

    (void)state;
    assert_non_null(mkdtemp(root));
    make_damaged(root, "DROP TABLE night_counts");
    CHECK("status", call(&night_command_page, root, "@ --out @/page"), NIGHT_EXIT_ENVIRONMENT);
    CHECK("page", has(root, "page/index.html"), false);
    CHECK("its beginning", has(root, "page/index.html.new"), false);
    night_store_remove(root);
}

/* That the database fails does not show that there is no failure. */
static void test_no_answer(void **state)
{
    static const char *const words[] = {"@ @/run", "@ @/run --night"};
    char root[] = "/tmp/night-commands-XXXXXX";

    (void)state;
    assert_non_null(mkdtemp(root));
    make_damaged(root, "DROP TABLE run");
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        CHECK(words[i], call(&night_command_good, root, words[i]), NIGHT_EXIT_ENVIRONMENT);
    }
    night_store_remove(root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_half_page),
        cmocka_unit_test(test_no_answer),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
