/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "bins.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "night.h"
#include "rundir.h"
#include "spe/cover_file.h"
#include "spe/status.h"

enum {
    POINTS = 1 << 20, /* most bins and other counted names, of all versions together */
    OTHERS = 1024     /* most names other than bins that the runs of a night count */
};

struct count {
    int64_t point;
    uint64_t count;
};

/* A name other than a bin that a run counts. Runs write these names in the same order. */
struct other {
    char name[80];
    int64_t point;
    uint64_t sum;
    bool there;
};

struct night_bins {
    struct other *other;
    size_t others;
    struct night_db *db;
    int64_t *point; /* number in the table of each bin; 0: not looked up yet */
    struct spe_cover_reader *reader;
    uint64_t *sum;        /* counts of all SPUs of the run */
    struct count *count;  /* the counts that are not 0 */
    unsigned char *bytes; /* room for all counts as one blob */
};

int night_bins_open(struct night_bins **out, struct night_db *db)
{
    size_t n = spe_cover_bins();
    struct night_bins *b = calloc(1, sizeof(*b));

    *out = b;
    if (b != NULL) {
        b->db = db;
        b->point = calloc(n, sizeof(*b->point));
        b->reader = spe_cover_reader_create();
        b->sum = calloc(n, sizeof(*b->sum));
        b->other = calloc(OTHERS, sizeof(*b->other));
        b->count = calloc(n + OTHERS, sizeof(*b->count));
        b->bytes = malloc((n + OTHERS) * 20);
    }
    if (b == NULL || !b->point || !b->reader || !b->sum || !b->other || !b->count || !b->bytes) {
        night_bins_close(b);
        *out = NULL;
        return night_fail(NIGHT_EXIT_ENVIRONMENT, "out of memory");
    }
    return NIGHT_EXIT_GOOD;
}

void night_bins_close(struct night_bins *b)
{
    if (b != NULL) {
        free(b->point);
        spe_cover_reader_destroy(b->reader);
        free(b->sum);
        free(b->other);
        free(b->count);
        free(b->bytes);
        free(b);
    }
}

size_t night_varint_put(unsigned char *dst, uint64_t value)
{
    size_t n = 0;

    for (; value > 0x7f; value >>= 7) {
        dst[n++] = (unsigned char)(value | 0x80);
    }
    dst[n++] = (unsigned char)value;
    return n;
}

size_t night_varint_get(const unsigned char *src, size_t n, uint64_t *value)
{
    *value = 0;
    for (size_t i = 0; i < n && i < 10; i++) {
        *value |= (uint64_t)(src[i] & 0x7f) << (7 * i);
        if ((src[i] & 0x80) == 0) {
            return i + 1;
        }
    }
    return 0;
}

static int64_t point_named(struct night_bins *b, const char *name)
{
    night_db_run(b->db, "INSERT OR IGNORE INTO point (name) VALUES (?)", "t", name);
    return night_db_value(b->db, 0, "SELECT id FROM point WHERE name = ?", "t", name);
}

static int64_t point_of(struct night_bins *b, size_t bin)
{
    if (b->point[bin] == 0) {
        b->point[bin] = point_named(b, spe_cover_bin_name(b->reader, bin));
    }
    return b->point[bin];
}

/* Find a name, or add it. The search begins at `at`, where the name was in the run before. NULL:
 * there are too many names, or the name is too long. */
static struct other *find_other(struct night_bins *b, const char *name, size_t at)
{
    for (size_t i = 0; i < b->others; i++) {
        struct other *o = &b->other[(at + i) % b->others];
        if (strcmp(o->name, name) == 0) {
            return o;
        }
    }
    if (b->others == OTHERS || strlen(name) >= sizeof(b->other->name)) {
        return NULL;
    }
    struct other *o = &b->other[b->others++];
    (void)snprintf(o->name, sizeof(o->name), "%s", name);
    o->point = point_named(b, name);
    return o;
}

