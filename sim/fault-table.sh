#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# fault-table.sh BUILD LIST [README]: table of what the last `make mutate` found in the faults of LIST, in Markdown: the check
# that fired and the cycle of its first finding; "not run" is what has not been since the design or the list changed. With README,
# the table takes the place of the one in that file, if all of them have been run.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# = 2 ] || [ $# = 3 ] || die 2 "usage: sim/fault-table.sh BUILD LIST [README]"
build=$1 list=$2 readme=${3:-}
[ -r "$list" ] || die 2 "cannot read $list"

# row PATCH CONFIG TEST SEED CHECK
row() {
    local module finding='' said work=$build/fault/$1-$2-noassert
    module=$(sed -n 's#^+++ b/rtl/\([a-z_]*\)\.sv.*#\1#p' "sim/faults/$1.patch" | paste -sd' ')
    said='not run'
    if [ "$(cat "$work/key" 2>/dev/null)" = "$(fault_key "$build" "$1" "$2" "$3" "$4" "$5")" ]; then
        said='**missed**'
        [ ! -s "$work/finding" ] || { said=$5 && finding=$(cat "$work/finding"); }
    fi
    printf '| %s | %s | %s | %s %s | %s | %s |\n' "$1" "$module" "$2" "$3" "$4" \
        "$said" "$([ -n "$finding" ] && echo "${finding%% *}" || echo -)"
}

table() {
    local name config test seed check
    printf '| fault | module | configuration | test, seed | finding | cycle |\n|---|---|---|---|---|---|\n'
    while IFS=$'\t' read -r name config test seed check _; do
        [[ $name == '#'* ]] || row "$name" "$config" "$test" "$seed" "$check"
    done <"$list"
}

[ -n "$readme" ] || { table && exit; }
[ "$(grep -c '^<!-- \(table\|end\) -->$' "$readme")" = 2 ] || die 2 "$readme has no lines <!-- table --> and <!-- end -->"
table=$(table)
not_run=$(grep -c '| not run |' <<<"$table")
[ "$not_run" = 0 ] || die 2 "$not_run faults of $list have not been run in this design: $readme stays as it is"
{
    sed '/^<!-- table -->$/q' "$readme"
    echo "$table"
    sed -n '/^<!-- end -->$/,$p' "$readme"
} >"$readme.new" && mv "$readme.new" "$readme"
