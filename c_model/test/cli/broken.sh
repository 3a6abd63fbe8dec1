# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What happens to the results of a night when something breaks: chunks that die, signals, a kill, a full disk.

nights=$work/broken
if ! command -v sqlite3 >/dev/null; then
    skip broken 'sqlite3 is not installed'
    return 0
fi
# shellcheck source=c_model/test/cli/nights_lib.sh
source $here/nights_lib.sh

# A chunk that dies takes its runs with it: lost, which is no failure, has no bucket, and is for the environment. So is a new
# failure beside them, and nothing is gone by such a night.
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

# A signal ends the night: what was on its way is lost, what was not begun stays planned; the next night plays it all.
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
    accepted broken/signal_${signal}_page '^The night was ended before its time; new failures so far: 0; [0-9]+ runs of the list or kept not begun(; [0-9]+ runs? lost)?$' "$build/bin/night" show "$nights/night.db"
done
ends broken/after_signal 0 slow
is broken/after_signal_rows 60 "SELECT count(*) FROM run WHERE night = 3 AND status = 'passed'"

# Runs whose chunks break off: the night ends when a round has none that ended; what is lost is charged.
rm -rf "$nights"
list fragile "!fake${t}toy${t}1-2${t}1${t}20${t}[ \$SEED -le \${LAST:-0} ] || rm -rf \"\$SPE_DIR\"; [ ! -d \"\$SPE_DIR\" ] || $fake"
ends broken/all_lost 4 fragile BUDGET=1
said broken/all_lost_said '^night: no chunk of the round came to its end: 2 runs lost$'
is broken/all_lost_rows '2|lost|1' "SELECT count(*), group_concat(DISTINCT status), min(cpu_ms) > 0 FROM run"
ends broken/fresh_lost 4 fragile BUDGET=9 LAST=2
is broken/fresh_lost_rows '2|1' "SELECT sum(status = 'passed'), sum(status = 'lost') > 0 FROM run WHERE night = 2"
ends broken/lost_after_new 1 fragile BUDGET=9 LAST=2 FAKE_FAIL=2
is broken/fresh_lost_charged 0 "SELECT cpu_ms - (SELECT sum(cpu_ms) FROM run WHERE night = 2) FROM night WHERE id = 2"

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
[ -z "$left" ] && ok || bad broken/kill_orphans "$(wc -l <<<"$left") processes go on: $(head -n 2 <<<"$left")"
results=$(cat "$nights"/runs/1/round1/*.results | grep -c '^PASS')
ends broken/after_kill 0 fixed
is broken/kill_rows "$results" "SELECT count(*) FROM run WHERE night = 1 AND status = 'passed'"
is broken/kill_night '1|0' "SELECT count(ended), count(status) FROM night WHERE id = 1"
is broken/kill_lost 1 "SELECT count(*) BETWEEN 0 AND 2 FROM run WHERE night = 1 AND status = 'lost'"
is broken/kill_whole 'ok' 'PRAGMA integrity_check'

# A disk without room is said before the start.
mkdir -p "$work/small"
if mount -t tmpfs -o size=2m tmpfs "$work/small" 2>/dev/null; then
    nights=$work/small/nights
    ends broken/full 4 fixed
    said broken/full_said '^night: .*: 6 runs need about [0-9]+ MiB, [0-9]+ MiB are free$'
    umount "$work/small"
else
    skip broken/full 'no file system of two MiB can be mounted here'
fi
