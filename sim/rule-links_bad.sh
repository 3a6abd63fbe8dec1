#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# rule-links_bad.sh DIR: sim/rule-links.sh must report a rule of dpi/timing.md that lacks its line,
# that names something that does not exist, that occurs twice, that is cited but missing, or whose
# prefix the glossary lacks.
set -u
cd "$(dirname "$0")/.." || exit 2
dir=$1 rows=0 passed=0 failed=0
while IFS='|' read -r name edit text; do
    rows=$((rows + 1))
    sed -E "$edit" dpi/timing.md >"$dir/timing.md"
    if RULES="$dir/timing.md dpi/rules.md" sim/rule-links.sh 2>&1 | grep -qF -- "$text"; then
        passed=$((passed + 1))
    else
        echo "FAIL $name: sim/rule-links.sh does not say: $text" && failed=$((failed + 1))
    fi
done <<'END'
line|/^> RTL .*xlat_held/d|W3 has no line of RTL, C, and fault or test
module|/^> RTL .*xlat_held/s/spu_xlat/spu_xlate/|W3: there is no name spu_xlate mode
name|/^> RTL .*xlat_held/s/`mode`/`modes`/|W3: there is no name spu_xlat modes
function|/^> RTL .*xlat_held/s/mode_now/mode_then/|W3: there is no function mode_then
called|/^> RTL .*xlat_held/s/mode_now/memcpy/|W3: there is no function memcpy
fault|/^> RTL .*xlat_held/s/xlat_held/xlat_hold/|W3: there is no fault xlat_hold owner_changes
where|/^> RTL .*xlat_held/s/owner_changes/smoke/|W3: there is no fault xlat_held smoke
reason|/^> RTL .*xlat_held/s/fault .*/no fault: nobody looks/|W3 has no line of RTL, C, and fault or test
test|/^> RTL .*xlat_held/s/fault .*/no fault: none, test `owner_never`/|W3: there is no test owner_never
twice|s/<a id="W3">/<a id="W2">/|W2 stands twice
cited|s/<a id="FQ2">/<a id="FQ9">/|timing.md FQ2 is no rule
prefix|s/<a id="W3">/<a id="WW3">/|dpi/glossary.md: no prefix WW
END
echo "COUNT $passed $failed 0"
[ "$failed" = 0 ] && [ "$passed" = "$rows" ]
