#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# waivers.sh BUILD [TABLE]: each constant that a row of sim/codecov/waivers.tsv names must hold in
# every configuration, in every instance of its module: Verilator elaborates a bound check there.
# Status 1 and one line for each that does not hold.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# = 1 ] || [ $# = 2 ] || die 2 "usage: sim/waivers.sh BUILD [TABLE]"
build=$1 table=${2:-sim/codecov/waivers.tsv}
whole "$table"
work=$(mktemp -d "$build/waivers.XXXXXX") || die 4 "cannot write to $build"
trap 'rm -rf "$work"' EXIT

# The file that binds one check for each row with a constant.
awk -F'\t' -v head='module spe_waiver #(parameter bit Holds = 1, parameter int Row = 0) ();
  if (!Holds) begin : gen_wrong
    $error("row %0d does not hold", Row);
  end
endmodule' '
    BEGIN { print head }
    /^#/ || $6 == "-" { next }
    {
        module = $2
        gsub(/.*\/|\.sv$/, "", module)
        printf "bind %s spe_waiver #(.Holds((%s) != 0), .Row(%d)) u_waiver_%d ();\n", module, $6, FNR, FNR
    }' "$table" >"$work/waivers.sv" || die 4 "cannot write to $work"

# wrong CONFIG: the messages of Verilator, by rows.
wrong() {
    "$build/bin/spe" config --sv "rtl/configs/$1.cfg" >"$work/$1.sv" || die 4 "no package of $1"
    "$VERILATOR" --lint-only -Wno-fatal -Werror-USERERROR --timescale 1ns/1ps --top-module spu "$work/$1.sv" -f rtl/rtl.f "$work/waivers.sv" \
        >"$work/$1.log" 2>&1 && return
    sed -nE 's/.*row ([0-9]+) does not hold.*/\1/p' "$work/$1.log" | sort -un >"$work/rows"
    [ -s "$work/rows" ] || die 2 "$table: $1: $(grep -m 1 '%Error' "$work/$1.log")"
    while read -r row; do echo "$table:$row: $1: not so: $(sed -n "${row}p" "$table" | cut -f6)"; done <"$work/rows"
    return 1
}

status=0
for cfg in rtl/configs/*.cfg; do
    wrong "$(basename "$cfg" .cfg)"
    result=$?
    [ "$result" -le "$status" ] || status=$result
done
exit "$status"
