#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tap_sva.sh DIR: no assertion of spe_tap_sva fails for good cycles. The case of an assertion makes
# this assertion fail and no other one. Assertions on unknown values need a simulator with four
# states, and are left out.
set -euo pipefail
mkdir -p "$1/tap_sva"
work=$(cd "$1/tap_sva" && pwd)
cd "$(dirname "$0")/../.."
# The package without its imports. Newer versions of Verilator need every import at link time,
# called or not.
sed '/^ *import "DPI-C"/,/;/d' dpi/spe_dpi_pkg.sv >"$work/spe_dpi_pkg.sv"
OBJCACHE=$(command -v ccache || true) "${VERILATOR:-verilator}" --binary --timing --assert --timescale 1ns/1ps -j "${JOBS:-2}" "$work/spe_dpi_pkg.sv" \
    dpi/spe_tap_sva.sv dpi/test/tap_sva.sv --top-module tap_sva \
    -MAKEFLAGS "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0" --Mdir "$work" -o tap_sva >"$work/build.log" 2>&1 || {
    cat "$work/build.log"
    exit 4
}
names=$(sed -n 's/^ *\([A-Z][A-Za-z]*\): *assert\b.*/\1/p' dpi/spe_tap_sva.sv | grep -v 'Known$')
[ -n "$names" ] || { echo 'dpi/spe_tap_sva.sv holds no assertion'; exit 1; }
ulimit -c 0
"$work/tap_sva" >"$work/good.log" 2>&1 || { cat "$work/good.log"; echo 'good cycles: status other than 0'; exit 1; }
fired() { { "$work/tap_sva" "$@" || true; } 2>/dev/null | sed -n 's/.*Assertion failed in .*\.\([A-Za-z]*\): .*/\1/p' | sort -u; }

[ -z "$(fired)" ] || { echo "good cycles: $(fired)"; exit 1; }
# A rule about several signals has a case of each: NAME.SIGNAL.
for name in $names $(sed -n 's/^ *"\(.*\..*\)": .*/\1/p' dpi/test/tap_sva.sv); do
    got=$(fired "+case=$name")
    [ "$got" = "${name%.*}" ] || { echo "case $name: failed '$got'"; exit 1; }
done
echo "$(wc -w <<<"$names") assertions fail when they must"
