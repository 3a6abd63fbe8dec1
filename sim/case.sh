#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# case.sh BUILD N: repeat case N of c_model/debugging.md. The SPU with the patch that the first
# command names is built with waves in BUILD/case/N. The other commands run on it, and each line
# that the document shows must appear ("..." stands for what it leaves out). Directories of runs are
# in BUILD/case/N instead of build/out/neoverse. CASES: another document.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# = 2 ] || die 2 'usage: sim/case.sh BUILD N'
build=$1 work=$1/case/$2 document=${CASES:-c_model/debugging.md} place=build/out/neoverse
built "$build" neoverse-waves/spu_sim bin/{spe,spe-wave,shrink,launch}

# console: the lines of the section's console blocks.
console() {
    awk -v begin="$1. " '/^##+ / { on = index($0, "# " begin) > 0 } /^```/ { shown = $0 == "```console"; next } on && shown' "$document"
}

# here TEXT: the text with the directory of this case instead of the reader's.
here() {
    echo "${1//"$place"/"$work"}"
}

# run_test WORD...: TEST=, SEED= and ARGS= as make run has them.
run_test() {
    local TEST=trace SEED=1 ARGS=''
    local "$@"
    rm -rf "${work:?}/$TEST-$SEED"
    SIM=$work/spu_sim OUT=$work/$TEST-$SEED sim/run.sh "$build" neoverse "$TEST" "$SEED" "$ARGS"
}

# shrunk WORD...: the output of make shrink. The number of runs, not the time, ends the search, so
# that a busy machine finds the same.
shrunk() {
    local RUN='' SVA=1
    local "$@"
    SVA=$SVA sim/shrink.sh "$build" "$RUN" '' 10m
}

# give COMMAND: run a command that a reader is told to type. The words of a transcript are the
# shell's.
give() {
    local words
    mapfile -t words < <(xargs printf '%s\n' <<<"$1")
    case $1 in
    'git apply -R '*) ;;
    'git apply '*) [ -x "$work/spu_sim" ] || sim/faulty.sh "$build" "${words[2]}" neoverse "$flavour" "$work" ;;
    'make run '*) run_test "${words[@]:2}" ;;
    'make debug RUN='*) SIM=$work/spu_sim sim/debug.sh "$build" "${words[2]#RUN=}" ;;
    'make shrink RUN='*) shrunk "${words[@]:2}" ;;
    'build/bin/spe '*) "$build/bin/spe" "${words[@]:1}" ;;
    *) die 2 "$document: case $2 has a command that nobody knows here: $1" ;;
    esac
}

# judge COMMAND SHOWN: each line shown is in the output of the command.
judge() {
    [ -z "$2" ] || awk -v readme="$document: $1" -f sim/shown.awk "$work/came" - <<<"$2" || failed=$((failed + 1))
}

# Build assertions only if the document shows one: without them the build takes half the time.
flavour=wavefault
! console "$2" | grep -q ' ASSERTION: ' || flavour=waves
mkdir -p "$work" || die 4 "cannot write to $work"
rm -f "$work/spu_sim"
failed=0 commands=0 command='' shown=''
while IFS= read -r -u 3 line; do
    if [[ $line != '$ '* ]]; then
        shown+=${shown:+$'\n'}$line
        continue
    fi
    [ -z "$command" ] || judge "$command" "$shown"
    command=${line#$ } shown='' commands=$((commands + 1))
    give "$(here "$command")" "$2" >"$work/said" 2>&1 </dev/null
    sed "s#\(/[^ ]*\)\?$work#$place#g" "$work/said" >"$work/came"
done 3< <(console "$2")
[ $commands -gt 2 ] || die 2 "$document: case $2 shows no commands"
judge "$command" "$shown"
echo "case $2: $(counted $commands command), $failed with other lines than the document shows"
[ $failed = 0 ]
