#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test.sh BUILD: run the toy bench at levels A, B and C, then with each deliberate fault. The check
# that names the fault must find it. One line per run. README.md shows the verdict of level C. With
# QUICK=1 the other runs play only the first phases, as many as their fault needs.
set -u
[ $# = 1 ] || { echo 'test.sh: usage: tb/toy/test.sh BUILD' >&2; exit 2; }
cd "$(dirname "$0")/../.." || exit 2
[ -x "$1/toy/toy" ] || { echo "test.sh: $1/toy/toy is not built: tb/toy/build.sh $1" >&2; exit 4; }
toy=$1/toy/toy
out=$1/toy/run
mkdir -p "$out"
failed=0

# run NAME STATUS TEXT ARGUMENTS...: the run ends with STATUS, its last line is RESULT, and its
# output contains TEXT.
run() {
    local name=$1 status=$2 text=$3 got last result
    shift 3
    "$toy" +spe_config=tb/toy/toy.cfg "$@" >"$out/$name.log" 2>"$out/$name.err"
    got=$?
    last=$(tail -n 1 "$out/$name.log")
    result=PASS
    [ "$status" = 0 ] || result=FAIL
    if [ "$got" = "$status" ] && [[ $last == "RESULT $result "* ]] &&
        cat "$out/$name.log" "$out/$name.err" | grep -q -- "$text"; then
        echo "ok    $name: $last"
    else
        echo "FAIL  $name: status $got, expected $status, RESULT $result and '$text': $toy +spe_config=tb/toy/toy.cfg $*"
        failed=1
    fi
}

# first N: print the option that ends a run after N phases, if QUICK=1.
first() {
    [ "${QUICK:-0}" != 1 ] || echo "+phases=$1"
}
# shellcheck disable=SC2046 # none, or one option
{
    run level_a 0 'RESULT PASS' +spe_taps=1 $(first 2)
    run level_b 0 'RESULT PASS' +spe_taps=103 $(first 2)
    run level_c 0 'RESULT PASS'
    run level_c_seed2 0 'RESULT PASS' +seed=2 $(first 2)
    run bad_interval 1 'MISMATCH: sel\.position' +break=1 $(first 2)
    run bad_events 1 'MISMATCH: buf\.data' +break=2 $(first 2)
    run bad_pointer 1 'MISMATCH: buf\.address' +break=3 $(first 2)
    run bad_clash 1 'MISMATCH: reg\.read' +break=4 $(first 6)
    run bad_drain 1 'MISMATCH: sync\.dsb' +break=5 $(first 2)
    run bad_stall 1 'SpuAwStable: .assert. failed' +break=7
    run bad_end 1 'MISMATCH: story\.format' +break=6 +spe_taps=1 $(first 6)
}
shown=$(sed -n 's/^    \(RESULT .*\)/\1/p' tb/toy/README.md)
if [ "$shown" = "$(tail -n 1 "$out/level_c.log")" ]; then
    echo "ok    readme: tb/toy/README.md shows the verdict of level C"
else
    echo "FAIL  readme: tb/toy/README.md shows another verdict than level C has"
    failed=1
fi
exit $failed
