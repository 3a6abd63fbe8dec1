#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# case.sh BUILD N: repeats case N of c_model/debugging.md. The SPU with the patch that its first command names is built with waves in
# BUILD/case/N, its other commands are given to that, and each line that it shows must come ("..." stands for what it leaves out).
# Directories of runs lie in BUILD/case/N in place of build/out/neoverse. CASES: another document.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# = 2 ] || die 2 'usage: sim/case.sh BUILD N'
build=$1 work=$1/case/$2 document=${CASES:-c_model/debugging.md} place=build/out/neoverse
built "$build" neoverse-waves/spu_sim bin/{spe,spe-wave,shrink,launch}

# console: the lines of the console blocks of the section.
console() {
    awk -v begin="$1. " '/^##+ / { on = index($0, "# " begin) > 0 } /^```/ { shown = $0 == "```console"; next } on && shown' "$document"
}

# here TEXT: with the directory of this case in place of that of a reader.
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

# shrunk WORD...: what make shrink says. On a busy machine, too, its runs and not its time end the search.
shrunk() {
    local RUN='' SVA=1
    local "$@"
    SVA=$SVA sim/shrink.sh "$build" "$RUN" '' 10m
}

# give COMMAND: what a reader is told to type. The words of a transcript are the shell's.
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

# judge COMMAND SHOWN: the lines that it shows are among those that come.
judge() {
    [ -z "$2" ] || awk -v readme="$document: $1" -f sim/shown.awk "$work/came" - <<<"$2" || failed=$((failed + 1))
}

# Assertions only where the document shows one: without them it is compiled in half the time.
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
