#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# knobs.sh GOALS NAME=value...: check each knob: one of the goals must have it, and its value must
# be valid. Prints the first fault as one line; nothing when all are good.
set -u
CDPATH='' cd "$(dirname "$0")/.." || exit 2

fault() {
    echo "$1"
    exit 0
}

names() {
    local file list=
    for file in rtl/configs/*.cfg; do
        list+=" $(basename "$file" .cfg)"
    done
    echo "${list# }"
}

# The only table of targets and knobs is the lines "## TARGET [KNOB ...]: text" above the targets,
# which `make help` prints. Every target has O; a target without such a line, such as a file, is
# only built.
declare -A has
while IFS= read -r line; do
    [[ $line =~ ^##\ ([a-z-]+)(\ \[([A-Z\ ]+)\])?: ]] && has[${BASH_REMATCH[1]}]="${BASH_REMATCH[3]}${BASH_REMATCH[3]:+ }O"
done < <(grep -h '^## ' Makefile sim/mk/*.mk)
read -r -a goals <<<"$1"
shift
known=
for goal in "${goals[@]}"; do
    for name in ${has[$goal]-JOBS O}; do
        [[ " $known" == *" $name "* ]] || known+="$name "
    done
done
for pair in "$@"; do
    name=${pair%%=*}
    [ -z "$known" ] || [[ " $known" == *" $name "* ]] || fault "make ${goals[*]} has no knob $name; it has ${known% }"
done
[[ " $* " != *" WAVES=1 "* || " $* " != *" SVA=0 "* ]] || fault "WAVES=1 SVA=0: waves are built with assertions only"

# Options of spu_sim that do not belong to a run, and what to use instead.
declare -A instead=([--config]='the knob CONFIG' [--test]='the knob TEST' [--seed]='the knob SEED' [--dir]='the knob O'
    [--keep]='the knob KEEP' [--waves]='the knob WAVES')
for option in --help --list --batch --results; do
    instead[$option]="spu_sim itself: build/neoverse/spu_sim $option"
done
for pair in "$@"; do
    name=${pair%%=*} value=${pair#*=}
    case $name in
    CONFIG)
        [[ $value =~ ^[a-z0-9_]+$ && -f rtl/configs/$value.cfg ]] ||
            fault "CONFIG=$value: no such configuration; there are: $(names)"
        ;;
    TEST)
        [[ $value =~ ^[a-z0-9_]+$ ]] && grep -q "^$value"$'\t' sim/tests.tsv ||
            fault "TEST=$value: no such test; sim/tests.tsv lists them"
        ;;
    SEED)
        [[ $value =~ ^[0-9a-f]{1,40}$ && " ${goals[*]} " == @(" qualify "|" mutate-model "|" configs ") ]] || [[ $value =~ ^[0-9]{1,18}$ ]] || fault "SEED=$value: an integer from 0 to 10^18 - 1 is needed"
        ;;
    SEEDS | JOBS | RUNS | ALONE)
        [[ $value =~ ^[1-9][0-9]{0,8}$ ]] || fault "$name=$value: a positive integer is needed"
        ;;
    BUDGET)
        [[ $value =~ ^0[smh]?$ && " ${goals[*]} " == " nightly " ]] || [[ $value =~ ^[1-9][0-9]{0,5}[smh]?$ ]] || fault "BUDGET=$value: seconds are needed, or a number with s, m or h"
        ;;
    QUALIFY)
        [[ $value =~ ^([0-9]{1,2}|100)$ ]] || fault "QUALIFY=$value: a number of hundredths, 0 to 100, is needed"
        ;;
    ARGS)
        [[ ! $value =~ [[:cntrl:]] ]] || fault "ARGS: options of spu_sim with blanks between them are needed, on one line"
        read -r -a words <<<"$value"
        for word in ${words[@]+"${words[@]}"}; do
            [ -z "${instead[$word]-}" ] || fault "ARGS: $word is for ${instead[$word]}"
        done
        ;;
    ENGINE)
        [[ $value == @(ninja|slurm) ]] || fault "ENGINE=$value: there are ninja and slurm"
        ;;
    KEEP | WAVES | SVA | STRICT | RESUME | FAILED | COV)
        [[ $value =~ ^[01]$ ]] || fault "$name=$value: 0 or 1 is needed"
        ;;
    O)
        [[ $value =~ ^[A-Za-z0-9_./+-]+$ && $value != / ]] ||
            fault "O=$value: a directory name of letters, digits and _./+- is needed"
        real=$(realpath -m -- "$value")
        odd="[][!\"\$&'()*;<>?\\\`{|}#%:[:space:][:cntrl:]]"
        [[ ! $real =~ $odd || $real == "$PWD"/* ]] ||
            fault "O=$value: the directory behind it, $real, has a name of other characters"
        why=$(sim/outdir.sh "$value")
        [ -z "$why" ] || fault "O=$value: $why"
        ;;
    PREFIX | DESTDIR)
        [[ $value =~ ^[A-Za-z0-9_./+@:-]+$ && $value = /* ]] ||
            fault "$name=$value: an absolute directory name of letters, digits and _./+@:- is needed"
        ;;
    RUN)
        [[ $value =~ [^[:space:]] ]] || fault "RUN=$value: the directory of a run is needed, say build/out/neoverse/smoke-1"
        [[ -s $value/command ]] || fault "RUN=$value: no directory of a run: it holds no file 'command'"
        ;;
    GOOD | BASE)
        git rev-parse -q --verify "$value^{commit}" >/dev/null 2>&1 || fault "$name=$value: no commit of this repository"
        ;;
    LIST)
        [[ -f $value && -r $value ]] || [[ -d $value && " ${goals[*]} " == *" closure "* ]] || [[ $value =~ ^[a-z0-9_]+$ && -f sim/lists/$value.tsv ]] ||
            fault "LIST=$value: no such file, or not readable, and no list of sim/lists/"
        ;;
    PROG)
        [[ -f $value && -r $value ]] || fault "PROG=$value: no such file, or not readable"
        [ "$(od -An -tx1 -j18 -N2 "$value" | tr -d ' ')" = b700 ] || fault "PROG=$value: not an AArch64 ELF file"
        ;;
    esac
done
