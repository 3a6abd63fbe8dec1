# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# spu_sim: bad usage, configurations, traces and logs; replay of what it logs.
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
refused sim_config_missing 2 '^spe: /none: .*: No such file or directory$' sim --config /none --test smoke
refused sim_config_folder 2 '^spe: \.: .*: Is a directory$' sim --config . --test smoke
printf 'width = 9\n' >"$dir/bad.cfg"
refused sim_config_invalid 2 "^spe: $dir/bad.cfg:1: width = '9': allowed: 1 to 8$" sim --config "$dir/bad.cfg" --test smoke
refused sim_config_binary 2 '^spe: .*garbage: .*no text file' sim --config c_model/test/corpus/garbage --test smoke
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
refused sim_cycles 2 '^spu_sim: --max-cycles must be at least 1$' sim --config $cfg --test smoke --max-cycles 0
refused sim_spus 2 '^spu_sim: --spus must be 1 to 4$' sim --config $cfg --test smoke --spus 5
refused sim_seed_twice 2 '^spu_sim: --seed is given twice$' sim --config $cfg --test smoke --seed 1 --seed 2
refused sim_flag_twice 2 '^spu_sim: --checks is given twice$' sim --config $cfg --test smoke --checks --checks
refused sim_waves 2 '^spu_sim: --waves needs the build with waves' sim --config $cfg --test smoke --waves "$dir/x.fst"
failing_run sim_timeout 3 'no end after 10 cycles$' sim --config $cfg --test smoke --max-cycles 10

# stopped_by SIGNAL: a long run that gets it once its log exists; its status is that of the run.
stopped_by() {
    local pid
    "$build/v1p0_min/spu_sim" --config $cfg --test random --ops 1000000000 --log "$dir/stopped.log" &
    pid=$!
    for ((i = 0; i < 600; i++)); do
        [ -s "$dir/stopped.log" ] && break
        sleep 0.1
    done
    kill -s "$1" $pid
    wait $pid
}
for signal in TERM INT; do # where it stops is chance, and what is undone there may well be a finding
    rm -f "$dir/stopped.log"
    run stopped_by $signal
    [ "$status" = 3 ] && grep -qE '^why: stopped by signal [0-9]+ at cycle [0-9]+$' "$work/out" && ok || bad sim_stopped_$signal "status $status"
    cp "$work/out" "$dir/stopped.out"
    run spe replay "$dir/stopped.log"
    [ "$status" = 3 ] && ok || bad sim_stopped_replay_$signal "status $status"
    same sim_stopped_again_$signal "$dir/stopped.out" "$work/out"
done

# trace NAME REASON FILE: a trace that cannot be played.
trace_refused() {
    failing_run "trace_$1" 2 "$3: $2" sim --config $cfg --test trace --trace "$3"
}
failing_run trace_none 2 'test trace needs --trace FILE$' sim --config $cfg --test trace
trace_refused missing 'cannot be read$' "$dir/none.trc"
trace_refused folder 'cannot be read$' "$dir"
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

# Output that does not arrive.
for lost in full_disk closed_pipe no_stdout; do
    for what in --help --list '--test smoke'; do
        read -r -a words <<<"$what"
        refused "sim_${lost}_${words[0]}" 4 '^spu_sim: cannot write standard output$' $lost sim --config $cfg "${words[@]}"
    done
done
refused sim_log_nowhere 4 '^spe: /none/x: cannot be created: No such' sim --config $cfg --test smoke --log /none/x
failing_run sim_log_full 4 'transaction log: ' sim --config $cfg --test smoke --log /dev/full
failing_run sim_log_limit 4 'transaction log: ' small_files 4 sim --config $cfg --test random --log "$dir/limit.log"
refused sim_log_limit_replay 2 '^spe replay: .*: the log is (truncated|damaged)' spe replay "$dir/limit.log"
failing_run sim_records_nowhere 4 '/none/x: cannot be written$' sim --config $cfg --test smoke --records /none/x
refused sim_covers_nowhere 4 '^spu_sim: /none/x: cannot be created: No such' sim --config $cfg --test smoke --covers /none/x
refused sim_covers_folder 4 "^spu_sim: $dir: cannot be created: Is a directory$" sim --config $cfg --test smoke --covers "$dir"
failing_run sim_covers_full 4 '/dev/full: cannot be written$' sim --config $cfg --test smoke --covers /dev/full
failing_run sim_records_full 4 '/dev/full: cannot be written$' sim --config $cfg --test smoke --records /dev/full
check sim_records_one_reason [ "$(grep -c '^why: ' "$work/out")" = 1 ]

# replayed NAME OPTION EXECUTABLE ARGUMENTS...: the replay of the log prints the same findings, verdict and status as the run.
# OPTION is for the replay, "-" for none.
replayed() {
    local name=$1 option=$2 expected
    shift 2
    run timeout 60 "$@"
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
    for fault in 1 2 6; do
        replayed "toy_$fault" --checks "$build/toy/toy" +spe_config=tb/toy/toy.cfg +break=$fault "+spe_log=$dir/replayed.log"
        check "toy_${fault}_found" grep -q MISMATCH "$dir/replay.err"
    done
    toy() {
        timeout 60 "$build/toy/toy" +spe_config=tb/toy/toy.cfg "$@"
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
    refused toy_name 2 '^spe: bad name of a session$' toy +spe_name=
    refused toy_groups 2 'taps need each other: LIFE and POP need REGS' toy +spe_taps=2
    refused toy_log 4 '^spe: /none/x: cannot be created: No such' toy +spe_log=/none/x
    run toy +phases=1 +spe_log=/dev/full
    [ "$status" = 4 ] && [[ $(tail -n 1 "$work/out") == 'RESULT FAIL '* ]] && ok || bad toy_log_full "status $status, expected 4 and RESULT FAIL"
else
    skip replayed_toy "$build/toy/toy is not built"
fi
