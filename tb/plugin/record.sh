#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# record.sh PLUGIN OUT PROGRAM [ARGS...]: record the operations of an AArch64 program into OUT.
# TRACE_MAX=n stops after n operations (0: all); QEMU names the emulator. Builds nothing.
# Exit: 0 recorded, 2 usage, 4 environment, plugin or program failed (the program's own status is
# printed).
set -u
if [ $# -lt 3 ]; then
	echo "usage: record.sh PLUGIN OUT PROGRAM [ARGS...]" >&2
	exit 2
fi
plugin=$1 out=$2 program=$3
qemu=${QEMU:-qemu-aarch64}
shift 2
for file in "$plugin" "$program"; do
	if [ ! -r "$file" ]; then
		echo "record.sh: $file: no such file" >&2
		exit 2
	fi
done
case $plugin$out in
*,*)
	echo "record.sh: a comma in a file name is not possible here" >&2
	exit 2
	;;
esac
case $plugin in
*/*) ;;
*) plugin=./$plugin ;;
esac
# An earlier record stays until there is a whole new one.
new=$out.new.$$
trap 'rm -f -- "$new"' EXIT
"$qemu" -plugin "$plugin,out=$new,max=${TRACE_MAX:-0}" "$@"
status=$?
if [ ! -s "$new" ]; then
	echo "record.sh: $program: nothing recorded (status $status)" >&2
	exit 4
fi
if [ $status -ne 0 ]; then
	echo "record.sh: $program: ended with status $status" >&2
	exit 4
fi
mv -f -- "$new" "$out"
