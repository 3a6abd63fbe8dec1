# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Failures of fresh seeds: kept, changed, gone; runs that die without a verdict; several SPUs in one
# process.

nights=$work/kept
if ! command -v sqlite3 >/dev/null; then
    skip kept 'sqlite3 is not installed'
    return 0
fi
# shellcheck source=c_model/test/cli/nights_lib.sh
source $here/nights_lib.sh

# Fresh seeds differ in each night of a date. A fresh seed that fails is kept until it passes with
# the same stimulus or the same draws. If the new run has neither, the kept log is judged.
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

# The same draws with another stimulus mean that the SPU was repaired. After a run with other draws,
# a failure is gone only if it has failed with these draws before.
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
# Two kept failures of the same run. One has another stimulus and other draws, which only another
# database knows. Only the other one is gone.
id=$(sql "SELECT min(id) FROM kept WHERE state = 'gone' AND closed = 6")
sql "UPDATE kept SET state = 'dropped' WHERE id <> $id; UPDATE kept SET state = 'open', closed = NULL, stim = 'other', bench = 'other' WHERE id = $id;
    INSERT INTO kept SELECT NULL, config, test, seed, 'w', args, 'both', bucket, opened, NULL, '', 'open', 'both', cycles FROM kept WHERE id = $id"
run=$(sql "SELECT config || '.' || test || '.' || seed FROM kept WHERE id = $id")
sql "UPDATE kept SET stim = (SELECT stim FROM run WHERE night = 6 AND name = '$run' AND origin = 'kept') WHERE weights = 'w'"
ends kept/two_played 0 fresh FAKE_SALT=mended FAKE_BENCH=c
is kept/two_gone 'changed other,gone' "SELECT group_concat(x) FROM (SELECT state || iif(state = 'gone', '', ' ' || stim) AS x FROM kept WHERE state IN ('gone', 'changed', 'open') ORDER BY x)"
is kept/two_run changed "SELECT status FROM run WHERE night = 7 AND origin = 'kept'"
sql "UPDATE kept SET state = 'open', closed = NULL WHERE id = 1"
# The command on the page closes the failure in the database that the page was made from.
check kept/close_page "$build/bin/night" page "$nights" --out "$work/kept_page" --build "$build"
close=$(grep -oE "$build/bin/night kept [^ ]+ --close 1\"" "$work/kept_page/night.json")
check kept/close bash -c "${close%\"}"
refused kept/close_none 2 '^night: kept: no open failure 1$' "$build/bin/night" kept "$nights" --close 1

# A run that died without a verdict is known by its draws. If the draws are unknown, a run that
# passes shows nothing.
for name in a ''; do
    rm -rf "$nights"
    ends "kept/died$name" 1 fresh BUDGET=1 FAKE_DIES=fresh FAKE_BENCH=$name
    is "kept/died${name}_kept" 'crashed' "SELECT DISTINCT status FROM run JOIN kept USING (seed) WHERE origin = 'fresh' AND state = 'open'"
    ends "kept/died${name}_mended" 0 fresh FAKE_BENCH=$name
    is "kept/died${name}_gone" "$([ -n "$name" ] && echo gone || echo changed)" "SELECT DISTINCT state FROM kept WHERE state <> 'dropped'"
done

# The three smallest failures of a bucket are kept. The others are counted, and no later night plays
# them.
rm -rf "$nights"
ends kept/many 1 fresh BUDGET=4 FAKE_FAIL=2 FAKE_LOG="$work/good.log"
dropped=$(sql "SELECT count(*) - 3 FROM run WHERE origin = 'fresh' AND status = 'failed'")
[ "$dropped" -ge 1 ] && ok || bad kept/many_runs "too few fresh seeds have failed: $dropped"
is kept/many_kept "3|$dropped" "SELECT sum(state = 'open'), sum(state = 'dropped') FROM kept"
is kept/many_smallest 0 "SELECT count(*) FROM kept a, kept b WHERE a.state = 'open' AND b.state = 'dropped' AND b.cycles < a.cycles"
prints kept/many_said "$dropped failures not kept: of a bucket the 3 smallest are"
[ "$(find "$nights/kept" -type f | wc -l)" = 3 ] && ok || bad kept/many_logs "$(find "$nights/kept" -type f | wc -l) logs are kept, expected 3"
# In one bucket only the smallest runs keep their directories.
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

# SPU 1 of the process has the first finding, SPU 0 a later one: bucket, log and command are those
# of SPU 1.
rm -rf "$nights"
ends kept/spu 1 fresh BUDGET=1 FAKE_FAIL=2 FAKE_SPU=1 FAKE_LOG="$work/good.log"
is kept/spu_bucket 'buf.data' 'SELECT "check" FROM bucket'
is kept/spu_findings '0 reg.read,1 buf.data' "SELECT group_concat(x) FROM (SELECT DISTINCT spu || ' ' || \"check\" AS x FROM finding ORDER BY spu)"
check kept/spu_log cmp "$work/good.log" "$(sql "SELECT log FROM kept WHERE state = 'open' LIMIT 1")"
accepted kept/spu_open '/spu1/txnlog$' "$build/bin/night" show "$nights/night.db"

