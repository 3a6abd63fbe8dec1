#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test.sh BUILD: everything of `make test`. Builds first, then all jobs; the last line counts them.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
build=$1
dir=$build/test
rm -rf "$dir" "$build"/out/*/*/covers

# build NAME TARGETS: one job that builds with all processors.
build() {
    printf 'build/%s\tmake -s -j%s O=%s %s\n' "$1" "${JOBS:-2}" "$build" "$2" |
        JOBS=1 JOB_TIMEOUT=900 sim/jobs.sh "$dir"
}

# The tests that have a source: an executable of a test that is no more does not run.
unit_jobs() {
    local kind name
    for kind in unit unit-asan; do
        while read -r name; do
            printf '%s/%s\tsim/unit.sh %s/%s/%s\n' "$kind" "$name" "$build" "$kind" "$name"
        done <"$build/unit/list"
    done
}

# A test that the executables know and sim/tests.tsv does not would never run.
listed_job() {
    printf "sim/listed\\tcut -f1 sim/tests.tsv | sort >%s/rows; ! cat %s/list.* | sort -u | comm -23 - %s/rows | grep .\n" \
        "$dir" "$dir" "$dir"
}

# Rules without a row, a test, a check that finds their fault; items with too few faults: `make testplan` must say so.
plan_jobs() {
    local name edit says
    while IFS='|' read -r name edit says; do
        printf 'plan/%s\tsed "%s" sim/rules.tsv >%s/rules.%s; RULES=%s/rules.%s sim/testplan.sh | grep "%s"\n' \
            "$name" "$edit" "$dir" "$name" "$dir" "$name" "$says"
    done <<'END'
row|/^D17-5\t/d|rule D17-5 has no row
id|s/^RFJDLW\t/RFJDLX\t/|rule RFJDLX is not one of
test|s/\tprof_tables /\tprof_table /|names tests prof_table, which does not exist
fault|s/\troute_gpf /\troute_gpg /|names bad route_gpg, which does not exist
check|/^D17-5\t/s/event.route/reg.read/|rule D17-5: fault route_gpf is found by another check
none|/^D17-5\t/s/\troute_gpf .*/\t-/|rule D17-5 has no test, or no run
END
    printf 'plan/items\tsed "/\\t12$/d; s/\\t11$//" sim/faults/list.tsv >%s/faults; FAULTS=%s/faults sim/testplan.sh >%s/items; ' "$dir" "$dir" "$dir"
    printf 'grep "item 12 (Functional coverage) has fewer than three faults" %s/items && ' "$dir"
    printf 'grep "fault syndrome_half belongs to no item" %s/items\n' "$dir"
}

# Configurations of values that the others do not have: they run only the tests that name them, with the first seed.
few=" el1_only granule64 longrec v1p1_sve v1p2_discard v1p4_events v1p5_max v1p5_realm "

