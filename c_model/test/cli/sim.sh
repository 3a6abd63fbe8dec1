# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# spu_sim: bad usage, configurations, traces and logs; replay of its logs.
dir=$work/sim
mkdir -p "$dir"
cfg=rtl/configs/v1p0_min.cfg
trc=sim/traces/mix.trc
[ -x "$build/v1p0_min/spu_sim" ] || bad sim_built "$build/v1p0_min/spu_sim is not built"

accepted sim_help '^usage: spu_sim --config FILE --test NAME' sim --help
accepted sim_list '^smoke  *' sim --config $cfg --list
refused sim_nothing 2 '^spu_sim: --config and --test are needed' sim
refused sim_option 2 "^spu_sim: unknown option '--nope'" sim --nope
refused sim_no_value 2 '^spu_sim: --config needs a value$' sim --config
for option in --ops --config --steps; do # the next option is no value
    refused "sim_no_value$option" 2 "^spu_sim: $option needs a value\$" sim "$option" --test smoke
done
refused sim_config_missing 2 '^spe: /none: .*: No such file or directory$' sim --config /none --test smoke
refused sim_config_folder 2 '^spe: \.: .*: Is a directory$' sim --config . --test smoke
printf 'width = 9\nname = bad\nothers = default\nend\n' >"$dir/bad.cfg"
refused sim_config_invalid 2 "^spe: $dir/bad.cfg:1: width = '9': allowed: 1 to 8$" sim --config "$dir/bad.cfg" --test smoke
: >"$dir/empty.cfg"
refused sim_config_empty 2 "^spe: $dir/empty.cfg: the file is empty: its last line must be .end.$" sim --config "$dir/empty.cfg" --test smoke
head -n 5 $cfg >"$dir/v1p0_min.cfg"
refused sim_config_cut 2 "^spe: $dir/v1p0_min.cfg:5: the file is cut: " sim --config "$dir/v1p0_min.cfg" --test smoke
cp $cfg "$dir/copy.cfg"
refused sim_config_name 2 "^spe: $dir/copy.cfg: name = 'v1p0_min': needed: 'copy', as the file$" sim --config "$dir/copy.cfg" --test smoke
refused sim_config_binary 2 '^spe: .*garbage: .*no text: a byte ' sim --config c_model/test/corpus/garbage --test smoke
cp $cfg "$dir/locked.cfg"
if lock "$dir/locked.cfg"; then
    refused sim_config_unreadable 2 ': Permission denied$' without_override "$build/v1p0_min/spu_sim" --config "$dir/locked.cfg" --test smoke
else
    skip sim_config_unreadable 'no file can be locked here'
fi
refused sim_config_other 2 "not built for configuration 'ernd'$" sim --config rtl/configs/ernd.cfg --test smoke
refused sim_test_unknown 2 "^spu_sim: unknown test 'none' \(--list prints them\)$" sim --config $cfg --test none
for seed in -1 abc '' 1x 18446744073709551616; do
    refused "sim_seed_$seed" 2 "^spu_sim: --seed: '$seed' is not a number" sim --config $cfg --test smoke --seed "$seed"
done
refused sim_ops 2 '^spu_sim: --ops must be at least 1$' sim --config $cfg --test random --ops 0
refused sim_plusarg 2 '^spu_sim: --plusarg x does not begin with \+$' sim --config $cfg --test smoke --plusarg x
for arg in spe_dri= spe_dir=x spe_; do
    refused "sim_plusarg_$arg" 2 "^spu_sim: --plusarg \\+$arg: the sessions of spu_sim take --dir, " sim --config $cfg --test smoke --plusarg "+$arg"
done
for arg in error+limit+1000 noassertion noassert+ rand+reset+1 quiet seed+1 debug ''; do
    refused "sim_verilator_$arg" 2 '^spu_sim: --plusarg \+verilator\+.*: of Verilator.s arguments \+verilator\+noassert and \+verilator\+rand\+reset\+0 alone' sim --config $cfg --test smoke --plusarg "+verilator+$arg"
