#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# codecov-c.sh BUILD: the lines and branches of c_model/src that the unit tests of c_model meet,
# counted by gcov (sim/coverage.md). Of those that WAIVERS (sim/codecov/c_waivers.tsv) does not
# waive, NEED_LINES and NEED_BRANCHES percent (99) must be met. BUILD/unit-gcov must be built (`make
# coverage-c` does). BUILD/coverage-c/holes.tsv lists what is neither met nor waived. Status 1 when
# something is wrong.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# = 1 ] || die 2 'usage: sim/codecov-c.sh BUILD'
build=$1 out=$(realpath -m "$1/coverage-c") waivers=${WAIVERS:-sim/codecov/c_waivers.tsv}
whole "$waivers"
rm -rf "$out" && mkdir -p "$out" || die 4 "cannot write to $out"

# played: run every unit test of c_model; the counts go below OUT/gcov.
played() {
    local test name
    count_c "$build" "$out"
    for test in c_model/test/test_*.c; do
        name=$(basename "$test" .c)
        "$build/unit-gcov/$name" >"$out/log" 2>&1 || die 1 "$name fails: $out/log"
    done
}

# points: the points of c_model/src. A file that never ran has no counts, only its notes.
points() {
    local name
    (cd "$build/gcov" && find c_model/src -name '*.gcno') | while read -r name; do
        [ -f "${name%.gcno}.c" ] || continue # its source is gone
        mkdir -p "$out/gcov/$(dirname "$name")" && cp "$build/gcov/$name" "$out/gcov/$name" || die 4 "cannot write to $out"
        echo "$out/gcov/$name"
    done | xargs -r -n 50 gcov -t -b -c 2>/dev/null | awk -f sim/codecov/gcov.awk | grep -P '^C\t[a-z-]*\tc_model/src/' | sort
}

played
points >"$out/points.tsv"
: >"$out/holes.tsv"
awk -v need_lines="${NEED_LINES:-99}" -v need_branches="${NEED_BRANCHES:-99}" -v holes="$out/holes.tsv" -f sim/codecov/source.awk -f sim/codecov/c_judge.awk "$waivers" "$out/points.tsv"
