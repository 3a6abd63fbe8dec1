#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# sets.sh BUILD [CONFIG...]: a correct SPU gives no finding under any legal set of groups of taps.
# Runs every test of tier smoke that is expected to pass, with its first seeds (SEEDS=3) and
# `random` with more (RANDOM_SEEDS=16), and judges their logs with `spe sets`. Without CONFIG:
# neoverse kunpeng ernd v1p0_min v1p5_max. BUILD/CONFIG/spu_sim and BUILD/bin/spe must be built.
# sets.sh BUILD --texts: the same for c_model/test/logs; --table: which checks are off, and which
# are made in part, under each set (c_model/sets.md; both take a second).
# sets.sh BUILD --faults [FAULT...]: the faults of sim/faults/sets.tsv (or those named) are found
# under each set that the second column says. Builds each faulty model once (half a minute each);
# its log stays in BUILD/sets/faults.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# -ge 1 ] || die 2 "usage: sim/sets.sh BUILD [CONFIG...] | BUILD --texts | BUILD --table | BUILD --faults [FAULT...]"
build=$1 spe=$1/bin/spe dir=$1/sets
shift
whole sim/tests.tsv sim/applies.tsv sim/faults/list.tsv sim/faults/sets.tsv
built "$build" bin/spe

# seeds_of TEST SEEDS: the seeds of a row to run.
seeds_of() {
    local most=${SEEDS:-3}
    [ "$1" != random ] || most=${RANDOM_SEEDS:-16}
    tr ',' '\n' <<<"$2" | head -n "$most"
}

# rows CONFIG: its runs, in the form of --batch.
rows() {
    local name seeds tier configs options seed
    while IFS=$'\t' read -r name seeds tier configs options; do
        [ "$tier" = smoke ] && [[ $options != *' 1000000'* ]] || continue
        [[ $configs == '*'* || ",$configs," == *",$1,"* ]] || continue
        for seed in $(seeds_of "$name" "$seeds"); do
            printf '%s\t%s\t0\t-\t%s\n' "$name-$seed" "$dir/$1/$name-$seed" \
                "--config rtl/configs/$1.cfg --seed $seed $options --keep"
        done
    done < <(tests_of "$1")
}

# logs CONFIG: play them again: a log of an earlier call is not judged.
logs() {
    rm -rf "${dir:?}/$1" && mkdir -p "$dir/$1" || die 4 "cannot write to $dir/$1"
    rows "$1" >"$dir/$1/rows" && [ -s "$dir/$1/rows" ] || die 4 "no runs of $1"
    "$build/$1/spu_sim" --batch "$dir/$1/rows" --results "$dir/$1/results" >"$dir/$1/said" ||
        die 1 "a run of $1 does not pass: $(grep -m 1 '^FAIL' "$dir/$1/said")"
}

# fault NAME: make logs of the faulty and of the correct SPU.
fault() {
    local config test seed check
    IFS=$'\t' read -r _ config test seed check _ < <(awk -F'\t' -v n="$1" '$1 == n' sim/faults/list.tsv)
    [ -n "${check:-}" ] || die 2 "sim/faults/list.tsv has no fault '$1'"
    [ -s "$dir/faults/$1.log" ] && return
    mkdir -p "$dir/faults/out" || die 4 "cannot write to $dir/faults"
    sim/fault.sh "$build" "$1" "$config" "$test" "$seed" "$check" noassert >/dev/null || exit
    mv "$build/fault/$1-$config-noassert/txnlog" "$dir/faults/$1.log"
}

# found NAME: "SET" of each set under which the fault is found. A log that cannot be judged finds
# nothing, and says why.
found() {
    local said
    said=$("$spe" sets "$dir/faults/$1.log" 2>"$dir/faults/said")
    [ $? = 1 ] || die 4 "$1: $(tail -n 1 "$dir/faults/said")"
    awk '{ print $2 }' <<<"$said"
}

# faults [NAME...]: compare with the list under which sets the faults are found.
faults() {
    local name sets set now lost=0 pairs=0
    while IFS=$'\t' read -r -u 3 name sets _; do
        [[ $name != \#* ]] && { [ $# = 0 ] || [[ " $* " == *" $name "* ]]; } || continue
        fault "$name"
        now=$(found "$name") || exit
        now=" ${now//$'\n'/ } "
        for set in ${sets//,/ }; do
            pairs=$((pairs + 1))
            [[ $now == *" $set "* ]] || { echo "$name is not found under set $set"; lost=$((lost + 1)); }
        done
    done 3<sim/faults/sets.tsv
    echo "$pairs pairs of fault and set, $lost not found"
    [ "$pairs" != 0 ] && [ "$lost" = 0 ]
}

# texts: the logs of c_model/test/logs that have all groups and pass with them. Without OUT nobody
# tells S after reset: software has to write it (DDI 0586A 4.2), which `unknown` does not.
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
    built "$build" "$config/spu_sim"
    logs "$config"
    "$spe" sets "$dir/$config"/*/txnlog || status=$?
done
exit "${status:-0}"
