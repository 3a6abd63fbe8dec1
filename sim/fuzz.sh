#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# fuzz.sh BUILD SECONDS: libFuzzer on the decoder, with address and undefined sanitizers. New inputs stay in
# BUILD/fuzz/corpus; a crashing input is kept in BUILD/fuzz and named.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
out=$1/fuzz seconds=$2
target=c_model/test/fuzz_decode.c
[ -f "$target" ] || die 2 "not available yet: $target"
mkdir -p "$out/corpus" || die 4 "cannot write to $out"
"${CLANG:-clang}" -std=c11 -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -Ic_model/include \
    "$target" c_model/src/*.c -o "$out/fuzz_decode" || die 4 "cannot build the fuzz target"
seeds=()
[ -d c_model/test/corpus ] && seeds=(c_model/test/corpus)
"$out/fuzz_decode" -max_total_time="$seconds" -artifact_prefix="$out/" -print_final_stats=1 "$out/corpus" "${seeds[@]}" \
    >"$out/log" 2>&1 || { grep -E 'ERROR|Test unit written' "$out/log" >&2; die 1 "the decoder fails: $out/log"; }
awk '/stat::number_of_executed_units/ { n = $2 } END { print n " inputs decoded, no fault" }' "$out/log"
