#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# mutate.sh BUILD LIST: run each fault of LIST without assertions: the scoreboard alone must find
# it. Ends with the tables of findings (also in BUILD/mutate/table.md), the number of faults that
# were found, how many of them `spe explain` explains (of the list of the tree, sim/explained.sh),
# and the count of tests; status 1 if a fault was missed, or too few are explained. With RESUME=1
# faults that an earlier run found in the same design are not run again.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
build=$1 list=$2
[ -r "$list" ] || die 2 "cannot read $list"
whole "$list"
wrong=$(awk -F'\t' '!/^#/ && ($1 !~ /^[a-z0-9_]+$/ || $2 !~ /^[a-z0-9_]+$/ || $3 !~ /^[a-z0-9_]+$/ || $4 !~ /^[0-9]+$/ || $5 !~ /^[a-zA-Z0-9_.+]+$/) {
    print FNR; exit }' "$list")
[ -z "$wrong" ] || die 2 "$list: line $wrong is not: patch, configuration, test, seed, check"
grep -q '^[^#]' "$list" || die 2 "$list names no fault"
export FAULTS REPORT REPORT_NAME=mutate/table
FAULTS=$list
REPORT="sim/fault-table.sh $(printf '%q %q' "$build" "$list") | tee $(printf %q "$build")/mutate/table.md"
[ "$list" != sim/faults/list.tsv ] || REPORT+="; s=\$?; sim/explained.sh $(printf %q "$build") && exit \$s" # both, whatever the first says
exec sim/engine.sh "$build" jobs "$build/mutate" mutate
