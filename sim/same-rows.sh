#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# same-rows.sh CHUNKDIR CHUNKDIR: the rows of both (sim/chunks.sh) are the same, but for times, host
# and order: name, passed or failed, and the verdict with its hashes. Prints what differs. Status 1:
# they are not the same, or a row has no result; 2 usage; 4 a folder holds no row.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# = 2 ] || die 2 'usage: sim/same-rows.sh CHUNKDIR CHUNKDIR'

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
a=$(rows "$1") || exit
b=$(rows "$2") || exit
[ -n "$a" ] || die 4 "$1 holds no row"
[ -n "$b" ] || die 4 "$2 holds no row"
diff <(echo "$a") <(echo "$b") && echo "$(wc -l <<<"$a") rows are the same"
