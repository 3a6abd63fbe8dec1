# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Nights of runs that cost nothing: failures that are new, known and gone, two nights at once,
# merged and pruned databases.

nights=$work/nights
if ! command -v sqlite3 >/dev/null; then
    skip nights 'sqlite3 is not installed'
    return 0
fi
# shellcheck source=c_model/test/cli/nights_lib.sh
source $here/nights_lib.sh

# Bad lists.
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

# A first night. A failure is new only once.
rm -rf "$nights"
ends nights/first 0 fixed
is nights/first_rows '6|150|passed' "SELECT count(*), sum(records), group_concat(DISTINCT status) FROM run"
is nights/first_night '1|0|1' "SELECT count(*), max(status), count(ended) FROM night"
[ -z "$(find "$nights/runs" -type f -not -name '*.tsv')" ] && ok || bad nights/first_files "$(find "$nights/runs" -type f | head -n 3)"
check nights/page test -s "$nights/page/1/index.html"
ends nights/new 1 fixed FAKE_FAIL=3
is nights/new_rows 2 "SELECT count(*) FROM run WHERE night = 2 AND status = 'failed'"
is nights/new_bucket 'buf.data|Events|record N at N differs at byte N' 'SELECT "check", field, stage FROM bucket'
# For a row with a command, `repeat` is that command. `open` and `first bad` are not printed, as
# they need a simulation of this project.
repeat=$(sed -n 's/^  repeat  *//p' "$nights/page/2/night.txt")
[[ $repeat == "cd $PWD && mkdir -p $build/again/toy.fake.3 && SEED=3 BUILD=$build SPE_DIR=$build/again/toy.fake.3 bash -c '$fake'" ]] && ok ||
    bad nights/new_repeat_says "$repeat"
run env -C / FAKE_FAIL=3 bash -c "$repeat"
[ "$status" = 1 ] && cmp -s "$build/again/toy.fake.3/findings.jsonl" "$nights/runs/2/toy/fake-3/findings.jsonl" && ok || bad nights/new_repeat "status $status"
! grep -E '^  (open|first bad) ' "$nights/page/2/night.txt" >"$work/err" && ok || bad nights/new_no_open 'a command of the page cannot work'
check nights/new_directory test -s "$nights/runs/2/toy/fake-3/findings.jsonl"
ends nights/known 0 fixed FAKE_FAIL=3 FAKE_SLEEP=1 JOB_CPU=0.001 JOB_STALL=0.5
ends nights/other 1 fixed FAKE_FAIL=2 FAKE_CHECK=reg.read
ends nights/failed 0 fixed FAILED=1 FAKE_FAIL=2 FAKE_CHECK=reg.read
is nights/failed_rows '3|failed|failed' "SELECT count(*), group_concat(DISTINCT origin), group_concat(DISTINCT status) FROM run WHERE night = 5"
ends nights/mended 0 fixed
# A failure that returns is new again, in the line of progress as well.
ends nights/back 1 fixed FAKE_FAIL=3
said nights/back_progress ' 2 failed in 1 bucket \(1 new\); '
ends nights/back_known 0 fixed FAKE_FAIL=3
said nights/back_known_progress ' 2 failed in 1 bucket; '
ends nights/mended_again 0 fixed
ends nights/none_failed 0 fixed FAILED=1
said nights/none_failed_said '^night: night 9 of the list fixed has no failed run that can be repeated: nothing is built or played$'
is nights/none_failed_nights 9 'SELECT count(*) FROM night'

# FAILED=1 repeats the failures of the last night of the same list, and reports those that it leaves
# out.
ends nights/failed_before 1 fixed FAKE_FAIL=3
ends nights/failed_between 0 slow
sql "INSERT INTO run (night, name, origin, config, test, seed, args, status) SELECT max(id) - 1, 'x.smoke.1', 'fixed', 'x', 'smoke', '1', '--test smoke', 'failed' FROM night;
    INSERT INTO run (night, name, origin, config, test, seed, args, status) SELECT max(id) - 1, 'x.smoke.1~keep', 'sample', 'x', 'smoke', '1', '--test smoke', 'failed' FROM night"
first=$(sql 'SELECT max(id) - 1 FROM night')
ends nights/failed_list 0 fixed FAILED=1
said nights/failed_left "^night: of the failed runs of night $first 2 are played, 2 left out: 1 repeated another run, 1 on a configuration that is not built\$"
is nights/failed_list_rows '2|passed' "SELECT count(*), group_concat(DISTINCT status) FROM run WHERE night = (SELECT max(id) FROM night)"
seed=$(sql 'SELECT seed FROM night WHERE id = 1')

