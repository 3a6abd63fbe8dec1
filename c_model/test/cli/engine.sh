# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# sim/engine.sh with a small table of jobs: which jobs count as passed, failed, skipped and not run;
# locks, signals, tools.
dir=$work/engine
out=$dir/out
mkdir -p "$dir/tools"
t=$'\t'

# job NAME NEEDS COMMAND: print a row of the table.
job() {
    echo "unit$t$1$t-$t$2$t-$t${cpu:--}$t$3"
}
engine() {
    tail -n 1 "$dir/jobs.tsv" | grep -qx '# end' || echo '# end' >>"$dir/jobs.tsv"
    env -u SPE_LOCKED JOBS_TABLE="$dir/jobs.tsv" "$@" sim/engine.sh "$out" jobs "$out/test" unit
}
# play COMMAND...: run COMMAND. Its output stays in $dir/said.
play() {
    run "$@"
    cp "$work/out" "$dir/said"
}
# says NAME LINE: the output of the last `play` has a line that matches LINE.
says() {
    grep -qE -- "$2" "$dir/said" && ok || bad "engine_$1" "no line '$2'"
}

{
    job good - 'true'
    job counted - 'echo COUNT 3 0 0'
    job skip - 'echo no such tool; exit 77'
    job skip_within - 'echo SKIP that: no such thing; echo COUNT 2 0 1'
    job bad - 'for ((i = 0; i < 30; i++)); do echo line $i; done; echo MISMATCH: first; seq 30; echo RESULT FAIL x; exit 1'
    job bad_count - 'echo COUNT 1 2 0'
    job bad_status - 'echo COUNT 2 0 0; exit 3'
    job none - 'echo COUNT 0 0 0'
    cpu=1 job spins - 'while :; do :; done'
    job built '$B/obj/precompiled.hpp.gch' 'true'
    job after job:built 'true'
} >"$dir/jobs.tsv"
play engine CXX=/bin/false
[ "$status" = 1 ] && ok || bad engine_status "status $status, expected 1"
check engine_counts [ "$(tail -n 1 "$dir/said")" = '9 passed, 8 failed, 2 skipped' ]
says skip '^SKIP skip: 1 skipped: no such tool$'
says skip_within '^SKIP skip_within: 1 skipped: SKIP that: no such thing$'
says bad '^FAIL bad \(status 1\)$'
says first '^  \| MISMATCH: first$'
check engine_short [ "$(grep -c '^  | [0-9]*$' "$dir/said")" -lt 12 ]
says verdict '^  \| RESULT FAIL x$'
says again '^  reproduce: for '
says log "^  log: $out/test/logs/bad$"
says limit '^  \| launch: ended: 1 s of processor time used, the limit is 1 s \(JOB_CPU=seconds sets another\)$'
says none '^  \| the job counted no test$'
says not_run "^FAIL built: 1 not run: CXX $out/obj/precompiled.hpp.gch failed$"
says not_run_after '^FAIL after: 1 not run: '
check engine_junit grep -q '<testsuites tests="19" failures="8" skipped="2">' "$out/test/junit.xml"
check engine_junit_case grep -q '<testcase classname="built" name="built" time="0.000"><failure message="not run"/>' "$out/test/junit.xml"

# With STRICT=1 a skip is a failure.
{ job skip - 'exit 77' && job within - 'echo COUNT 1 0 1' && job good - true; } >"$dir/jobs.tsv"
play engine STRICT=1
check engine_strict [ "$(tail -n 1 "$dir/said")" = '2 passed, 2 failed, 0 skipped' ]
play engine
[ "$status" = 0 ] && [ "$(tail -n 1 "$dir/said")" = '2 passed, 0 failed, 2 skipped' ] && ok || bad engine_skips "status $status"

