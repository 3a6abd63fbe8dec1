/* SPDX-License-Identifier: Apache-2.0
 *
 * Section about the soak (soak.h): what the fresh seeds of all nights have played without a false
 * alarm.
 */
#include "section.h"

const struct night_section night_section_soak = {
    .key = "soak",
    .group = "Soak",
    .title = "Fresh seeds of all nights, to 10,000,000,000 operations and 50,000,000 records",
    .none = "No fresh seed has passed yet.",
    .sql = "SELECT config, sum(runs) AS runs, sum(ops) AS operations, sum(records) AS records,"
           " printf('%.1f %%', 100.0 * sum(ops) / (SELECT sum(ops) FROM soak)) AS share_operations,"
           " printf('%.1f %%', 100.0 * sum(records) / (SELECT sum(records) FROM soak))"
           "  AS share_records, sum(failed) AS failed"
           " FROM soak GROUP BY config UNION ALL SELECT 'all', sum(runs), sum(ops), sum(records),"
           " '', '', sum(failed) FROM soak HAVING count(*) > 0",
    .most = 100,
    .columns = {{"Configuration", NIGHT_CODE},
                {"Runs", NIGHT_NUMBER},
                {"Operations", NIGHT_NUMBER},
                {"Records compared", NIGHT_NUMBER},
                {"Of all operations", NIGHT_TEXT},
                {"Of all records", NIGHT_TEXT},
                {"Failed", NIGHT_NUMBER}}};
