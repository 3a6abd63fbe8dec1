#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# scale.sh BUILD [RUNS...]: what the memory of nights costs (sim/nightly.md): for nights of so many
# runs (10 1000 10000) the processor time of planning, of taking the runs in, of judging, of the
# page and of merging, and the size of the database. Each run leaves what a run of `smoke` on
# v1p0_min leaves, which is played once.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
source sim/common.sh
[ $# -ge 1 ] || die 2 'usage: sim/night/scale.sh BUILD [RUNS...]'
build=$1
shift
[ $# != 0 ] || set -- 10 1000 10000
tool=$build/bin/night sim=$build/v1p0_min/spu_sim
built "$build" bin/night bin/launch v1p0_min/spu_sim
work=$(mktemp -d) || exit 4
trap 'rm -rf "$work"' EXIT
"$sim" --config rtl/configs/v1p0_min.cfg --test smoke --seed 1 --dir "$work/run" >/dev/null 2>&1 || die 4 'smoke has failed'
printf '# no executable\n# end\n' >"$work/models.tsv"

# timed COMMAND...: milliseconds of processor time go to $ms; its output to $work/out.
timed() {
    "$build/bin/launch" --cpu 0 --usage "$work/usage" "$@" >"$work/out" 2>"$work/err" || die 4 "$* has failed: $(head -n 1 "$work/err")"
    read -r ms _ <"$work/usage"
}

# leave ROOT: every run of the first round has ended: its directory, and the results of its chunk.
leave() {
    local rows name dir
    for rows in "$1"/runs/1/round1/*.rows; do
        while IFS=$'\t' read -r name dir _; do
            mkdir -p "${dir%/*}" && cp -rl "$work/run" "$dir" || exit 4
            echo "PASS 1 0 0 $name 15 20"
        done <"$rows" >"${rows%.rows}.results"
    done
}

# night RUNS: one night, measured.
night() {
    local root=$work/$1 plan taken ended page merged bytes
    mkdir -p "$root"
    printf '!smoke\tv1p0_min\t1-%s\t0\t60\tplayed\n# end\n' "$1" >"$work/list.tsv"
    "$tool" begin "$root" --uuid "u$1" --models "$work/models.tsv" --list "$work/list.tsv" --list-name scale --list-hash x --seeds "" --draw "" \
        --sim sim --commit none --dirty 0 --engine none --jobs 2 --budget 0 --build-ms 0 >/dev/null || exit 4
    timed "$tool" plan "$root" --night 1 --kind fixed --chunks "$root/runs/1/round1" --sim sim --build "$build" --jobs 2
    plan=$ms
    leave "$root" || die 4 "cannot write to $root"
    timed "$tool" collect "$root" --night 1 --folder "$root/runs/1/round1" -- true
    taken=$ms
    timed "$tool" end "$root" --night 1
    ended=$ms
    mkdir -p "$root/page"
    timed "$tool" page "$root/night.db" --night 1 --out "$root/page/1"
    page=$ms
    timed "$tool" merge "$work/all-$1.db" "$root/night.db"
    merged=$ms
    bytes=$(stat -c %s "$work/all-$1.db")
    [ "$(sqlite3 -batch -init /dev/null "$work/all-$1.db" "SELECT count(*) FROM run WHERE status = 'passed'" 2>/dev/null)" = "$1" ] ||
        die 4 "not all of $1 runs are in the database"
    printf '| %7d | %8d | %8d | %8d | %8d | %8d | %7d | %9d |\n' "$1" "$plan" "$taken" "$ended" "$page" "$merged" \
        $((bytes >> 10)) $((bytes / $1))
    rm -rf "$root"
}

echo '|    runs |  plan ms | taken ms |   end ms |  page ms | merge ms |     KiB | bytes/run |'
echo '|---------|----------|----------|----------|----------|----------|---------|-----------|'
for runs; do night "$runs"; done
