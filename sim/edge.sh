#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# edge.sh BUILD [QUICK]: test faults at the boundary between monitors and scoreboard
# (sim/faults/edge.md). Plays runs that pass, puts one fault at a time into their logs and judges
# each log without RTL: with the frame of the contract repaired and, for faults of whole calls, as
# it is. Fails where less is found than sim/faults/edge.tsv says. QUICK: only the short runs.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
build=$1 out=$1/edge bits=1 calls=20
short="v1p5_max:smoke v1p0_min:smoke v1p5_max:nvm_faults v1p5_max:syndrome_over v1p5_max:tlbi_move v1p0_min:tlbi_move
    v1p0_min:slot_load v1p5_max:owner_regimes"
long="v1p5_max:random v1p0_min:random v1p5_max:packet_kinds v1p0_min:packet_kinds v1p5_max:packet_source
    v1p5_max:page_attributes v1p0_min:page_attributes v1p5_max:register_bits v1p5_max:clock_stop v1p0_min:clock_stop
    v1p5_max:slot_load v1p5_max:interval_modes v1p5_max:barriers"
[ "${2:-}" != quick ] || long=
built "$build" v1p0_min/spu_sim v1p5_max/spu_sim bin/spe-edge
rm -rf "$out"
mkdir -p "$out" || die 4 "cannot write to $out"
logs=()
for run in $short $long; do
    config=${run%:*} test=${run#*:} log=$out/$config.$test.txnlog options=()
    [ "$test" != random ] || options=(--ops 4000)
    "$build/$config/spu_sim" --config "rtl/configs/$config.cfg" --test "$test" --seed 1 "${options[@]}" --log "$log" \
        >"$out/run" 2>&1 || { cat "$out/run" && die 1 "$config $test fails"; }
    logs+=("$log")
done
"$build/bin/spe-edge" --bits "$bits" --calls "$calls" --misses --expect sim/faults/edge.tsv "${logs[@]}" >"$out/all"
status=$?
grep -v '^missed' "$out/all" >"$out/table.tsv"
# A gap in the numbers reveals every call that is missing, too many or out of place.
"$build/bin/spe-edge" --as-is --bits 0 --calls "$calls" "${logs[@]}" >"$out/as_is.tsv" || exit
awk -F'\t' 'NR > 1 && $4 != 100 { print "as it is: " $1 " " $2 ": " $4 " %"; bad = 1 } END { exit bad || NR < 20 }' \
    "$out/as_is.tsv" || status=1
awk -F'\t' 'NR > 1 { n += $3; missed += $8; if ($4 < 50) low++ }
    END { printf "%d faults, %d found, %d rows below a half\n", n, n - missed, low }' "$out/table.tsv"
exit $status
