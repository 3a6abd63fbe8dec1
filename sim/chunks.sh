#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# chunks.sh ENGINE CHUNKDIR JOBS: play lists of runs, JOBS at a time. Each CHUNKDIR/NAME.rows is a
# list of `spu_sim --batch`; CHUNKDIR/NAME.cmd is the command of the shell that plays it, from the
# top of the tree, and appends to CHUNKDIR/NAME.results. ENGINE is ninja, or slurm (sim/slurm).
#
# Each chunk leaves NAME.log (what it prints) and NAME.status. A chunk that did not end regularly (a
# status other than 0 and 1, or a row without result) is reported by name, with the number of rows
# played and the end of its log. Once CHUNKDIR/stop exists, no further run begins; the others end.
# BUILD in the environment is where bin/launch is built (build of the tree).
#
# Exit status: 0 all chunks ended regularly, 1 some did not, 2 usage, 3 stopped by a signal, 4
# environment. A signal, or the end of the process that started this script, ends all that was
# started.
set -uo pipefail
[ "${SPE_PARENT:-}" = $PPID ] || SPE_PARENT=$PPID exec setpriv --pdeathsig TERM "$0" "$@"
start=$PWD
cd "$(dirname "$0")/.." || exit 2
tree=$PWD
source sim/common.sh
source sim/follow.sh
source sim/ninja.sh
source sim/slurm/array.sh
[ $# = 3 ] || die 2 'usage: sim/chunks.sh ninja|slurm CHUNKDIR JOBS'
engine=$1 dir=$(cd "$start" && realpath -m "$2") JOBS=$3
build=$(cd "$start" && realpath -m "${BUILD:-$tree/build}")
[[ $engine == @(ninja|slurm) ]] || die 2 "no engine '$engine'; there are: ninja, slurm"
[[ $JOBS =~ ^[1-9][0-9]{0,3}$ ]] || die 2 "JOBS must be 1 to 9999, not '$JOBS'"
[ -d "$dir" ] || die 4 "$dir: no such directory"
[ -w "$dir" ] || die 4 "cannot write to $dir"
built "$build" bin/launch

# chunks: set `names` to the names of the chunks.
chunks() {
    local file
    names=()
    for file in "$dir"/*.rows; do
        file=${file##*/}
        [[ $file =~ ^[A-Za-z0-9_.,+-]+$ ]] || die 2 "$dir holds no chunk, or one of an odd name: $file"
        [ -r "$dir/${file%.rows}.cmd" ] || die 2 "$dir/${file%.rows}.cmd is missing"
        names+=("${file%.rows}")
    done
}

# graph: one step for each chunk.
graph() {
    local name
    # shellcheck disable=SC2016 # for the shell that ninja starts
    printf 'rule chunk\n  command = exec setpriv --pdeathsig TERM "$$CHUNK_SH" "$$BUILD" $chunk\n  description = $chunk\n'
    for name in "${names[@]}"; do
        printf 'build %s.status: chunk\n  chunk = %s\n' "$name" "$name"
    done
}

# by_ninja: play all chunks; the next one begins as soon as a job is free.
by_ninja() {
    graph >"$dir/chunks.ninja" || die 4 "cannot write to $dir"
    CHUNK_SH=$tree/sim/chunk.sh BUILD=$build ninja_with -k 0 -C "$dir" -f chunks.ninja >"$dir/ninja.log" 2>&1
}

# played NAME: how many rows of the chunk have a result, and how many rows there are.
played() {
    awk -F'\t' -v results="$dir/$1.results" '
        BEGIN { while ((getline line <results) > 0) { split(line, r, " "); seen[r[5]] = 1 } }
        /^#/ || /^$/ { next }
        { rows++; done += $1 in seen }
        END { print done + 0, rows + 0 }' "$dir/$1.rows"
}

# judge NAME: whether the chunk ended regularly.
judge() {
    local ended rows status
    read -r ended rows < <(played "$1")
    status=$(cat "$dir/$1.status" 2>/dev/null)
    [[ $status == [01] ]] && { [ "$ended" = "$rows" ] || [ -e "$dir/stop" ]; } && return
    echo "FAIL $1: ${status:+status }${status:-no end}, $ended of $(counted "$rows" run) ended"
    tail -n 3 "$dir/$1.log" 2>/dev/null | sed 's/^/  | /'
    return 1
}

chunks
for name in "${names[@]}"; do rm -f "$dir/$name.status" || die 4 "cannot write to $dir"; done
rm -f "$dir/.ninja_log" "$dir/.ninja_deps" || die 4 "cannot write to $dir"
stopped='' lost=0
"by_$engine"
# A night itself names the signal that stopped it: here only TERM arrives from a night.
[ -z "$stopped" ] || [ -z "${NIGHT_UUID:-}" ] || exit 3
[ -z "$stopped" ] || die 3 "stopped by SIG$stopped"
for name in "${names[@]}"; do
    judge "$name" || lost=$((lost + 1))
done
[ "$lost" = 0 ] || die 1 "$lost of $(counted ${#names[@]} chunk) did not come to their end"