done
refused sim_cycles 2 '^spu_sim: --max-cycles must be at least 1$' sim --config $cfg --test smoke --max-cycles 0
refused sim_spus 2 '^spu_sim: --spus must be 1 to 4$' sim --config $cfg --test smoke --spus 5
refused sim_seed 2 '^spu_sim: --seed must be below 2.63$' sim --config $cfg --test smoke --seed 9223372036854775808
refused sim_seed_twice 2 '^spu_sim: --seed is given twice$' sim --config $cfg --test smoke --seed 1 --seed 2
refused sim_flag_twice 2 '^spu_sim: --checks is given twice$' sim --config $cfg --test smoke --checks --checks
refused sim_waves 2 '^spu_sim: --waves needs the build with waves' sim --config $cfg --test smoke --waves "$dir/x.fst"
for option in --waves-from --waves-to; do
    refused "sim$option" 2 "^spu_sim: $option needs --waves FILE\$" sim --config $cfg --test smoke $option 1
done
mkfifo "$dir/fifo.fst"
for target in "$dir/fifo.fst" "$dir"; do
    refused sim_waves_target 2 "^spu_sim: --waves $target is no regular file\$" sim --config $cfg --test smoke --waves "$target"
done
check sim_waves_target_left test -p "$dir/fifo.fst"
refused sim_no_trace 2 '^spu_sim: test smoke plays no trace' sim --config $cfg --test smoke --trace $trc
refused sim_taps 2 '^spu_sim: --taps must be a sum of tap groups, 1 to 127$' sim --config $cfg --test smoke --taps 128

# calls LOG: print the log without the members of the population, whose cycles a log does not
# record, and without contexts that differ only in counters.
calls() {
    spe log "$1" | awk '/^@run|^[0-9]+ pop / { next } $2 == "close" { print $1, $2; next } { sub(/ seq=[0-9]+/, "") }
        $2 == "ctx" { c = $0; sub(/^[0-9]+/, "", c); sub(/cntpct=.*/, "", c); if (c == last) next; last = c } { print }'
}

# bench= differs if anything differs that decides what is drawn. It is the same if only files or
# printed text differ, and in a replay.
cp $trc "$dir/same.trc"
head -c -64 $trc >"$dir/other.trc"
printf 'number.actions\t31\n# end\n' >"$dir/weights.tsv"
# bench OPTIONS...: print the value of bench= of a run.
bench() {
    sim --config $cfg "$@" 2>/dev/null | sed -nE 's/^RESULT .* bench=([0-9a-f]{16})$/\1/p'
}
short="--test trace --ops 300 --trace"
played="--test random --ops 300"
# shellcheck disable=SC2086 # lists of options
{
    for more in '' '--seed 2' '--poison-seed 5' '--spus 2' '--episodes 0' '--actions 1-3' "--weights $dir/weights.tsv" \
        '--max-cycles 99999' '--taps 123' '--plusarg +x'; do
        bench $played $more
    done
    bench --test random --ops 301
    bench $short "$dir/other.trc"
    bench $short $trc
} >"$dir/benches"
[ "$(sort -u "$dir/benches" | grep -c .)" = 13 ] && ok || bad sim_bench_differs "$(sort "$dir/benches" | uniq -c | tr '\n' ' ')"
# shellcheck disable=SC2086 # lists of options
{
    bench $short $trc --dir "$dir/bench" --keep --checks
    bench $short "$dir/same.trc" --log "$dir/bench.log" --records "$dir/bench.records"
    spe replay "$dir/bench/txnlog" 2>/dev/null | sed -nE 's/^RESULT .* bench=([0-9a-f]{16})$/\1/p'
    tail -n 1 "$dir/benches"
} >"$dir/same_bench"
[ "$(wc -l <"$dir/same_bench")" = 4 ] && [ "$(sort -u "$dir/same_bench" | wc -l)" = 1 ] && ok || bad sim_bench_same "$(cat "$dir/same_bench")"
mkfifo "$dir/trace.fifo"
cat $trc >"$dir/trace.fifo" 2>/dev/null &
run sim --config $cfg --test trace --ops 300 --trace "$dir/trace.fifo"
grep -qE '^RESULT .* result=[0-9a-f]{16}$' "$work/out" && ok || bad sim_bench_pipe 'of a pipe nobody can say what was drawn'
wait

