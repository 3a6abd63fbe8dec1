/* SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>

#include "commands.h"
#include "db.h"

static int migrate(int argc, char **argv)
{
    static const struct night_option options[] = {{0}};
    struct night_db *db = NULL;

    if (night_options(argc, argv, options, 1, 1) < 0) {
        return NIGHT_EXIT_USAGE;
    }
    int status = night_db_open(&db, argv[0], NIGHT_DB_WRITE, &night_schema_now);
    int closed = night_db_close(db);
    return status != NIGHT_EXIT_GOOD ? status : closed;
}

const struct night_command night_command_migrate = {
    "migrate", "make a database, or lift one to the schema of this program",
    "usage: night migrate DB\n"
    "Status: 0; 2 a schema that is newer, or no database of nights; 4 it cannot be written.\n",
    migrate};
