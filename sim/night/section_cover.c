/* SPDX-License-Identifier: Apache-2.0
 *
 * Coverage compared with the night before: bins of functional coverage, points of the code.
 */
#include "section.h"

/* Which bins a configuration can meet is not known if its file has changed since, or if it belongs
 * to a command. */
const struct night_section night_section_bin_sums = {
    .key = "bins",
    .group = "Functional coverage",
    .title = "Bins met on each configuration, against the last whole night",
    .none = "No run of this night has left a bin, or the night has no end yet.",
    .sql = "SELECT d.config, sum(now) AS met, i.can, i.can - sum(now AND c.name NOT NULL) AS open,"
           " iif(known, sum(was), NULL) AS before, iif(known, sum(now > was), NULL) AS won,"
           " iif(known, ifnull(sum(m.state = 'lost'), 0), NULL) AS lost,"
           " iif(known, ifnull(sum(m.state = 'chance'), 0), NULL) AS by_chance"
           " FROM (SELECT b.config, b.point,"
           "  t.before <> 0 AS known, max(b.night = t.id) AS now,"
           "  max(b.night = t.before) AS was FROM tonight t"
           "  JOIN night_bins b ON b.night IN (t.id, t.before) AND b.count > 0"
           "  GROUP BY b.config, b.point) d JOIN point p ON p.id = d.point"
           " LEFT JOIN possible_in c ON (c.config, c.name) = (d.config, p.name)"
           " LEFT JOIN bin_missed m ON (m.config, m.point) = (d.config, d.point) LEFT JOIN"
           " (SELECT config, count(*) AS can FROM possible_in GROUP BY config) i"
           "  ON i.config = d.config GROUP BY d.config ORDER BY d.config",
    .most = 100,
    .columns = {{"Configuration", NIGHT_CODE},
                {"Met", NIGHT_NUMBER},
                {"Can be met", NIGHT_NUMBER},
                {"Open", NIGHT_NUMBER},
                {"Night before", NIGHT_NUMBER},
                {"Won", NIGHT_NUMBER},
                {"Lost", NIGHT_NUMBER},
                {"Missed by chance", NIGHT_NUMBER}}};

const struct night_section night_section_played_less = {
    .key = "played_less",
    .title =
        "Half as many runs passed as in the night before, or fewer: bins may be missed for that",
    .sql = "SELECT b.config, ifnull(n.runs, 0) AS runs, b.runs AS before FROM tonight t"
           " JOIN bin_runs b ON b.night = t.before LEFT JOIN bin_runs n ON n.night = t.id"
           "  AND n.config = b.config WHERE 2 * ifnull(n.runs, 0) <= b.runs ORDER BY b.config",
    .most = 100,
    .columns = {{"Configuration", NIGHT_CODE},
                {"Runs that passed", NIGHT_NUMBER},
                {"Night before", NIGHT_NUMBER}}};

const struct night_section night_section_bins_open = {
    .key = "bins_open",
    .title = "Open by name: not met in this night on configurations that can meet them",
    .sql = "WITH met AS MATERIALIZED (SELECT b.config, p.name FROM tonight t"
           "  JOIN night_bins b ON b.night = t.id AND b.count > 0 JOIN point p ON p.id = b.point)"
           " SELECT i.name AS bin, group_concat(i.config, ' ') AS configs,"
           " CASE WHEN i.name IN (SELECT name FROM met) THEN 'on other configurations'"
           "  ELSE 'nowhere' END AS other FROM possible_in i"
           " WHERE (i.config, i.name) NOT IN (SELECT config, name FROM met)"
           " GROUP BY i.name ORDER BY other DESC, bin",
    .most = 200,
    .fold = true,
    .columns = {{"Bin", NIGHT_CODE}, {"Configurations", NIGHT_CODE}, {"Met tonight", NIGHT_TEXT}}};

/* SQL: bins of the night before that this night has missed, with this state (missed.h). */
#define MISSED(state)                                                                              \
    "SELECT p.name AS bin, group_concat(m.config, ' ') AS configs, sum(m.met) AS runs,"            \
    " CASE WHEN EXISTS (SELECT 1 FROM night_bins e, tonight t WHERE e.night = t.id"                \
    "  AND e.point = m.point AND e.count > 0) THEN 'on other configurations'"                      \
    "  ELSE 'nowhere' END AS other FROM bin_missed m JOIN point p ON p.id = m.point"               \
    " WHERE m.state = '" state "' GROUP BY m.point ORDER BY other DESC, p.name"

const struct night_section night_section_bins_lost = {
    .key = "bins_lost",
    .title = "Lost: met in the night before, not in this one, which is no chance",
    .sql = MISSED("lost"),
    .most = 200,
    .columns = {{"Bin", NIGHT_CODE},
                {"Configurations", NIGHT_CODE},
                {"Runs that met it", NIGHT_NUMBER},
                {"Met tonight", NIGHT_TEXT}}};

