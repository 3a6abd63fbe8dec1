/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "ingest.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "ingest_run.h"
#include "night.h"
#include "tsv.h"

/* A chunk, and how far its results have been read. */
struct chunk {
    char path[NIGHT_PATH]; /* without .results */
    long offset;
};

struct night_ingest {
    struct night_db *db;
    const char *root; /* the caller's */
    int64_t night;
    struct night_bins *bins;
    bool rest; /* nobody plays the night any more: its logs are complete */
    struct chunk *chunk;
    size_t chunks;
    char (*done)[NIGHT_PATH]; /* directories of passed runs, to be removed after the next commit */
    size_t dones;
};

int night_ingest_open(struct night_ingest **out, struct night_db *db, const char *root,
                      int64_t night)
{
    struct night_ingest *in = calloc(1, sizeof(*in));

    *out = NULL;
    if (in == NULL) {
        return night_fail(NIGHT_EXIT_ENVIRONMENT, "out of memory");
    }
    in->db = db;
    in->root = root;
    in->night = night;
    int status = night_bins_open(&in->bins, db);
    if (status != NIGHT_EXIT_GOOD) {
        free(in);
        return status;
    }
    *out = in;
    return NIGHT_EXIT_GOOD;
}

void night_ingest_close(struct night_ingest *in)
{
    if (in != NULL) {
        night_bins_close(in->bins);
        free(in->chunk);
        free(in->done);
        free(in);
    }
}

int64_t night_ingest_row(const char *name)
{
    const char *at = strrchr(name, '@');
    int64_t id = 0;

    return at != NULL && night_number(at + 1, &id) == 0 ? id : 0;
}

/* Find "FAIL NAME: why" of the run in the log of the chunk. @return whether it is there. */
static bool read_why(char why[256], const struct chunk *chunk, const char *name)
{
    char path[NIGHT_PATH + 8], line[4096], begin[512];
    bool found = false;

    (void)snprintf(path, sizeof(path), "%s.log", chunk->path);
    (void)snprintf(begin, sizeof(begin), "FAIL %s: ", name);
    FILE *in = fopen(path, "r");
    while (in != NULL && !found && fgets(line, sizeof(line), in) != NULL) {
        if (strncmp(line, begin, strlen(begin)) == 0 && strchr(line, '\n') != NULL) {
            (void)snprintf(why, 256, "%.*s", (int)strcspn(line + strlen(begin), "\n"),
                           line + strlen(begin));
            found = true;
        }
    }
    if (in != NULL) {
        (void)fclose(in);
    }
    return found;
}

static bool chunk_ended(const struct chunk *chunk)
{
    char path[NIGHT_PATH + 8];
    struct stat is;

    (void)snprintf(path, sizeof(path), "%s.status", chunk->path);
    return stat(path, &is) == 0;
}

/* Parse (and cut) a line of the results. @return whether the line can be taken in now, or does not
 * concern us. */
static bool parse(const struct night_ingest *in, const struct chunk *chunk, char *line,
                  struct night_ended *ended)
{
    char *word[7];

    memset(ended, 0, sizeof(*ended));
    if (night_words(line, word, 7) != 7 || night_number(word[5], &ended->cpu_ms) != 0 ||
        night_number(word[6], &ended->wall_ms) != 0) {
        return true;
    }
    ended->id = night_ingest_row(word[4]);
    ended->passed = strcmp(word[0], "PASS") == 0;
    /* Asked before the log is read: else the chunk may end, and say why, in between. */
    const bool whole = chunk_ended(chunk);
    if (ended->passed || read_why(ended->why, chunk, word[4]) || whole) {
        return true;
    }
    ended->silent = in->rest;
    return in->rest;
}

static void remember_done(struct night_ingest *in, const char *dir)
{
    if (night_grow((void **)&in->done, in->dones, sizeof(*in->done)) == 0) {
        (void)snprintf(in->done[in->dones++], NIGHT_PATH, "%s", dir);
    } else {
        night_db_fail(in->db, NULL);
    }
}

static int64_t read_chunk(struct night_ingest *in, struct chunk *chunk)
{
    char path[NIGHT_PATH + 8], line[1024];
    struct night_ended ended;
    struct night_run run;
    int64_t n = 0;

    (void)snprintf(path, sizeof(path), "%s.results", chunk->path);
    FILE *results = fopen(path, "r");
    if (results == NULL) {
        return 0;
    }
    (void)fseek(results, chunk->offset, SEEK_SET);
    while (fgets(line, sizeof(line), results) != NULL && strchr(line, '\n') != NULL &&
           parse(in, chunk, line, &ended)) {
        chunk->offset = ftell(results);
        if (ended.id != 0 &&
            night_ingest_run(in->db, in->bins, in->root, in->night, &ended, &run)) {
            remember_done(in, run.dir);
        }
        n += ended.id != 0;
    }
    (void)fclose(results);
    return n;
}

