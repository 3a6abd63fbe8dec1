# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2034
# Sourced by the tests of the mutators, which set `mutate`, the program, and `sources`, what they give it: a folder to work in, counts of
# what was judged.
work=$(mktemp -d) || exit 4
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

# is NAME COMMAND...: the command says yes.
is() {
    local name=$1
    shift
    if "$@" >"$work/said" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $name"
        head -n 10 "$work/said" | sed 's/^/  | /'
    fi
}

# mutants DIR FILE... [OPTIONS of the mutator in `options`]: into DIR.
options=()
mutants() {
    local dir=$work/$1 file
    shift
    for file; do mkdir -p "$dir/src/$(dirname "$file")"; done
    (cd "$work/in" && "$mutate" --out "$dir" ${options[@]+"${options[@]}"} "$@")
}

# refused STATUS TEXT COMMAND...: it ends with the status and says the text in one line.
refused() {
    local expected=$1 text=$2 status
    shift 2
    "$@" >"$work/refused" 2>&1
    status=$?
    cat "$work/refused"
    [ $status = "$expected" ] && [ "$(wc -l <"$work/refused")" = 1 ] && grep -qE "$text" "$work/refused"
}

mkdir "$work/in" && cp "${sources[@]}" "$work/in/" || exit 4
