#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# shrunk.sh BUILD FAULT...: how small does `make shrink` make a run? Of each FAULT of sim/faults/list.tsv of which `make mutate`
# has left a run the faulty SPU is built, and the run shrunk as `make shrink` does: at most 200 runs, none begun after 30 seconds.
# With SEEDS=N in place of that run the first one of `random` that fails, of seeds 1 to N. A line for each: fault, test, operations
# of the run and of what is left, cycles of both, runs, seconds, what is left. Last the share of faults of which less than 5 % of the
# operations is left, or of the cycles where a test has no operations. SHRUNK=FILE: lines go there, too.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
source sim/measure.sh
[ $# -ge 2 ] || die 2 'usage: sim/shrunk.sh BUILD FAULT...'
build=$1 seeds=${SEEDS:-0}
shift

# random_run SIM CONFIG DIR: a run of `random` in DIR that fails, of the first seed that does.
random_run() {
    local seed
    for ((seed = 1; seed <= seeds; seed++)); do
        "$1" --config "rtl/configs/$2.cfg" --test random --seed "$seed" --dir "$3" >"$3.out" 2>&1 || return 0
    done
    return 1
}

# one NAME CONFIG: its line; what cannot be measured says why on stderr.
one() {
    local run=$build/fault/$1-$2-noassert work=$top/$1 said test
    [ -s "$run/command" ] || { echo "$1: no run of make mutate" >&2 && return; }
    rm -rf "$work"
    sim/faulty.sh "$build" "sim/faults/$1.patch" "$2" noassert "$work" || exit
    if [ "$seeds" != 0 ]; then
        random_run "$work/spu_sim" "$2" "$work/run" || { echo "$1: no seed of $seeds fails" >&2 && return; }
    else
        cp -r "$run" "$work/run" && sed -i "s#[^ ]*/spu_sim #$(realpath "$work")/spu_sim #" "$work/run/command" || die 4 "cannot write to $work"
    fi
    test=$(sed -nE 's/.* --test (\S+).*/\1/p' "$work/run/command")
    said=$(sim/shrink.sh "$build" "$work/run" 2>&1) || { echo "$1: $(tail -n 1 <<<"$said")" >&2 && return; }
    sed -nE "s/^[^ ]+ .*: ([0-9]+) of ([0-9]+) operations, ([0-9]+) of ([0-9]+) cycles.*; ([0-9]+) runs?, ([0-9.]+) s\$/$1\t$test\t\2\t\1\t\4\t\3\t\5\t\6/p" <<<"$said" |
        paste - <(sed -n 's/^part: *//p' <<<"$said")
    rm -rf "$work"
}

measure "$build" shrunk shrink '' "${SHRUNK:-}" "$@"
awk -F'\t' '{ few += $3 > 0 ? $4 < 0.05 * $3 : $6 < 0.05 * $5; time += $8 } END { printf "%d faults: of %d (%d %%) less than 5 %% of the operations is left; %.1f s each\n",
    NR, few, 100 * few / NR, time / NR }' "$top/lines"
