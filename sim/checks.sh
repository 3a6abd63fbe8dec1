#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# checks.sh [CHECK...]: from a check of the scoreboard to the code: what the check says, its
# section, the functions of c_model/src that make it, and where it fires: a case of
# c_model/test/cases (or of $CASES) with its line, and a fault of sim/faults/list.tsv. If no row of
# the list names CHECK, two more lines tell what that means. Without CHECK, all checks as a Markdown
# table. Status 1, with one line for each, when a check has no function that makes it or
# no case in which it fires, or when a case names a check that does not exist; 2 when CHECK does not
# exist.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
cases=${CASES:-c_model/test/cases}
ls "$cases"/*.cases >/dev/null || die 4 "no cases in $cases"
table=$(awk -F'\t' -f sim/case-name.awk -f sim/checks.awk kind=check c_model/include/spe/checks.def kind=fault sim/faults/list.tsv \
    kind=case "$cases"/*.cases kind=unit c_model/test/test_*.c kind=rule sim/rules.tsv kind=code c_model/src/*/*.c) || exit 1
if [ $# = 0 ]; then
    printf '| check | what holds | section | made in | fires in | RTL fault |\n|---|---|---|---|---|---|\n%s\n' "$table"
fi
for check in "$@"; do
    row=$(grep -F "| \`$check\` |" <<<"$table") || die 2 "no check '$check'; spe checks lists them"
    awk -F' [|] ' '{
        gsub(/^[|] |`| [|]$/, "")
        printf "%s: %s\n  section   %s\n  made in   %s\n  fires in  %s\n  RTL fault %s\n", $1, $2, $3, $4, $5, $6
        if ($6 == "-") {
            print "            each injected fault of rtl/ is listed under another check. Suspect the prediction and"
            printf "            the binding, too: grep -F %s sim/disagreements.md\n", $1
        }
    }' <<<"$row"
done
