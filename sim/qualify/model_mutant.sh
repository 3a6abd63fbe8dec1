#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# qualify/model_mutant.sh BUILD N: judge mutant N of the model: the kept logs, and then the unit
# tests, that reach it (model_met.sh). Prints "N OUTCOME HOW", tab-separated:
#   verdict, coverage, budget, words   what a log first shows: the log and the field; words also of
#                                      `spe log --decode`, `spe explain`
#   unit                               a unit test fails: which
#   crash, hang                        a signal, or its limit of processor time: where
#   survived                           nothing; or nothing even reaches it
# Words and budgets are noticed, but what is noticed by more weighs more: the judging goes on.
set -uo pipefail
cd "$(dirname "$0")/../.." && [ $# = 2 ] || exit 2
dir=$1/mutants both=$1/bin/spe-both n=$2
export SPE_MUTANT=$n
declare -A limit=([text]=20 [cases]=20 [variants]=150 [more]=60 [blind]=60) # seconds of processor time; the model without a mutant takes a fifth

# outcome KIND HOW: that is it.
outcome() {
    rm -f "$dir/logs/of.$n".*
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

# names STAGE: what of it reaches the mutant, in its order.
names() {
    awk -F'\t' -v stage="$1" '$2 == stage { print $4 }' "$dir/met/of.$n" 2>/dev/null
}

# told STAGE: how the mutant tells the logs of it.
told() {
    local stage=$1 of=$dir/logs/of.$n said status logs
    mapfile -t logs < <(names "$stage")
    [ ${#logs[@]} -gt 0 ] || return
    printf '%s\n' "${logs[@]}" '# end' >"$of.list"
    { (cd "$dir/logs/old" && cat "${logs[@]}") && echo '# end'; } >"$of.old"
    said=$( (ulimit -t "${limit[$stage]}" && exec "$dir/bin/spe-both" tell "$of.list" 2>/dev/null) | "$both" first "$of.old" /dev/stdin 2>/dev/null
        echo "${PIPESTATUS[*]}")
    status=${said##*$'\n'} said=${said%"$status"} said=${said%$'\n'}
    ended "${status% *}" "$stage"
    case ${status#* } in
    0) ;;
    1)
        [[ $said != verdict* ]] || outcome verdict "${said#*$'\t'}"
        [ -n "$weak" ] || weak=${said/$'\t'/ }
        ;;
    *) outcome verdict "$stage: a log is refused, or cut off" ;;
    esac
}

# worded: whether a log in words, and what led to its first finding, are as without the mutant.
worded() {
    local name words
    while [ -z "$weak" ] && read -r name; do
        words=$(ulimit -t 10 && sim/qualify/model_words.sh "$dir" "$name")
        ended $? "$name in words"
        [ "$words" = "$(SPE_MUTANT=0 sim/qualify/model_words.sh "$dir" "$name")" ] || weak="words $name in words"
    done < <(names decode)
}

# units: the unit tests, the short ones first, until one fails.
units() {
    local test status seconds
    while read -r test; do
        seconds=$(awk -v test="$test" '$2 == test { print int(5 * $1) + 3 }' "$dir/units")
        (ulimit -t "$seconds" && exec "$dir/unit/$test" >/dev/null 2>&1)
        status=$?
        ended $status "$test"
        [ $status = 0 ] || outcome unit "$test"
    done < <(names unit)
}

[ -e "$dir/met/of.$n" ] || outcome survived 'nothing reaches it'
weak=
for stage in text cases variants more blind; do told $stage; done
worded
units
[ -z "$weak" ] || outcome "${weak%% *}" "${weak#* }"
outcome survived -