# A replay of the log of all taps with fewer taps gives the log of a run with fewer taps.
sim --config $cfg --test enable_contexts --log "$dir/all.log" >/dev/null 2>&1
for taps in 1 $(quick || echo 3 33 35 39 97 43 47 95) 103 $(quick || echo 107 111) 123; do
    # The test needs samples, which LIFE shows. Without LIFE the run may fail for this reason alone.
    run sim --config $cfg --test enable_contexts --taps $taps --log "$dir/real.log"
    grep -q ' mismatches=0 pending=0 ' "$work/out" && ok || bad sim_taps_$taps 'findings on a correct SPU'
    run spe replay --taps $taps --log "$dir/narrow.log" "$dir/all.log"
    calls "$dir/real.log" >"$dir/real"
    calls "$dir/narrow.log" >"$dir/narrow"
    same sim_taps_same_$taps "$dir/real" "$dir/narrow"
done
# A correct SPU has no finding with any set of groups. One test of each kind (sim/sets.sh plays
# all).
for test in smoke random race_tlbi_fault fault_cross $(quick || echo toggle_s toggle_el race_pointer race_syndrome race_frozen \
    race_enable owner_changes fault_middle full_restart abort_all reset_states interval_modes filter_latency axi_w_first); do
    sim --config $cfg --test $test --log "$dir/$test.log" >"$dir/$test.verdict" 2>&1
    accepted "sets_${test}_passes" '^RESULT PASS ' cat "$dir/$test.verdict"
    check "sets_$test" spe sets "$dir/$test.log"
done
# An error of one of two SPUs ends the run. The other SPU does not make it hang.
mkdir "$dir/covers.spu1"
refused sim_spus_covers 4 'covers.spu1: cannot be created' "$launcher" --stall 10 "$build/v1p0_min/spu_sim" --config $cfg --test smoke --spus 2 --covers "$dir/covers"
accepted sim_noassert '^RESULT PASS ' sim --config $cfg --test smoke --plusarg +verilator+noassert
# The initial values of flip-flops without reset must have no visible effect.
stim_and_result() {
    sim --config $cfg --test smoke "$@" 2>/dev/null | grep -oE "(stim|result)=[0-9a-f]+"
}
same sim_rand_reset <(stim_and_result) <(stim_and_result --plusarg +verilator+rand+reset+0)
failing_run sim_timeout 3 'no end after 10 cycles$' sim --config $cfg --test smoke --max-cycles 10

# stopped_by SIGNAL OPTIONS...: send SIGNAL to a long run once its log exists. The status is that of
# the run.
stopped_by() {
    local pid
    env --default-signal "$build/bin/launch" --cpu 60 "$build/v1p0_min/spu_sim" --config $cfg "${@:2}" --log "$dir/stopped.log" &
    pid=$!
    for ((i = 0; i < 600; i++)); do
        [ -s "$dir/stopped.log" ] && break
        sleep 0.1
    done
    sleep 0.3 # it plays, or waits for its trace
    kill -s "$1" $pid
    wait $pid
}
for signal in TERM INT HUP; do # where it stops is chance, and what is undone there may well be a finding
    rm -f "$dir/stopped.log"
    run stopped_by $signal --test random --ops 1000000000
    [ "$status" = 3 ] && grep -qE '^why: stopped by signal [0-9]+ at cycle [0-9]+$' "$work/out" && ok || bad sim_stopped_$signal "status $status"
    cp "$work/out" "$dir/stopped.out"
    run spe replay "$dir/stopped.log"
    [ "$status" = 3 ] && ok || bad sim_stopped_replay_$signal "status $status"
    same sim_stopped_again_$signal "$dir/stopped.out" "$work/out"
done

# A signal also ends a wait for a file. A process that ignores the signal is killed.
mkfifo "$dir/fifo.trc"
rm -f "$dir/stopped.log"
run stopped_by TERM --test trace --trace "$dir/fifo.trc"
[[ $status == [23] && $(tail -n 1 "$work/out") == 'RESULT FAIL '* ]] && ok || bad sim_stopped_fifo "status $status"
if ! quick; then # it has five seconds to end
    printf '#!/bin/sh\ntrap "" TERM\nexec sleep 100\n' >"$dir/hang"
    chmod +x "$dir/hang"
    JOB_STALL=1 SIM=$dir/hang OUT=$dir/hung run sim/run.sh "$build" v1p0_min smoke 1
    [ "$status" = 3 ] && grep -q '^launch: ended: stalled, no processor time used for 1 s' "$work/err" && ok || bad run_killed "status $status"
fi

