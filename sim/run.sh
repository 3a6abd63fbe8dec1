#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD CONFIG TEST SEED: run one row of sim/tests.tsv on BUILD/CONFIG/spu_sim (or $SIM); its transaction log goes to $RUN_LOG, if set. The seed is printed
# first, the verdict is the last line on stdout. Exit status: that of the simulation; 0 only with a RESULT PASS that compared
# something; where the row expects another status, 0 when exactly that one came for the reason that the row names. SIGTERM,
# SIGINT and SIGHUP go on to the simulation, which ends with its verdict. RUN_TIMEOUT: seconds that it may take (300).
# ANY=1: on configurations, too, that the row does not name (the executable refuses those that the test is not for).
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# = 4 ] || die 2 "usage: sim/run.sh BUILD CONFIG TEST SEED"
build=$1 config=$2 test=$3 seed=$4 limit=${RUN_TIMEOUT:-300} kill=${RUN_KILL:-10}
for seconds in "RUN_TIMEOUT=$limit" "RUN_KILL=$kill"; do
    [[ ${seconds#*=} =~ ^[0-9]{1,9}(\.[0-9]{1,9})?$ ]] || die 2 "$seconds: a number of seconds is needed"
done

row=$(awk -F'\t' -v t="$test" '!/^#/ && $1 == t' sim/tests.tsv)
[ -n "$row" ] || die 2 "unknown test '$test'; there are: $(awk -F'\t' '!/^#/ { printf "%s%s", s, $1; s = " " }' sim/tests.tsv)"
IFS=$'\t' read -r _ configs _ options expect _ why <<<"$row"
[ "$expect" = 0 ] || [ -n "$why" ] || die 2 "test $test: sim/tests.tsv does not say why it fails"
[ "${ANY:-0}" = 1 ] || [[ $configs == '*'* ]] || [[ ",$configs," == *",$config,"* ]] || die 2 "test $test is for configuration $configs"

flavour=
[ "${WAVES:-0}" = 0 ] || flavour=-waves
[ "${SVA:-1}" = 1 ] || flavour+=-nosva
sim=${SIM:-$build/$config$flavour/spu_sim}
[ -x "$sim" ] || die 4 "$sim is not built"
out=${OUT:-$build/out/$config/$test-$seed}
{ mkdir -p "$out" && : >"$out/stdout"; } 2>/dev/null || die 4 "cannot write to $out"

echo "config=$config test=$test seed=$seed output=$out" >&2
args=(--config "rtl/configs/$config.cfg" --seed "$seed" --covers "$out/covers" --bins "$out/bins")
[[ " $options " == *' --test '* ]] || args+=(--test "$test")
[ "$options" = - ] || { read -r -a more <<<"$options"; args+=("${more[@]}"); }
[ -z "${RUN_LOG:-}" ] || args+=(--log "$RUN_LOG")
[ "${WAVES:-0}" = 0 ] || args+=(--waves "$out/waves.fst")
# The simulation stays in the group of this script, a child that gets the signals of the script: nobody is left behind.
child='' signal=''
stop() {
    signal=$1
    [ -z "$child" ] || kill -s TERM "$child" 2>/dev/null
}
simulate() {
    exec timeout --foreground -k "$kill" "$limit" "$sim" "${args[@]}"
}
# until_end PID: its status; a signal interrupts no more than the wait.
until_end() {
    local result before
    while before=$signal && { wait "$1" 2>/dev/null; result=$?; } && [ "$signal" != "$before" ] && kill -0 "$1" 2>/dev/null; do :; done
    return $result
}
trap 'stop TERM' TERM
trap 'stop INT' INT
trap 'stop HUP' HUP
exec {pipe}> >(trap '' TERM INT HUP && exec tee "$out/stdout")
tee=$!
if [ "$expect" = 0 ]; then
    simulate 1>&"$pipe" &
else
    simulate 1>&"$pipe" 2>"$out/stderr" &
fi
child=$!
exec {pipe}>&-
[ -z "$signal" ] || stop "$signal"
until_end "$child"
status=("$?")
until_end "$tee"
status+=("$?")
[ "$expect" = 0 ] || cat "$out/stderr" >&2

# In this order: a signal to the group may come before tee has learnt to ignore it.
[ -z "$signal" ] || [ "${status[0]}" = 0 ] || die 3 "stopped by SIG$signal"
[ "${status[1]}" = 0 ] || die 4 "cannot write $out/stdout"
# 137 is a KILL: by timeout, when the end did not come in time, or by somebody else, as the kernel when memory runs out.
[ "${status[0]}" != 137 ] || [ "$SECONDS" -ge "${limit%.*}" ] || die 4 "killed after $SECONDS s (out of memory?)"
[ "${status[0]}" != 124 ] && [ "${status[0]}" != 137 ] || die 3 "no end after $limit s"
verdict=$(tail -n 1 "$out/stdout")

# expected: the status and the reason that the row names.
expected() {
    [ "${status[0]}" = "$expect" ] || die 1 "status ${status[0]}, expected $expect"
    grep -qhE -- "$why" "$out/stderr" "$out/stdout" || die 1 "status $expect, but not for the reason expected: $why"
}
if [[ $verdict != "RESULT "* ]]; then
    [ "${status[0]}" -ge 2 ] && [ "${status[0]}" -le 4 ] && [ "$expect" = 0 ] && exit "${status[0]}" # it has said why
    [ "$expect" = 2 ] && expected && exit 0
    die 4 "no verdict (status ${status[0]})"
fi
if [ "$expect" != 0 ]; then
    expected
    exit 0
fi
[ "${status[0]}" = 0 ] || exit "${status[0]}"
[[ $verdict == "RESULT PASS "* && $verdict == *" mismatches=0 "* && $verdict != *" checks=0 "* ]] ||
    die 1 "status 0 without a clean RESULT PASS"
