#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# yosys.sh BUILD CONFIG: synthesise the SPU; a latch is a failure. Prints the area as generic cells and flip-flops.
set -euo pipefail
cd "$(dirname "$0")/.."
source sim/common.sh
build=$1 config=$2
out=$build/yosys/$config
mkdir -p "$out"
mapfile -t sources < <(sed -E 's/(\/\/|#).*//; s/^[ \t]+|[ \t]+$//g; /^$/d; /^[-+]/d' rtl/rtl.f)
cat >"$out/synth.ys" <<EOF2
read_verilog -sv $build/$config/spe_cfg_pkg.sv ${sources[*]}
hierarchy -check -top spu
proc
flatten
opt -full
memory -nomap
opt_clean
check -assert
tee -q -o $out/stat.txt stat
select -assert-none t:\$dlatch t:\$adlatch t:\$dlatchsr t:\$sr
EOF2
yosys -q -l "$out/yosys.log" "$out/synth.ys" >"$out/out.txt" 2>&1 || {
    grep -E 'ERROR|Latch|latch' "$out/out.txt" "$out/yosys.log" | sort -u | head -n 20
    die 1 "yosys finds a latch or cannot read the SPU ($out/yosys.log)"
}
echo "area of $config: $(awk '/Number of cells:/ { c = $NF } /\$a?dffe?|\$s?dff[a-z]*/ { f += $2 }
    END { print c " word-level cells, of them " f " registers" }' "$out/stat.txt")"
