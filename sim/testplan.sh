#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Check sim/testplan.csv against the tests, in SQL, both ways. Tests are the rows of sim/tests.tsv, the unit
# tests, the scripts of dpi/test and tb/test, toy (tb/toy/test.sh) and cli (c_model/test/cli).
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# = 0 ] || die 2 "usage: sim/testplan.sh"
command -v sqlite3 >/dev/null || { echo "sqlite3 not found"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

{
    grep -v '^#' sim/tests.tsv | cut -f1
    find c_model/test dpi/test tb/test -name 'test_*.c' -o -name 'test_*.cpp' -o -path 'dpi/test/*.sh' -o -path 'tb/test/*.sh' 2>/dev/null |
        sed 's#.*/##; s#\.[a-z]*$##'
    [ -f tb/toy/test.sh ] && echo toy
    [ -f c_model/test/cli/run.sh ] && echo cli
} | sort -u >"$work/tests"

sqlite3 :memory: >"$work/faults" 2>&1 <<EOF2
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
.mode list
SELECT 'testpoint ' || name || ' has no test' FROM plan WHERE name NOT IN (SELECT point FROM link);
SELECT 'testpoint ' || point || ' names test ' || test || ', which does not exist' FROM link
  WHERE test NOT IN (SELECT name FROM test);
SELECT 'test ' || name || ' belongs to no testpoint' FROM test WHERE name NOT IN (SELECT test FROM link);
SELECT 'testpoint ' || name || ' stands twice' FROM plan GROUP BY name HAVING count(*) > 1;
SELECT 'testpoint ' || name || ' has no ' || CASE WHEN section = '' THEN 'section' WHEN stimulus = '' THEN 'stimulus'
  WHEN checks = '' THEN 'checks' ELSE 'stage' END FROM plan WHERE '' IN (section, stimulus, checks, stage);
EOF2
status=$?
[ -s "$work/faults" ] || [ $status != 0 ] || exit 0
cat "$work/faults"
exit 1
