# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2034
# Sourced by the tests of the mutators, which set `mutate`, the program, and `sources`, what they
# give it.
source sim/qualify/is.sh

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

# misuses: what is wrong in the options is said in one line.
misuses() {
    local row words
    for row in '--nope|unknown option --nope' '--ou x|unknown option --ou' '--out|no value for --out' \
        '--out x --draw 3 one|needed together: --draw and --seed' '--out x|needed: a source'; do
        read -r -a words <<<"${row%%|*}"
        is "options: ${row%%|*}" refused 2 "^mutate: ${row#*|}: --help says what there is$" "$mutate" "${words[@]}"
    done
}

mkdir "$work/in" && cp "${sources[@]}" "$work/in/" || exit 4