# A log that another session writes is left alone.
echo kept >"$dir/kept.log"
echo kept >"$dir/kept.expected"
# hold FILE: another process locks FILE until release.
hold() {
    flock "$1" sleep 60 &
    holder=$!
    while flock -n "$1" true; do sleep 0.1; done
}
release() {
    kill $holder
    wait $holder
}
hold "$dir/kept.log"
refused sim_log_of_another 2 "^spe: $dir/kept.log: another session writes this log$" sim --config $cfg --test smoke --log "$dir/kept.log"
release
same sim_log_of_another_left "$dir/kept.expected" "$dir/kept.log"

# One file for two purposes, by whatever names.
cp $cfg "$dir/own.cfg"
printf 'name = outer\ninclude = own.cfg\nend\n' >"$dir/outer.cfg"
cp "$dir/own.cfg" "$dir/own.expected"
cp $trc "$dir/own.trc"
ln "$dir/own.cfg" "$dir/hard.cfg"
ln -s own.cfg "$dir/soft.cfg"
ln -s later "$dir/dangling"
cp $cfg "$dir/x.spu1"
while read -r -u 3 name arguments; do
    read -r -a words <<<"${arguments//@/$dir}"
    refused "sim_shared_$name" 2 '^spu_sim: --[a-z]* .* (are one file|is a file that --config includes)$' sim --test smoke "${words[@]}"
done 3<<LIST
config_log --config @/own.cfg --log @/own.cfg
config_covers --config @/own.cfg --covers @/./own.cfg
config_records --config @/own.cfg --records @/hard.cfg
config_soft --config @/own.cfg --log @/soft.cfg
config_list --config @/own.cfg --list --log @/own.cfg
included --config @/outer.cfg --log @/own.cfg
included_records --config @/outer.cfg --records @/soft.cfg
trace_log --config $cfg --trace @/own.trc --log @/own.trc
outputs --config $cfg --log @/z --records @/./z
outputs_folder --config $cfg --log @/z --covers @/../sim/z
outputs_dangling --config $cfg --log @/dangling --covers @/later
second_spu --config $cfg --spus 2 --log @/m --records @/m.spu1
second_config --config @/x.spu1 --spus 2 --log @/x
LIST
same sim_shared_config "$dir/own.expected" "$dir/own.cfg"
same sim_shared_trace $trc "$dir/own.trc"
check sim_shared_none eval '! compgen -G "$dir/[zm]*"'
accepted sim_shared_device '^RESULT PASS ' sim --config $cfg --test smoke --log /dev/null --records /dev/null

# A refusal prints one line and nothing else. It removes files from the directory that would pass
# for output of this run.
old=(verdict command findings.jsonl txnlog bins covers bench unpredictable weights config.cfg spu1/verdict spu1/bins)
# earlier: make the directory of an earlier run anew.
earlier() {
    rm -rf "$dir/old"
    mkdir -p "$dir/old/spu1"
    (cd "$dir/old" && for name in "${old[@]}"; do echo 'spe-bins 1' >"$name"; done)
    cp "$dir/old/bins" "$dir/old/findings.txt"
    echo mine >"$dir/old/notes"
}
# left: print the files that are left in it, without notes.
left() {
    find "$dir/old" -type f -size +0 ! -name notes -printf '%P '
}
while read -r -u 3 name arguments; do
    earlier
    read -r -a words <<<"${arguments//@/$dir}"
    run sim --dir "$dir/old" "${words[@]}"
    [ "$status" = 2 ] && [ "$(wc -l <"$work/err")" = 1 ] && ok || bad "sim_alone_$name" "status $status, expected 2 and one line"
    [ -z "$(left)" ] && [ -s "$dir/old/notes" ] && ok || bad "sim_old_$name" "left: $(left)"
