# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Subcommands of `night` one by one, on databases of a few rows: the effects of an engine, of
# another night, and of a full disk.

if ! command -v sqlite3 >/dev/null; then
    skip parts 'sqlite3 is not installed'
    return 0
fi
# shellcheck source=c_model/test/cli/nights_lib.sh
source $here/nights_lib.sh
night=$build/bin/night

printf '# configurations\nv1p0_min\tplain\t/bin/true\taaaa\trtl/configs/v1p0_min.cfg\n# end\n' >"$work/models.tsv"
list parts "smoke${t}v1p0_min${t}1-5${t}1${t}60"
# begins UUID [BUDGET]: begin a night and print its number.
begins() {
    limited "$night" begin "$nights" --uuid "$1" --models "$work/models.tsv" --list "$work/parts.tsv" --list-name parts --list-hash h \
        --commit c --dirty 0 --engine ninja --jobs 2 --budget "${2:-0}" --build-ms 0 --sim sim --draw ''
}
# new NAME [BUDGET]: make a folder with one night.
new() {
    nights=$work/parts.$1
    mkdir -p "$nights/live"
    begins "$1" "${2:-0}" >/dev/null 2>&1
}
# plans KIND: plan a first round of night 1.
plans() {
    limited "$night" plan "$nights" --night 1 --kind "$1" --chunks "$nights/runs/1/round1" --sim sim --build "$build" --jobs 2
}
# judges [STATUS]: end night 1.
judges() {
    limited "$night" end "$nights" --night 1 --status "${1:-0}"
}
a_bucket="INSERT INTO bucket VALUES (1, 'buf.data', 'x', 'y');"
a_run="INSERT INTO run (night, name, origin, config, model, test, seed, status, stim, result, records, checks, cpu_ms)
    VALUES (1, 'v1p0_min.smoke.1', 'fixed', 'v1p0_min', 1, 'smoke', '1', 'passed', 's', 'r', 30, 100, 5);"
# a_kept STATE [LOG]: print SQL for a kept failure of night 1.
a_kept() {
    echo "INSERT INTO kept (id, config, test, seed, weights, args, stim, bucket, opened, state, bench, log)
        VALUES (1, 'v1p0_min', 'smoke', '7', '', '--test smoke', 's', 1, 1, '$1', 'b', '${2:-}');"
}

# Another night writes while a log is replayed. A log that fails is not the same as a log that
# cannot be read.
# replays LOG STATUS: replay LOG for a changed failure. The replay ends with STATUS.
replays() {
    rm -rf "$work/parts.replay"
    new replay
    sql "$a_bucket $(a_kept changed "$1") $a_run UPDATE run SET origin = 'kept', seed = '7', args = '--test smoke', status = 'changed', bucket = 1"
    printf '#!/bin/sh\nsqlite3 %s "UPDATE night SET build_ms = build_ms + 1"\nexit %s\n' "$nights/night.db" "$2" >"$work/spe"
    chmod +x "$work/spe"
    limited "$night" replay "$nights" --night 1 --spe "$work/spe"
}
run_and_kept="SELECT k.state, r.status, r.why FROM kept k JOIN run r USING (seed)"
accepted parts/replay_passes '^v1p0_min.smoke.7: gone$' replays x 0
is parts/replay_passes_rows 'gone|passed|' "$run_and_kept"
accepted parts/replay_fails 'still fails$' replays x 1
is parts/replay_fails_rows 'changed|changed|the stimulus is another one today; the kept log still fails' "$run_and_kept"
for code in 2 4; do
    accepted parts/replay_$code "cannot be replayed \\(status $code\\)\$" replays x $code
    is parts/replay_${code}_rows "changed|changed|the stimulus is another one today; the kept log cannot be replayed (status $code)" "$run_and_kept"
done
accepted parts/replay_no_log 'and there is no log to replay$' replays '' 0
is parts/replay_no_log_rows 'changed|changed' "SELECT k.state, r.status FROM kept k JOIN run r USING (seed)"

# The same while the files of older nights are removed.
new prune
for n in 2 3 4; do begins "prune$n"; done >/dev/null 2>&1
sql "UPDATE night SET ended = begun, status = 0 WHERE id < 4"
for n in 1 2 3; do mkdir -p "$nights/runs/$n/x" && : >"$nights/runs/$n/x/y"; done
prints_night() {
    accepted "parts/prune_$1" "^night $1: directories, logs and page removed\$" limited "$night" prune "$nights" --nights 1 --mib 100
}
prints_night 2
[ "$(cd "$nights/runs" && echo *)" = '3 4' ] && ok || bad parts/prune_left "$(cd "$nights/runs" && echo *)"

