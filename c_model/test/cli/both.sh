# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# spe-both and sim/both.sh (c_model/both.md): the facts that a build prints about logs, a planted
# difference of each compared kind, and inputs that cannot be compared.

both() {
    limited "$build/bin/spe-both" "$@"
}

mkdir "$work/both"
logs=$work/both/logs list=$work/both/list told=$work/both/told none=$work/both/none.tsv differences=$work/both/differences.tsv
mkdir "$logs"
sed "s#@config \.\./\.\./\.\.#@config $PWD#; s/data=0x00b0000299000598/data=0x00b0000299000599/" c_model/test/logs/one_record.txnlog >"$work/both/wrong.txt"
spe log --pack "$work/both/wrong.txt" "$logs/wrong.txnlog"
spe log --pack c_model/test/logs/one_record.txnlog "$logs/one_record.txnlog"
spe log --pack c_model/test/logs/doubt.txnlog "$logs/doubt.txnlog"
printf '%s\n' logs/doubt logs/one_record logs/wrong '# end' >"$list"
echo '# end' >"$none"

accepted both_help '^usage: spe-both tell LIST$' both --help
accepted both_told $'^f finding [0-9]+ buf\.data record 1 \\+0\tMISMATCH cycle [0-9]+ member [0-9]+ expected 98 05 .* actual 99 05 ' \
    both tell "$list"
cp "$work/out" "$told"
check both_told_end test "$(tail -n 1 "$told")" = '# end'

# says NAME STATUS PATTERN COMMAND...: the command ends with STATUS, and a line on stdout or stderr
# matches PATTERN.
says() {
    local name=$1 expected=$2 pattern=$3
    shift 3
    run "$@"
    if [ "$status" != "$expected" ] || ! cat "$work/out" "$work/err" | grep -qE -- "$pattern"; then
        bad "$name" "status $status, expected $expected and a line '$pattern'"
    else
        ok
    fi
}

# compared OLD NEW [TABLE]: compare two streams. TABLE explains differences.
compared() {
    both compare "${3:-$none}" "$differences" "$1" "$2"
}

accepted both_equal '^3 logs, [1-9][0-9]* facts: 0 differences, 0 more explained$' compared "$told" "$told"
check both_equal_none test ! -s "$differences"

# altered NAME SED: write the stream to NAME with an alteration. SED must change the stream.
altered() {
    sed -E "$2" "$told" >"$work/both/$1"
    ! cmp -s "$told" "$work/both/$1" || bad "both_$1" "'$2' alters nothing"
}

# planted KIND FIELD SED: the comparison finds the alteration as a difference of KIND and FIELD, in
# the new stream and (except for budgets) in the old one.
planted() {
    local kind=$1 field=$2
    altered "$kind" "$3"
    different "both_$kind" "$kind" "$field" "$told" "$work/both/$kind"
    [ "$kind" = budget ] || different "both_old_$kind" "$kind" "$field" "$work/both/$kind" "$told"
}

# different NAME KIND FIELD OLD NEW: the comparison ends with status 1. It prints the first
# difference in full and the count of its kind, and writes a row of differences.
different() {
    run compared "$4" "$5"
    if [ "$status" != 1 ] || ! grep -qE "^first difference: logs/[a-z_]+: $3\$" "$work/out"; then
        bad "$1" "status $status, expected 1 with first difference: $3"
    elif [ "$(sed -n 's/^  old: //p' "$work/out")" = "$(sed -n 's/^  new: //p' "$work/out")" ]; then
        bad "$1" 'the values are equal'
    elif ! grep -qE "^$2 .*differ" "$work/out" && [ "$2" != budget ] || ! grep -qE $'\t'"$3"$'\t' "$differences"; then
        bad "$1" "no count of $2, or no row of $3"
    else
        ok
    fi
}

