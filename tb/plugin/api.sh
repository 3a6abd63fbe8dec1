#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# api.sh [EMULATOR]: print the plugin interface version (SPE_QEMU_API) to build spetrace.c for.
set -u
qemu=${1:-${QEMU:-qemu-aarch64}}
if ! line=$("$qemu" --version 2>/dev/null | head -n 1) || [ -z "$line" ]; then
	echo "api.sh: $qemu: cannot be started; install the package qemu-user" >&2
	exit 4
fi
version=$(printf '%s\n' "$line" | sed -n 's/^.* version \([0-9]*\)\.\([0-9]*\).*$/\1 \2/p')
if [ -z "$version" ]; then
	echo "api.sh: $qemu: unknown version: $line" >&2
	exit 4
fi
major=${version% *} minor=${version#* }
# QEMU 4.2 brought the interface, 6.0 version 1, 9.0 version 2, 9.1 version 3 (still accepted
# later).
if [ $((major * 100 + minor)) -ge 901 ]; then
	echo 3
elif [ "$major" -ge 9 ]; then
	echo 2
elif [ "$major" -ge 6 ]; then
	echo 1
else
	echo "api.sh: $qemu is version $major.$minor; plugins need 6.0 or newer" >&2
	exit 4
fi