/* Add the counts beside the bins. @return SPE_OK, or SPE_EIO with why: a count without room is an
 * error. */
static int add_counts(struct night_bins *b, const struct spe_cover_run *run,
                      char why[NIGHT_BINS_WHY])
{
    for (size_t i = 0; i < run->n_counts; i++) {
        struct other *o = find_other(b, run->counts[i].name, i);
        if (o == NULL) {
            (void)snprintf(why, NIGHT_BINS_WHY, "bins: no room for the count '%.100s'",
                           run->counts[i].name);
            return SPE_EIO;
        }
        o->sum += run->counts[i].count;
        o->there = true;
    }
    return SPE_OK;
}

static int by_point(const void *left, const void *right)
{
    int64_t a = ((const struct count *)left)->point, b = ((const struct count *)right)->point;

    return a < b ? -1 : a > b;
}

static void store(struct night_bins *b, int64_t run)
{
    size_t n = 0, bytes = 0;
    int64_t before = 0;

    for (size_t bin = 0; bin < spe_cover_bins(); bin++) {
        if (b->sum[bin] != 0) {
            b->count[n++] = (struct count){point_of(b, bin), b->sum[bin]};
        }
    }
    for (size_t i = 0; i < b->others; i++) {
        if (b->other[i].there) {
            b->count[n++] = (struct count){b->other[i].point, b->other[i].sum};
        }
    }
    qsort(b->count, n, sizeof(*b->count), by_point);
    for (size_t i = 0; i < n; i++) {
        bytes += night_varint_put(b->bytes + bytes, (uint64_t)(b->count[i].point - before));
        bytes += night_varint_put(b->bytes + bytes, b->count[i].count);
        before = b->count[i].point;
    }
    night_db_run(b->db, "INSERT OR REPLACE INTO run_bins (run, bins) VALUES (?, ?)", "ib", run,
                 b->bytes, bytes);
}

/* Add the counts of one SPU's file. @return SPE_OK, SPE_ENOENT (no such file), or another status
 * with why. */
static int add_file(struct night_bins *b, const char *dir, int spu, char config_hash[24],
                    char why[NIGHT_BINS_WHY])
{
    struct spe_cover_run run;
    struct spe_log_error err;
    char path[PATH_MAX];

    (void)snprintf(path, sizeof(path), spu == 0 ? "%s/bins" : "%s/spu%d/bins", dir, spu);
    if (access(path, F_OK) != 0 && errno == ENOENT) {
        return SPE_ENOENT;
    }
    int status = spe_cover_read(b->reader, path, &run, &err);
    if (status != SPE_OK) {
        (void)snprintf(why, NIGHT_BINS_WHY, "bins: %.200s", err.text);
        return SPE_EIO;
    }
    if (spu == 0) {
        (void)snprintf(config_hash, 24, "%016" PRIx64, run.config_hash);
    }
    for (size_t i = 0; i < run.n_met; i++) {
        b->sum[run.met[i].bin] += run.met[i].count;
    }
    return add_counts(b, &run, why);
}

bool night_bins_take(struct night_bins *b, int64_t run, const char *dir, char config_hash[24],
                     char why[NIGHT_BINS_WHY])
{
    int status = SPE_OK;
    bool any = false;

    config_hash[0] = '\0';
    memset(b->sum, 0, spe_cover_bins() * sizeof(*b->sum));
    for (size_t i = 0; i < b->others; i++) { /* after files that could not be read */
        b->other[i].there = false;
        b->other[i].sum = 0;
    }
    for (int spu = 0; spu < NIGHT_SPUS && status == SPE_OK; spu++) {
        status = add_file(b, dir, spu, config_hash, why);
        any = any || status == SPE_OK;
    }
    bool known = status == SPE_OK || status == SPE_ENOENT;
    if (known && any) {
        store(b, run);
    }
    return known;
}

