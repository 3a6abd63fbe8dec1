#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# build.sh [OUT]: rebuild the traced program (default: mix.elf beside this script). Tests need the
# kept file only. It keeps the symbols of functions, for `perf report`; those of data would cover
# code, as .bss has no place of its own in the file.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here/mix.elf}
cross=${CROSS:-aarch64-linux-gnu-}
"${cross}gcc" -std=gnu11 -O2 -march=armv8.1-a -ffreestanding -fno-stack-protector -fno-pie \
	-fno-tree-loop-distribute-patterns -fno-asynchronous-unwind-tables -mno-outline-atomics -Wall -Wextra -Werror \
	-nostdlib -static -no-pie -Wl,--build-id=none -Wl,-z,noseparate-code -Wl,-z,max-page-size=4096 \
	-o "$out" "$here"/mix/*.c
"${cross}nm" "$out" | awk '$2 !~ /[tT]/ { print $3 }' >"$out.data"
"${cross}objcopy" --strip-symbols="$out.data" "$out"
rm "$out.data"
