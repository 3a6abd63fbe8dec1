#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# qualify/test/model_rows.sh: the output of `make mutate-model` for given results of mutants: its
# table, waivers and figures, and the cases in which it fails. The last line is "COUNT passed failed
# 0".
set -u
cd "$(dirname "$0")/../../.." || exit 2
sources=(sim/qualify/model_table.awk sim/qualify/model_summary.awk)
source sim/qualify/test/mutator.sh

# Three mutants in two files. Nothing notices the second one.
printf '%s\t%s\tf\t%s\t%s\tcondition\ta\t1\tbuilt\n' 1 aaaa src/a.c 5 2 bbbb src/b.c 7 9 cccc src/b.c 8 >"$work/mutants"
printf '%s\n' aaaa bbbb cccc dddd >"$work/keys"
printf '9\tunit\ttest_x\n2\tsurvived\t-\n1\tverdict\ttext.a finding\n' >"$work/judged"

# table WAIVERS...: print the table with these waivers, each key=reason.
table() {
    printf '%s\n' "$@" | tr '=' '\t' >"$work/waivers"
    awk -f "$work/in/model_table.awk" "$work/waivers" "$work/keys" "$work/mutants" "$work/judged"
}

# summary SHARE: print the summary of the table on stdin.
summary() {
    awk -v share="$1" -v seed=text -f "$work/in/model_summary.awk"
}

# fails TEXT COMMAND...: the command ends with status 1 and prints TEXT.
fails() {
    local text=$1 status
    shift
    "$@" >"$work/fails" 2>&1
    status=$?
    cat "$work/fails"
    [ $status = 1 ] && grep -qF "$text" "$work/fails"
}

table '#' >"$work/table"
is 'a row says where, what and how' diff <(sed -n 2p "$work/table") <(printf '2\tbbbb\tf\tsrc/b.c\t7\tcondition\ta\t1\tsurvived\t-\n')
is 'two of three are enough for two thirds' summary 666 <"$work/table"
is 'and not for more' fails '2 of 3 noticed (66.7 %)' summary 667 <"$work/table"
is 'the survivor is listed' fails '  bbbb  src/b.c:7  f  condition: `a` => `1`' summary 667 <"$work/table"
is 'by file' bash -c "awk -v share=0 -v seed=x -f '$work/in/model_summary.awk' '$work/table' | grep -qE '^src/b.c +2( +[01]){9}$'"
table bbbb='nobody reads it' >"$work/table"
is 'what is waived is equivalent' diff <(sed -n 2p "$work/table" | cut -f 9-) <(printf 'equivalent\tnobody reads it\n')
is 'and no part of the share' summary 1000 <"$work/table"
is 'a waiver whose mutant is noticed fails' fails 'waiver aaaa: it is noticed: verdict' table aaaa=why
is 'one that no mutant has fails' fails 'waiver eeee: no mutant has this key' table eeee=why
is 'one of a mutant that was not drawn is silent' table dddd=why
is 'one without a reason fails' fails 'waiver bbbb: key and reason are needed' table bbbb=
is 'one that is there twice fails' fails 'waiver bbbb: it is there twice' table bbbb=a bbbb=b
is 'no mutant is no result' bash -c "! awk -v share=0 -f '$work/in/model_summary.awk' /dev/null"
echo "COUNT $passed $failed 0"
[ $failed = 0 ]
