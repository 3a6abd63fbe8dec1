#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# covers.sh FILE...: sum the counts that `spu_sim --covers FILE` wrote, over all configurations, and
# print one line for each cover property of rtl/sva/*_sva.sv. Status 1 when a property was never met
# and sim/covers.tsv gives no reason.
set -u
source "$(dirname "$0")/common.sh"
[ $# -gt 0 ] || die 2 "usage: sim/covers.sh FILE..."
for file; do [ -f "$file" ] && [ -r "$file" ] || die 2 "cannot read $file"; done
cat "$@" | tr '\001\002' '@=' |
    sed -nE "s/^C '.*@page=v_user\/([a-z_]+sva)[^@]*@o=([^@]*)@.*' ([0-9]+)\$/\1.\2 \3/p" |
    awk -v reasons="$(dirname "$0")/covers.tsv" '
        BEGIN { FS = "\t"; while ((getline <reasons) > 0) if ($0 !~ /^#/) why[$1] = $2; FS = " " }
        { n[$1] += $2 }
        END {
            for (c in n) {
                if (n[c] == 0 && !(c in why)) { bad++; note = "  NEVER MET" }
                else note = (c in why) ? (n[c] ? "  met: no row of sim/covers.tsv needed" : "  " why[c]) : ""
                printf "%12d %s%s\n", n[c], c, note | "sort -k2"
            }
            close("sort -k2")
            printf "%d cover properties, %d to look at\n", length(n), bad
            exit bad > 0 || length(n) == 0
        }'
