#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD CONFIG TEST SEED: run one row of sim/tests.tsv on BUILD/CONFIG/spu_sim (or $SIM); its transaction log goes to $RUN_LOG, if set. The seed is printed
# first, the verdict is the last line on stdout. Exit status: that of the simulation; 0 only with a RESULT PASS that compared
# something; where the row expects another status, 0 when exactly that one came for the reason that the row names.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# = 4 ] || die 2 "usage: sim/run.sh BUILD CONFIG TEST SEED"
build=$1 config=$2 test=$3 seed=$4

row=$(awk -F'\t' -v t="$test" '!/^#/ && $1 == t' sim/tests.tsv)
[ -n "$row" ] || die 2 "unknown test '$test'; there are: $(awk -F'\t' '!/^#/ { printf "%s%s", s, $1; s = " " }' sim/tests.tsv)"
IFS=$'\t' read -r _ configs _ options expect _ why <<<"$row"
[ "$expect" = 0 ] || [ -n "$why" ] || die 2 "test $test: sim/tests.tsv does not say why it fails"
[[ $configs == '*'* ]] || [[ ",$configs," == *",$config,"* ]] || die 2 "test $test is for configuration $configs"

flavour=
[ "${WAVES:-0}" = 1 ] && flavour=-waves
sim=${SIM:-$build/$config$flavour/spu_sim}
[ -x "$sim" ] || die 4 "$sim is not built"
out=${OUT:-$build/out/$config/$test-$seed}
{ mkdir -p "$out" && : >"$out/stdout"; } 2>/dev/null || die 4 "cannot write to $out"

echo "config=$config test=$test seed=$seed output=$out" >&2
args=(--config "rtl/configs/$config.cfg" --seed "$seed" --covers "$out/covers")
[[ " $options " == *' --test '* ]] || args+=(--test "$test")
[ "$options" = - ] || { read -r -a more <<<"$options"; args+=("${more[@]}"); }
[ -z "${RUN_LOG:-}" ] || args+=(--log "$RUN_LOG")
[ -z "$flavour" ] || args+=(--waves "$out/waves.fst")
if [ "$expect" = 0 ]; then
    timeout -k "${RUN_KILL:-10}" "${RUN_TIMEOUT:-300}" "$sim" "${args[@]}" | tee "$out/stdout"
    status=("${PIPESTATUS[@]}")
else
    timeout -k "${RUN_KILL:-10}" "${RUN_TIMEOUT:-300}" "$sim" "${args[@]}" 2>"$out/stderr" | tee "$out/stdout"
    status=("${PIPESTATUS[@]}")
    cat "$out/stderr" >&2
fi

[ "${status[1]}" = 0 ] || die 4 "cannot write $out/stdout"
[ "${status[0]}" != 124 ] && [ "${status[0]}" != 137 ] || die 3 "no end after ${RUN_TIMEOUT:-300} s"
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
