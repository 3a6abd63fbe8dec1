#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# codecov-runs.sh BUILD LIST [CONFIG]: play the runs of LIST (form of sim/codecov/runs.tsv), only
# those of CONFIG if it is given, in BUILD/coverage, and merge their coverage (sim/codecov.sh).
# Status 1 when a run failed, or when the merged coverage is refused.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
source sim/lock.sh
[ $# = 2 ] || [ $# = 3 ] || die 2 "usage: sim/codecov-runs.sh BUILD LIST [CONFIG]"
build=$1 list=$2 only=${3:-}
whole "$list" sim/tests.tsv sim/applies.tsv
claim_output "$build"
out=$build/coverage
mkdir -p "$out" || die 4 "cannot write to $out"

configs=(rtl/configs/*.cfg)
configs=("${configs[@]#rtl/configs/}")
configs=("${configs[@]%.cfg}")

# chosen PATTERN NAME...: the names that match the pattern.
chosen() {
    local pattern=$1 name
    shift
    for name in "$@"; do
        # shellcheck disable=SC2053 # a pattern
        [[ $name != $pattern ]] || echo "$name"
    done
}

# row TEST CONFIG SEEDS FLAVOUR: "CONFIG-FLAVOUR TEST SEED" for each run of a row of the list.
row() {
    local config test seed tests any=
    [[ $3 =~ ^(0|[1-9][0-9]{0,8})-(0|[1-9][0-9]{0,8})$ && $4 =~ ^(cov|tog)$ ]] ||
        die 2 "$list: $1: FIRST-LAST and cov or tog are needed, not '$3' '$4'"
    for config in $(chosen "$2" "${configs[@]}"); do
        mapfile -t tests < <(tests_of "$config" | awk -F'\t' -v all="$1" 'all != "*" || $3 == "smoke" { print $1 }')
        mapfile -t tests < <(chosen "$1" ${tests[@]+"${tests[@]}"})
        [ "${#tests[@]}" = 0 ] || any=1
        [ -z "$only" ] || [ "$config" = "$only" ] || continue
        for test in ${tests[@]+"${tests[@]}"}; do
            for ((seed = ${3%-*}; seed <= ${3#*-}; seed++)); do echo "$config-$4 $test $seed"; done
        done
        [ "$4" = cov ] || for ((seed = ${3%-*}; seed <= ${3#*-}; seed++)); do echo "$config-tog reset_only $seed"; done
    done
    [ -n "$any" ] || die 2 "$list: '$1' '$2' names no test of any configuration"
}

runs() {
    local test config seeds flavour
    while IFS=$'\t' read -r test config seeds flavour; do
        row "$test" "$config" "$seeds" "$flavour" || exit
    done < <(grep -v '^#' "$list") | sort -u
}

rm -f "$out/todo.list"
runs >"$out/todo.list" || exit
[ -s "$out/todo.list" ] || die 2 "$list names no run${only:+ of $only}"
rm -rf "$out/runs" "$out/gcov"
what=("$out/todo.list")
[ "$list" != sim/codecov/runs.tsv ] || [ -n "$only" ] || what+=(coverage)
count_c "$build" "$out"
awk -v dir="$out/runs" '{
    split($1, name, "-")
    print name[1], $2 == "reset_only" ? "idle" : name[2], dir "/" $1 "/" $2 "-" $3
}' "$out/todo.list" >"$out/runs.list" || die 4 "cannot write to $out"
export REPORT_NAME=coverage/code
REPORT="sim/codecov.sh $build $out <$out/runs.list" exec sim/engine.sh "$build" jobs "$out" "${what[@]}"
