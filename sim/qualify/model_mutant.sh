#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# qualify/model_mutant.sh BUILD N: judge mutant N of the model: kept logs, and then the unit tests. Prints "N OUTCOME HOW", tab-separated:
#   verdict, coverage, budget, words   what a log first shows: the log and the field
#   unit                               a unit test fails: which
#   crash, hang                        a signal, or its limit of processor time: where
#   survived                           nothing
# Words and budgets are noticed, but what is noticed by more weighs more: the judging goes on.
set -uo pipefail
[ $# = 2 ] || exit 2
dir=$1/mutants both=$1/bin/spe-both n=$2
export SPE_MUTANT=$n
LIMIT=60 # seconds of processor time; the longest of these takes 5

# outcome KIND HOW: that is it.
outcome() {
    printf '%s\t%s\t%s\n' "$n" "$1" "$2"
    exit 0
}

# ended STATUS WHERE: what a status says of who has ended so.
ended() {
    case $1 in
    152 | 137) outcome hang "$2" ;;
    134 | 136 | 139 | 135 | 132) outcome crash "$2: signal $(($1 - 128))" ;;
    esac
}

# told LIST: how the mutant tells its logs.
told() {
    local said status
    said=$( (ulimit -t $LIMIT && exec "$dir/bin/spe-both" tell "$dir/logs/$1.list" 2>/dev/null) | "$both" first "$dir/logs/$1.old" /dev/stdin 2>/dev/null
        echo "${PIPESTATUS[*]}")
    status=${said##*$'\n'} said=${said%"$status"} said=${said%$'\n'}
    ended "${status% *}" "$1"
    case ${status#* } in
    0) ;;
    1)
        [[ $said != verdict* ]] || outcome verdict "${said#*$'\t'}"
        [ -n "$weak" ] || weak=${said/$'\t'/ }
        ;;
    *) outcome verdict "$1: the log is refused, or cut off" ;;
    esac
}

# units: the unit tests, the short ones first, until one fails.
units() {
    local test status
    while read -r _ test; do
        test=$dir/unit/$test
        (ulimit -t $LIMIT && exec "$test" >/dev/null 2>&1)
        status=$?
        ended $status "$(basename "$test")"
        [ $status = 0 ] || outcome unit "$(basename "$test")"
    done <"$dir/units"
}

weak=
for list in text variants more; do [ ! -f "$dir/logs/$list.list" ] || told $list; done
units
[ -z "$weak" ] || outcome "${weak%% *}" "${weak#* }"
outcome survived -
