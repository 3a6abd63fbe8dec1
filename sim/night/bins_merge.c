/* SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <stdlib.h>

#include "bins.h"

struct count {
    uint64_t point, count;
};

/* Translates the numbers of points in another database to those in this one. */
struct map {
    uint64_t *now;
    size_t points;
    struct count *count;  /* the counts of one run */
    unsigned char *bytes; /* the same as a blob */
};

/* @return false: the database has failed. */
static bool load(struct map *map, struct night_db *db)
{
    map->points = night_points(db, "point_map", "was");
    if (map->points == 0) {
        return false;
    }
    map->now = calloc(map->points, sizeof(*map->now));
    map->count = calloc(map->points, sizeof(*map->count));
    map->bytes = malloc(map->points * 20);
    if (map->now == NULL || map->count == NULL || map->bytes == NULL) {
        night_db_fail(db, "out of memory");
        return false;
    }
    sqlite3_stmt *stmt = night_db_query(db, "SELECT was, now FROM point_map", "");
    while (night_db_row(db, stmt)) {
        map->now[sqlite3_column_int64(stmt, 0)] = (uint64_t)sqlite3_column_int64(stmt, 1);
    }
    return !night_db_failed(db);
}

static int by_point(const void *left, const void *right)
{
    uint64_t a = ((const struct count *)left)->point, b = ((const struct count *)right)->point;

    return a < b ? -1 : a > b;
}

/* Decode a blob with this database's points. @return number of bins; SIZE_MAX: the blob is not
 * valid. */
static size_t decode(const struct map *map, const unsigned char *bytes, size_t n)
{
    uint64_t point = 0, step = 0, count = 0;
    size_t bins = 0;

    while (n > 0) {
        size_t a = night_varint_get(bytes, n, &step);
        size_t b = a != 0 ? night_varint_get(bytes + a, n - a, &count) : 0;
        if (b == 0 || bins == map->points || step >= map->points - point ||
            map->now[point + step] == 0) {
            return SIZE_MAX;
        }
        point += step;
        map->count[bins++] = (struct count){map->now[point], count};
        bytes += a + b;
        n -= a + b;
    }
    return bins;
}

static size_t encode(const struct map *map, size_t bins)
{
    uint64_t before = 0;
    size_t n = 0;

    qsort(map->count, bins, sizeof(*map->count), by_point);
    for (size_t i = 0; i < bins; i++) {
        n += night_varint_put(map->bytes + n, map->count[i].point - before);
        n += night_varint_put(map->bytes + n, map->count[i].count);
        before = map->count[i].point;
    }
    return n;
}

static void merge_runs(const struct map *map, struct night_db *db, int64_t first)
{
    sqlite3_stmt *stmt = night_db_query(db,
                                        "SELECT b.run + ?, b.bins FROM other.run_bins b"
                                        " JOIN other.run r ON r.id = b.run JOIN night_map n"
                                        " ON n.was = r.night AND n.fresh",
                                        "i", first);
    while (night_db_row(db, stmt)) {
        size_t bins =
            decode(map, sqlite3_column_blob(stmt, 1), (size_t)sqlite3_column_bytes(stmt, 1));
        if (bins == SIZE_MAX) {
            night_db_fail(db, "the bins of a run that is to be merged are damaged");
            continue;
        }
        size_t bytes = encode(map, bins);
        night_db_run(db, "INSERT INTO main.run_bins VALUES (?, ?)", "ib",
                     sqlite3_column_int64(stmt, 0), map->bytes, bytes);
    }
}

void night_bins_merge(struct night_db *db, int64_t first)
{
    struct map map = {0};

    if (load(&map, db)) {
        merge_runs(&map, db, first);
    }
    free(map.now);
    free(map.count);
    free(map.bytes);
}