# An older night of another machine was merged and has the highest number. The last night is the one
# that began last.
rm -rf "$nights"
ends nights/late_failed 1 fixed FAKE_FAIL=3
ends nights/late_older 0 fixed
sql 'UPDATE night SET begun = begun - 864000 WHERE id = 2'
ends nights/late_again 0 fixed FAILED=1 FAKE_FAIL=3
said nights/late_left '^night: of the failed runs of night 1 2 are played, 0 left out$'
check nights/late_prune "$build/bin/night" prune "$nights" --nights 1 --mib 100
is nights/late_pruned 2 "SELECT count(*) FROM run WHERE dir <> '' AND night = 1"

# A fresh seed that fails is kept until it passes with the same stimulus (group kept).
rm -rf "$nights"
list fresh "!fake${t}toy${t}1-2${t}1${t}20${t}$fake"
ends nights/failed_none 2 fresh FAILED=1
said nights/failed_none_said '^nightly.sh: no night of the list has ended in .*: there is nothing to repeat$'
ends nights/failed_no_list 0 fixed
ends nights/failed_other 2 fresh FAILED=1
said nights/failed_other_said '^night: no night of the list fresh has ended in .*: there is nothing to repeat$'
is nights/seed 1 "SELECT count(*) FROM night WHERE seed <> '$seed' AND seed LIKE date || '.1.' || host || '.' || substr(uuid, 1, 8)"
rm -rf "$nights"
ends nights/fresh 1 fresh BUDGET=1 FAKE_FAIL=fresh
ends nights/fresh_known 0 fresh FAKE_FAIL=fresh
ends nights/fresh_gone 0 fresh
is nights/fresh_all_gone '1|gone|3' "SELECT count(*) > 0, group_concat(DISTINCT state), max(closed) FROM kept WHERE state <> 'dropped'"

# Ways in which a run can go wrong, and their reports. The other runs are still played.
rm -rf "$nights"
list wrong "!hang${t}toy${t}1-1${t}0${t}2${t}sleep 600" "!spin${t}toy${t}1-1${t}0${t}2${t}while :; do :; done" \
    "!crash${t}toy${t}1-1${t}0${t}9${t}kill -SEGV \$\$" "!silent${t}toy${t}1-1${t}0${t}9${t}:" "!eats${t}toy${t}1-1${t}0${t}9${t}printf -v x %2000000000s x; $fake" "!fake${t}toy${t}1-3${t}0${t}9${t}$fake"
ends nights/wrong 1 wrong MEMORY=500
is nights/wrong_rows 'crash crashed,eats memory,fake passed,fake passed,fake passed,hang stalled,silent failed,spin cpu' \
    "SELECT group_concat(x) FROM (SELECT test || ' ' || status AS x FROM run ORDER BY test)"
list budget "!spin${t}toy${t}1-99${t}0${t}9${t}for ((i = 0; i < 200000; i++)); do :; done; $fake"
ends nights/spent 3 budget BUDGET=1
is nights/spent_rows '1|0' "SELECT count(*) > 0, whole FROM night n JOIN run r ON r.night = n.id WHERE n.id = 2 AND r.status = 'planned'"
accepted nights/spent_page '^The night was ended before its time; RESUME=1 plays what is left; new failures so far: 0; [0-9]+ runs of the list or kept not begun(; [0-9]+ runs? lost)?$' "$build/bin/night" show "$nights/night.db"

# A chunk of commands that broke off is resumed. Runs that failed before stay failed.
printf '%s\t%s\t0\t-\t%s\n' a "$work/resumed/a" '1 exit 1' b "$work/resumed/b" '2 exit 1' c "$work/resumed/c" "3 $fake" >"$work/resumed.rows"
printf 'FAIL 0 1 0 a 1 1\nPASS 1 0 0 b 1 1\nPASS 1 0 0 c' >"$work/resumed.results"
run env JOB_CPU=0.001 sim/night/play.sh "$build" "$work/resumed.rows" "$work/resumed.results" 9
[ "$status" = 1 ] && grep -qx 'COUNT 2 1 0' "$work/out" && ok || bad nights/play_resumed "status $status: $(tail -n 1 "$work/out")"
check nights/play_results [ "$(cut -d' ' -f1,5 "$work/resumed.results" | tr '\n' ,)" = 'FAIL a,PASS b,PASS c,' ]

