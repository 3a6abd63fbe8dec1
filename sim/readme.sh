#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# readme.sh BUILD run|mismatch|life: the output that README.md shows must appear; prints what
# differs. "run" is the verdict of `make run`; "mismatch" is findings, verdict and log of the fault
# that serves as the example, which sim/fault.sh has run before. "..." in the text stands for what
# it leaves out.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# = 2 ] || die 2 "usage: sim/readme.sh BUILD run|mismatch|life"
build=$1 readme=${README:-README.md}

# pasted SECTION: the lines of output that the section shows; an empty SECTION is the part before
# the first one.
pasted() {
    awk -v want="${1:+## $1}" 'BEGIN { on = want == "" } /^## / { on = $0 == want } /^```/ { console = $0 == "```console" }
        on && console && /^([0-9]+ [a-z]|RESULT )/ { print }
        on && /^    ([0-9]+ [a-z]|RESULT )/ { print substr($0, 5) }' "$readme"
}

# compare SECTION FILE: each line that the section shows is one of FILE.
compare() {
    local shown
    shown=$(pasted "$1")
    [ -n "$shown" ] || die 1 "$readme shows no output in ${1:-front of its first section}"
    awk -v readme="$readme" -f sim/shown.awk "$2" - <<<"$shown"
}

mismatch() {
    local work=$build/fault/packet_ns-neoverse-noassert window
    [ -s "$work/txnlog" ] || die 4 "$work/txnlog is not there: sim/fault.sh writes it"
    "$build/bin/spe" replay "$work/txnlog" >"$work/replay.out" 2>"$work/replay.err"
    cmp "$work/replay.out" "$work/verdict" && cmp "$work/replay.err" "$work/findings.txt" ||
        die 1 "the replay differs from the run"
    read -r -a window <<<"$(grep -oE -m 1 'spe log --from [0-9]+ --to [0-9]+' "$readme")"
    # README.md shows a run with assertions on; this fault breaks none of them.
    "$build/bin/spe" "${window[@]:1}" "$work/txnlog" | cat - <(sed 's/ off=sva / off=- /' "$work/replay.out") "$work/replay.err" >"$work/came"
    compare '' "$work/came" && compare 'Debugging a mismatch' "$work/came"
}

# What dpi/life.md shows of a run of smoke: its commands, and each line after them.
life() {
    local work=$build/readme/life document=${LIFE:-dpi/life.md} command words
    rm -rf "$work" && OUT=$work KEEP=1 sim/run.sh "$build" neoverse smoke 1 || die 1 "the run has failed"
    while IFS= read -r -u 3 command; do
        read -ra words <<<"${command//build\/out\/neoverse\/smoke-1/"$work"}"
        "$build/bin/spe" "${words[@]:1}" || die 1 "$document: $command has failed"
    done 3< <(sed -n 's/^$ //p' "$document") >"$work/came"
    awk '/^```/ { on = $0 == "```console"; next } on && !/^\$ /' "$document" >"$work/shown"
    [ -s "$work/shown" ] || die 1 "$document shows no output"
    awk -v readme="$document" -f sim/shown.awk "$work/came" "$work/shown"
}

case $2 in
run)
    sim/run.sh "$build" neoverse trace 1 | tee "$build/readme.run"
    [ "${PIPESTATUS[0]}" = 0 ] && compare 'The verdict' "$build/readme.run"
    ;;
mismatch) mismatch ;;
life) life ;;
*) die 2 "run, mismatch or life, not '$2'" ;;
esac
