#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# qualify/proven.sh BUILD CONFIG KEYS: of the mutants in the file KEYS print the keys of those that no output of the SPU depends on
# in the configuration, whatever is driven: Yosys has an input bit for each, and has nothing left that the bit drives when all is
# simplified to gates. Reset values cannot be told so, and are never printed. In all configurations that judge a mutant this is the
# proof of a waiver (sim/qualify.md).
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
source sim/common.sh
source sim/synthesis.sh
[ $# = 3 ] || die 2 'usage: sim/qualify/proven.sh BUILD CONFIG KEYS'
build=$1 config=$2
[ -r "$3" ] || die 2 "cannot read $3"
command -v yosys >/dev/null || die 4 'yosys is needed (Debian: yosys)'
sim/qualify/tools.sh "$build" || exit
spu_sources
dir=$(realpath -m "$build/qualify/proven/$config")
rm -rf "$dir" && mkdir -p "$dir/src/rtl" || die 4 "cannot write to $dir"

# mutants [KEYS]: the sources with these behind the bits of an input; one bit is for `seen`, which may be anything.
mutants() {
    "$build/qualify/mutate" --out "$dir" --input --only "$1" "${sources[@]}" || exit
    sed -i 's/spe_pkg::seen/qualify_i[0]/g; s/always_comb/always @*/' "$dir"/src/rtl/*.sv
}

mutants "$3"
awk -F'\t' 'NR == FNR { key[$1]; next } $2 in key && $6 != "reset value" { print $2 }' "$3" "$dir/mutants.tsv" >"$dir/keys"
[ -s "$dir/keys" ] || exit 0
mutants "$dir/keys"
{
    read_words "$build/$config/spe_cfg_pkg.sv" "${sources[@]/#/$dir/src/}"
    cat <<END
opt -full
simplemap
techmap
opt -fast
opt_clean -purge
write_verilog -noattr -noexpr $dir/gates.v
END
} >"$dir/proven.ys"
yosys -q "$dir/proven.ys" >"$dir/yosys.log" 2>&1 || die 4 "yosys does not read the mutants: $(grep -m 1 ERROR "$dir/yosys.log") ($dir/yosys.log)"
[ -s "$dir/gates.v" ] || die 4 "yosys has written no $dir/gates.v"
{ grep -oE 'qualify_i\[[0-9]+\]' "$dir/gates.v" || :; } | tr -dc '0-9\n' | sort -u |
    awk -F'\t' 'FILENAME == "-" { live[$1]; next } FILENAME ~ /keys$/ { key[$1]; next } $2 in key && !($1 in live) { print $2 }' \
        - "$dir/keys" "$dir/mutants.tsv"