# Runs that failed at once in the night before, and take longer after the repair: the night keeps to
# its budget.
rm -rf "$nights"
list costs "!costs${t}toy${t}1-1${t}1${t}20${t}[ -n \"\${FAKE_FAIL:-}\" ] || for ((i = 0; i < 30000; i++)); do :; done; $fake"
ends nights/cost_failed 1 costs BUDGET=1 FAKE_FAIL=1
ends nights/cost_mended 0 costs BUDGET=2
is nights/cost_spent 1 'SELECT cpu_ms < 1.5 * budget_ms FROM night WHERE id = 2'
is nights/cost_dear 1 "SELECT (SELECT avg(cpu_ms) FROM run WHERE night = 2 AND origin <> 'sample') > 4 * (SELECT avg(cpu_ms) FROM run WHERE night = 1)"

# Fresh seeds that take longer than the runs of the list. None begins after the budget is spent, the
# runs in flight may end, and the others are not reported as missing.
rm -rf "$nights"
list dear "!dear${t}toy${t}1-2${t}1${t}20${t}[ \$SEED -lt 9999 ] || for ((i = 0; i < 100000; i++)); do :; done; $fake"
ends nights/dear 0 dear BUDGET=2
said nights/dear_said '^night: the budget is spent: [1-9][0-9]+ fresh seeds of the round are not played$'
is nights/dear_rows '1|passed|0|1' "SELECT count(DISTINCT r.status), max(r.status), max(n.status), whole FROM run r JOIN night n ON n.id = r.night"
is nights/dear_spent 1 'SELECT cpu_ms BETWEEN budget_ms AND budget_ms + 2000 FROM night'
is nights/dear_fresh 1 "SELECT sum(origin = 'fresh') > 2 FROM run"
# A run that does not end gets OVER seconds, whether it belongs to the list or not. It is reported
# and charged. A fresh seed has no further effect on the night.
for first in 2 9999; do
    rm -rf "$nights"
    list endless "!endless${t}toy${t}1-2${t}1${t}900${t}[ \$SEED -lt $first ] || while :; do :; done; $fake"
    expected=$([ $first = 9999 ] && echo 0 || echo 3)
    ends nights/endless_$first "$expected" endless BUDGET=1 OVER=1 JOB_CPU=0.1
    is nights/endless_${first}_rows "$([ $first = 9999 ] && echo cut,cut,passed,passed || echo lost,passed)" \
        'SELECT group_concat(status) FROM (SELECT status FROM run ORDER BY status)'
    said nights/endless_${first}_said '^night: the end of the budget has cut off toy.endless.[0-9]+$'
    is nights/endless_${first}_spent 1 'SELECT cpu_ms BETWEEN 1990 AND 2000 FROM night'
    accepted nights/endless_${first}_page "^$([ $first = 9999 ] && echo 'No run has failed' || echo 'The night was ended before its time; RESUME=1 plays what is left; new failures so far: 0; 1 run lost')\$" \
        "$build/bin/night" show "$nights/night.db"
    grep -qE "^$([ $first = 9999 ] && echo '4 runs, 2 passed, 0 failed, 0 lost, 2 not run' || echo '2 runs, 1 passed, 0 failed, 1 lost, 0 not run')," "$work/out" && ok || bad nights/endless_${first}_counts 'other counts'
    is nights/endless_${first}_whole $((expected == 0)) 'SELECT whole FROM night'
    [ -z "$(processes "$nights/")" ] && ok || bad nights/endless_${first}_orphans "$(processes "$nights/" | head -n 2)"
done
check nights/endless_files [ "$(find "$nights/runs" -name 'endless-*' | wc -l)" = 2 ] # of those that were cut off
! command -v jq >/dev/null || check nights/endless_json jq -e '(.failed_runs == []) and (.not_played | map(.status) == ["cut", "cut"])
    and (.origins | map(select(.origin == "fresh") | [.planned, .lost, .not_run]) == [[2, 0, 2]])' "$nights/page/1/night.json"
! command -v xmllint >/dev/null || check nights/endless_junit [ "$(xmllint --xpath 'concat(//testsuites/@errors, //testsuites/@failures, //testsuites/@skipped, count(//skipped))' "$nights/page/1/junit.xml")" = 0022 ]

