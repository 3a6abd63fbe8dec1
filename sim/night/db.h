/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_DB_H
#define NIGHT_DB_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

/**
 * The database of nights. The first failure of a handle is printed as one line on stderr and
 * remembered: later calls do nothing, and night_db_close() returns it. So callers check only once,
 * at the end.
 */
struct night_db;

enum night_db_mode {
    NIGHT_DB_READ, /* must exist, with this program's schema version */
    NIGHT_DB_WRITE /* created if missing, migrated if older */
};

/* How a version of the schema is made. */
struct night_schema {
    int version;
    const char *const *create;         /* lines of SQL, ended by NULL */
    const char *const *const *migrate; /* migrate[N - 1]: lines that lift version N to N + 1 */
};

/** The schema of this program (sim/night/schema.sql). */
extern const struct night_schema night_schema_now;

/**
 * Open the file at `path`. Refused are the file of another program, a schema newer than this
 * program knows, and a damaged database.
 * @return 0 and *out; or after one line NIGHT_EXIT_USAGE (the file cannot be read as a database of
 * nights) or NIGHT_EXIT_ENVIRONMENT.
 */
int night_db_open(struct night_db **out, const char *path, enum night_db_mode mode,
                  const struct night_schema *schema);

/** Close; NULL is accepted. @return 0, or NIGHT_EXIT_ENVIRONMENT if anything has failed. */
int night_db_close(struct night_db *db);

/** Note a failure outside SQLite. `text` is printed as one line; NULL: it was printed already. The
 * failure is remembered as any other one. */
void night_db_fail(struct night_db *db, const char *text);

/** Whether anything has failed. */
bool night_db_failed(const struct night_db *db);

/**
 * Begin a transaction as the writer, at once. Meanwhile no night_db_row() of this handle may have
 * rows left: such a read keeps its state of the database. If another process has written since,
 * SQLite would fail without waiting (SQLITE_BUSY_SNAPSHOT). Therefore beginning during a read
 * always fails. Nor may anything else be written during such a read.
 */
void night_db_begin(struct night_db *db);
void night_db_commit(struct night_db *db);

/**
 * Prepare a statement with its values. `types` has a letter for each `?`: `i` int64_t, `t` text
 * (NULL is NULL), `b` bytes (pointer, then size_t). Texts and bytes must live until the statement
 * is done.
 * @return the statement for night_db_row(); NULL after a failure, which night_db_row() accepts.
 */
sqlite3_stmt *night_db_query(struct night_db *db, const char *sql, const char *types, ...);

/** Go to the next row. @return false at the end and after a failure; the statement is then freed.
 */
bool night_db_row(struct night_db *db, sqlite3_stmt *stmt);

/** Run a statement to its end. @return number of changed rows. */
int night_db_run(struct night_db *db, const char *sql, const char *types, ...);

/** The first column of the first row; `none` if there is no row or the column is NULL. */
int64_t night_db_value(struct night_db *db, int64_t none, const char *sql, const char *types, ...);

/** The row id of the last insert. */
int64_t night_db_last(const struct night_db *db);

/** The text of a column, never NULL. It lives until the next row. */
const char *night_db_text(sqlite3_stmt *stmt, int column);

#endif
