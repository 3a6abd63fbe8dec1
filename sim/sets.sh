#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# sets.sh BUILD [CONFIG...]: a correct SPU gives no finding under any legal set of groups of taps. Runs every test of tier smoke that is
# expected to pass, with its first seeds (SEEDS=3) and `random` with more (RANDOM_SEEDS=16), writes their logs and judges them with
# `spe sets`. Without CONFIG: neoverse kunpeng ernd v1p0_min v1p5_max. BUILD/CONFIG/spu_sim and BUILD/bin/spe must be built. About 3 minutes of
# processor time for each seed of the five.
# sets.sh BUILD --texts: the same of c_model/test/logs; --table: which checks are off, and which are made in part, under each set
# (c_model/sets.md; both a second).
# sets.sh BUILD --faults [FAULT...]: the faults of sim/faults/sets.tsv (or those named) are found under each set that the second column
# says, and under no fewer than it says. Builds each faulty model once (half a minute each); its log stays in BUILD/sets/faults.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# -ge 1 ] || die 2 "usage: sim/sets.sh BUILD [CONFIG...] | BUILD --texts | BUILD --table | BUILD --faults [FAULT...]"
build=$1 spe=$1/bin/spe dir=$1/sets
shift
whole sim/tests.tsv sim/faults/list.tsv sim/faults/sets.tsv
[ -x "$spe" ] || die 4 "$spe is not built"

# seeds_of TEST SEEDS: the seeds of a row that are run.
seeds_of() {
    local most=${SEEDS:-3}
    [ "$1" != random ] || most=${RANDOM_SEEDS:-16}
    tr ',' '\n' <<<"$2" | head -n "$most"
}

# applies LIST TEST OPTIONS: is the test (or the one that --test of its row names) in LIST, what the executable lists?
applies() {
    local name=$2
    [[ $3 =~ --test\ ([a-z0-9_]+) ]] && name=${BASH_REMATCH[1]}
    grep -qx "$name" "$1"
}

# log CONFIG TEST SEED: the log of a run that passes.
log() {
    local log=$dir/$1/$2-$3.log
    [ -s "$log" ] && [ "$log" -nt "$build/$1/spu_sim" ] && return
    KEEP=1 OUT=$dir/$1/out sim/run.sh "$build" "$1" "$2" "$3" >"$dir/$1/said" 2>&1 </dev/null ||
        die 1 "$1 $2 $3 does not pass: $(tail -n 1 "$dir/$1/said")"
    mv "$dir/$1/out/txnlog" "$log"
}

# logs CONFIG: of all tests that apply to it.
logs() {
    local name configs seeds options expect tier seed
    mkdir -p "$dir/$1" || die 4 "cannot write to $dir/$1"
    "$build/$1/spu_sim" --config "rtl/configs/$1.cfg" --list | cut -d' ' -f1 >"$dir/$1/list"
    while IFS=$'\t' read -r -u 3 name configs seeds options expect tier _; do
        [[ $name != \#* && $tier = smoke && $expect = 0 && $options != *' 1000000'* ]] || continue
        [[ $configs == '*'* || ",$configs," == *",$1,"* ]] && applies "$dir/$1/list" "$name" "$options" || continue
        for seed in $(seeds_of "$name" "$seeds"); do
            log "$1" "$name" "$seed"
        done
    done 3<sim/tests.tsv
}

# fault NAME: logs of the faulty and of the correct SPU.
fault() {
    local config test seed check
    IFS=$'\t' read -r _ config test seed check _ < <(awk -F'\t' -v n="$1" '$1 == n' sim/faults/list.tsv)
    [ -n "${check:-}" ] || die 2 "sim/faults/list.tsv has no fault '$1'"
    [ -s "$dir/faults/$1.log" ] && return
    mkdir -p "$dir/faults/out" || die 4 "cannot write to $dir/faults"
    sim/fault.sh "$build" "$1" "$config" "$test" "$seed" "$check" noassert >/dev/null || exit
    mv "$build/fault/$1-$config-noassert/txnlog" "$dir/faults/$1.log"
}

# found NAME: "SET" of each set under which the fault is found.
found() {
    "$spe" sets "$dir/faults/$1.log" 2>/dev/null | awk '{ print $2 }'
}

# faults [NAME...]: compared with the list.
faults() {
    local name sets set now lost=0 pairs=0
    while IFS=$'\t' read -r -u 3 name sets _; do
        [[ $name != \#* ]] && { [ $# = 0 ] || [[ " $* " == *" $name "* ]]; } || continue
        fault "$name"
        now=" $(found "$name" | tr '\n' ' ')"
        for set in ${sets//,/ }; do
            pairs=$((pairs + 1))
            [[ $now == *" $set "* ]] || { echo "$name is not found under set $set"; lost=$((lost + 1)); }
        done
    done 3<sim/faults/sets.tsv
    echo "$pairs pairs of fault and set, $lost not found"
    [ "$pairs" != 0 ] && [ "$lost" = 0 ]
}

# texts: the logs of c_model/test/logs that have all groups and pass with them. Without OUT nobody tells S after reset: software has to write
# it (DDI 0586A 4.2), which `unknown` does not.
texts() {
    local text name
    mkdir -p "$dir/texts" || die 4 "cannot write to $dir/texts"
    rm -f "$dir/texts"/*.log
    for text in c_model/test/logs/*.txnlog; do
        name=$(basename "$text" .txnlog)
        [ "$name" != unknown ] && ! grep -q '^@taps' "$text" || continue
        "$spe" log --pack "$text" "$dir/texts/$name.log" || exit
        "$spe" sets "$dir/texts/$name.log" 2>/dev/null | grep -q ' 127 ' && rm "$dir/texts/$name.log"
    done
}

case ${1:-} in
--faults)
    shift
    faults "$@"
    exit
    ;;
--texts)
    texts
    "$spe" sets "$dir/texts"/*.log
    exit
    ;;
--table)
    texts
    "$spe" sets --table "$dir/texts"/*.log 2>/dev/null
    exit
    ;;
esac
[ $# != 0 ] || set -- neoverse kunpeng ernd v1p0_min v1p5_max
for config in "$@"; do
    [ -x "$build/$config/spu_sim" ] || die 4 "$build/$config/spu_sim is not built"
    logs "$config"
    "$spe" sets "$dir/$config"/*.log || status=$?
done
exit "${status:-0}"
