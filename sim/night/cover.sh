#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# cover.sh BUILD ROOT NIGHT: merge what the counted runs of a night have met of the code
# (sim/codecov.sh), in ROOT/page/NIGHT/code, and take it into the database. What the merged coverage
# is blamed for is printed, and stands in wrong.txt; of that only a waived point that was met fails
# the night. NEED as for sim/codecov.sh, 0 if not given; GCOV_PREFIX was ROOT/page/NIGHT/code/gcov.
# Status 0, or 4: the coverage is not known.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
source sim/common.sh
[ $# = 3 ] || die 2 'usage: sim/night/cover.sh BUILD ROOT NIGHT'
build=$1 root=$2 night=$3
out=$root/page/$night/code work=$root/runs/$night/cover
tool=$build/bin/night
mkdir -p "$out" "$work" || die 4 "cannot write to $root"

# idle CONFIG SEED...: runs without stimulus, which toggles are held against, in WORK/CONFIG.idle.
idle() {
    local config=$1 seed why
    shift
    why=$(awk -F'\t' '$1 == "reset_only" { print $7 }' sim/tests.tsv)
    for seed; do
        printf 'idle.%s\t%s/%s.idle/%s\t3\t%s\t--config rtl/configs/%s.cfg --seed %s %s\n' "$seed" "$work" "$config" "$seed" \
            "$why" "$config" "$seed" "$(awk -F'\t' '$1 == "reset_only" { print $4 }' sim/tests.tsv)"
    done >"$work/$config.rows" || die 4 "cannot write to $work"
    "$build/$config-tog/spu_sim" --batch "$work/$config.rows" --results "$work/$config.results" >"$work/$config.log" 2>&1 ||
        die 4 "$config: the runs without stimulus have failed: $(head -n 1 "$work/$config.log")"
    echo "$config idle $work/$config.idle"
}

# counted: the runs for sim/codecov.sh.
counted() {
    local config seeds
    cut -d' ' -f1-3 "$work/runs"
    for config in $(awk '$2 == "tog" { print $1 }' "$work/runs" | sort -u); do
        mapfile -t seeds < <(awk -v c="$config" '$1 == c && $2 == "tog" { print $4 }' "$work/runs" | sort -nu)
        idle "$config" "${seeds[@]}" || return
    done
}

# met: the runs that have met what is waived, by configuration and flavour.
met() {
    local file base
    echo '# SPDX-License-Identifier: Apache-2.0'
    for file in "$out"/merged/*.cov "$out"/merged/*.tog; do
        [ -e "$file" ] || continue
        base=
        [[ $file == *.cov ]] || base=$(tr '\n' ' ' <"${file%.tog}.idle")
        awk -v list="$file" -v base="$base" -f sim/codecov/point.awk -f sim/codecov/met.awk "$out/code_points.tsv" || return
    done
    echo '# end'
}

"$tool" code "$root" --night "$night" --runs >"$work/runs" || die 4 'the database cannot be read'
[ -s "$work/runs" ] || die 4 'no run that was counted has passed: the coverage of the code is not known'
counted >"$work/list" || exit
NEED=${NEED:-0} PORTS=0 sim/codecov.sh "$build" "$out" <"$work/list" >"$out/said"
status=$?
sed '/^module  /,$d' "$out/said" | tee "$out/wrong.txt"
[ "$status" -le 1 ] && [ -s "$out/code_points.tsv" ] || die 4 'the coverage of the code cannot be merged'
met >"$work/met.tsv" || die 4 'the coverage of the code cannot be read'
"$tool" code "$root" --night "$night" --points "$out/code_points.tsv" --met "$work/met.tsv" || die 4 'the coverage of the code cannot be stored'
rm -rf "$out"/{merged,gcov,said,points.tsv,code_points.tsv,html.log} "$work"
