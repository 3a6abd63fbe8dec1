#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# coverage.sh BUILD LIST: functional coverage of the runs that passed in the last regression of the
# list (BUILD/regress/NAME/runs.list), and the counts of records, faults, events, exceptions and
# outputs by kind and configuration (- where the configuration lacks the kind). Status 1 when the
# list has the line "need" and a configuration has not met a bin that it can meet, or when a run
# that passed has no bins.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
build=$1 list=$2 out=$(regress_out "$1" "$2")

# bins: the file of bins of each run that counts.
bins() {
    local c t s file list
    local -A passed
    list=$(sim/passed.sh "$out") || exit
    while read -r t; do passed[_$t]=1; done <<<"$list"
    while read -r c t s; do
        file=$out/runs/$c/$t-$s/bins
        [ -s "$file" ] || [ -z "${passed[_$c.$t.$s]:-}" ] || die 1 "run $c.$t.$s has passed and left no coverage: $file"
        [ ! -s "$file" ] || echo "$file" || exit 4
    done <"$out/runs.list"
}

# cover FILE [OPTION...]: print what the runs have met, and write it to FILE.
cover() {
    "$build/bin/spe" cover --from "$out/bins.list" "${@:2}" | tee "$1"
    case ${PIPESTATUS[*]} in
    '0 0') ;;
    '1 0') die 1 'a configuration has met a bin that it cannot meet' ;;
    *) die 4 "no coverage in $1" ;;
    esac
}

bins >"$out/bins.list" || die 4 "cannot write to $out"
[ -s "$out/bins.list" ] || die 1 'no run has left its coverage'
cover "$out/cover.txt"
cover "$out/holes.txt" --holes >/dev/null
cover "$out/counts.txt" --counts >/dev/null
echo
cover "$out/kinds.txt" --table packet,operation,event,fault,permission,fault_at,exception,output,sequence
grep -qx need "$list" || exit 0
# Every group that the first table names.
groups=$(awk 'NR > 1 { if (NF == 0) exit; printf "%s%s", sep, $1; sep = "," }' "$out/cover.txt")
"$build/bin/spe" cover --from "$out/bins.list" --need "$groups" >/dev/null || die 1 "a configuration has not met a bin that it can meet: $out/holes.txt"
