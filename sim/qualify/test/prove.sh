#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# qualify/test/prove.sh BUILD CONFIG: `make qualify` itself proves that a mutant which no run kills
# equals the SPU. Mutants that make combinational loops, as each reads a value that is decided after
# it, are left out. They do not block the others. A proof for the same sources is not made again.
# The prover ends with the process that started it. It prints nothing about a question that its
# limit ended. The last line is "COUNT passed failed 0".
set -u
cd "$(dirname "$0")/../../.." || exit 2
source sim/common.sh
build=$1 config=$2
same=a9b8918ef628466b killed=b35662d929b32f53 loops=$'c2f90122d4cd3332\n908641c127b3eee0\n9f1194b258c0f76d'
source sim/qualify/is.sh

printf '%s\n' "$same" "$killed" >"$work/list"
is 'a mutant that is the SPU is no survivor' env LIST="$work/list" OUT="$work/out" sim/qualify.sh "$build" "$config"
is 'it is proven in this run' grep -q "^$same	proof	-	proven in this run\$" "$work/out/waivers.tsv"
printf '%s\n' "$same" "$loops" >"$work/list"
is 'loops are no error' sim/qualify/proven.sh "$build" "$config" "$work/list"
cp "$work/said" "$work/proven"
is 'what makes none is proven beside them' grep -qx "$same" "$work/proven"
is 'and nothing else' [ "$(wc -l <"$work/proven")" = 1 ]
is 'what makes one is told' cmp <(sort "$build/qualify/proven/$config.loops") <(sort <<<"$loops")
printf '%s\n' "$same" >"$work/list"
remembered() { PROOFS=$work/proofs sim/qualify/proven.sh "$build" "$config" "$work/list"; }
is 'a proof is made' remembered
is 'it is remembered' remembered
is 'it is said again' grep -qx "$same" "$work/said"
is 'and not made again' [ ! -s "$build/qualify/proven/$config.asked" ]
sed -i 's/^./x/' "$work/proofs"
is 'the proof is of other sources' remembered
is 'and made again' grep -qx "$same" "$build/qualify/proven/$config.asked"
# prover: start the prover. It and every process that it starts hold the lock.
prover() { exec {lock}>"$work/lock" && flock $lock && sim/qualify/proven.sh "$build" "$config" "$work/list"; }
# hard: no question is decided in time, as yosys-abc uses all its time.
hard() {
    mkdir -p "$work/bin" && printf '#!/bin/sh\ncase "$*" in *version*) exit 0 ;; esac\nwhile :; do :; done\n' >"$work/bin/yosys-abc" &&
        chmod +x "$work/bin/yosys-abc" &&
        PATH=$work/bin:$PATH PROVE_CPU=1 sim/qualify/proven.sh "$build" "$config" "$work/list" >"$work/hard" 2>&1
}
is 'no question is decided' hard
is 'nothing is said of that' [ ! -s "$work/hard" ]
# credulous: a prover that proves everything.
credulous() {
    printf '#!/bin/sh\ncase "$*" in *version*) exit 0 ;; esac\necho Property proved\n' >"$work/bin/yosys-abc" &&
        printf '%s\n' "$same" "$killed" >"$work/list" &&
        LIST=$work/list OUT=$work/credulous PATH=$work/bin:$PATH sim/qualify.sh "$build" "$config" >"$work/hard" 2>&1
    [ $? = 4 ] && grep -qx "$killed" "$work/hard"
}
is 'a prover that proves what a check has killed is refused' credulous
printf '%s\n' "$same" >"$work/list"
rm -f "$build/qualify/proven/$config/gates.ys"
prover >"$work/ended" 2>&1 &
until [ -e "$build/qualify/proven/$config/gates.ys" ] || ! kill -0 $! 2>/dev/null; do sleep 0.1; done
kill $!
is 'it ends with who has started it' flock -w 20 "$work/lock" true
echo "COUNT $passed $failed 0"
[ "$failed" = 0 ]
