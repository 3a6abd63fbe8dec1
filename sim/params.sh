#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# params.sh BUILD: each assertion of spu_params_sva fails for the wrong parameter that
# rtl/test/params.sv gives it, and no other does. Each assertion has an instance with its name; NAME_2
# breaks the second half of its condition.
set -euo pipefail
build=$(realpath "$1")
cd "$(dirname "$0")/.."
source sim/common.sh
built "$build" bin/launch neoverse/spe_cfg_pkg.sv
work=$build/params
mkdir -p "$work"
sed '/^bind /,$d' rtl/sva/spu_params_sva.sv >"$work/spu_params_sva.sv"
"$VERILATOR" --binary --timing --assert -Wno-WIDTH --timescale 1ns/1ps -j "${JOBS:-2}" rtl/spe_pkg.sv "$build/neoverse/spe_cfg_pkg.sv" \
    rtl/spu_int_pkg.sv "$work/spu_params_sva.sv" rtl/test/params.sv --top-module params --Mdir "$work" \
    -o params >"$work/build.log" 2>&1 || die 4 "cannot build: $work/build.log"
"$build/bin/launch" --cpu 60 "$work/params" +verilator+error+limit+1000 >"$work/run.log" 2>&1 || true
sed -nE 's/.*Assertion failed in (TOP\.)?params\.([A-Za-z0-9_]+)\.([A-Za-z0-9]+): .*/\2 \3/p' "$work/run.log" | sort -u >"$work/got"
{
    sed -nE 's/^ *([A-Z][A-Za-z0-9]*): *assert\b.*/\1 \1/p' rtl/sva/spu_params_sva.sv
    sed -nE 's/^.* (([A-Z][A-Za-z0-9]*)_2) \(\);$/\1 \2/p' rtl/test/params.sv
} | sort -u >"$work/want"
diff "$work/want" "$work/got" >&2 || die 1 "the assertions that failed (>) are not those that must (<)"
[ -s "$work/want" ] || die 1 "no assertion was found"
echo "$(cut -d' ' -f2 "$work/want" | sort -u | wc -l) assertions on parameters fail when they must, for $(wc -l <"$work/want") wrong values"
