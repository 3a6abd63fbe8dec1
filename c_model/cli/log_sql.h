/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_LOG_SQL_H
#define SPE_CLI_LOG_SQL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "log_items.h"

/** The statements that create the tables; a comment explains each column. */
const char *log_sql_schema(void);

/** A row under construction: its values are printed one by one. */
struct sql_row {
    unsigned columns;
};

/** Print a row of a table as a statement: begin, a value for each column, end. A text may be NULL.
 * An address is a text of 16 digits, so that it sorts. A cycle of SQL_NEVER is NULL. @{ */
#define SQL_NEVER UINT64_MAX
struct sql_row log_sql_begin(const char *table);
void log_sql_number(struct sql_row *row, uint64_t value);
void log_sql_when(struct sql_row *row, uint64_t cycle);
void log_sql_address(struct sql_row *row, uint64_t value);
void log_sql_text(struct sql_row *row, const char *text);
void log_sql_end(void);
/** @} */

/** Collects from the journal what the rows of operations and records need, until they are printed.
 */
struct log_story;

/** Make room for that many operations and records. @return NULL: no memory. */
struct log_story *log_story_new(size_t operations, size_t records);
void log_story_free(struct log_story *story);

/** Take an entry of the journal. */
void log_story_take(struct log_story *story, const struct spe_journal_entry *entry);

/** Print the rows of operations, their events, and records. */
void log_story_print(const struct log_story *story, const struct spe_config *cfg);

#endif
