# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# `spe replay --bins` and `spe cover`: bins of runs that passed and failed, merged bins, holes,
# counts, damaged files.
logs=c_model/test/logs
dir=$work/cover
mkdir -p "$dir"

for name in one_record collide fault; do
    check "cover_pack_$name" spe log --pack $logs/$name.txnlog "$dir/$name.log"
done
accepted cover_replay '^RESULT PASS ' spe replay --bins "$dir/one.bins" "$dir/one_record.log"
accepted cover_replay_again '^RESULT PASS ' spe replay --bins "$dir/collide.bins" "$dir/collide.log"
failing_run cover_replay_failing 1 'no record was compared: ' spe replay --bins "$dir/fault.bins" "$dir/fault.log"
check cover_bins grep -qx 'operation other.retire 1' "$dir/one.bins"
check cover_no_bins test "$(grep -cvE '^(@.*|spe-bins 1|end)$' "$dir/fault.bins")" = 0

# found NAME PATTERN COMMAND...: status 1, nothing on stderr, and a line of output that matches
# PATTERN.
found() {
    local name=$1 pattern=$2
    shift 2
    run "$@"
    [ "$status" = 1 ] && [ ! -s "$work/err" ] && grep -qE -- "$pattern" "$work/out" && ok || bad "$name" "status $status, or not said"
}

accepted cover_sum '^v1p0_min +3 +1 ' spe cover "$dir"/{one,collide,fault}.bins
accepted cover_sum_why '^1 of 3 runs did not pass, and adds no bin: ' spe cover "$dir"/{one,collide,fault}.bins
accepted cover_failed_alone '^1 of 1 run did not pass, and adds no bin: ' spe cover "$dir/fault.bins"
# The first three of the failed runs are named.
accepted cover_failed_named "^  $dir/fault.bins: status 1$" spe cover "$dir"/{one,fault}.bins
for n in 1 2 3 4 5; do
    mkdir "$dir/fails$n"
    cp "$dir/fault.bins" "$dir/fails$n/bins"
done
accepted cover_failed_more '^  and 2 more$' spe cover "$dir/one.bins" "$dir"/fails?
check cover_failed_first [ "$(grep -c ': status 1$' "$work/out")" = 3 ]
accepted cover_failed_directory "^  $dir/fails1/bins: status 1$" spe cover "$dir/fails1"
refused cover_directory_twice 2 'fails1/bins: given twice$' spe cover "$dir/fails1" "$dir/fails1/bins"
check cover_failed_listed eval '! spe cover "$dir/one.bins" | grep "did not pass"'
run spe cover --counts "$dir/fault.bins"
[ "$status" = 0 ] && [ ! -s "$work/out" ] && grep -q '^1 of 1 run did not pass, ' "$work/err" && ok || bad cover_counts_why "status $status, or not said on stderr"
accepted cover_counts ' operation other.retire 1$' spe cover --counts "$dir/one.bins"
accepted cover_counts_add ' operation other.retire 2$' spe cover --counts "$dir/one.bins" "$dir/collide.bins"
accepted cover_holes '^v1p0_min select fixed.collided.0: selections: fixed interval, collided, lane 0 \(3.1, 2.2.4\)$' spe cover --holes "$dir/one.bins"
spe cover --holes "$dir/one.bins" "$dir/collide.bins" >"$dir/holes"
check cover_no_hole test "$(grep -c ' select fixed.collided.0: ' "$dir/holes")" = 0
check cover_holes_end test "$(tail -n 1 "$dir/holes")" = "# $(($(wc -l <"$dir/holes") - 1)) holes"
check cover_holes_sorted cmp -s <(sed '$d' "$dir/holes" | cut -d' ' -f2 | uniq) <(sed '$d' "$dir/holes" | cut -d' ' -f2 | awk '!n[$1]++')
printf '%s\n' "$dir/one.bins" "$dir/collide.bins" >"$dir/list"
accepted cover_from '^v1p0_min +2 +0 ' spe cover --from "$dir/list"
printf '%s\n' "$dir/collide.bins" "$dir/one.bins" | head -c -1 >"$dir/cut.list"
refused cover_list_cut 2 "cut.list:2: the line has no end: the list is cut$" spe cover --from "$dir/cut.list"
refused cover_list_empty 2 "^spe cover: /dev/null: the list names no file$" spe cover --from /dev/null "$dir/one.bins"
printf '\n\n' >"$dir/blank.list"
refused cover_list_blank 2 "blank.list: the list names no file$" spe cover --from "$dir/blank.list"
{ echo "$dir/one.bins"; head -c 5000 /dev/zero | tr '\0' a; echo; } >"$dir/long.list"
refused cover_list_long 2 'long.list:2: the line is too long$' spe cover --from "$dir/long.list"
refused cover_need 1 'never met event full.PMBSR_EL1, in all' spe cover --need event "$dir/one.bins"
accepted cover_need_other '^v1p0_min ' spe cover --need sve "$dir/one.bins"

