#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# same-rows.sh CHUNKDIR CHUNKDIR | DATABASE DATABASE: the rows of both are the same, apart from
# times, host and order. For folders of chunks (sim/chunks.sh) it compares name, passed or failed,
# and the verdict with its hashes. For databases of nights it compares the runs of the last night of
# each: executable, options, status, reason, hashes, accounts and bucket. The number of fresh seeds
# that fit a budget depends on times: one night may have more of them, and samples that only it has
# are not judged. Prints what differs. Status 1: they differ, or a row has no result; 2 usage; 4 one
# holds no row.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# = 2 ] || die 2 'usage: sim/same-rows.sh CHUNKDIR CHUNKDIR | DATABASE DATABASE'

# rows CHUNKDIR: NAME, PASS or FAIL and the verdict of each, in the order of the names.
rows() {
    local file name place said
    for file in "$1"/*.rows; do
        [ -r "$file" ] || die 4 "$1 holds no list"
        while IFS=$'\t' read -r name place _; do
            [ -n "$name" ] && [[ $name != \#* ]] || continue
            said=$(awk -v n="$name" '$5 == n { print $1 }' "${file%.rows}.results" 2>/dev/null | tr '\n' ' ')
            [ -n "$said" ] || die 1 "$1: $name has no result"
            echo "$name $said$(tail -n 1 "$place/verdict" 2>/dev/null)"
        done <"$file"
    done | sort
}

# runs DATABASE: origin, name and results of each run of the last night.
runs() {
    sqlite3 -batch -init /dev/null -separator $'\t' "$1" 'SELECT origin, name, args, weights, inputs, m.config_hash, executable, flavour,
        status, exit, why, stim, result, bench, off, cycles, ops, samples, collisions, filtered, records, bytes, lost, audits, checks,
        mismatches, pending, "check", field, stage
        FROM run r LEFT JOIN model m ON m.id = r.model LEFT JOIN bucket b ON b.id = r.bucket
        WHERE night = (SELECT id FROM night ORDER BY begun DESC, id DESC LIMIT 1) ORDER BY origin, name' 2>/dev/null || die 4 "$1 is no database of nights"
}

# compare A B: compare the runs of two nights.
compare() {
    awk -F'\t' -v first="$1" -v second="$2" '
        { key = $1 "\t" $2 }
        FNR == NR { a[key] = $0; next }
        { b[key] = $0 }
        function alone(sign, key, row) {
            if (key ~ /^fresh\t/) text[sign, ++more[sign]] = row
            else if (key !~ /^sample\t/) { print sign " " row; bad = 1 }
        }
        function tell(sign, i) { for (i = 1; i <= more[sign]; i++) print sign " " text[sign, i] }
        END {
            for (key in a) {
                if (!(key in b)) alone("<", key, a[key])
                else if (a[key] == b[key]) same++
                else { print "< " a[key]; print "> " b[key]; bad = 1 }
            }
            for (key in b) if (!(key in a)) alone(">", key, b[key])
            if (more["<"] && more[">"]) { tell("<"); tell(">"); bad = 1 } # they draw other ones
            if (bad) exit 1
            printf "%d row%s the same", same, same == 1 ? " is" : "s are"
            n = more["<"] + more[">"]
            if (n) printf "; %d fresh seed%s more in %s", n, n == 1 ? "" : "s", more["<"] ? first : second
            print ""
        }' <(echo "$a") <(echo "$b")
}

of=rows
[ ! -f "$1" ] || of=runs
a=$($of "$1") || exit
b=$($of "$2") || exit
[ -n "$a" ] || die 4 "$1 holds no row"
[ -n "$b" ] || die 4 "$2 holds no row"
if [ $of = runs ]; then
    compare "$1" "$2"
else
    diff <(echo "$a") <(echo "$b") && awk 'END { printf "%d row%s the same\n", NR, NR == 1 ? " is" : "s are" }' <<<"$a"
fi
