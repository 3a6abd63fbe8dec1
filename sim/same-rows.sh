#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# same-rows.sh CHUNKDIR CHUNKDIR: the rows of both (sim/chunks.sh) are the same, but for times, host
# and order: name, passed or failed, and the verdict with its hashes. Prints what differs; status 1.
set -u
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
            echo "$name ${said:-has no result }$(tail -n 1 "$place/verdict" 2>/dev/null)"
        done <"$file"
    done | sort
}
a=$(rows "$1") || exit
b=$(rows "$2") || exit
diff <(echo "$a") <(echo "$b") && echo "$(wc -l <<<"$a") rows are the same"
