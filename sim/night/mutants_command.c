/* SPDX-License-Identifier: Apache-2.0
 *
 * `night mutants`: takes in what sim/night/slice.sh has played in a night, or why it has played
 * nothing.
 */
#include <inttypes.h>
#include <stdio.h>

#include "commands.h"
#include "store.h"
#include "tsv.h"

struct slice {
    const char *night, *config, *budget, *cpu, *table, *why;
    int64_t id, budget_ms, cpu_ms;
};

static void insert(struct night_db *db, const struct slice *s, const struct night_tsv *table)
{
    night_db_begin(db);
    night_db_run(db, "DELETE FROM mutant WHERE night = ?", "i", s->id);
    night_db_run(db, "INSERT OR REPLACE INTO slice VALUES (?, ?, ?, ?, ?)", "itiit", s->id,
                 s->config, s->budget_ms, s->cpu_ms, s->why != NULL ? s->why : "");
    for (size_t i = 0; i < table->rows; i++) {
        char *const *cell = table->row[i].column;
        night_db_run(db, "INSERT INTO mutant VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", "itttttttt",
                     s->id, cell[0], cell[1], cell[2], cell[3], cell[4], cell[5], cell[6], cell[7]);
    }
    night_db_commit(db);
}

static int read_table(struct night_tsv *table, const char *path)
{
    int status = path == NULL ? NIGHT_EXIT_GOOD : night_tsv_read(table, path);

    for (size_t i = 0; status == NIGHT_EXIT_GOOD && i < table->rows; i++) {
        if (table->row[i].columns != 8) {
            status = night_fail(NIGHT_EXIT_USAGE,
                                "%s:%d: eight cells are needed: key, module, place, operator,"
                                " expression, outcome, check, run",
                                path, table->row[i].line);
        }
    }
    return status;
}

static int parse(struct slice *s, int argc, char **argv)
{
    const struct night_option options[] = {
        {"--night", &s->night, NULL}, {"--config", &s->config, NULL},
        {"--table", &s->table, NULL}, {"--budget-ms", &s->budget, NULL},
        {"--cpu-ms", &s->cpu, NULL},  {"--why", &s->why, NULL},
        {NULL, NULL, NULL},
    };

    if (night_options(argc, argv, options, 1, 1) < 0) {
        return NIGHT_EXIT_USAGE;
    }
    if (s->night == NULL || night_number(s->night, &s->id) != 0 || s->config == NULL ||
        (s->table == NULL) == (s->why == NULL) ||
        (s->budget != NULL && night_number(s->budget, &s->budget_ms) != 0) ||
        (s->cpu != NULL && night_number(s->cpu, &s->cpu_ms) != 0)) {
        return night_fail(NIGHT_EXIT_USAGE,
                          "mutants: --night N, --config NAME and --table FILE or --why TEXT are"
                          " needed, and numbers of milliseconds");
    }
    return NIGHT_EXIT_GOOD;
}

static int mutants(int argc, char **argv)
{
    struct slice slice = {.id = 0};
    struct night_tsv table = {.rows = 0};
    struct night_db *db = NULL;
    int status = parse(&slice, argc, argv);

    if (status == NIGHT_EXIT_GOOD) {
        status = read_table(&table, slice.table);
    }
    if (status == NIGHT_EXIT_GOOD) {
        status = night_store_open(&db, argv[0], NIGHT_DB_WRITE);
    }
    if (status == NIGHT_EXIT_GOOD) {
        insert(db, &slice, &table);
    }
    night_tsv_free(&table);
    const int closed = night_db_close(db);
    return status != NIGHT_EXIT_GOOD ? status : closed;
}

const struct night_command night_command_mutants = {
    "mutants", "keep what mutants of the RTL a night has played",
    "usage: night mutants ROOT --night N --config NAME --table FILE [--budget-ms N] [--cpu-ms N]\n"
    "       night mutants ROOT --night N --config NAME --why TEXT [--budget-ms N]\n"
    "FILE: a mutant a line: key, module, place, operator, expression, outcome, check, run. TEXT: "
    "why\n"
    "none was played.\n"
    "Status: 0; 2 bad usage or table; 4 the database cannot be written.\n",
    mutants};