done 3<<LIST
option --config $cfg --test smoke --nope
seed --config $cfg --test smoke --seed x
nothing --ops 5
config --config @/none.cfg --test smoke
config_bad --config @/bad.cfg --test smoke
taps --config $cfg --test smoke --taps 2
shared --config $cfg --test smoke --log @/z --records @/z
shared --config $cfg --test smoke --population @/z --records @/z
weights --config $cfg --test random --weights @/none.tsv
LIST
earlier
run sim --config $cfg --test none --dir "$dir/old" # found out behind the files of the session
[ "$status" = 2 ] && [ "$(wc -l <"$work/err")" = 1 ] && [ ! -s "$dir/old/verdict" ] && ok || bad sim_alone_test "status $status, expected 2 and one line"
check sim_old_test eval '[ ! -s "$dir/old/bins" ] && [ ! -s "$dir/old/findings.txt" ] && [ ! -e "$dir/old/spu1/verdict" ]'
# Files that the run reads, files that belong to no run, and files that another session writes stay.
earlier
cp $cfg "$dir/old/config.cfg"
cp "$dir/weights.tsv" "$dir/old/weights"
cp $trc "$dir/old/covers"
echo mine >"$dir/old/bins"
run sim --dir "$dir/old" --config "$dir/old/config.cfg" --weights "$dir/old/weights" --trace "$dir/old/covers" --test trace --nope
[ "$status" = 2 ] && [ "$(left | tr ' ' '\n' | sort | xargs)" = 'bins config.cfg covers weights' ] && ok || bad sim_old_read "left: $(left)"
earlier
hold "$dir/old/findings.txt"
refused sim_old_held 2 "old: another session writes to this directory$" sim --config $cfg --test smoke --dir "$dir/old"
release
[ "$(left | wc -w)" = 11 ] && ok || bad sim_old_held_left "left: $(left)" # of the first SPU: its lock
earlier
run sim --dir "$dir/old" --help
[ "$status" = 0 ] && [ "$(left | wc -w)" = 13 ] && ok || bad sim_old_help "left: $(left)"
run sim --config $cfg --test smoke
[ "$(head -n 1 "$work/err")" = 'seed 1' ] && ok || bad sim_seed_first 'the seed does not come first'

# With its built-in weights a run of `random` needs one record for each 360 operations. Some of many
# runs with 720 operations have only one record, which would be enough for any other test.
weak=0 enough=0
for ((seed = 1; seed <= 200 && (weak == 0 || enough == 0); seed++)); do
    run sim --config $cfg --test random --ops 720 --seed $seed
    [ "$status" != 0 ] || enough=1
    [ "$status" != 1 ] || ! grep -qE '^test: cycle [0-9]+: records=1, the test needs at least 2$' "$work/err" || weak=1
done
[ $weak = 1 ] && ok || bad sim_minimum 'no run with one record of 720 operations fails'
[ $enough = 1 ] && ok || bad sim_minimum_met 'each run of 720 operations fails'

# A run that does not end also lists the open cases of the texts that it met.
run sim --config $cfg --test random --max-cycles 60000 --dir "$dir/open"
[ "$status" = 3 ] && grep -qE '^unpredictable=[A-Z][0-9]+' "$work/err" && ok || bad sim_open "status $status, expected 3 and unpredictable="
same sim_open_file <(sed -n 's/^unpredictable=//p' "$work/err") "$dir/open/unpredictable"

# The tables of dpi/README.md list each file that a run leaves.
sim --config $cfg --test smoke --spus 2 --dir "$dir/leaves" --keep >/dev/null 2>&1
sim --config $cfg --test random --ops 300 --weights "$dir/weights.tsv" --dir "$dir/leaves/w" >/dev/null 2>&1
OUT=$dir/leaves/run sim/run.sh "$build" v1p0_min smoke_bad 1 >/dev/null 2>&1
find "$dir/leaves" -type f -printf '%f\n' | sort -u >"$dir/leaves.names"
check sim_leaves [ "$(wc -l <"$dir/leaves.names")" = 13 ]
run grep -vxFf <(grep -oE '^\| `DIR/.*' dpi/README.md | cut -d'|' -f2 | grep -oE '`DIR/[^`]+`' | sed 's#`DIR/##; s#`##') "$dir/leaves.names"
[ "$status" = 1 ] && ok || bad sim_leaves_named "not in dpi/README.md: $(xargs <"$work/out")"

# The log does not go to a descriptor that was closed at the start.
closed_stderr() {
    "$@" 2>&-
}
all_closed() {
    "$@" <&- >&- 2>&-
}
accepted sim_closed_stderr '^RESULT PASS ' closed_stderr sim --config $cfg --test smoke --log "$dir/closed.log"
accepted sim_closed_stderr_log '^RESULT PASS ' spe replay "$dir/closed.log"
run all_closed sim --config $cfg --test smoke --log "$dir/closed.log"
[ "$status" = 4 ] && ok || bad sim_all_closed "status $status, expected 4"
accepted sim_all_closed_log '^RESULT PASS ' spe replay "$dir/closed.log"