static struct chunk *chunk_of(struct night_ingest *in, const char *path)
{
    for (size_t i = 0; i < in->chunks; i++) {
        if (strcmp(in->chunk[i].path, path) == 0) {
            return &in->chunk[i];
        }
    }
    if (night_grow((void **)&in->chunk, in->chunks, sizeof(*in->chunk)) != 0) {
        night_db_fail(in->db, NULL); /* the failure was printed already */
        return NULL;
    }
    struct chunk *chunk = &in->chunk[in->chunks++];
    chunk->offset = 0;
    (void)snprintf(chunk->path, sizeof(chunk->path), "%s", path);
    return chunk;
}

/* SQL: runs of the night whose directory is not kept: only a number for each bucket is kept, as
 * further ones show nothing new. */
#define BEYOND                                                                                     \
    "SELECT id, dir FROM (SELECT id, dir, row_number() OVER (PARTITION BY bucket ORDER BY"         \
    "  origin = 'sample', cycles IS NULL, cycles, cpu_ms, id) AS nth FROM run WHERE night = ?1"    \
    "  AND dir <> '' AND bucket NOTNULL AND " NIGHT_FAILED ") WHERE nth > ?2"

static void drop_most(struct night_ingest *in)
{
    sqlite3_stmt *row =
        night_db_query(in->db, BEYOND, "ii", in->night, (int64_t)NIGHT_DIRECTORIES_EACH);

    while (night_db_row(in->db, row)) {
        remember_done(in, night_db_text(row, 1));
    }
    night_db_run(in->db, "UPDATE run SET dir = '' WHERE id IN (SELECT id FROM (" BEYOND "))", "ii",
                 in->night, (int64_t)NIGHT_DIRECTORIES_EACH);
}

/* Remove directories from the disk after the database holds their contents. */
static void remove_done(struct night_ingest *in)
{
    for (size_t i = 0; i < in->dones && !night_db_failed(in->db); i++) {
        night_store_remove(in->done[i]);
    }
    in->dones = 0;
}

/* Make the path without .results. @return whether the file is one of results. */
static bool is_results(char path[NIGHT_PATH], const char *folder, const char *name)
{
    static const char end[] = ".results";
    size_t n = strlen(name);

    if (n < sizeof(end) || strcmp(name + n - (sizeof(end) - 1), end) != 0) {
        return false;
    }
    return snprintf(path, NIGHT_PATH, "%s/%.*s", folder, (int)(n - (sizeof(end) - 1)), name) <
           NIGHT_PATH;
}

int64_t night_ingest_folder(struct night_ingest *in, const char *folder)
{
    char path[NIGHT_PATH];
    int64_t n = 0;
    DIR *dir = opendir(folder);

    if (dir == NULL) {
        return 0;
    }
    night_db_begin(in->db);
    for (const struct dirent *at; (at = readdir(dir)) != NULL;) {
        struct chunk *chunk = is_results(path, folder, at->d_name) ? chunk_of(in, path) : NULL;
        if (chunk != NULL) {
            n += read_chunk(in, chunk);
        }
    }
    (void)closedir(dir);
    night_db_run(in->db,
                 "UPDATE night SET cpu_ms = (SELECT ifnull(sum(cpu_ms), 0) FROM run"
                 " WHERE night = ?1) WHERE id = ?1 AND ?2",
                 "ii", in->night, n);
    if (n != 0) {
        drop_most(in);
    }
    night_db_commit(in->db);
    remove_done(in);
    return n;
}

static void take_round(void *in, const char *folder)
{
    (void)night_ingest_folder(in, folder);
}

static int64_t lose_begun(struct night_db *db, int64_t night)
{
    int64_t n = 0;
    sqlite3_stmt *stmt = night_db_query(
        db, "SELECT id, dir FROM run WHERE night = ? AND status = 'planned'", "i", night);

    night_db_begin(db);
    while (night_db_row(db, stmt)) {
        if (night_store_begun(night_db_text(stmt, 1))) {
            night_db_run(
                db, "UPDATE run SET status = 'lost', why = 'the engine was ended' WHERE id = ?",
                "i", sqlite3_column_int64(stmt, 0));
            n++;
        }
    }
    night_db_commit(db);
    return n;
}

int64_t night_ingest_rest(struct night_db *db, const char *root, int64_t night)
{
    struct night_ingest *in = NULL;

    if (night_ingest_open(&in, db, root, night) != NIGHT_EXIT_GOOD) {
        night_db_fail(db, NULL);
        return 0;
    }
    in->rest = true;
    night_store_rounds(root, night, take_round, in);
    night_ingest_close(in);
    return lose_begun(db, night);
}

int64_t night_ingest_broken(struct night_db *db, const char *root, int64_t night)
{
    int64_t lost = night_ingest_rest(db, root, night);

    night_db_begin(db);
    night_db_run(db,
                 "UPDATE night SET ended = ifnull((SELECT max(ended) FROM run WHERE night = ?1),"
                 " begun) WHERE id = ?1",
                 "i", night);
    night_bins_sum(db, night);
    night_db_commit(db);
    return lost;
}
