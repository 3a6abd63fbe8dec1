#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# taps.sh BUILD CONFIG: a live run with fewer connected groups of taps has no finding, and its
# stimulus does not depend on the groups. One set of each kind of spe sets.
set -u
cd "$(dirname "$0")/../.." || exit 2
source sim/common.sh
[ $# = 2 ] || die 2 "usage: tb/test/taps.sh BUILD CONFIG"
build=$1 config=$2
passed=0 failed=0

# verdict TEST OPTION...: print the last line of the run.
verdict() {
    "$build/$config/spu_sim" --config "rtl/configs/$config.cfg" --test "$1" --seed 1 "${@:2}" 2>/dev/null | tail -n 1
}

# played VERDICT: print the stimulus of a run that passes; print nothing if it fails.
played() {
    sed -nE 's/^RESULT PASS .* mismatches=0 .*(stim=\S+) .*/\1/p' <<<"$1"
}

# judge TEXT COMMAND...: count the command as passed or failed.
judge() {
    if "${@:2}"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1)) && echo "FAIL  $1"
    fi
}

sets='1 3 7 11 31 33 47 65 71 95 103 107 111 123 127'
# With [impdef_event] LIFE needs SYNC.
grep -qx 'impdef_event = 1' "rtl/configs/$config.cfg" && sets='1 3 11 33 65 71 95 103 107 111 123 127'

for test in smoke filter_change random; do
    all=$(verdict "$test")
    judge "$test: all groups" test -n "$(played "$all")"
    for taps in $sets; do
        said=$(verdict "$test" --taps "$taps")
        judge "$test --taps $taps: $said" test "$(played "$said")" = "$(played "$all")"
    done
    judge "$test: another seed plays something else" test "$(played "$(verdict "$test" --seed 2)")" != "$(played "$all")"
done
echo "COUNT $passed $failed 0"
[ "$failed" = 0 ]
