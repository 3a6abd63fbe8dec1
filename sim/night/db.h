/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_DB_H
#define NIGHT_DB_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

/**
 * The database of nights. The first failure of a handle is printed as one line on stderr and stays:
 * what is called later does nothing, and night_db_close() tells. So callers ask once, at the end.
 */
struct night_db;

enum night_db_mode {
    NIGHT_DB_READ, /* it must be there, and of this program's version */
    NIGHT_DB_WRITE /* made if there is none, migrated if it is older */
};

/* How a version of the schema comes to be. */
struct night_schema {
    int version;
    const char *const *create;         /* lines of SQL, behind the last one NULL */
    const char *const *const *migrate; /* migrate[N - 1]: lines that make N + 1 of N */
};

/** The schema of this program (sim/night/schema.sql). */
extern const struct night_schema night_schema_now;

/**
 * Open the file at `path`. A file of another program and a schema that is newer than this program
 * knows are refused; so is a database that is damaged.
 * @return 0 and *out, or after one line NIGHT_EXIT_USAGE (not to be read: what it is), or
 * NIGHT_EXIT_ENVIRONMENT.
 */
int night_db_open(struct night_db **out, const char *path, enum night_db_mode mode,
                  const struct night_schema *schema);

/** Close; NULL is accepted. @return 0, or NIGHT_EXIT_ENVIRONMENT when anything has failed. */
int night_db_close(struct night_db *db);

/** A failure that is not SQLite's: with `text`, unless it is NULL (it was said), as one line, and
 * as any other it stays. */
void night_db_fail(struct night_db *db, const char *text);

/** Has anything failed? */
bool night_db_failed(const struct night_db *db);

/**
 * A transaction, which takes the place of the writer at once. It must not begin while a
 * night_db_row() of this handle has rows to come, nor may anything else be written then: that read
 * holds its state of the database, and where another process has written since SQLite does not wait
 * (SQLITE_BUSY_SNAPSHOT). A begin so has failed, whether there is another process or not.
 */
void night_db_begin(struct night_db *db);
void night_db_commit(struct night_db *db);

/**
 * A statement with its values. `types` has a letter for each `?`: `i` int64_t, `t` text (NULL is
 * NULL), `b` bytes (pointer, then size_t). Texts and bytes must live until the statement is done.
 * @return what night_db_row() takes; NULL after a failure, which it accepts.
 */
sqlite3_stmt *night_db_query(struct night_db *db, const char *sql, const char *types, ...);

/** The next row? At the end, and after a failure, the statement is done with and false comes. */
bool night_db_row(struct night_db *db, sqlite3_stmt *stmt);

/** Run a statement to its end. @return rows that it has changed. */
int night_db_run(struct night_db *db, const char *sql, const char *types, ...);

/** The first column of the first row; `none` if there is no row, or it is NULL. */
int64_t night_db_value(struct night_db *db, int64_t none, const char *sql, const char *types, ...);

/** The row that was inserted last. */
int64_t night_db_last(const struct night_db *db);

/** Text of a column, never NULL. It lives until the next row. */
const char *night_db_text(sqlite3_stmt *stmt, int column);

#endif
