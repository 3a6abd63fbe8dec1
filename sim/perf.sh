#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# perf.sh BUILD [RECORDS]: Linux perf reads the records of the RTL, from `spe perf`, as `spe decode`
# does: both give for each packet the same place, bytes and meaning (sim/perf.awk). Plays random
# sessions of every configuration that is built, with seeds 1, 2 ..., until so many records
# (100,000) were compared.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# -ge 1 ] && [[ ${2:-1} =~ ^[1-9][0-9]*$ ]] || die 2 'usage: sim/perf.sh BUILD [RECORDS]'
build=$1 wanted=${2:-100000} records=0 packets=0
left_out=0
line=$(sim/probe.sh perf) || { echo "${line#* }"; exit 77; }
work=$(mktemp -d) || die 4 'no temporary directory'
trap 'rm -rf "$work"' EXIT

configs=(rtl/configs/*.cfg)
configs=("${configs[@]#rtl/configs/}")
configs=("${configs[@]%.cfg}")

# compared CONFIG SEED: adds to records and packets.
compared() {
    local run=$work/run n unknown
    "$build/$1/spu_sim" --config "rtl/configs/$1.cfg" --test random --seed "$2" --records "$work/bytes" \
        --dir "$run" >"$work/log" 2>&1 || die 1 "$1, seed $2: $(tail -n 1 "$work/log")"
    "$build/bin/spe" perf --elf sim/traces/mix.elf -o "$work/perf.data" "$work/bytes" >"$work/log" 2>"$work/err" || [ $? = 1 ] || { cat "$work/err"; exit 4; }
    # Where a fault of the session has cut a record, perf and spe look for the next one in their own
    # ways.
    "$build/bin/spe" decode "$work/perf.data" >"$work/text" || { left_out=$((left_out + 1)); return; }
    n=$(sed -nE 's/.*: ([0-9]+) records in .*/\1/p' "$work/log")
    perf report -D -i "$work/perf.data" 2>"$work/err" | awk -v from=perf -f sim/perf.awk >"$work/perf"
    unknown=0
    ! grep -qE '^[0-9a-f]+ b4[0-9a-f]+ ADDR 4$' "$work/perf" || unknown=1 # a perf that has no name for it
    awk -v from=spe -v unknown=$unknown -f sim/perf.awk "$work/text" >"$work/spe"
    [ -s "$work/spe" ] || die 1 "$1, seed $2: no packet"
    cmp -s "$work/perf" "$work/spe" || {
        diff "$work/perf" "$work/spe" | head -n 20
        die 1 "$1, seed $2: perf (<) and spe (>) read a packet in different ways"
    }
    records=$((records + n)) packets=$((packets + $(wc -l <"$work/spe")))
}

for ((seed = 1; records < wanted; seed++)); do
    before=$records
    for config in "${configs[@]}"; do
        [ "$records" -lt "$wanted" ] || break
        [ ! -x "$build/$config/spu_sim" ] || compared "$config" $seed
    done
    [ "$records" != "$before" ] || die 4 'no configuration is built: make sims'
done
echo "$packets packets of $records records: no difference to perf ${line#*ok }; $left_out sessions with cut records left out"