const struct night_section night_section_bins_chance = {
    .key = "bins_by_chance",
    .title =
        "Not met tonight, by chance: so many runs miss them in one night of 100, or more often",
    .sql = MISSED("chance"),
    .most = 200,
    .fold = true,
    .columns = {{"Bin", NIGHT_CODE},
                {"Configurations", NIGHT_CODE},
                {"Runs that met it", NIGHT_NUMBER},
                {"Met tonight", NIGHT_TEXT}}};

const struct night_section night_section_bins_won = {
    .key = "bins_won",
    .title = "Won: met in this night, not in the one before",
    .sql = "SELECT p.name AS bin, group_concat(b.config, ' ') AS configs, sum(b.runs) AS runs,"
           " CASE WHEN EXISTS (SELECT 1 FROM night_bins e WHERE e.night = t.before"
           "  AND e.point = b.point AND e.count > 0) THEN 'on other configurations'"
           "  ELSE 'nowhere' END AS other FROM tonight t"
           " JOIN night_bins b ON b.night = t.id AND b.count > 0"
           " LEFT JOIN night_bins o ON o.night = t.before AND o.config = b.config"
           "  AND o.point = b.point AND o.count > 0 JOIN point p ON p.id = b.point"
           " WHERE o.point IS NULL AND t.before <> 0 GROUP BY b.point"
           " ORDER BY other DESC, p.name",
    .most = 200,
    .columns = {{"Bin", NIGHT_CODE},
                {"Configurations", NIGHT_CODE},
                {"Runs that met it", NIGHT_NUMBER},
                {"Met before", NIGHT_TEXT}}};

/* SQL: the same point in the last night before that counted the code, if that night has it. */
#define BEFORE                                                                                     \
    " LEFT JOIN code_point o ON (o.night, o.kind, o.file, o.line, o.name)"                         \
    " = (t.counted_before, n.kind, n.file, n.line, n.name)"

const struct night_section night_section_code_sums = {
    .key = "code",
    .group = "Code coverage",
    .title = "Points of the code (COV=1)",
    .none = "Not measured in this night.",
    .sql = "SELECT n.kind, count(*) AS points, sum(n.hits > 0) AS hit,"
           " sum(n.waiver IS NOT NULL) AS waived,"
           " sum(n.hits = 0 AND n.waiver IS NULL) AS open,"
           " sum(n.hits = 0 AND n.waiver IS NULL AND ifnull(o.hits, 0) > 0) AS lost,"
           " CASE WHEN sum(n.waiver IS NULL) = 0 THEN '-' ELSE printf('%.2f %%',"
           "  100.0 * sum(n.hits > 0 AND n.waiver IS NULL) / sum(n.waiver IS NULL)) END AS reached"
           " FROM tonight t JOIN code_point n ON n.night = t.id" BEFORE
           " GROUP BY n.kind ORDER BY n.kind LIKE 'c-%', n.kind",
    .most = 20,
    .columns = {{"Kind", NIGHT_CODE},
                {"Points", NIGHT_NUMBER},
                {"Hit", NIGHT_NUMBER},
                {"Waived", NIGHT_NUMBER},
                {"Open", NIGHT_NUMBER},
                {"Lost", NIGHT_NUMBER},
                {"Hit of those not waived", NIGHT_NUMBER}}};

const struct night_section night_section_code_lost = {
    .key = "code_lost",
    .title = "Lost: hit in the last night that counted, not in this one",
    .sql = "SELECT n.kind, n.file, n.line, n.name FROM tonight t"
           " JOIN code_point n ON n.night = t.id AND n.hits = 0 AND n.waiver IS NULL" BEFORE
           " WHERE o.hits > 0 ORDER BY n.kind, n.file, n.line, n.name",
    .most = 200,
    .columns = {
        {"Kind", NIGHT_CODE}, {"File", NIGHT_CODE}, {"Line", NIGHT_NUMBER}, {"Point", NIGHT_CODE}}};

const struct night_section night_section_code_waivers = {
    .key = "code_waivers_hit",
    .title = "Waived as never reached, and hit",
    .sql = "SELECT kind, file, line, name, hits, waiver FROM code_point, tonight"
           " WHERE night = tonight.id AND waiver IS NOT NULL AND hits > 0 AND kind <> 'cover'"
           " ORDER BY kind, file, line, name",
    .most = 200,
    .columns = {{"Kind", NIGHT_CODE},
                {"File", NIGHT_CODE},
                {"Line", NIGHT_NUMBER},
                {"Point", NIGHT_CODE},
                {"Hits", NIGHT_NUMBER},
                {"Reason of the waiver", NIGHT_TEXT}}};
