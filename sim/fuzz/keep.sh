#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# keep.sh BUILD [TARGET...]: make sim/fuzz/corpus/TARGET.pack of the inputs that `make fuzz` has
# left in BUILD, merged, the shortest first.
set -eu
cd "$(dirname "$0")/../.."
source sim/common.sh
[ $# -ge 1 ] || die 2 "usage: sim/fuzz/keep.sh BUILD [TARGET...]"
out=$1/fuzz build=$1
shift
shopt -s nullglob
[ $# -gt 0 ] || { set -- "$out"/*.corpus && set -- "${@##*/}" && set -- "${@%.corpus}"; }
[ $# -gt 0 ] && [ -d "$out" ] || die 2 "$out holds no corpus: make fuzz makes one"
mkdir -p sim/fuzz/corpus
for target in "$@"; do
    rm -rf "$out/$target.kept"
    mkdir "$out/$target.kept"
    "$out/fuzz_$target" -merge=1 -close_fd_mask=3 "$out/$target.kept" "$out/$target.corpus" "$out/$target.seeds" 2>"$out/keep.log" ||
        die 1 "fuzz_$target -merge=1 fails: $out/keep.log"
    mapfile -t inputs < <(find "$out/$target.kept" -type f -printf '%s %p\n' | LC_ALL=C sort -n | cut -d' ' -f2-)
    "$build/fuzz/replay_$target" --pack 100000 "sim/fuzz/corpus/$target.pack" "${inputs[@]}"
done