accepted sim_seed_decimal '^RESULT PASS .* seed=10 ' sim --config $cfg --test smoke --seed 010
accepted sim_seed_hex '^RESULT PASS .* seed=16 ' sim --config $cfg --test smoke --seed 0x10

# trace_refused NAME REASON FILE: the trace cannot be played.
trace_refused() {
    failing_run "trace_$1" 2 "$3: $2" sim --config $cfg --test trace --trace "$3"
}
failing_run trace_none 2 'test trace needs --trace FILE$' sim --config $cfg --test trace
trace_refused missing 'cannot be read: No such file or directory$' "$dir/none.trc"
trace_refused folder 'cannot be read: Is a directory$' "$dir"
trace_refused other 'is not an operation trace$' sim/traces/mix.elf
: >"$dir/empty.trc"
trace_refused empty 'is cut short$' "$dir/empty.trc"
size=$(stat -c %s $trc)
for n in 1 16 63 100 1000 $((size / 2)) $((size - 1)); do
    cut_off $trc "$dir/cut.trc" "$n"
    trace_refused "cut_$n" 'is (cut short|damaged|not an operation trace)' "$dir/cut.trc"
done
for n in 0 9 20 40 100 $((size / 2)) $((size - 1)); do
    damaged $trc "$dir/damaged.trc" "$n"
    trace_refused "byte_$n" '(is damaged|is not an operation trace|has a version)' "$dir/damaged.trc"
done

# Output that is lost.
for lost in full_disk closed_pipe no_stdout; do
    for what in --help --list '--test smoke'; do
        read -r -a words <<<"$what"
        refused "sim_${lost}_${words[0]}" 4 '^spu_sim: cannot write standard output$' $lost sim --config $cfg "${words[@]}"
    done
done
sim --config $cfg --test smoke --dir "$dir/undelivered" --keep >"$full" 2>"$work/err"
check sim_undelivered_verdict eval 'grep -qx "why: verdict: No space left on device" "$dir/undelivered/verdict" && grep -q "^RESULT FAIL " "$dir/undelivered/verdict"'
check sim_undelivered_bins grep -q ' status=4 ' "$dir/undelivered/bins"
check sim_undelivered_log eval 'spe log "$dir/undelivered/txnlog" | grep -q "^@run .*status=4"'
refused sim_log_nowhere 4 '^spe: /none/x: cannot be created: No such' sim --config $cfg --test smoke --log /none/x
failing_run sim_log_full 4 "transaction log $full: No space left on device$" sim --config $cfg --test smoke --log "$full"
failing_run sim_log_limit 4 "transaction log $dir/limit.log: File too large\$" small_files 4 sim --config $cfg --test random --log "$dir/limit.log"
refused sim_log_limit_replay 2 '^spe replay: .*: the log is (truncated|damaged|cut off)' spe replay "$dir/limit.log"
refused sim_records_nowhere 4 '^spu_sim: /none/x: cannot be created: No such' sim --config $cfg --test smoke --records /none/x
refused sim_covers_nowhere 4 '^spu_sim: /none/x: cannot be created: No such' sim --config $cfg --test smoke --covers /none/x
refused sim_covers_folder 4 "^spu_sim: $dir: cannot be created: Is a directory$" sim --config $cfg --test smoke --covers "$dir"
failing_run sim_covers_full 4 "$full: cannot be written$" sim --config $cfg --test smoke --covers "$full"
failing_run sim_records_full 4 "$full: cannot be written$" sim --config $cfg --test smoke --records "$full"
check sim_records_one_reason [ "$(grep -c '^why: ' "$work/out")" = 1 ]


# --records writes what the log holds. A changed byte is noticed, and so is one more byte.
run sim --config $cfg --test register_bits --records "$dir/records" --dir "$dir/none"
[ "$status" = 0 ] && grep -qx "spu_sim: $dir/records is empty: nothing was written to the Profiling Buffer" "$work/err" && [ ! -s "$dir/records" ] && ok ||
    bad sim_records_empty "status $status, or not said"
