#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# qualify/test/mutants_c.sh BUILD: the mutator of C on a small source: the mutants of each operator,
# and input that it must refuse. Skipped if libclang has no headers. The last line is "COUNT passed
# failed 0".
set -u
cd "$(dirname "$0")/../../.." || exit 2
source sim/common.sh
build=$1 here=sim/qualify/test/c
said=$(sim/qualify/tools.sh "$build" c 2>&1) || {
    tail -n 1 <<<"$said"
    exit 77
}
mutate=$(realpath "$build/qualify/mutate_c")
select=(-include sim/qualify/select/select.h)
sources=("$here"/one.[ch])
source sim/qualify/test/mutator.sh

# compiles DIR: the sources of DIR compile with their mutants, as for an executable.
compiles() {
    "$CC" -std=c11 -w "${select[@]}" -c -o "$work/$1/one.o" "$work/$1/src/one.c"
}

# runs DIR: while no mutant is selected, the program of DIR prints the same as the program without
# mutants.
runs() {
    local main="$here/main.c"
    "$CC" -std=c11 -w -I"$here" "$here/one.c" "$main" -o "$work/plain.run" &&
        "$CC" -std=c11 -w "${select[@]}" -I"$work/$1/src" "$work/$1/src/one.c" "$main" sim/qualify/select/select.c -DMUTANTS -o "$work/$1.run" &&
        "$work/plain.run" 0 >"$work/expected" && "$work/$1.run" 0 | diff "$work/expected" -
}

# differs DIR N: with mutant N the program prints something else.
differs() {
    ! (ulimit -t 5 && exec "$work/$1.run" "$2") | cmp -s "$work/expected" -
}

mutants plain one.c one.h || exit 4
is 'the mutants of each operator' diff <(cut -f 3,5-8 "$work/plain/mutants.tsv") <(grep -v SPDX "$here/mutants.tsv")
is 'what is left out' diff "$work/plain/left-out.tsv" <(grep -v SPDX "$here/left-out.tsv")
is 'every operator has one' test "$(cut -f 6 "$work/plain/mutants.tsv" | sort -u | grep -vc '^#')" = 10
is 'keys are unique' test -z "$(cut -f 2 "$work/plain/mutants.tsv" | sort | uniq -d)"
is 'lines stay' test "$(wc -l <"$work/plain/src/one.c")" = "$(wc -l <"$here/one.c")"
is 'they compile' compiles plain
is 'without a selection it is the program as it was' runs plain
for n in $(grep -v '^#' "$here/seen.txt"); do is "mutant $n is another program" differs plain "$n"; done

# Another layout, another comment and another file give the same keys.
{ printf '\n\n// moved\n' && sed 's/p->x = a + 2;.*/p -> x=a+ 2;/' "$here/one.c"; } >"$work/in/other.c"
mutants moved other.c one.h
is 'keys outlive a move' diff <(cut -f 2 "$work/plain/mutants.tsv") <(cut -f 2 "$work/moved/mutants.tsv")

# A draw, and a drawn mutant that cannot be built.
options=(--draw 5 --seed text)
mutants drawn one.c one.h
is 'so many are drawn' test "$(grep -vc '^#' "$work/drawn/mutants.tsv")" = 5
is 'and stand in the sources' test "$(grep -ohE 'spe_is.[0-9]+' "$work/drawn/src"/* | sort -u | wc -l)" = 5
is 'the keys of all are told' diff "$work/drawn/keys" <(cut -f 2 "$work/plain/mutants.tsv" | grep -v '^#')
mutants again one.c one.h
is 'by the text alone' diff "$work/drawn/mutants.tsv" "$work/again/mutants.tsv"
head -n 1 "$work/drawn/mutants.tsv" | cut -f 2 >"$work/key"
options=(--draw 5 --seed text --unbuilt "$work/key")
mutants unbuilt one.c one.h
is 'in the place of one that cannot be built the next one is drawn' test "$(comm -12 <(sort "$work/drawn/mutants.tsv") \
    <(sort "$work/unbuilt/mutants.tsv") | grep -vc '^#')" = 4
options=(--draw 99 --seed text --where 'one\.c:(two|three)$|one\.h:')
mutants where one.c one.h
is 'of some functions and files alone' test "$(cut -sf 3 "$work/where/mutants.tsv" | sort -u | tr '\n' ' ')" = 'three two '
is 'all of these' test "$(grep -c . "$work/where/mutants.tsv")" = "$(grep -cE $'\t(two|three)\t|# end' "$work/plain/mutants.tsv")"
options=(--draw 99 --seed text --where '!one\.c:(two|three)$|one\.h:')
mutants but one.c one.h
is 'and of all others' diff <(cat "$work"/{where,but}/mutants.tsv | grep -v '^#' | sort) <(grep -v '^#' "$work/plain/mutants.tsv" | sort)
options=(--draw 5 --seed text --where '(')
is 'no expression' refused 2 'no expression: \($' mutants bad one.c one.h
options=(--where one)
is 'a part of no draw' bash -c "! $mutate --out $work/bad --where one one.c 2>/dev/null"
options=(--draw 5)
is 'a draw without a seed' bash -c "! $mutate --out $work/bad --draw 5 one.c 2>/dev/null"
options=()

printf 'int broken(void)\n{\n    return 1 + ;\n}\n' >"$work/in/broken.c"
is 'a file that does not compile' refused 2 'broken\.c:3:.*expected expression' mutants bad broken.c
printf 'struct empty;\n' >"$work/in/empty.c"
is 'a file without a mutant' refused 2 'no mutant in 1 files' mutants bad empty.c
is 'a file that is not there' refused 4 'none\.c: No such file' mutants bad none.c
misuses
echo "COUNT $passed $failed 0"
[ $failed = 0 ]
