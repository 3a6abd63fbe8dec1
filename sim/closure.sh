#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# closure.sh BUILD CONFIG: close functional coverage of a configuration. Play the runs of a list,
# then random sessions whose weights are changed for the bins that are not met, until a budget is
# spent (sim/coverage.md). From the environment: LIST (closure: sim/lists/closure.tsv; a directory:
# the runs that left their directories there; a database of nights: what the last night met; `-`: no
# start), BUDGET in seconds of processor time, RUNS, CYCLES: at least one of these three; SEED (1),
# JOBS (1), ENGINE (ninja), PLAIN=1: plain random sessions, to compare; OUT: the output directory
# (BUILD/closure/N).
#
# Exit status: 0 no hole is left, 1 holes are left or a run failed, 2 usage, 4 environment.
set -uo pipefail
[ "${SPE_PARENT:-}" = $PPID ] || SPE_PARENT=$PPID exec setpriv --pdeathsig TERM "$0" "$@"
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
source sim/lock.sh
[ $# = 2 ] || die 2 'usage: sim/closure.sh BUILD CONFIG'
export BUILD=$1
build=$1 config=$2 list=${LIST:-closure}
[ -f "rtl/configs/$config.cfg" ] || die 2 "no configuration '$config'"
built "$build" "$config/spu_sim" bin/closure bin/launch
use_output "$build"

# start: the rows of the list for this configuration: test, seed, options.
start() {
    local test for seeds name options seed
    while IFS=$'\t' read -r test for seeds _; do
        [[ $test != [#!]* && $test != need && -n $test ]] || continue
        [[ $seeds =~ ^([0-9]{1,9})-([0-9]{1,9})$ ]] || die 2 "$list: seeds '$seeds' are not FIRST-LAST"
        # shellcheck disable=SC2053 # a pattern
        [[ $config == $for ]] || continue
        while IFS=$'\t' read -r name _ _ _ options; do
            # shellcheck disable=SC2053 # a pattern
            [[ $name == $test ]] || continue
            for ((seed = 10#${seeds%-*}; seed <= 10#${seeds#*-}; seed++)); do
                echo "$seed $options"
            done
        done < <(tests_of "$config")
    done <"$list" | sed -E 's/^([0-9]+) (.*)--test ([a-z0-9_]+) ?(.*)$/\3\t\1\t\2\4/; s/\t$/\t-/; s/ *$//' | awk '!seen[$0]++'
    [ "${PIPESTATUS[0]}" = 0 ] || exit 2
}

# folder: the next free one of BUILD/closure.
folder() {
    local n=1
    mkdir -p "$build/closure" || return
    while ! mkdir "$build/closure/$n" 2>/dev/null; do
        [ -d "$build/closure/$n" ] || return
        n=$((n + 1))
    done
    echo "$build/closure/$n"
}

# played FILE: whether FILE is a folder of runs or a database, not a list.
played() {
    [ -d "$1" ] || { [ -f "$1" ] && [ "$(head -c 15 "$1" | tr -d '\0')" = 'SQLite format 3' ]; }
}

given=
if played "$list"; then
    given=$list
elif [ "$list" != - ]; then
    [ -f "$list" ] || list=sim/lists/$list.tsv
    [ -r "$list" ] || die 2 "no list ${LIST:-closure}"
    whole "$list" sim/tests.tsv sim/applies.tsv
    rows=$(start) || exit
    [ -n "$rows" ] || die 2 "$list names no run of $config"
fi
out=${OUT:-$(folder)} && mkdir -p "$out" || die 4 "cannot write to ${OUT:-$build/closure}"
more=()
if [ -n "$given" ]; then
    more+=(--given "$given")
elif [ "$list" != - ]; then
    printf '%s\n# end\n' "$rows" >"$out/start.tsv" || die 4 "cannot write to $out"
    more+=(--start "$out/start.tsv")
fi
# Short sessions try more weights in the same time; plain sessions have the length of the test.
[ "${PLAIN:-0}" = 0 ] && more+=(--options '--ops 20000') || more+=(--plain)
[ -z "${BUDGET:-}" ] || more+=(--cpu "$BUDGET")
[ -z "${CYCLES:-}" ] || more+=(--cycles "$CYCLES")
[ -z "${RUNS:-}" ] || more+=(--runs "$RUNS")
exec "$build/bin/closure" --config "rtl/configs/$config.cfg" --sim "$build/$config/spu_sim" --weights tb/seq/random/weights.tsv \
    --fixed sim/closure/fixed.tsv --out "$out" --seed "${SEED:-1}" --jobs "${JOBS:-1}" --engine "${ENGINE:-ninja}" ${more[@]+"${more[@]}"}