planted finding 'finding [0-9]+ buf\.data record 1 \+0' '/^f finding/s/expected (\S+)/expected 0x77/'
planted words 'words [0-9]+ buf\.data record 1 \+0' '/^f words/s/\[[^]]*\]/[other]/'
planted verdict 'verdict status' '/^f verdict status/s/\t1/\t4/'
planted total 'total bytes' '/^f total bytes/s/\t/\t7/'
planted hash 'hash result' '/^f hash/s/\t./\tx/'
planted check 'check buf\.data' '/^f check buf\.data/s/evaluated /evaluated 7/'
planted choice 'choice S2 [a-z]+' '/^f choice S2/s/\t/\t7/'
planted bin 'bin [a-z]+ .*' '/^f bin [a-z]/s/\t/\t7/'
planted lack 'lack status' '/^f lack status/s/\t0/\t-3/'
planted budget 'budget [0-9]+' '/^b /s/ [0-9]+$/ 1/'
altered lost '/^f finding/d'
different both_lost_finding finding 'finding [0-9]+ buf\.data record 1 \+0' "$told" "$work/both/lost"
different both_new_finding finding 'finding [0-9]+ buf\.data record 1 \+0' "$work/both/lost" "$told"
altered none_yet '/^b 0 /d; /^b /s/ [0-9]+$/ 65536/'
different both_no_budget_yet budget 'budget 0' "$told" "$work/both/none_yet"
altered larger '/^b /s/ [0-9]+$/ 65536/'
accepted both_larger_budget '^budget: smaller at 0 of [0-9]+ transactions, larger at [1-9][0-9]*; the least share' compared "$told" "$work/both/larger"

# The first difference and its kind. A difference of the verdict ranks before earlier differences of
# other kinds. Words rank last.
check both_first_equal both first "$told" "$told"
check both_first_silent test ! -s "$work/out"
says both_first_verdict 1 $'^verdict\tlogs/wrong\tfinding [0-9]+ buf.data record 1 \\+0$' both first "$told" "$work/both/finding"
says both_first_coverage 1 $'^coverage\tlogs/[a-z_]+\tbin [a-z]' both first "$told" "$work/both/bin"
says both_first_budget 1 $'^budget\tlogs/[a-z_]+\tbudget$' both first "$told" "$work/both/larger"
says both_first_words 1 $'^words\tlogs/wrong\twords [0-9]+ buf.data' both first "$told" "$work/both/words"
sed '/^log logs.doubt/,/^end/s/^\(f bin [a-z].*\)\t/\1\t7/' "$work/both/finding" >"$work/both/later"
says both_first_weightiest 1 $'^verdict\tlogs/wrong\tfinding' both first "$told" "$work/both/later"

# A table explains differences: rows that match, rows that explain nothing, bad rows.
printf '*/wrong\tfinding *\t-\t*\t-\ta reason\n# end\n' >"$work/both/reason.tsv"
accepted both_explained ' 0 differences, 2 more explained$' compared "$work/both/lost" "$told" "$work/both/reason.tsv"
says both_row_unused 1 "^$work/both/reason.tsv:1: explains no difference: \\*/wrong: finding" compared "$told" "$told" "$work/both/reason.tsv"
accepted both_row_of_another_log ' 0 differences, 0 more explained$' both compare "$work/both/reason.tsv" "$differences" "$told" "$told" some
says both_row_of_other_values 1 '^first difference: ' compared "$told" "$work/both/lost" "$work/both/reason.tsv"
for row in $'a\tb\tc\td\t-' $'a\tb\tc\td\t-\t' $'a\tb\tc\td\t-\te\tf'; do
    printf '%s\n# end\n' "$row" >"$work/both/bad.tsv"
    refused both_row 2 ":1: not 'log, field, old, new, relations, reason'$" compared "$told" "$told" "$work/both/bad.tsv"
done
for holds in lesser 'less,,' ',less' 'less,-'; do
    printf '*\t*\t*\t*\t%s\ta reason\n# end\n' "$holds" >"$work/both/bad.tsv"
    refused both_relation 2 ':1: no such relation$' compared "$told" "$told" "$work/both/bad.tsv"
done
printf '*\t*\t*\t*\t-\ta reason\n' >"$work/both/bad.tsv"
refused both_table_cut 2 ":1: cut off: its last line is not '# end'$" compared "$told" "$told" "$work/both/bad.tsv"
refused both_no_table 2 '^spe-both: /nonexistent: No such file' compared "$told" "$told" /nonexistent

# edited NAME AWK: write the stream to NAME, with the log `wrong` edited line by line.
edited() {
    awk -F'\t' -v OFS='\t' "/^log / { w = /wrong/ } !w { print; next } $2 { print }" "$told" >"$work/both/$1"
    ! cmp -s "$told" "$work/both/$1" || bad "both_$1" "'$2' alters nothing"
}

