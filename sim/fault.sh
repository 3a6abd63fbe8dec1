#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# fault.sh BUILD PATCH CONFIG TEST SEED CHECK [noassert]: copy the SystemVerilog, apply
# sim/faults/PATCH.patch, build, run. The run must fail, and the scoreboard must name CHECK. Prints
# the first such finding, which begins with its cycle, and keeps it in
# BUILD/fault/PATCH-CONFIG[-noassert]/finding, beside the key of what was run. Status 0 when the
# fault was found in this way.
# CHECK hole.GROUP.BIN: the SPU does what is permitted, the run passes and no check fires; but the
# run misses this bin of functional coverage, which the SPU without the fault meets in the same run.
# CHECK void.GROUP.BIN: the run fails, so the bin does not count.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# = 6 ] || [ "$#${7:-}" = 7noassert ] || die 2 "usage: sim/fault.sh BUILD PATCH CONFIG TEST SEED CHECK [noassert]"
build=$1 name=$2 config=$3 test=$4 seed=$5 check=$6 mode=${7:-}
patch=sim/faults/$name.patch
work=$build/fault/$name-$config${mode:+-$mode}

[ -f "$patch" ] || die 2 "no fault $patch"
[ -f "rtl/configs/$config.cfg" ] || die 2 "no configuration '$config'"
grep -q "^$test"$'\t' sim/tests.tsv || die 2 "unknown test '$test'; sim/tests.tsv lists them"
[[ $seed =~ ^[0-9]+$ ]] || die 2 "seed '$seed' is not a number"
[[ $check =~ ^(hole|void)\. ]] || [ ! -x "$build/bin/spe" ] || "$build/bin/spe" checks | grep -q "^${check//./\\.} " || die 2 "no check '$check'; $build/bin/spe checks lists them"

# With RESUME=1 a finding stays as long as nothing that led to it has changed.
key=$(fault_key "$(fault_base "$build" "$config")" "$name" "$config" "$test" "$seed" "$check")
if [ "${RESUME:-0}" = 1 ] && [ -s "$work/finding" ] && [ "$(cat "$work/key" 2>/dev/null)" = "$key" ]; then
    echo "$name ($config, $test${mode:+, $mode}): $(cat "$work/finding") (found before)"
    exit 0
fi
rm -rf "$work"
trap 'rm -rf "$work/spu_sim"' EXIT
sim/faulty.sh "$build" "$patch" "$config" "${mode:-plain}" "$work" || exit

# met DIR: how often the runs of DIR/bins have met the bin of $check; a run that did not pass meets
# no bin.
met() {
    local bin=${check#*.}
    [ -s "$1/bins" ] || die 4 "$1/bins was not written"
    "$build/bin/spe" cover --counts "$1/bins" | awk -v b="$config ${bin/./ } " 'index($0, b) == 1 { n = $NF } END { print n + 0 }'
}

# covered STATUS: whether the run shows what $check says about its bin.
covered() {
    local expect=0 sound
    [[ $check == hole.* ]] || expect=1
    [ "$1" = $expect ] || die 1 "$name: the run ends with status $1, not $expect, so it says nothing of ${check#*.}"
    OUT=$work/sound sim/run.sh "$build" "$config" "$test" "$seed" >"$work/sound.log" 2>&1 || die 1 "$name: without the fault the run fails"
    sound=$(met "$work/sound") || exit
    [ "$sound" != 0 ] || die 1 "$name: ${check#*.} is not met without the fault either"
    [ "$(met "$work")" = 0 ] || die 1 "$name: ${check#*.} is met"
    echo "- spu0 COVER: $check: not met (without the fault $sound)" >"$work/finding"
}

SIM=$work/spu_sim OUT=$work sim/run.sh "$build" "$config" "$test" "$seed" >"$work/verdict.log" 2>"$work/stderr.log"
status=$?
echo "$key" >"$work/key"
if [[ $check =~ ^(hole|void)\. ]]; then
    covered "$status"
    echo "$name ($config, $test${mode:+, $mode}): $(cat "$work/finding")"
    exit 0
fi
[ "$status" != 0 ] || die 1 "$name: NOT FOUND by $test on $config"
finding=$(grep -hE "MISMATCH: ${check//./\\.} " "$work"/findings.txt "$work"/spu?/findings.txt 2>/dev/null | head -n 1)
[ -n "$finding" ] ||
    die 1 "$name: failed with status $status, but $check did not fire: $(head -qn 1 "$work/findings.txt" "$work/verdict")"
echo "$finding" >"$work/finding"
echo "$name ($config, $test${mode:+, $mode}): $finding"
