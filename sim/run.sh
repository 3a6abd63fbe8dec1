#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD CONFIG TEST SEED [ARGS]: run one row of sim/tests.tsv on BUILD/CONFIG/spu_sim (or
# $SIM). What the run leaves goes to $OUT (BUILD/out/CONFIG/TEST-SEED), as with `spu_sim --dir`;
# KEEP=1 keeps the transaction log of a run that passes. The directory is printed first, then the
# seed; the verdict is the last line on stdout. Exit status: that of the simulation; 0 only with a
# RESULT PASS that compared something; if the row expects another status, 0 when exactly that status
# came for the reason that the row names. SIGTERM, SIGINT and SIGHUP are passed on to the
# simulation, which ends with its verdict. The launcher limits its processor time (JOB_CPU, 300 s)
# and the time in which it uses none (JOB_STALL). A directory is not used while another run, make
# debug or make shrink writes to it, nor if a run with other options has failed in it: the next name
# is taken, unless $OUT is given. Files that make debug and make shrink have made of an earlier run
# are removed. ARGS: more options of spu_sim, one word with blanks between them, which no shell
# reads.
# ANY=1: also play on configurations that the row does not name (the executable refuses those that
# the test is not for).
# run.sh check CONFIG TEST: only refuse a test that is not for CONFIG. Needs no build.
set -u
# The end of the process that started this script, for whatever reason, is also a signal.
[ "${SPE_PARENT:-}" = $PPID ] || SPE_PARENT=$PPID exec setpriv --pdeathsig TERM "$0" "$@"
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
source sim/follow.sh
source sim/command.sh
[ $# != 3 ] || [ "$1" != check ] || { row_for "$2" "$3" >/dev/null; exit; }
[ $# = 4 ] || [ $# = 5 ] || die 2 "usage: sim/run.sh BUILD CONFIG TEST SEED [ARGS]"
build=$1 config=$2 test=$3 seed=$4

row=$(row_for "$config" "$test") || exit
IFS=$'\t' read -r _ _ _ options expect _ why <<<"$row"
[ "$expect" = 0 ] || [ -n "$why" ] || die 2 "test $test: sim/tests.tsv does not say why it fails"

flavour=
[ "${WAVES:-0}" = 0 ] || flavour=-waves
[ "${SVA:-1}" = 1 ] || flavour+=-nosva
sim=${SIM:-$build/$config$flavour/spu_sim}
[ -x "$sim" ] || { [ -z "${SIM:-}" ] || die 4 "no simulator $SIM"; unbuilt "$build" "$config$flavour/spu_sim"; }
[ "$options" != - ] || options=
read -r -a more <<<"$options ${5-}"
[[ " $options " == *' --test '* ]] || more+=(--test "$test")
args=(--config "rtl/configs/$config.cfg" --seed "$seed")

# is_held LOCK: another process holds that file.
is_held() {
    [ -e "$1" ] && ! flock -n "$1" true
}

# in_one ARG...: the arguments as one text, with the option that switches assertions off at the end.
in_one() {
    local off=' --plusarg +verilator+noassert' text="$*"
    [[ $text != *"$off"* ]] || text=${text/"$off"/}$off
    echo "$text"
}

# played_of DIR: the options of the run in that directory, without those that say where it writes.
played_of() {
    local words folder args i
    words_of "$1" && options_of "$1"
    for ((i = 0; i < ${#args[@]}; i++)); do
        [ "${args[i]}" != --weights-hash ] || { unset "args[i]" "args[i+1]" && break; }
    done
    in_one "${args[@]}"
}

# played_now: the same for this run.
played_now() {
    local words=("$sim" "${args[@]}" "${more[@]}") args
    options_of /dev/null
    [[ ${SVA:-1} = 1 || " ${args[*]} " == *' --plusarg '* ]] || args+=(--plusarg +verilator+noassert)
    in_one "${args[@]}"
}

# keeps DIR: a run with other options has failed there, and its files are evidence. A refused run
# leaves no file bench.
keeps() {
    local log
    [ -z "${OUT:-}" ] && [ -s "$1/command" ] && [ -s "$1/bench" ] && ! grep -qs '^RESULT PASS ' "$1/verdict" || return
    for log in "$1"/txnlog "$1"/spu?/txnlog; do
        [ ! -s "$log" ] || { [ "$(played_of "$1")" != "$(played_now)" ] && return; }
    done
    return 1
}

out=${OUT:-$build/out/$config/$test-$seed}
# The simulation looks at ARGS before a directory is chosen for them: with --help it plays nothing.
if [ -n "${5-}" ] && [ -z "${SIM:-}" ] && [ "$expect" = 0 ] && [[ " $5 " != *' --help '* ]]; then
    "$sim" "${args[@]}" --dir "$out" "${more[@]}" --help >/dev/null || exit
fi
for ((n = 2; ; n++)); do
    { mkdir -p "$out" && exec {held}>"$out/.lock"; } 2>/dev/null || die 4 "cannot write to $out"
    status=0
    flock -n "$held" || status=$?
    [ $status -le 1 ] || die 4 "cannot lock $out/.lock"
    [ $status = 1 ] || is_held "$out/debug/.lock" || is_held "$out/shrunk/.lock" || { keeps "$out" && kept=$out; } || break
    exec {held}>&-
    out=${OUT:-$build/out/$config/$test-$seed}.$n
done
rm -rf "$out"/{verdict,command,stderr,waves.fst,debug,shrunk} || die 4 "cannot write to $out"

echo "config=$config test=$test seed=$seed output=$out" >&2
[ -z "${kept:-}" ] || echo "$kept keeps a run with other options, which failed" >&2
args+=(--dir "$out" "${more[@]}")
[ "${KEEP:-0}" = 0 ] || args+=(--keep)
[ "${WAVES:-0}" = 0 ] || args+=(--waves "$out/waves.fst")

# The simulation is a child in the group of this script, which passes its signals on: no process is
# left behind.
child='' signal=''
stop() {
    signal=$1
    [ -z "$child" ] || kill -s TERM "$child" 2>/dev/null
}
simulate() {
    exec "$build/bin/launch" --cpu 300 "$sim" "${args[@]}"
}
for name in TERM INT HUP; do
    # shellcheck disable=SC2064 # the name of now
    trap "stop $name" $name
done
if [ "$expect" = 0 ]; then simulate & else simulate 2>"$out/stderr" & fi
child=$!
[ -z "$signal" ] || stop "$signal"
follow_make >/dev/null 2>&1 &
watcher=$!
while before=$signal && { wait "$child" 2>/dev/null; status=$?; } && [ "$signal" != "$before" ]; do :; done # a signal ends the wait alone
kill "$watcher" 2>/dev/null
[ "$expect" = 0 ] || cat "$out/stderr" >&2

[ -z "$signal" ] || [ "$status" = 0 ] || die 3 "stopped by SIG$signal"
[ "$status" != 124 ] || exit 3 # the launcher has said why
[ "$status" != 137 ] || die 4 "killed (out of memory?)"
verdict=$(tail -n 1 "$out/verdict" 2>/dev/null)

# expected: the status and the reason that the row names.
expected() {
    [ "$status" = "$expect" ] || die 1 "status $status, expected $expect"
    grep -qshE -- "$why" "$out/stderr" "$out/verdict" || die 1 "status $expect, but not for the reason expected: $why"
}
if [[ $verdict != "RESULT "* ]]; then
    [ "$status" -ge 2 ] && [ "$status" -le 4 ] && [ "$expect" = 0 ] && exit "$status" # it has said why
    [ "$expect" = 2 ] && expected && echo "status 2, as sim/tests.tsv expects of $test" >&2 && exit 0
    die 4 "no verdict (status $status)"
fi
if [ "$expect" != 0 ]; then
    expected
    echo "status $expect, as sim/tests.tsv expects of $test" >&2
    exit 0
fi
[ "$status" = 0 ] || exit "$status"
[[ $verdict == "RESULT PASS "* && $verdict == *" mismatches=0 "* && $verdict != *" checks=0 "* ]] ||
    die 1 "status 0 without a clean RESULT PASS"
