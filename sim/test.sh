#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test.sh BUILD: everything of `make test`. Builds first, then all jobs; the last line counts them.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
build=$1
dir=$build/test
rm -rf "$dir"

# build TARGETS...: one job that builds with all processors.
build() {
    printf 'build/%s\tmake -s -j%s O=%s %s\n' "$1" "${JOBS:-2}" "$build" "$2" | JOBS=1 JOB_TIMEOUT=900 sim/jobs.sh "$dir"
}

unit_jobs() {
    local kind exe
    for kind in unit unit-asan; do
        for exe in "$build/$kind"/test_*; do
            [ -x "$exe" ] && printf '%s/%s\tsim/unit.sh %s\n' "$kind" "$(basename "$exe")" "$exe"
        done
    done
}

# One job for each test, configuration and seed of tier smoke.
sim_jobs() {
    local name configs seeds tier config seed
    while IFS=$'\t' read -r name configs seeds _ _ tier; do
        [[ $name == '#'* || $tier != smoke ]] && continue
        [ "$configs" = '*' ] && configs=$(cd rtl/configs && echo *.cfg | sed 's/\.cfg//g; s/ /,/g')
        for config in ${configs//,/ }; do
            for seed in ${seeds//,/ }; do
                printf 'sim/%s.%s.%s\tsim/run.sh %s %s %s %s\tmake run CONFIG=%s TEST=%s SEED=%s\n' "$config" "$name" "$seed" \
                    "$build" "$config" "$name" "$seed" "$config" "$name" "$seed"
            done
        done
    done <sim/tests.tsv
}

bad_jobs() {
    awk -F'\t' -v b="$build" '!/^#/ && $6 == "bad" {
        printf "bad/%s.%s\tsim/fault.sh %s %s %s %s %s %s\n", $1, $2, b, $1, $2, $3, $4, $5 }' sim/faults/list.tsv
}

build c 'lib units units-asan lint-inputs' && unit_jobs | sim/jobs.sh "$dir"
if grep -q '^[^#]' sim/tests.tsv && build sims sims; then
    { sim_jobs && bad_jobs; } | sim/jobs.sh "$dir"
fi
B=$build sim/lint.sh | sim/jobs.sh "$dir"
sim/summary.sh "$dir"
