#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# fault-table.sh BUILD LIST [README]: table of what the last `make mutate` found in the faults of LIST, in Markdown: the check
# that fired and the cycle of its first finding. With README, the table takes the place of the one in that file.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
build=$1 list=$2 readme=${3:-}
[ -r "$list" ] || die 2 "cannot read $list"

# row PATCH CONFIG TEST SEED CHECK
row() {
    local module finding
    module=$(sed -n 's#^+++ b/rtl/\([a-z_]*\)\.sv.*#\1#p' "sim/faults/$1.patch" | paste -sd' ')
    finding=$(cat "$build/fault/$1-$2-noassert/finding" 2>/dev/null) || finding='- - -'
    printf '| %s | %s | %s | %s %s | %s | %s |\n' "$1" "$module" "$2" "$3" "$4" \
        "$([ "$finding" = '- - -' ] && echo '**missed**' || echo "$5")" "${finding%% *}"
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
{
    sed '/^<!-- table -->$/q' "$readme"
    table
    sed -n '/^<!-- end -->$/,$p' "$readme"
} >"$readme.new" && mv "$readme.new" "$readme"