# Files of a night whose database is gone or older than the files. Their results belong to no other
# night.
new stale
plans fixed >/dev/null
for i in 0 1 2 3 4; do
    mkdir -p "$nights/runs/1/v1p0_min/smoke-$((i + 1))"
    echo "RESULT PASS stim=11$i result=22$i records=30 checks=9 mismatches=0 pending=0" >"$nights/runs/1/v1p0_min/smoke-$((i + 1))/verdict"
    echo "PASS 1 0 0 v1p0_min.smoke.$((i + 1))@$((i + 1)) 1 1" >"$nights/runs/1/round1/c0000$i.results"
done
refused parts/stale_round 4 '/runs/1/round1: another round has left files in it$' plans sample
rm -f "$nights"/night.db*
accepted parts/stale_begin '^2$' begins again
accepted parts/stale_plan '^5 0$' limited "$night" plan "$nights" --night 2 --kind fixed --chunks "$nights/runs/2/round1" --sim sim --build "$build" --jobs 2
run limited "$night" collect "$nights" --night 2 --folder "$nights/runs/2/round1" -- true
is parts/stale_rows '5|lost' 'SELECT count(*), group_concat(DISTINCT status) FROM run'
check parts/stale_left test -s "$nights/runs/1/round1/c00004.results"
mkdir "$nights/page" "$nights/page/7"
run begins third
[ "$(cat "$work/out")" = 8 ] && ok || bad parts/stale_page "night $(cat "$work/out"), expected 8"

# A run failed, and its log does not say why, because the run was killed or had no room. The verdict
# then counts. Without a verdict the run is lost. The results after it are still read.
new silent
plans fixed >/dev/null
for seed in 1 2 3; do mkdir -p "$nights/runs/1/v1p0_min/smoke-$seed" && : >"$nights/runs/1/v1p0_min/smoke-$seed/stdout"; done
echo 'RESULT FAIL stim=1 result=2 mismatches=1' >"$nights/runs/1/v1p0_min/smoke-1/verdict"
echo 'RESULT PASS stim=3 result=4 records=30 checks=9 mismatches=0 pending=0' | tee "$nights/runs/1/v1p0_min/smoke-"{2,3}/verdict >/dev/null
printf '%s 0 0 0 v1p0_min.smoke.%s@%s 1 1\n' FAIL 1 1 FAIL 2 2 PASS 3 3 >"$nights/runs/1/round1/c00000.results"
run begins next
said parts/silent_said '^night: night 1 was broken off: 1 run lost$'
is parts/silent_rows '1 failed its log does not say why,2 lost the engine was ended,3 passed ,4 planned ,5 planned ' \
    "SELECT group_concat(x) FROM (SELECT seed || ' ' || status || ' ' || why AS x FROM run WHERE night = 1 ORDER BY id)"
is parts/silent_bucket 'failed|its log does not say why' 'SELECT "check", field FROM bucket'

# If the database rejects a change, the change is not reported and no file is removed.
# breaks WHAT TABLE: each such change fails from now on.
breaks() {
    sql "CREATE TRIGGER broken BEFORE $1 ON $2 BEGIN SELECT raise(FAIL, 'disk full'); END"
}
new end_fails
sql "$a_run"
mkdir -p "$nights/runs/1/round1" && : >"$nights/runs/1/round1/c00000.rows"
breaks 'UPDATE OF ended' night
refused parts/end_fails 4 'disk full$' judges
[ ! -s "$work/out" ] && ok || bad parts/end_fails_says "$(head -n 1 "$work/out")"
check parts/end_fails_chunks test -e "$nights/runs/1/round1/c00000.rows"
new plan_fails
breaks INSERT run
refused parts/plan_fails 4 'disk full$' plans fixed
check parts/plan_fails_chunks test ! -e "$nights/runs/1/round1"
new begin_fails
breaks 'UPDATE OF ended' night
refused parts/begin_fails 4 'disk full$' begins next
new merge_fails
sql "UPDATE night SET ended = begun, status = 0"
nights=$work/parts.end_fails
sql 'DROP TRIGGER broken'
breaks INSERT night
refused parts/merge_fails 4 'disk full$' limited "$night" merge "$nights/night.db" "$work/parts.merge_fails/night.db"
[ ! -s "$work/out" ] && ok || bad parts/merge_fails_says "$(head -n 1 "$work/out")"
printf '# SPDX\nline\trtl/spu.sv\t1\tblock\t1\t\n# end\n' >"$work/points.tsv"
breaks_code() {
    sql 'DROP TRIGGER broken'
    breaks INSERT code_point
    limited "$night" code "$nights" --night 1 --points "$work/points.tsv"
}
refused parts/code_fails 4 'disk full$' breaks_code
[ ! -s "$work/out" ] && ok || bad parts/code_fails_says "$(head -n 1 "$work/out")"

