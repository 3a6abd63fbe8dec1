#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# yosys.sh BUILD CONFIG [area]: synthesise the SPU to words. It fails for a latch, for a wire with
# no driver or with two, and for a path from an input to an output that rtl/README.md ("Paths") does
# not list. area: continue to generic gates, which takes ten times as long, and print their number.
# FAULT=NAME: with sim/faults/NAME.patch.
set -euo pipefail
cd "$(dirname "$0")/.."
source sim/common.sh
source sim/synthesis.sh
build=$(realpath -m "$1") config=$2 area=${3:-}
out=$build/yosys/$config${FAULT:+-$FAULT}
mkdir -p "$out"
spu_sources
if [ -n "${FAULT:-}" ]; then
    rm -rf "$out/rtl" && cp -r rtl "$out/" && patch -s -F0 -p1 -d "$out" <"sim/faults/$FAULT.patch" || die 4 "sim/faults/$FAULT.patch does not apply"
    cd "$out"
fi

# only OUTPUTS INPUTS: once the flip-flops are removed, no other input reaches one of these outputs.
only() {
    local port cone="" outputs inputs
    read -ra outputs <<<"$1"
    read -ra inputs <<<"$2"
    for port in "${outputs[@]}"; do if [ -z "$cone" ]; then cone=o:$port; else cone+=" o:$port %u"; fi; done
    cone+=" %ci* i:* %i"
    for port in "${inputs[@]}"; do cone+=" i:$port %d"; done
    echo "select -assert-none $cone"
}

read_words "$build/$config/spe_cfg_pkg.sv" "${sources[@]}" >"$out/synth.ys"
cat >>"$out/synth.ys" <<END
check -assert
select -assert-none t:\$dlatch t:\$adlatch t:\$dlatchsr t:\$sr
design -save whole
delete t:\$*dff*
$(only 'aw* xl_req_o' ctx_i)
$(only 'w* bready_o' '')
$(only psb_done_o psb_req_i)
$(only dsb_done_o 'ctx_i dsb_req_i')
$(only 'pmbirq_o prof_o pmu_freeze_o' ctx_i)
$(only 'serror_o pmu_o cti_o' '')
design -load whole
END
[ "$area" != area ] || cat >>"$out/synth.ys" <<END
opt -fast
techmap
opt -fast
select -assert-none t:\$_DLATCH* t:\$_SR_*
tee -q -o $out/stat.txt stat
END
yosys -q -l "$out/yosys.log" "$out/synth.ys" >"$out/out.txt" 2>&1 || {
    grep -hE '^(ERROR|Warning)|Latch inferred' "$out/out.txt" "$out/yosys.log" | sort -u | head -n 20
    die 1 "yosys finds a latch, a path, or cannot read the SPU ($out/yosys.log)"
}
[ "$area" != area ] || awk -v c="$config" '/Number of cells:/ { cells = $NF } /\$_[A-Z]*DFF/ { f += $2 }
    END { print "area of " c ": " cells " generic gates and flip-flops, of them " f " flip-flops" }' "$out/stat.txt"
