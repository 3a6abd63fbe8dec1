#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# testplan.sh [open]: check sim/testplan.csv against the tests, in SQL, in both directions, and
# sim/rules.tsv against what its columns name. Tests are the rows of sim/tests.tsv, the unit tests,
# the scripts of dpi/test and tb/test, toy (tb/toy/test.sh), cli (c_model/test/cli) and cases
# (c_model/test/cases). With `open`, list the rules that no fault breaks and no test refuses: id,
# bins, reason.
# RULES, FAULTS: files instead of sim/rules.tsv, sim/faults/list.tsv, to show that wrong ones are
# refused.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# = 0 ] || [ "$*" = open ] || die 2 "usage: sim/testplan.sh [open]"
faults=${FAULTS:-sim/faults/list.tsv} rules=${RULES:-sim/rules.tsv}
if [ $# = 1 ]; then
    awk -F'\t' -v OFS='\t' '$7 ~ /^none: /{ print $1, $5 == "-" ? "no bin" : $5, substr($7, 7) }' "$rules"
    exit
fi
whole sim/tests.tsv "$faults"
command -v sqlite3 >/dev/null || { echo "sqlite3 not found"; exit 77; }
work=$(mktemp -d) || exit 4
trap 'rm -rf "$work"' EXIT
"$CC" -std=c11 -Ic_model/include -Ic_model/members -Ic_model/src sim/bins.c c_model/src/cover/table.c -o "$work/bins" || exit 4

{
    grep -v '^#' sim/tests.tsv | cut -f1
    find c_model/test dpi/test tb/test sim/night/test sim/closure/test sim/shrink/test -name 'test_*.c' -o -name 'test_*.cpp' -o -path 'dpi/test/*.sh' -o -path 'tb/test/*.sh' 2>/dev/null |
        sed 's#.*/##; s#\.[a-z]*$##'
    [ -f tb/toy/test.sh ] && echo toy
    find c_model/test/cases -name '*.cases' | sed 's#.*/#cases/#; s#\.cases$##'
    find c_model/test/cli -name '*.sh' ! -name run.sh ! -name '*lib.sh' 2>/dev/null | sed 's#.*/#cli/#; s#\.sh$##'
} | sort -u >"$work/tests"
# What the columns of sim/rules.tsv may name: checks, bins, tests; faults with their check and test.
{
    { sed -nE 's/^SPE_CHECK\([A-Z_]+, *"([^"]+)".*/\1/p' c_model/include/spe/checks.def; echo config; } | sed 's/^/checks\t/'
    sed 's/^/tests\t/' "$work/tests"
    { awk -F'\t' '!/^#/ { print $1 }' "$faults" && cat "$work/tests"; } | sort -u | sed 's/^/bad\t/'
} >"$work/names"
"$work/bins" | sed 's/ /./' >"$work/bin_names"
awk -F'\t' '!/^#/ { print $1 "\t" $5 "\t" $7 "\t" $3 }' "$faults" | sort -u >"$work/finds"
grep -v '^#' sim/faults/items.tsv >"$work/items"
grep -v '^#' "$rules" >"$work/rules"
# One "rule, column, name" per name; a reason instead of names does not count as a name.
awk -F'\t' '{ split("checks cover tests bad", c, " "); sub(/^none: .*/, "-", $7)
    for (i = 4; i <= 7; i++) { n = split($i, w, " "); for (k = 1; k <= n; k++) if (w[k] != "-") print $1 "\t" c[i - 3] "\t" w[k] } }' "$work/rules" >"$work/links"

sqlite3 -batch -init /dev/null :memory: >"$work/faults" 2>&1 <<EOF2
.bail on
CREATE TABLE test (name TEXT PRIMARY KEY);
.mode list
.import $work/tests test
.mode csv
.import sim/testplan.csv plan
CREATE TABLE link AS
WITH RECURSIVE split(point, test, rest) AS (
  SELECT name, '', tests || ' ' FROM plan
  UNION ALL
  SELECT point, substr(rest, 1, instr(rest, ' ') - 1), ltrim(substr(rest, instr(rest, ' ') + 1)) FROM split WHERE rest <> '')
