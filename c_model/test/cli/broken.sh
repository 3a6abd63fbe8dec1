# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# The results of a night in which something breaks: chunks that die, signals, a kill, a full disk.

nights=$work/broken
if ! command -v sqlite3 >/dev/null; then
    skip broken 'sqlite3 is not installed'
    return 0
fi
# shellcheck source=c_model/test/cli/nights_lib.sh
source $here/nights_lib.sh

# A chunk that dies loses its runs. A lost run is no failure and has no bucket: the environment
# failed. A new failure in the same night still counts. Such a night reports no failure as gone.
rm -rf "$nights"
list dies "!fake${t}toy${t}1-6${t}0${t}20${t}$fake" "!fake_die${t}toy${t}1-2${t}0${t}19${t}[ -n \"\${FAKE_CHUNK:-}\" ] || exec $fake; kill -KILL \$(awk '/^PPid/ { print \$2 }' /proc/\$PPID/status)"
ends broken/dies_known 1 dies FAKE_FAIL=3
ends broken/lost 4 dies FAKE_CHUNK=1
lost=$(sql "SELECT count(*) FROM run WHERE night = 2 AND status = 'lost' AND bucket IS NULL AND why <> ''")
[ "$lost" -ge 1 ] && ok || bad broken/lost_rows 'no run is lost'
is broken/lost_night '0|0' "SELECT whole, (SELECT count(*) FROM run WHERE night = 2 AND status = 'planned') FROM night WHERE id = 2"
prints broken/lost_said "$lost runs lost: they show nothing"
accepted broken/lost_page "^The environment failed; new failures so far: 0; $lost runs? lost\$" "$build/bin/night" show "$nights/night.db"
if command -v jq >/dev/null; then
    check broken/lost_json jq -e "(.failures == []) and (.failed_runs == []) and (.not_played | map(.status) | unique == [\"lost\"])" "$nights/page/2/night.json"
fi
if command -v xmllint >/dev/null; then
    check broken/lost_junit [ "$(xmllint --xpath 'concat(count(//error), " ", //testsuites/@errors, " ", //testsuites/@failures)' "$nights/page/2/junit.xml")" = "$lost $lost 0" ]
fi
ends broken/lost_new 1 dies FAKE_CHUNK=1 FAKE_FAIL=5 FAKE_CHECK=reg.read
is broken/lost_new_whole 0 "SELECT whole FROM night WHERE id = 3"
ends broken/lost_after 0 dies FAKE_FAIL=3
accepted broken/lost_since '^known  buf.data' "$build/bin/night" show "$nights/night.db"

# A signal ends the night. The runs in flight are lost, the rest stays planned. The next night plays
# all runs.
rm -rf "$nights"
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
    [ "$status" = 3 ] && ok || bad broken/signal_$signal "status $status, expected 3"
    is broken/signal_${signal}_night '3|0|1' "SELECT status, whole, ended NOTNULL FROM night ORDER BY id DESC LIMIT 1"
    is broken/signal_${signal}_rows '60|1|1' "SELECT count(*), sum(status = 'planned') > 30, sum(status = 'lost') BETWEEN 0 AND 4 FROM run WHERE night = (SELECT max(id) FROM night) AND status IN ('passed', 'planned', 'lost')"
    accepted broken/signal_${signal}_page '^The night was stopped by SIG'$signal'; RESUME=1 plays what is left; new failures so far: 0; [0-9]+ runs of the list or kept not begun(; [0-9]+ runs? lost)?$' "$build/bin/night" show "$nights/night.db"
done
ends broken/after_signal 0 slow
is broken/after_signal_rows 60 "SELECT count(*) FROM run WHERE night = 3 AND status = 'passed'"

