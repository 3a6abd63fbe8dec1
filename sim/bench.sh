#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# bench.sh BUILD CONFIG: instructions per cycle (callgrind) of one run with and without the monitors, and their ratio. Without
# monitors nothing is checked, so that run has no verdict of its own: it must have had the same stimulus. Status 1 also when
# README.md shows figures for CONFIG that are off by more than a tenth, which another compiler explains.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
build=$1 config=$2 ops=50000
out=$build/bench/$config
mkdir -p "$out" || die 4 "cannot write to $out"

make -s -j"${JOBS:-2}" O="$build" "$build/$config/spu_sim" || die 4 "cannot build $config"
cp "$build/$config/spe_cfg_pkg.sv" "$out/"
sim/model.sh "$build" "$out" . bare || exit 4
sim/link.sh "$build/$config/link.rsp" "$out/model" "$out/bare" || die 4 "cannot link $out/bare"

# count NAME EXECUTABLE: instructions of the run; its verdict line goes to NAME.log.
count() {
    valgrind --tool=callgrind --callgrind-out-file="$out/$1.callgrind" "$2" --config "rtl/configs/$config.cfg" --test trace \
        --trace sim/traces/mix.trc --ops "$ops" --seed 1 >"$out/$1.log" 2>"$out/$1.err"
    sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$out/$1.err"
}

field() { # NAME KEY
    sed -n "s/^RESULT.* $2=\([0-9a-f]*\).*/\1/p" "$out/$1.log"
}

with=$(count with "$build/$config/spu_sim")
without=$(count without "$out/bare")
cycles=$(field with cycles)
grep -q '^RESULT PASS' "$out/with.log" || die 1 "the run with monitors does not pass: $out/with.err"
[ "$(field with stim)" = "$(field without stim)" ] || die 1 "the two runs had different stimulus"
awk -v c="$config" -v ops="$ops" -v n="$cycles" -v a="$with" -v b="$without" 'BEGIN {
    printf "%s, %d operations, %d cycles: %.0f instructions per cycle with monitors, %.0f without, ratio %.2f\n",
        c, ops, n, a / n, b / n, a / b }'

[ "$config" = neoverse ] || exit 0
shown=$(sed -n '/^`make bench`/,/ratio/p' README.md | tr -d ',\n' | grep -oE '[0-9]+ (instructions per cycle with|without)' | xargs)
awk -v shown="$shown" -v n="$cycles" -v a="$with" -v b="$without" 'function off(text, value) { return text + 0 < 0.9 * value || text + 0 > 1.1 * value }
    BEGIN { split(shown, w, " "); if (off(w[1], a / n) || off(w[6], b / n)) { print "README.md shows other figures: " shown; exit 1 } }' >&2