accepted cover_table '^  more +1$' spe cover --table limit "$dir/one.bins"
accepted cover_table_hole '^  full.PMBSR_EL1 +0$' spe cover --table event "$dir/one.bins"
sed 's/^@key ext_abort = .*/@key ext_abort = serror/' "$dir/one.bins" >"$dir/serror.bins"
accepted cover_table_none '^  SError +- +0$' spe cover --table output "$dir/one.bins" "$dir/serror.bins"
spe cover --table event,sve "$dir/one.bins" >"$dir/table"
check cover_table_rows test "$(grep -c 'full.PMBSR_EL2' "$dir/table")" = 0
check cover_table_groups test "$(grep -c '^[a-z]*: ' "$dir/table")" = 2
refused cover_table_group 2 "^spe cover: --table: no group 'nothing': allowed: access .* event" spe cover --table limit,nothing,event "$dir/one.bins"
refused cover_table_both 2 'exclude each other' spe cover --holes --table limit "$dir/one.bins"

refused cover_nothing 2 'no file' spe cover
refused cover_empty 2 '/dev/null: .*not a file of bins' spe cover /dev/null
refused cover_missing 2 'No such file' spe cover "$dir/none.bins"
refused cover_log 2 'not a file of bins' spe cover "$dir/one_record.log"
refused cover_both 2 'exclude each other' spe cover --holes --counts "$dir/one.bins"
refused cover_group 2 "no group 'nothing'" spe cover --need nothing "$dir/one.bins"
refused cover_option 2 '^spe cover: unknown option --hole: ' spe cover --hole "$dir/one.bins"
for option in --need --table --from --who --since; do
    refused "cover_value$option" 2 "^spe cover: $option needs a value: " spe cover "$dir/one.bins" $option
done
head -n 20 "$dir/one.bins" >"$dir/cut.bins"
refused cover_cut 2 'it has no end' spe cover "$dir/cut.bins"
sed '/^@key /d' "$dir/one.bins" >"$dir/nokeys.bins"
refused cover_no_keys 2 "the file is damaged: no line '@key name'$" spe cover "$dir/nokeys.bins"
sed 's/ status=0 / status=1 /' "$dir/one.bins" >"$dir/failed.bins"
refused cover_failed_bins 2 'bins of a run that did not pass' spe cover "$dir/failed.bins"
refused cover_need_nothing 2 "no group ''" spe cover --need '' "$dir/one.bins"
sed 's/^operation other.retire 1$/operation other.retire 18446744073709551615/' "$dir/one.bins" >"$dir/huge.bins"
accepted cover_counts_full ' operation other.retire 18446744073709551615$' spe cover --counts "$dir/huge.bins" "$dir/one.bins"
check cover_full test "$(full_disk spe cover "$dir/one.bins" 2>&1)" = 'spe cover: cannot write standard output: No space left on device'
refused cover_folder 2 "^spe cover: $dir: no bins in it: it is of no run, or of one without an end$" spe cover "$dir"
mkdir -p "$dir/folder/bins"
refused cover_folder_bins 2 'folder/bins: Is a directory$' spe cover "$dir/folder"
refused cover_unreadable 4 ': Input/output error$' spe cover /proc/self/mem
refused cover_list_folder 2 ': Is a directory$' spe cover --from "$dir"
refused cover_twice 2 'one.bins: given twice$' spe cover "$dir/one.bins" "$dir/../cover/one.bins"
refused cover_need_first 2 "--need: no group 'nothing'" spe cover --table limit --need nothing "$dir/one.bins"
check cover_nothing_printed test ! -s "$work/out"
sed '0,/^bus /s//sequence discard_mode 5\nbus /' "$dir/one.bins" >"$dir/impossible.bins"
# A bin that the configuration cannot meet is in no sum. It gives status 1 with every option.
for option in --holes --counts --rank --json '--table limit' '--who limit*' ''; do
    read -ra words <<<"$option"
    refused "cover_impossible$option" 1 '^spe cover: v1p0_min has met sequence discard_mode, which it cannot meet: situations: a record discarded by' \
        spe cover ${words[@]+"${words[@]}"} "$dir/impossible.bins"
done
check cover_impossible_sums cmp -s <(spe cover "$dir/one.bins") <(spe cover "$dir/impossible.bins" 2>/dev/null)

# The number of bins that v1p5_max can meet equals that in sim/verified.md. The file of a failed run
# gives this number, too.
sed "s#^@config .*#@config $PWD/rtl/configs/v1p5_max.cfg#" c_model/test/logs/one_record.txnlog >"$dir/v1p5_max.txt"
spe log --pack "$dir/v1p5_max.txt" "$dir/v1p5_max.log" && spe replay --bins "$dir/v1p5_max.bins" "$dir/v1p5_max.log" >/dev/null 2>&1
can=$(spe cover "$dir/v1p5_max.bins" 2>/dev/null | awk '$1 == "v1p5_max" && NF == 6 { print $4 }')
check cover_verified [ "${can:-none}" = "$(awk '$1 == "v1p5_max" && NF == 6 { print $4 }' sim/verified.md)" ]

