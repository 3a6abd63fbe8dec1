#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# build.sh [OUT]: rebuild the traced program (default: mix.elf beside this script). Tests need the kept file only.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here/mix.elf}
${CROSS_CC:-aarch64-linux-gnu-gcc} -std=gnu11 -O2 -march=armv8.1-a -ffreestanding -fno-stack-protector -fno-pie \
	-fno-tree-loop-distribute-patterns -fno-asynchronous-unwind-tables -mno-outline-atomics -Wall -Wextra -Werror \
	-nostdlib -static -no-pie -s -Wl,--build-id=none -Wl,-z,noseparate-code -Wl,-z,max-page-size=4096 \
	-o "$out" "$here"/mix/*.c
