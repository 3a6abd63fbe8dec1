/* SPDX-License-Identifier: Apache-2.0 */
#include "db.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "night.h"

enum {
    APPLICATION_ID = 0x53504e31, /* "SPN1": the file is a database of nights */
    BUSY_MS = 60000              /* how long to wait for another writer */
};

struct night_db {
    sqlite3 *sqlite;
    char *path;
    bool failed;
    bool no_room; /* a failure was lack of disk or memory */
};

static const char *const create_now[] = {
#include "schema.inc"
    NULL};

static const char *const migrate_1[] = {
#include "migrate_1.inc"
    NULL};

static const char *const migrate_2[] = {
#include "migrate_2.inc"
    NULL};

static const char *const migrate_3[] = {
#include "migrate_3.inc"
    NULL};

static const char *const migrate_4[] = {
#include "migrate_4.inc"
    NULL};

static const char *const migrate_5[] = {
#include "migrate_5.inc"
    NULL};

static const char *const migrate_6[] = {
#include "migrate_6.inc"
    NULL,
};
static const char *const *const migrations[] = {migrate_1, migrate_2, migrate_3,
                                                migrate_4, migrate_5, migrate_6};

const struct night_schema night_schema_now = {
    .version = 7, .create = create_now, .migrate = migrations};

void night_db_fail(struct night_db *db, const char *text)
{
    if (!db->failed && text != NULL) {
        night_say("%s: %s", db->path, text);
    }
    db->failed = true;
}

static void fail(struct night_db *db)
{
    const int code = sqlite3_errcode(db->sqlite);

    db->no_room |= code == SQLITE_FULL || code == SQLITE_IOERR || code == SQLITE_NOMEM;
    night_db_fail(db, sqlite3_errmsg(db->sqlite));
}

/* Join all lines; free() the result. NULL: no memory. */
static char *join(const char *const *lines)
{
    size_t bytes = 1;

    for (size_t i = 0; lines[i] != NULL; i++) {
        bytes += strlen(lines[i]);
    }
    char *text = malloc(bytes);
    char *end = text;
    for (size_t i = 0; text != NULL && lines[i] != NULL; i++) {
        size_t n = strlen(lines[i]);
        memcpy(end, lines[i], n);
        end += n;
    }
    if (text != NULL) {
        *end = '\0';
    }
    return text;
}

static void execute(struct night_db *db, const char *sql)
{
    if (!db->failed && sqlite3_exec(db->sqlite, sql, NULL, NULL, NULL) != SQLITE_OK) {
        fail(db);
    }
}

static void execute_lines(struct night_db *db, const char *const *lines)
{
    char *sql = join(lines);

    if (sql == NULL) {
        night_db_fail(db, "out of memory");
        return;
    }
    execute(db, sql);
    free(sql);
}

static void set_version(struct night_db *db, int version)
{
    char sql[96];

    (void)snprintf(sql, sizeof(sql), "PRAGMA application_id = %d; PRAGMA user_version = %d",
                   APPLICATION_ID, version);
    execute(db, sql);
}

/* Create the tables, or migrate them, under the writer's lock: another process may have done so
 * meanwhile. */
static void lift(struct night_db *db, const struct night_schema *schema)
{
    night_db_begin(db);
    int64_t version = night_db_value(db, 0, "PRAGMA user_version", "");
    if (version == 0) {
        execute_lines(db, schema->create);
        version = schema->version;
    }
    if (version > schema->version) {
        night_db_fail(db, "a newer program has lifted its schema meanwhile: use a newer tree");
    }
    for (; !db->failed && version < schema->version; version++) {
        execute_lines(db, schema->migrate[version - 1]);
    }
    set_version(db, schema->version);
    if (db->failed) {
        (void)sqlite3_exec(db->sqlite, "ROLLBACK", NULL, NULL, NULL);
    }
    night_db_commit(db);
}

/* @return 0, or the status after one line. */
static int check_version(struct night_db *db, enum night_db_mode mode,
                         const struct night_schema *schema)
{
    int64_t tables = night_db_value(db, 0, "SELECT count(*) FROM sqlite_master", "");
    int64_t id = night_db_value(db, 0, "PRAGMA application_id", "");
    int64_t version = night_db_value(db, 0, "PRAGMA user_version", "");

    if (db->failed) { /* the failure was printed already */
        return db->no_room ? NIGHT_EXIT_ENVIRONMENT : NIGHT_EXIT_USAGE;
    }
    if (tables != 0 && id != APPLICATION_ID) {
        return night_fail(NIGHT_EXIT_USAGE, "%s: a database of something else", db->path);
    }
    if (version > schema->version) {
        return night_fail(NIGHT_EXIT_USAGE,
                          "%s: schema %d is newer than the %d of this program: use a newer tree",
                          db->path, (int)version, schema->version);
    }
    if (mode == NIGHT_DB_READ && version < schema->version) {
        return night_fail(NIGHT_EXIT_USAGE, "%s: schema %d is older than %d: night migrate %s",
                          db->path, (int)version, schema->version, db->path);
    }
    return NIGHT_EXIT_GOOD;
}

