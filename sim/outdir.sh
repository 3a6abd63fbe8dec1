#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# outdir.sh DIR: print in one line why DIR must not be the output directory; nothing when it may.
# `make clean` deletes what is in it.
set -u
CDPATH='' cd "$(dirname "$0")/.." || exit 2
root=$(pwd -P)
[ ! -L "$1" ] || [ -e "$1" ] || { echo "a symbolic link to $(readlink -- "$1"), which is not there" && exit; }
dir=$(realpath -m -- "$1")

case $root/ in
"$dir"/*) echo "is the tree or holds it" && exit ;;
esac
case $dir/ in
"$root"/.git/*) echo "belongs to git" && exit ;;
"$root"/*) ;;
*) exit ;;
esac
relative=${dir#"$root"/}
if [ -e .git ] && files=$(git ls-files -- "$relative" 2>/dev/null); then
    [ -z "$files" ] || echo "holds files of the tree"
else
    case ${relative%%/*} in
    c_model | dpi | rtl | sim | tb) echo "holds files of the tree" ;;
    esac
fi
