#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# prototypes.sh DIR: the hand-written spe_dpi.h and the header that Verilator generates from
# spe_dpi_pkg.sv declare the same functions. The script compiles both together, as C and as C++.
# Then it shows that it detects a difference.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$1/prototypes
rm -rf "$work"
mkdir -p "$work"
verilator=${VERILATOR:-verilator}
svdpi=$("$verilator" --getenv VERILATOR_ROOT)/include/vltstd

# A module that calls every import, so that the generated header lists all of them.
names=$(sed -n 's/^[a-z].*[ *]\(spe_dpi_[a-z_]*\)(.*/\1/p' dpi/spe_dpi.h | LC_ALL=C sort)
"$verilator" --cc --timescale 1ns/1ps dpi/spe_dpi_pkg.sv dpi/test/all_imports.sv --Mdir "$work" \
    --top-module all_imports --prefix Vtap
generated=$(sed -n 's/^ *extern .*[ *]\(spe_dpi_[a-z_]*\)(.*/\1/p' "$work/Vtap__Dpi.h" | LC_ALL=C sort)
[ -n "$names" ] && [ "$names" = "$generated" ] || {
    echo "spe_dpi.h and spe_dpi_pkg.sv declare different functions:"
    diff <(echo "$names") <(echo "$generated")
    exit 1
}

# together LANGUAGE HEADER: compile spe_dpi.h and HEADER together.
together() {
    printf '#include "spe_dpi.h"\n#include "%s"\n' "$2" |
        "${CC:-gcc}" -x "$1" -fsyntax-only -Wall -Werror -Idpi -I"$work" -isystem "$svdpi" -
}
together c Vtap__Dpi.h
together c++ Vtap__Dpi.h

sed 's/\(spe_dpi_pop(.*\)int slot)/\1short slot)/' "$work/Vtap__Dpi.h" >"$work/changed.h"
cmp -s "$work/Vtap__Dpi.h" "$work/changed.h" && { echo "no prototype of spe_dpi_pop to change"; exit 1; }
for language in c c++; do
    together $language changed.h 2>/dev/null && { echo "a changed prototype was not noticed as $language"; exit 1; }
done
echo "$(echo "$names" | wc -l) prototypes agree"
