#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# checks_bad.sh DIR: sim/checks.sh reports a case that names a check that does not exist, and a
# check that fires in no case. A name that continues the one before is whole.
set -eu
cd "$(dirname "$0")/.."
dir=$1
mkdir -p "$dir/cases"

# says NAME EXPRESSION TEXT: after this change of the cases the output has TEXT, and the status is
# 1.
says() {
    local status=0
    cp c_model/test/cases/*.cases "$dir/cases"
    sed -i -E "$2" "$dir"/cases/*.cases
    CASES=$dir/cases sim/checks.sh >/dev/null 2>"$dir/checks.said" || status=$?
    [ "$status" = 1 ] || { echo "$1: status $status" && exit 1; }
    grep -F "$3" "$dir/checks.said"
}

says name 's/^(fires .*)buf\.twice/\1buf.thrice/' 'there is no check buf.thrice'
says fires '/^fires/s/xl\.nvm/out.irq/' 'no case fires the check xl.nvm'

# The first case fires more checks than the second, whose name continues that of the first.
sed -i 's/^fires .*xl\.nvm.*/fires out.irq/' "$dir"/cases/*.cases
printf 'case 3.4: a page\nfires xl.nvm,out.irq\n\ncase 3.4: ... of another kind\nfires xl.nvm\n' >"$dir/cases/zz.cases"
CASES=$dir/cases sim/checks.sh xl.nvm | grep -Fx '  fires in  zz.cases:4: 3.4: a page ... of another kind'