# A night that a signal ends during its fresh seeds is not whole, although it played all of the
# list.
rm -rf "$nights"
list long "!fake${t}toy${t}1-2${t}1${t}20${t}$fake"
env --default-signal NIGHTS="$nights" JOBS=2 BUDGET=600 FAKE_SLEEP=0.1 sim/nightly.sh "$build" "$work/long.tsv" >"$work/out" 2>"$work/err" &
pid=$!
for ((i = 0; i < 300; i++)); do
    [ "$(sql "SELECT count(*) > 2 FROM run WHERE status = 'passed' AND origin = 'fresh'")" = 1 ] && break
    sleep 0.1
done
kill -s INT $pid
wait $pid
status=$?
[ "$status" = 3 ] && ok || bad broken/stopped_fresh "status $status, expected 3"
is broken/stopped_fresh_night '3|0|SIGINT|2' "SELECT status, whole, stopped, (SELECT count(*) FROM run WHERE origin = 'command' AND status = 'passed') FROM night"
said broken/stopped_fresh_said '^nightly.sh: stopped by SIGINT$'
[ "$(grep -c SIG "$work/err")" = 1 ] && ok || bad broken/stopped_once "$(grep SIG "$work/err" | head -n 3 | tr '\n' ';')"
accepted broken/stopped_fresh_page '^The night was stopped by SIGINT; RESUME=1 plays what is left; new failures so far: 0(; [0-9]+ runs? lost)?$' "$build/bin/night" show "$nights/night.db"

# Chunks that break off: the night ends after a round in which no chunk ended. Lost runs are charged
# with their processor time.
rm -rf "$nights"
list fragile "!fake${t}toy${t}1-2${t}1${t}20${t}[ \$SEED -gt \${LAST:-0} ] || exec $fake; kill -KILL \$(awk '/^PPid/ { print \$2 }' /proc/\$PPID/status)"
ends broken/all_lost 4 fragile BUDGET=1
said broken/all_lost_said '^night: no chunk of the round came to its end: 2 runs lost$'
is broken/all_lost_rows '2|lost|1' "SELECT count(*), group_concat(DISTINCT status), min(cpu_ms) > 0 FROM run"
ends broken/fresh_lost 4 fragile BUDGET=9 LAST=2
is broken/fresh_lost_rows '2|1' "SELECT sum(status = 'passed'), sum(status = 'lost') > 0 FROM run WHERE night = 2"
ends broken/lost_after_new 1 fragile BUDGET=9 LAST=2 FAKE_FAIL=2
is broken/fresh_lost_charged 0 "SELECT cpu_ms - (SELECT sum(cpu_ms) FROM run WHERE night = 2) FROM night WHERE id = 2"

# A kill at any moment: the results of ended runs survive, no process goes on, and the next night
# records the rest.
rm -rf "$nights"
FAKE_SLEEP=0.5 play slow >/dev/null 2>&1 &
for ((i = 0; i < 100; i++)); do
    [ "$(sql "SELECT count(*) > 0 FROM run WHERE status = 'passed'")" = 1 ] && break
    sleep 0.1