SELECT point, test FROM split WHERE test <> '';
.mode ascii
.separator "\t" "\n"
CREATE TABLE rule (id TEXT, section TEXT, rule TEXT, checks TEXT, cover TEXT, tests TEXT, bad TEXT);
.import $work/rules rule
CREATE TABLE required (id TEXT PRIMARY KEY);
.import sim/rule-ids.txt required
CREATE TABLE named (what TEXT, name TEXT);
.import $work/names named
CREATE INDEX by_name ON named (what, name);
CREATE TABLE bin (name TEXT);
.import $work/bin_names bin
CREATE TABLE uses (id TEXT, what TEXT, name TEXT);
.import $work/links uses
CREATE INDEX by_use ON uses (id, what);
CREATE TABLE finds (fault TEXT, found TEXT, item TEXT, test TEXT);
.import $work/finds finds
CREATE TABLE item (id TEXT, title TEXT);
.import $work/items item
.mode list
.separator "|" "\n"
SELECT 'testpoint ' || name || ' has no test' FROM plan WHERE name NOT IN (SELECT point FROM link);
SELECT 'testpoint ' || point || ' names test ' || test || ', which does not exist' FROM link
  WHERE test NOT IN (SELECT name FROM test);
SELECT 'test ' || name || ' belongs to no testpoint' FROM test WHERE name NOT IN (SELECT test FROM link);
SELECT 'testpoint ' || name || ' stands twice' FROM plan GROUP BY name HAVING count(*) > 1;
SELECT 'testpoint ' || name || ' is a rule, too' FROM plan WHERE name IN (SELECT id FROM rule);
SELECT 'testpoint ' || name || ' has no ' || CASE WHEN section = '' THEN 'section' WHEN stimulus = '' THEN 'stimulus'
  WHEN checks = '' THEN 'checks' ELSE 'stage' END FROM plan WHERE '' IN (section, stimulus, checks, stage);
SELECT 'rule ' || id || ' has no row in sim/rules.tsv' FROM required WHERE id NOT IN (SELECT id FROM rule);
SELECT 'rule ' || id || ' is not one of sim/rule-ids.txt' FROM rule WHERE id NOT IN (SELECT id FROM required);
SELECT 'rule ' || id || ' stands twice' FROM rule GROUP BY id HAVING count(*) > 1;
SELECT 'rule ' || id || ' has no ' || CASE WHEN section = '' THEN 'section' WHEN rule = '' THEN 'text'
  WHEN checks = '' THEN 'check' WHEN tests = '' THEN 'test' ELSE 'bad run' END FROM rule
  WHERE '' IN (section, rule, checks, cover, tests, bad) OR bad IS NULL;
-- A dash in every column: information, or outside the component; the text says so.
SELECT 'rule ' || id || ' has no test, or neither a run in which its check fires nor a reason' FROM rule
  WHERE (tests = '-' OR bad = '-' OR checks = '-')
  AND NOT (checks = '-' AND cover = '-' AND tests = '-' AND bad = '-' AND (rule LIKE 'information%' OR rule LIKE '%out of scope%'));
SELECT 'rule ' || id || ' names ' || what || ' ' || name || ', which does not exist' FROM uses WHERE what <> 'cover'
  AND NOT EXISTS (SELECT 1 FROM named WHERE named.what = uses.what AND named.name = uses.name);
SELECT 'rule ' || id || ' names bin ' || name || ', which does not exist' FROM uses WHERE what = 'cover'
  AND name NOT IN (SELECT pattern FROM (SELECT DISTINCT name AS pattern FROM uses WHERE what = 'cover') p
    WHERE EXISTS (SELECT 1 FROM bin WHERE bin.name GLOB p.pattern));
SELECT 'rule ' || id || ': fault ' || name || ' is found by another check than ' || (SELECT checks FROM rule WHERE rule.id = u.id) FROM uses u
  WHERE what = 'bad' AND name IN (SELECT fault FROM finds) AND NOT EXISTS (SELECT 1 FROM finds JOIN uses c ON c.id = u.id AND c.what = 'checks'
  AND c.name = found WHERE fault = u.name);
SELECT 'rule ' || id || ': fault ' || name || ' is found in none of its tests' FROM uses u WHERE what = 'bad'
  AND name IN (SELECT fault FROM finds) AND NOT EXISTS (SELECT 1 FROM finds JOIN uses t ON t.id = u.id AND t.what = 'tests'
  AND t.name = test WHERE fault = u.name);
SELECT 'rule ' || id || ': test ' || name || ' refuses, and is none of its tests' FROM uses u WHERE what = 'bad'
  AND name NOT IN (SELECT fault FROM finds) AND NOT EXISTS (SELECT 1 FROM uses t WHERE t.id = u.id AND t.what = 'tests' AND t.name = u.name);
SELECT 'fault ' || fault || ' belongs to no item of sim/faults/items.tsv' FROM finds WHERE item NOT IN (SELECT id FROM item);
SELECT 'item ' || id || ' (' || title || ') has fewer than three faults' FROM item WHERE (SELECT count(*) FROM finds WHERE item = id) < 3;
EOF2
status=$?
[ -s "$work/faults" ] || [ $status != 0 ] || exit 0
cat "$work/faults"
exit 1
