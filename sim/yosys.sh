#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# yosys.sh BUILD CONFIG [area]: synthesise the SPU to words; a latch, or a wire that nothing drives or two things drive, is a
# failure. area: go on to generic gates, which takes ten times as long, and print their number.
set -euo pipefail
cd "$(dirname "$0")/.."
source sim/common.sh
source sim/synthesis.sh
build=$1 config=$2 area=${3:-}
out=$build/yosys/$config
mkdir -p "$out"
spu_sources
read_words "$build/$config/spe_cfg_pkg.sv" "${sources[@]}" >"$out/synth.ys"
cat >>"$out/synth.ys" <<EOF2
check -assert
select -assert-none t:\$dlatch t:\$adlatch t:\$dlatchsr t:\$sr
EOF2
[ "$area" != area ] || cat >>"$out/synth.ys" <<EOF2
opt -fast
techmap
opt -fast
select -assert-none t:\$_DLATCH* t:\$_SR_*
tee -q -o $out/stat.txt stat
EOF2
yosys -q -l "$out/yosys.log" "$out/synth.ys" >"$out/out.txt" 2>&1 || {
    grep -hE '^(ERROR|Warning)|Latch inferred' "$out/out.txt" "$out/yosys.log" | sort -u | head -n 20
    die 1 "yosys finds a latch or cannot read the SPU ($out/yosys.log)"
}
[ "$area" != area ] || awk -v c="$config" '/Number of cells:/ { cells = $NF } /\$_[A-Z]*DFF/ { f += $2 }
    END { print "area of " c ": " cells " generic gates and flip-flops, of them " f " flip-flops" }' "$out/stat.txt"
