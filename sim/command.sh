# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by scripts that play a run again: reads the command that the run left, and its verdict.
# shellcheck disable=SC2034 # what is set here is for those who source it

# value KEY VERDICT: the value of the key in the RESULT line.
value() {
    sed -nE "s/.* $1=(\S+).*/\1/p" <<<"$2"
}

# words_of RUN: set `words` to the words of the command of the run in that directory. It begins with
# `cd FOLDER &&`, which sets `folder`.
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

# options_of RUN: set `args` to the options of the command in `words`, without those that say where
# it writes. A run without assertions stays without them in a build that has assertions.
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

# failed_run DIR: refuse, in one line, a DIR that is not the directory of a failed run.
failed_run() {
    [ -n "$1" ] || die 2 'RUN=DIR is needed: the directory of a run that has failed'
    [ -s "$1/command" ] || die 2 "$1: no directory of a run: it holds no command"
    ! grep -qs '^RESULT PASS ' "$1/verdict" || die 2 "$1: the run has passed"
}

# quoted WORD...: the words as one line for the shell, quoted only where necessary.
quoted() {
    local word line=''
    for word; do
        [[ $word =~ ^[A-Za-z0-9_./=,:+@%-]+$ ]] || word=$(printf %q "$word")
        line+=" $word"
    done
    echo "${line# }"
}

# about WHAT RUN: one line that says what was made of the run in that directory, with the hashes of
# the run: they tell whether the run in that directory is still the same.
about() {
    local verdict
    verdict=$(tail -n 1 "$2/verdict" 2>/dev/null)
    echo "$1 of $2, $(date +'%F %T'): $(grep -oE '\b(config|test|seed|off|stim|result)=\S+' <<<"$verdict" | xargs)"
}