# An empty plan is no pass. Neither is a plan with the same name twice, or with a job that needs an
# unknown job.
: >"$dir/jobs.tsv"
refused engine_empty 2 '^plan.sh: .* has no job of tier unit here$' engine
{ job good - true && job good - true; } >"$dir/jobs.tsv"
refused engine_twice 2 '^plan.sh: planned twice: good$' engine
job good job:none true >"$dir/jobs.tsv"
play engine
[ "$status" = 1 ] && [ "$(tail -n 1 "$dir/said")" = '0 passed, 1 failed, 0 skipped' ] && ok || bad engine_no_need "status $status"

# A tool of another version gives no skip. The table says that such a row is no job then.
printf 'unit\tonly\t-\t-\tcc 0\t-\tfalse\nunit\tgood\t-\t-\t-\t-\ttrue\n' >"$dir/jobs.tsv"
play engine
check engine_where [ "$(tail -n 1 "$dir/said")" = '1 passed, 0 failed, 0 skipped' ]

# Simulations are planned one by one. Those that their batch does not reach have failed.
mkdir -p "$dir/rows/rows" "$dir/rows/results"
printf 'sim/a.1\t3\t9\t-\tx --batch y\t-\n' >"$dir/rows/plan.tsv"
printf 'a.%d.1\tx\t0\t-\tx\n' 1 2 3 >"$dir/rows/rows/sim.a.1"
printf 'PASS 1 0 0 a.1.1 5 5\n' >"$dir/rows/rows/sim.a.1.results"
echo 'FAIL 0 1 0 sim/a.1 10 10' >"$dir/rows/results/sim.a.1"
play sim/summary.sh "$dir/rows"
check engine_rows [ "$(tail -n 1 "$dir/said")" = '1 passed, 2 failed, 0 skipped' ]
says rows_missing '^FAIL sim/a: 2 not run: its job ended before$'
printf 'PASS 1 0 0 a.%d.1 5 5\n' 1 2 3 >"$dir/rows/rows/sim.a.1.results"
play sim/summary.sh "$dir/rows"
check engine_rows_job [ "$(tail -n 1 "$dir/said")" = '3 passed, 1 failed, 0 skipped' ]
rm "$dir/rows/results/sim.a.1"
play sim/summary.sh "$dir/rows"
check engine_rows_no_result [ "$(tail -n 1 "$dir/said")" = '3 passed, 1 failed, 0 skipped' ]
says rows_no_result '^FAIL sim/a: 1 not run: its job has left no result$'
echo 'PASS 3 0 0 sim/a.1 10 10' >"$dir/rows/results/sim.a.1"
play sim/summary.sh "$dir/rows"
check engine_rows_good [ "$status.$(tail -n 1 "$dir/said")" = '0.3 passed, 0 failed, 0 skipped' ]

# A full disk: results that cannot be written or are incomplete are no pass.
for file in results.all junit.xml; do
    rm -f "$dir/rows/$file"
    ln -s /dev/full "$dir/rows/$file"
    run sim/summary.sh "$dir/rows"
    [ "$status" = 4 ] && grep -q "^summary.sh: .*$dir/rows" "$work/err" && ok || bad "engine_full_$file" "status $status, expected 4"
    rm "$dir/rows/$file"
done
cp "$dir/rows/rows/sim.a.1.results" "$dir/results"
for file in sim.a.1 sim.a.1.results; do sed -i 2,3d "$dir/rows/rows/$file"; done
refused engine_rows_short 4 "^summary.sh: planned, and not in $dir/rows/results.all: sim/a.1\$" sim/summary.sh "$dir/rows"
rm -f "$dir/rows/rows/sim.a.1"*
echo 'PASS 1 0 0 sim/a.1 10 10' >"$dir/rows/results/sim.a.1"
refused engine_rows_none 4 '^summary.sh: planned, and not in ' sim/summary.sh "$dir/rows"

