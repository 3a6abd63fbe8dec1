#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# checks.sh [CHECK...]: from a check of the scoreboard to the code: what the check says, its
# section, the functions of c_model/src that make it, and where it fires: a case of
# c_model/test/cases (or of $CASES) with its line, and a fault of sim/faults/list.tsv. Where there
# are more of these, a command lists all. If no row of the list of faults names CHECK, two lines
# tell what that means. Without CHECK, all checks as a Markdown
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
    fires=$(grep -cE "^fires .*\b${check//./\\.}\b" <(cat "$cases"/*.cases))
    faults=$(awk -F'\t' -v check="$check" '$5 == check { n++ } END { print n + 0 }' sim/faults/list.tsv)
    awk -F' [|] ' -v cases="$cases" -v fires="$fires" -v faults="$faults" '{
        gsub(/^[|] |`| [|]$/, "")
        printf "%s: %s\n  section   %s\n  made in   %s\n  fires in  %s\n", $1, $2, $3, $4, $5
        if (fires > 1) print "            one of " fires " cases: grep -nwE \"^fires .*" $1 "\" " cases "/*.cases"
        print "  RTL fault " $6
        if (faults > 1) print "            one of " faults " faults: grep -wF " $1 " sim/faults/list.tsv"
        if ($6 == "-") {
            print "            each injected fault of rtl/ is listed under another check. Suspect the prediction and"
            printf "            the binding, too: grep -F %s sim/disagreements.md\n", $1
        }
    }' <<<"$row"
done
