#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# module-tests.sh MODULE: the runs that find the faults injected in rtl/MODULE.sv, one command a line. Status 2 when there are
# none: nothing would be run.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# = 1 ] || die 2 "usage: sim/module-tests.sh MODULE"
[ -f "rtl/$1.sv" ] || die 2 "no module rtl/$1.sv"
whole sim/faults/list.tsv
mapfile -t patches < <(grep -lx -- "+++ b/rtl/$1.sv" sim/faults/*.patch)
lines=$(awk -F'\t' 'NR == FNR { sub(/.*\//, ""); sub(/\.patch$/, ""); hit[$0]; next }
    $1 in hit { print "make run CONFIG=" $2 " TEST=" $3 " SEED=" $4 }' <(printf '%s\n' "${patches[@]}") sim/faults/list.tsv | sort -u)
[ -n "$lines" ] || die 2 "no fault of sim/faults/list.tsv is in rtl/$1.sv"
echo "$lines"
