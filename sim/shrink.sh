#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# shrink.sh BUILD RUN [LIST [BUDGET]]: find the smallest part of the simulation in the directory RUN
# that fails in the same way, by check and field of the first finding (tb/README.md, "A smaller
# run"). It is left in RUN/shrunk, whose file `about` names the run, and printed as a command. With
# LIST, a list of the nights, the part is added to it as a row, once; '' is no list. BUDGET: time of
# the search (30; 5m is 300). SVA=0: without assertions. Status 1: the run does not fail today; 2
# usage; 3 a limit, or stopped; 4 environment.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
source sim/lock.sh
source sim/command.sh
[ $# -ge 2 ] && [ $# -le 4 ] || die 2 'usage: sim/shrink.sh BUILD RUN [LIST [BUDGET]]'
failed_run "$2"
use_output "$1"
build=$1 run=$(realpath "$2") list=${3:-}
budget=$(seconds "${4:-30}") || exit
[ -z "$list" ] || [ -w "$list" ] || die 4 "cannot write to $list"
[ -z "$list" ] || whole "$list"
{ mkdir -p "$run/shrunk" && exec {held}>"$run/shrunk/.lock"; } 2>/dev/null || die 4 "cannot write to $run"
flock -n "$held" || die 4 "$run/shrunk: another make shrink is at work there"
{ about "make shrink" "$2" >"$run/shrunk/about"; } 2>/dev/null || die 4 "cannot write to $run"
more=() stop=0
words_of "$run"
! grep -qs "^why: stopped by signal " "$run/verdict" || [ "$(value mismatches "$(tail -n 1 "$run/verdict")")" != 0 ] ||
    die 2 "$2: the run was stopped by a signal before it had failed"
[ "${SVA:-1}" = 1 ] || [[ " ${words[*]} " == *' --plusarg '* ]] || more=(--plusarg +verilator+noassert)
"$build/bin/shrink" "$run" "$run/shrunk" "$(realpath "$build/bin/launch")" "$budget" ${more[@]+"${more[@]}"} || {
    status=$?
    has_room "$run" || die 4 "$(no_room "$run")"
    # Stopped after something was found: go on to print it. A second signal ends that, too.
    { [ $status -gt 128 ] && [[ $(tail -n 1 "$run/shrunk/verdict" 2>/dev/null) == "RESULT FAIL "* ]]; } || exit $status
    stop=3
}
mv -f "$run/shrunk.out" "$run/shrunk/stdout" || die 4 "cannot write to $run"
words_of "$run/shrunk"
head -n 1 "$run/shrunk/findings.txt" 2>/dev/null | grep -q ' ASSERTION: ' &&
    echo "an assertion ends it; what the scoreboard finds without: make shrink RUN=$(quoted "$2") SVA=0"

# without OPTION...: remove these options and their values from `words`.
without() {
    local word skip=0 kept=()
    for word in "${words[@]}"; do
        [[ " $* " != *" $word "* ]] || skip=2
        [ $skip != 0 ] || kept+=("$word")
        skip=$((skip > 0 ? skip - 1 : 0))
    done
    words=("${kept[@]}")
}

without --dir
command=$(quoted "${words[@]}")
[ -d "$folder" ] || folder=$PWD # a clone that is gone, say
echo "cd $(quoted "$folder") && $command"
[ -n "$list" ] || exit $stop

[[ $command =~ rtl/configs/([a-z0-9_]+)\.cfg.*\ --test\ ([a-z0-9_]+) ]] || die 2 "no configuration and test in: $command"
config=${BASH_REMATCH[1]} test=${BASH_REMATCH[2]} seed=1
[[ ! $command =~ \ --seed\ ([0-9]+) ]] || seed=${BASH_REMATCH[1]}
without --weights-hash --seed
options=$(quoted "${words[@]:1}")
# Names of commands are unique in a list: the name includes a checksum of the part.
name=${test}_$(cksum <<<"$options $seed" | cut -d' ' -f1)
# shellcheck disable=SC2016 # for the shell of the run
row=$(printf '!%s\t%s\t%s-%s\t0\t300\t$BUILD/%s/spu_sim %s --seed $SEED --dir $SPE_DIR' "$name" "$config" "$seed" "$seed" "$config" \
    "${options//$PWD\//}")
if grep -qxF -- "$row" "$list"; then
    echo "$list has it already"
else
    head -n -1 "$list" >"$run/shrunk/list" && printf '%s\n# end\n' "$row" >>"$run/shrunk/list" &&
        cat "$run/shrunk/list" >"$list" && rm "$run/shrunk/list" || die 4 "cannot write to $list"
    echo "added to $list"
fi
exit $stop