accepted sim_records '^COUNT 4 0 0$' sim/records.sh "$build" v1p0_min smoke two_random axi_w_ahead register_bits
for change in 'printf x | dd of="$f" bs=1 seek=9 conv=notrunc status=none' 'printf x >>"$f"'; do
    printf '#!/bin/bash\n"%s" "$@" || exit\nfor f in "%s"/records/v1p0_min/*/records.spu1; do [ ! -e "$f" ] || %s; done\n' \
        "$build/v1p0_min/spu_sim" "$build" "$change" >"$dir/spoils"
    chmod +x "$dir/spoils"
    SIM=$dir/spoils run sim/records.sh "$build" v1p0_min smoke two_random
    [ "$status" = 1 ] && grep -q '^FAIL two_random: .*records.spu1 is not what ' "$work/out" && grep -qx 'COUNT 1 1 0' "$work/out" && ok || bad sim_records_spoilt "status $status"
done
# The population: each selection of the log has its place in it, also across resets and for the
# second SPU.
for test in smoke random; do
    run sim --config $cfg --test $test --spus 2 --population "$dir/population" --log "$dir/population.log"
    [ "$status" = 0 ] && ok || bad sim_population_$test "status $status"
    for spu in '' .spu1; do
        run spe bias --population "$dir/population$spu" "$dir/population.log$spu"
        { [ "$status" = 0 ] || [ "$status" = 1 ]; } && [ ! -s "$work/err" ] && grep -q '^blocks: [1-9]' "$work/out" && ok || bad "sim_population_$test$spu" "status $status"
    done
done
refused sim_population_nowhere 4 '^spu_sim: /none/x: cannot be created: No such' sim --config $cfg --test smoke --population /none/x
failing_run sim_population_full 4 "$full: cannot be written$" sim --config $cfg --test smoke --population "$full"
refused sim_records_none 2 "^records.sh: test 'none' is not one that passes on v1p0_min$" sim/records.sh "$build" v1p0_min smoke none

