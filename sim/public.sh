#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# public.sh [FOLDER]: each function that a header of FOLDER (c_model/include/spe) declares must have
# a caller outside of c_model/src and of tests, or be named in a README: functions that only libspe
# needs belong in another header. Prints the others; status 1 then.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# -le 1 ] || die 2 'usage: sim/public.sh [FOLDER]'
work=$(mktemp -d) || exit 4
trap 'rm -rf "$work"' EXIT
cat "${1:-c_model/include/spe}"/*.h | "$CC" -w -fpreprocessed -P -E -xc - | grep -oE '\bspe_[a-z0-9_]+\(' | tr -d '(' | sort -u >"$work/declared"
[ -s "$work/declared" ] || die 4 'no header declares a function'
grep -rohwE --include='*.'{[ch],cpp,hpp,sv,svh} --include=README.md --exclude-dir=test 'spe_[a-z0-9_]+' c_model/{host,cli,edge,both,wave,README.md} dpi tb sim |
    sort -u >"$work/called"
comm -23 "$work/declared" "$work/called" | sed 's/$/() is public, and only c_model\/src calls it/' >"$work/alone"
[ ! -s "$work/alone" ] || { cat "$work/alone" && exit 1; }
