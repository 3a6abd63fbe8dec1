#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# fuzz.sh BUILD SECONDS: libFuzzer on each fuzz_*.c of c_model/test and tb/test, with address and undefined sanitizers, for SECONDS in
# all. New inputs stay in BUILD/fuzz/TARGET.corpus; a crashing input is kept in BUILD/fuzz and named.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
out=$1/fuzz seconds=$2

# seeds TARGET: folder of inputs to start from.
seeds() {
    [ "$1" != decode ] || { echo c_model/test/corpus; return; }
    local writer=${out%/fuzz}/unit/test_fuzz_$1
    mkdir -p "$out/$1.seeds"
    make -s O="${out%/fuzz}" "$writer" >&2 || die 4 "cannot build $writer"
    "$writer" "$out/$1.seeds" >&2 || die 4 "cannot write inputs for fuzz_$1"
    echo "$out/$1.seeds"
}

# build TARGET FILE: with what it needs beside libspe.
build() {
    local more
    case $1 in
    decode | config) more=() ;;
    trace) more=(-Itb tb/trace/*.c -lzstd -lm) ;;
    *) more=(c_model/host/*.c -lzstd -lm) ;;
    esac
    "${CLANG:-clang}" -std=c11 -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -Ic_model/{include,host} \
        "$2" c_model/src/*.c "${more[@]}" -o "$out/fuzz_$1" || die 4 "cannot build fuzz_$1"
}

targets=(c_model/test/fuzz_*.c tb/test/fuzz_*.c)
share=$(((seconds + ${#targets[@]} - 1) / ${#targets[@]}))
for file in "${targets[@]}"; do
    target=$(basename "${file#*fuzz_}" .c)
    mkdir -p "$out/$target.corpus" || die 4 "cannot write to $out"
    build "$target" "$file"
    from=$(seeds "$target") || exit 4
    "$out/fuzz_$target" -max_total_time="$share" -timeout=20 -artifact_prefix="$out/$target." -print_final_stats=1 \
        "$out/$target.corpus" "$from" >"$out/$target.log" 2>&1 || {
        grep -E 'ERROR|Test unit written' "$out/$target.log" >&2
        die 1 "fuzz_$target fails: $out/$target.log"
    }
    awk -v t="$target" '/stat::number_of_executed_units/ { n = $2 } END { print t ": " n " inputs, no fault" }' "$out/$target.log"
done
