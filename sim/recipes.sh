#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# recipes.sh: check that what the steps of the recipes of c_model/adding.md (or of $RECIPES) name
# exists: each file; each name of the code in one of the files of its step, or in the tree if the
# step has no files; a function, `name()`, in the tree; tests by their names. The line `<!-- made
# up: ... -->` of a recipe lists the names that its example makes up. Prints what does not exist;
# status 1 then.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# = 0 ] || die 2 "usage: sim/recipes.sh"
document=${RECIPES:-c_model/adding.md}
[ -r "$document" ] || die 2 "cannot read $document"
folders=(c_model dpi rtl sim tb README.md)

# steps: "RECIPE STEP, names in backquotes, made-up names" (tabs) of each step, joined by \001.
steps() {
    awk -v OFS='\t' '
        function close_step(n, part, i, list) {
            n = split(text, part, "`")
            for (i = 2; i <= n; i += 2) list = list (list == "" ? "" : "\001") part[i]
            if (step != "") print recipe " " step, list, made
            step = text = ""
        }
        /^## / { close_step(); recipe = substr($0, 4); made = ""; on = /^## A / }
        /^<!-- made up: / { made = substr($0, 15); sub(/ *-->$/, "", made) }
        on && /^[0-9]+\. / { close_step(); step = $1 }
        step != "" { text = text " " $0 }
        END { close_step() }' "$document"
}

# place NAME: the path of that file, from the folder of the document or from the top.
place() {
    local at
    for at in "c_model/$1" "$1"; do [ ! -e "$at" ] || { realpath --relative-to=. "$at"; return; }; done
    return 1
}

faults=0 named=0 where_to=()
# lost WHERE TEXT
lost() {
    echo "$document: $1 $2"
    faults=$((faults + 1))
}

# elsewhere NAME: whether NAME is a function or a test.
elsewhere() {
    [[ $1 == *'()' || -e c_model/test/$1.c ]] || grep -q "^$1"$'\t' sim/tests.tsv
}

while IFS=$'\t' read -r where list made; do
    files=() names=()
    while IFS= read -r item; do
        if [[ $item == *[./]* ]] && file=$(place "$item"); then
            files+=("$file")
        elif [[ $item =~ ^[a-z._/]+/[a-z_./-]+\.[a-z]+$ ]]; then
            lost "$where" "names the file $item, which is not there"
        elif [[ $item != build/* && $item != make* && $item != sim/* ]]; then
            mapfile -t -O "${#names[@]}" names < <(sed 's/"[^"]*"//g' <<<"$item" | grep -oE '[A-Za-z_][A-Za-z0-9_]{3,}(\(\)$)?')
        fi
    done < <(tr '\001' '\n' <<<"$list")
    for name in "${names[@]}"; do
        named=$((named + 1))
        [[ " $made " != *" $name "* ]] || continue
        where_to=("${files[@]}")
        [ ${#files[@]} != 0 ] && ! elsewhere "$name" || where_to=("${folders[@]}")
        grep -qrwF --exclude={adding.md,recipes_bad.sh} -e "${name%()}" "${where_to[@]}" || lost "$where" "names $name, which is not in ${files[*]:-the tree}"
    done
done < <(steps)
[ $named != 0 ] || die 1 "$document has no step that names anything"
exit $((faults > 0))
