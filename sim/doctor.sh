#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Say for each tool of sim/packages.txt whether it is there, its version and its path. Status 1 if a needed tool of the
# tiers run and test is missing or too old.
set -u
here=$(dirname "$0")
status=0
while read -r tier level probe package; do
    case $tier in '' | '#'*) continue ;; esac
    line=$("$here/probe.sh" "$probe") || {
        case $tier/$level in run/need | test/need) status=1 ;; esac
        line+=" (Debian: $package)"
    }
    printf '%-8s %-5s %s\n' "$tier" "$level" "$line"
done <"$here/packages.txt"
exit $status
