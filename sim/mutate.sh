#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# mutate.sh BUILD LIST: each fault of LIST, without assertions: the scoreboard alone must find it. Ends with the tables of
# findings (also in BUILD/mutate/table.md) and the number of faults that were found; status 1 if one was missed. With
# RESUME=1 those that an earlier run found in the same design are not run again.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
build=$1 list=$2
[ -r "$list" ] || die 2 "cannot read $list"
wrong=$(awk -F'\t' '!/^#/ && ($1 !~ /^[a-z0-9_]+$/ || $2 !~ /^[a-z0-9_]+$/ || $3 !~ /^[a-z0-9_]+$/ || $4 !~ /^[0-9]+$/ || $5 !~ /^[a-zA-Z0-9_.+]+$/) {
    print FNR; exit }' "$list")
[ -z "$wrong" ] || die 2 "$list: line $wrong is not: patch, configuration, test, seed, check"
configs=$(awk -F'\t' '!/^#/ { print $2 }' "$list" | sort -u)
[ -n "$configs" ] || die 2 "$list names no fault"
rm -rf "$build/mutate"
# shellcheck disable=SC2046 # a list of targets
make -s -j"${JOBS:-2}" O="$build" "$build/bin/spe" $(sed "s#.*#$build/&/spu_sim#" <<<"$configs") || exit 4
awk -F'\t' -v b="$build" '!/^#/ {
    printf "mutate/%s.%s\tJOBS=1 sim/fault.sh %s %s %s %s %s %s noassert\n", $1, $2, b, $1, $2, $3, $4, $5 }' "$list" |
    sim/jobs.sh "$build/mutate"
sim/fault-table.sh "$build" "$list" | tee "$build/mutate/table.md"
awk '{ found += $1 == "PASS" } END { printf "%d of %d faults found\n", found, NR; exit (found < NR || NR == 0) }' "$build/mutate/results"
