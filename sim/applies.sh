#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# applies.sh BUILD [CONFIG...]: compare sim/applies.tsv with the tests that the executables of the
# configurations (all) list; print the differences.
# applies.sh BUILD write: write the table anew; all executables must be built.
# It is also a failure if sim/tests.tsv has a test that no executable knows, or lacks one that an
# executable has: nobody would run it.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# -ge 1 ] || die 2 "usage: sim/applies.sh BUILD [CONFIG... | write]"
build=$1 table=${TABLE:-sim/applies.tsv}
shift
[ "${1:-}" = write ] || whole "$table"
whole sim/tests.tsv
configs=("$@")
if [ $# = 0 ] || [ "$1" = write ]; then
    configs=(rtl/configs/*.cfg)
    configs=("${configs[@]#rtl/configs/}")
    configs=("${configs[@]%.cfg}")
fi

# listed: one "TEST<TAB>CONFIG" for each test that an executable lists.
listed() {
    local c list
    for c in "${configs[@]}"; do
        list=$("$build/$c/spu_sim" --config "rtl/configs/$c.cfg" --list) || die 4 "$build/$c/spu_sim does not list its tests"
        [ -n "$list" ] || die 1 "$build/$c/spu_sim lists no test"
        awk -v c="$c" '{ print $1 "\t" c }' <<<"$list"
    done
}

built "$build" "${configs[@]/%//spu_sim}"
list=$(listed) || exit
if [ "${1:-}" = write ]; then
    {
        sed '/^[^#]/,$d; /^# end$/d' "$table"
        awk -F'\t' '{ on[$1] = on[$1] (on[$1] == "" ? "" : " ") $2 } END { for (t in on) print t "\t" on[t] }' <<<"$list" | LC_ALL=C sort
        echo '# end'
    } >"$table.new" && mv "$table.new" "$table"
    exit
fi
status=0
difference=$(diff <(awk -F'\t' -v configs=" ${configs[*]} " '!/^#/ { n = split($2, c, " ")
    for (i = 1; i <= n; i++) if (index(configs, " " c[i] " ")) print $1 "\t" c[i] }' "$table" | sort) <(sort <<<"$list")) || {
    echo "$table (<) is not what the executables list (>): sim/applies.sh $build write"
    echo "$difference"
    status=1
}
# A row may play another test under its own name.
unknown=$(diff <(awk -F'\t' "$TEST_OF"' !/^#/ { print test_of($1, $4) }' sim/tests.tsv | sort -u) \
    <(awk -F'\t' '!/^#/ { print $1 }' "$table" | sort -u)) || {
    echo 'tests of sim/tests.tsv (<) and of the executables (>) that the other does not have:'
    echo "$unknown"
    status=1
}
[ $status != 0 ] || echo "${#configs[@]} executables list what $table says"
exit $status
