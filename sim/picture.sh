#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# picture.sh make: draw the SVG of each *.boxes and *.wave beside it.
# picture.sh check: each SVG must be that of its source, and each name in a .boxes file must exist.
# Prints what does not hold; status 1 then.
# picture.sh fill BUILD FILE.wave: put the values of its run into FILE.wave; compare BUILD
# FILE.wave: print the values that differ, status 1.
#
# Boxes, a line each. Text in `backquotes` is a path; with `in FOLDER` it may also be a file, with
# or without the part after its dot, anywhere below a FOLDER:
#   title TEXT / about TEXT / size W H / in FOLDER...
#   box area|dut|c|plain|out X Y W H | TITLE | LINE...
#   arrow data|tell X Y X Y... | LABEL X Y
# Waves; VALUES has one for each cycle of `at` that is no gap (~):
#   title TEXT / about TEXT / run CONFIG TEST SEED / at CYCLE... / group TEXT / mark CYCLE TEXT
#   row LABEL | SOURCE | bit, hex, NUMBERS=NAMES | VALUES     SOURCE: rtl SIGNAL below spu
#                                                             [HIGH:LOW], spe ROW of `spe wave`
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
usage='usage: sim/picture.sh make | check | fill BUILD FILE | compare BUILD FILE'

# sources: the files that pictures are drawn from.
sources() {
    find c_model dpi rtl sim tb -name '*.boxes' -o -name '*.wave' | sort
}

# draw FILE: print its SVG.
draw() {
    awk -f "sim/picture/${1##*.}.awk" "$1"
}

# names FILE: the names in it that do not exist.
names() {
    local folders name
    read -ra folders < <(sed -n 's/^in //p' "$1")
    while read -r name; do
        [ -e "$name" ] || { [ ${#folders[@]} != 0 ] && [ -n "$(find "${folders[@]}" -name "$name" -o -name "$name.*" | head -n 1)" ]; } ||
            echo "$1: $name is not there"
    done < <(grep -oE '`[^`]+`' "$1" | tr -d '`' | sort -u)
}

check() {
    local file count=0
    while read -r file; do
        count=$((count + 1))
        draw "$file" | cmp -s - "${file%.*}.svg" || echo "${file%.*}.svg is another picture: sim/picture.sh make"
        names "$file"
    done < <(sources)
    [ $count != 0 ] || echo 'no picture at all'
}

case ${1-} in
make) sources | while read -r file; do draw "$file" >"${file%.*}.svg" || exit; done ;;
check)
    lost=$(check)
    [ -z "$lost" ] || { echo "$lost" && exit 1; }
    ;;
fill | compare)
    [ $# = 3 ] && [ -r "$3" ] || die 2 "$usage"
    exec sim/picture/values.sh "$@"
    ;;
*) die 2 "$usage" ;;
esac
