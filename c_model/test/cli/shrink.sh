# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# sim/shrink.sh with a script in place of spu_sim that fails for some parts only.
dir=$work/shrink
mkdir -p "$dir/bin"

# The script plays a session of 41 episodes of 8 actions, with three settings. It fails in cycle 9
# if episodes 6 and 12 and action 4 are played and filters are drawn. Other tests:
# late: fails only if it is played until cycle 40.
# directed: 500 steps of one cycle. It needs steps 7 and 300, and operation 800 of 900. It fails in
# the cycle of step 320.
# deep: 100000 steps. It needs step 70000 and fails in cycle 70010.
# deaf: knows no steps.
# all: no step may be left out.
# good: never fails.
# other: fails in another way if an episode is left out.
# many: needs every second episode.
# slow: the whole run takes 6 s.
# sleeps: never ends without step 0.
# stopped: random, and its 12th part stops the search like ^C.
# early: ends within action 3 of its first episode.
# dies: ends by a signal. Other parts end by a limit or cannot be played, and tell nothing.
cat >"$dir/bin/spu_sim" <<'FAKE'
#!/bin/bash
episodes=0-40 actions=0-7 settings=memory,filters,place ops=60000 until=1000 steps=0-499 only=0-899 dir='' test='' streams=0 tell=0
seen=' '
while [ $# != 0 ]; do
    [[ $seen != *" $1 "* ]] || exit 2
    seen+="$1 "
    case $1 in
    --episodes) episodes=$2 ;; --actions) actions=$2 ;; --settings) settings=$2 ;; --until) until=$2 ;; --ops) ops=$2 ;; --dir) dir=$2 ;; --test) test=$2 ;;
    --print-streams) streams=1; shift; continue ;;
    --print-steps) tell=1; shift; continue ;; --steps) steps=$2 ;; --only-ops) only=$2 ;;
    esac
    shift 2
done
# has LIST NUMBER: NUMBER is in LIST, which has numbers and ranges.
has() {
    local part
    for part in ${1//,/ }; do [ "$2" -ge "${part%-*}" ] && [ "$2" -le "${part#*-}" ] && return; done
    return 1
}
[ $streams = 0 ] || [[ $test == @(random|other|dies|many|slow|early|stopped) ]] || exit 2
mkdir -p "$dir"
[ -z "${USING:-}" ] || ! flock -n "$USING" true || echo "$USING is free" >>"$dir/../free"
echo "cd / && $0 --config rtl/configs/v1p0_min.cfg --test $test --seed 7 --episodes $episodes --actions $actions --settings $settings --until $until --dir '$dir'" >"$dir/command"
if [ $streams = 1 ]; then
    echo settings memory,filters,place >&2
    if [ $test = early ]; then
        printf 'begin episode=0 part=%s\n' 0 1 2 3 >&2
        printf 'stream episode=0 part=%s action.x own=0+1\n' 0 1 2 >&2
    else
        for ((e = 0; e <= 40; e++)); do printf '%s episode=%s part=7%s\n' begin $e '' stream $e ' action.x own=0+1' >&2; done
    fi
fi
if [ $test = deep ]; then
    [ "$until" != 1000 ] || until=1000000
    [ "$steps" != 0-499 ] || steps=0-99999
    [ $tell = 0 ] || for part in ${steps//,/ }; do
        seq "${part%-*}" "${part#*-}" | sed "s/.*/step & cycle & run &/" >&2
    done
fi
if [ $tell = 1 ] && [[ $test == @(directed|all|sleeps|asserts) ]]; then
    [ $test != sleeps ] || [ $steps != 0-499 ] || steps=0-1
    for ((n = 0; n < 500; n++)); do ! has "$steps" $n || echo "step $n cycle $n run $n" >&2; done
    [ $test != directed ] || echo operations 900 >&2
fi
check=buf.data bad=1 cycle=9
case $test in
random | slow | stopped) [ $streams = 0 ] || [ $test != slow ] || sleep 6; has "$episodes" 6 && has "$episodes" 12 && has "$actions" 4 && [[ ,$settings, == *,filters,* ]] || bad=0 ;;
directed) cycle=320 && has "$steps" 7 && has "$steps" 300 && has "$only" 800 || bad=0 ;;
deep) cycle=70010 && has "$steps" 70000 || bad=0 ;;
all) cycle=320 && [ "$steps" = 0-499 ] || check=reg.read ;;
many) for ((e = 0; e <= 40; e += 2)); do has "$episodes" $e || bad=0; done ;;
sleeps) has "$steps" 0 || sleep 1000 ;;
other) [ "$episodes" = 0-40 ] || check=reg.read ;;
early) has "$episodes" 0 && has "$actions" 3 || bad=0 ;;
late) [ "$until" -ge 40 ] || bad=0 ;;
asserts) if [[ $seen == *' --plusarg '* ]]; then has "$steps" 7 || bad=0; else check=sva; fi ;;
refused) echo 'spu_sim: no such test' >&2; exit 2 ;;
full) echo "spu_sim: $dir/verdict: No space left on device" >&2; exit 4 ;;
limit) exit 124 ;;
good) bad=0 ;;
dies) has "$episodes" 6 || exit 4; has "$episodes" 12 || kill -s XCPU $$; has "$actions" 4 || exit 124; kill -s SEGV $$ ;;
esac
echo "$dir $episodes $actions $steps" >>"$(dirname "$0")/../trials"
if [ $test = stopped ] && [ "$(wc -l <"$(dirname "$0")/../trials")" = 12 ]; then
    kill -s INT "$(cut -d " " -f 4 /proc/$PPID/stat)"
    exit 130
