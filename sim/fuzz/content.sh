#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# content.sh OUT TARGET: print a hash of the code that the fuzz target is linked from. The files are
# those that the linker (OUT/TARGET.members) and the compiler (.d) name; comments and layout do not
# count. Status 1 if a file is not there.
set -euo pipefail
cd "$(dirname "$0")/../.."
source sim/common.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sed -nE 's/^\(?[^()]*lib(src|decode|host|trace)\.a[()]*([a-z0-9_]+\.o)\)?$/\1 \2/p; s/^.*(fuzz_[a-z]+\.o)$/test \1/p' "$1/$2.members" |
    while read -r archive object; do echo "$1/obj/$archive/${object%.o}.d"; done | xargs cat | tr -s ' \\' '\n' |
    grep -xE '(c_model|dpi|tb)/[^:]*' | LC_ALL=C sort -u >"$work/files"
while read -r file; do
    echo "$file"
    # A `#field` at the start of a macro's next line would be taken for a directive.
    sed -z 's/\\\n *#/ #/g' "$file" | "$CC" -std=c11 -w -fpreprocessed -dD -E -P -xc -
done <"$work/files" >"$work/code"
sha256sum <"$work/code" | cut -c1-16
