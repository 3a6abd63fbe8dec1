#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# trace.sh BUILD [PROGRAM]: record the operations of an AArch64 program under QEMU into
# BUILD/traces/NAME.trace.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
build=$1
program=${2:-$(find sim/traces -name '*.elf' | sort | head -n 1)}
[ -n "$program" ] || die 2 "no program: make trace PROG=file"
[ -r "$program" ] || die 2 "$program: no such file"
[ "$(head -c 20 "$program" | od -An -tx1 -j18 | tr -d ' ')" = b700 ] || die 2 "$program: not an AArch64 ELF file"
built "$build" lib/libspetrace.so bin/trace_dump
mkdir -p "$build/traces" || die 4 "cannot write to $build"
out=$build/traces/$(basename "$program" .elf).trace
tb/plugin/record.sh "$build/lib/libspetrace.so" "$out" "$program" || exit $?
echo "recorded $out ($(stat -c %s "$out") bytes)"