# A running night has closed a kept failure. In a database that merges the other nights the failure
# stays open until the running night is merged, too.
new merged
begins merged2 >/dev/null 2>&1
sql "UPDATE night SET ended = begun, status = 1, whole = 1 WHERE id = 1; UPDATE night SET ended = NULL, status = NULL WHERE id = 2;
    $a_bucket $(a_kept gone) UPDATE kept SET closed = 2"
merges() {
    limited "$night" merge "$work/parts.all.db" "$nights/night.db"
}
in_all() {
    sqlite3 -batch -init /dev/null "$work/parts.all.db" 'SELECT state, stim, closed FROM kept' 2>/dev/null
}
accepted parts/merge_going '^1 night$' merges
[ "$(in_all)" = 'open|s|' ] && ok || bad parts/merge_going_kept "$(in_all)"
sql "UPDATE kept SET state = 'changed', closed = NULL, stim = 'other'"
accepted parts/merge_stim '^0 nights$' merges
[ "$(in_all)" = 'changed|other|' ] && ok || bad parts/merge_stim_kept "$(in_all)"
sql "UPDATE kept SET state = 'gone', closed = 2; UPDATE night SET ended = begun, status = 0"
accepted parts/merge_closed '^1 night$' merges
[ "$(in_all)" = 'gone|other|2' ] && ok || bad parts/merge_closed_kept "$(in_all)"

# Two commands may play one name of a configuration with different executables, which belong to the
# commands. Two executables of the project may not.
new foreign
sql "INSERT INTO model VALUES (5, 'toy', 'h1', '', 'foreign'), (6, 'toy', 'h2', '', 'foreign');
    $a_run UPDATE run SET config = 'toy', name = 'toy.a.1', test = 'a', origin = 'command', args = '!x', model = 5, stim = 't';
    $a_run UPDATE run SET config = 'toy', name = 'toy.b.1', test = 'b', origin = 'command', args = '!y', model = 6 WHERE model = 1"
accepted parts/foreign '^night 1: 2 runs passed, 0 failed' judges
sql "UPDATE model SET flavour = 'plain', executable = id WHERE id IN (5, 6)"
run judges
[ "$status" = 4 ] && ok || bad parts/two_executables "status $status, expected 4"