# replayed NAME OPTION EXECUTABLE ARGUMENTS...: the replay of the log prints the same findings and
# verdict as the run, and has the same status. OPTION is for the replay, "-" for none.
replayed() {
    local name=$1 option=$2 expected
    shift 2
    run limited "$@"
    expected=$status
    grep -v '^- ' "$work/out" >"$dir/live.out" # what Verilator says of $finish
    complaint
    printf '%s\n' "${said[@]}" >"$dir/live.err"
    if [ "$option" = - ]; then run spe replay "$dir/replayed.log"; else run spe replay "$option" "$dir/replayed.log"; fi
    complaint
    printf '%s\n' "${said[@]}" >"$dir/replay.err"
    [ "$status" = "$expected" ] && ok || bad "replayed_$name" "status $status, the run's was $expected"
    same "replayed_verdict_$name" "$dir/live.out" "$work/out"
    same "replayed_findings_$name" "$dir/live.err" "$dir/replay.err"
}
run_logged() {
    replayed "$1" - "$build/v1p0_min/spu_sim" --config $cfg --test "${@:2}" --log "$dir/replayed.log"
}
run_logged smoke smoke
check smoke_passed grep -q '^RESULT PASS ' "$dir/live.out"
run_logged random random --seed 7
check draws_own eval 'spe log --kind rnd "$dir/replayed.log" | grep -q " injected=0$"'
run_logged inject interval_inject
spe log --kind rnd "$dir/replayed.log" | grep -v '^@' >"$dir/draws"
check draws_injected eval '[ -s "$dir/draws" ] && ! grep -qv " injected=1$" "$dir/draws"'
run_logged timeout smoke --max-cycles 2000
check timeout_failed grep -q '^RESULT FAIL ' "$dir/live.out"
if [ -x "$build/toy/toy" ]; then
    for fault in 1:2 2:2 6:6; do # and the phases that show it
        phases=12
        ! quick || phases=${fault#*:}
        fault=${fault%:*}
        replayed "toy_$fault" --checks "$build/toy/toy" +spe_config=tb/toy/toy.cfg +break=$fault +phases=$phases "+spe_log=$dir/replayed.log"
        check "toy_${fault}_found" grep -q MISMATCH "$dir/replay.err"
    done
    toy() {
        limited "$build/toy/toy" +spe_config=tb/toy/toy.cfg "$@"
    }
    for arg in seed=x seed= seed=-1 seed=4294967296 break=99 break=3x phases=0 phases=1001; do
        refused "toy_$arg" 2 "^toy: \+$arg: a number from [01] to [0-9]+ is needed$" toy "+$arg"
    done
    for arg in +sede=1 seed=1 --seed; do
        refused "toy_$arg" 2 "^toy: [+-]*[a-z=1]*: unknown argument$" toy "$arg"
    done
    refused toy_twice 2 '^toy: \+seed=2: given twice$' toy +seed=1 +seed=2
    refused toy_no_config 2 "^spe_dpi: session 'toy': not published by a host program, and no \+spe_config=FILE$" "$build/toy/toy"
    refused toy_config 2 '^spe: /none: .*: No such' "$build/toy/toy" +spe_config=/none
    for arg in keepx keep=1; do # the monitors' own look: the toy's takes what begins so
        refused "toy_plusarg_$arg" 2 "^spe_tap: \\+spe_$arg: spe_tap reads no such plusarg$" "$build/toy/toy" +spe_config=tb/toy/toy.cfg "+spe_$arg"
    done
    refused toy_name 2 '^spe: bad name of a session$' toy '+spe_name=#x'
    refused toy_no_name 2 '^spe_tap: \+spe_name=: a value is needed$' toy +spe_name=
    refused toy_groups 2 'taps need each other: LIFE and POP need REGS' toy +spe_taps=2
    accepted_dir() {
        toy +spe_dir="$dir/toy" "$@" 2>/dev/null
    }
    accepted toy_dir '^RESULT PASS ' accepted_dir +phases=1
    same toy_dir_verdict "$dir/toy/verdict" <(grep -E '^(why:|RESULT)' "$work/out")
    check toy_dir_log [ ! -e "$dir/toy/txnlog" ]
    accepted toy_keep '^RESULT PASS ' accepted_dir +phases=1 +spe_keep
    check toy_keep_log spe replay "$dir/toy/txnlog"
    run toy +break=2 "+spe_dir=$dir/toy"
    [ "$status" = 1 ] && ok || bad toy_dir_break "status $status, expected 1"
    cp "$work/err" "$dir/toy.err"
    check toy_dir_first grep -qxF "first: $(head -n 1 "$dir/toy/findings.txt")" "$dir/toy.err"
    check toy_dir_more grep -qx "365 more, 99 of them in $dir/toy/findings.txt" "$dir/toy.err"
    check toy_dir_printed [ "$(grep -c '^[0-9].* MISMATCH: ' "$dir/toy.err")" = 3 ]
    run spe replay "$dir/toy/txnlog"
    same toy_dir_findings "$dir/toy/findings.txt" "$work/err"
    refused toy_keep_nowhere 2 ": \+spe_keep without \+spe_dir=DIR$" toy +spe_keep
    refused toy_log 4 '^spe: /none/x: cannot be created: No such' toy +spe_log=/none/x
    run toy +phases=1 "+spe_log=$full"
    [ "$status" = 4 ] && [[ $(tail -n 1 "$work/out") == 'RESULT FAIL '* ]] && ok || bad toy_log_full "status $status, expected 4 and RESULT FAIL"
else
    skip replayed_toy "$build/toy/toy is not built"
fi

# sim/run.sh and `make run`: ARGS are checked first; a log is kept with KEEP=1.
OUT=$dir/unmade run sim/run.sh "$build" v1p0_min random 1 --ops
[ "$status" = 2 ] && [ "$(<"$work/err")" = 'spu_sim: --ops needs a value' ] && [ ! -e "$dir/unmade" ] && ok || bad run_args_first "status $status, or more is said or made"
for keep in 0 1; do
    OUT=$dir/kept KEEP=$keep run sim/run.sh "$build" v1p0_min smoke 1
    [ "$status" = 0 ] && [ "$(find "$dir/kept" -name txnlog | wc -l)" = $keep ] && ok || bad "run_keep_$keep" "status $status, or the log"
done
run make run O="$build" CONFIG=v1p0_min TEST=random SEED=3 ARGS='--ops 2000'
[ "$status" = 0 ] && grep -q '^RESULT PASS .* test=random seed=3 cycles=[0-9]* ops=[2-6][0-9][0-9][0-9] ' "$work/out" && ok || bad make_args "status $status"
