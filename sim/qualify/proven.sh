#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# qualify/proven.sh BUILD CONFIG KEYS: of the mutants in the file KEYS print the keys of those that
# are the SPU in the configuration, as far as somebody reads its outputs, whatever surroundings do
# that keep what dpi/timing.md promises (rtl/sva/spu_pe_sva.sv). Yosys makes gates of all, an input
# bit for each mutant; prove/ makes a machine of the SPU beside one mutant; the model checker of ABC
# shows that it never answers 1, from any state of the flip-flops and one cycle of reset on. In all
# configurations that judge a mutant this is the proof of a waiver (sim/qualify.md). DIR/said.tsv
# tells key, depth and what was said of each.
#
# From the environment: JOBS; PROVE_CPU: seconds for one mutant at one depth (20); PROOFS: a file
# that remembers: what it says of the same sources, with as much time, is not asked again. Its rows:
# hash of all that a proof rests on, key, seconds, proven or open.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
source sim/common.sh
source sim/synthesis.sh
[ $# = 3 ] || die 2 'usage: sim/qualify/proven.sh BUILD CONFIG KEYS'
build=$1 config=$2
[ -r "$3" ] || die 2 "cannot read $3"
built "$build" bin/launch
# Below the launcher, which ends all that was started here when who has started this is gone.
[ "${PROVEN:-}" = $PPID ] || PROVEN=$$ exec "$build/bin/launch" --cpu 0 --stall 0 sim/qualify/proven.sh "$@"
for tool in yosys yosys-abc; do command -v $tool >/dev/null || die 4 "$tool is needed (Debian: yosys)"; done
sim/qualify/tools.sh "$build" || exit
spu_sources
contract_sources
dir=$(realpath -m "$build/qualify/proven/$config")
DEPTHS=(0 1 3)

# mutants: the sources with those of KEYS behind the bits of an input; one bit is for `seen`, which
# may be anything. A latch of a mutant may hold anything. Reset is a value that is loaded: one cycle
# of it is at the beginning. An assertion Pe... is what may be assumed.
mutants() {
    rm -rf "$dir" && mkdir -p "$dir/src" && cp --parents "${sources[@]}" "${contract[@]}" "$dir/src/" ||
        die 4 "cannot write to $dir"
    cp "$build/$config/spe_cfg_pkg.sv" "$dir/"
    [ ! -f "sim/qualify/prove/$config.sed" ] || sed -i -f "sim/qualify/prove/$config.sed" "$dir/spe_cfg_pkg.sv"
    "$build/qualify/mutate" --out "$dir" --input --only "$1" "${sources[@]}" || exit
    sed -i -E 's/spe_pkg::seen/qualify_i[0]/g; s/always_comb/always @*/; s/ or negedge rst_ni//; '"$assumed" \
        "${sources[@]/#/$dir/src/}" "${contract[@]/#/$dir/src/}" || exit
    awk -F'\t' 'NR == FNR { key[$1]; next } $2 in key && $9 == "built" { print ++n, $2 }' "$1" "$dir/mutants.tsv" >"$dir/bits"
}

# gates: DIR/spu.aig, and the names of its bits in DIR/spu.map.
gates() {
    cat >"$dir/latch.v" <<'END'
(* techmap_celltype = "$dlatch" *)
module latch_holds_anything (EN, D, Q);
  parameter WIDTH = 1;
  parameter EN_POLARITY = 1;
  input EN;
  input [WIDTH-1:0] D;
  output [WIDTH-1:0] Q;
  wire [WIDTH-1:0] any;
  \$anyseq #(.WIDTH(WIDTH)) u_any (.Y(any));
  assign Q = (EN == EN_POLARITY) ? D : any;
endmodule
END
    cat >"$dir/gates.ys" <<END
read_verilog -sv $dir/spe_cfg_pkg.sv ${sources[*]/#/$dir/src/} ${contract[*]/#/$dir/src/}
hierarchy -check -top spu_contract -chparam Mutants $(wc -l <"$dir/bits")
proc
flatten
chformal -early
chformal -cover -remove
opt_clean
memory_collect
memory_map
techmap -map $dir/latch.v t:\$dlatch
dffunmap
opt_expr
techmap
simplemap
dfflegalize -cell \$_DFF_P_ x
opt_clean
setundef -undriven -anyseq
aigmap
opt_clean
write_rtlil $dir/spu.il
scc -expect 0
write_aiger -symbols -map $dir/spu.map $dir/spu.aig
END
    yosys -q "$dir/gates.ys" >"$dir/yosys.log" 2>&1 && return
    grep -q 'ERROR: Found [0-9]* SCCs' "$dir/yosys.log" ||
        die 4 "yosys does not read the mutants: $(grep -m 1 ERROR "$dir/yosys.log") ($dir/yosys.log)"
    return 1
}

# loops KEYS: without the mutants whose bits lead into combinational loops, which no netlist of
# AIGER has.
loops() {
    yosys -q -p "read_rtlil $dir/spu.il; splitnets -ports; scc -set_attr loop 1
        tee -o $dir/loops select -list a:loop=1 %ci4 i:qualify_i* %i" >"$dir/yosys.log" 2>&1 && [ -s "$dir/loops" ] ||
        die 4 "yosys does not tell which mutants make loops: $(grep -m 1 ERROR "$dir/yosys.log") ($dir/yosys.log)"
    sed -n 's/.*qualify_i\[\([0-9]*\)\]$/\1/p' "$dir/loops" | awk 'NR == FNR { loop[$1]; next } $1 in loop { print $2 }' - "$dir/bits" >"$dir.loops"
    [ -s "$dir.loops" ] || die 4 "a combinational loop that no mutant makes ($dir/loops)"
    awk 'NR == FNR { loop[$1]; next } !($1 in loop)' "$dir.loops" "$1" >"$1.new" && mv "$1.new" "$1" || die 4 "cannot write to $1"
}

# unread KEYS: without the mutants that Yosys reads as something else: to version 0.23 $bits of a
# member is that of its structure. Status 1: there are none.
unread() {
    awk -F'\t' 'FILENAME == ARGV[1] { if ($8 ~ /[(](top bit|middle bit|upper quarter) of [^ ]*[.]/) unread[$2]; next } !($1 in unread)' \
        "$dir/mutants.tsv" "$1" >"$1.new" || die 4 "cannot write to $1"
    ! cmp -s "$1" "$1.new" && mv "$1.new" "$1"
}

# check: what ABC says of DIR/KEY.aig, for each key on standard input: first of any state that a
# flip-flop may have, which is one question to a solver; then of those that can be reached. (What
# the shell says of one that its limit has ended is no message.)
check() {
    DIR=$dir CPU=${PROVE_CPU:-20} xargs -P "${JOBS:-1}" -I KEY sh -c '
        said=$({ ulimit -t $CPU; yosys-abc -q "read $DIR/KEY.aig; comb; cone -O 0; &get; &fraig -x; &put; iprove"; } 2>&1)
        case $said in
            *UNSATISFIABLE*) said="Property proved" ;;
            *) said=$({ ulimit -t $CPU; yosys-abc -q "read $DIR/KEY.aig; cone -s -O 0; pdr"; } 2>&1) ;;
        esac
        rm -f "$DIR/KEY.aig"
        case $said in
            *"Property proved"*) echo "KEY proven" ;;
            *"was asserted in frame"*) echo "KEY differs" ;;
            *) echo "KEY undecided" ;;
        esac'
}

