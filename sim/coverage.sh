#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# coverage.sh BUILD LIST: functional coverage of the runs of the last regression (BUILD/regress/runs.list) that passed, and the counts of
# records, faults, events, exceptions and outputs by kind and configuration (- where it has none). Status 1 when the list has
# the line "need" and a configuration has not met a bin that it can meet.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
build=$1 list=$2 out=$1/regress
while read -r c t s; do
    [ ! -s "$out/runs/$c/$t-$s/bins" ] || echo "$out/runs/$c/$t-$s/bins"
done <"$out/runs.list" >"$out/bins.list"
[ -s "$out/bins.list" ] || die 1 'no run has left its coverage'
"$build/bin/spe" cover --from "$out/bins.list" | tee "$out/cover.txt"
"$build/bin/spe" cover --from "$out/bins.list" --holes >"$out/holes.txt"
"$build/bin/spe" cover --from "$out/bins.list" --counts >"$out/counts.txt"
echo
kinds=packet,operation,event,fault,permission,fault_at,exception,output,sequence
"$build/bin/spe" cover --from "$out/bins.list" --table $kinds | tee "$out/kinds.txt"
grep -qx need "$list" || exit 0
# Every group that the first table names.
groups=$(awk 'NR > 1 { if (NF == 0) exit; printf "%s%s", sep, $1; sep = "," }' "$out/cover.txt")
"$build/bin/spe" cover --from "$out/bins.list" --need "$groups" >/dev/null || die 1 "a configuration has not met a bin that it can meet: $out/holes.txt"