size_t night_points(struct night_db *db, const char *table, const char *column)
{
    char sql[128];

    (void)snprintf(sql, sizeof(sql), "SELECT iif(min(%s) < 1, -1, max(%s)) FROM %s", column, column,
                   table);
    int64_t highest = night_db_value(db, 0, sql, "");
    if (highest < 0 || highest > POINTS) {
        night_db_fail(db, "a bin with a number that none can have");
        return 0;
    }
    return (size_t)highest + 1;
}

/* The sums of one configuration, by point. */
struct sum {
    int64_t night;
    char config[64];
    uint64_t *runs, *count;
    unsigned char *other; /* by point: it is no bin */
    size_t points;        /* the highest point + 1 */
};

static void flush(struct night_db *db, struct sum *s)
{
    static const char *const into[] = {
        "INSERT OR REPLACE INTO night_bins VALUES (?, ?, ?, ?, ?)",
        "INSERT OR REPLACE INTO night_counts VALUES (?, ?, ?, ?, ?)"};

    for (size_t p = 0; p < s->points; p++) {
        if (s->runs[p] != 0) {
            night_db_run(db, into[s->other[p]], "itiii", s->night, s->config, (int64_t)p,
                         (int64_t)s->runs[p], (int64_t)s->count[p]);
        }
    }
    memset(s->runs, 0, s->points * sizeof(*s->runs));
    memset(s->count, 0, s->points * sizeof(*s->count));
}

/* Add the blob of a run. @return whether it is a valid blob. */
static bool add_blob(struct sum *s, const unsigned char *bytes, size_t n)
{
    uint64_t point = 0, step = 0, count = 0;

    while (n > 0) {
        size_t a = night_varint_get(bytes, n, &step);
        size_t b = a != 0 ? night_varint_get(bytes + a, n - a, &count) : 0;
        if (b == 0 || step >= s->points - point) {
            return false;
        }
        point += step;
        s->runs[point]++;
        s->count[point] += count;
        bytes += a + b;
        n -= a + b;
    }
    return true;
}

static void sum_runs(struct night_db *db, struct sum *s)
{
    sqlite3_stmt *stmt = night_db_query(db,
                                        "SELECT config, bins FROM run JOIN run_bins ON run = id"
                                        " WHERE night = ? AND status = 'passed'"
                                        " AND origin <> 'sample' ORDER BY config",
                                        "i", s->night);

    while (night_db_row(db, stmt)) {
        const char *config = night_db_text(stmt, 0);
        if (strcmp(config, s->config) != 0) {
            flush(db, s);
            (void)snprintf(s->config, sizeof(s->config), "%s", config);
        }
        if (!add_blob(s, sqlite3_column_blob(stmt, 1), (size_t)sqlite3_column_bytes(stmt, 1))) {
            night_db_fail(db, "the bins of a run are damaged");
        }
    }
    flush(db, s);
}

static void find_others(struct night_db *db, struct sum *s)
{
    sqlite3_stmt *row = night_db_query(
        db, "SELECT id FROM point WHERE name GLOB 'check *' OR name GLOB 'fork *'", "");

    while (night_db_row(db, row)) {
        s->other[sqlite3_column_int64(row, 0)] = 1;
    }
}

void night_bins_sum(struct night_db *db, int64_t night)
{
    struct sum s = {.night = night, .points = night_points(db, "point", "id")};

    if (s.points == 0) {
        return;
    }
    s.runs = calloc(s.points, sizeof(*s.runs));
    s.count = calloc(s.points, sizeof(*s.count));
    s.other = calloc(s.points, sizeof(*s.other));
    night_db_run(db, "DELETE FROM night_bins WHERE night = ?", "i", night);
    night_db_run(db, "DELETE FROM night_counts WHERE night = ?", "i", night);
    if (s.runs != NULL && s.count != NULL && s.other != NULL) {
        find_others(db, &s);
        sum_runs(db, &s);
    } else {
        night_db_fail(db, "out of memory");
    }
    free(s.runs);
    free(s.count);
    free(s.other);
}