# rests: the hash of all that a proof rests on.
rests() {
    { printf '%s\n' "$config" "$(yosys -V)" "$(yosys-abc -q version)" && cat "${sources[@]}" "${contract[@]}" \
        "$build/$config/spe_cfg_pkg.sv" "$build/qualify/"{mutate,prove} sim/qualify/prove/*.sed sim/qualify/proven.sh sim/synthesis.sh; } |
        sha256sum | cut -c 1-16
}

# known KEYS: prints those that are proven already. The others stay in DIR.keys, unless as many
# seconds did not decide them.
known() {
    awk -F'\t' -v hash="$hash" -v cpu="${PROVE_CPU:-20}" -v left="$dir.keys" '
        BEGIN { printf "" >left }
        FILENAME != ARGV[2] { if ($1 == hash && ($4 == "proven" || $3 >= cpu)) said[$2] = said[$2] == "proven" ? "proven" : $4; next }
        !($1 in said) { print >left }
        said[$1] == "proven"' "$proofs" "$1"
}

# remember SAID: adds the keys on standard input to PROOFS.
remember() {
    sed "s/.*/$hash\t&\t${PROVE_CPU:-20}\t$1/" >>"$proofs" || die 4 "cannot write to $proofs"
}

# ask: prints those of DIR.keys that are proven, as they are, and remembers them.
ask() {
    local depth
    mutants "$dir.keys"
    ! unread "$dir.keys" || mutants "$dir.keys"
    [ -s "$dir/bits" ] || return 0
    until gates; do
        loops "$dir.keys"
        mutants "$dir.keys"
        [ -s "$dir/bits" ] || return 0
    done
    for depth in "${DEPTHS[@]}"; do
        "$build/qualify/prove" "$dir/spu.aig" "$dir/spu.map" "$depth" "$dir" <"$dir/bits" >"$dir/same" || exit
        { sed 's/$/ proven/' "$dir/same" && cut -d ' ' -f 2 "$dir/bits" | { grep -vxFf "$dir/same" || :; } | check; } >"$dir/now" || exit
        awk -v OFS='\t' -v depth="$depth" '{ print $1, depth, $2 }' "$dir/now" >>"$dir/said.tsv"
        awk '$2 == "proven" { print $1 }' "$dir/now" >"$dir/proven"
        remember proven <"$dir/proven"
        cat "$dir/proven"
        awk 'NR == FNR { if ($2 == "proven") out[$1]; next } !($2 in out)' "$dir/now" "$dir/bits" >"$dir/left" && mv "$dir/left" "$dir/bits"
        [ -s "$dir/bits" ] || break
    done
}

proofs=${PROOFS:-$dir.proofs}
mkdir -p "${dir%/*}" && { [ -n "${PROOFS:-}" ] || rm -f "$proofs"; } && : >>"$proofs" || die 4 "cannot write to ${dir%/*}"
hash=$(rests) || die 4 "cannot read what a proof of $config rests on"
known "$3" && cp "$dir.keys" "$dir.asked" || die 4 "cannot write to ${dir%/*}"
[ -s "$dir.asked" ] || exit 0
ask | tee "$dir.proven" || exit
{ grep -vxFf "$dir.proven" "$dir.asked" || :; } | remember open
