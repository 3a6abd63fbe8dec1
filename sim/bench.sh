#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# bench.sh BUILD CONFIG: instructions per cycle (callgrind) of the same run with and without the monitors, and their ratio. The
# model without monitors is the same harness Verilated without its bound tap; the bench then reports no verdict.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
build=$1 config=$2
out=$build/bench/$config
mkdir -p "$out" || die 4 "cannot write to $out"

# cost NAME SIM: "instructions cycles" of a short run of the kept trace.
cost() {
    valgrind --tool=callgrind --callgrind-out-file="$out/$1.callgrind" "$2" --config "rtl/configs/$config.cfg" \
        --test trace --trace sim/traces/mix.trc --seed 1 --ops 20000 "${@:3}" >"$out/$1.log" 2>"$out/$1.err"
    echo "$(sed -n 's/.*Collected : //p' "$out/$1.err") $(sed -n 's/^RESULT.* cycles=\([0-9]*\).*/\1/p' "$out/$1.log")"
}
