#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# shrink.sh BUILD RUN [LIST [BUDGET]]: the smallest part of the simulation in the directory RUN that fails as it does, by check
# and field of the first finding (tb/README.md, "A smaller run"). It is left in RUN/shrunk, and printed as a command. With LIST, a
# list of the nights, the part becomes a row of it, once; '' is none. BUDGET: time of the search (30; 5m is 300). Status 1: the run
# does not fail today; 2 usage; 4 environment.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
source sim/lock.sh
source sim/command.sh
[ $# -ge 2 ] && [ $# -le 4 ] || die 2 'usage: sim/shrink.sh BUILD RUN [LIST [BUDGET]]'
[ -n "$2" ] || die 2 'RUN=DIR is needed: the directory of a run that has failed'
use_output "$1"
build=$1 run=$(realpath "$2") list=${3:-}
budget=$(seconds "${4:-30}") || exit
! grep -qs '^RESULT PASS' "$run/verdict" || die 2 "$2: the run has passed"
[ -z "$list" ] || [ -w "$list" ] || die 4 "cannot write to $list"
[ -z "$list" ] || whole "$list"
mkdir -p "$run/shrunk" || die 4 "cannot write to $run"
"$build/bin/shrink" "$run" "$run/shrunk" "$(realpath "$build/bin/launch")" "$budget" || exit
words_of "$run/shrunk"

# quoted WORD...: one line for the shell; what needs no quotes has none.
quoted() {
    local word line=''
    for word; do
        [[ $word =~ ^[A-Za-z0-9_./=,:+@%-]+$ ]] || word=$(printf %q "$word")
        line+=" $word"
    done
    echo "${line# }"
}

# without OPTION...: sets `words` to those but for those options and their values.
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
echo "$command"
[ -n "$list" ] || exit 0

[[ $command =~ rtl/configs/([a-z0-9_]+)\.cfg.*\ --test\ ([a-z0-9_]+) ]] || die 2 "no configuration and test in: $command"
config=${BASH_REMATCH[1]} test=${BASH_REMATCH[2]} seed=1
[[ ! $command =~ \ --seed\ ([0-9]+) ]] || seed=${BASH_REMATCH[1]}
without --weights-hash --seed
options=$(quoted "${words[@]:1}")
# Names of commands are unique in a list: the part is in the name.
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