# One job for each test of tier smoke, configuration and seed. `*` is every other configuration that the test applies to.
sim_jobs() {
    local name configs seeds options tier config seed these
    for config in rtl/configs/*.cfg; do
        config=$(basename "$config" .cfg)
        "$build/$config/spu_sim" --config "rtl/configs/$config.cfg" --list | cut -d' ' -f1 >"$dir/list.$config"
    done
    while IFS=$'\t' read -r name configs seeds options _ tier; do
        [[ $name == '#'* || $tier != smoke ]] && continue
        for config in rtl/configs/*.cfg; do
            config=$(basename "$config" .cfg) these=${seeds//,/ }
            if [[ $few == *" $config "* ]]; then
                [[ ",$configs," == *",$config,"* ]] || continue
                these=${seeds%%,*}
            elif [[ $configs == '*'* ]]; then
                applies "$dir/list.$config" "$name" "$options" || continue
            else
                [[ ",$configs," == *",$config,"* ]] || continue
            fi
            for seed in $these; do
                printf 'sim/%s.%s.%s\tsim/run.sh %s %s %s %s\tmake run CONFIG=%s TEST=%s SEED=%s\n' "$config" "$name" "$seed" \
                    "$build" "$config" "$name" "$seed" "$config" "$name" "$seed"
            done
        done
    done <sim/tests.tsv
}

# Several runs of the bench compared with each other.
bench_jobs() {
    local script
    for script in tb/test/*.sh; do
        printf 'bench/%s\t%s %s\n' "$(basename "$script" .sh)" "$script" "$build"
    done
}

# The run that README.md shows first. It is a long one, so it starts first.
readme_job() {
    printf 'readme/run\tsim/readme.sh %s run\tmake run\n' "$build"
}

# What README.md shows of a fault, once bad_jobs has run it; and a README that shows something else.
example_jobs() {
    printf 'readme/mismatch\tsim/readme.sh %s mismatch\n' "$build"
    printf 'readme/bad\tsed "s/^    545 spu0/    546 spu0/" README.md >%s/readme.bad; ' "$build"
    printf 'README=%s/readme.bad sim/readme.sh %s mismatch | grep "does not come: 546 spu0"\n' "$build" "$build"
}

# Faults that the scoreboard must find, with assertions off. One of them is the example of README.md.
bad_jobs() {
    awk -F'\t' -v b="$build" '!/^#/ && $6 == "bad" {
        printf "bad/%s.%s\tsim/fault.sh %s %s %s %s %s %s noassert", $1, $2, b, $1, $2, $3, $4, $5
        printf "\tmake run CONFIG=%s TEST=%s && sim/fault.sh build %s %s %s %s %s noassert\n", $2, $3, $1, $2, $3, $4, $5 }' sim/faults/list.tsv
}

# Assertions that fire: those of the configuration with few rows (`sim/assert.sh build` is for all of them), and those on
# parameters.
assert_job() {
    printf 'sim/assert\tsim/assert.sh %s kunpeng\n' "$build"
    printf 'sim/params\tsim/params.sh %s\n' "$build"
}

# The contract against the generated prototypes, the calls of the tap, and the component around a foreign SPU.
edge_jobs() {
    local script
    for script in dpi/test/*.sh; do
        printf 'dpi/%s\t%s %s\n' "$(basename "$script" .sh)" "$script" "$build"
    done
    printf 'toy\tsim/toy.sh %s\n' "$build"
}

# c_model/choices.md is what its table and the keys give; a table that names a wrong key, and a page that says something else.
choices_jobs() {
    printf 'sim/choices\tsim/choices.sh %s >%s/choices.md && diff c_model/choices.md %s/choices.md\n' "$build" "$dir" "$dir"
    printf 'sim/choices_bad\tsed "s/arch_inst/arch_inzt/" sim/choices.tsv >%s/choices.tsv; ' "$dir"
    printf '! TABLE=%s/choices.tsv sim/choices.sh %s >%s/choices.bad 2>%s/choices.err && ' "$dir" "$build" "$dir" "$dir"
    printf 'grep "choice P1 names key arch_inzt, which does not exist" %s/choices.err && ' "$dir"
    printf 'grep "key arch_inst names choice P1, whose row does not name the key" %s/choices.err && ' "$dir"
    printf '! diff c_model/choices.md %s/choices.bad >/dev/null\n' "$dir"
}

# cli_jobs GROUP...: the command lines with good and bad input, those groups that are there.
cli_jobs() {
    local group
    for group in "$@"; do
        [ ! -f "c_model/test/cli/$group.sh" ] || printf 'cli/%s\tc_model/test/cli/run.sh %s %s\n' "$group" "$build" "$group"
    done
}

# The same with sanitizers, where no simulation is needed.
cli_asan_job() {
    printf 'cli-asan\tSPE=%s/asan/bin/spe c_model/test/cli/run.sh %s general config decode log cover\n' "$build" "$build"
}

# One co-simulation with the C under sanitizers.
asan_jobs() {
    local sim=$build/v1p0_min-asan/spu_sim
    printf 'sim-asan/smoke\tSIM=%s OUT=%s/out/asan sim/run.sh %s v1p0_min smoke 1\n' "$sim" "$build" "$build"
}

build c "lib units units-asan lint-inputs $build/asan/bin/spe" &&
    { unit_jobs && cli_jobs general config decode log cover install && cli_asan_job && edge_jobs && choices_jobs; } | sim/jobs.sh "$dir"
if grep -q '^[^#]' sim/tests.tsv && build sims "sims $build/v1p0_min-asan/spu_sim $build/v1p0_min-nosva/spu_sim"; then
    { readme_job && plan_jobs && sim_jobs && listed_job && cli_jobs sim batch front place && asan_jobs && bench_jobs && bad_jobs && assert_job; } | sim/jobs.sh "$dir"
    { printf 'sim/covers\tsim/covers.sh %s/out/*/*/covers\n' "$build" && example_jobs; } | sim/jobs.sh "$dir"
fi
B=$build sim/lint.sh | sim/jobs.sh "$dir"
sim/summary.sh "$dir"