# Two nights at once in one tree.
rm -rf "$nights"
FAKE_SLEEP=0.02 play fixed >/dev/null 2>&1 &
other=$!
ends nights/two 0 slow FAKE_SLEEP=0.01
wait "$other" && ok || bad nights/two_other 'the other night has failed'
is nights/two_rows '6,60' "SELECT group_concat(n) FROM (SELECT count(*) AS n FROM run WHERE status = 'passed' GROUP BY night ORDER BY n)"
is nights/two_nights '0,1' "SELECT group_concat(DISTINCT status) || ',' || min(whole) FROM night"
ends nights/two_next 1 fixed FAKE_FAIL=3
is nights/two_next_broken 0 "SELECT count(*) FROM run WHERE status IN ('lost', 'planned')"

# Nights with the same draws play the same runs, whatever the number of jobs.
rm -rf "$nights"
list drawn "!fake${t}toy${t}1-6${t}1${t}20${t}$fake"
ends nights/drawn 0 drawn BUDGET=1 DRAW=x
cp "$nights/night.db" "$work/drawn.db"
rm -rf "$nights"
ends nights/drawn_again 0 drawn BUDGET=1 DRAW=x JOBS=1
accepted nights/drawn_same '^[1-9][0-9]+ rows are the same(; [0-9]+ fresh seeds more in .*)?$' sim/same-rows.sh "$work/drawn.db" "$nights/night.db"
sql "UPDATE run SET stim = 'other' WHERE origin = 'command' AND seed = '4'"
run sim/same-rows.sh "$work/drawn.db" "$nights/night.db"
[ "$status" = 1 ] && [ "$(cut -f1,2 "$work/out" | xargs)" = '< command toy.fake.4 > command toy.fake.4' ] && ok || bad nights/drawn_differs "status $status"
rm -rf "$nights"
ends nights/drawn_other 0 drawn BUDGET=1
run sim/same-rows.sh "$work/drawn.db" "$nights/night.db"
[ "$status" = 1 ] && [ "$(cut -c1 "$work/out" | sort -u | xargs)" = '< >' ] && ok || bad nights/drawn_other_differs "status $status"
refused nights/drawn_none 4 '^same-rows.sh: .*/list.tsv is no database of nights$' sim/same-rows.sh "$nights/runs/1/list.tsv" "$nights/night.db"

