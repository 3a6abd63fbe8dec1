# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# `spe log` and `spe replay` on logs packed from text: round trip, parts of logs, all kinds of
# damage.
logs=c_model/test/logs
dir=$work/log
mkdir -p "$dir"

# Text to log to text to log gives the same text and the same bytes. The replay passes, unless no
# record was compared.
for name in one_record collide fault async_abort reset; do
    check "pack_$name" spe log --pack $logs/$name.txnlog "$dir/$name.log"
    spe log "$dir/$name.log" >"$dir/$name.txt"
    check "pack_again_$name" spe log --pack "$dir/$name.txt" "$dir/$name.again"
    same "pack_bytes_$name" "$dir/$name.log" "$dir/$name.again"
    case $name in
    fault | reset) failing_run "replay_$name" 1 'no record was compared: ' spe replay "$dir/$name.log" ;;
    *) accepted "replay_$name" '^RESULT PASS .* test=replay .* mismatches=0 ' spe replay "$dir/$name.log" ;;
    esac
done
config="@config $PWD/rtl/configs/v1p0_min.cfg"
printf '%s\n' "$config" '0 close' >"$dir/close.txt"
check pack_close spe log --pack "$dir/close.txt" "$dir/close.log"
refused replay_close 2 "^spe replay: $dir/close.log: the log holds no transaction but a close$" spe replay "$dir/close.log"
{ echo '@run test=a seed=1 stim=0 failed=0 exit=0 no_records=1 why='; echo "$config"; echo '0 close'; } >"$dir/close.txt"
check pack_close_allowed spe log --pack "$dir/close.txt" "$dir/close.log"
refused replay_close_allowed 2 'close.log: the log holds no transaction but a close$' spe replay "$dir/close.log"
{ echo '@run test=a seed=1 stim=0 failed=1 exit=4 why=no license'; echo "$config"; echo '0 close'; } >"$dir/close.txt"
check pack_close_broken spe log --pack "$dir/close.txt" "$dir/close.log"
failing_run replay_close_broken 4 'no license$' spe replay "$dir/close.log"
# moved LOG: print its text for another folder. The configuration is still found.
moved() {
    sed "s#^@config \.\./\.\./\.\./#@config $PWD/#" "$logs/$1.txnlog"
}
{ echo '@run test=reset seed=1 stim=0 failed=0 exit=0 no_records=1 why='; moved reset; } >"$dir/allowed.txt"
check pack_allowed spe log --pack "$dir/allowed.txt" "$dir/allowed.log"
accepted replay_allowed '^RESULT PASS .* test=reset .* records=0 ' spe replay "$dir/allowed.log"
spe log "$dir/allowed.log" >"$dir/allowed.again"
check pack_allowed_again grep -q '^@run .* no_records=1 why=$' "$dir/allowed.again"

# The path of the configuration is relative to the folder of the text, wherever spe runs. For a pipe
# it is relative to the current folder.
mkdir -p "$dir/near/sub" "$dir/far"
sed 's/^name = .*/name = near/; s/^width = .*/width = 3/' rtl/configs/v1p0_min.cfg >"$dir/near/near.cfg"
printf '@config ../near.cfg\n0 clk running=1\n1 close\n' >"$dir/near/sub/a.txt"
program=$(realpath "$SPE")
# from FOLDER ARGUMENTS...: run the program in FOLDER.
from() {
    (cd "$1" && timeout 60 "$program" "${@:2}")
}
for folder in . / "$dir/far" "$dir/near/sub"; do
    check pack_from from "$folder" log --pack "$dir/near/sub/a.txt" "$dir/near/a.log"
    accepted pack_from_config '^@key width = 3$' spe log "$dir/near/a.log"
done
check pack_from_relative from "$dir/near" log --pack sub/a.txt a.log
sed 's#\.\./##' "$dir/near/sub/a.txt" >"$dir/near/sub/b.txt"
refused pack_from_missing 2 "b.txt:1: '@config near.cfg': $dir/near/sub/near.cfg: cannot be read as a configuration: No such file" spe log --pack "$dir/near/sub/b.txt" "$dir/x.log"
piped() {
    cat "$dir/near/sub/b.txt" | from "$dir/near" log --pack /dev/stdin "$dir/near/b.log"
}
check pack_from_pipe piped

