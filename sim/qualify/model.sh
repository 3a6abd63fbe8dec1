#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# qualify/model.sh BUILD CONFIG FLAVOUR DIR [KEYS]: make DIR/spu_sim, one model of all mutants of a
# configuration, or of those in the file KEYS, which runs faster, and DIR/present.tsv, the numbers
# of those that it has: what is elaborated away in the configuration is not among them. +mutant=N
# selects one; without, or with 0, it is the design as it is. What Verilator refuses is left out by
# its key (DIR/unbuilt) and tried no more. DIR/hash names all that a run depends on.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
source sim/common.sh
source sim/flags.sh
source sim/synthesis.sh
[ $# = 4 ] || [ $# = 5 ] || die 2 'usage: sim/qualify/model.sh BUILD CONFIG FLAVOUR DIR [KEYS]'
build=$1 config=$2 flavour=$3 dir=$4 keys=${5:-}
[ -f "$build/$config/link.rsp" ] || unbuilt "$build" "$config/spu_sim"
spu_sources
TRIES=20

# replace FILE FROM TO: the one place of FILE with FROM.
replace() {
    FROM=$2 TO=$3 awk '{
            at = index($0, ENVIRON["FROM"])
            if (at) { n++; $0 = substr($0, 1, at - 1) ENVIRON["TO"] substr($0, at + length(ENVIRON["FROM"])) }
            print
        } END { exit n != 1 }' "$1" >"$1.new" && mv "$1.new" "$1" || die 4 "no place for the selection in $1"
}

# mutated: the sources with the mutants. `mutant` is read once per run; `seen` says that the first
# cycle without reset is over.
mutated() {
    rm -rf "$dir/src" && mkdir -p "$dir/src/tb" && cp -r rtl dpi "$dir/src/" && cp -r tb/sv "$dir/src/tb/" &&
        cp "$build/$config/spe_cfg_pkg.sv" "$dir/" || die 4 "cannot write to $dir"
    "$build/qualify/mutate" --out "$dir" --unbuilt "$dir/unbuilt" ${keys:+--only "$keys"} "${sources[@]}" || exit
    replace "$dir/src/rtl/spe_pkg.sv" 'package spe_pkg;' 'package spe_pkg; int unsigned mutant; bit seen;'
    # shellcheck disable=SC2016 # names of SystemVerilog
    replace "$dir/src/tb/sv/spu_harness.sv" '  assign config_hash_o = ConfigHash;' '  assign config_hash_o = ConfigHash;
  initial if ($value$plusargs("mutant=%d", spe_pkg::mutant) == 0) spe_pkg::mutant = 32'"'"'d0;
  initial spe_pkg::seen = 1'"'"'b0;
  always_ff @(posedge clk_i) if (rst_ni) spe_pkg::seen <= 1'"'"'b1;'
}

# refused: keys of the mutants that Verilator names: its place is the `?` of the choice, or in what
# the mutant puts there.
refused() {
    local file line column number
    sed -nE 's/^%Error[^:]*: (rtl\/[a-z_\/]+\.sv):([0-9]+):([0-9]+):.*/\1 \2 \3/p' "$dir/verilator.log" | sort -u |
        while read -r file line column; do
            number=$(sed -n "${line}p" "$dir/src/$file" | cut -c "1-$column" | grep -oE "mutant == 32'd[0-9]+" | tail -n 1)
            [ -z "$number" ] || sed -n "${number##*d}p" "$dir/mutants.tsv" | cut -f 2
        done | sort -u
}

# named: a hash of all that a run depends on: the mutated sources, and the bench.
named() {
    { cat "$build/$config/spu_sim" && cd "$dir/src" && find . -name '*.sv*' -o -name '*.f' -o -name '*.vlt' | sort | xargs cat && echo "$flavour"; } | sha256sum | cut -c1-16
}

# linked: DIR/spu_sim. What of the bench looks behind the ports of the Verilated class is compiled
# for this one: a package with a variable is a member of it. The others are those of the clean
# build.
linked() {
    local source object
    source=$(grep -l rootp tb/systemc/*.cpp) && [ "$(wc -l <<<"$source")" = 1 ] || die 4 "one file with rootp is needed: $source"
    object=$build/$config/obj/${source%.cpp}.o
    ninja -f "$build/build.ninja" -t commands -s "$object" | sed "s# -isystem $build/$config/model # -isystem $dir/model #
        s# -MF $object.d # -MF $dir/bench.d #; s# -o $object # -o $dir/bench.o #" >"$dir/bench.sh" && grep -q "$dir/bench.o" "$dir/bench.sh" &&
        bash "$dir/bench.sh" >>"$dir/build.log" 2>&1 || die 4 "$source does not compile: $dir/build.log"
    sed "s#$object#$dir/bench.o#" "$build/$config/link.rsp" >"$dir/link.rsp"
    sim/link.sh "$dir/link.rsp" "$dir/model" "$dir/spu_sim" || die 4 "cannot link $dir/spu_sim"
}

mkdir -p "$dir" && touch "$dir/unbuilt" || die 4 "cannot write to $dir"
mutated
[ ! -x "$dir/spu_sim" ] || [ "$(cat "$dir/hash" 2>/dev/null)" != "$(named)" ] || exit 0
rm -f "$dir/hash"
for ((try = 0; ; try++)); do
    ! sim/model.sh "$dir" "$dir/src" "$flavour" objects >"$dir/build.log" 2>&1 || break
    refused=$(refused)
    [ -n "$refused" ] && [ $try -lt $TRIES ] || die 4 "the mutated design of $config does not build: $dir/build.log"
    echo "$refused" >>"$dir/unbuilt"
    mutated
done
linked
# Verilator writes `0x12U == mutant` for each that is left, on one line or two.
{ cat "$dir/model"/*.cpp | tr -s '\n ' ' ' | grep -oE '\(?[0-9a-fx]+U [!=]= [A-Za-z_>.-]*mutant\b' | grep -oE '^\(?[0-9a-fx]+' | tr -d '(' |
    while read -r number; do echo $((number)); done | sort -un && echo '# end'; } >"$dir/present.tsv" || die 4 "no mutant in $dir/model"
rm -rf "$dir/model"
named >"$dir/hash" || die 4 "cannot write to $dir"