fi
[ "$until" -ge $cycle ] || bad=0
: >"$dir/findings.jsonl"
if [ $bad = 1 ]; then
    [ $check != sva ] || echo '9 spu0 ASSERTION: sva A: an assertion of the design failed' >"$dir/findings.txt"
    echo '{"number":1,"seq":5,"cycle":"'"$(printf 0x%x $cycle)"'","check":"'$check'","where":"record 1","text":"differs","follows":null}' >"$dir/findings.jsonl"
    echo "RESULT FAIL config=v1p0_min test=$test seed=7 cycles=9 ops=$ops mismatches=1" >"$dir/verdict"
    exit 1
fi
echo "RESULT PASS config=v1p0_min test=$test seed=7 cycles=9 ops=$ops mismatches=0" >"$dir/verdict"
FAKE
chmod +x "$dir/bin/spu_sim"

# run_of TEST [OPTIONS]: make a run of TEST in $dir/TEST.
run_of() {
    rm -rf "${dir:?}/$1" "$dir/trials"
    mkdir "$dir/$1"
    echo "cd / && $dir/bin/spu_sim --config rtl/configs/v1p0_min.cfg --test $1 --seed 7${2:+ $2} --dir '$dir/$1'" >"$dir/$1/command"
}

shrink() {
    limited sim/shrink.sh "$build" "$@"
}

printf '# a list\n# end\n' >"$dir/list.tsv"
run_of random
USING=$build/.using accepted shrink_random '^part: --episodes 6,12 --actions 4 --settings filters --until 9$' shrink "$dir/random" "$dir/list.tsv"
check shrink_uses eval "[ -s '$dir/trials' ] && [ -z \"\$(find '$dir' -name free)\" ]"
accepted shrink_said '^buf.data .* 2 of 41 episodes, 1 of 8 actions, 1 of 3 settings; [0-9]+ runs' shrink "$dir/random"
check shrink_trials eval "[ \$(wc -l <'$dir/trials') -le 240 ]"
check shrink_left grep -q -- '--episodes 6,12 --actions 4 --settings filters --until 9 --dir' "$dir/random/shrunk/command"
check shrink_row grep -q $'^!random_[0-9]*\tv1p0_min\t7-7\t0\t300\t.* --episodes 6,12 --actions 4 --settings filters --until 9 --seed ' "$dir/list.tsv"
check shrink_list_whole eval "[ \"\$(tail -n 1 '$dir/list.tsv')\" = '# end' ]"
accepted shrink_row_once 'has it already$' shrink "$dir/random" "$dir/list.tsv"
# Directories whose names need quotes.
run_of random && mv "$dir/random" "$dir/a random one"
accepted shrink_blank "^cd / && $dir/bin/spu_sim --config rtl/configs/v1p0_min.cfg --test random --seed 7 --episodes 6,12 --actions 4 --settings filters --until 9$" shrink "$dir/a random one"
run_of directed
accepted shrink_directed '^part: --steps 7,300 --until 320 --only-ops 800$' shrink "$dir/directed"
check shrink_directed_trials eval "[ \$(wc -l <'$dir/trials') -le 110 ]"
accepted shrink_directed_said ', 2 of 500 steps; ' shrink "$dir/directed"
accepted shrink_directed_told '^step 300 cycle 300 run 300$' shrink "$dir/directed"
accepted shrink_directed_part '^part: --steps 7,300 --until 320 --only-ops 800$' eval "run_of directed '--steps 0-9,299-310,400 --only-ops 700-801' && shrink '$dir/directed'"
check shrink_directed_alone eval "! grep -q ' 0-499$' '$dir/trials'"
run_of deep
accepted shrink_deep '^part: --steps 70000 --until 70010$' shrink "$dir/deep"
run_of all
accepted shrink_all '^part: --until 320$' shrink "$dir/all"
# A run that plays a part already is reduced from that part.
run_of random '--episodes 5-13,20 --actions 1-7 --settings place,filters --ops 500 --until 12'
accepted shrink_part '^part: --episodes 6,12 --actions 4 --settings filters --until 9$' shrink "$dir/random"
check shrink_part_alone eval "grep -q ' 5-13,20 1-7 ' '$dir/trials' && ! grep -qE ' (0-40|0-7) ' '$dir/trials'"
for part in '--episodes x' '--until 0' '--episodes 262144' '--actions 1,' '--steps 3-' '--steps' '--only-ops x'; do
    run_of random "$part"
    refused shrink_bad_part 2 ': what its command plays cannot be read$' shrink "$dir/random"
