#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# limit.sh DIR: an input of the fuzzers fails by its processor time (sim/fuzz/limit.c), not by the
# time that passes.
set -u
cd "$(dirname "$0")/../../.." || exit 2
dir=$1
mkdir -p "$dir"
"${CC:-cc}" -std=c11 -O1 -DFUZZ_SECONDS=1 sim/fuzz/limit.c sim/fuzz/test/limit.c -o "$dir/limit" || exit 4
said=$("$dir/limit" wait 2>&1)
[ $? = 0 ] && [ "$said" = $'begin\nend' ] || { echo "two seconds that pass: $said" >&2 && exit 1; }
said=$("$dir/limit" spin 2>&1)
[ $? = 134 ] && [[ $said == *'takes too much processor time'* ]] || { echo "two seconds of work: $said" >&2 && exit 1; }