# A wrong byte in a record is a finding, the same in each replay.
moved one_record | sed 's/data=0x0000000100025200/data=0x0000000100025201/' >"$dir/wrong.txt"
spe log --pack "$dir/wrong.txt" "$dir/wrong.log"
for i in 1 2; do
    run spe replay "$dir/wrong.log"
    cat "$work/out" "$work/err" >"$dir/wrong.$i"
    [ "$status" = 1 ] && grep -q 'MISMATCH: buf\.data ' "$work/err" && grep -q '^RESULT FAIL .* mismatches=[1-9]' "$work/out" &&
        ok || bad replay_finding "status $status, expected 1, MISMATCH: buf.data and RESULT FAIL"
done
same replay_findings "$dir/wrong.1" "$dir/wrong.2"

# Of the two findings --primary prints the first. The other one is its follow-up. The verdict does
# not change. A log that passes has nothing to print.
run spe replay "$dir/wrong.log"
cp "$work/out" "$dir/wrong.verdict"
run spe replay --primary "$dir/wrong.log"
[ "$status" = 1 ] && [ "$(grep -c MISMATCH "$work/err")" = 1 ] && grep -q '^33 spu MISMATCH: buf\.data ' "$work/err" &&
    grep -qx 'follow-ups: 1 of finding 1' "$work/err" && ok || bad replay_primary "status $status, expected 1, buf.data alone and its follow-up"
same replay_primary_verdict "$dir/wrong.verdict" "$work/out"
accepted replay_primary_pass '^RESULT PASS ' spe replay --primary "$dir/one_record.log"
refused replay_primary_taps 2 '^spe replay: --primary takes no --checks, --set or --taps$' spe replay --primary --taps 0x7f "$dir/wrong.log"

# Cycle, seq and member have the same notation in a finding and in the log.
seq=$(spe log "$dir/wrong.log" | sed -nE 's/^33 w (seq=[0-9]+) .*/\1/p')
check finding_notation grep -qE "^33 spu MISMATCH: buf\.data .* \[${seq/=/ }, member 3, DDI 0586A " "$dir/wrong.1"

# An unknown kind is misuse. The log keeps its number.
moved one_record | sed 's/^22 life .*issue$/22 200/' >"$dir/kind200.txt"
spe log --pack "$dir/kind200.txt" "$dir/kind200.log"
run spe replay "$dir/kind200.log"
[ "$status" = 4 ] && grep -q 'MISUSE: contract ' "$work/err" && ok || bad replay_no_kind "status $status, expected 4 and MISUSE: contract"
accepted log_no_kind '^22 200 seq=[0-9]+$' spe log "$dir/kind200.log"

# Parts of a log of several frames: --from, --to and --kind print the lines of the whole text that
# they select.
awk 'BEGIN { for (i = 0; i < 120000; i++) {
    cycle = 3 * int(i / 2)
    if (i % 5 == 4) printf "%d rnd seq=%d value=0x%x injected=0\n", cycle, i, i % 256
    else printf "%d sysreg seq=%d pos=%d enc=PMSICR_EL1 write=write outcome=OK fgt=0 data=0x%x\n", cycle, i, i, i % 3 ? i * 7919 : i
} }' >"$dir/many.txns"
{ echo "$config"; cat "$dir/many.txns"; } >"$dir/many.in"
check pack_many spe log --pack "$dir/many.in" "$dir/many.log"
check many_frames test "$(grep -abo DATA "$dir/many.log" | wc -l)" -ge 2