static int prepare_file(struct night_db *db, enum night_db_mode mode,
                        const struct night_schema *schema)
{
    (void)sqlite3_busy_timeout(db->sqlite, BUSY_MS);
    int status = check_version(db, mode, schema);
    if (status != NIGHT_EXIT_GOOD || mode == NIGHT_DB_READ) {
        return status;
    }
    /* Files are removed from the disk once a commit holds their contents, so synchronous is FULL:
     * then no power cut loses a commit. It costs 3 to 8 ms, at most three times a second. WAL works
     * on one machine only (sim/nightly.sh checks that). Where the disk has no WAL, SQLite keeps its
     * rollback journal, which is as safe. */
    execute(db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
    if (night_db_value(db, 0, "PRAGMA user_version", "") < schema->version) {
        lift(db, schema);
    }
    return db->failed ? NIGHT_EXIT_ENVIRONMENT : NIGHT_EXIT_GOOD;
}

int night_db_open(struct night_db **out, const char *path, enum night_db_mode mode,
                  const struct night_schema *schema)
{
    struct night_db *db = calloc(1, sizeof(*db));
    int flags =
        mode == NIGHT_DB_READ ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;

    *out = NULL;
    if (db == NULL || (db->path = malloc(strlen(path) + 1)) == NULL) {
        free(db);
        return night_fail(NIGHT_EXIT_ENVIRONMENT, "out of memory");
    }
    memcpy(db->path, path, strlen(path) + 1);
    int status = mode == NIGHT_DB_READ ? NIGHT_EXIT_USAGE : NIGHT_EXIT_ENVIRONMENT;
    if (sqlite3_open_v2(path, &db->sqlite, flags, NULL) != SQLITE_OK) {
        fail(db);
    } else {
        status = prepare_file(db, mode, schema);
    }
    if (status != NIGHT_EXIT_GOOD) {
        (void)night_db_close(db);
        return status;
    }
    *out = db;
    return NIGHT_EXIT_GOOD;
}

int night_db_close(struct night_db *db)
{
    int status = NIGHT_EXIT_GOOD;

    if (db != NULL) {
        status = db->failed ? NIGHT_EXIT_ENVIRONMENT : NIGHT_EXIT_GOOD;
        (void)sqlite3_close(db->sqlite);
        free(db->path);
        free(db);
    }
    return status;
}

bool night_db_failed(const struct night_db *db)
{
    return db->failed;
}

void night_db_begin(struct night_db *db)
{
    sqlite3_stmt *at = NULL;

    while (!db->failed && (at = sqlite3_next_stmt(db->sqlite, at)) != NULL) {
        if (sqlite3_stmt_busy(at)) {
            night_db_fail(db, "a transaction begins beside a read that goes on");
        }
    }
    execute(db, "BEGIN IMMEDIATE");
}

void night_db_commit(struct night_db *db)
{
    execute(db, "COMMIT");
}

static int bind(sqlite3_stmt *stmt, int at, char type, va_list *args)
{
    const void *bytes = NULL;

    switch (type) {
    case 'i':
        return sqlite3_bind_int64(stmt, at, va_arg(*args, int64_t));
    case 't':
        return sqlite3_bind_text(stmt, at, va_arg(*args, const char *), -1, SQLITE_STATIC);
    default:
        bytes = va_arg(*args, const void *);
        return sqlite3_bind_blob64(stmt, at, bytes, va_arg(*args, size_t), SQLITE_STATIC);
    }
}

static sqlite3_stmt *prepare(struct night_db *db, const char *sql, const char *types, va_list *args)
{
    sqlite3_stmt *stmt = NULL;

    if (db->failed) {
        return NULL;
    }
    int status = sqlite3_prepare_v2(db->sqlite, sql, -1, &stmt, NULL);
    for (int i = 0; status == SQLITE_OK && types[i] != '\0'; i++) {
        status = bind(stmt, i + 1, types[i], args);
    }
    if (status != SQLITE_OK) {
        fail(db);
        (void)sqlite3_finalize(stmt);
        return NULL;
    }
    return stmt;
}

sqlite3_stmt *night_db_query(struct night_db *db, const char *sql, const char *types, ...)
{
    va_list args;

    va_start(args, types);
    sqlite3_stmt *stmt = prepare(db, sql, types, &args);
    va_end(args);
    return stmt;
}

bool night_db_row(struct night_db *db, sqlite3_stmt *stmt)
{
    if (stmt == NULL) {
        return false;
    }
    /* If the last row's text had no room, SQLite returned an empty one. */
    if (sqlite3_errcode(db->sqlite) == SQLITE_NOMEM) {
        fail(db);
    }
    int status = db->failed ? SQLITE_DONE : sqlite3_step(stmt);
    if (status == SQLITE_ROW) {
        return true;
    }
    if (status != SQLITE_DONE) {
        fail(db);
    }
    (void)sqlite3_finalize(stmt);
    return false;
}

int night_db_run(struct night_db *db, const char *sql, const char *types, ...)
{
    va_list args;

    va_start(args, types);
    sqlite3_stmt *stmt = prepare(db, sql, types, &args);
    va_end(args);
    if (stmt == NULL) {
        return 0;
    }
    while (night_db_row(db, stmt)) {
    }
    return db->failed ? 0 : sqlite3_changes(db->sqlite);
}

int64_t night_db_value(struct night_db *db, int64_t none, const char *sql, const char *types, ...)
{
    va_list args;

    va_start(args, types);
    sqlite3_stmt *stmt = prepare(db, sql, types, &args);
    va_end(args);
    int64_t value = none;
    if (night_db_row(db, stmt)) {
        if (sqlite3_column_type(stmt, 0) != SQLITE_NULL) {
            value = sqlite3_column_int64(stmt, 0);
        }
        (void)sqlite3_finalize(stmt);
    }
    return value;
}

int64_t night_db_last(const struct night_db *db)
{
    return sqlite3_last_insert_rowid(db->sqlite);
}

const char *night_db_text(sqlite3_stmt *stmt, int column)
{
    const unsigned char *text = sqlite3_column_text(stmt, column);

    return text != NULL ? (const char *)text : "";
}
