#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tap_sequence.sh DIR: for tap_sequence.sv, spe_tap makes the calls in tap_sequence.expected.
set -euo pipefail
mkdir -p "$1/tap_sequence"
work=$(cd "$1/tap_sequence" && pwd)
cd "$(dirname "$0")/../.."
OBJCACHE=$(command -v ccache || true) "${VERILATOR:-verilator}" --binary --timing --timescale 1ns/1ps -Wno-fatal -j "${JOBS:-2}" -f dpi/tap.f \
    dpi/test/tap_sequence.sv "$PWD/dpi/test/tap_record.cpp" -CFLAGS "-I$PWD/dpi" --top-module tap_sequence \
    -MAKEFLAGS "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0" --Mdir "$work" -o tap_sequence >"$work/build.log" 2>&1 || { cat "$work/build.log"; exit 4; }
"$work/tap_sequence" | grep -v '^- ' >"$work/calls"
diff -u dpi/test/tap_sequence.expected "$work/calls"
echo "$(wc -l <"$work/calls") calls as expected"
