#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# poison.sh BUILD [CONFIG...]: eight seeds of reset values and of the payload of invalid lanes
# change neither stimulus nor results. Then the same with a generator that is not reset
# (sim/faults/no_reset.patch). Every run of it passes, and only the comparison finds the fault.
set -u
cd "$(dirname "$0")/../.." || exit 2
build=$1
[ $# -gt 1 ] || set -- "$build" v1p0_min neoverse kunpeng ernd v1p2_discard v1p5_max
work=$build/fault/no_reset
passed=0 failed=0

# hashes SIM CONFIG TEST OPTIONS...: print stim= and result= for each seed. A run that does not pass
# gives another line.
hashes() {
    local sim=$1 config=$2 test=$3 seed
    shift 3
    for seed in 0 1 2 3 4 5 6 7; do
        "$sim" --config "rtl/configs/$config.cfg" --test "$test" --seed 1 --poison-seed "$seed" "$@" 2>/dev/null |
            tail -n 1 | sed -E 's/^RESULT PASS .*(stim=\S+ result=\S+).*/\1/; t; s/^/no pass: /'
    done
}

# judge NAME STATUS COUNT: print one line.
judge() {
    if [ "$2" = 0 ]; then
        echo "ok    $1: $3" && passed=$((passed + 1))
    else
        echo "FAIL  $1: $3" && failed=$((failed + 1))
    fi
}

good() {
    local config=$1 out results
    shift
    out=$(hashes "$build/$config/spu_sim" "$config" "$@")
    [ "$(wc -l <<<"$out")" = 8 ] && [[ $out != *"no pass"* ]] || out+=$'\nnot eight that pass'
    results=$(sort -u <<<"$out" | wc -l)
    judge "$config $1, different results" "$((results != 1))" "$results"
}

build_bad() {
    rm -rf "$work" && mkdir -p "$work/src/tb" && cp -r rtl dpi "$work/src/" && cp -r tb/sv "$work/src/tb/" &&
        cp "$build/ernd/spe_cfg_pkg.sv" "$work/" &&
        patch -s -F0 -p1 -d "$work/src" <sim/faults/no_reset.patch &&
        sim/model.sh "$work" "$work/src" plain objects >"$work/build.log" 2>&1 &&
        sim/link.sh "$build/ernd/link.rsp" "$work/model" "$work/spu_sim"
}

for config in "${@:2}"; do
    good "$config" random --ops 20000
    case $config in
    v1p0_min | neoverse | kunpeng | ernd) good "$config" smoke && good "$config" reset_phases ;;
    esac
done
if build_bad; then
    out=$(hashes "$work/spu_sim" ernd random --ops 20000)
    refused=$(grep -c 'no pass' <<<"$out")
    results=$(sort -u <<<"$out" | wc -l)
    judge "generator without reset, runs that do not pass" "$((refused != 0))" "$refused"
    judge "generator without reset, different results" "$((results < 2))" "$results"
else
    echo "FAIL  the faulty RTL does not build: $work/build.log" && failed=$((failed + 1))
fi
rm -rf "$work/src" "$work/model" "$work/spu_sim"
echo "COUNT $passed $failed 0"
[ "$failed" = 0 ]
