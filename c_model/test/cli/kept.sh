# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Failures of fresh seeds: kept, changed, gone; what dies without a verdict; several SPUs in a
# process.

nights=$work/kept
if ! command -v sqlite3 >/dev/null; then
    skip kept 'sqlite3 is not installed'
    return 0
fi
# shellcheck source=c_model/test/cli/nights_lib.sh
source $here/nights_lib.sh

# Fresh seeds: others in each night of a date; one that fails is kept until it passes with the same
# stimulus, or by the same draws. What neither shows is judged by its log.
rm -rf "$nights"
list fresh "!fake${t}toy${t}1-2${t}1${t}20${t}$fake"
spe log --pack c_model/test/logs/one_record.txnlog "$work/good.log"
sed "s#^@config .*#@config $PWD/rtl/configs/v1p0_min.cfg#; s/21 out pop=3 feed=1/21 out pop=2 feed=0/" c_model/test/logs/one_record.txnlog >"$work/bad.txt"
spe log --pack "$work/bad.txt" "$work/bad.log"
ends kept/fresh 1 fresh BUDGET=1 FAKE_FAIL=fresh
kept=$(sql "SELECT count(*) FROM kept WHERE state = 'open'")
[ "$kept" -ge 1 ] && [ "$kept" -le 3 ] && ok || bad kept/kept "$kept fresh seeds are kept, 1 to 3 expected"
check kept/kept_list grep -q 'open' <("$build/bin/night" kept "$nights")
ends kept/fresh_again 0 fresh BUDGET=1
is kept/kept_gone 0 "SELECT count(*) FROM kept WHERE state IN ('open', 'changed') OR closed > 2"
is kept/fresh_differ 0 "SELECT count(*) FROM run a JOIN run b USING (seed) WHERE a.origin = 'fresh' AND b.origin = 'fresh' AND a.night < b.night"
reopen() {
    sql "UPDATE kept SET state = 'open', closed = NULL WHERE state <> 'dropped'"
}
reopen
ends kept/changed 0 fresh FAKE_SALT=other
is kept/changed_rows "$kept|$kept" "SELECT (SELECT count(*) FROM kept WHERE state = 'changed'), count(*) FROM run WHERE night = 3 AND status = 'changed' AND bucket NOTNULL AND why LIKE '%no log%'"
accepted kept/changed_known '^Nothing new; 1 known failure$' "$build/bin/night" show "$nights/night.db"
ends kept/changed_back 0 fresh
is kept/changed_gone "$kept" "SELECT count(*) FROM kept WHERE state = 'gone' AND closed = 4"
for name in good bad; do
    rm -rf "$nights"
    ends kept/log_$name 1 fresh BUDGET=1 FAKE_FAIL=fresh FAKE_BENCH=a FAKE_LOG="$work/$name.log"
    check kept/log_${name}_kept cmp "$work/$name.log" "$(sql 'SELECT log FROM kept WHERE state = '"'open'"' ORDER BY id LIMIT 1')"
    kept=$(sql "SELECT count(*) FROM kept WHERE state = 'open'")
    ends kept/log_${name}_changed 0 fresh FAKE_SALT=other FAKE_BENCH=b
    if [ $name = good ]; then
        is kept/log_passes "$kept|$kept" "SELECT (SELECT count(*) FROM kept WHERE state = 'gone' AND closed = 2), count(*) FROM run WHERE night = 2 AND origin = 'kept' AND status = 'passed' AND bucket IS NULL"
        accepted kept/log_passes_gone '^No run has failed; 1 gone$' "$build/bin/night" show "$nights/night.db"
    else
        is kept/log_fails "$kept|$kept" "SELECT (SELECT count(*) FROM kept WHERE state = 'changed' AND closed IS NULL), count(*) FROM run WHERE night = 2 AND status = 'changed' AND bucket NOTNULL AND why LIKE '%still fails'"
        accepted kept/log_fails_open '^Nothing new; 1 known failure$' "$build/bin/night" show "$nights/night.db"
    fi
done

# The same draws with another stimulus: the SPU was mended. Other draws: only what has failed by
# them can pass by them.
ends kept/drawn 0 fresh FAKE_SALT=mended FAKE_BENCH=a
is kept/drawn_gone "$kept|$kept" "SELECT (SELECT count(*) FROM kept WHERE state = 'gone' AND closed = 3), count(*) FROM run r JOIN kept k USING (seed) WHERE night = 3 AND origin = 'kept' AND status = 'passed' AND r.stim <> k.stim AND r.bench = k.bench"
accepted kept/drawn_page '^gone  buf.data: Events: ' "$build/bin/night" show "$nights/night.db"
reopen
ends kept/anchored 0 fresh FAKE_FAIL=fresh FAKE_SALT=new FAKE_BENCH=c FAKE_LOG="$work/good.log"
is kept/anchored_draws 0 "SELECT count(*) FROM kept k JOIN run r USING (seed) WHERE night = 4 AND origin = 'kept' AND (r.bench <> k.bench OR r.stim <> k.stim OR k.state <> 'open')"
check kept/anchored_log cmp "$work/good.log" "$(sql "SELECT log FROM kept WHERE state = 'open' ORDER BY id LIMIT 1")"
ends kept/anchored_other 1 fresh FAKE_FAIL=fresh FAKE_CHECK=reg.read FAKE_SALT=other FAKE_BENCH=d
is kept/anchored_left "$kept" "SELECT count(*) FROM kept WHERE state = 'open' AND bench NOT IN (SELECT bench FROM run WHERE night = 5)"
ends kept/anchored_gone 0 fresh FAKE_SALT=mended FAKE_BENCH=c
is kept/anchored_all_gone "$kept" "SELECT count(*) FROM kept WHERE state = 'gone' AND closed = 6"
# Of two that are the same run, one by another stimulus and other draws, which only another database
# knows: one is gone.
id=$(sql "SELECT min(id) FROM kept WHERE state = 'gone' AND closed = 6")
sql "UPDATE kept SET state = 'dropped' WHERE id <> $id; UPDATE kept SET state = 'open', closed = NULL, stim = 'other', bench = 'other' WHERE id = $id;
    INSERT INTO kept SELECT NULL, config, test, seed, 'w', args, 'both', bucket, opened, NULL, '', 'open', 'both', cycles FROM kept WHERE id = $id"
