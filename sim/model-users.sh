#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Print the sources of tb/ that include the Verilated class, directly or through headers of tb/.
set -u
cd "$(dirname "$0")/.." || exit 2
pattern='Vspu_harness'
known=
while :; do
    users=$(grep -rlE --include='*.h' --include='*.hpp' --include='*.cpp' \
        "^ *# *include +[\"<]([^\">]*/)?($pattern)[^\">]*[\">]" tb 2>/dev/null | sort)
    [ "$users" = "$known" ] && break
    known=$users
    for header in $(grep -E '\.(h|hpp)$' <<<"$users"); do
        pattern+="|$(basename "$header")"
    done
done
grep -E '\.cpp$' <<<"$known"
exit 0
