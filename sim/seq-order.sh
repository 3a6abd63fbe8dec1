#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# seq-order.sh [FOLDER]: tb/seq (or FOLDER) in order of dependence: operations; the code that drives
# them; directed tests by subject and random sessions, which do not include each other. A folder
# includes, by folder and name, its own files or those of folders before it. The top-level registry
# names all tests and includes none. Prints each breach; status 1 then.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
top=${1:-tb/seq}
[ -d "$top" ] || die 2 "no folder $top"
LEVELS='ops|drive|control sample track write out across random'

breaches=$(
    for folder in "$top"/*/; do
        folder=$(basename "$folder")
        [[ " ${LEVELS//|/ } " == *" $folder "* ]] || echo "$folder/ has no place in the order: sim/seq-order.sh"
    done
    grep -rnoE '# *include +"(\.\./|[a-z0-9]+/)' "$top" | awk -v top="$top/" -v levels="$LEVELS" '
        BEGIN {
            n = split(levels, level, "|")
            for (i = 1; i <= n; i++) { k = split(level[i], f, " "); for (j = 1; j <= k; j++) place[f[j]] = i }
        }
        {
            own = substr($0, length(top) + 1)
            sub(/:.*/, "", own)
            own = own ~ /\// ? substr(own, 1, index(own, "/") - 1) : ""
            other = $0
            sub(/.*"/, "", other)
            sub(/\/$/, "", other)
            if (other == "..") print $0 ": included by folder and name"
            else if (other in place && other != own && place[other] >= place[own] + 0) print $0 ": " (own == "" ? "the registry" : own) " knows nothing of " other
        }'
)
[ -z "$breaches" ] || { echo "$breaches" && exit 1; }