done
run_of dies
accepted shrink_dies '^part: --episodes 6,12 --actions 4 --settings none$' shrink "$dir/dies"
run_of early
accepted shrink_early '^part: --episodes 0 --actions 3 --settings none --until 9$' shrink "$dir/early"
run_of other
accepted shrink_other '^part: --episodes 0-40 --actions 0-7 --until 9$' shrink "$dir/other"
run_of deaf
accepted shrink_deaf '^part: --until 9$' shrink "$dir/deaf"
# A finding that appears late is still found, as the part is played long enough.
run_of late
accepted shrink_late '^part: --until 73$' shrink "$dir/late"
run_of late '--until 50'
accepted shrink_late_part '^part: --until 50$' shrink "$dir/late"
# The budget counts from the end of the whole run. A line says if it ended the search.
run_of many
accepted shrink_runs '^the budget of 200 runs and 30 s ended the search: a smaller part may fail, too$' shrink "$dir/many"
check shrink_runs_most eval "[ \$(wc -l <'$dir/trials') -ge 198 ] && [ \$(wc -l <'$dir/trials') -le 201 ]"
check shrink_runs_left eval "grep -q -- ' --episodes [0-9]' '$dir/many/shrunk/command' && ! grep -q -- '--episodes 0-40 ' '$dir/many/shrunk/command'"
run_of many
accepted shrink_runs_more '^the budget of 400 runs and 60 s ended the search: a smaller part may fail, too$' shrink "$dir/many" '' 1m
check shrink_runs_more_most eval "[ \$(wc -l <'$dir/trials') -ge 398 ] && [ \$(wc -l <'$dir/trials') -le 401 ]"
run_of slow
accepted shrink_clock '^part: --episodes ' shrink "$dir/slow" '' 5
check shrink_clock_left eval "! grep -q -- '--episodes 0-40 ' '$dir/slow/shrunk/command'"
# A search that is stopped leaves the smallest part found so far.
run_of stopped
run shrink "$dir/stopped"
[ $status = 3 ] && [ ! -s "$work/err" ] && grep -qx 'stopped by a signal: a smaller part may fail, too' "$work/out" && ok ||
    bad shrink_stop "status $status: $(xargs <"$work/out")"
