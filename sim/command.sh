# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by who plays a run once more: the command that it has left, and its verdict.
# shellcheck disable=SC2034 # what is set here is for those who source it

# value KEY VERDICT: what the line RESULT says of the key.
value() {
    sed -nE "s/.* $1=(\S+).*/\1/p" <<<"$2"
}

# words_of RUN: sets `words` to those of the command of the run in that directory, behind `cd FOLDER &&`, which becomes `folder`.
words_of() {
    local text
    text=$(<"$1/command")
    folder=$PWD
    if [[ $text == 'cd '*' && '* ]]; then
        folder=$(xargs printf '%s\n' <<<"${text%% && *}" | sed -n 2p)
        text=${text#* && }
    fi
    mapfile -t words < <(xargs printf '%s\n' <<<"$text")
}

# options_of RUN: sets `args` to the options of the command in `words`, but for where it writes. A run that had no assertions
# has none in a build that has them.
options_of() {
    local word skip=0 plusarg=0
    args=()
    for word in "${words[@]:1}"; do
        case $word in
        --dir | --log | --bins | --covers | --records | --waves | --waves-from | --waves-to) skip=2 ;;
        --keep | --print-streams) skip=1 ;;
        --plusarg) plusarg=1 ;;
        esac
        [ $skip != 0 ] || args+=("$word")
        skip=$((skip > 0 ? skip - 1 : 0))
    done
    [[ ,$(value off "$(tail -n 1 "$1/verdict" 2>/dev/null)"), != *,sva,* || $plusarg = 1 ]] || args+=(--plusarg +verilator+noassert)
}

# failed_run DIR: refuses, in one line, what is no directory of a run that has failed.
failed_run() {
    [ -n "$1" ] || die 2 'RUN=DIR is needed: the directory of a run that has failed'
    [ -s "$1/command" ] || die 2 "$1: no directory of a run: it holds no command"
    ! grep -qs '^RESULT PASS ' "$1/verdict" || die 2 "$1: the run has passed"
}

# quoted WORD...: one line for the shell; what needs no quotes has none.
quoted() {
    local word line=''
    for word; do
        [[ $word =~ ^[A-Za-z0-9_./=,:+@%-]+$ ]] || word=$(printf %q "$word")
        line+=" $word"
    done
    echo "${line# }"
}

# about WHAT RUN: one line: what was made of the run in that directory, and its hashes, which say whether the run beside it is that.
about() {
    local verdict
    verdict=$(tail -n 1 "$2/verdict" 2>/dev/null)
    echo "$1 of $2, $(date +'%F %T'): $(grep -oE '\b(config|test|seed|off|stim|result)=\S+' <<<"$verdict" | xargs)"
}
