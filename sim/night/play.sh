#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# play.sh BUILD ROWS RESULTS SECONDS [MIB]: play a list of commands, as `spu_sim --batch` plays its
# own runs: rows and results of the same form, but the last column is the seed and a command of the
# shell. The command finds SEED, SPE_DIR (the directory that its run is to leave) and BUILD in its
# environment, and runs from the top of the tree; it may use SECONDS of processor time, and as many
# without using any, and each process that it starts MIB of memory (0, or none: as much as there
# is). A row that has a result in RESULTS is not played again, and none begins when there is a file
# `stop` beside ROWS. Status 4: a result
# cannot be written, or a run has failed where nothing could be written any more: that says nothing
# of what it tests.
set -u
cd "$(dirname "$0")/../.." || exit 2
source sim/common.sh
source sim/lock.sh
[ $# = 4 ] || [ $# = 5 ] || die 2 'usage: sim/night/play.sh BUILD ROWS RESULTS SECONDS [MIB]'
BUILD=$1 rows=$2 results=$3 seconds=$4 mib=${5:-0}
export BUILD
passed=0 failed=0

# wants_memory STATUS: has the run in SPE_DIR met the limit of memory, as who runs out of it says?
wants_memory() {
    [ "$mib" != 0 ] && [[ $1 != @(0|124) ]] && grep -qiE 'out of memory|bad_alloc|cannot allocate|memory exhausted' "$SPE_DIR/stderr" 2>/dev/null
}

# why STATUS: why the run in SPE_DIR has failed; nothing when it is good.
why() {
    local verdict
    verdict=$(tail -n 1 "$SPE_DIR/verdict" 2>/dev/null)
    if wants_memory "$1"; then
        echo "out of memory: $mib MiB" && return
    fi
    case $1 in
    124) if grep -q '^launch: ended: stalled' "$SPE_DIR/stderr" 2>/dev/null; then
            echo "stalled: no processor time used in $seconds s"
        else
            echo "no end after $seconds s of processor time"
        fi ;;
    0)
        [[ $verdict == "RESULT PASS "* && $verdict == *" mismatches=0 "* && $verdict != *" checks=0 "* ]] ||
            echo 'status 0 without a clean RESULT PASS'
        ;;
    *)
        if [ "$1" -gt 128 ]; then
            echo "ended by SIG$(kill -l $(($1 - 128)) 2>/dev/null || echo "$1")"
        elif [[ $verdict != "RESULT "* ]]; then
            echo "no verdict (status $1)"
        else
            echo "status $1, expected 0"
        fi
        ;;
    esac
}

# limited COMMAND...: in its memory.
limited() (
    [ "$mib" = 0 ] || ulimit -v $((mib * 1024)) || exit 4
    exec "$@"
)

# What was cut off is no result.
[ -z "$(tail -c 1 "$results" 2>/dev/null)" ] || sed -i '$d' "$results" || die 4 "cannot write to $results"
declare -A before
while read -r verdict _ _ _ name _; do [ -z "$name" ] || before[$name]=$verdict; done < <(cat "$results" 2>/dev/null)

while IFS=$'\t' read -r name SPE_DIR _ _ command; do
    case ${before[$name]:-} in
    PASS) passed=$((passed + 1)) && continue ;;
    FAIL) failed=$((failed + 1)) && continue ;;
    esac
    [ ! -e "${rows%/*}/stop" ] || break
    SEED=${command%% *}
    export SEED SPE_DIR
    rm -rf "$SPE_DIR" "$results.usage" && mkdir -p "$SPE_DIR" || die 4 "cannot write to $SPE_DIR"
    limited env -u JOB_CPU -u JOB_STALL "$BUILD/bin/launch" --cpu "$seconds" --stall "$seconds" --usage "$results.usage" \
        bash -c "${command#* }" >"$SPE_DIR/stdout" 2>"$SPE_DIR/stderr" </dev/null
    reason=$(why $?)
    read -r cpu wall <"$results.usage" || die 4 "cannot write to ${results%/*}"
    if [ -z "$reason" ]; then
        passed=$((passed + 1))
        echo "PASS 1 0 0 $name $cpu $wall" >>"$results" || exit 4
    else
        has_room "$SPE_DIR" || die 4 "$(no_room "$SPE_DIR"): nobody knows what $name has shown"
        failed=$((failed + 1))
        printf 'FAIL %s: %s\n  output: %s\n' "$name" "$reason" "$SPE_DIR"
        echo "FAIL 0 1 0 $name $cpu $wall" >>"$results" || exit 4
    fi
done <"$rows"
echo "COUNT $passed $failed 0"
[ "$failed" = 0 ]
