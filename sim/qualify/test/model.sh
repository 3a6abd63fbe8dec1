#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# qualify/test/model.sh BUILD: some mutants of the model, drawn by the date (sim/mutate-model.sh). A
# mutant that nothing can notice is listed, and makes the summary fail. Skipped if libclang has no
# headers. The last line is "COUNT passed failed 0".
set -u
cd "$(dirname "$0")/../../.." || exit 2
build=$1 seed=${SEED:-$(date +%F)}
sources=(sim/qualify/model_table.awk sim/qualify/model_summary.awk)
said=$(sim/qualify/tools.sh "$build" c 2>&1) || {
    tail -n 1 <<<"$said"
    exit 77
}
source sim/qualify/test/mutator.sh

# planted: a table with a mutant that changes nothing. As nothing can notice it, the share of
# noticed mutants is too low.
planted() {
    local n=999999
    sim/qualify/model_mutant.sh "$(realpath "$build")" $n >"$work/judged" &&
        printf '%s\tffffffffffffffff\tplanted\tplanted.c\t1\tcondition\ta\ta\tbuilt\n' $n >"$work/mutants" &&
        echo ffffffffffffffff >"$work/keys" &&
        awk -f sim/qualify/model_table.awk c_model/qualified.tsv "$build/mutants/keys" "$work/mutants" "$work/judged" >"$work/table" || return
    awk -v share=950 -v seed="$seed" -f sim/qualify/model_summary.awk "$work/table" >"$work/listed"
    [ $? = 1 ]
}

is "20 mutants drawn by $seed" env RUNS=20 SEED="$seed" SHARE=600 sim/mutate-model.sh "$build"
cat "$build/mutants/summary.txt"
is 'one that nothing can notice fails' planted
is 'and is listed' grep -qE 'planted\.c:1 +planted +condition: `a` => `a`' "$work/listed"
echo "COUNT $passed $failed 0"
[ $failed = 0 ]
