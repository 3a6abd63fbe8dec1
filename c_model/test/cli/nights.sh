# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Nights of runs that cost nothing (sim/night/test/fake.sh): what they remember, what is new, kept,
# changed and gone; what happens to the results when something breaks.

nights=$work/nights
t=$'\t'
if ! command -v sqlite3 >/dev/null; then
    skip nights 'sqlite3 is not installed'
    return 0
fi

# list NAME ROW...: a list of these rows.
list() {
    local name=$1
    shift
    printf '%s\n' "$@" '# end' >"$work/$name.tsv"
}
# play LIST [NAME=VALUE...]: a night.
play() {
    NIGHTS=$nights limited env JOBS=2 BUDGET=0 "${@:2}" sim/nightly.sh "$build" "$work/$1.tsv"
}
# ends NAME STATUS LIST [NAME=VALUE...]: a night that ends with this status.
ends() {
    local name=$1 expected=$2
    run play "${@:3}"
    if [ "$status" = "$expected" ]; then ok; else bad "$name" "status $status, expected $expected: $(tail -n 3 "$work/err")"; fi
}
sql() {
    sqlite3 -batch -init /dev/null "$nights/night.db" "$1" 2>/dev/null
}
# is NAME VALUE SQL: what the database says.
is() {
    local got
    got=$(sql "$3")
    if [ "$got" = "$2" ]; then ok; else bad "$1" "the database says '$got', expected '$2': $3"; fi
}

# said NAME REGEX: a line of stderr of the night.
said() {
    if grep -qE "$2" "$work/err"; then ok; else bad "$1" "not said: $2"; fi
}

fake=sim/night/test/fake.sh
# Lists that are none.
printf '# nothing\n# end\n' >"$work/empty.tsv"
list fixed "!fake${t}toy${t}1-6${t}0${t}20${t}$fake"
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

# Fresh seeds: others in each night of a date; one that fails is kept until it passes with the same stimulus.
rm -rf "$nights"
list fresh "!fake${t}toy${t}1-2${t}1${t}20${t}$fake"
log=$(find c_model/test/logs -name '*.txnlog' | head -n 1)
ends nights/fresh 1 fresh BUDGET=1 FAKE_FAIL=9 FAKE_LOG="${log:-/dev/null}"
kept=$(sql "SELECT count(*) FROM kept WHERE state = 'open'")
[ "$kept" -ge 1 ] && ok || bad nights/kept 'no fresh seed that failed is kept'
is nights/kept_why "$kept" "SELECT count(*) FROM run WHERE origin = 'fresh' AND status = 'failed'"
check nights/kept_list grep -q 'open' <("$build/bin/night" kept "$nights")
ends nights/fresh_again 0 fresh BUDGET=1
is nights/kept_gone 0 "SELECT count(*) FROM kept WHERE state <> 'gone' OR closed <> 2"
is nights/fresh_differ 0 "SELECT count(*) FROM run a JOIN run b USING (seed) WHERE a.origin = 'fresh' AND b.origin = 'fresh' AND a.night < b.night"
sql "UPDATE kept SET state = 'open', closed = NULL, log = ''"
ends nights/changed 0 fresh FAKE_SALT=other
is nights/changed_rows "$kept|$kept" "SELECT (SELECT count(*) FROM kept WHERE state = 'changed'), count(*) FROM run WHERE night = 3 AND status = 'changed' AND bucket NOTNULL AND why LIKE '%no log%'"
ends nights/changed_back 0 fresh
is nights/changed_gone 0 "SELECT count(*) FROM kept WHERE state <> 'gone'"
sql "UPDATE kept SET state = 'open' WHERE id = 1"
check nights/close "$build/bin/night" kept "$nights" --close 1
refused nights/close_none 2 '^night: kept: no open failure 1$' "$build/bin/night" kept "$nights" --close 1

# What a run can do wrong, and what is said of it; the others are played.
rm -rf "$nights"
list wrong "!hang${t}toy${t}1-1${t}0${t}2${t}sleep 600" "!spin${t}toy${t}1-1${t}0${t}2${t}while :; do :; done" \
    "!crash${t}toy${t}1-1${t}0${t}9${t}kill -SEGV \$\$" "!silent${t}toy${t}1-1${t}0${t}9${t}:" "!fake${t}toy${t}1-3${t}0${t}9${t}$fake"
ends nights/wrong 1 wrong
is nights/wrong_rows 'crash crashed,fake passed,fake passed,fake passed,hang stalled,silent failed,spin cpu' \
    "SELECT group_concat(x) FROM (SELECT test || ' ' || status AS x FROM run ORDER BY test)"
