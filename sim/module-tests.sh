#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# module-tests.sh MODULE: the runs that find the faults injected in MODULE.sv, in whichever folder
# below rtl/ it is, one command a line. Status 2 when there are none: nothing would be run.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# = 1 ] || die 2 "usage: sim/module-tests.sh MODULE"
file=$(find rtl -name "$1.sv")
[ -n "$file" ] || die 2 "no module $1.sv below rtl/"
whole sim/faults/list.tsv
mapfile -t patches < <(grep -lx -- "+++ b/$file" sim/faults/*.patch)
lines=$(awk -F'\t' 'NR == FNR { sub(/.*\//, ""); sub(/\.patch$/, ""); hit[$0]; next }
    $1 in hit { print "make run CONFIG=" $2 " TEST=" $3 " SEED=" $4 }' <(printf '%s\n' "${patches[@]}") sim/faults/list.tsv | sort -u)
[ -n "$lines" ] || die 2 "no fault of sim/faults/list.tsv is in $file"
echo "$lines"