# related RELATIONS FIELD RIGHT WRONG [OLD]: a row with RELATIONS explains the difference in FIELD
# that the edit RIGHT makes, and not the one that the edit WRONG makes. Other rows explain all other
# differences. The old stream is $told, or $told edited by OLD.
related() {
    local before=$told
    printf '*\t%s\t*\t*\t%s\ta reason\n!*\t%s\t*\t*\t-\tnothing else\n*\t*\t*\t*\t-\tthe rest\n# end\n' "$2" "$1" "$2" >"$work/both/related.tsv"
    if [ -n "${5:-}" ]; then edited related_old "$5" && before=$work/both/related_old; fi
    edited right "$3" && edited not_right "$4"
    run compared "$before" "$work/both/right" "$work/both/related.tsv"
    grep -q ' 0 differences, [1-9][0-9]* more explained$' "$work/out" && ok || bad "both_$1" "does not hold: $(head -n 3 "$work/out")"
    run compared "$before" "$work/both/not_right" "$work/both/related.tsv"
    grep -q "^first difference: logs/wrong: ${2%%\**}" "$work/out" && ok || bad "both_$1" "holds of what it should not: $(head -n 3 "$work/out")"
}

bytes='/^f total bytes/ { $2 += %d }'
# by N: the edit that adds N to the bytes.
by() { printf "$bytes" "$1"; }
gone='/^f (finding|words)/ { next }'
extra='/^end/ { print "f finding %d buf.data more\tMISMATCH" }'
related less 'total bytes' "$(by -5)" "$(by 1)"
related more 'total bytes' "$(by 5)" "$(by -1)"
related near 'total bytes' "$(by 1)" "$(by 2)"
related few 'total bytes' "$(by -4)" "$(by 5)"
related less 'bin output CTI' '/^f bin output CTI/ { next }' '/^f bin output CTI/ { $2++ }'
related more 'bin output CTI' '/^f bin output CTI/ { $2++ }' '/^f bin output CTI/ { next }'
related evaluated 'check buf.data' '/^f check buf.data/ { sub("evaluated ", "evaluated 7") }' '/^f check buf.data/ { sub("fired ", "fired 7") }'
related evaluated,near 'check buf.data' '/^f check buf.data/ { sub("evaluated 3 ", "evaluated 4 ") }' '/^f check buf.data/ { sub("evaluated ", "evaluated 7") }'
related expected 'finding * buf.data *' '/^f finding.*buf.data/ { sub("expected 98", "expected 97 or 98") }' '/^f finding.*buf.data/ { sub("actual 99", "actual 97") }'
related choices 'words * buf.data *' '/^f words.*buf.data/ { $0 = $0 " [B99 open]" }' '/^f words.*buf.data/ { sub("DDI", "DDJ") }'
related choices 'words * buf.data *' '/^f words.*buf.data/ { $0 = $0 " [B99 open]" }' '/^f words.*buf.data/ { sub("differs", "differ") }'
related finding 'words * buf.data *' '/^f (finding|words).*buf.data/ { next }' '/^f words.*buf.data/ { next }'
related finding 'words * buf.data *' '/^f words.*buf.data/ { $0 = $0 "x" } /^f finding.*buf.data/ { sub("actual 99", "actual 97") }' '/^f words.*buf.data/ { $0 = $0 "x" }'
related totals 'verdict [0-9]' '/^f total bytes/ { $2 = 7 } /^f verdict.*RESULT/ { sub("bytes=[0-9]*", "bytes=7") }' '/^f verdict.*RESULT/ { sub("bytes=[0-9]*", "bytes=7") }'
related totals 'verdict [0-9]' '/^f total bytes/ { $2 = 7 } /^f verdict.*RESULT/ { sub("bytes=[0-9]*", "bytes=7") }' '/^f verdict.*RESULT/ { sub("result=", "result=1") }'
related totals 'verdict [0-9]' '/^f total bytes/ { $2 = 7 } /^f verdict.*RESULT/ { sub("bytes=[0-9]*", "bytes=7") }' '/^f verdict.*RESULT/ { sub("RESULT FAIL", "RESULT PASS") }'
related totals 'verdict [0-9]' '/^f total bytes/ { $2 = 7 } /^f verdict.*RESULT/ { sub("bytes=[0-9]*", "bytes=7") }' '/^f verdict.*RESULT/ { $0 = $0 " more" }'
related sum 'total checks' '/^f check buf.data/ { sub("evaluated 3", "evaluated 10") } /^f total checks/ { $2 += 7 }' '/^f total checks/ { $2 += 7 }'
related events 'total fulls' '/^f total faults/ { $2 = 1 }' '/^f total faults/ { $2 = 2 }' '/^f total fulls/ { $2 = 1 }'
related first 'total bytes' "$(by 5)" "$(by 5) /^f finding.*buf.data/ { sub(\"actual 99\", \"actual 97\") }"
related first 'total bytes' "$(by 5)" "$(by 5) $(printf "$extra" 1)"
related later 'finding * more' "$(printf "$extra" 9999)" "$(printf "$extra" 1)"
related found 'total bytes' "$(by 5)" "$(by 5) $gone"
related cleared 'total bytes' "$(by 5) $gone" "$(by 5)"
related gained 'total bytes' "$(by 5)" "$(by 5) $gone" "$gone"
related cut 'finding * more' "$(printf "$extra" 9999) /^b / { \$0 = \"b 1 1\" }" "$(printf "$extra" 9999)"
related rare 'budget *' '/^end/ { split($0, e, " "); print "b " e[2] - 2 " 1" }' '/^end/ { split($0, e, " "); print "b " e[2] - 3 " 1" }'

