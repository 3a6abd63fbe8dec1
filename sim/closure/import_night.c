/* SPDX-License-Identifier: Apache-2.0
 *
 * A start from the database of nights: the bins that the last night has met on the configuration.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bins.h"
#include "db.h"
#include "import.h"
#include "night.h"

struct night_import {
    const struct closure_play *play;
    struct closure_corpus *corpus;
    struct night_db *db;
    size_t *bin; /* bin of each point; CLOSURE_NONE: of another version */
    size_t points;
    struct spe_cover_met *met; /* with room for each bin */
};

static int read_points(struct night_import *in)
{
    in->points = night_points(in->db, "point", "id");
    if (in->points == 0) {
        return NIGHT_EXIT_ENVIRONMENT;
    }
    in->bin = malloc(in->points * sizeof(*in->bin));
    in->met = calloc(in->corpus->axes->n, sizeof(*in->met));
    if (in->bin == NULL || in->met == NULL) {
        return night_fail(NIGHT_EXIT_ENVIRONMENT, "out of memory");
    }
    for (size_t p = 0; p < in->points; p++) {
        in->bin[p] = CLOSURE_NONE;
    }
    sqlite3_stmt *stmt = night_db_query(in->db, "SELECT id, name FROM point", "");
    while (night_db_row(in->db, stmt)) {
        const size_t bin = spe_cover_bin_find(in->play->reader, night_db_text(stmt, 1));
        if (bin < in->corpus->axes->n) {
            in->bin[sqlite3_column_int64(stmt, 0)] = bin;
        }
    }
    return NIGHT_EXIT_GOOD;
}

static int by_bin(const void *left, const void *right)
{
    const struct spe_cover_met *a = left, *b = right;

    return a->bin < b->bin ? -1 : a->bin > b->bin;
}

/* Read the bins of a run, as night_bins_take() has stored them. @return number of bins. */
static size_t read_bins(struct night_import *in, const unsigned char *bytes, size_t n)
{
    uint64_t point = 0, step = 0, count = 0;
    size_t met = 0;

    while (n > 0) {
        const size_t a = night_varint_get(bytes, n, &step);
        const size_t b = a != 0 ? night_varint_get(bytes + a, n - a, &count) : 0;
        point += step;
        if (b == 0 || point >= in->points) {
            break; /* not a valid blob */
        }
        if (in->bin[point] != CLOSURE_NONE && met < in->corpus->axes->n) {
            in->met[met++] = (struct spe_cover_met){in->bin[point], count};
        }
        bytes += a + b;
        n -= a + b;
    }
    qsort(in->met, met, sizeof(*in->met), by_bin);
    return met;
}

/* Take a row: test, seed, args, cycles, bins. A command is no test and cannot be repeated. */
static int take_row(struct night_import *in, sqlite3_stmt *stmt, const char *test)
{
    const char *args = night_db_text(stmt, 2);
    const size_t n =
        read_bins(in, sqlite3_column_blob(stmt, 4), (size_t)sqlite3_column_bytes(stmt, 4));
    struct closure_run run = {.seed = strtoull(night_db_text(stmt, 1), NULL, 10),
                              .cycles = sqlite3_column_int64(stmt, 3)};

    (void)snprintf(run.test, sizeof(run.test), "%.63s", night_db_text(stmt, 0));
    run.foreign = args[0] == '!';
    if (!run.foreign) {
        closure_run_of(&run, args);
    }
    return closure_import_run(in->corpus, &run, in->met, n, test);
}

static int take_rows(struct night_import *in, const char *test)
{
    char hash[24];
    int status = NIGHT_EXIT_GOOD;

    (void)snprintf(hash, sizeof(hash), "%016" PRIx64, in->play->config_hash);
    sqlite3_stmt *stmt = night_db_query(
        in->db,
        "SELECT test, seed, args, ifnull(cycles, 0), bins FROM run JOIN run_bins ON run.id = run"
        " JOIN model ON model = model.id WHERE status = 'passed' AND origin <> 'sample'"
        " AND config_hash = ?1 AND night = (SELECT n.id FROM night n WHERE EXISTS (SELECT 1 FROM"
        "  run r JOIN model m ON m.id = r.model WHERE r.night = n.id AND m.config_hash = ?1"
        "  AND r.status = 'passed' AND r.origin <> 'sample')" NIGHT_LATEST ") ORDER BY run.id",
        "t", hash);
    while (night_db_row(in->db, stmt)) {
        if (status == NIGHT_EXIT_GOOD) { /* after a failure, only finish the statement */
            status = take_row(in, stmt, test);
        }
    }
    return status;
}

int closure_import_night(const struct closure_play *play, struct closure_corpus *corpus,
                         const char *path, const char *test)
{
    struct night_import in = {.play = play, .corpus = corpus};
    int status = night_db_open(&in.db, path, NIGHT_DB_READ, &night_schema_now);

    if (status != NIGHT_EXIT_GOOD) {
        return status;
    }
    status = read_points(&in);
    if (status == NIGHT_EXIT_GOOD) {
        status = take_rows(&in, test);
    }
    free(in.bin);
    free(in.met);
    const int closed = night_db_close(in.db);
    if (status == NIGHT_EXIT_GOOD && closed == NIGHT_EXIT_GOOD && corpus->runs == 0) {
        return night_fail(NIGHT_EXIT_USAGE, "%s holds no run of %s", path, play->config);
    }
    return status != NIGHT_EXIT_GOOD ? status : closed;
}
