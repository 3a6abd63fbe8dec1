#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# bench_decode.sh BUILD CONFIG: how fast `spe decode` reads the records of the RTL, compared with
# Linux perf: both without output (`--record 0` shows no record, `perf script --itrace=e` only
# errors), and as text (`perf report -D`). The bytes are those of the trace, repeated up to 64 MB (4
# MB for text). Prints MB per second of processor time: median, slowest and fastest of ROUNDS (5)
# rounds in which all take turns; ratios are to perf.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
source sim/lock.sh
build=$1 config=$2 rounds=${ROUNDS:-5}
built "$build" "$config/spu_sim" bin/spe
use_output "$build"
out=$build/bench/decode
[[ $rounds =~ ^[1-9][0-9]{0,3}$ ]] || die 2 "ROUNDS=$rounds: a positive integer is needed"
line=$(sim/probe.sh perf) || { echo "not beside perf: ${line#* }"; exit 0; }
mkdir -p "$out" || die 4 "cannot write to $out"
"$build/$config/spu_sim" --config "rtl/configs/$config.cfg" --test trace --trace sim/traces/mix.trc --seed 1 \
    --records "$out/once" >"$out/log" 2>&1 || die 1 "the run does not pass: $out/log"
once=$(stat -c %s "$out/once")

# many NAME BYTES: the records, repeated, and the same as perf.data.
many() {
    local n
    for ((n = $2 / once; n >= 0; n--)); do cat "$out/once"; done >"$out/$1.bytes"
    "$build/bin/spe" perf -o "$out/$1.data" "$out/$1.bytes" >"$out/log" || exit
}
many long 64000000
many short 4000000

declare -A command=(
    [none.perf]="perf script --itrace=e -i $out/long.data"
    [none.spe]="$build/bin/spe decode --record 0 $out/long.bytes"
    [text.perf]="perf report -D -i $out/short.data"
    [text.spe]="$build/bin/spe decode $out/short.bytes"
    [text.json]="$build/bin/spe decode --json $out/short.bytes"
)
order=(none.perf none.spe text.perf text.spe text.json)

# clock NAME: MB per second of processor time.
clock() {
    local TIMEFORMAT='%U %S' bytes
    bytes=$(stat -c %s "$out/$([[ $1 == none.* ]] && echo long || echo short).bytes")
    { time ${command[$1]} >/dev/null 2>"$out/err"; } 2>&1 | awk -v n="$bytes" '{ print n / ($1 + $2 + 1e-9) / 1e6 }'
}

rm -f "$out"/*.rate
for ((round = 0; round < rounds; round++)); do
    for name in "${order[@]}"; do clock "$name" >>"$out/$name.rate"; done
done
echo "decoding records of $config, $rounds rounds: MB/s of processor time, ratio to perf"
for name in "${order[@]}"; do
    sort -n "$out/$name.rate" | awk -v name="$name" -v base="$(sort -n "$out/${name%.*}.perf.rate" |
        awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }')" '{ v[NR] = $1 }
        END { m = v[int((NR + 1) / 2)]; printf "%-10s  %7.1f (%.1f to %.1f)  %.2f\n", name, m, v[1], v[NR], m / base }'
done
