#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# same.sh BUILD CONFIG FLAVOUR...: the builds with waves, without assertions and with sanitizers
# (CONFIG-waves, CONFIG-nosva, CONFIG-asan) have the stimulus and the results of the plain build,
# whether waves are written or not. Another seed has others, which shows that the comparison can
# fail. The verdict says if assertions are off.
set -u
cd "$(dirname "$0")/../.." || exit 2
[ $# -gt 2 ] || { echo 'same.sh: usage: tb/test/same.sh BUILD CONFIG FLAVOUR...' >&2; exit 2; }
build=$1 config=$2
out=$build/out/same-$config-$3
passed=0 failed=0
mkdir -p "$out"

# hashes SIM CONFIG TEST SEED OPTIONS...: print stim= and result= of a run that passes.
hashes() {
    local sim=$1 config=$2 test=$3 seed=$4
    shift 4
    "$sim" --config "rtl/configs/$config.cfg" --test "$test" --seed "$seed" "$@" 2>/dev/null | tail -n 1 |
        sed -nE 's/^RESULT PASS .*(stim=\S+ result=\S+).*/\1/p'
}

# equal TEXT TEXT: both are the same, and not empty.
equal() {
    [ -n "$1" ] && [ "$1" = "$2" ]
}

# judge NAME COMMAND...: print one line, by the status of the command.
judge() {
    if "${@:2}"; then
        echo "ok    $1" && passed=$((passed + 1))
    else
        echo "FAIL  $1" && failed=$((failed + 1))
    fi
}

# compare CONFIG FLAVOUR TEST OPTIONS...: compare the runs of two seeds.
compare() {
    local config=$1 flavour=$2 test=$3 seed plain
    shift 3
    for seed in 1 2; do
        plain=$(hashes "$build/$config/spu_sim" "$config" "$test" "$seed" "$@")
        judge "$config-$flavour $test, seed $seed: $plain" \
            equal "$plain" "$(hashes "$build/$config-$flavour/spu_sim" "$config" "$test" "$seed" "$@")"
    done
    judge "$config $test, another seed" [ "$plain" != "$(hashes "$build/$config/spu_sim" "$config" "$test" 3)" ]
}

# no_room BLOCKS COMMAND...: with BLOCKS KiB for its waves the run fails and says why.
no_room() {
    local status=0
    (ulimit -f "$1" && "${@:2}" >"$out/lost" 2>&1) || status=$?
    [ $status = 4 ] && grep -q "^why: .*/y.fst: cannot be written" "$out/lost" && [[ $(tail -n 1 "$out/lost") == 'RESULT FAIL '* ]]
}

# too_late COMMAND...: the run ends before its window, and says so.
too_late() {
    rm -f "$out"/y.*
    "$@" --waves-from 10000000 >"$out/lost" 2>&1 && grep -q '/y.fst: not written, the run ended before cycle 10000000$' "$out/lost" &&
        [ ! -e "$out/y.fst" ]
}

# off CONFIG FLAVOUR OPTIONS...: print off= from the verdict of a run that passes.
off() {
    local config=$1 sim=$build/$1$2/spu_sim
    shift 2
    "$sim" --config "rtl/configs/$config.cfg" --test smoke "$@" 2>/dev/null | tail -n 1 | sed -nE 's/^RESULT PASS .* off=(\S+) .*/\1/p'
}

# says_off CONFIG: off= names the assertions if they are off in any way, and only then.
says_off() {
    judge "$1 says off=-" equal - "$(off "$1" '')"
    judge "$1 with +verilator+noassert says off=sva" equal sva "$(off "$1" '' --plusarg +verilator+noassert)"
    judge "$1-nosva says off=sva" equal sva "$(off "$1" -nosva)"
}

# lost_waves CONFIG: a run fails if its waves do not fit on the disk. A run that ends before its
# window says that no waves were written.
lost_waves() {
    local blocks run=("$build/$1-waves/spu_sim" --config "rtl/configs/$1.cfg" --test smoke --waves "$out/y.fst")
    for blocks in 8 64 128; do
        judge "$1-waves smoke, no more than $blocks KiB for waves" no_room $blocks "${run[@]}"
    done
    judge "$1-waves smoke, a window after its end" too_late "${run[@]}"
}

for flavour in "${@:3}"; do
    compare "$config" "$flavour" random --ops 20000
    compare "$config" "$flavour" clock_stop
    [ "$flavour" != nosva ] || says_off "$config"
    [ "$flavour" = waves ] || continue
    plain=$(hashes "$build/$config/spu_sim" "$config" random 1 --ops 20000)
    waves=$(hashes "$build/$config-waves/spu_sim" "$config" random 1 --ops 20000 --waves "$out/x.fst")
    judge "$config-waves random, with waves written" equal "$plain" "$waves"
    judge "$config-waves random, the waves" [ -s "$out/x.fst" ]
    lost_waves "$config"
done
rm -rf "$out"
echo "COUNT $passed $failed 0"
[ "$failed" = 0 ] && [ "$passed" != 0 ]
