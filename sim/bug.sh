#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# bug.sh BUILD measure FAULT: find the shortest run in which the scoreboard finds FAULT of
# sim/faults/list.tsv, without assertions, and the lowest level of taps (dpi/README.md) that sees
# it. Plays the tests that find the faults of its module and eight random sessions, shrinks the runs
# with the earliest first findings, and judges the complete logs under each level.
# BUILD/bugs/FAULT/row gets one row for sim/bug-table.sh, tab-separated: fault, configuration,
# check, options of spu_sim, operations, cycle of the finding, level, check of that level, options
# of the run in which it fires. With RESUME=1 a row stays as long as nothing that led to it has
# changed.
# bug.sh BUILD check FAULT: check the row of sim/faults/library.md: that check finds the fault in
# that run, also under that level. TABLE: another file instead. With RESUME=1 an existing executable
# is not built again.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
source sim/command.sh
[ $# = 3 ] && [[ $2 == @(measure|check) ]] || die 2 'usage: sim/bug.sh BUILD measure|check FAULT'
build=$1 action=$2 fault=$3
whole sim/faults/list.tsv sim/tests.tsv sim/applies.tsv
IFS=$'\t' read -r _ config first_test first_seed first_check _ < <(awk -F'\t' -v n="$fault" '$1 == n' sim/faults/list.tsv)
[ -n "${first_check:-}" ] || die 2 "sim/faults/list.tsv has no fault '$fault'"
work=$build/bugs/$fault
[ $action = measure ] || work=$build/bugs/check/$fault
RANDOM_SEEDS=8 # sessions that are tried
SHRINK=10       # seconds to make a run smaller

# taps LEVEL: the groups that a binding of this level connects.
taps() {
    case $1 in A) echo 1 ;; B) echo 103 ;; C) echo 127 ;; esac
}

# first: "CYCLE CHECK" of the first finding on stdin that is a mismatch.
first() {
    sed -nE 's/^([0-9]+) spu[0-9]+ MISMATCH: ([a-z_.]+) .*/\1 \2/p' | head -n 1
}

# tests: "TEST SEED" of the runs to try, the test of the list first.
tests() {
    local module
    echo "$first_test $first_seed"
    fault_modules "$fault" | while read -r module; do
        sim/module-tests.sh "$module" | sed -nE "s/^make run CONFIG=$config TEST=([^ ]+) SEED=([^ ]+)/\1 \2/p"
    done
    seq 1 $RANDOM_SEEDS | sed 's/^/random /'
}

# options TEST SEED: the options of spu_sim, without the configuration.
options() {
    tests_of "$config" | awk -F'\t' -v t="$1" -v s="$2" '$1 == t { print $5 " --seed " s }'
}

# play: play the runs in $work/runs/TEST-SEED.
play() {
    local test seed
    tests | awk '!seen[$0]++' | while read -r test seed; do
        printf '%s\t%s\t0\t-\t%s\n' "$test-$seed" "$work/runs/$test-$seed" "--config rtl/configs/$config.cfg $(options "$test" "$seed")"
    done >"$work/rows"
    "$work/spu_sim" --batch "$work/rows" --results "$work/results" --cpu 300 >"$work/said" 2>&1
    [ $? -le 1 ] || die 4 "$fault: $(tail -n 1 "$work/said")"
}

# found: "CYCLE CHECK RUN" of each run that finds the fault, the earliest finding first.
found() {
    local run said
    for run in "$work"/runs/*; do
        [ -s "$run/findings.txt" ] || continue
        said=$(first <"$run/findings.txt")
        [ -z "$said" ] || echo "$said $run"
    done | sort -k 1,1n -k 3,3
}

# measured RUN: "CYCLE OPERATIONS CHECK OPTIONS" (tabs) of the shrunk run, or of the run itself if
# it could not be shrunk.
measured() {
    local run=$1 word skip=1 cycle check kept=()
    sim/shrink.sh "$build" "$run" '' "$SHRINK" >"$run/shrink.log" 2>&1 && run=$run/shrunk
    words_of "$run"
    for word in "${words[@]}"; do
        [[ $word != @(--config|--dir|--weights-hash) ]] || skip=2
        [ $skip != 0 ] || kept+=("$word")
        skip=$((skip > 0 ? skip - 1 : 0))
    done
    read -r cycle check < <(first <"$run/findings.txt")
    printf '%s\t%s\t%s\t%s\n' "$cycle" "$(value ops "$(tail -n 1 "$run/verdict")")" "$check" "${kept[*]}"
}

# shortest: shrink the earliest run of a directed test and the two earliest sessions; print the
# shortest.
shortest() {
    local run directed=0 random=0
    while read -r _ _ run; do
        case $run in
        */random-*) [ $((random++)) -lt 2 ] || continue ;;
        *) [ $((directed++)) -lt 1 ] || continue ;;
        esac
        measured "$run"
    done <"$work/found" | sort -t $'\t' -k 1,1n -k 2,2n | head -n 1
}

