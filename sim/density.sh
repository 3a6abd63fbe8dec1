#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# density.sh BUILD SEEDS [CONFIG...] [-- OPTIONS]: how much a random session gives to compare. Plays
# `random` with the seeds 1 to SEEDS. Prints for each configuration medians, with the least and the
# most of records and processor time. Prints for all runs together the records per second of that
# time and per 60,000 operations, and the collisions per sample. Status 1 when a run fails.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# -ge 2 ] && [[ $2 =~ ^[1-9][0-9]*$ ]] || die 2 "usage: sim/density.sh BUILD SEEDS [CONFIG...] [-- OPTIONS]"
build=$1 seeds=$2
shift 2
configs=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do configs+=("$1") && shift; done
[ $# = 0 ] || shift
if [ ${#configs[@]} = 0 ]; then
    for cfg in rtl/configs/*.cfg; do configs+=("$(basename "$cfg" .cfg)"); done
fi
built "$build" "${configs[@]/%//spu_sim}"
work=$(mktemp -d) || exit 4
trap 'rm -rf "$work"' EXIT

# spread: the numbers of stdin as "median least most".
spread() {
    sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)], v[1], v[NR] }'
}

# field NAME: of each verdict.
field() {
    sed -nE "s/.* $1=([0-9]+) .*/\1/p" "$work"/run/*/verdict
}

failed=0
printf '%-14s %22s %22s %12s %12s %12s\n' configuration 'records (least, most)' 'ms (least, most)' 'records/s' 'per 60k ops' collisions
for config in "${configs[@]}"; do
    rm -rf "$work/run" "$work/rows" "$work/results"
    for ((seed = 1; seed <= seeds; seed++)); do
        printf '%s\t%s\t0\t-\t%s\n' "$seed" "$work/run/$seed" "--config rtl/configs/$config.cfg --test random --seed $seed $*"
    done >"$work/rows"
    "$build/$config/spu_sim" --batch "$work/rows" --results "$work/results" >"$work/out" || { cat "$work/out" && failed=1; }
    read -r records least most < <(field records | spread)
    read -r ms quick slow < <(cut -d' ' -f6 "$work/results" | spread)
    sums=$(paste <(field records) <(field ops) <(field samples) <(field collisions) | awk -v ms="$(awk '{ s += $6 } END { print s }' "$work/results")" '
        { r += $1; o += $2; s += $3; c += $4 }
        END { printf "%12d %12d %12.2f", 1000 * r / ms, 60000 * r / o, c / s }')
    printf '%-14s %22s %22s %s\n' "$config" "$records ($least, $most)" "$ms ($quick, $slow)" "$sums"
done
exit $failed