done 2>/dev/null
victim=$(processes "launch --cpu 0 --stall 0 --grace 60 sim/night/rounds.sh $build $work/slow.tsv" | tail -n 1 | cut -d' ' -f1)
# Kill both processes of the launcher at once, so that neither can end the other processes.
outer=$(processes "launch --cpu 0 --stall 0 --grace 60 sim/night/rounds.sh $build $work/slow.tsv" | head -n 1 | cut -d' ' -f1)
kill -KILL "${victim:-none}" "${outer:-none}"
wait 2>/dev/null
sleep 1
left=$(processes "$work/slow|$nights/")
[ -z "$left" ] && ok || bad broken/kill_orphans "$(wc -l <<<"$left") processes go on: $(head -n 2 <<<"$left")"
results=$(cat "$nights"/runs/1/round1/*.results | grep -c '^PASS')
# The runs that have begun without a result: their directories are not empty.
begun=0
while IFS=$'\t' read -r name folder _; do
    grep -qF " $name " <(cat "$nights"/runs/1/round1/*.results) || [ -z "$(ls -A "$folder" 2>/dev/null)" ] || begun=$((begun + 1))
done < <(cat "$nights"/runs/1/round1/*.rows)
ends broken/after_kill 0 fixed
is broken/kill_rows "$results" "SELECT count(*) FROM run WHERE night = 1 AND status = 'passed'"
is broken/kill_night '1|0' "SELECT count(ended), count(status) FROM night WHERE id = 1"
is broken/kill_lost "$begun" "SELECT count(*) FROM run WHERE night = 1 AND status = 'lost'"
is broken/kill_whole 'ok' 'PRAGMA integrity_check'

# A run that removes its directory fails alone. A run that leaves a directory in place of a file
# does not fail.
rm -rf "$nights"
list removes "!fake${t}toy${t}1-6${t}0${t}20${t}case \$SEED in 2) rm -rf \"\$SPE_DIR\"; exit 1 ;; 4) mkdir -p \"\$SPE_DIR\"/usage ;; esac; $fake"
ends broken/removes 1 removes
is broken/removes_rows 'crashed,passed 5' "SELECT group_concat(DISTINCT status) || ' ' || sum(status = 'passed') FROM (SELECT status FROM run ORDER BY status)"

# A night whose lock cannot be tested is left alone. A night without a lock is ended.
rm -rf "$nights"
ends broken/asked_first 0 fixed
sql 'UPDATE night SET ended = NULL, status = NULL, whole = NULL'
uuid=$(sql 'SELECT uuid FROM night')
ln -s "$uuid" "$nights/live/$uuid"
ends broken/asked 0 fixed
is broken/asked_left 0 'SELECT count(ended) FROM night WHERE id = 1'
rm "$nights/live/$uuid"
ends broken/asked_gone 0 fixed
is broken/asked_ended 1 'SELECT count(ended) FROM night WHERE id = 1'

# The nights of a folder belong to one machine. While another machine plays a night there, none can
# begin.
echo elsewhere >"$nights/live/other"
(exec 8<"$nights/live/other" && flock 8 && exec sleep 300) &
holder=$!
while flock -n "$nights/live/other" true; do sleep 0.1; done
ends broken/other_machine 4 fixed
said broken/other_machine_said '^nightly.sh: elsewhere plays a night in .*/broken: its nights are those of one machine '
is broken/other_machine_nights 3 'SELECT count(*) FROM night'
kill $holder
wait $holder 2>/dev/null
ends broken/other_ended 0 fixed

# A test that hangs and a simulator that crashes are ordinary failures: new, known, gone. The other
# runs are still played. Both logs have no end, as if their writer had been killed. The log of the
# crash does not even hold a whole frame.
rm -rf "$nights"
spe log --pack c_model/test/logs/one_record.txnlog "$work/ends.log"
head -c "$(grep -abo 'INDX' "$work/ends.log" | head -n 1 | cut -d: -f1)" "$work/ends.log" >"$work/hang.log"
{
    grep -v '^#' c_model/test/logs/one_record.txnlog | sed "s#^@config .*#@config $PWD/rtl/configs/v1p0_min.cfg#; /^[0-9]* close/d"
    for ((i = 1; i <= 40; i++)); do echo "$((i * 100 + 99)) pop ctx=0 n=4"; done
} >"$work/crash_txns"
rm -f "$work/pipe" && mkfifo "$work/pipe"
"$SPE" log --pack "$work/pipe" "$work/crash" & # writes to crash.XXXXXX as long as it writes
victim=$!
exec 7>"$work/pipe"
cat "$work/crash_txns" >&7
for ((i = 0; i < 300; i++)); do
    [ "$(spe log --salvage "$work"/crash.?????? 2>/dev/null | tail -n 1 | cut -d' ' -f1)" = 4099 ] && break
    sleep 0.1
done
kill -KILL $victim
wait $victim 2>/dev/null
exec 7>&-
mv "$work"/crash.?????? "$work/crash.log"
list ill "!hang${t}toy${t}1-1${t}0${t}1${t}[ -n \"\${WELL:-}\" ] || { cp $work/hang.log \"\$SPE_DIR/txnlog\"; sleep 600; }; $fake" \
    "!crash${t}toy${t}1-1${t}0${t}9${t}[ -n \"\${WELL:-}\" ] || { cp $work/crash.log \"\$SPE_DIR/txnlog\"; kill -SEGV \$\$; }; $fake" "!fake${t}toy${t}1-3${t}0${t}9${t}$fake"
ends broken/ill 1 ill
is broken/ill_rows 'crash crashed,fake passed,fake passed,fake passed,hang stalled' \
    "SELECT group_concat(x) FROM (SELECT test || ' ' || status AS x FROM run ORDER BY test)"
# came_to TEST WHY RECORDS: the page gives WHY, with the last cycle of the log of TEST. The command
# on the page opens this log, which holds RECORDS records.
came_to() {
    check "broken/ill_says_$1" grep -qE "^  why  *$2\$" "$nights/page/1/night.txt"
    opens=$(sed -n "s#^  open  *\(.*/$1-1/txnlog\)\$#\1#p" "$nights/page/1/night.txt")
    [[ $opens == *' replay --salvage --primary '* ]] && ok || bad "broken/ill_opens_$1" "${opens:-no command}"
    run bash -c "${opens:-false}"
    [ "$status" = 4 ] && grep -qE "^RESULT FAIL .* test=salvage .* records=$3 " "$work/out" && ok || bad "broken/ill_opened_$1" "status $status"
}
came_to crash 'ended by SIGSEGV; its log ends in cycle 4099' 1
came_to hang 'stalled: .*; its log ends in cycle 4[0-9]' 1
ends broken/ill_known 0 ill
accepted broken/ill_known_page '^Nothing new; 2 known failures$' "$build/bin/night" show "$nights/night.db"
ends broken/ill_gone 0 ill WELL=1
check broken/ill_gone_page [ "$(grep -c '^gone  ' "$nights/page/3/night.txt")" = 2 ]

# one_line NAME: the night printed exactly one line, apart from lines about waiting.
one_line() {
    [ "$(grep -vc '^waiting for ' "$work/err")" = 1 ] && ok || bad "$1" "not one line: $(tr '\n' ';' <"$work/err")"
}
# A disk without room is reported before the start.
# disk NAME SIZE: put the nights on a disk of SIZE. Status 1 if no disk can be mounted.
disk() {
    small_disk "$work/small" "size=$2" && nights=$work/small/nights && return
    skip "broken/$1" 'nothing can be mounted here'
    return 1
}
if disk full 2m; then
    ends broken/full 4 fixed
    said broken/full_said '^night: .*: 6 runs need about [0-9]+ MiB, [0-9]+ MiB are free$'
    one_line broken/full_lines
    is broken/full_why '6 runs need about' "SELECT substr(why, 1, 17) FROM night"
    check broken/full_page grep -qE '^The environment failed: 6 runs need about [0-9]+ MiB, [0-9]+ MiB are free; ' <("${at[@]}" "$build/bin/night" show "$nights")
    no_disk
fi

# The same report if there is room to begin the night and no more. If no page can be written, the
# text is still printed.
if disk tiny 200k; then
    ends broken/tiny 4 fixed
    one_line broken/tiny_lines
    no_disk
fi
if disk no_page 400k; then
    ends broken/no_page 4 fixed
    grep -qE '^The environment failed: 6 runs need about ' "$work/out" && ok || bad broken/no_page_text 'no text'
    no_disk
fi

# A run that fails because the disk is full shows nothing, even if a few bytes can still be written.
if disk full_run 8m; then
    printf '%s\t%s\t0\t-\t%s\n' a "$nights/a" "1 $fake" b "$nights/b" '2 cat /dev/zero >$SPE_DIR/big; truncate -s -64K $SPE_DIR/big; exit 1' \
        c "$nights/c" "3 $fake" >"$work/room.rows"
    rm -f "$work/room.results"
    refused broken/full_run 4 "^play.sh: no space left on the disk of $nights/b: nobody knows what b has shown\$" \
        limited "${at[@]}" sim/night/play.sh "$build" "$work/room.rows" "$work/room.results" 9
    check broken/full_run_results [ "$(cut -d' ' -f1,5 "$work/room.results")" = 'PASS a' ]
    no_disk
fi

# A disk that becomes full ends the night, and causes no failure. While the disk is full, the
# database accepts nothing. The next night records the results when there is room again. Runs that
# were not begun stay planned.
# in_results NIGHT: count the runs that passed in the results of the chunks of the first round.
in_results() {
    "${at[@]}" bash -c 'cat "$0"/*.results' "$nights/runs/$1/round1" | grep -cE '^PASS( [^ ]+){6}$'
}
list fills "!fake${t}toy${t}1-40${t}0${t}20${t}[ \$SEED != \${FILLS:-0} ] || cat /dev/zero >$work/small/rest; $fake"
if disk fills 80m; then
    # Fill again at once any space that is freed, as SQLite frees its journal.
    # shellcheck disable=SC2016 # for that shell
    "${at[@]}" setpriv --pdeathsig KILL bash -c 'until [ -e "$0" ]; do sleep 0.1; done
        until [ -e "$1" ]; do cat /dev/zero >>"$0"; sleep 0.01; done' "$work/small/rest" "$work/room_again" 2>/dev/null &
    filler=$!
    ends broken/fills 4 fills FILLS=20 FAKE_SLEEP=0.1
    said broken/fills_said 'night.db: database or disk is full$'
    grep -E 'runs?, .* a minute' "$work/err" | grep -E ' 0 of 0 | -[0-9]' >"$work/wrong"
    [ ! -s "$work/wrong" ] && ok || bad broken/fills_progress "$(head -n 1 "$work/wrong")"
    results=$(in_results 1)
    [ "$results" -ge 10 ] && ok || bad broken/fills_results "$results runs have passed, at least 10 expected"
    : >"$work/room_again"
    wait $filler
    "${at[@]}" rm "$work/small/rest"
    is broken/fills_before '1|0' 'SELECT count(*), count(ended) FROM night'
    ends broken/fills_next 0 fills
    is broken/fills_rows "$results" "SELECT count(*) FROM run WHERE night = 1 AND status = 'passed'"
    is broken/fills_rest '40|1|1' "SELECT count(*), sum(status = 'planned') >= 10, sum(status = 'lost') BETWEEN 1 AND 14 FROM run WHERE night = 1 AND status IN ('passed', 'planned', 'lost')"
    is broken/fills_night '1|0' 'SELECT count(ended), count(status) FROM night WHERE id = 1'
    is broken/fills_played 40 "SELECT count(*) FROM run WHERE night = 2 AND status = 'passed'"
    no_disk
fi

# If there is room again before the night is judged, the night itself records the result that the
# database rejected: the run that filled the disk and passed. The first git after the rounds, which
# asks whether the tree is unchanged, makes the room.
mkdir -p "$work/room"
printf '#!/bin/bash\nrm -f %q\nexec %q "$@"\n' "$work/small/rest" "$(command -v git || echo false)" >"$work/room/git"
chmod +x "$work/room/git"
list frees "!fake${t}toy${t}1-40${t}0${t}20${t}$fake && [ \$SEED != 20 ] || { cat /dev/zero >$work/small/rest; truncate -s -8K $work/small/rest; }"
if disk frees 80m; then
    ends broken/frees 4 frees JOBS=1 PATH="$work/room:$PATH"
    said broken/frees_said 'night.db: database or disk is full$'
    check broken/frees_results [ "$(in_results 1)" = 20 ]
    is broken/frees_rows '20|1|40' "SELECT sum(status = 'passed'), sum(status = 'lost') BETWEEN 1 AND 5, sum(status IN ('passed', 'planned', 'lost')) FROM run WHERE night = 1"
    is broken/frees_night '1|4|0' 'SELECT count(ended), status, whole FROM night WHERE id = 1'
    no_disk
fi
