#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# qualify/test/same.sh BUILD CONFIG: the design with all mutants behind a selection. While none is
# selected, it has the same hashes and accounts as the clean build, in sessions and in directed
# tests. With a selected mutant it differs, and a check reports this. With --first-finding the run
# ends there. Skipped if npm cannot fetch the parser.
set -u
cd "$(dirname "$0")/../../.." || exit 2
source sim/common.sh
build=$1 config=$2
dir=$(realpath -m "$build/qualify/$config/all")
said=$(sim/qualify/tools.sh "$build" 2>&1) || {
    tail -n 1 <<<"$said"
    exit 77
}
sim/qualify/model.sh "$build" "$config" noassert "$dir" || exit
failed=0

# verdict SIMULATOR TEST SEED [OPTION...]: print the last line without the part that depends on the
# way of playing.
verdict() {
    "$1" --config "rtl/configs/$config.cfg" --test "$2" --seed "$3" "${@:4}" 2>/dev/null | tail -n 1 | sed -E 's/ bench=.*//'
}

bad() {
    failed=$((failed + 1))
    echo "FAIL $1"
}

for run in 'random 1' 'random 2' 'smoke 1' 'barriers 1' 'fault_start 1' 'reset_phases 1' 'register_bits 1'; do
    read -r test seed <<<"$run"
    clean=$(verdict "$build/$config/spu_sim" "$test" "$seed" --plusarg +verilator+noassert)
    [[ $clean == "RESULT PASS "*" mismatches=0 "* ]] || bad "$run: the clean build: $clean"
    [ "$(verdict "$dir/spu_sim" "$test" "$seed")" = "$clean" ] || bad "$run: another verdict without +mutant"
    [ "$(verdict "$dir/spu_sim" "$test" "$seed" --plusarg +mutant=0)" = "$clean" ] || bad "$run: another verdict with +mutant=0"
done

# A mutant in the header of a packet.
number=$(awk -F'\t' '$3 == "spu_packet" && $6 == "constant" && $9 == "built" { print $1; exit }' "$dir/mutants.tsv")
grep -qx "$number" "$dir/present.tsv" || bad "mutant $number is not there"
whole=$(verdict "$dir/spu_sim" random 1 --plusarg "+mutant=$number")
first=$(verdict "$dir/spu_sim" random 1 --plusarg "+mutant=$number" --first-finding)
[[ $whole == "RESULT FAIL "* && $whole != *" mismatches=0 "* ]] || bad "mutant $number: $whole"
[[ $first == "RESULT FAIL "* && $first != *" mismatches=0 "* ]] || bad "mutant $number with --first-finding: $first"
[ "$(sed -E 's/.* cycles=([0-9]+) .*/\1/' <<<"$first")" -lt "$(sed -E 's/.* cycles=([0-9]+) .*/\1/' <<<"$whole")" ] ||
    bad "mutant $number: with --first-finding it takes as long: $first"
[ $failed = 0 ]
