#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# picture_bad.sh DIR: sim/picture.sh must report a picture whose source has changed, one that names
# something that does not exist, and one with a wrong form.
set -u
cd "$(dirname "$0")/.." || exit 2
dir=$1 passed=0 failed=0
source sim/common.sh

# says NAME TEXT SOURCE: TEXT is reported for the only picture of a tree.
says() {
    if (cd "$dir/tree" && sim/picture.sh check 2>&1) | grep -qF -- "$2"; then passed=$((passed + 1)); else
        echo "FAIL $1: sim/picture.sh does not say: $2" && failed=$((failed + 1))
    fi
}

rm -rf "${dir:?}/tree"
mkdir -p "$dir/tree/sim" "$dir/tree"/{c_model,dpi,rtl,tb}
cp -r sim/picture sim/picture.sh sim/common.sh "$dir/tree/sim/"
says none 'no picture at all'
cp -r rtl "$dir/tree/"
(cd "$dir/tree" && sim/picture.sh check) && passed=$((passed + 1)) || { echo 'FAIL good: a picture that is as it should be' && failed=$((failed + 1)); }
sed -i 's/a tag for it/a number for it/' "$dir/tree/rtl/overview.boxes"
says changed 'rtl/overview.svg is another picture'
cp rtl/overview.boxes "$dir/tree/rtl/"
find "$dir/tree/rtl" -name 'spu_xlat*' -delete
says name 'rtl/overview.boxes: spu_xlat is not there'
cp -r rtl "$dir/tree/"
echo 'boxes plain 1 2 3 4 | x' >>"$dir/tree/rtl/overview.boxes"
says form 'what is this?'
printf '%s\n' 'title t' 'at 1 2 ~ 5' 'row a | - | bit | 0 1' >"$dir/tree/rtl/x.wave"
says values '2 values for 3 cycles'
echo "COUNT $passed $failed 0"
[ "$failed" = 0 ] && [ "$passed" = 6 ]
