/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>

#include "log_sql.h"

/* Prints rows as text that sqlite3 reads. */

static const char schema[] =
    "CREATE TABLE log (\n"
    "  name TEXT,             -- of the session\n"
    "  configuration TEXT,\n"
    "  taps INTEGER,          -- sum of SPE_TAP_*\n"
    "  test TEXT,             -- of the run, NULL: it has not ended\n"
    "  seed INTEGER\n"
    ");\n"
    "CREATE TABLE txn (\n"
    "  n INTEGER PRIMARY KEY, -- place in the log, from 0\n"
    "  cycle INTEGER,\n"
    "  seq INTEGER,           -- n, but where the monitors have miscounted\n"
    "  kind TEXT,             -- as in --kind\n"
    "  words TEXT             -- as --decode prints them\n"
    ");\n"
    "CREATE TABLE access (\n"
    "  n INTEGER PRIMARY KEY, -- its transaction\n"
    "  cycle INTEGER,\n"
    "  member INTEGER,        -- members of the population before it\n"
    "  register TEXT,         -- that it names; NULL: none of the extension\n"
    "  direction TEXT,        -- read, write\n"
    "  outcome TEXT,          -- OK, or why not\n"
    "  value TEXT             -- 0x and 16 digits\n"
    ");\n"
    "CREATE TABLE field (\n"
    "  n INTEGER,             -- its access, of outcome OK\n"
    "  name TEXT,             -- E1SPE\n"
    "  value INTEGER,         -- of an address (LIMIT, PTR) a text\n"
    "  meaning TEXT           -- in words, NULL: the number says it\n"
    ");\n"
    "CREATE TABLE operation (\n"
    "  number INTEGER PRIMARY KEY, -- samples taken, from 1\n"
    "  member INTEGER,        -- of the population, from 1\n"
    "  tag INTEGER,\n"
    "  pc TEXT,\n"
    "  op INTEGER,            -- CLASS << 8 | payload of Operation Type\n"
    "  class TEXT,            -- in words\n"
    "  context TEXT,          -- Non-secure EL0\n"
    "  selected INTEGER,      -- cycles; NULL: it has not come\n"
    "  issued INTEGER,\n"
    "  completed INTEGER,\n"
    "  ended INTEGER,\n"
    "  ending TEXT,           -- retire, exception, squash, nonarch, replay\n"
    "  total INTEGER,         -- latencies as recorded\n"
    "  issue INTEGER,\n"
    "  translation INTEGER,\n"
    "  kept INTEGER           -- 1: by the filters, 0: rejected, NULL: not asked\n"
    ");\n"
    "CREATE TABLE event (\n"
    "  operation INTEGER,\n"
    "  name TEXT              -- retired\n"
    ");\n"
    "CREATE TABLE record (\n"
    "  number INTEGER PRIMARY KEY, -- records predicted, from 1\n"
    "  operation INTEGER,\n"
    "  bytes INTEGER,\n"
    "  va TEXT,               -- of its first byte, NULL: no byte has come\n"
    "  made INTEGER,          -- cycles\n"
    "  queued INTEGER,\n"
    "  started INTEGER,       -- first burst or data\n"
    "  written INTEGER,       -- last response\n"
    "  lost INTEGER,          -- to an event, a disabled buffer, a reset\n"
    "  lost_rule TEXT         -- of sim/rules.tsv, or that the SPU has not written it\n"
    ");\n"
    "CREATE TABLE link (\n"
    "  operation INTEGER,\n"
    "  n INTEGER              -- a transaction of it, or of its record\n"
    ");\n"
    "CREATE TABLE finding (\n"
    "  number INTEGER PRIMARY KEY,\n"
    "  n INTEGER,             -- the transaction at which it came\n"
    "  cycle INTEGER,\n"
    "  name TEXT,             -- of the check\n"
    "  place TEXT,\n"
    "  text TEXT,\n"
    "  expected TEXT,\n"
    "  actual TEXT,\n"
    "  section TEXT,          -- that decides\n"
    "  record INTEGER         -- that it is of, NULL: of none\n"
    ");\n";

const char *log_sql_schema(void)
{
    return schema;
}

struct sql_row log_sql_begin(const char *table)
{
    printf("INSERT INTO %s VALUES (", table);
    return (struct sql_row){0};
}

static void next(struct sql_row *row)
{
    if (row->columns++ != 0) {
        putchar(',');
    }
}

void log_sql_number(struct sql_row *row, uint64_t value)
{
    next(row);
    printf("%" PRId64, (int64_t)value);
}

void log_sql_when(struct sql_row *row, uint64_t cycle)
{
    if (cycle == SQL_NEVER) {
        log_sql_text(row, NULL);
    } else {
        log_sql_number(row, cycle);
    }
}

void log_sql_address(struct sql_row *row, uint64_t value)
{
    next(row);
    printf("'0x%016" PRIx64 "'", value);
}

void log_sql_text(struct sql_row *row, const char *text)
{
    next(row);
    if (text == NULL) {
        fputs("NULL", stdout);
        return;
    }
    putchar('\'');
    for (; *text != '\0'; text++) {
        if (*text == '\'') {
            putchar('\'');
        }
        putchar(*text);
    }
    putchar('\'');
}

void log_sql_end(void)
{
    puts(");");
}
