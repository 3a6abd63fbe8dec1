#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# explained.sh BUILD [whole]: whether `spe explain` names the concern of a fault. Judges the logs
# that `make mutate` has left in BUILD/fault by sim/faults/concerns.tsv: the concern is the first
# suspect, one of the first two, or neither; the last are listed. Status 1 if fewer than 80 % are
# among the first two. With `whole`, status 77 unless every fault of the list has a log of today's
# design. FAULTS: another list.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# = 1 ] || [ "$#${2:-}" = 2whole ] || die 2 "usage: sim/explained.sh BUILD [whole]"
build=$1 list=${FAULTS:-sim/faults/list.tsv}
whole "$list"
built "$build" bin/spe

# faults: the faults of the list that the scoreboard finds: FAULT CONFIG TEST SEED CHECK.
faults() {
    awk -F'\t' -v OFS='\t' '!/^#/ && $5 !~ /^(hole|void)\./ { print $1, $2, $3, $4, $5 }' "$list"
}

# left_out: how many of the faults have no log of today's design.
left_out() {
    local fault config test seed check n=0
    local -A base
    while IFS=$'\t' read -r fault config test seed check; do
        : "${base[$config]:=$(fault_base "$build" "$config")}"
        [ "$(fault_key "${base[$config]}" "$fault" "$config" "$test" "$seed" "$check")" = \
            "$(cat "$build/fault/$fault-$config-noassert/key" 2>/dev/null)" ] || n=$((n + 1))
    done < <(faults)
    echo $n
}

if [ "${2:-}" = whole ]; then
    n=$(left_out)
    [ "$n" = 0 ] || { echo "$(counted "$n" fault) of $(faults | wc -l) without a log of this design: make mutate writes them" && exit 77; }
fi
first=0 second=0 missed=0
while IFS=$'\t' read -r -u 3 fault config _ _ check; do
    log=$build/fault/$fault-$config-noassert/txnlog
    [ -s "$log" ] || continue
    mapfile -t wanted < <(fault_concerns "$fault")
    [ ${#wanted[@]} != 0 ] || die 4 "sim/faults/concerns.tsv has no row for $fault"
    mapfile -t named < <("$build/bin/spe" explain "$log" | sed -n 's/^suspect [12]: \([a-z]*\) .*/\1/p')
    if [[ " ${wanted[*]} " == *" ${named[0]:-none} "* ]]; then
        first=$((first + 1))
    elif [[ " ${wanted[*]} " == *" ${named[1]:-none} "* ]]; then
        second=$((second + 1))
    else
        missed=$((missed + 1))
        echo "$fault ($config, $check): ${wanted[*]}, named ${named[*]}"
    fi
done 3< <(faults)
total=$((first + second + missed))
[ $total != 0 ] || die 4 "no log in $build/fault: make mutate writes them"
echo "$total faults: $first by the first suspect, $second by the second, $missed by neither"
[ $(((first + second) * 100)) -ge $((total * 80)) ]