# The results that a later regression reuses (sim/passed.sh). If a job itself failed, apart from its
# runs, none of its results count.
cp "$dir/results" "$dir/rows/rows/sim.a.1.results"
echo 'PASS 1 0 0 before b.1.1 0 0' >"$dir/rows/results.before"
echo 'FAIL 0 1 0 a.4.1 5 5' >>"$dir/rows/rows/sim.a.1.results"
check passed [ "$(sim/passed.sh "$dir/rows" | xargs)" = 'b.1.1 a.1.1 a.2.1 a.3.1' ]
echo 'FAIL 3 1 0 sim/a.1 10 10' >"$dir/rows/results/sim.a.1"
check passed_failing [ "$(sim/passed.sh "$dir/rows" | xargs)" = b.1.1 ]

# A report that fails counts as a result, in the last line and in junit.xml.
job good - true >"$dir/jobs.tsv"
play engine REPORT=false REPORT_NAME=coverage/need
check engine_report [ "$status.$(tail -n 1 "$dir/said")" = '1.1 passed, 1 failed, 0 skipped' ]
check engine_report_junit grep -q '<testcase classname="coverage/need" name="coverage/need"' "$out/test/junit.xml"
play engine REPORT=true REPORT_NAME=coverage/need
check engine_report_good [ "$status.$(tail -n 1 "$dir/said")" = '0.1 passed, 0 failed, 0 skipped' ]

# The coverage of a regression: each run that passed has left bins, and spe counts them.
night=$dir/night/regress/list
mkdir -p "$night/rows" "$night/runs/a/t-1" "$dir/night/bin"
printf '#!/bin/sh\necho "configuration group"\n' >"$dir/night/bin/spe"
chmod +x "$dir/night/bin/spe"
printf 'a t %d\n' 1 2 >"$night/runs.list"
echo 'PASS 1 0 0 a.t.1 5 5' >"$night/rows/sim.a.1.results"
echo 'FAIL 0 1 0 a.t.2 5 5' >>"$night/rows/sim.a.1.results"
echo bin >"$night/runs/a/t-1/bins"
printf '# nothing\n' >"$dir/night/list"
accepted coverage '^configuration group$' sim/coverage.sh "$dir/night" "$dir/night/list"
echo 'PASS 1 0 0 before a.t.2 0 0' >"$night/results.before"
refused coverage_no_bins 1 '^coverage.sh: run a.t.2 has passed and left no coverage: ' sim/coverage.sh "$dir/night" "$dir/night/list"
rm "$night/results.before"
printf '#!/bin/sh\nexit 1\n' >"$dir/night/bin/spe"
refused coverage_impossible 1 '^coverage.sh: a configuration has met a bin that it cannot meet$' sim/coverage.sh "$dir/night" "$dir/night/list"
printf '#!/bin/sh\nexit 2\n' >"$dir/night/bin/spe"
refused coverage_fails 4 '^coverage.sh: no coverage in .*/cover.txt$' sim/coverage.sh "$dir/night" "$dir/night/list"

# The lists of a regression are written completely, or nothing is run.
night=$dir/night/regress/short
for file in runs.list todo.list; do
    rm -rf "$dir/night" && mkdir -p "$night" && touch "$dir/night/.spe-output"
    ln -s /dev/full "$night/$file"
    run sim/regress.sh "$dir/night" short
    [ "$status" = 4 ] && grep -q "^regress.sh: cannot write to $night: full, or not permitted\$" "$work/err" && ok ||
        bad "regress_full_$file" "status $status, expected 4"
done
printf 'v1p0_min smoke %d\n' 1 2 >"$dir/two.list"
check plan_runs sim/plan.sh "$out" "$dir/night/plan" "$dir/two.list"

# Two lists in one tree, one after the other: the files of the first list stay, although both lists
# have a run in common. Nothing is built. One script stands in for the simulator, another one for
# ninja; this one starts the jobs one by one.
two=$dir/two
mkdir -p "$two/bin" "$two/v1p0_min" "$dir/stand_in"
touch "$two/.spe-output"
ln -s "$launcher" "$two/bin/launch"
printf '#!/bin/sh\necho "configuration group"\n' >"$two/bin/spe"
printf '#!/bin/bash\n# --batch ROWS --results FILE --cpu N\nwhile read -r name out _; do mkdir -p "$out" && echo "$name" >"$out/bins" && echo "PASS 1 0 0 $name 5 5"; done <"$2" >"$4"\n' \
    >"$two/v1p0_min/spu_sim"
