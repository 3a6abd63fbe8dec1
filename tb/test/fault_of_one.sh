#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# fault_of_one.sh BUILD: two SPUs of one process, a fault in the second one only. The run must fail,
# the scoreboard of the second SPU must name the fault, and that of the first one must find nothing.
set -u
cd "$(dirname "$0")/../.." || exit 2
build=$1 config=ernd

sim/fault.sh "$build" fault_of_one "$config" two_random 1 buf.data noassert || exit 1
dir=$build/fault/fault_of_one-$config-noassert
good=$(wc -l <"$dir/findings.txt")
faulty=$(grep -cE '^[0-9]+ spu1 (MISMATCH|MISUSE): ' "$dir/spu1/findings.txt")
all=$(cat "$dir"/findings.txt "$dir"/spu?/findings.txt | wc -l)
echo "findings of spu0: $good, of spu1: $faulty, in all: $all"
[ "$good" = 0 ] && [ "$faulty" -gt 0 ] && [ "$all" = "$faulty" ]