# seen TAPS RUN: the check that fires first with these groups of taps.
seen() {
    "$build/bin/spe" replay --taps "$1" "$2/txnlog" 2>&1 >/dev/null | first | cut -d' ' -f2
}

# lowest: "LEVEL CHECK RUN" of the lowest level under which a complete run finds the fault.
lowest() {
    local level run said
    for level in A B C; do
        while read -r _ _ run; do
            said=$(seen "$(taps $level)" "$run")
            [ -z "$said" ] || { echo "$level $said $run" && return; }
        done <"$work/found"
    done
    return 1
}

build_it() {
    rm -rf "$work"
    sim/faulty.sh "$build" "sim/faults/$fault.patch" "$config" noassert "$work" || exit
}

measure() {
    local key cycle ops check options level by run
    key=$({ fault_key "$(fault_base "$build" "$config")" "$fault" "$config" "$first_test" "$first_seed" "$first_check" && cat sim/bug.sh; } | sha256sum)
    if [ "${RESUME:-0}" = 1 ] && [ -s "$work/row" ] && [ "$(cat "$work/key" 2>/dev/null)" = "$key" ]; then
        echo "$fault: measured before"
        return
    fi
    build_it
    play
    found >"$work/found"
    [ -s "$work/found" ] || die 1 "$fault: NOT FOUND on $config by $(wc -l <"$work/rows") runs"
    IFS=$'\t' read -r cycle ops check options < <(shortest)
    read -r level by run < <(lowest)
    [ -n "${run:-}" ] || die 1 "$fault: no level of taps sees what $check has found"
    run=${run##*/}
    printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$fault" "$config" "$check" "$options" "$ops" "$cycle" "$level" "$by" \
        "$(options "${run%-*}" "${run##*-}")" >"$work/row"
    echo "$key" >"$work/key"
    rm -rf "$work/runs" "$work/spu_sim"
    cat "$work/row"
}

# finds CHECK OPTIONS...: whether a run finds the fault, first by this check.
finds() {
    local cycle said
    rm -rf "$work/run"
    "$work/spu_sim" --config "rtl/configs/$config.cfg" --dir "$work/run" "${@:2}" >"$work/said" 2>&1
    read -r cycle said < <(first <"$work/run/findings.txt")
    [ "${said:-nothing}" = "$1" ] || die 1 "$fault: ${said:-nothing} fires in place of $1: $config ${*:2}"
    echo "$fault: $said in cycle $cycle: $config ${*:2}"
}

check_row() {
    local row how level by where said
    row=$(grep -F "| \`$fault\` |" "${TABLE:-sim/faults/library.md}") || die 1 "$fault has no row in ${TABLE:-sim/faults/library.md}"
    IFS=$'\t' read -r check config how level by where < <(sed 's/ *| */\t/g; s/`//g' <<<"$row" | cut -f 6-8,11-13)
    [ "${RESUME:-0}" = 1 ] && [ -x "$work/spu_sim" ] || build_it
    # shellcheck disable=SC2086 # options
    finds "$check" $how
    # shellcheck disable=SC2086
    "$work/spu_sim" --config "rtl/configs/$config.cfg" --dir "$work/run" $where >"$work/said" 2>&1
    said=$(seen "$(taps "$level")" "$work/run")
    [ "${said:-nothing}" = "$by" ] || die 1 "$fault: at level $level ${said:-nothing} fires in place of $by: $config $where"
    echo "$fault: level $level by $said: $where"
}

if [ "$action" = measure ]; then measure; else check_row; fi
