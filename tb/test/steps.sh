#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# steps.sh BUILD CONFIG: a test with some steps left out plays the other steps as the whole run
# does, with the same operations. Without a list nothing changes. A bad list is reported.
set -u
cd "$(dirname "$0")/../.." || exit 2
source sim/judge.sh

# play NAME TEST OPTION...: play a run that passes. Its steps, without cycles, go to NAME.steps, and
# the kinds of its operations to NAME.ops.
play() {
    local name=$out/$1 test=$2
    shift 2
    "$build/$config/spu_sim" --config "rtl/configs/$config.cfg" --test "$test" --print-steps --population "$name.pop" "$@" >"$name.out" 2>"$name.err"
    sed -nE 's/^step ([0-9]+) cycle [0-9]+/\1/p' "$name.err" >"$name.steps"
    sed -nE 's/^0x[0-9a-f]+ //p' "$name.pop" | tr '\n' ' ' >"$name.ops"
    tail -n 2 "$name.err" "$name.out"
    grep -q '^RESULT PASS' "$name.out"
}

# said NAME KEY: print the value of KEY in the verdict.
said() {
    sed -nE "s/^RESULT .* $2=(\S+).*/\1/p" "$out/$1.out"
}

# same KEY NAME OTHER: both runs have the same value of KEY.
same() {
    [ -n "$(said "$2" "$1")" ] && [ "$(said "$2" "$1")" = "$(said "$3" "$1")" ]
}

# ops_of WHOLE PART: the operations of the part appear in the whole run, in the same order. There
# are at least 20, and fewer than in the whole run.
ops_of() {
    [ "$(wc -w <"$out/$2.ops")" -ge 20 ] && [ "$(wc -w <"$out/$2.ops")" -lt "$(wc -w <"$out/$1.ops")" ] || return
    ops_in "$1" "$2"
}

# ops_in WHOLE PART: the same for any number of operations.
ops_in() {
    [ -s "$out/$2.ops" ] && [[ $(<"$out/$1.ops") == *"$(<"$out/$2.ops")"* ]]
}

# refused MESSAGE OPTION...: status 2, and the output contains MESSAGE.
refused() {
    local status
    "$build/$config/spu_sim" --config "rtl/configs/$config.cfg" --seed 1 "${@:2}" >"$out/refused" 2>&1
    status=$?
    cat "$out/refused"
    [ "$status" = 2 ] && grep -qF -- "$1" "$out/refused"
}

# step_of NAME PATTERN N: print the number of the Nth step that matches, from 1.
step_of() {
    grep -E "$2" "$out/$1.steps" | sed -n "$3s/ .*//p"
}

# last NAME: print the number of the last step.
last() {
    tail -n 1 "$out/$1.steps" | cut -d' ' -f1
}

# alone NAME WHOLE FROM TO: the steps of NAME are the steps FROM to TO of the whole run.
alone() {
    cmp "$out/$1.steps" <(awk -v from="$3" -v to="$4" '$1 >= from && $1 <= to' "$out/$2.steps")
}

# fewer NAME WHOLE: NAME has less than a tenth of the operations of WHOLE.
fewer() {
    [ "$(said "$1" ops)" -gt 0 ] && [ $((10 * $(said "$1" ops))) -lt "$(said "$2" ops)" ]
}

for test in smoke filter_latency fault_start full_extend reset_states random; do
    judge "$test" play "$test" "$test"
    judge "$test has steps" test -s "$out/$test.steps"
    judge "$test is numbered from 0" cmp <(cut -d' ' -f1 "$out/$test.steps") <(seq 0 "$(last "$test")")
    judge "$test with each of them" play "$test-all" "$test" --steps "0-$(last "$test")"
    judge "$test plays the same operations" same ops "$test" "$test-all"
    judge "$test goes the same way" cmp "$out/$test.steps" "$out/$test-all.steps"
    judge "$test has another bench" test "$(said "$test" bench)" != "$(said "$test-all" bench)"
done
"$build/$config/spu_sim" --config "rtl/configs/$config.cfg" --test filter_latency >"$out/plain.out" 2>/dev/null
judge 'steps that are printed change nothing' same stim filter_latency plain
judge 'nor what comes of it' same result filter_latency plain

# The last session alone: from three steps before its write of PMSICR_EL1 to the last step.
for test in filter_latency fault_start full_extend; do
    n=$(grep -c 'msr PMSICR_EL1' "$out/$test.steps")
    from=$(($(step_of "$test" 'msr PMSICR_EL1' "$n") - 3))
    [ $from -gt 0 ] || from=0
    judge "the end of $test" play "$test-end" "$test" --steps "$from-$(last "$test")"
    judge "$test plays these steps" alone "$test-end" "$test" "$from" "$(last "$test")"
done
judge 'few operations are left' fewer filter_latency-end filter_latency
n=$(step_of filter_latency 'run_samples 14' 3)
judge 'a session of random operations' play middle filter_latency --steps "$((n - 20))-$((n + 1))"
judge 'they are those of the whole run' ops_of filter_latency middle
judge 'of its operations two' play few filter_latency --steps "$((n - 20))-$((n + 1))" --only-ops 3-4
judge 'are shown' test "$(said few ops)" = 2
judge 'which are of those' ops_in middle few
judge 'and drawn with the others' grep -qE '^operations [0-9]{2,}$' "$out/few.err"
judge 'an end alone' play until smoke --until 60
judge 'with an end' play middle-end filter_latency --steps "$((n - 20))-$((n + 1))" --until 60
judge 'an end behind the last step' play behind smoke --steps 0-12 --until 18
judge 'two SPUs' play two filter_latency --spus 2 --steps "$((n - 20))-$((n + 1))"

judge 'no list' refused "--steps: 'x' is not a number" --test smoke --steps x
judge 'not in order' refused "--steps: '3,1' is not in rising order" --test smoke --steps 3,1
judge 'beyond the test' refused "--steps: the test has $(($(last smoke) + 1)) steps, numbered from 0" --test smoke --steps "0-$(($(last smoke) + 1))"
judge 'no step of it' refused '--steps: the test has ' --test smoke --steps 1000000
judge 'no operation of it' refused '--only-ops: none of them was drawn, of ' --test smoke --only-ops 99999999
judge 'an operation behind the end' refused '--only-ops: none of them was drawn, of ' --test smoke --until 60 --only-ops 2999
judge 'a trace that is missing' refused 'test trace needs --trace FILE' --test trace --steps 0-3
echo "COUNT $passed $failed 0"
[ "$failed" = 0 ]