# part NAME CONDITION OPTIONS...: the printed transactions are the lines of the text for which the
# awk CONDITION holds.
part() {
    local name=$1 condition=$2
    shift 2
    run spe log "$@" "$dir/many.log"
    [ "$status" = 0 ] || bad "part_$name" "status $status"
    grep -v '^@' "$work/out" >"$dir/part"
    [ $# = 0 ] || same "part_${name}_alone" "$dir/part" "$work/out"
    awk "$condition" "$dir/many.txns" >"$dir/part.expected"
    same "part_$name" "$dir/part.expected" "$dir/part"
}
part all 1
part from '$1 >= 150000' --from 150000
part window '$1 >= 90000 && $1 <= 90003' --from 90000 --to 90003
part hex '$1 >= 160000' --from 0x27100
part kind '$2 == "rnd"' --kind rnd
part kind_window '$2 == "rnd" && $1 >= 100 && $1 <= 400' --kind rnd --from 100 --to 400
part after_end 0 --from 18446744073709551615
refused after_end_said 0 'many.log: the last transaction is of cycle 179997$' spe log --from 179998 "$dir/many.log"
refused after_end_in_words 0 'one_record.log: the last transaction is of cycle 48$' spe log --decode --from 49 "$dir/one_record.log"
part last '$1 == 179997' --from 179997

# The @ lines are printed with the whole text, and with --header.
spe log "$dir/many.log" | grep '^@' >"$dir/many.header"
check header_whole grep -q '^@key layout = ' "$dir/many.header"
spe log --kind rnd --to 12 --header "$dir/many.log" >"$dir/some"
{ cat "$dir/many.header"; awk '$1 <= 12 && $2 == "rnd"' "$dir/many.txns"; } >"$dir/some.expected"
same header_part "$dir/some.expected" "$dir/some"
check header_packs spe log --pack "$dir/some" "$dir/some.log"

refused log_from_text 2 "^spe log: --from 'x': not a number" spe log --from x "$dir/many.log"
refused log_to_large 2 "^spe log: --to '18446744073709551616': not a number" spe log --to 18446744073709551616 "$dir/many.log"
refused log_from_nothing 2 '^spe log: --from needs a value' spe log "$dir/many.log" --from
refused log_kind 2 "^spe log: unknown kind 'foo': allowed: reset clk sysreg " spe log --kind foo "$dir/many.log"
refused log_from_after 2 '^spe log: --from is after --to' spe log --from 10 --to 9 "$dir/many.log"
# --set gives a key another value. The verdict is marked, and the change is reported. A log that
# passed can fail, and a log that failed can pass.
moved one_record | sed 's/^@config .*/&\n@key latency_rule = inclusive/'  >"$dir/inclusive.txt"
check set_pack spe log --pack "$dir/inclusive.txt" "$dir/inclusive.log"
# what_if NAME STATUS VERDICT LINE ARGUMENTS...: `spe replay` ends with STATUS and VERDICT, and
# prints LINE on stderr.
what_if() {
    run spe replay "${@:5}"
    [ "$status" = "$2" ] && grep -q "^RESULT $3 " "$work/out" && grep -qx "spe replay: $4" "$work/err" && ok ||
        bad "set_$1" "status $status, expected $2, RESULT $3 and 'spe replay: $4'"
}
change='latency_rule = inclusive, in the log exclusive'
what_if fails 1 'FAIL config=v1p0_min+latency_rule' "$change" --set latency_rule=inclusive "$dir/one_record.log"
what_if fails_count 1 FAIL 'as logged PASS with 0 findings, with these keys FAIL with 2' --set latency_rule=inclusive "$dir/one_record.log"
what_if passes 0 'PASS config=v1p0_min+latency_rule' 'as logged FAIL with 2 findings, with these keys PASS with 0' --set latency_rule=exclusive "$dir/inclusive.log"
what_if several 0 'PASS config=v1p0_min+3' 'psb_max = 9, in the log 4096' --set psb_max=9 --set release_max=2 --set record_queue=3 "$dir/one_record.log"
what_if shapes 0 'PASS config=v1p0_min+width' 'width = 2, in the log 1, which shapes the transactions: they stay as they are' --set width=2 "$dir/one_record.log"
what_if same 0 'PASS config=v1p0_min' 'no key differs from those of the log' --set width=1 "$dir/one_record.log"
what_if taps 0 'PASS config=v1p0_min+latency_rule' 'as logged PASS with 0 findings, with these keys PASS with 0' --taps 1 --set latency_rule=inclusive "$dir/one_record.log"
refused set_key 2 "^spe replay: --set 'lane' is no key; .spe config --doc. lists all keys$" spe replay --set lane=1 "$dir/one_record.log"
refused set_value 2 "^spe replay: --set width = '9': allowed: 1 to 8$" spe replay --set width=9 "$dir/one_record.log"
refused set_enum 2 "^spe replay: --set latency_rule = 'x': allowed: exclusive, inclusive$" spe replay --set latency_rule=x "$dir/one_record.log"
refused set_rule 2 '^spe replay: --set: vhe = 1: allowed: 0 with el2 = 0$' spe replay --set el2=0 "$dir/one_record.log"
refused set_no_value 2 '^spe replay: --set width: needed: KEY=VALUE$' spe replay --set width "$dir/one_record.log"
refused set_log 2 "^spe replay: --set needs KEY=VALUE, not $dir/one_record.log: see" spe replay --set "$dir/one_record.log"
refused set_nothing 2 '^spe replay: --set needs a value' spe replay "$dir/one_record.log" --set
refused set_name 2 '^spe replay: --set name=x: allowed: any key but name$' spe replay --set name=x "$dir/one_record.log"
refused set_twice 2 "^spe replay: --set width=2: 'width' is set twice$" spe replay --set width=1 --set width=2 "$dir/one_record.log"
refused set_bins 2 '^spe replay: --set takes no --bins: ' spe replay --set width=2 --bins "$dir/set.bins" "$dir/one_record.log"
check set_no_bins test ! -e "$dir/set.bins"

refused log_two 2 'more than one log: b' spe log a b
refused replay_taps 2 '^spe replay: --taps takes a sum of tap groups, 1 to 127, not 128' spe replay --taps 128 "$dir/many.log"
refused replay_taps_nothing 2 '^spe replay: --taps needs a value' spe replay "$dir/many.log" --taps
refused replay_taps_regs 2 'taps need each other: LIFE and POP need REGS.*; LIFE is here without REGS$' spe replay --taps 5 "$dir/one_record.log"
refused replay_taps_pop 2 '; POP is here without REGS$' spe replay --taps 9 "$dir/one_record.log"
refused replay_taps_rnd 2 '; RND is here without POP$' spe replay --taps 17 "$dir/one_record.log"
refused replay_taps_bytes 2 '; BYTES is missing$' spe replay --taps 2 "$dir/one_record.log"
refused replay_log_itself 2 'one_record.log: the log would overwrite itself$' spe replay --log "$dir/one_record.log" "$dir/one_record.log"
accepted replay_taps_one '^RESULT PASS .* off=reg.outcome,reg.read,' spe replay --taps 1 --log "$dir/few.log" "$dir/one_record.log"
refused replay_taps_more 2 'few.log: of the taps 0x07 the log has 0x01 only$' spe replay --taps 7 "$dir/few.log"
accepted replay_taps_log '^RESULT PASS .* off=reg.outcome,reg.read,' spe replay "$dir/few.log"
# quiet COMMAND...: run it without its summary on stderr.
quiet() {
    "$@" 2>/dev/null
}
accepted sets '^[^ ]*one_record.log 127 pass$' quiet spe sets --all "$dir/one_record.log"
accepted sets_table '^\| 3 \| BYTES REGS \| sel.position ' quiet spe sets --table "$dir/one_record.log"
run spe sets "$dir/wrong.log"
[ "$status" = 1 ] && grep -q 'wrong.log 127 buf.data:' "$work/out" && ok || bad sets_wrong "status $status, expected 1 and buf.data"
# The checks that each set of taps leaves, as in c_model/sets.md. Logs of a correct SPU have no
# finding.
sed -n '/^<!-- table -->/,/^<!-- end -->/p' c_model/sets.md | grep '^|' >"$dir/sets.expected"
sim/sets.sh "$build" --table >"$dir/sets.table" 2>"$work/err"
same sets_page "$dir/sets.expected" "$dir/sets.table"
check sets_texts sim/sets.sh "$build" --texts
accepted sets_counts '^3 sel.position off$' quiet spe sets --counts "$dir/one_record.log"
accepted sets_counts_none '^35 out.irq [1-9][0-9]* in part$' quiet spe sets --counts "$dir/one_record.log"
# checked NAME TAPS LINE [LOG]: `spe replay --checks` of LOG with TAPS prints LINE.
checked() {
    run spe replay --checks --taps "$2" "$dir/${4:-one_record}.log"
    grep -qxE -- "$3" "$work/err" && ok || bad "checks_$1" "no line '$3'"
}
checked whole 127 'buf.data           p [1-9][0-9]* 0'
checked part 3 'reg.read           p [1-9][0-9]* 0 in part'
checked off 3 'buf.data           p off'
checked absent 127 'xl.nvm             p 0 0 not at all: the configuration has nothing of it'
check checks_fault spe log --pack c_model/test/logs/fault.txnlog "$dir/fault.log"
checked unseen 3 'account.pointer    a 0 0 not at all: these taps show nothing of it in this run' fault
checked absent_part 39 'out.full           a 0 0 not at all: the configuration has nothing of it'
accepted sets_counts_part '^3 reg.read [0-9]+ in part$' quiet spe sets --counts "$dir/one_record.log"
# Logs that show nothing are refused, with every option.
spe log "$dir/one_record.log" >"$dir/one.txt"
grep -E '^@|^[0-9]+ close' "$dir/one.txt" >"$dir/only_close.txt"
{ echo '@run test=a seed=1 stim=0 status=3 failed=0 exit=3 why=no end'; cat "$dir/one.txt"; } >"$dir/broken.txt"
sed 's/^@taps .*/@taps 0x02/' "$dir/one.txt" | grep -E '^@|^[0-9]+ (sysreg|ctx|close)' >"$dir/no_set.txt"
for name in only_close broken no_set; do
    spe log --pack "$dir/$name.txt" "$dir/$name.log" || bad "sets_$name" 'cannot be packed'
done
for option in --all --table --counts; do
    refused "sets_only_close$option" 2 'only_close.log: the log holds no transaction but a close$' spe sets $option "$dir/only_close.log"
    refused "sets_broken$option" 2 'broken.log: the run of the log broke off$' spe sets $option "$dir/broken.log"
    refused "sets_no_set$option" 2 'no_set.log: its groups of taps make no set$' spe sets $option "$dir/no_set.log"
done
# A log that broke off and shows a finding is judged like any other log.
sed 's/data=0x48a0000000004001/data=0x48a0000000004003/' "$dir/broken.txt" >"$dir/broken_found.txt"
spe log --pack "$dir/broken_found.txt" "$dir/broken_found.log" || bad sets_broken_found 'cannot be packed'
run spe sets "$dir/broken_found.log"
[ "$status" = 1 ] && grep -q ' 127 buf.data:1 ' "$work/out" && ok || bad sets_broken_found "status $status"
refused sets_none 2 '^spe sets: no log' spe sets
refused sets_unknown 2 '^spe sets: unknown option --x' spe sets --x "$dir/one_record.log"
refused sets_unreadable 2 '^spe sets: /nonexistent: cannot be opened' spe sets /nonexistent
refused replay_two 2 'more than one log: b' spe replay a b

# Bad text.
text_refused() {
    printf '%s\n' "$2" >"$dir/$1.txt"
    refused "text_$1" 2 "$3" spe log --pack "$dir/$1.txt" "$dir/$1.log"
    [ ! -e "$dir/$1.log" ] && ok || bad "text_$1" 'a part of the log is left'
}
text_refused empty '# nothing' 'empty.txt: no transaction$'
text_refused no_config '0 clk running=1' "no_config.txt: 'name' is not given: needed: @config FILE, or @key of all keys$"
text_refused cycle '-3 clk running=1' "cycle.txt:1: '-3': allowed: a cycle, 0 to 18446744073709551615, or an '@' line$"
text_refused cycle_large '99999999999999999999 clk' "'9{20}': allowed: a cycle, "
text_refused kind $'0 reset kind=assert\n1 cloak' "kind.txt:2: 'cloak': allowed behind the cycle: reset clk .* close or, without fields, 16 to 255$"
text_refused field $'0 reset kind=assert\n1 clk walking=1' "field.txt:2: 'walking=1': no field of clk: allowed: seq running active$"
text_refused value $'0 reset kind=assert\n1 clk running=256' "value.txt:2: 'running=256': allowed: 0 to 255$"
text_refused value_large '0 rnd value=99999999999999999999' "'value=9{20}': allowed: 0 to 0xff$"
text_refused seq '0 clk seq=abc' "seq.txt:1: 'seq=abc': allowed: 0 to 4294967295$"
text_refused seq_large '0 clk seq=4294967296' "'seq=4294967296': allowed: 0 to 4294967295$"
text_refused run '@run test=x seed=5 stim=0 failed=2 exit=0 why=' "run.txt:1: 'failed=2': needed there: failed=0 or 1$"
text_refused run_seed '@run test=x seed=1x stim=0 failed=0 exit=0 why=' "run_seed.txt:1: 'seed=1x': needed there: seed=0 to "
text_refused header '@nonsense 1' "header.txt:1: '@nonsense': allowed: @name @taps @order_free @max_findings @key @config @run$"
text_refused key $'@key width = 9\n0 clk' "key.txt:1: width = '9': allowed: 1 to 8$"
text_refused rule $'@key el2 = 0\n0 clk' "rule.txt: vhe = 1: allowed: 0 with el2 = 0$"
text_refused config $'@config /none\n0 clk' "config.txt:1: '@config /none': /none: cannot be read"
refused pack_missing 2 '^spe log: .*/none: No such file or directory$' spe log --pack "$dir/none" "$dir/x.log"
refused pack_folder 2 '^spe log: .*:1: cannot be read: Is a directory$' spe log --pack "$dir" "$dir/x.log"
refused pack_no_log 2 '^spe log: no log' spe log --pack "$dir/many.in"
refused pack_full_disk 4 "^spe log: $full: No space left on device$" spe log --pack "$dir/many.in" "$full"
refused pack_nowhere 4 "^spe log: $dir/none/x: cannot be created: No such" spe log --pack "$dir/many.in" "$dir/none/x"
refused pack_file_limit 4 '^spe log: .*/limit.log: File too large$' small_files 1 spe log --pack "$dir/many.in" "$dir/limit.log"
check pack_file_limit_left eval '! compgen -G "$dir/limit.log*"'
cp "$dir/one_record.log" "$dir/kept.log"
refused pack_keeps 2 "kind.txt:2: 'cloak'" spe log --pack "$dir/kind.txt" "$dir/kept.log"
same pack_keeps_log "$dir/one_record.log" "$dir/kept.log"
cp "$dir/one_record.txt" "$dir/self.txt"
refused pack_self 2 'self.txt: the log would overwrite its own text$' spe log --pack "$dir/self.txt" "$dir/self.txt"
ln -s self.txt "$dir/link.txt"
refused pack_self_link 2 'link.txt: the log would overwrite its own text$' spe log --pack "$dir/link.txt" "$dir/self.txt"
same pack_self_left "$dir/one_record.txt" "$dir/self.txt"

# Four writers of one log at once, each with a part file of its own. The log is whole and has the
# mode of a new file, and no part file is left.
for i in 1 2 3 4; do spe log --pack "$dir/many.in" "$dir/at_once.log" & done
wait
same pack_at_once <(spe log "$dir/many.log") <(spe log "$dir/at_once.log") # frames end by the clock, too
check pack_no_part [ "$(compgen -G "$dir/at_once.log*")" = "$dir/at_once.log" ]
check pack_mode [ "$(stat -c %a "$dir/at_once.log")" = "$(stat -c %a "$dir/many.in")" ]
for option in --salvage --header --bytes '--from 0' '--to 5' '--kind w'; do
    refused "pack_with_$option" 2 '^spe log: --pack takes no --from, --to, --kind, --header, --bytes or --salvage: ' spe log $option --pack "$dir/many.in" "$dir/x.log"
done

# The bytes that reach memory: bytes with a strobe, after their address, in the order of the beats.
# A reset drops the bytes that wait.
# bytes_of NAME BYTES: a log of the lines on stdin, after a header, has these bytes.
bytes_of() {
    { sed -n '/^@/p' "$dir/many.header" && cat; } >"$dir/bytes.txt"
    check "bytes_pack_$1" spe log --pack "$dir/bytes.txt" "$dir/bytes.log"
    run spe log --bytes "$dir/bytes.log"
    [ "$status" = 0 ] && [ "$(od -An -tx1 -v "$work/out" | xargs)" = "$2" ] && ok || bad "bytes_$1" "status $status, $(od -An -tx1 -v "$work/out" | xargs)"
}
bytes_of strobes '02 04 11 18' <<'LINES'
1 aw id=0 len=1 size=4 addr=0x1000
1 w word=0 strb=0x0a last_word=0 last=0 data=0x0807060504030201
1 w word=1 strb=0x00 last_word=1 last=0 data=0x0807060504030201
2 w word=0 strb=0x81 last_word=1 last=1 data=0x1817161514131211
9 close
LINES
bytes_of data_first '01 02 03' <<'LINES'
1 w word=0 strb=0x01 last_word=1 last=0 data=0x01
2 w word=0 strb=0x01 last_word=1 last=1 data=0x02
3 aw id=0 len=0 size=3 addr=0x1000
4 aw id=0 len=1 size=3 addr=0x2000
5 w word=0 strb=0x01 last_word=1 last=1 data=0x03
9 close
LINES
bytes_of reset '01 05' <<'LINES'
1 aw id=0 len=1 size=3 addr=0x1000
1 w word=0 strb=0x01 last_word=1 last=0 data=0x01
2 reset kind=assert
3 reset kind=release
4 w word=0 strb=0x01 last_word=1 last=1 data=0x02
5 reset kind=assert
6 reset kind=release
7 aw id=0 len=0 size=3 addr=0x1000
7 w word=0 strb=0x01 last_word=1 last=1 data=0x05
9 close
LINES
bytes_of none '' <<<'9 close'
for option in --header '--from 0' '--to 5' '--kind w'; do
    refused "bytes_with_$option" 2 '^spe log: --bytes takes no --from, --to, --kind or --header: ' spe log $option --bytes "$dir/many.log"
done
refused bytes_full 4 '^spe log: cannot write standard output: No space left on device$' full_disk spe log --bytes "$dir/one_record.log"

# unreadable_log NAME PATTERN FILE: the log is neither printed nor replayed. No verdict is printed.
unreadable_log() {
    refused "replay_$1" 2 "^spe replay: $3: $2" spe replay "$3"
    grep -q '^RESULT' "$work/out" && bad "replay_$1" 'a verdict of a log that cannot be read'
    refused "log_$1" 2 "^spe log: $3: $2" spe log "$3"
}
good=$dir/with_run.log
{ echo '@run test=smoke seed=0x1 stim=0x2 failed=1 exit=3 why=no end'; moved one_record; } >"$dir/with_run.txt"
spe log --pack "$dir/with_run.txt" "$good"
run spe replay "$good"
[ "$status" = 3 ] && grep -q '^why: no end$' "$work/out" && grep -q '^RESULT FAIL ' "$work/out" && ok || bad replay_failed_run "status $status"

unreadable_log missing 'cannot be opened: No such file or directory$' "$dir/none.log"
unreadable_log folder 'no txnlog in it: it is of no run, or of one that has passed and was not to keep it \(KEEP=1\)$' "$dir"
# A directory of a run is accepted in place of the log in it.
mkdir -p "$dir/run" "$dir/folder/txnlog" && cp "$dir/one_record.log" "$dir/run/txnlog"
for command in log 'log --header' 'log --sql' replay 'replay --until 30' explain 'sets --all' bias; do
    # shellcheck disable=SC2086 # a command and its option
    run spe $command "$dir/run/txnlog"
    cp "$work/out" "$dir/of_file" && was=$status && cp "$work/err" "$dir/says"
    # shellcheck disable=SC2086
    run spe $command "$dir/run"
    [ "$status" = "$was" ] && cmp -s "$work/out" "$dir/of_file" && cmp -s "$work/err" "$dir/says" && ok || bad "log_of_run_$command" "status $status, or another output"
    # shellcheck disable=SC2086
    refused "log_of_none_$command" 2 "^spe ${command%% *}: $dir: no txnlog in it: " spe $command "$dir"
    # shellcheck disable=SC2086
    refused "log_in_folder_$command" 2 "^spe ${command%% *}: $dir/folder/txnlog: cannot be read: Is a directory$" spe $command "$dir/folder"
done
not_seekable() {
    mkfifo "$dir/fifo"
    cat "$good" >"$dir/fifo" 2>/dev/null &
    limited "$SPE" "$@" "$dir/fifo"
    local result=$?
    rm "$dir/fifo"
    return $result
}
refused replay_fifo 2 "^spe replay: $dir/fifo: is not seekable: write it to a file first$" not_seekable replay
refused log_fifo 2 "^spe log: $dir/fifo: is not seekable: write it to a file first$" not_seekable log
refused salvage_fifo 2 "^spe log: $dir/fifo: is not seekable: write it to a file first$" not_seekable log --salvage
unreadable_log empty 'is empty$' /dev/null
unreadable_log other 'this is not a transaction log$' $logs/one_record.txnlog
for ((n = 1; n < $(stat -c %s "$good"); n += 97)); do
    cut_off "$good" "$dir/cut.log" $n
    unreadable_log "cut_$n" '(this is not a transaction log|the log is (truncated|damaged|cut off))' "$dir/cut.log"
done
cat "$good" "$good" >"$dir/twice.log"
unreadable_log twice 'the log is damaged' "$dir/twice.log"
{ cat "$good"; echo; } >"$dir/longer.log"
unreadable_log longer 'the log is cut off, or bytes stand behind its end; --salvage reads what is whole$' "$dir/longer.log"

# A run that was killed has left whole frames and no end. --salvage reads the frames. The result is
# never a pass.
salvaged() {
    failing_run "salvage_replay_$1" 4 "a part of a log: $2\$" spe replay --salvage "$dir/killed.log"
    refused "salvage_log_$1" 4 "killed.log: a part of a log: $2\$" spe log --salvage "$dir/killed.log"
}
cut_off "$good" "$dir/killed.log" "$(grep -abo 'RUN ' "$good" | head -n 1 | cut -d: -f1)"
unreadable_log killed 'the log is cut off, or bytes stand behind its end; --salvage reads what is whole$' "$dir/killed.log"
salvaged one '1 whole frame'
spe log --salvage "$dir/killed.log" 2>"$dir/err" | grep -v '^@' >"$dir/killed.txt"
spe log "$good" | grep -v '^@' >"$dir/killed.expected"
same salvage_text "$dir/killed.expected" "$dir/killed.txt"
cut_off "$dir/many.log" "$dir/killed.log" "$(($(stat -c %s "$dir/many.log") - 1))"
refused salvage_many 4 'killed.log: a part of a log: ([2-9]|[1-9][0-9]+) whole frames$' spe log --salvage "$dir/killed.log"
cut_off "$good" "$dir/killed.log" $(($(grep -abo 'DATA' "$good" | head -n 1 | cut -d: -f1) + 40))
nothing='nothing of it can be read: it has no whole frame; play the run again'
salvaged none "$nothing"
unreadable_log none "the log is cut off, or bytes stand behind its end; $nothing\$" "$dir/killed.log" # what leads nowhere is not proposed
cut_off "$good" "$dir/killed.log" 20
unreadable_log head "the log is truncated; $nothing\$" "$dir/killed.log"
for command in log replay; do # not even its head: nothing more is proposed
    refused "salvage_${command}_head" 2 "^spe $command: .*killed.log: the log is truncated$" spe $command --salvage "$dir/killed.log"
done

# With --salvage a whole log gives all its transactions and its own verdict.
check salvage_log_whole spe log --salvage "$good"
failing_run salvage_replay_whole 3 'no end$' spe replay --salvage "$good"
accepted salvage_replay_passes '^RESULT PASS .* test=replay ' spe replay --salvage "$dir/one_record.log"

# Logs with one damaged byte: at regular distances, and in each name that starts a section.
offsets=$(
    seq 9 61 "$(($(stat -c %s "$good") - 1))"
    grep -abo -E 'HEAD|DATA|RUN |INDX|TAIL|SPETXEND' "$good" | cut -d: -f1 | while read -r n; do seq "$n" $((n + 11)); done | awk -v size="$(stat -c %s "$good")" '$1 < size'
)
for n in $offsets; do
    damaged "$good" "$dir/damaged.log" "$n"
    unreadable_log "byte_$n" 'the log is (damaged|truncated|cut off)' "$dir/damaged.log"
done
damaged "$good" "$dir/damaged.log" 0
unreadable_log magic 'this is not a transaction log$' "$dir/damaged.log"

# A log of another version, with the right checksum of its changed header. (The output of gzip ends
# with CRC-32 and length.)
length=$(od -An -tu4 -j 12 -N 4 "$good" | tr -d ' ')
dd if="$good" bs=1 skip=20 count="$length" status=none | sed 's/^@version 3.3$/@version 9.0/' >"$dir/head"
{ head -c 16 "$good"; gzip -c "$dir/head" | tail -c 8 | head -c 4; cat "$dir/head"; tail -c +$((21 + length)) "$good"; } >"$dir/version.log"
unreadable_log version 'the log has format version 9.0, this is 3.3$' "$dir/version.log"