list budget "!spin${t}toy${t}1-99${t}0${t}9${t}for ((i = 0; i < 200000; i++)); do :; done; $fake"
ends nights/spent 3 budget BUDGET=1
is nights/spent_rows 1 "SELECT count(*) > 0 FROM run WHERE night = 2 AND status = 'planned'"

# Runs whose chunks break off: the night ends when a round has none that ended; what is lost is charged.
rm -rf "$nights"
list fragile "!fake${t}toy${t}1-2${t}1${t}20${t}[ \$SEED -le \${LAST:-0} ] || rm -rf \"\$SPE_DIR\"; [ ! -d \"\$SPE_DIR\" ] || $fake"
ends nights/all_lost 4 fragile BUDGET=1
said nights/all_lost_said '^night: no chunk of the round came to its end: 2 runs lost$'
is nights/all_lost_rows '2|lost|1' "SELECT count(*), group_concat(DISTINCT status), min(cpu_ms) > 0 FROM run"
ends nights/fresh_lost 4 fragile BUDGET=9 LAST=2
is nights/fresh_lost_rows '2|1' "SELECT sum(status = 'passed'), sum(status = 'lost') > 0 FROM run WHERE night = 2"
ends nights/lost_after_new 1 fragile BUDGET=9 LAST=2 FAKE_FAIL=2
is nights/fresh_lost_charged 0 "SELECT cpu_ms - (SELECT sum(cpu_ms) FROM run WHERE night = 2) FROM night WHERE id = 2"

# Killed at any moment: what has ended is there, nothing goes on, the next night tells the rest.
rm -rf "$nights"
list slow "!fake${t}toy${t}1-60${t}0${t}20${t}$fake"
FAKE_SLEEP=0.1 play slow >/dev/null 2>&1 &
for ((i = 0; i < 100; i++)); do
    [ "$(sql "SELECT count(*) > 0 FROM run WHERE status = 'passed'")" = 1 ] && break
    sleep 0.1
done 2>/dev/null
victim=$(processes "launch --cpu 0 --stall 0 --grace 20 sim/night/rounds.sh $build $work/slow.tsv" | tail -n 1 | cut -d' ' -f1)
kill -KILL "${victim:-none}"
wait 2>/dev/null
sleep 1
left=$(processes "$work/slow|$nights/")
[ -z "$left" ] && ok || bad nights/kill_orphans "$(wc -l <<<"$left") processes go on: $(head -n 2 <<<"$left")"
results=$(cat "$nights"/runs/1/round1/*.results | grep -c '^PASS')
ends nights/after_kill 0 fixed
is nights/kill_rows "$results" "SELECT count(*) FROM run WHERE night = 1 AND status = 'passed'"
is nights/kill_night '1|0' "SELECT count(ended), count(status) FROM night WHERE id = 1"
is nights/kill_lost 1 "SELECT count(*) BETWEEN 0 AND 2 FROM run WHERE night = 1 AND status = 'lost'"
is nights/kill_whole 'ok' 'PRAGMA integrity_check'

# Two at once in one tree.
FAKE_SLEEP=0.02 play fixed >/dev/null 2>&1 &
other=$!
ends nights/two 0 slow FAKE_SLEEP=0.01
wait "$other" && ok || bad nights/two_other 'the other night has failed'
is nights/two_rows '6,60' "SELECT group_concat(n) FROM (SELECT count(*) AS n FROM run WHERE night > 2 AND status = 'passed' GROUP BY night ORDER BY n)"

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
[ ! -e "$nights/runs/1" ] && ok || bad nights/prune_files 'the directories of a pruned night are there'
check nights/check "$build/bin/night" check "$nights"
sql "UPDATE run SET checks = 0, records = 0 WHERE id = (SELECT max(id) FROM run)"
run "$build/bin/night" check "$nights"
[ "$status" = 1 ] && grep -q '^failed  Every run that passed' "$work/out" && ok || bad nights/check_bad "status $status"

# A disk without room is said before the start.
mkdir -p "$work/small"
if mount -t tmpfs -o size=2m tmpfs "$work/small" 2>/dev/null; then
    nights=$work/small/nights
    ends nights/full 4 fixed
    said nights/full_said '^night: .*: 6 runs need about [0-9]+ MiB, [0-9]+ MiB are free$'
    umount "$work/small"
else
    skip nights/full 'no file system of two MiB can be mounted here'
fi