cat >"$dir/stand_in/ninja" <<END
#!/bin/bash
case \$1 in
--version) exec $(command -v ninja) --version ;;
-n) echo 'ninja: no work to do.' && exit ;;
esac
plan=\${*: -2:1}
while read -r name _; do sim/job.sh $two "\${plan%/*}" "\$name"; done <"\${plan%/*}/plan.tsv"
END
chmod +x "$two/bin/spe" "$two/v1p0_min/spu_sim" "$dir/stand_in/ninja"
printf 'smoke\tv1p0_min\t1-2\n# end\n' >"$dir/first.tsv"
printf 'smoke\tv1p0_min\t2-4\n# end\n' >"$dir/other list.tsv"
# regress NAME PASSED LIST [KNOB...]: run make regress. Its last line counts PASSED passes.
regress() {
    run env -u SPE_LOCKED -u JOBS -u STRICT PATH="$dir/stand_in:$PATH" make -s regress O="$two" LIST="$3" "${@:4}"
    [ "$status" = 0 ] && [ "$(tail -n 1 "$work/out")" = "$2 passed, 0 failed, 0 skipped" ] && ok || bad "regress_$1" "status $status: $(tail -n 1 "$work/out")"
}
# left_by NAME: print the files of a list with their times and hashes.
left_by() {
    (cd "$two/regress/$1" && find . -type f ! -name .lock -printf '%p %T@ ' -exec sha256sum {} \; | sort)
}
regress first 2 "$dir/first.tsv"
check regress_place [ "$(cat "$two"/regress/first/runs/v1p0_min/smoke-{1,2}/bins | xargs)" = 'v1p0_min.smoke.1 v1p0_min.smoke.2' ]
check regress_first_files test -s "$two/regress/first/junit.xml" -a -s "$two/regress/first/cover.txt" -a -s "$two/regress/first/results.all"
left_by first >"$dir/first.left"
regress other 3 "$dir/other list.tsv"
check regress_other_place [ "$(sim/passed.sh "$two/regress/other_list" | xargs)" = 'v1p0_min.smoke.2 v1p0_min.smoke.3 v1p0_min.smoke.4' ]
same regress_stays "$dir/first.left" <(left_by first)
regress resumes 2 "$dir/first.tsv" RESUME=1
check regress_before [ "$(grep -c '^PASS 1 0 0 before ' "$two/regress/first/results.before")" = 2 ]
regress again 2 "$dir/first.tsv"
check regress_begins_anew [ ! -s "$two/regress/first/results.before" ]
check regress_of_tree bash -c 'source sim/common.sh; [ "$(regress_out b sim/lists/full.tsv)" = b/regress/full ]'

# A table that was cut off is refused, and does not pass for a shorter one.
printf 'smoke\t*\t1-1\n' >"$dir/cut"
refused cut_regress 2 "^regress.sh: $dir/cut is cut off: its last line is not '# end'\$" sim/regress.sh "$dir/night" "$dir/cut"
head -n 20 sim/faults/list.tsv >"$dir/cut"
for script in mutate fault-table; do
    refused "cut_$script" 2 "^$script.sh: $dir/cut is cut off" "sim/$script.sh" "$out" "$dir/cut"