# The runs that met a bin (--who): one bin, a pattern, a bin without runs, an unknown bin.
accepted cover_who '^ +1  replay seed 0  .*/one.bins$' spe cover --who 'operation other.retire' "$dir"/{one,collide}.bins
cp "$work/out" "$dir/who"
check cover_who_all test "$(grep -c '^ ' "$dir/who")" = 2
check cover_who_bin grep -qx 'v1p0_min operation other.retire: kinds of operations by ending: Other, retired (D18.2.7, 2.3.5)' "$dir/who"
found cover_who_nobody '^ *-  no run$' spe cover --who 'select fixed.collided.*' "$dir/one.bins"
accepted cover_who_pattern '^v1p0_min limit more: ' spe cover --who 'lim*mor[e]' "$dir/one.bins"
refused cover_who_bad 2 "^spe cover: --who: no bin 'operation nothing': " spe cover --who 'operation nothing' "$dir/one.bins"
refused cover_who_cannot 1 "none of these configurations can meet 'sequence discard_mode'$" spe cover --who 'sequence discard_mode' "$dir/one.bins"

# The smallest set of runs (--rank): it does not take a second run for bins that are already met. Of
# equal runs it takes the one with the fewest cycles.
accepted cover_rank '^2 of 2 runs have met the [0-9]+ bins of all$' spe cover --rank "$dir"/{one,collide}.bins
for n in 3 1 2; do
    mkdir -p "$dir/rank$n"
    cp "$dir/one.bins" "$dir/rank$n/bins"
    echo "RESULT PASS config=v1p0_min test=- seed=0 cycles=${n}00 ops=1" >"$dir/rank$n/verdict"
done
accepted cover_rank_cycles '^1 of 3 runs have met ' spe cover --rank "$dir"/rank{3,1,2}/bins
cp "$work/out" "$dir/rank"
check cover_rank_fewest grep -qE '^ +([0-9]+) +\1 +100  v1p0_min replay seed 0  .*/rank1/bins$' "$dir/rank"
check cover_rank_nothing test "$(spe cover --rank "$dir/fault.bins" 2>/dev/null | tail -n 1)" = '0 of 1 run has met the 0 bins of all'

# New holes compared with an earlier list (--since).
spe cover --holes "$dir"/{one,collide}.bins >"$dir/former"
accepted cover_since_same '^# 0 new, 0 met now$' spe cover --since "$dir/former" "$dir"/{one,collide}.bins
found cover_since '^v1p0_min select fixed.collided.0: ' spe cover --since "$dir/former" "$dir/one.bins"
spe cover --holes "$dir/one.bins" >"$dir/former.one"
accepted cover_since_met '^# 0 new, [1-9][0-9]* met now$' spe cover --since "$dir/former.one" "$dir"/{one,collide}.bins
for list in /dev/null "$dir/former.cut" "$dir/list"; do
    head -n -1 "$dir/former" >"$dir/former.cut"
    refused "cover_since_cut_$(basename "$list")" 2 'no list of --holes, or cut' spe cover --since "$list" "$dir/one.bins"
done
refused cover_since_missing 2 'No such file' spe cover --since "$dir/none" "$dir/one.bins"

# The output for programs (--json) holds the same as the lists.
spe cover --json "$dir"/{one,collide}.bins >"$dir/json"
if command -v jq >/dev/null; then
    check cover_json jq -se 'length == 1 and (.[0] | .configurations[0] as $c | $c.runs == 2 and $c.failed == 0 and $c.impossible == []
        and $c.met == ([$c.groups[].met] | add) and $c.bins - $c.met == ($c.holes | length))' "$dir/json"
    check cover_json_holes cmp -s <(jq -r '.configurations[] | .name as $n | .holes[] | "\($n) \(.bin): \(.meaning)"' "$dir/json") <(sed '$d' "$dir/former")
else
    skip cover_json 'jq not found'
fi
accepted cover_no_wrap '^operation +[0-9]+ +1 ' spe cover "$dir/huge.bins" "$dir/serror.bins"
refused cover_write 4 'functional coverage /nonexistent/bins: No such file' spe replay --bins /nonexistent/bins "$dir/one_record.log"
failing_run cover_write_late 4 "functional coverage $full: No space left" spe replay --bins "$full" "$dir/one_record.log"
cp "$dir/one_record.log" "$dir/kept.log"
refused cover_over_log 2 'holds something else than bins' spe replay --bins "$dir/kept.log" "$dir/kept.log"
check cover_log_kept cmp -s "$dir/one_record.log" "$dir/kept.log"
