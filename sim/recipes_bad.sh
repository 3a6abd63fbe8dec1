#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# recipes_bad.sh DIR: sim/recipes.sh reports a step that names a file, or a name of the code, that
# does not exist.
set -eu
cd "$(dirname "$0")/.."
dir=$1
mkdir -p "$dir"

# says NAME EXPRESSION TEXT: after this change of the document the output has TEXT, and the status
# is 1.
says() {
    local status=0
    sed -E "$2" c_model/adding.md >"$dir/$1.md"
    RECIPES=$dir/$1.md sim/recipes.sh >"$dir/recipes.said" 2>&1 || status=$?
    [ "$status" = 1 ] || { echo "$1: status $status" && exit 1; }
    grep -F "$3" "$dir/recipes.said"
}

says file 's#src/bus/done\.c#src/queue/done.c#' 'A key 3. names the file src/queue/done.c, which is not there'
says name 's/count_add\(/accounts_add(/' 'A key 3. names accounts_add, which is not in c_model/src/bus/done.c'
says moved 's#`src/arch/access\.c`#`src/arch/route.c`#' 'A register 2. names GROUP_TPMS, which is not in c_model/src/arch/route.c'
says function 's/`cover_bin\(\)`/`cover_bun()`/' 'A packet 6. names cover_bun(), which is not in '
says nothing 's/^## A /## The /' 'has no step that names anything'
