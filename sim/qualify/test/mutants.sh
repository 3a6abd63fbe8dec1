#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# qualify/test/mutants.sh BUILD: the mutator of SystemVerilog on small modules: the mutants of each
# operator, and input that it must refuse. Skipped if npm cannot fetch the parser. The last line is
# "COUNT passed failed 0".
set -u
cd "$(dirname "$0")/../../.." || exit 2
build=$1 here=sim/qualify/test/sv
said=$(sim/qualify/tools.sh "$build" 2>&1) || {
    tail -n 1 <<<"$said"
    exit 77
}
mutate=$(realpath "$build/qualify/mutate")
sources=("$here"/*.sv)
source sim/qualify/test/mutator.sh

mutants plain one.sv two.sv || exit 4
is 'the mutants of each operator' diff <(cut -f 3,5-9 "$work/plain/mutants.tsv") <(grep -v SPDX "$here/mutants.tsv")
is 'what is left out' diff "$work/plain/left-out.tsv" <(grep -v SPDX "$here/left-out.tsv")
is 'every operator has one' test "$(cut -f 6 "$work/plain/mutants.tsv" | sort -u | grep -vc '^#')" = 12
is 'keys are unique' test -z "$(cut -f 2 "$work/plain/mutants.tsv" | sort | uniq -d)"
is 'lines stay' test "$(wc -l <"$work/plain/src/two.sv")" = "$(wc -l <"$here/two.sv")"

# Another layout, another comment and another file give the same keys.
{ printf '\n\n// moved\n' && sed 's/a_i && (x_i < y_i);.*/a_i  \&\&\n  ( x_i<y_i );/' "$here/one.sv"; } >"$work/in/other.sv"
mutants moved other.sv two.sv
is 'keys outlive a move' diff <(cut -f 2 "$work/plain/mutants.tsv") <(cut -f 2 "$work/moved/mutants.tsv")
sed 's/a_i && (x_i < y_i)/b_i \&\& (x_i < y_i)/' "$here/one.sv" >"$work/in/changed.sv"
mutants changed changed.sv two.sv
is 'another expression has other keys, the rest keeps its own' test "$(comm -3 <(cut -f 2 "$work/plain/mutants.tsv" | sort) \
    <(cut -f 2 "$work/changed/mutants.tsv" | sort) | wc -l)" = 14

# A mutant that cannot be built is in the table only. --only leaves the other mutants out of the
# sources.
sed -n '2p' "$work/plain/mutants.tsv" | cut -f 2 >"$work/key"
options=(--unbuilt "$work/key")
mutants unbuilt one.sv two.sv
is 'what cannot be built is said' test "$(grep -c $'\tnot built$' "$work/unbuilt/mutants.tsv")" = 1
is 'and is not written' test "$(grep -c "mutant == 32'd2 " "$work/unbuilt/src/one.sv")" = 0
options=(--only "$work/key")
mutants only one.sv two.sv
is 'one alone' test "$(grep -ohE "mutant == 32'd[0-9]+" "$work/only/src"/*.sv)" = "mutant == 32'd2"
options=(--input --only "$work/key")
mutants input one.sv two.sv
is 'behind an input' test "$(grep -ohE 'qualify_i\[1\] \?|input logic \[[0-9]+:0\] qualify_i,|\.qualify_i\(qualify_i\),' "$work/input/src"/*.sv |
    sed 's/[0-9]*:/N:/' | paste -sd ' ')" = 'input logic [N:0] qualify_i, qualify_i[1] ? input logic [N:0] qualify_i, input logic [N:0] qualify_i, .qualify_i(qualify_i), .qualify_i(qualify_i),'
options=()

printf 'module broken (\n  input logic a_i\n);\n  assign a = = 1;\nendmodule\n' >"$work/in/broken.sv"
is 'a file that does not parse' refused 2 'broken\.sv:4: does not parse' mutants bad broken.sv
printf 'module empty;\nendmodule\n' >"$work/in/empty.sv"
is 'a file without a mutant' refused 2 'no mutant in 1 files' mutants bad empty.sv
is 'a file that is not there' refused 4 'none\.sv: No such file' mutants bad none.sv
misuses
is 'no file' bash -c "! $mutate --out $work/bad 2>/dev/null"
echo key >"$work/key"
options=(--unbuilt "$work/key")
is 'a list that holds no key' refused 2 'no key: key' mutants bad one.sv
echo "COUNT $passed $failed 0"
[ $failed = 0 ]
