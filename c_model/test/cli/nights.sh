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

# prints NAME LINE: a line of stdout of the night.
prints() {
    if grep -qxF "$2" "$work/out"; then ok; else bad "$1" "not printed: $2"; fi
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

# Fresh seeds: others in each night of a date; one that fails is kept until it passes with the same stimulus, or by the same
# draws. What neither shows is judged by its log.
rm -rf "$nights"
list fresh "!fake${t}toy${t}1-2${t}1${t}20${t}$fake"
spe log --pack c_model/test/logs/one_record.txnlog "$work/good.log"
sed "s#^@config .*#@config $PWD/rtl/configs/v1p0_min.cfg#; s/21 out pop=3 feed=1/21 out pop=2 feed=0/" c_model/test/logs/one_record.txnlog >"$work/bad.txt"
spe log --pack "$work/bad.txt" "$work/bad.log"
ends nights/fresh 1 fresh BUDGET=1 FAKE_FAIL=9
kept=$(sql "SELECT count(*) FROM kept WHERE state = 'open'")
[ "$kept" -ge 1 ] && [ "$kept" -le 3 ] && ok || bad nights/kept "$kept fresh seeds are kept, 1 to 3 expected"
check nights/kept_list grep -q 'open' <("$build/bin/night" kept "$nights")
ends nights/fresh_again 0 fresh BUDGET=1
is nights/kept_gone 0 "SELECT count(*) FROM kept WHERE state IN ('open', 'changed') OR closed > 2"
is nights/fresh_differ 0 "SELECT count(*) FROM run a JOIN run b USING (seed) WHERE a.origin = 'fresh' AND b.origin = 'fresh' AND a.night < b.night"
reopen() {
    sql "UPDATE kept SET state = 'open', closed = NULL WHERE state <> 'dropped'"
}
reopen
ends nights/changed 0 fresh FAKE_SALT=other
is nights/changed_rows "$kept|$kept" "SELECT (SELECT count(*) FROM kept WHERE state = 'changed'), count(*) FROM run WHERE night = 3 AND status = 'changed' AND bucket NOTNULL AND why LIKE '%no log%'"
accepted nights/changed_known '^Nothing new; 1 known failure$' "$build/bin/night" show "$nights/night.db"
ends nights/changed_back 0 fresh
is nights/changed_gone "$kept" "SELECT count(*) FROM kept WHERE state = 'gone' AND closed = 4"
for name in good bad; do
    rm -rf "$nights"
    ends nights/log_$name 1 fresh BUDGET=1 FAKE_FAIL=9 FAKE_BENCH=a FAKE_LOG="$work/$name.log"
    check nights/log_${name}_kept cmp "$work/$name.log" "$(sql 'SELECT log FROM kept WHERE state = '"'open'"' ORDER BY id LIMIT 1')"
    kept=$(sql "SELECT count(*) FROM kept WHERE state = 'open'")
    ends nights/log_${name}_changed 0 fresh FAKE_SALT=other FAKE_BENCH=b
    if [ $name = good ]; then
        is nights/log_passes "$kept|$kept" "SELECT (SELECT count(*) FROM kept WHERE state = 'gone' AND closed = 2), count(*) FROM run WHERE night = 2 AND origin = 'kept' AND status = 'passed' AND bucket IS NULL"
        accepted nights/log_passes_gone '^No run failed that counts$' "$build/bin/night" show "$nights/night.db"
    else
        is nights/log_fails "$kept|$kept" "SELECT (SELECT count(*) FROM kept WHERE state = 'changed' AND closed IS NULL), count(*) FROM run WHERE night = 2 AND status = 'changed' AND bucket NOTNULL AND why LIKE '%still fails'"
        accepted nights/log_fails_open '^Nothing new; 1 known failure$' "$build/bin/night" show "$nights/night.db"
    fi
done

# The same draws with another stimulus: the SPU was mended. Other draws: only what has failed by them can pass by them.
ends nights/drawn 0 fresh FAKE_SALT=mended FAKE_BENCH=a
is nights/drawn_gone "$kept|$kept" "SELECT (SELECT count(*) FROM kept WHERE state = 'gone' AND closed = 3), count(*) FROM run r JOIN kept k USING (seed) WHERE night = 3 AND origin = 'kept' AND status = 'passed' AND r.stim <> k.stim AND r.bench = k.bench"
accepted nights/drawn_page '^gone  buf.data: Events: ' "$build/bin/night" show "$nights/night.db"
reopen
ends nights/anchored 0 fresh FAKE_FAIL=9 FAKE_SALT=new FAKE_BENCH=c FAKE_LOG="$work/good.log"
is nights/anchored_draws 0 "SELECT count(*) FROM kept k JOIN run r USING (seed) WHERE night = 4 AND origin = 'kept' AND (r.bench <> k.bench OR r.stim <> k.stim OR k.state <> 'open')"
check nights/anchored_log cmp "$work/good.log" "$(sql "SELECT log FROM kept WHERE state = 'open' ORDER BY id LIMIT 1")"
ends nights/anchored_other 1 fresh FAKE_FAIL=9 FAKE_CHECK=reg.read FAKE_SALT=other FAKE_BENCH=d
is nights/anchored_left "$kept" "SELECT count(*) FROM kept WHERE state = 'open' AND bench NOT IN (SELECT bench FROM run WHERE night = 5)"
ends nights/anchored_gone 0 fresh FAKE_SALT=mended FAKE_BENCH=c
is nights/anchored_all_gone "$kept" "SELECT count(*) FROM kept WHERE state = 'gone' AND closed = 6"
sql "UPDATE kept SET state = 'open' WHERE id = 1"
check nights/close "$build/bin/night" kept "$nights" --close 1
refused nights/close_none 2 '^night: kept: no open failure 1$' "$build/bin/night" kept "$nights" --close 1

# What has died without a verdict is known by what it draws from; where nothing says that, a run that passes shows nothing.
for name in a ''; do
    rm -rf "$nights"
    ends "nights/died$name" 1 fresh BUDGET=1 FAKE_DIES=9 FAKE_BENCH=$name
    is "nights/died${name}_kept" 'crashed' "SELECT DISTINCT status FROM run JOIN kept USING (seed) WHERE origin = 'fresh' AND state = 'open'"
    ends "nights/died${name}_mended" 0 fresh FAKE_BENCH=$name
    is "nights/died${name}_gone" "$([ -n "$name" ] && echo gone || echo changed)" "SELECT DISTINCT state FROM kept WHERE state <> 'dropped'"
done

# Of a bucket three are kept, the smallest; the others are counted, and no later night plays them.
rm -rf "$nights"
ends nights/many 1 fresh BUDGET=1 FAKE_FAIL=2 FAKE_LOG="$work/good.log"
dropped=$(sql "SELECT count(*) - 3 FROM run WHERE origin = 'fresh' AND status = 'failed'")
[ "$dropped" -ge 1 ] && ok || bad nights/many_runs "too few fresh seeds have failed: $dropped"
is nights/many_kept "3|$dropped" "SELECT sum(state = 'open'), sum(state = 'dropped') FROM kept"
is nights/many_smallest 0 "SELECT count(*) FROM kept a, kept b WHERE a.state = 'open' AND b.state = 'dropped' AND b.cycles < a.cycles"
prints nights/many_said "$dropped failures not kept: 3 smaller ones of their buckets are"
[ "$(find "$nights/kept" -type f | wc -l)" = 3 ] && ok || bad nights/many_logs "$(find "$nights/kept" -type f | wc -l) logs are kept, expected 3"
ends nights/many_again 0 fresh FAKE_FAIL=2 FAKE_LOG="$work/good.log"
is nights/many_played '3|failed' "SELECT count(*), group_concat(DISTINCT status) FROM run WHERE night = 2 AND origin = 'kept'"
if command -v jq >/dev/null; then
    check nights/many_page jq -e "(.kept | map(.state) == [\"open\", \"open\", \"open\"]) and .dropped[0].failures == $dropped and .dropped[0].kept == 3" "$nights/page/1/night.json"
fi

# Findings of another SPU of the process, before one of the first: the bucket, the log and the command are those of it.
rm -rf "$nights"
ends nights/spu 1 fresh BUDGET=1 FAKE_FAIL=2 FAKE_SPU=1 FAKE_LOG="$work/good.log"
is nights/spu_bucket 'buf.data' 'SELECT "check" FROM bucket'
is nights/spu_findings '0 reg.read,1 buf.data' "SELECT group_concat(x) FROM (SELECT DISTINCT spu || ' ' || \"check\" AS x FROM finding ORDER BY spu)"
check nights/spu_log cmp "$work/good.log" "$(sql "SELECT log FROM kept WHERE state = 'open' LIMIT 1")"
accepted nights/spu_open '/spu1/txnlog$' "$build/bin/night" show "$nights/night.db"

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

# A chunk that dies takes its runs with it: lost, which is no failure, has no bucket, and is for the environment. So is a new
# failure beside them, and nothing is gone by such a night.
rm -rf "$nights"
list dies "!fake${t}toy${t}1-6${t}0${t}20${t}$fake" "!fake_die${t}toy${t}1-2${t}0${t}19${t}[ -n \"\${FAKE_CHUNK:-}\" ] || exec $fake; kill -KILL \$(awk '/^PPid/ { print \$2 }' /proc/\$PPID/status)"
ends nights/dies_known 1 dies FAKE_FAIL=3
ends nights/lost 4 dies FAKE_CHUNK=1
lost=$(sql "SELECT count(*) FROM run WHERE night = 2 AND status = 'lost' AND bucket IS NULL AND why <> ''")
[ "$lost" -ge 1 ] && ok || bad nights/lost_rows 'no run is lost'
is nights/lost_night '0|0' "SELECT whole, (SELECT count(*) FROM run WHERE night = 2 AND status = 'planned') FROM night WHERE id = 2"
prints nights/lost_said "$lost runs lost: they show nothing"
accepted nights/lost_page "^The environment failed; new failures so far: 0; $lost runs? lost\$" "$build/bin/night" show "$nights/night.db"
if command -v jq >/dev/null; then
    check nights/lost_json jq -e "(.failures == []) and (.failed_runs == []) and (.not_played | map(.status) | unique == [\"lost\"])" "$nights/page/2/night.json"
fi
if command -v xmllint >/dev/null; then
    check nights/lost_junit [ "$(xmllint --xpath 'concat(count(//error), " ", //testsuites/@errors, " ", //testsuites/@failures)' "$nights/page/2/junit.xml")" = "$lost $lost 0" ]
fi
ends nights/lost_new 1 dies FAKE_CHUNK=1 FAKE_FAIL=5 FAKE_CHECK=reg.read
is nights/lost_new_whole 0 "SELECT whole FROM night WHERE id = 3"
ends nights/lost_after 0 dies FAKE_FAIL=3
accepted nights/lost_since '^known  buf.data' "$build/bin/night" show "$nights/night.db"

# A signal ends the night: what was on its way is lost, what was not begun stays planned; the next night plays it all.
rm -rf "$nights"
list slow "!fake${t}toy${t}1-60${t}0${t}20${t}$fake"
for signal in TERM INT; do
    env --default-signal NIGHTS="$nights" JOBS=2 BUDGET=0 FAKE_SLEEP=0.2 sim/nightly.sh "$build" "$work/slow.tsv" >"$work/out" 2>"$work/err" &
    pid=$!
    for ((i = 0; i < 300; i++)); do
        [ "$(sql "SELECT count(*) > 2 FROM run WHERE status = 'passed' AND night = (SELECT max(id) FROM night WHERE ended IS NULL)")" = 1 ] && break
        sleep 0.1
    done
    kill -s $signal $pid
    wait $pid
    status=$?
    [ "$status" = 3 ] && ok || bad nights/signal_$signal "status $status, expected 3"
    is nights/signal_${signal}_night '3|0|1' "SELECT status, whole, ended NOTNULL FROM night ORDER BY id DESC LIMIT 1"
    is nights/signal_${signal}_rows '60|1|1' "SELECT count(*), sum(status = 'planned') > 30, sum(status = 'lost') BETWEEN 0 AND 4 FROM run WHERE night = (SELECT max(id) FROM night) AND status IN ('passed', 'planned', 'lost')"
    accepted nights/signal_${signal}_page '^The night was ended before its time; new failures so far: 0; [0-9]+ runs of the list or kept not begun(; [0-9]+ runs? lost)?$' "$build/bin/night" show "$nights/night.db"
done
ends nights/after_signal 0 slow
is nights/after_signal_rows 60 "SELECT count(*) FROM run WHERE night = 3 AND status = 'passed'"

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
FAKE_SLEEP=0.1 play slow >/dev/null 2>&1 &
for ((i = 0; i < 100; i++)); do
    [ "$(sql "SELECT count(*) > 0 FROM run WHERE status = 'passed'")" = 1 ] && break
    sleep 0.1
done 2>/dev/null
victim=$(processes "launch --cpu 0 --stall 0 --grace 60 sim/night/rounds.sh $build $work/slow.tsv" | tail -n 1 | cut -d' ' -f1)
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