run=$(sql "SELECT config || '.' || test || '.' || seed FROM kept WHERE id = $id")
sql "UPDATE kept SET stim = (SELECT stim FROM run WHERE night = 6 AND name = '$run' AND origin = 'kept') WHERE weights = 'w'"
ends kept/two_played 0 fresh FAKE_SALT=mended FAKE_BENCH=c
is kept/two_gone 'changed other,gone' "SELECT group_concat(x) FROM (SELECT state || iif(state = 'gone', '', ' ' || stim) AS x FROM kept WHERE state IN ('gone', 'changed', 'open') ORDER BY x)"
is kept/two_run changed "SELECT status FROM run WHERE night = 7 AND origin = 'kept'"
sql "UPDATE kept SET state = 'open', closed = NULL WHERE id = 1"
# The command of the page closes it in the database that the page was read from.
check kept/close_page "$build/bin/night" page "$nights" --out "$work/kept_page" --build "$build"
close=$(grep -oE "$build/bin/night kept [^ ]+ --close 1\"" "$work/kept_page/night.json")
check kept/close bash -c "${close%\"}"
refused kept/close_none 2 '^night: kept: no open failure 1$' "$build/bin/night" kept "$nights" --close 1

# What has died without a verdict is known by what it draws from; where nothing says that, a run
# that passes shows nothing.
for name in a ''; do
    rm -rf "$nights"
    ends "kept/died$name" 1 fresh BUDGET=1 FAKE_DIES=fresh FAKE_BENCH=$name
    is "kept/died${name}_kept" 'crashed' "SELECT DISTINCT status FROM run JOIN kept USING (seed) WHERE origin = 'fresh' AND state = 'open'"
    ends "kept/died${name}_mended" 0 fresh FAKE_BENCH=$name
    is "kept/died${name}_gone" "$([ -n "$name" ] && echo gone || echo changed)" "SELECT DISTINCT state FROM kept WHERE state <> 'dropped'"
done

# Of a bucket three are kept, the smallest; the others are counted, and no later night plays them.
rm -rf "$nights"
ends kept/many 1 fresh BUDGET=4 FAKE_FAIL=2 FAKE_LOG="$work/good.log"
dropped=$(sql "SELECT count(*) - 3 FROM run WHERE origin = 'fresh' AND status = 'failed'")
[ "$dropped" -ge 1 ] && ok || bad kept/many_runs "too few fresh seeds have failed: $dropped"
is kept/many_kept "3|$dropped" "SELECT sum(state = 'open'), sum(state = 'dropped') FROM kept"
is kept/many_smallest 0 "SELECT count(*) FROM kept a, kept b WHERE a.state = 'open' AND b.state = 'dropped' AND b.cycles < a.cycles"
prints kept/many_said "$dropped failures not kept: of a bucket the 3 smallest are"
[ "$(find "$nights/kept" -type f | wc -l)" = 3 ] && ok || bad kept/many_logs "$(find "$nights/kept" -type f | wc -l) logs are kept, expected 3"
# Directories of one bucket stay for the smallest alone.
list crowd "!fake${t}toy${t}1-60${t}0${t}20${t}$fake"
ends kept/crowd 1 crowd FAKE_FAIL=2
is kept/crowd_rows '30|20|40' "SELECT count(*), count(*) FILTER (WHERE dir <> ''), max(cycles) FILTER (WHERE dir <> '') FROM run WHERE status = 'failed' AND origin = 'command' AND night = (SELECT max(id) FROM night)"
crowd=$(sql 'SELECT max(id) FROM night')
[ "$(find "$nights/runs/$crowd" -name findings.jsonl | wc -l)" = "$(sql "SELECT count(*) FROM run WHERE night = $crowd AND dir <> ''")" ] && ok ||
    bad kept/crowd_dirs "$(find "$nights/runs/$crowd" -name findings.jsonl | wc -l) directories"
ends kept/many_again 0 fresh FAKE_FAIL=2 FAKE_LOG="$work/good.log"
is kept/many_played '3|failed' "SELECT count(*), group_concat(DISTINCT status) FROM run WHERE night = (SELECT max(id) FROM night) AND origin = 'kept'"
if command -v jq >/dev/null; then
    check kept/many_page jq -e "(.kept | map(.state) == [\"open\", \"open\", \"open\"]) and .dropped[0].failures == $dropped and .dropped[0].kept == 3" "$nights/page/1/night.json"
fi

# Findings of another SPU of the process, before one of the first: the bucket, the log and the
# command are those of it.
rm -rf "$nights"
ends kept/spu 1 fresh BUDGET=1 FAKE_FAIL=2 FAKE_SPU=1 FAKE_LOG="$work/good.log"
is kept/spu_bucket 'buf.data' 'SELECT "check" FROM bucket'
is kept/spu_findings '0 reg.read,1 buf.data' "SELECT group_concat(x) FROM (SELECT DISTINCT spu || ' ' || \"check\" AS x FROM finding ORDER BY spu)"
check kept/spu_log cmp "$work/good.log" "$(sql "SELECT log FROM kept WHERE state = 'open' LIMIT 1")"
accepted kept/spu_open '/spu1/txnlog$' "$build/bin/night" show "$nights/night.db"