# A row that forbids stops the rows after it, but not the rows before it, from explaining a
# difference. It need not match any difference.
printf '!*\tfinding *\t-\t*\t-\tforbidden\n*\t*\t*\t*\t-\ta reason\n# end\n' >"$work/both/forbids.tsv"
says both_forbidden 1 '^first difference: logs/wrong: finding' compared "$work/both/lost" "$told" "$work/both/forbids.tsv"
printf '*\tfinding *\t-\t*\t-\ta reason\n!*\tfinding *\t-\t*\t-\tforbidden\n# end\n' >"$work/both/forbids.tsv"
accepted both_exempted ' 0 differences, 2 more explained$' compared "$work/both/lost" "$told" "$work/both/forbids.tsv"
printf '!*\tfinding *\t-\t*\t-\tforbidden\n# end\n' >"$work/both/forbids.tsv"
accepted both_forbids_nothing ' 0 differences, 0 more explained$' compared "$told" "$told" "$work/both/forbids.tsv"

# Streams and logs that cannot be compared.
head -n -1 "$told" >"$work/both/cut"
refused both_cut 2 "is cut off: its last line is not '# end'$" compared "$told" "$work/both/cut"
refused both_old_cut 2 "is cut off: its last line is not '# end'$" compared "$work/both/cut" "$told"
head -n -3 "$told" >"$work/both/cut"
refused both_cut_inside 2 'is cut off, inside the log logs/wrong$' compared "$told" "$work/both/cut"
head -c -20 "$told" >"$work/both/cut"
refused both_cut_in_line 2 'is cut off, inside the log logs/wrong$' compared "$told" "$work/both/cut"
sed '/^log logs.one/,/^end/d' "$told" >"$work/both/fewer"
refused both_log_lost 2 'logs/wrong: the other stream has another log' compared "$told" "$work/both/fewer"
sed '/^log logs.wrong/,/^end/d' "$told" >"$work/both/fewer"
refused both_last_lost 2 'logs/wrong: the other stream has no such log$' compared "$told" "$work/both/fewer"
refused both_last_new 2 'logs/wrong: the other stream has no such log$' compared "$work/both/fewer" "$told"
sed '/^end/s/$/0/' "$told" >"$work/both/longer"
refused both_other_length 2 'the other stream has another log, or another part of it$' compared "$told" "$work/both/longer"
refused both_first_lost 2 'logs/wrong: the other stream has another log$' both first "$told" "$work/both/fewer"
refused both_first_cut 2 'is cut off, inside the log logs/wrong$' both first "$told" "$work/both/cut"
refused both_nothing 2 'holds no log$' compared "$none" "$none"
refused both_no_stream 2 '^spe-both: /nonexistent: No such file' compared "$told" /nonexistent
refused both_other_file 2 'holds a line that no stream has' compared "$told" README.md
refused both_list_empty 2 'names no log$' both tell "$none"
refused both_no_list 2 '^spe-both: /nonexistent: No such file' both tell /nonexistent
head -n -1 "$list" >"$work/both/list.cut"
says both_list_cut 2 "/list.cut: is cut off: its last line is not '# end'$" both tell "$work/both/list.cut"
printf 'logs/none\n# end\n' >"$work/both/list.none"
refused both_log_missing 2 'logs/none.txnlog: cannot be opened' both tell "$work/both/list.none"
cut_off "$logs/wrong.txnlog" "$logs/cut.txnlog" 900
printf 'logs/cut\n# end\n' >"$work/both/list.bad"
refused both_log_cut 2 'logs/cut.txnlog: ' both tell "$work/both/list.bad"
refused both_disk_full 4 '^spe-both: stdout: No space left' full_disk both tell "$list"
refused both_list_disk_full 4 'full: No space left' both compare "$none" "$full" "$told" "$work/both/finding"
refused both_usage 2 '^spe-both: one of tell LIST, change SEED LOG CHANGED, first OLD NEW, compare' both compare "$none"
refused both_usage_some 2 '^spe-both: one of tell LIST' both compare "$none" "$differences" "$told" "$told" all

