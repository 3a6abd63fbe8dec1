#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# bug-table.sh BUILD [FILE]: print what the last `make bugs` measured, in Markdown: how many faults
# were found, by level, cycles, and a row for each fault. With FILE, they replace those in that
# file, if all faults were measured.
# bug-table.sh whole [FILE]: check that the list has every id, that each fault is one of
# sim/faults/list.tsv and applies, and that FILE (sim/faults/library.md) has a row for each that
# says the same and names a check. LIBRARY: another list.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# = 1 ] || [ $# = 2 ] || die 2 'usage: sim/bug-table.sh BUILD [FILE] | whole [FILE]'
library=${LIBRARY:-sim/faults/library.tsv}
whole "$library" sim/faults/list.tsv

# bugs: the rows of the list.
bugs() {
    grep -v '^#' "$library"
}

# ids: the ids that the list must have.
ids() {
    seq -f 'M%g' 1 48
    echo M22b
}

# facts: "id, fault, source, symptom, check, configuration, options, operations, cycle, level, its
# check, its run" per bug.
facts() {
    local id fault source symptom row
    while IFS=$'\t' read -r id fault source symptom; do
        row=$build/bugs/$fault/row
        if [ "$fault" = - ]; then
            printf '%s\t-\t%s\t%s\t-\t-\t-\t-\t-\t-\t-\t-\n' "$id" "$source" "$symptom"
        elif [ -s "$row" ]; then
            awk -F'\t' -v OFS='\t' -v head="$id"$'\t'"$fault"$'\t'"$source"$'\t'"$symptom" '{ print head, $3, $2, $4, $5, $6, $7, $8, $9 }' "$row"
        else
            printf '%s\t%s\t%s\t%s\t**missed**\t-\t-\t-\t-\t-\t-\t-\n' "$id" "$fault" "$source" "$symptom"
        fi
    done < <(bugs)
}

# summary FACTS
summary() {
    cut -f 2,9 <<<"$1" | grep -v -- '-$' | sort -t $'\t' -k 2,2n | cut -f 2 | awk -v rows="$(cut -f 2 <<<"$1" | grep -vcx -- -)" \
        -v bugs="$(cut -f 1 <<<"$1" | sort -u | wc -l)" -v levels="$(cut -f 10 <<<"$1" | grep -vx -- - | sort | uniq -c | awk '{ printf "%s%d at level %s", s, $1, $2; s = ", " }')" '
        { cycle[NR] = $1 }
        END { printf "%d bugs, %d faults, %d found: %s.\nCycles to the finding: %d in the median, %d at most.\n", bugs, rows, NR, levels,
            cycle[int((NR + 1) / 2)], cycle[NR] }'
}

# table FACTS
table() {
    summary "$1"
    printf '\n| bug | fault | source | symptom | found by | configuration | reproducer | operations | cycle | level | there by | in |\n'
    printf '|---|---|---|---|---|---|---|---|---|---|---|---|\n'
    awk -F'\t' '{ printf "| %s | `%s` | %s | %s | %s | %s | `%s` | %s | %s | %s | %s | `%s` |\n", $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 }' <<<"$1"
}

# wrong FILE: one line for each error in the file.
wrong() {
    local id fault said check
    comm -3 <(ids | sort) <(bugs | cut -f 1 | sort -u) | sed 's/^\t\(.*\)/\1 is no bug of the list/; t; s/$/ has no row/'
    bugs | cut -f 1,2 | sort | uniq -d | sed 's/\t.*/ has a fault twice/'
    bugs | awk -F'\t' 'NF != 4 || $4 == "" || $3 == "" { print $1 " has not id, fault, source, symptom" }'
    while IFS=$'\t' read -r id fault _; do
        [ "$fault" != - ] || continue
        grep -q "^$fault"$'\t' sim/faults/list.tsv || { echo "$id: $fault is no fault of sim/faults/list.tsv" && continue; }
        said=$(patch --dry-run -s -F0 -p1 <"sim/faults/$fault.patch" 2>&1) || echo "$id: sim/faults/$fault.patch does not apply: ${said%%$'\n'*}"
    done < <(bugs)
    diff <(bugs | awk -F'\t' '{ printf "| %s | `%s` | %s | %s |\n", $1, $2, $3, $4 }') <(grep '^| M' "$1" | sed -E 's/^(([^|]*\|){5}).*/\1/; s/ $//') |
        sed -n "s#^<#$1 has not:#p; s#^>#$1 has, and the list not:#p"
    while read -r check; do
        grep -q "^SPE_CHECK([A-Z_]*, *\"$check\"" c_model/include/spe/checks.def || echo "$1 names the check $check, which does not exist"
    done < <(grep '^| M' "$1" | awk -F' [|] ' '$2 != "`-`" { print $5; print $11 }' | sort -u)
    grep '^| M' "$1" | awk -F' [|] ' '$2 != "`-`" && $10 !~ /^[ABC]$/ { sub(/^. /, "", $1); print $1 ": level " $10 }'
}

if [ "$1" = whole ]; then
    file=${2:-sim/faults/library.md}
    [ -r "$file" ] || die 2 "cannot read $file"
    said=$(wrong "$file")
    [ -z "$said" ] || { echo "$said" && exit 1; }
    exit 0
fi
build=$1 file=${2:-}
compgen -G "$build/bugs/*/row" >/dev/null || die 2 "$build/bugs holds no row: make bugs measures"
facts=$(facts)
if [ -z "$file" ]; then
    table "$facts"
    ! grep -qF '**missed**' <<<"$facts"
    exit
fi
[ "$(grep -c '^<!-- \(table\|end\) -->$' "$file")" = 2 ] || die 2 "$file has no lines <!-- table --> and <!-- end -->"
! grep -qF '**missed**' <<<"$facts" || die 2 "not every bug of $library has been measured: $file stays as it is"
{
    sed '/^<!-- table -->$/q' "$file"
    table "$facts"
    sed -n '/^<!-- end -->$/,$p' "$file"
} >"$file.new" && mv "$file.new" "$file"
