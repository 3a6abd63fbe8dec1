#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# shrunk.sh BUILD FAULT...: how small `make shrink` makes a run. For each FAULT of
# sim/faults/list.tsv the faulty SPU is built and plays the test of its row, which is shrunk as
# `make shrink` does: at most 200 runs, none begun after 30 seconds. With SEEDS=N it plays `random`
# instead: the first run that fails, of seeds 1 to N. The printed command must give the same
# findings again. Prints a line for each: fault, test, operations of the run and of the shrunk run,
# cycles of both, runs, seconds, whether the SPU without the fault passes the shrunk run (PASS, or
# why not), the shrunk run. Last comes the share of faults whose shrunk run has less than 5 % of the
# operations, or of the cycles where a test has no operations. SHRUNK=FILE: the lines also go there;
# RESUME=1: lines in FILE stay. BUDGET=5m: more runs and time, as for `make shrink`.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
source sim/command.sh
source sim/measure.sh
[ $# -ge 2 ] || die 2 'usage: sim/shrunk.sh BUILD FAULT...'
build=$1 seeds=${SEEDS:-0}
shift

# random_run SIM CONFIG DIR: play `random` in DIR with the first seed that fails.
random_run() {
    local seed
    for ((seed = 1; seed <= seeds; seed++)); do
        "$1" --config "rtl/configs/$2.cfg" --test random --seed "$seed" --dir "$3" >"$3.out" 2>&1 || return 0
    done
    return 1
}

# directed_run SIM CONFIG DIR FAULT: play the run of its row, which fails.
directed_run() {
    local test seed
    read -r test seed < <(awk -F'\t' -v name="$4" -v config="$2" '$1 == name && $2 == config { print $3, $4; exit }' sim/faults/list.tsv)
    ! SIM=$1 OUT=$3 sim/run.sh "$build" "$2" "$test" "$seed" >"$3.out" 2>&1
}

# repeated COMMAND RUN: whether the command gives the findings of that run.
repeated() {
    bash -c "$1 --dir $2.again" >/dev/null 2>&1
    cmp -s "$2/findings.txt" "$2.again/findings.txt"
}

# clean CONFIG RUN: the result of the SPU without the fault in that run.
clean() {
    local args
    words_of "$2" && options_of "$2"
    "$build/$1/spu_sim" "${args[@]}" --dir "$2.clean" >"$2.said" 2>&1
    ! grep -q '^RESULT PASS' "$2.said" || { echo PASS && return; }
    grep -m 1 -E '^why: |MISMATCH' "$2.said"
}

# one NAME CONFIG: print the line of the fault; if it cannot be measured, say why on stderr.
one() {
    local work=$top/$1 said test play=directed_run
    [ "$seeds" = 0 ] || play=random_run
    rm -rf "$work"
    sim/faulty.sh "$build" "sim/faults/$1.patch" "$2" noassert "$work" || exit
    $play "$(realpath "$work")/spu_sim" "$2" "$work/run" "$1" || { echo "$1: it does not fail" >&2 && return; }
    words_of "$work/run"
    test=$(sed -nE 's/.* --test (\S+).*/\1/p' <<<"${words[*]}")
    said=$(sim/shrink.sh "$build" "$work/run" '' "${BUDGET:-}" 2>&1) || { echo "$1: $(tail -n 1 <<<"$said")" >&2 && return; }
    repeated "$(tail -n 1 <<<"$said")" "$work/run/shrunk" || die 1 "$1: the command does not repeat it: $(tail -n 1 <<<"$said")"
    sed -nE "s/^[^ ]+ .*: ([0-9]+) of ([0-9]+) operations, ([0-9]+) of ([0-9]+) cycles.*; ([0-9]+) runs?, ([0-9.]+) s\$/$1\t$test\t\2\t\1\t\4\t\3\t\5\t\6/p" <<<"$said" |
        paste - <(clean "$2" "$work/run/shrunk") <(sed -n 's/^part: *//p' <<<"$said")
    rm -rf "$work"
}

measure "$build" shrunk 'shrink launch' '' "${SHRUNK:-}" "$@"
awk -F'\t' '{ few += $3 > 0 ? $4 < 0.05 * $3 : $6 < 0.05 * $5; time += $8; passes += $9 == "PASS" } END {
    printf "%d faults: of %d (%d %%) less than 5 %% of the operations is left; of %d the SPU without the fault passes; %.1f s each\n",
    NR, few, 100 * few / NR, passes, time / NR }' "$top/lines"
