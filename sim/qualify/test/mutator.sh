# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2034
# Sourced by the tests of the mutators. They set `mutate`, the program, and `sources`, its input.
source sim/qualify/is.sh

# mutants DIR FILE...: run the mutator on these files, with the options in `options`. The output
# goes to DIR.
options=()
mutants() {
    local dir=$work/$1 file
    shift
    for file; do mkdir -p "$dir/src/$(dirname "$file")"; done
    (cd "$work/in" && "$mutate" --out "$dir" ${options[@]+"${options[@]}"} "$@")
}

# refused STATUS TEXT COMMAND...: the command ends with STATUS and prints one line, which matches
# TEXT.
refused() {
    local expected=$1 text=$2 status
    shift 2
    "$@" >"$work/refused" 2>&1
    status=$?
    cat "$work/refused"
    [ $status = "$expected" ] && [ "$(wc -l <"$work/refused")" = 1 ] && grep -qE "$text" "$work/refused"
}

# misuses: each mistake in the options gives one line.
misuses() {
    local row words
    for row in '--nope|unknown option --nope' '--ou x|unknown option --ou' '--out|no value for --out' \
        '--out x --draw 3 one|needed together: --draw and --seed' '--out x|needed: a source'; do
        read -r -a words <<<"${row%%|*}"
        is "options: ${row%%|*}" refused 2 "^mutate: ${row#*|}: --help says what there is$" "$mutate" "${words[@]}"
    done
}

mkdir "$work/in" && cp "${sources[@]}" "$work/in/" || exit 4
