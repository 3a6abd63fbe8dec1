# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Nights of runs that cost nothing: what they remember, what is new, known and gone; two at once, merged and pruned.

nights=$work/nights
if ! command -v sqlite3 >/dev/null; then
    skip nights 'sqlite3 is not installed'
    return 0
fi
# shellcheck source=c_model/test/cli/nights_lib.sh
source $here/nights_lib.sh

# Lists that are none.
printf '# nothing\n# end\n' >"$work/empty.tsv"
head -n 1 "$work/fixed.tsv" >"$work/cut.tsv"
list bad_seed "!fake${t}toy${t}6-1${t}0${t}20${t}$fake"
list bad_weight "!fake${t}toy${t}1-6${t}many${t}20${t}$fake"
list bad_command "!fake${t}toy${t}1-6${t}1${t}20"
ends nights/empty 2 empty
said nights/empty_said 'names no run$'
ends nights/cut 2 cut
for name in seed weight command; do
    ends "nights/bad_$name" 2 "bad_$name"
    said "nights/bad_${name}_said" "^night: .*bad_$name.tsv:1: (seeds FIRST-LAST|a weight of|a command is) "
done

# A first night; what fails is new once.
rm -rf "$nights"
ends nights/first 0 fixed
is nights/first_rows '6|150|passed' "SELECT count(*), sum(records), group_concat(DISTINCT status) FROM run"
is nights/first_night '1|0|1' "SELECT count(*), max(status), count(ended) FROM night"
[ -z "$(find "$nights/runs" -type f -not -name '*.tsv')" ] && ok || bad nights/first_files "$(find "$nights/runs" -type f | head -n 3)"
check nights/page test -s "$nights/page/1/index.html"
ends nights/new 1 fixed FAKE_FAIL=3
is nights/new_rows 2 "SELECT count(*) FROM run WHERE night = 2 AND status = 'failed'"
is nights/new_bucket 'buf.data|Events|record N at N differs at byte N' 'SELECT "check", field, stage FROM bucket'
check nights/new_directory test -s "$nights/runs/2/toy/fake-3/findings.jsonl"
ends nights/known 0 fixed FAKE_FAIL=3
ends nights/other 1 fixed FAKE_FAIL=2 FAKE_CHECK=reg.read
ends nights/failed 0 fixed FAILED=1 FAKE_FAIL=2 FAKE_CHECK=reg.read
is nights/failed_rows '3|failed|failed' "SELECT count(*), group_concat(DISTINCT origin), group_concat(DISTINCT status) FROM run WHERE night = 5"
ends nights/mended 0 fixed
ends nights/none_failed 0 fixed FAILED=1
is nights/none_failed_rows 0 "SELECT count(*) FROM run WHERE night = 7"

# A fresh seed that fails is kept until it passes with the same stimulus (group kept).
rm -rf "$nights"
list fresh "!fake${t}toy${t}1-2${t}1${t}20${t}$fake"
ends nights/fresh 1 fresh BUDGET=1 FAKE_FAIL=fresh
ends nights/fresh_known 0 fresh FAKE_FAIL=fresh
ends nights/fresh_gone 0 fresh
is nights/fresh_all_gone '1|gone|3' "SELECT count(*) > 0, group_concat(DISTINCT state), max(closed) FROM kept WHERE state <> 'dropped'"

# What a run can do wrong, and what is said of it; the others are played.
rm -rf "$nights"
list wrong "!hang${t}toy${t}1-1${t}0${t}2${t}sleep 600" "!spin${t}toy${t}1-1${t}0${t}2${t}while :; do :; done" \
    "!crash${t}toy${t}1-1${t}0${t}9${t}kill -SEGV \$\$" "!silent${t}toy${t}1-1${t}0${t}9${t}:" "!fake${t}toy${t}1-3${t}0${t}9${t}$fake"
ends nights/wrong 1 wrong
is nights/wrong_rows 'crash crashed,fake passed,fake passed,fake passed,hang stalled,silent failed,spin cpu' \
    "SELECT group_concat(x) FROM (SELECT test || ' ' || status AS x FROM run ORDER BY test)"
list budget "!spin${t}toy${t}1-99${t}0${t}9${t}for ((i = 0; i < 200000; i++)); do :; done; $fake"
ends nights/spent 3 budget BUDGET=1
is nights/spent_rows '1|0' "SELECT count(*) > 0, whole FROM night n JOIN run r ON r.night = n.id WHERE n.id = 2 AND r.status = 'planned'"
accepted nights/spent_page '^The night was ended before its time; new failures so far: 0; [0-9]+ runs of the list or kept not begun(; [0-9]+ runs? lost)?$' "$build/bin/night" show "$nights/night.db"

# Two at once in one tree.
rm -rf "$nights"
FAKE_SLEEP=0.02 play fixed >/dev/null 2>&1 &
other=$!
ends nights/two 0 slow FAKE_SLEEP=0.01
wait "$other" && ok || bad nights/two_other 'the other night has failed'
is nights/two_rows '6,60' "SELECT group_concat(n) FROM (SELECT count(*) AS n FROM run WHERE status = 'passed' GROUP BY night ORDER BY n)"

# Several machines in one database.
check nights/merge "$build/bin/night" merge "$work/all.db" "$nights/night.db"
accepted nights/merge_twice '^0 nights$' "$build/bin/night" merge "$work/all.db" "$nights/night.db"
[ "$(sqlite3 -batch -init /dev/null "$work/all.db" 'SELECT count(*), sum(records) FROM run' 2>/dev/null)" = "$(sql 'SELECT count(*), sum(records) FROM run')" ] &&
    ok || bad nights/merge_rows 'runs are lost or double'
cp "$work/all.db" "$work/newer.db"
sqlite3 -batch -init /dev/null "$work/newer.db" 'PRAGMA user_version = 99' 2>/dev/null
refused nights/newer 2 '^night: .*newer.db: schema 99 is newer than ' "$build/bin/night" merge "$work/all.db" "$work/newer.db"
refused nights/no_database 2 '^night: README.md: file is not a database$' "$build/bin/night" merge "$work/all.db" README.md

# What is on the disk goes, what is known stays.
before=$(sql 'SELECT count(*) FROM run')
ends nights/leave 1 fixed FAKE_FAIL=3
ends nights/rerun 0 fixed FAILED=1 FAKE_FAIL=3
check nights/prune_rerun "$build/bin/night" prune "$nights" --nights 1 --mib 100
is nights/prune_rerun_dirs 2 "SELECT count(*) FROM run WHERE dir <> '' AND status = 'failed' AND night = (SELECT max(id) - 1 FROM night)"
ends nights/prune_last 0 fixed
check nights/prune "$build/bin/night" prune "$nights" --nights 1 --mib 100
is nights/prune_rows $((before + 14)) 'SELECT count(*) FROM run'
is nights/prune_dirs 0 "SELECT count(*) FROM run WHERE dir <> '' AND night < (SELECT max(id) FROM night) AND origin <> 'failed'"
[ ! -e "$nights/runs/$(sql "SELECT min(id) FROM night WHERE list LIKE '%fixed'")" ] && ok || bad nights/prune_files 'the directories of a pruned night are there'
check nights/check "$build/bin/night" check "$nights"
sql "UPDATE run SET checks = 0, records = 0 WHERE id = (SELECT max(id) FROM run)"
run "$build/bin/night" check "$nights"
[ "$status" = 1 ] && grep -q '^failed  Every run that passed' "$work/out" && ok || bad nights/check_bad "status $status"