# The table of the executables tells what was played. The night fails without it. If the tree
# changes during the build, there is no night.
rm -rf "$nights"
list gone "!gone${t}toy${t}1-1${t}0${t}20${t}rm -f $nights/runs/*/models.tsv; $fake"
ends nights/no_models 4 gone
said nights/no_models_said '^nightly.sh: .*/runs/1/models.tsv is gone, or cut off: nobody knows what has been played$'
mkdir -p "$work/git"
{
    printf '#!/bin/bash\nreal=%q count=%q\n' "$(command -v git || echo false)" "$work/git/count"
    # shellcheck disable=SC2016 # for that script
    printf '%s\n' '[ "$1 ${2:-}" = "rev-parse HEAD" ] || exec "$real" "$@"' 'echo >>"$count"' 'echo "commit$(($(wc -l <"$count") * ${GIT_STEP:-0}))"'
} >"$work/git/git"
chmod +x "$work/git/git"
# An untracked list is no change of the tree. Another untracked file is a change, and so is a list
# that was edited.
mkdir "$work/tree" && git init -q "$work/tree" && : >"$work/tree/known.tsv"
git -C "$work/tree" add known.tsv && git -C "$work/tree" -c user.name=test -c user.email=test@example.com commit -q -m first
: >"$work/tree/mine.tsv"
# dirty LIST: print 1 if the tree differs from its commit, for a night of LIST.
dirty() {
    (source sim/common.sh && cd "$work/tree" && night_tree build build/nightly "$1" | cut -d' ' -f2)
}
check nights/tree_list [ "$(dirty mine.tsv)" = 0 ]
check nights/tree_other_list [ "$(dirty known.tsv)" = 1 ]
rm "$work/tree/mine.tsv" && echo >"$work/tree/known.tsv"
check nights/tree_known_list [ "$(dirty known.tsv)" = 1 ]
# If git does not answer each question, the content of the tree is unknown.
mkdir "$work/no_tree"
check nights/tree_unknown [ "$(source sim/common.sh && cd "$work/no_tree" && tree_state . | cut -d' ' -f1,2)" = 'unknown 1' ]
git -C "$work/tree" checkout -q known.tsv
check nights/tree_clean [ "$(dirty known.tsv)" = 0 ]
check nights/tree_no_status [ "$(source sim/common.sh && cd "$work/tree" && git() { [ "$1" != status ] && command git "$@"; } && tree_state . | cut -d' ' -f2)" = 1 ]
# The files that have changed have names: one of the commit, one that git does not know.
echo >>"$work/tree/known.tsv" && : >"$work/tree/new log"
run env -C "$work/tree" bash -c "source '$PWD/sim/common.sh' && night_tree build build/nightly known.tsv tree_files"
[ "$(sed 's/^[0-9a-f]*  //' "$work/out" | paste -sd,)" = 'known.tsv,new log' ] && ok || bad nights/tree_files "$(paste -sd, "$work/out")"
git -C "$work/tree" checkout -q known.tsv && rm "$work/tree/new log"
ends nights/tree_changed 4 fixed PATH="$work/git:$PATH" GIT_STEP=1
said nights/tree_changed_said '^nightly.sh: the tree has changed while it was built: no night, as nobody knows of what: the commit$'
ends nights/tree_same 0 fixed PATH="$work/git:$PATH"
is nights/tree_commit '1|commit0' 'SELECT count(*), max(commit_id) FROM night WHERE status = 0'
# A tree that changes during the night is recorded as such.
list changes "!changes${t}toy${t}1-1${t}0${t}20${t}echo 1 >$work/git/step; $fake"
sed -i "s#GIT_STEP:-0#GIT_STEP:-\$(cat $work/git/step 2>/dev/null || echo 0)#" "$work/git/git"
ends nights/tree_moved 0 changes PATH="$work/git:$PATH"
prints nights/one_run '1 run, 1 passed, 0 failed, 0 lost, 0 not run, 25 records compared'
said nights/tree_moved_said '^nightly.sh: the tree has changed while the night went on$'
is nights/tree_moved_row 2 'SELECT dirty FROM night WHERE id = (SELECT max(id) FROM night)'
accepted nights/tree_moved_page '^look: The tree is that of its commit: it has changed while the night went on$' "$build/bin/night" show "$nights/night.db"
rm -rf "$nights"
ends nights/for_merge 0 fixed

# Nights of several machines in one database.
check nights/merge "$build/bin/night" merge "$work/all.db" "$nights/night.db"
accepted nights/merge_twice '^0 nights$' "$build/bin/night" merge "$work/all.db" "$nights/night.db"
runs="SELECT count(*), sum(records), sum(unpredictable = 'B1,L1') > 0 FROM run"
[ "$(sqlite3 -batch -init /dev/null "$work/all.db" "$runs" 2>/dev/null)" = "$(sql "$runs")" ] && [[ $(sql "$runs") == *1 ]] &&
    ok || bad nights/merge_rows 'runs are lost or double'
ln -s all.db "$work/same.db"
for other in all same; do
    refused "nights/merge_$other" 2 '^night: merge: .*/all.db and .*.db are one database$' "$build/bin/night" merge "$work/all.db" "$work/$other.db"
done
cp "$work/all.db" "$work/damaged.db"
sqlite3 -batch -init /dev/null "$work/damaged.db" "UPDATE night SET uuid = 'other'; INSERT INTO point VALUES (-5, 'x')" 2>/dev/null
refused nights/merge_damaged 4 'all.db: a bin with a number that none can have$' "$build/bin/night" merge "$work/all.db" "$work/damaged.db"
accepted nights/merge_none_left '^0 nights$' "$build/bin/night" merge "$work/all.db" "$nights/night.db"
for mib in 8796093022208 9223372036854775807; do
    refused "nights/prune_$mib" 2 '^night: prune: --mib [0-9]* is more than can be counted$' "$build/bin/night" prune "$nights" --nights 1 --mib $mib
done
check nights/prune_most "$build/bin/night" prune "$nights" --nights 9 --mib 8796093022207
cp "$work/all.db" "$work/newer.db"
sqlite3 -batch -init /dev/null "$work/newer.db" 'PRAGMA user_version = 99' 2>/dev/null
refused nights/newer 2 '^night: .*newer.db: schema 99 is newer than ' "$build/bin/night" merge "$work/all.db" "$work/newer.db"
refused nights/no_database 2 '^night: README.md: file is not a database$' "$build/bin/night" merge "$work/all.db" README.md

