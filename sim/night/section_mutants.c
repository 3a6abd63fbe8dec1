/* SPDX-License-Identifier: Apache-2.0
 *
 * Sections about the mutants of the RTL that nights have played (mutants.h): the ones that no check
 * has killed, and the outcomes of all.
 */
#include "section.h"

/* SQL, for a row of `qualified` and `place`: the command that judges the mutant with all tests, on
 * the configuration of the night. */
#define JUDGE                                                                                      \
    "printf('cd %s && mkdir -p %s/qualify && echo %s >%s/qualify/%s.key && make qualify%s'"        \
    " || ' CONFIG=%s LIST=%s/qualify/%s.key', place.tree, place.build, key, place.build, key,"     \
    " iif(place.build = 'build', '', ' O=' || place.build), config, place.build, key)"

const struct night_section night_section_survivors = {
    .key = "survivors",
    .group = "Qualified",
    .title = "New survivors: mutants of the RTL that no check has killed tonight",
    .none = "None.",
    .sql = "SELECT key, module, q.place, operator, expression, outcome, " JUDGE " AS judge"
           " FROM qualified q JOIN place JOIN tonight t ON t.id = q.night WHERE state = 'survivor'"
           " AND since = t.id ORDER BY module, key",
    .most = 200,
    .columns = {{"Key", NIGHT_CODE},
                {"Module", NIGHT_CODE},
                {"Place", NIGHT_CODE},
                {"Operator", NIGHT_TEXT},
                {"Expression", NIGHT_CODE},
                {"Outcome", NIGHT_TEXT},
                {"Judge it", NIGHT_COMMAND}}};

const struct night_section night_section_survivors_known = {
    .key = "survivors_known",
    .title = "Survivors of earlier nights, and what is not judged to the end",
    .none = "None.",
    .sql = "SELECT key, module, q.place, operator, expression, outcome, n.date AS since,"
           " " JUDGE " AS judge FROM qualified q JOIN place JOIN tonight t"
           " JOIN night n ON n.id = ifnull(q.since, q.night) WHERE state = 'open'"
           " OR (state = 'survivor' AND since <> t.id) ORDER BY module, key",
    .most = 200,
    .fold = true,
    .columns = {{"Key", NIGHT_CODE},
                {"Module", NIGHT_CODE},
                {"Place", NIGHT_CODE},
                {"Operator", NIGHT_TEXT},
                {"Expression", NIGHT_CODE},
                {"Outcome", NIGHT_TEXT},
                {"Since", NIGHT_TEXT},
                {"Judge it", NIGHT_COMMAND}}};

#define SUMS                                                                                       \
    "count(*) AS mutants, ifnull(sum(state = 'killed'), 0) AS killed,"                             \
    " ifnull(sum(state = 'waived'), 0) AS waived,"                                                 \
    " ifnull(sum(state = 'survivor'), 0) AS survivors, ifnull(sum(state = 'open'), 0) AS open"

const struct night_section night_section_slice = {
    .key = "slice",
    .title = "Tonight",
    .none = "This night was not asked to play any (QUALIFY).",
    .sql = "SELECT s.config, count(q.key) AS mutants, ifnull(sum(state = 'killed'), 0) AS killed,"
           " s.cpu_ms, s.budget_ms, s.why FROM tonight t JOIN slice s ON s.night = t.id"
           " LEFT JOIN qualified q ON q.night = t.id GROUP BY t.id",
    .most = 1,
    .columns = {{"Configuration", NIGHT_CODE},
                {"Mutants", NIGHT_NUMBER},
                {"Killed by a check", NIGHT_NUMBER},
                {"Processor time", NIGHT_TIME},
                {"Of", NIGHT_TIME},
                {"Why none was played", NIGHT_TEXT}}};

const struct night_section night_section_mutants = {
    .key = "mutants",
    .title = "All nights so far, by module: each mutant as it was left last",
    .none = "No night has played a mutant yet.",
    .sql = "SELECT module, " SUMS " FROM qualified GROUP BY module UNION ALL SELECT 'all', " SUMS
           " FROM qualified HAVING count(*) > 0",
    .most = 100,
    .columns = {{"Module", NIGHT_CODE},
                {"Mutants", NIGHT_NUMBER},
                {"Killed by a check", NIGHT_NUMBER},
                {"Waived", NIGHT_NUMBER},
                {"Survivors", NIGHT_NUMBER},
                {"Not judged to the end", NIGHT_NUMBER}}};
