#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# fuzz.sh BUILD BUDGET: libFuzzer on each fuzz_*.c of c_model/test and tb/test, with address and
# undefined sanitizers, for BUDGET of processor time in all (90, 30m, 2h). New inputs stay in
# BUILD/fuzz/TARGET.corpus; a crashing input is kept in BUILD/fuzz and named.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
source sim/lock.sh
out=$1/fuzz
use_output "$1"
budget=$(seconds "$2") || exit 2

# seeds TARGET: folder of inputs to start from.
seeds() {
    [ "$1" != decode ] || { echo c_model/test/corpus; return; }
    local writer=${out%/fuzz}/unit/test_fuzz_$1
    mkdir -p "$out/$1.seeds"
    [ -x "$writer" ] || die 4 "$writer is not built"
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

# used PID: hundredths of a second of processor time of a process that has not ended.
used() {
    local stat
    read -r stat <"/proc/$1/stat" || return
    read -r -a stat <<<"${stat##*) }"
    [ "${stat[0]}" != Z ] && echo $((stat[11] + stat[12]))
}

# spend HUNDREDTHS COMMAND...: end COMMAND when it has used that much; that is its success, another
# end by itself has its own status.
fuzzer=
trap '[ -z "$fuzzer" ] || kill "$fuzzer"; exit 3' TERM INT HUP
spend() {
    local now ended=
    "${@:2}" &
    fuzzer=$!
    while now=$(used $fuzzer 2>/dev/null); do
        [ -z "$ended" ] && [ "$now" -ge "$1" ] && kill $fuzzer 2>/dev/null && ended=1
        sleep 0.1
    done
    wait $fuzzer || [ -n "$ended" ]
}

targets=(c_model/test/fuzz_*.c tb/test/fuzz_*.c)
for file in "${targets[@]}"; do
    target=$(basename "${file#*fuzz_}" .c)
    mkdir -p "$out/$target.corpus" || die 4 "cannot write to $out"
    build "$target" "$file"
    from=$(seeds "$target") || exit 4
    spend $((100 * budget / ${#targets[@]})) "$out/fuzz_$target" -timeout=20 -artifact_prefix="$out/$target." -print_final_stats=1 \
        "$out/$target.corpus" "$from" >"$out/$target.log" 2>&1 && ! grep -q 'Test unit written' "$out/$target.log" || {
        grep -E 'ERROR|Test unit written' "$out/$target.log" >&2
        die 1 "fuzz_$target fails: $out/$target.log"
    }
    inputs=$(awk '/stat::number_of_executed_units/ { print $2 }' "$out/$target.log")
    [ "${inputs:-0}" != 0 ] || die 2 "fuzz_$target has run no input: $2 is too little"
    echo "$target: $inputs inputs, no fault"
done