tail -n 1 "$work/out" | grep -q "^cd / && .* --episodes [0-9]" && ok || bad shrink_stop_command "$(tail -n 1 "$work/out")"
check shrink_stop_left eval "grep -q -- '--episodes [0-9]' '$dir/stopped/shrunk/command' && [ \$(wc -l <'$dir/trials') = 13 ]"
# A part that waits for ever is ended. It does not count as a part that fails.
run_of sleeps
accepted shrink_sleeps '^part: --steps 0 --until 9$' env JOB_STALL=2 sim/shrink.sh "$build" "$dir/sleeps"
# The clone of the run is gone: the program that the command names is played from this directory. If
# the program is missing, a line says so.
run_of random && sed -i 's#^cd / #cd /nowhere/clone #' "$dir/random/command"
accepted shrink_clone '^part: --episodes 6,12 --actions 4 --settings filters --until 9$' shrink "$dir/random"
sed -i 's#[^ ]*/spu_sim#b/none/spu_sim#' "$dir/random/command"
refused shrink_no_program 4 ': b/none/spu_sim: No such file or directory$' shrink "$dir/random"
refused shrink_budget 2 ': 5x: seconds are needed, ' shrink "$dir/random" '' 5x
# A run that an assertion ended is reduced for the assertion. With SVA=0 it is reduced for the
# finding of the scoreboard without assertions.
run_of asserts
accepted shrink_assertion '^sva .*: ' shrink "$dir/asserts"
check shrink_assertion_way eval "shrink '$dir/asserts' | grep -qxF 'an assertion ends it; what the scoreboard finds without: make shrink RUN=$dir/asserts SVA=0'"
accepted shrink_nosva '^part: --steps 7 ' env SVA=0 sim/shrink.sh "$build" "$dir/asserts"
# The simulator is built first if it belongs to this tree and its output.
# plays RUN: print what `make shrink` builds in addition to its own programs.
plays() {
    sim/failed-run.sh "$1" "$build"
}
run_of sim_of
for sim in neoverse v1p5_max-nosva; do
    echo "cd $PWD && $build/$sim/spu_sim --test smoke" >"$dir/sim_of/command"
    accepted "shrink_builds_$sim" "^$build/$sim/spu_sim\$" plays "$dir/sim_of"
done
for sim in "$dir/bin" "$build/none" "$build/faults/neoverse"; do
    echo "cd / && $sim/spu_sim --test smoke" >"$dir/sim_of/command"
    check "shrink_builds_not_${sim##*/}" eval "[ -z \"\$(plays '$dir/sim_of')\" ]"
done
check shrink_builds_it eval "make -n shrink RUN='$dir/asserts' O='$build' 2>/dev/null | grep -qF '/bin/launch \$(sim/failed-run.sh '"
check shrink_stdout eval "[ -f '$dir/asserts/shrunk/stdout' ] && [ ! -e '$dir/asserts/shrunk.out' ]"
check shrink_about grep -q "^make shrink of $dir/asserts, " "$dir/asserts/shrunk/about"
# A whole run of unknown result does not count as a pass.
run_of refused
refused shrink_whole_refused 2 ': the run is refused today, see ' shrink "$dir/refused"
run_of limit
refused shrink_whole_limit 3 ': the run has met a limit, see ' shrink "$dir/limit"
run_of full
refused shrink_whole_full 4 ': the run cannot be played: status 4, see ' shrink "$dir/full"
# A full disk is reported as such.
if small_disk "$dir/small" size=64k; then
    # shellcheck disable=SC2016 # the shell's that is started
    run "${at[@]}" bash -c 'cp -r "$1" "$0/run" && dd if=/dev/zero of="$0/rest" 2>/dev/null; sim/shrink.sh "$2" "$0/run"; echo "status $?"' \
        "$dir/small" "$dir/full" "$build"
    [ "$(tail -n 1 "$work/out")" = 'status 4' ] && grep -qE 'no space left|cannot write to' "$work/err" && ok || bad shrink_full "$(xargs <"$work/out")"
    no_disk
else
    skip shrink_full 'nobody may mount here'
fi
run_of good
refused shrink_good 1 ': the run does not fail today$' shrink "$dir/good"
refused shrink_good_nosva 1 ': with \+verilator\+noassert the run does not fail today$' env SVA=0 sim/shrink.sh "$build" "$dir/good"
echo 'RESULT PASS config=x' >"$dir/good/verdict"
refused shrink_passed 2 ': the run has passed$' shrink "$dir/good"
printf 'why: stopped by signal 2 at cycle 9\nRESULT FAIL config=x cycles=9 mismatches=0\n' >"$dir/good/verdict"
refused shrink_stopped 2 ': the run was stopped by a signal before it had failed$' shrink "$dir/good"
refused shrink_nothing 2 'RUN=DIR is needed: ' shrink ''
refused shrink_seconds 2 '^shrink: x: no number of seconds$' limited "$build/bin/shrink" "$dir/good" "$dir/out" "$launcher" x
mkdir -p "$dir/none"
refused shrink_none 2 ': no directory of a run: it holds no command$' shrink "$dir/none"
mkdir -p "$dir/foreign"
echo 'cd / && /bin/true --dir x' >"$dir/foreign/command"
refused shrink_foreign 2 ': no run of spu_sim$' shrink "$dir/foreign"
