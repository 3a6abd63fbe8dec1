#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# bugs_bad.sh BUILD DIR FAULT: the row of FAULT in sim/faults/library.md holds (sim/bug.sh). A list
# or table of bugs is refused if it lacks one, names a fault or a check that does not exist, or
# names a check or level that does not see the bug.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# = 3 ] || die 2 'usage: sim/bugs_bad.sh BUILD DIR FAULT'
build=$1 dir=$2/bugs fault=$3
passed=0 failed=0
mkdir -p "$dir" || die 4 "cannot write to $dir"

# good COMMAND...
good() {
    if "$@"; then passed=$((passed + 1)); else echo "FAIL $*" && failed=$((failed + 1)); fi
}

# refused TEXT COMMAND...: the command fails and says TEXT.
refused() {
    local said
    said=$("${@:2}" 2>&1)
    if [ $? = 1 ] && grep -qF -- "$1" <<<"$said"; then
        passed=$((passed + 1))
    else
        echo "FAIL ${*:2} does not say: $1; but: ${said:0:200}" && failed=$((failed + 1))
    fi
}

# edited FILE COMMANDS NAME: make a copy, edited by sed, which must change it.
edited() {
    sed -E "$2" "$1" >"$dir/$3"
    ! cmp -s "$1" "$dir/$3" || die 4 "'$2' changes nothing in $1"
}

good sim/bug-table.sh whole
while IFS='|' read -r name edit text; do
    edited sim/faults/library.tsv "$edit" "$name"
    refused "$text" env LIBRARY="$dir/$name" sim/bug-table.sh whole
done <<'END'
row|/^M12\t/d|M12 has no row
id|s/^M12\t/M49\t/|M49 is no bug of the list
fault|/^M12\t/s/latency_narrow/latency_narow/|latency_narow is no fault of sim/faults/list.tsv
twice|/^M12\t/s/.*/&\n&/|M12 has a fault twice
column|/^M12\t/s/\t[^\t]*$//|M12 has not id, fault, source, symptom
text|/^M12\t/s/0xFFF/0xFF/|has not: | M12 |
END
while IFS=';' read -r name edit text; do
    edited sim/faults/library.md "$edit" "$name"
    refused "$text" sim/bug-table.sh whole "$dir/$name"
done <<'END'
gone;/^\| M12 \|/d;has not: | M12 |
more;/^\| M12 \|/s/.*/&\n&/;has, and the list not: | M12 |
check;/^\| M12 \|/s/buf\.data/buf.dat/;names the check buf.dat, which does not exist
level;/^\| M12 \|/s/\| [ABC] \|/| D |/;M12: level D
END

good sim/bug.sh "$build" check "$fault"
row=$(grep -F "| \`$fault\` |" sim/faults/library.md)
IFS='|' read -r _ _ _ _ _ check _ _ _ _ level _ <<<"${row// /}"
edited sim/faults/library.md "/\`$fault\`/s/ ${check//./\\.} / reg.outcome /" wrong_check
refused 'fires in place of reg.outcome' env RESUME=1 TABLE="$dir/wrong_check" sim/bug.sh "$build" check "$fault"
edited sim/faults/library.md "/\`$fault\`/s/\\| $level \\| [a-z_.]+ /| $level | liveness /" wrong_level
refused "fires in place of liveness" env RESUME=1 TABLE="$dir/wrong_level" sim/bug.sh "$build" check "$fault"
echo "COUNT $passed $failed 0"
[ "$failed" = 0 ]
