#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# mutant.sh N [COMMIT]: print a patch that changes one operator or constant of the RTL, drawn by the
# hash of a commit (HEAD) and N from all such places of rtl/ (assertions and packages aside): a
# fault that nobody has chosen. It may be no fault: the SPU may not build with it, or may still be
# right.
set -euo pipefail
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# -ge 1 ] && [ $# -le 2 ] && [[ $1 =~ ^[1-9][0-9]*$ ]] || die 2 'usage: sim/mutant.sh N [COMMIT]'
commit=$(git rev-parse --verify -q "${2:-HEAD}^{commit}") || die 2 "no commit '${2:-HEAD}'"

# places FILE...: "FILE LINE COLUMN BYTES TO" (tabs) of each change; TO may be empty.
places() {
    awk -v OFS='\t' '
        BEGIN {
            n = split(" == , != ;  != , == ; && , || ; || , && ; & , | ; | , & ; + , - ; - , + ; < , <= ; >= , > ; > , >= ;1\x27b1,1\x27b0;1\x27b0,1\x27b1;!,;~,", rule, ";")
            for (i = 1; i <= n; i++) { split(rule[i], part, ","); from[i] = part[1]; to[i] = part[2] }
        }
        FNR == 1 { body = 0 }
        /^\);/ { body = 1; next } # parameters and ports end here
        !body || /localparam|^ *\/\// { next }
        {
            text = $0
            sub(/\/\/.*/, "", text)
            for (i = 1; i <= n; i++) {
                for (at = 1; (found = index(substr(text, at), from[i])) != 0; at += found) {
                    column = at + found - 1
                    if (from[i] == "!" && substr(text, column + 1, 1) == "=") continue
                    print FILENAME, FNR, column, length(from[i]), to[i]
                }
            }
        }' "$@"
}

shopt -s extglob nullglob
mapfile -t all < <(places rtl/spu_!(*_pkg).sv rtl/!(sva|test)/spu_*.sv)
[ ${#all[@]} != 0 ] || die 4 'rtl/ has no place for a change'
hash=$(printf '%s %s' "$commit" "$1" | sha256sum | cut -c1-15)
IFS=$'\t' read -r file line column bytes to <<<"${all[$((16#$hash % ${#all[@]}))]}"
new=$(mktemp)
trap 'rm -f "$new"' EXIT
awk -v line="$line" -v column="$column" -v bytes="$bytes" -v to="$to" 'NR == line {
    $0 = substr($0, 1, column - 1) to substr($0, column + bytes)
} { print }' "$file" >"$new"
diff -u --label "a/$file" --label "b/$file" "$file" "$new" || [ $? = 1 ]
