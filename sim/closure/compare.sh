#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# compare.sh BUILD OUT CYCLES SEEDS CONFIG...: closure beside plain random sessions at equal cycles:
# for each configuration the start once, then from there both with the seeds 1 to SEEDS, each until
# CYCLES. Prints the table of sim/coverage.md, and writes OUT/compare.svg, the curves. What OUT has
# already is not played again. START=-: without a start (closure: sim/lists/closure.tsv); JOBS (1).
set -uo pipefail
[ "${SPE_PARENT:-}" = $PPID ] || SPE_PARENT=$PPID exec setpriv --pdeathsig TERM "$0" "$@"
cd "$(dirname "$0")/../.." || exit 2
source sim/common.sh
[ $# -ge 5 ] && [[ $3$4 =~ ^[1-9][0-9]*$ ]] || die 2 'usage: sim/closure/compare.sh BUILD OUT CYCLES SEEDS CONFIG...'
build=$1 out=$2 cycles=$3 seeds=$4 start=${START:-closure}
configs=("${@:5}")

# play DIR CONFIG NAME=VALUE...: a closure, unless it was played to its end.
play() {
    local status
    [ ! -f "$1/done" ] || return 0
    rm -rf "$1"
    OUT=$1 env "${@:3}" sim/closure.sh "$build" "$2" >"$1.log" 2>&1
    status=$?
    [ "$status" -le 1 ] || { cat "$1.log" >&2 && exit "$status"; }
    touch "$1/done"
}

# curves: all runs.tsv as lines "CONFIG ARM SEED CYCLES BINS", and of each bin that was met first
# "CONFIG ARM SEED met BIN".
curves() {
    local config arm seed dir
    for config in "${configs[@]}"; do
        [ "$start" = - ] || tail -n 1 "$out/$config.start/runs.tsv" | awk -F'\t' -v c="$config" '{ print c, "start", 0, 0, $NF }'
        for arm in plain closure; do
            for ((seed = 1; seed <= seeds; seed++)); do
                dir=$out/$config.$arm.$seed
                awk -F'\t' -v p="$config $arm $seed" '!/^#/ { print p, $10, $12 }' "$dir/runs.tsv"
                awk -F'\t' -v p="$config $arm $seed" '!/^#/ { sub(/ /, ".", $1); print p, "met", $1 }' "$dir/found.tsv"
            done
        done
    done
}

mkdir -p "$out" || die 4 "cannot write to $out"
for config in "${configs[@]}"; do
    given=-
    if [ "$start" != - ]; then
        given=$out/$config.start/round
        play "$out/$config.start" "$config" LIST="$start" RUNS=1
    fi
    for ((seed = 1; seed <= seeds; seed++)); do
        for plain in 1 0; do
            [ $plain = 1 ] && arm=plain || arm=closure
            play "$out/$config.$arm.$seed" "$config" LIST="$given" CYCLES="$cycles" SEED="$seed" PLAIN=$plain
        done
        echo "$config, seed $seed" >&2
    done
done
curves >"$out/curves.txt" || die 4 "cannot write to $out"
for config in "${configs[@]}"; do
    sed -nE "1s/.*: [0-9]+ of ([0-9]+) bins met\$/$config possible \1/p" "$out/$config.plain.1/closure.txt"
done >"$out/possible.txt"
awk -v cycles="$cycles" -v svg="$out/compare.svg" -f sim/closure/compare.awk "$out/possible.txt" "$out/curves.txt"
