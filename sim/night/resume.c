/* SPDX-License-Identifier: Apache-2.0
 *
 * RESUME=1: a run that has passed with the same content is not played again. The content is in the
 * row of the run: executable and configuration (its model), test, seed, options or command, and the
 * files that these name (inputs).
 */
#include "resume.h"

#include <stdio.h>
#include <string.h>

#include "night.h"
#include "tsv.h"

static int read_commands(struct night_plan *plan, const char *path)
{
    struct night_tsv table;
    int status = night_tsv_read(&table, path);

    if (status != NIGHT_EXIT_GOOD) {
        return status;
    }
    for (size_t i = 0; i < table.rows; i++) {
        const struct night_row *row = &table.row[i];
        if (row->columns == 2 && strcmp(row->column[1], "-") != 0) {
            night_db_run(plan->db, "INSERT OR IGNORE INTO reads VALUES ('!' || ?, ?)", "tt",
                         row->column[0], row->column[1]);
        }
    }
    night_tsv_free(&table);
    return NIGHT_EXIT_GOOD;
}

int night_resume_open(struct night_plan *plan, const char *inputs, const char *commands)
{
    night_db_run(plan->db, "CREATE TEMP TABLE reads (args PRIMARY KEY, hash)", "");
    night_db_run(plan->db, "INSERT INTO reads VALUES ('', ?)", "t", inputs != NULL ? inputs : "");
    return commands != NULL ? read_commands(plan, commands) : NIGHT_EXIT_GOOD;
}

const char *night_resume_inputs(struct night_plan *plan, const struct night_want *want)
{
    sqlite3_stmt *row = night_db_query(plan->db, "SELECT hash FROM temp.reads WHERE args = ?", "t",
                                       want->args[0] == '!' ? want->args : "");

    plan->inputs[0] = '\0';
    while (night_db_row(plan->db, row)) {
        (void)snprintf(plan->inputs, sizeof(plan->inputs), "%s", night_db_text(row, 0));
    }
    return plan->inputs;
}

/* The last passed run with that content; 0: none. The model of a command is not compared: it is
 * known only by its bins. */
static int64_t find(struct night_plan *plan, const struct night_want *want, int64_t model)
{
    const char *inputs = night_resume_inputs(plan, want);
    bool command = want->args[0] == '!';

    if (command && inputs[0] == '\0') {
        return 0; /* without files its content is unknown */
    }
    return night_db_value(plan->db, 0,
                          "SELECT max(id) FROM run WHERE config = ? AND test = ? AND seed = ?"
                          " AND args = ? AND (? OR model = ?) AND inputs = ?"
                          " AND status = 'passed' AND origin <> 'sample'",
                          "ttttiit", want->config, want->test, want->seed, want->args,
                          (int64_t)command, model, inputs);
}

bool night_resume(struct night_plan *plan, const struct night_want *want, int64_t model)
{
    static const char *const columns =
        "name, config, model, test, seed, weights, args, inputs, command, status, exit, stim,"
        " result, cycles, ops, samples, collisions, filtered, records, bytes, lost, audits, checks,"
        " mismatches, pending, off, host, ended, bench, unpredictable";
    char sql[1024];
    int64_t id = find(plan, want, model);

    if (id == 0) {
        return false;
    }
    (void)snprintf(sql, sizeof(sql),
                   "INSERT OR IGNORE INTO run (night, origin, %s)"
                   " SELECT ?, 'before', %s FROM run WHERE id = ?",
                   columns, columns);
    if (night_db_run(plan->db, sql, "ii", plan->night, id) != 0) {
        night_db_run(plan->db, "INSERT INTO run_bins SELECT ?, bins FROM run_bins WHERE run = ?",
                     "ii", night_db_last(plan->db), id);
        plan->before++;
    }
    return true;
}
