/* SPDX-License-Identifier: Apache-2.0
 *
 * A start from earlier runs: from their commands, and from the database of nights.
 */
#define _POSIX_C_SOURCE 200809L
#include <unistd.h>

#include "bins.h"
#include "closure_world.h"
#include "db.h"
#include "import.h"
#include "night.h"

static void test_commands(void **state)
{
    static const struct {
        const char *command, *test, *options;
    } rows[] = {
        {"cd /x && build/a/spu_sim --config a.cfg --test random --seed 1 --dir d --weights-hash 12",
         "random", ""},
        {"spu_sim --config a.cfg --test trace --seed 1 --trace mix.trc --ops 9 --dir d", "trace",
         "--trace mix.trc --ops 9"},
        {"--test random --spus 2 --keep", "random", "--spus 2 --keep"},
        {"--ops 5", "before", "--ops 5"},
        {"--test", "", ""},
        {"spu_sim", "before", ""},
        {"", "before", ""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct closure_run run = {.test = "before", .options = "before"};
        closure_run_of(&run, rows[i].command);
        assert_string_equal(run.test, rows[i].test);
        assert_string_equal(run.options, rows[i].options);
        assert_false(run.foreign);
    }
}

/* A run that cannot keep all its options cannot be repeated. */
static void test_long_command(void **state)
{
    struct closure_run run = {.test = "before"};
    char command[2 * CLOSURE_OPTIONS] = "--test trace --trace ";

    (void)state;
    memset(command + strlen(command), 'x', CLOSURE_OPTIONS);
    closure_run_of(&run, command);
    assert_string_equal(run.test, "trace");
    assert_string_equal(run.options, "--trace");
    assert_true(run.foreign);
}

/* Add a run of the night with one bin: point 1 or 2. */
static void add_run(struct night_db *db, int64_t id, int64_t night, int64_t model,
                    const char *status, const char *origin, const char *args, int64_t point)
{
    unsigned char bytes[20];
    size_t n = night_varint_put(bytes, (uint64_t)point);

    n += night_varint_put(bytes + n, 300);
    night_db_run(
        db,
        "INSERT INTO run (id, night, name, origin, config, model, test, seed, args, status,"
        " cycles) VALUES (?1, ?2, 'n' || ?1, ?3, 'c', ?4, 'a_test', 40 + ?1, ?5, ?6, 1000)",
        "iititt", id, night, origin, model, args, status);
    night_db_run(db, "INSERT INTO run_bins VALUES (?, ?)", "ib", id, bytes, n);
}

/* Fill in three nights and two configurations. The last night is 2: night 3 is an older one that
 * was merged from another machine. */
static void fill(struct night_db *db)
{
    for (int64_t night = 1; night <= 3; night++) {
        night_db_run(db,
                     "INSERT INTO night (id, uuid, begun, date, host, commit_id, dirty, seed, list,"
                     " list_hash, engine, jobs, budget_ms, status) VALUES (?1, 'u' || ?1,"
                     " iif(?1 = 3, 0, ?1), 'd', 'h', 'c', 0, 's', 'l', 'x', 'ninja', 2, 0, 0)",
                     "i", night);
    }
    night_db_run(db, "INSERT INTO model VALUES (1, 'c', '00000000000000ab', 'x', 'plain')", "");
    night_db_run(db, "INSERT INTO model VALUES (2, 'd', '00000000000000cd', 'x', 'plain')", "");
    night_db_run(db, "INSERT INTO point VALUES (1, 'event full.PMBSR_EL1')", "");
    night_db_run(db, "INSERT INTO point VALUES (2, 'event gpc.PMBSR_EL1')", "");
    night_db_run(db, "INSERT INTO point VALUES (3, 'event of_another_version')", "");
    add_run(db, 1, 1, 1, "passed", "fixed", "--test smoke", 2); /* the night before */
    add_run(db, 2, 2, 1, "passed", "fixed", "--test smoke", 1);
    add_run(db, 3, 2, 1, "passed", "fresh", "--test random", 1);
    add_run(db, 4, 2, 1, "passed", "command", "!toy", 3);
    add_run(db, 5, 2, 1, "failed", "fixed", "--test smoke", 2);
    add_run(db, 6, 2, 1, "passed", "sample", "--test smoke", 2);
    add_run(db, 7, 2, 2, "passed", "fixed", "--test smoke", 2); /* another configuration */
    add_run(db, 8, 3, 1, "passed", "fixed", "--test smoke", 2); /* merged */
}

static void test_night(void **state)
{
    struct night_db *db = NULL;
    struct world w;
    char path[64];
    struct closure_play play = {.config = "c.cfg", .reader = spe_cover_reader_create()};

    (void)state;
    world_open(&w);
    world_file(path, "");
    assert_int_equal(night_db_open(&db, path, NIGHT_DB_WRITE, &night_schema_now), 0);
    fill(db);
    assert_int_equal(night_db_close(db), 0);

    play.config_hash = 0xef;
    assert_int_equal(closure_import_night(&play, &w.corpus, path, "random"), NIGHT_EXIT_USAGE);
    play.config_hash = 0xab;
    assert_int_equal(closure_import_night(&play, &w.corpus, path, "random"), 0);
    assert_int_equal(w.corpus.runs, 3);
    assert_int_equal(w.corpus.played, 0);
    assert_int_equal(w.corpus.cycles, 0);
    const struct closure_run *run = w.corpus.run;
    assert_string_equal(run[0].test, "smoke");
    assert_int_equal(run[0].seed, 42);
    assert_false(run[0].weighted);
    assert_true(run[1].weighted);
    assert_int_equal(run[1].cycles, 1000);
    assert_true(run[2].foreign);
    assert_int_equal(w.corpus.met, 1);
    assert_int_equal(w.corpus.first[world_bin(&w, "event full.PMBSR_EL1")], 0);
    assert_true(closure_is_hole(&w.corpus, world_bin(&w, "event gpc.PMBSR_EL1")));

    spe_cover_reader_destroy(play.reader);
    (void)unlink(path);
    world_close(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_commands),
        cmocka_unit_test(test_long_command),
        cmocka_unit_test(test_night),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