# Pruning deletes files. The rows of the database stay.
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


# A claim that does not hold is an error of the environment, whatever else was found. So is each
# status of the rounds except 0 and 3.
# again STATUS [OPTION...]: judge the last night again, as if its rounds had ended with STATUS.
again() {
    sql "UPDATE night SET ended = NULL, status = NULL, whole = NULL WHERE id = (SELECT max(id) FROM night)"
    "$build/bin/night" end "$nights" --night "$(sql 'SELECT max(id) FROM night')" --status "$@"
}
# judged NAME STATUS PLAYED: a night whose rounds ended with PLAYED is judged with STATUS.
judged() {
    run again "$3"
    if [ "$status" = "$2" ]; then ok; else bad "$1" "status $status, expected $2"; fi
}
rm -rf "$nights"
ends nights/claims 0 fixed
for played in 0:0 3:3 1:4 2:4 4:4 5:4 127:4 137:4; do judged "nights/rounds_${played%:*}" "${played#*:}" "${played%:*}"; done
judged nights/claims_hold 0 0
# The judgement uses the results of make test in the output directory, wherever the nights are.
mkdir -p "$work/units/test"
printf '<testsuite name="test_fuzz_config" tests="3" failures="0" skipped="0">\n' >"$work/units/test/junit.xml"
for units in units none; do
    run again 0 --build "$work/$units"
    check "nights/units_page_$units" "$build/bin/night" page "$nights" --out "$work/units_page" --build "$work/$units"
    is "nights/units_$units" "$([ $units = units ] && echo 'config.fuzz' || echo '')" "SELECT ifnull(group_concat(id), '') FROM testpoint WHERE status = 'passed'"
    ! command -v jq >/dev/null || check "nights/units_json_$units" jq -e ".testpoints | map(select(.status == \"passed\")) | length == $([ $units = units ] && echo 1 || echo 0)" "$work/units_page/night.json"
done
sql "UPDATE run SET checks = 0, records = 0 WHERE id = 1"
judged nights/claim 4 0
is nights/claim_night 4 'SELECT status FROM night'
accepted nights/claim_page '^The environment failed; new failures so far: 0; 1 claim not held$' "$build/bin/night" show "$nights/night.db"
sql "INSERT INTO bucket VALUES (9, 'reg.read', '', ''); UPDATE run SET status = 'failed', bucket = 9 WHERE id = 2"
judged nights/claim_new 4 0
sql "UPDATE run SET checks = 9, records = 25 WHERE id = 1"
judged nights/claim_mended 1 0
# A run that the environment broke is no new failure. No failure is gone by it.
list two "!fake${t}toy${t}1-6${t}0${t}20${t}[ \$SEED != \${FAKE_USAGE:-0} ] || exit 2; $fake"
rm -rf "$nights"
ends nights/usage_known 1 two FAKE_FAIL=3
ends nights/usage 4 two FAKE_FAIL=3 FAKE_USAGE=3
is nights/usage_row '2|environment|0' "SELECT exit, status, (SELECT whole FROM night WHERE id = 2) FROM run WHERE night = 2 AND seed = '3'"
accepted nights/usage_page '^The environment failed; new failures so far: 0; 1 run that the environment broke$' "$build/bin/night" show "$nights/night.db"
ends nights/usage_all 4 two FAKE_USAGE=3
accepted nights/usage_not_gone '^known  buf.data' "$build/bin/night" show "$nights/night.db" --night 2
if command -v jq >/dev/null; then
    check nights/usage_state jq -e '.failures | map(.state + " " + .check) == ["known buf.data", "environment environment"]' "$nights/page/2/night.json"
fi
check nights/usage_tiles grep -qF '<dt>New failures</dt><dd>0</dd></div>' "$nights/page/2/index.html"
check nights/usage_broken grep -qF '<dt>Broken by the environment</dt><dd>1</dd></div>' "$nights/page/2/index.html"
ends nights/usage_over 0 two FAKE_FAIL=3
check nights/usage_over_none bash -c '! "$@" | grep -qE "^(gone|environment)"' - "$build/bin/night" show "$nights/night.db"
check nights/usage_none_gone bash -c '! "$@" | grep -q "^gone"' - "$build/bin/night" show "$nights/night.db"
