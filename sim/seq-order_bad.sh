#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# seq-order_bad.sh DIR: put each include that the order of tb/seq forbids, one at a time, into a
# copy: sim/seq-order.sh must report it, and must report nothing where an include is permitted.
set -u
cd "$(dirname "$0")/.." || exit 2
dir=$1 passed=0 failed=0
rm -rf "${dir:?}/seq"
mkdir -p "$dir" && cp -r tb/seq "$dir/seq" || exit 4
folders=(ops drive control sample track write out across random)

# count WHAT: count whether the last command succeeded.
count() {
    if [ $? = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAIL $1"; fi
}

# included OWN OTHER: what is reported when a file of OWN includes one of OTHER.
included() {
    echo "#include \"$2/x.hpp\"" >"$dir/seq/$1/x.cpp"
    sim/seq-order.sh "$dir/seq"
    rm "$dir/seq/$1/x.cpp"
}

# permitted OWN OTHER: whether a file of OWN may include one of OTHER.
permitted() {
    case $1-$2 in
    ops-drive) return 1 ;;
    "$2-$1" | *-ops | *-drive) return 0 ;;
    *) return 1 ;;
    esac
}

sim/seq-order.sh "$dir/seq"
count good
for own in "${folders[@]}"; do
    for other in "${folders[@]}"; do
        if permitted "$own" "$other"; then
            [ -z "$(included "$own" "$other")" ]
            count "$own may know $other"
        else
            included "$own" "$other" | grep -q "$own/x.cpp:1:.*: $own knows nothing of $other\$"
            count "$own may not know $other"
        fi
    done
done
included . random | grep -q 'the registry knows nothing of random$'
count registry
included random .. | grep -q 'included by folder and name$'
count above
mkdir "$dir/seq/other" && sim/seq-order.sh "$dir/seq" | grep -q '^other/ has no place in the order'
count unknown
echo "COUNT $passed $failed 0"
[ $failed = 0 ] && [ $passed = 85 ]
