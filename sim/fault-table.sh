#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# fault-table.sh BUILD LIST [README]: what the last `make mutate` found in the faults of LIST, in
# Markdown. One table is by item (sim/faults/items.tsv) with the first three faults of each; another
# has all faults: the check that fired and the cycle of its first finding, or "not run" if the fault
# was not run since the design or the list changed. Last comes how many were found. With README, the
# tables replace those in that file, if all faults have been run.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# = 2 ] || [ $# = 3 ] || die 2 "usage: sim/fault-table.sh BUILD LIST [README]"
build=$1 list=$2 readme=${3:-}
[ -r "$list" ] || die 2 "cannot read $list"
whole "$list"

declare -A base # by configuration

# found PATCH CONFIG TEST SEED CHECK: the check that fired and the cycle, or the text that replaces
# them.
found() {
    local finding work=$build/fault/$1-$2-noassert
    if [ "$(cat "$work/key" 2>/dev/null)" != "$(fault_key "${base[$2]}" "$1" "$2" "$3" "$4" "$5")" ]; then
        echo 'not run | -'
    elif [ ! -s "$work/finding" ]; then
        echo '**missed** | -'
    else
        read -r finding _ <"$work/finding"
        echo "$5 | $finding"
    fi
}

# facts: one "item, name, module, configuration, test, seed, finding and cycle, what it breaks" per
# fault, tab-separated.
facts() {
    local name config test seed check item module what
    while IFS=$'\t' read -r name config test seed check _ item; do
        [[ $name != '#'* ]] || continue
        [ -n "${base[$config]:-}" ] || base[$config]=$(fault_base "$build" "$config")
        module=$(fault_modules "$name" | paste -sd' ')
        what=$(sed -n '2{/^[-+]/!p}' "sim/faults/$name.patch")
        printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$item" "$name" "$module" "$config" "$test" "$seed" \
            "$(found "$name" "$config" "$test" "$seed" "$check")" "$what"
    done <"$list"
}

# by_item FACTS
by_item() {
    printf '| item | faults | among them | what it breaks | configuration; test, seed | finding |\n|---|---|---|---|---|---|\n'
    awk -F'\t' '/^#/ { next }
        FNR == NR { title[$1] = $2; order[++items] = $1; next }
        { sub(/ \|.*/, "", $7); line[$1 " " ++n[$1]] = $2 " | " $8 " | " $4 "; " $5 " " $6 " | " $7 }
        END { for (i = 1; i <= items; i++) for (k = 1; k <= 3 && k <= n[order[i]]; k++)
                printf "| %s | %s |\n", k == 1 ? order[i] " " title[order[i]] " | " n[order[i]] : " | ", line[order[i] " " k] }' \
        sim/faults/items.tsv - <<<"$1"
}

# by_fault FACTS
by_fault() {
    printf '| fault | item | module | configuration | test, seed | finding | cycle |\n|---|---|---|---|---|---|---|\n'
    awk -F'\t' '{ printf "| %s | %s | %s | %s | %s %s | %s |\n", $2, $1, $3, $4, $5, $6, $7 }' <<<"$1"
}

facts=$(facts)
table=$(by_item "$facts" && echo && by_fault "$facts")
if [ -z "$readme" ]; then
    echo "$table"
    awk -F'\t' '{ found += $7 !~ /^(not run|\*\*missed)/ } END { printf "%d of %d faults found\n", found, NR }' <<<"$facts"
    exit
fi
[ "$(grep -c '^<!-- \(table\|end\) -->$' "$readme")" = 2 ] || die 2 "$readme has no lines <!-- table --> and <!-- end -->"
not_run=$(grep -c $'\tnot run | -\t' <<<"$facts")
[ "$not_run" = 0 ] || die 2 "$not_run faults of $list have not been run in this design: $readme stays as it is"
{
    sed '/^<!-- table -->$/q' "$readme"
    echo "$table"
    sed -n '/^<!-- end -->$/,$p' "$readme"
} >"$readme.new" && mv "$readme.new" "$readme"