done
refused cut_assert 2 "^assert.sh: $dir/cut is cut off" sim/assert.sh "$out" all "$dir/cut"
refused cut_testplan 2 "^testplan.sh: $dir/cut is cut off" env FAULTS="$dir/cut" sim/testplan.sh
head -n 30 sim/applies.tsv >"$dir/cut"
refused cut_applies 2 "^applies.sh: $dir/cut is cut off" env TABLE="$dir/cut" sim/applies.sh "$out" v1p0_min
head -n 30 sim/jobs.tsv >"$dir/cut"
refused cut_jobs 2 "^plan.sh: $dir/cut is cut off" env JOBS_TABLE="$dir/cut" sim/plan.sh "$out" "$dir/night/plan" unit
# If flock fails for another reason than a held lock, the engine has no lock. It does not blame
# another process.
printf '#!/bin/sh\nexit 69\n' >"$dir/tools/flock"
chmod +x "$dir/tools/flock"
refused lock_fails 4 "^engine.sh: cannot lock $out/.lock\$" env -u SPE_LOCKED PATH="$dir/tools:$PATH" sim/engine.sh "$out" build
rm "$dir/tools/flock"
# Without its whole table sim/setup.sh does not report that all packages are present.
mkdir -p "$dir/alone"
cp sim/setup.sh sim/common.sh "$dir/alone"
refused setup_no_table 4 '^setup.sh: cannot read .*/packages.txt$' "$dir/alone/setup.sh" all
head -n 5 sim/packages.txt >"$dir/alone/packages.txt"
refused setup_cut_table 2 '^setup.sh: .*/packages.txt is cut off' "$dir/alone/setup.sh" all
for target in nope bin/spee; do # what nothing makes; as a goal of make, too
    refused "engine_target_$target" 2 "^engine.sh: unknown target '$out/$target'" env -u SPE_LOCKED sim/engine.sh "$out" build "$out/bin/launch" "$out/$target"
    run env -u SPE_LOCKED -u JOBS -u STRICT make O="$out" "$out/$target"
    [ "$status" = 2 ] && [[ $(head -n 1 "$work/err") == "engine.sh: unknown target '$out/$target'"* ]] && [[ $(grep -c . "$work/err") == 2 ]] && ok ||
        bad "make_target_$target" "status $status, or not said first"