# `spe-both change` makes logs with transactions that no SPU gives. The seed alone decides the
# changes.
check both_change both change 7 "$logs/doubt.txnlog" "$work/both/seven.txnlog"
check both_change_again both change 7 "$logs/doubt.txnlog" "$work/both/again.txnlog"
check both_change_other both change 8 "$logs/doubt.txnlog" "$work/both/other.txnlog"
same both_change_same "$work/both/seven.txnlog" "$work/both/again.txnlog"
check both_change_differs test "$(cmp -s "$work/both/seven.txnlog" "$work/both/other.txnlog"; echo $?)" = 1
check both_change_changes test "$(diff <(spe log "$logs/doubt.txnlog") <(spe log "$work/both/seven.txnlog") >/dev/null; echo $?)" = 1
refused both_change_number 2 '^spe-both: x7: is no number$' both change x7 "$logs/doubt.txnlog" "$work/both/other.txnlog"
refused both_change_no_log 2 'none.txnlog: cannot be opened' both change 7 "$logs/none.txnlog" "$work/both/other.txnlog"
refused both_change_disk_full 4 'doubt.txnlog: ' both change 7 "$logs/doubt.txnlog" "$full"

# sim/both.sh on a directory that looks as if HEAD had made its logs and its spe-both.
if base=$(git rev-parse -q --verify HEAD 2>/dev/null); then
    out=$work/both/out kept=$work/both/out/both/$base
    mkdir -p "$out/bin" "$kept/bin"
    cp -r "$list" "$logs" "$kept"
    ln -s "$(realpath "$build/bin/spe-both")" "$out/bin/spe-both"
    ln -s "$out/bin/spe-both" "$kept/bin/spe-both"
    accepted both_script '^3 logs, .* 0 differences, 0 more explained$' limited sim/both.sh "$out" HEAD
    printf '%s\n' logs/doubt logs/wrong '# end' >"$kept/quick"
    accepted both_script_quick '^2 logs, .* 0 differences, 0 more explained$' limited sim/both.sh "$out" HEAD quick
    refused both_script_other_list 2 '^both.sh: usage: ' limited sim/both.sh "$out" HEAD slow
    rm "$kept/bin/spe-both"
    printf '#!/bin/sh\n%s tell "$2" | sed "s/^f total bytes.*/f total bytes\\t0/"\n' "$out/bin/spe-both" >"$kept/bin/spe-both"
    chmod +x "$kept/bin/spe-both"
    says both_script_differs 1 '^first difference: logs/doubt: total bytes$' limited sim/both.sh "$out" HEAD
    printf '#!/bin/sh\nexit 139\n' >"$kept/bin/spe-both"
    says both_script_crash 2 'is cut off: ' limited sim/both.sh "$out" HEAD
    rm "$kept/logs/wrong.txnlog" "$kept/bin/spe-both" && ln -s "$out/bin/spe-both" "$kept/bin/spe-both"
    says both_script_log_missing 2 'logs/wrong.txnlog: cannot be opened' limited sim/both.sh "$out" HEAD
    refused both_script_no_commit 2 'BASE=nope: no commit of this repository$' limited sim/both.sh "$out" nope
    refused both_script_not_built 4 'spe-both is not built: make O=.*bin/spe-both$' limited sim/both.sh "$work/both/empty" HEAD
else
    skip both_script 'the tree is no git repository'
fi