# Runs on an executable that changed are distrusted. The failures that they kept are dropped, and
# those that they displaced are kept again. Failures that they changed, or gave other draws, get
# their old values back.
new distrust
begins distrust2 >/dev/null 2>&1
sql "UPDATE night SET ended = begun, status = 1, whole = 1 WHERE id = 1; UPDATE night SET ended = NULL, status = NULL WHERE id = 2; $a_bucket"
mkdir -p "$nights/kept"
# kept_row ID STATE OPENED CLOSED CYCLES [STIM [NIGHT]]: add a kept failure and its log of NIGHT.
# STIM is old by default, NIGHT is OPENED by default.
kept_row() {
    sql "INSERT INTO kept (id, config, test, seed, weights, args, stim, bucket, opened, closed, state, bench, cycles, log)
        VALUES ($1, 'v1p0_min', 'smoke', '$1', '', '--test smoke', '${6:-old}', 1, $3, $4, '$2', 'b', $5, '$nights/kept/v1p0_min.smoke.$1-$1.${7:-$3}.txnlog')"
    : >"$nights/kept/v1p0_min.smoke.$1-$1.${7:-$3}.txnlog"
}
# kept_run NIGHT SEED ORIGIN STATUS STIM: add a run.
kept_run() {
    sql "INSERT INTO run (night, name, origin, config, model, test, seed, args, status, stim, bench, cycles, bucket)
        VALUES ($1, 'v1p0_min.smoke.$2', '$3', 'v1p0_min', (SELECT id FROM model), 'smoke', '$2', '--test smoke', '$4', '$5', 'b', 10 * $2, 1)"
}
kept_row 1 dropped 1 2 10
kept_row 2 changed 1 NULL 20
kept_row 3 open 1 NULL 30 new 2
: >"$nights/kept/v1p0_min.smoke.3-3.1.txnlog"
for seed in 4 5 6; do kept_row $seed open 2 NULL 1 && kept_run 2 $seed fresh failed new; done
for seed in 1 2 3; do kept_run 1 $seed fresh failed old; done
kept_run 2 2 kept changed other
kept_run 2 3 kept failed new
accepted parts/distrust '^5 runs are of nobody knows which executable$' limited "$night" distrust "$nights" --night 2 --executable aaaa
is parts/distrust_kept '1 open old,2 open old,3 open old' "SELECT group_concat(x) FROM (SELECT id || ' ' || state || ' ' || stim AS x FROM kept ORDER BY id)"
is parts/distrust_log "$nights/kept/v1p0_min.smoke.3-3.1.txnlog|30" 'SELECT log, cycles FROM kept WHERE id = 3'
[ "$(cd "$nights/kept" && echo *)" = 'v1p0_min.smoke.1-1.1.txnlog v1p0_min.smoke.2-2.1.txnlog v1p0_min.smoke.3-3.1.txnlog v1p0_min.smoke.3-3.2.txnlog' ] && ok || bad parts/distrust_logs "$(cd "$nights/kept" && echo *)"
run limited "$night" end "$nights" --night 2 --status 0
run limited "$night" show "$nights"
! grep -qE '^new  |new failures so far: [1-9]' "$work/out" && ok || bad parts/distrust_new "$(grep -E '^new|so far' "$work/out" | head -n 1)"
# prune removes the log of the other draws, as no row has it any more. A log that no row of this
# database ever had stays.
: >"$nights/kept/other.smoke.1-1.1.txnlog"
check parts/distrust_prune limited "$night" prune "$nights" --nights 9 --mib 100
[ "$(cd "$nights/kept" && echo *)" = 'other.smoke.1-1.1.txnlog v1p0_min.smoke.1-1.1.txnlog v1p0_min.smoke.2-2.1.txnlog v1p0_min.smoke.3-3.1.txnlog' ] && ok || bad parts/prune_logs "$(cd "$nights/kept" && echo *)"

# A kept failure that fails with other draws takes over the new row and the new log, or neither.
# fails_again SQL: run SQL, then collect a failing run of the kept failure.
fails_again() {
    rm -rf "$work/parts.again"
    new again
    mkdir -p "$nights/kept"
    echo old >"$nights/kept/v1p0_min.smoke.7-1.txnlog"
    sql "INSERT INTO bucket VALUES (1, 'failed', 'status N, expected N', ''); $(a_kept open "$nights/kept/v1p0_min.smoke.7-1.txnlog") $1"
    plans fixed >/dev/null
    local dir id
    id=$(sql "SELECT id FROM run WHERE origin = 'kept'") dir=$(sql "SELECT dir FROM run WHERE origin = 'kept'")
    mkdir -p "$dir"
    echo 'RESULT FAIL stim=new result=2 mismatches=1 bench=other' >"$dir/verdict"
    echo new >"$dir/txnlog"
    echo "FAIL v1p0_min.smoke.7@$id: status 1, expected 0" >"$nights/runs/1/round1/c00000.log"
    echo "FAIL 0 1 0 v1p0_min.smoke.7@$id 1 1" >"$nights/runs/1/round1/c00000.results"
    limited "$night" collect "$nights" --night 1 --folder "$nights/runs/1/round1" -- true
}
run fails_again ''
is parts/again_row "new|$nights/kept/v1p0_min.smoke.7-1.1.txnlog" 'SELECT stim, log FROM kept'
check parts/again_log [ "$(cat "$nights"/kept/*.1.txnlog)" = new ]
run fails_again "CREATE TRIGGER t BEFORE UPDATE OF status ON run BEGIN SELECT raise(FAIL, 'disk full'); END"
[ "$status" = 4 ] && ok || bad parts/again_broken "status $status, expected 4"
is parts/again_broken_row "s|$nights/kept/v1p0_min.smoke.7-1.txnlog" 'SELECT stim, log FROM kept'
check parts/again_broken_log [ "$(cat "$nights/kept/v1p0_min.smoke.7-1.txnlog")" = old ]