done
# A disk that becomes full, and a disk that is full: one line each, after the lines of progress.
if small_disk "$dir/small" size=1m; then
    # shellcheck disable=SC2016 # the shell's that is started
    run "${at[@]}" env -u SPE_LOCKED bash -c '"$@"; echo "status $?"; dd if=/dev/zero of="$0/rest" 2>/dev/null; "$@"; echo "status $?"
        rm -r "$0"/*; "$@"; dd if=/dev/zero of="$0/rest" 2>/dev/null; rm -rf "$0/b"; mkdir "$0/b"; "$@"; echo "status $?"' \
        "$dir/small" make -s O="$dir/small/b" "$dir/small/b/bin/spe"
    [ "$(grep -c '^status 2$' "$work/out")" = 3 ] && [ "$(grep -c '^engine.sh: ' "$work/err")" = 4 ] && ok || bad full_status "$(xargs <"$work/out")"
    run grep -vE "^(\[[0-9]+/[0-9]+ [0-9.]+s\] CC .*|engine.sh: no space left on the disk of $dir/small/b|make: \*\*\* .* Error 4)$" "$work/err"
    [ "$status" = 1 ] && ok || bad full_one_line "beside it: $(head -n 3 "$work/out")"
    no_disk
else
    skip full_disk 'nothing can be mounted here'
fi
refused engine_action 2 "^engine.sh: no action 'flock'\$" env -u SPE_LOCKED sim/engine.sh "$out" flock

# A signal to the engine, or the end of its parent, ends everything. Jobs that did not run are
# counted.
printf '#!/bin/sh\necho $$ >>"%s/pids"\nexec sleep 1000\n' "$dir" >"$dir/sleep"
chmod +x "$dir/sleep"
{ job sleeps - "$dir/sleep & setsid $dir/sleep & wait" && job waits job:sleeps true; } >"$dir/jobs.tsv"
# begin [COMMAND...]: start the engine in the background, as a child of COMMAND. Sets `pid`.
begin() {
    echo '# end' >>"$dir/jobs.tsv"
    rm -f "$dir/pids"
    env -u SPE_LOCKED --default-signal SPE_WHO='make unit' JOBS_TABLE="$dir/jobs.tsv" "$@" sim/engine.sh "$out" jobs "$out/test" unit >"$dir/said" 2>"$work/err" &
    pid=$!
    for ((i = 0; i < 600; i++)); do
        [ ! -s "$dir/pids" ] || [ "$(wc -l <"$dir/pids")" != 2 ] || break
        sleep 0.1
    done
}
# all_gone: the processes that the job started have ended.
all_gone() {
    local p
    for ((i = 0; i < 200; i++)); do
        for p in $(cat "$dir/pids"); do
            ! kill -0 "$p" 2>/dev/null || { sleep 0.1; continue 2; }
        done
        return 0
    done
    return 1
}
for signal in TERM $(quick || echo INT HUP); do
    begin
    kill -s $signal $pid
    wait $pid
    status=$?
    [ "$status" = 3 ] && grep -qx "engine.sh: stopped by SIG$signal" "$work/err" && ok || bad engine_signal_$signal "status $status"
    check engine_signal_gone_$signal all_gone
    says signal_not_run_$signal "^2 not run: stopped by SIG$signal$"
    check signal_no_failure_$signal [ "$(tail -n 1 "$dir/said")" = '0 passed, 0 failed, 0 skipped' ]
done
begin bash -c '"$@"; true' x
kill -s KILL $pid
wait $pid 2>/dev/null
check engine_killed_gone all_gone

# An idle make must look unchanged while the number of timers of this user (SigQ) goes up and down.
# SigQ precedes SigCgt, which `caught` reads, in /proc/PID/status. One wrong look would end
# everything.
timers() {
    local i
    while [ -e "$dir/timers" ]; do
        for i in {1..12}; do timeout 1 sleep "0.0$i" & done
        wait
    done
}
looks_alike() {
    local before i differ=0
    before=$(caught "$1") && [ -n "$before" ] || return
    for ((i = 0; i < 300; i++)); do [ "$(caught "$1")" = "$before" ] || differ=$((differ + 1)); done
    [ $differ = 0 ]
}
source sim/follow.sh
cp "$(command -v sleep)" "$dir/tools/make"
"$dir/tools/make" 1000 &
pid=$!
: >"$dir/timers"
timers 2>/dev/null &
ripple=$!
until [ "$(cat /proc/$pid/comm)" = make ]; do sleep 0.01; done
check engine_make_is_seen looks_alike $pid
rm "$dir/timers"
wait $ripple
kill $pid
wait $pid 2>/dev/null

# A second engine waits, and names the command that it waits for.
begin
env -u SPE_LOCKED SPE_WHO='make lint' sim/engine.sh "$out" build "$out/bin/launch" 2>"$dir/waits" &
waiting=$!
until [ -s "$dir/waits" ]; do sleep 0.1; done
check engine_waits grep -qE "^waiting for make unit \(pid [0-9]+\) in $out\$" "$dir/waits"
kill $pid
wait $pid
check engine_waited wait $waiting

# Another compiler, or another emulator for the plugin, changes the commands.
env -u SPE_LOCKED sim/engine.sh "$out" build "$out/bin/launch" 2>/dev/null
printf '#!/bin/sh\nexec "%s" "$@"\n' "$(command -v "${CC:-gcc}")" >"$dir/tools/cc"
printf '#!/bin/sh\necho "qemu-aarch64 version $QEMU_VERSION"\n' >"$dir/tools/qemu"
chmod +x "$dir"/tools/*
for tool in "${CC:-gcc}" "$dir/tools/cc"; do
    CC=$tool sim/graph.sh "$out" >"$dir/graph.ninja"
    play ninja -n -f "$dir/graph.ninja" "$out/bin/launch"
    if [ "$tool" = "$dir/tools/cc" ]; then
        says other_compiler 'CC .*/launch\.o$'
    else
        says same_compiler 'no work to do'
    fi
done
for version in 7.2.0 9.1.0; do
    check "engine_qemu_$version" eval 'QEMU_VERSION=$version QEMU=$dir/tools/qemu sim/graph.sh "$out" | grep -q "version $version"'
done
