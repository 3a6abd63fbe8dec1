#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Say for each tool of sim/packages.txt whether it is there, its version and its path. Status 1 if a
# needed tool of the tiers of `make test` is missing or too old. A tool that takes several packages
# is one line.
set -u
here=$(dirname "$0")
status=0
while read -r tier level probe package; do
    tier=${tier%%,*}
    line=$("$here/probe.sh" "$probe") || {
        case $tier/$level in run/need | test/need | mutate/need | testplan/need) status=1 ;; esac
        line+=" (Debian: $package)"
    }
    printf '%-8s %-5s %s\n' "$tier" "$level" "$line"
done < <(awk '!NF || /^#/ { next } { key = $1 " " $2 " " $3; if (!(key in packages)) order[++n] = key; packages[key] = packages[key] " " $4 }
    END { for (i = 1; i <= n; i++) print order[i] packages[order[i]] }' "$here/packages.txt")
# Tools that are a job only in one version.
awk -F'\t' '!/^#/ && $5 != "-" { print $2 ": a job of tier " $1 " only with " $5 }' "$here/jobs.tsv"
exit $status