# Mutants: the survivors that are new. If none can be played, the night says why, and does not fail.
new slice
# slice NIGHT OUTCOME...: record the mutants k1, k2, ... with these outcomes.
slice() {
    local outcome n=0
    for outcome in "${@:2}"; do
        n=$((n + 1))
        printf 'k%s\tspu_a\trtl/spu_a.sv:%s\tbit\ta -> b < %s\t%s\t-\t-\n' $n $n $n "$outcome"
    done >"$work/slice.tsv"
    echo '# end' >>"$work/slice.tsv"
    limited "$night" mutants "$nights" --night "$1" --config v1p0_min --table "$work/slice.tsv" --cpu-ms 5 --budget-ms 9
}
shows() {
    run limited "$night" show "$nights"
}
check parts/slice slice 1 'killed by a check' 'never differed' 'not judged to the end'
shows
prints parts/slice_new 'survivor k2 rtl/spu_a.sv:2 a -> b < 2: never differed'
grep -qE '^  judge it +cd .* && make qualify .*CONFIG=v1p0_min LIST=.*/k2.key$' "$work/out" && ok || bad parts/slice_judge 'no command'
prints parts/slice_sums '3 mutants played, 1 killed by a check, 1 new survivors, 1 not judged to the end'
check parts/slice_page limited "$night" page "$nights" --out "$work/slice_page"
grep -q 'a -&gt; b &lt; 2' "$work/slice_page/index.html" && ok || bad parts/slice_html 'not on the page'
begins slice2 >/dev/null 2>&1
check parts/slice_again slice 2 'killed by a check' 'never differed'
shows
! grep -q '^survivor ' "$work/out" && ok || bad parts/slice_known 'a survivor of an earlier night is new'
refused parts/slice_cells 2 ': eight cells are needed: ' limited "$night" mutants "$nights" --night 1 --config x --table "$work/models.tsv"
refused parts/slice_usage 2 '^night: mutants: --night N, ' limited "$night" mutants "$nights" --night 1 --config x
# slices [NAME=VALUE...]: play the slice of night 2 with a build that has no parser. npm cannot
# fetch one.
mkdir -p "$work/slice/bin" "$work/slice_tools" "$nights/runs/2" && touch "$work/slice/.spe-output" && ln -sf "$(realpath "$night")" "$work/slice/bin/night"
printf '#!/bin/sh\necho "npm ERR! no network"\nexit 1\n' >"$work/slice_tools/npm" && chmod +x "$work/slice_tools/npm"
slices() {
    cp "$work/models.tsv" "$nights/runs/2/models.tsv"
    limited env BUDGET=100 QUALIFY=10 "PATH=$work/slice_tools:$PATH" "$@" sim/night/slice.sh "$work/slice" "$nights" 2
}
check parts/slice_no_npm slices
shows
grep -qE '^mutants: none was played: tools.sh: npm cannot fetch tree-sitter@.*: npm ERR! no network' "$work/out" && ok || bad parts/slice_no_npm_said "$(cat "$work/out")"
is parts/slice_no_npm_row 'v1p0_min|10000|0' 'SELECT config, budget_ms, cpu_ms FROM slice WHERE night = 2'
check parts/slice_short slices BUDGET=9
is parts/slice_short_row '10 % of 9 s is no second' 'SELECT why FROM slice WHERE night = 2'

# night, closure and qualify read their options with getopt_long(), by whole names only. A refusal
# is one line that names the help.
while IFS='|' read -r -u 3 program words said; do
    read -r -a words <<<"$words"
    refused "parts/options_${program}_${words[*]//[^a-z]/_}" 2 "^$said\$" limited "$build/bin/$program" "${words[@]}"
done 3<<'LIST'
night|plan x --nope|night: plan: unknown option --nope: see night plan --help
night|plan x --nigh 1|night: plan: unknown option --nigh: see night plan --help
night|plan x -n|night: plan: unknown option -n: see night plan --help
night|plan x --night|night: plan: --night needs a value: see night plan --help
night|plan x --resume=1|night: plan: --resume takes no value: see night plan --help
night|plan --night=1 x --night 2|night: plan: --night is given twice: see night plan --help
night|plan x y|night: plan: 2 arguments, needed: 1: see night plan --help
night|merge x|night: merge: 1 argument, needed: 2 or more: see night merge --help
closure|--nope|closure: unknown option --nope: see closure --help
closure|x|closure: 1 argument, needed: 0: see closure --help
qualify||qualify: no command; qualify --help lists them
qualify|nope|qualify: unknown command 'nope'; qualify --help lists them
qualify|next x --ms|qualify: next: --ms needs a value: see qualify next --help
qualify|next x --ms y|qualify: --draw, --ms, --jobs, --upto and --most are integers
LIST
for program in night closure qualify 'qualify next' 'night plan'; do
    read -r -a words <<<"$program"
    accepted "parts/help_${program// /_}" "^usage: ${words[0]} " limited "$build/bin/${words[0]}" "${words[@]:1}" --help
done
