# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# spu_sim --batch: bad lists, rows that pass and fail, limits, signals. Each run gives the same
# hashes as in a process of its own.
dir=$work/batch
mkdir -p "$dir"
cfg=rtl/configs/v1p0_min.cfg
exe=$build/v1p0_min/spu_sim
[ -x "$exe" ] || bad batch_built "$exe is not built"

# row NAME STATUS REASON OPTIONS: print one line of a list. The directory is named after the row.
row() {
    printf '%s\t%s\t%s\t%s\t%s\n' "$1" "$dir/out/$1" "$2" "$3" "--config $cfg $4"
}

# batch LIST OPTIONS...: play LIST. The results go to $dir/results.
batch() {
    rm -f "$dir/results"
    "$build/bin/launch" --cpu 120 "$exe" --batch "$@" --results "$dir/results"
}

# Lists that are refused before any run begins.
refused batch_no_results 2 '^spu_sim: --batch needs --results FILE$' sim --batch "$dir/rows"
refused batch_no_value 2 '^spu_sim: --batch needs a value$' sim --results x --batch
refused batch_option 2 "^spu_sim: unknown option '--seed' beside --batch$" sim --batch x --results x --seed 1
for option in cpu memory stall; do
    refused "batch_$option" 2 "^spu_sim: --$option must be 1 to " sim --batch x --results x --$option 0
    refused "batch_${option}_text" 2 "^spu_sim: --$option: 'x' is not a number" sim --batch x --results x --$option x
done
refused batch_missing 2 "^spu_sim: $dir/none: cannot be read: No such file" batch "$dir/none"
refused batch_folder 2 "^spu_sim: $dir: cannot be read: Is a directory$" batch "$dir"
: >"$dir/rows"
refused batch_empty 2 "^spu_sim: $dir/rows: no run in the list$" batch "$dir/rows"
printf '# remark\n\n' >"$dir/rows"
refused batch_remarks 2 "^spu_sim: $dir/rows: no run in the list$" batch "$dir/rows"
row good 0 - '--test smoke' >"$dir/good"
head -c -1 "$dir/good" >"$dir/rows"
refused batch_cut 2 "^spu_sim: $dir/rows:1: the last line has no end: the list is cut$" batch "$dir/rows"
while IFS='|' read -r -u 3 name says line; do
    { cat "$dir/good" && printf '%b\n' "${line//@/$dir/out}"; } >"$dir/rows"
    refused "batch_row_$name" 2 "^spu_sim: $dir/rows:2: $says" batch "$dir/rows"
done 3<<'LIST'
columns|4 columns; |a\t@/a\t0\t--test smoke
more|6 columns; |a\t@/a\t0\t-\t--test smoke\t-
name|a name without blanks is needed|a b\t@/a\t0\t-\t--test smoke
no_name|a name without blanks is needed|\t@/a\t0\t-\t--test smoke
no_dir|a directory is needed|a\t\t0\t-\t--test smoke
status|status '5' is not 0 to 4|a\t@/a\t5\tx\t--test smoke
status_text|status 'x' is not 0 to 4|a\t@/a\tx\tx\t--test smoke
no_reason|a reason is needed|a\t@/a\t1\t-\t--test smoke
empty_reason|a reason is needed|a\t@/a\t0\t\t--test smoke
reason|reason '\(': Unmatched|a\t@/a\t1\t(\t--test smoke
no_options|options are needed|a\t@/a\t0\t-\t 
twice|name 'good' comes twice|good\t@/a\t0\t-\t--test smoke
dir_twice|directory '.*/good' comes twice|a\t@/good\t0\t-\t--test smoke
control|a control character|a\t@/a\t0\t-\t--test\rsmoke
no_command|a command is needed behind the !|a\t@/a\t0\t-\t! 
LIST
check batch_nothing_run [ ! -e "$dir/out" ]
refused batch_results_nowhere 4 '^spu_sim: /none/x: No such file' sim --batch "$dir/good" --results /none/x
refused batch_results_full 4 "^spu_sim: $full: No space left" sim --batch "$dir/good" --results "$full"
# The reason is printed before the result is written. With a full stdout no result appears.
row silent 0 - '--test nothing' >"$dir/rows"
rm -f "$dir/silent"
sim --batch "$dir/rows" --results "$dir/silent" >"$full" 2>"$work/err"
status=$?
[ "$status" = 4 ] && ! grep -q . "$dir/silent" && ok || bad batch_reason_full "status $status, results: $(cat "$dir/silent")"
rm -rf "$dir/out"
: >"$dir/out"
refused batch_dir 4 "^spu_sim: $dir/out/good: Not a directory$" batch "$dir/good"
rm "$dir/out"

# Each row gives the expected status and the same output as a process of its own.
{
    echo '# remark'
    row random 0 - '--test random --seed 7'
    row again 0 '^RESULT PASS .* seed=8 ' '--test random --seed 8'
    row trace 0 - '--test trace --trace sim/traces/mix.trc --ops 5000'
    row few 1 '^test: cycle [0-9]+: records=0, ' '--test smoke --ops 10'
    row usage 2 "unknown option '--nope'" '--nope'
    row timeout 3 '^why: no end after 10 cycles$' '--test smoke --max-cycles 10'
} >"$dir/rows"
accepted batch_good '^COUNT 6 0 0$' batch "$dir/rows"
check batch_results_form eval '[ "$(grep -cxE "PASS 1 0 0 [a-z]+ [0-9]+ [0-9]+" "$dir/results")" = 6 ] && [ "$(wc -l <"$dir/results")" = 6 ]'
for name in random again trace few timeout; do
    read -r -a words <<<"$(grep "^$name"$'\t' "$dir/rows" | cut -f5)"
    run sim "${words[@]}"
    same "batch_same_$name" "$work/out" "$dir/out/$name/stdout"
    same "batch_verdict_$name" <(grep -E '^(why:|RESULT)' "$work/out") "$dir/out/$name/verdict"
done
cp "$dir/out/few/stdout" "$dir/few.stdout"
check batch_command sh "$dir/out/random/command"
same batch_command_again "$work/out" "$dir/out/random/stdout"
sh "$dir/out/few/command" >"$work/out" 2>/dev/null
same batch_command_failing "$dir/few.stdout" "$work/out"

# A run that ends early removes the files of the previous run in its directory.
mkdir -p "$dir/out/usage/spu1"
for name in verdict bins covers txnlog findings.jsonl findings.jsonl.new spu1/findings.jsonl spu1/bins bins.spu1 bench unpredictable; do
    echo 'RESULT PASS ' >"$dir/out/usage/$name"
done
grep -P '^usage\t' "$dir/rows" >"$dir/early"
accepted batch_early '^COUNT 1 0 0$' batch "$dir/early"
for name in verdict bins covers txnlog findings.jsonl findings.jsonl.new spu1/findings.jsonl spu1/bins bins.spu1 bench unpredictable; do
    check "batch_early_$name" [ ! -e "$dir/out/usage/$name" ]
done

# Each way to miss the expectation.
{
    row status 0 - '--test smoke --ops 10'
    row reason 1 'another reason' '--test smoke --ops 10'
    row reason_pass 0 'another reason' '--test smoke'
    row passes 1 x '--test smoke'
    row no_verdict 0 - '--help'
    row good 0 - '--test smoke'
} >"$dir/rows"
run batch "$dir/rows"
[ "$status" = 1 ] && ok || bad batch_failing "status $status, expected 1"
check batch_failing_results [ "$(cut -d' ' -f1-5 "$dir/results" | tr '\n' ',')" = \
    'FAIL 0 1 0 status,FAIL 0 1 0 reason,FAIL 0 1 0 reason_pass,FAIL 0 1 0 passes,FAIL 0 1 0 no_verdict,PASS 1 0 0 good,' ]
batch "$dir/rows" >"$dir/said" 2>&1
for line in 'FAIL status: status 1, expected 0' 'FAIL reason: status 1, but not for the reason expected: another reason' \
    'FAIL reason_pass: status 0, but not for the reason expected: another reason' 'FAIL passes: status 0, expected 1' \
    'FAIL no_verdict: no verdict (status 0)' '  why: cycle 47: PMBPTR_EL1 has not moved' 'COUNT 1 5 0'; do
    check "batch_says" grep -qxF "$line" "$dir/said"
done
check batch_says_verdict grep -q '^  RESULT FAIL ' "$dir/said"
check batch_says_command grep -qxF "  again: cd $PWD && $exe --config $cfg --test smoke --ops 10 --dir $dir/out/status.again" "$dir/said"

# over NAME REASON LIMIT N OPTIONS [COUNT]: a run that exceeds LIMIT fails with REASON, and the next
# run is still played.
over() {
    { row "$1" 0 - "$5" && row good 0 - '--test smoke'; } >"$dir/rows"
    run batch "$dir/rows" "$3" "$4"
    [ "$status" = 1 ] && grep -qx "FAIL $1: $2" "$work/out" && grep -qx "COUNT ${6:-1 1 0}" "$work/out" && ok || bad "batch_$1" "status $status"
}
over cpu 'no end after 2 s of processor time (--cpu)' --cpu 2 '--test random --ops 1000000000'
run spe replay --salvage "$dir/out/cpu/txnlog"
grep -q '^RESULT FAIL .* records=[1-9]' "$work/out" && ok || bad batch_cpu_log 'the log of a run that was killed cannot be read'
check batch_cpu_no_verdict [ ! -s "$dir/out/cpu/verdict" ]
over memory 'out of memory: --memory 8' --memory 8 '--test smoke' '0 2 0' # too few for both

if ! quick; then # they wait: make test has the row `left` below
    mkfifo "$dir/fifo"
    over stall 'stalled: no processor time used in 2 s (--stall)' --stall 2 "--test trace --trace $dir/fifo"

    # Time in which the batch itself is stopped does not count as a stall of its run.
    row good 0 - '--test random --ops 300000' >"$dir/rows"
    rm -f "$dir/results"
    "$exe" --batch "$dir/rows" --results "$dir/results" --stall 2 >"$work/out" 2>"$work/err" &
    pid=$!
    sleep 0.5
    children=$(children $pid)
    # shellcheck disable=SC2086
    kill -s STOP $pid $children
    sleep 3
    # shellcheck disable=SC2086
    kill -s CONT $pid $children
    wait $pid
    [ $? = 0 ] && grep -qx 'COUNT 1 0 0' "$work/out" && ok || bad batch_was_stopped "$(head -n 1 "$work/out")"
fi

# --prune: a run that passes keeps its command, verdict, bins and open cases (`unpredictable`). They
# equal those of a process of its own. A run that fails or has --keep keeps all files.
{
    row random 0 - '--test random --seed 7'
    row trace 0 - '--test trace --trace sim/traces/mix.trc --ops 5000'
    row two 0 - '--test smoke --spus 2 --seed 3'
    row kept 0 - '--test smoke --keep'
    row few 1 '^test: cycle [0-9]+: records=0, ' '--test smoke --ops 10'
    row bad 0 - '--test smoke --ops 10'
} >"$dir/rows"
rm -rf "$dir/out" "$dir/whole"
run batch "$dir/rows" --prune
[ "$status" = 1 ] && [ "$(tail -n 1 "$work/out")" = 'COUNT 5 1 0' ] && ok || bad batch_prune "status $status: $(tail -n 1 "$work/out")"
for name in random trace; do
    files='bins command verdict'
    [ $name != random ] || files='bins command unpredictable verdict'
    check "batch_prune_files_$name" [ "$(cd "$dir/out/$name" && echo *)" = "$files" ]
    read -r -a words <<<"$(grep "^$name"$'\t' "$dir/rows" | cut -f5)"
    sim "${words[@]}" --dir "$dir/whole/$name" >/dev/null 2>&1
    same "batch_prune_verdict_$name" "$dir/whole/$name/verdict" "$dir/out/$name/verdict"
    same "batch_prune_command_$name" <(sed "s#$dir/whole#$dir/out#" "$dir/whole/$name/command") "$dir/out/$name/command"
    same "batch_prune_bins_$name" "$dir/whole/$name/bins" "$dir/out/$name/bins"
done
same batch_prune_unpredictable "$dir/whole/random/unpredictable" "$dir/out/random/unpredictable"
check batch_prune_open [ "$(grep -cxE '[A-Z][0-9]+(,[A-Z][0-9]+)+' "$dir/whole/random/unpredictable")" = 1 -a ! -e "$dir/whole/trace/unpredictable" ]
check batch_prune_files_two [ "$(cd "$dir/out/two" && echo * spu1/*)" = 'bins command spu1 verdict spu1/bins' ]
sim --config $cfg --test smoke --spus 2 --seed 3 --dir "$dir/whole/two" >/dev/null 2>&1
for file in verdict bins spu1/bins; do same "batch_prune_two_$file" "$dir/whole/two/$file" "$dir/out/two/$file"; done
for file in kept/txnlog few/txnlog bad/txnlog bad/command bad/findings.jsonl bad/stderr; do check batch_prune_$file [ -e "$dir/out/$file" ]; done
grep -P '^random\t' "$dir/rows" >"$dir/one"
accepted batch_prune_again '^COUNT 1 0 0$' batch "$dir/one"
accepted batch_prune_after '^COUNT 1 0 0$' batch "$dir/one" --prune
check batch_prune_cleared [ "$(cd "$dir/out/random" && echo *)" = 'bins command unpredictable verdict' ]

# A run that fails at first and passes when it is played again counts as a failure.
row once 0 - '--test random --ops 300000' >"$dir/rows"
rm -rf "$dir/out" "$dir/results"
env --default-signal "$exe" --batch "$dir/rows" --results "$dir/results" --prune >"$work/out" 2>"$work/err" &
pid=$!
child=
for ((i = 0; i < 600; i++)); do
    [ -z "$child" ] || break
    sleep 0.1
    child=$(cat "/proc/$pid/task/$pid/children") child=${child%% *}
done
kill -s KILL "$child"
wait $pid
status=$?
[ "$status" = 1 ] && grep -qx 'FAIL once: killed (out of memory?); played again, it passes' "$work/out" && ok || bad batch_prune_once "status $status: $(cat "$work/out")"

# --resume: a run with a complete line of results is not played again.
{ row a 0 - '--test smoke' && row b 0 - '--test smoke' && row c 0 - '--test smoke'; } >"$dir/rows"
rm -rf "$dir/out"
printf 'PASS 1 0 0 a 1 1\nPASS 1 0 0 b' >"$dir/results"
accepted batch_resume '^COUNT 3 0 0$' sim --batch "$dir/rows" --results "$dir/results" --resume
check batch_resume_names [ "$(cut -d' ' -f5 "$dir/results" | tr '\n' ,)" = a,b,c, ]
check batch_resume_left [ ! -e "$dir/out/a" ]
accepted batch_resume_nothing '^COUNT 3 0 0$' sim --batch "$dir/rows" --results "$dir/results" --resume
sed -i 's/^PASS 1 0 0 b /FAIL 0 1 0 b /' "$dir/results"
run sim --batch "$dir/rows" --results "$dir/results" --resume
[ "$status" = 1 ] && grep -qx 'COUNT 2 1 0' "$work/out" && ok || bad batch_resume_failed "status $status: what has failed before is forgotten"

# --stop: when the file appears, the current run still ends and no further run begins.
{
    row a 0 - '--test smoke'
    printf 'b\t%s\t0\t-\t! touch %s; echo RESULT PASS mismatches=0 checks=1\n' "$dir/out/b" "$dir/stop"
    row c 0 - '--test smoke'
} >"$dir/rows"
rm -rf "$dir/out" "$dir/stop"
accepted batch_stop '^COUNT 2 0 0$' batch "$dir/rows" --stop "$dir/stop"
check batch_stop_names [ "$(cut -d' ' -f1,5 "$dir/results" | tr '\n' ,)" = 'PASS a,PASS b,' ]
check batch_stop_left [ ! -e "$dir/out/c/verdict" ]
rm "$dir/stop"
accepted batch_stop_on '^COUNT 3 0 0$' sim --batch "$dir/rows" --results "$dir/results" --resume --stop "$dir/stop"
: >"$dir/stop"
accepted batch_stop_all '^COUNT 0 0 0$' batch "$dir/rows" --stop "$dir/stop"

# Rows that run other programs.
verdict='echo RESULT PASS config=x mismatches=0 checks=1'
{
    row pipe 0 - "! $verdict; echo \$SPE_DIR >\$SPE_DIR/place; kill -s PIPE \$\$"
    row pass 0 - "!$verdict"
    row fails 0 - "!$verdict ; exit 1"
    row says 1 'some [r]eason' '!echo some reason >&2; echo RESULT FAIL; exit 1'
    row silent 0 - '!true'
    row crash 0 - '!kill -s SEGV $$'
    row missing 0 - '!/none/such'
    row spins 0 - '!while :; do :; done'
    row left 0 - "!sleep 77.7 & echo \$! >\$SPE_DIR/pid; sleep 78"
    row own 0 - "!echo mine >\$SPE_DIR/command; $verdict"
} | sed "s/--config [^ ]* //" >"$dir/rows"
run batch "$dir/rows" --cpu 1 --stall 2 --prune
[ "$status" = 1 ] && [ "$(tail -n 1 "$work/out")" = 'COUNT 3 7 0' ] && ok || bad batch_other "status $status: $(tail -n 1 "$work/out")"
cp "$work/out" "$dir/said"
while IFS= read -r -u 3 line; do check batch_other_says grep -qE "^$line" "$dir/said"; done 3<<'LIST'
FAIL pipe: ended by SIGPIPE$
FAIL fails: status 1, expected 0$
FAIL silent: no verdict \(status 0\)$
FAIL crash: ended by SIGSEGV$
FAIL missing: status 127, expected 0$
FAIL spins: 1 s of processor time used, the limit is 1 s
FAIL left: stalled, no processor time used for 2 s
LIST
check batch_other_dir grep -qx "$dir/out/pipe" "$dir/out/pipe/place"
check batch_other_command grep -qF "env 'SPE_DIR=$dir/out/pass' /bin/sh -c '$verdict" "$dir/out/pass/command"
check batch_other_own grep -qx mine "$dir/out/own/command"
check batch_other_gone [ ! -e "/proc/$(cat "$dir/out/left/pid")" ]

# The foreign SPU of tb/toy at levels A and C: its verdict, its bins, and one of its faults.
if [ -x "$build/toy/toy" ]; then
    toy='+spe_config=tb/toy/toy.cfg +phases=2 +spe_dir=$SPE_DIR'
    { row a 0 - "!$build/toy/toy +spe_taps=1 $toy" && row c 0 - "!$build/toy/toy $toy" && row bad 1 '^RESULT FAIL ' "!$build/toy/toy +break=1 $toy"; } |
        sed "s/--config [^ ]* //" >"$dir/rows"
    accepted batch_toy '^COUNT 3 0 0$' batch "$dir/rows"
    for name in a c bad; do check batch_toy_$name grep -q '^RESULT ' "$dir/out/$name/verdict"; done
    check batch_toy_bins grep -qx 'spe-bins 1' "$dir/out/a/bins"
    check batch_toy_findings [ -s "$dir/out/bad/findings.jsonl" ]
else
    skip batch_toy "$build/toy/toy is not built"
fi

# begin_long: start a batch of an endless run and one more run. Sets `pid` and `child`.
begin_long() {
    { row endless 0 - '--test random --ops 1000000000' && row good 0 - '--test smoke'; } >"$dir/rows"
    rm -rf "$dir/out" "$dir/results"
    env --default-signal "$exe" --batch "$dir/rows" --results "$dir/results" >"$work/out" 2>"$work/err" &
    pid=$!
    for ((i = 0; i < 600; i++)); do
        [ -s "$dir/out/endless/txnlog" ] && break
        sleep 0.1
    done
    child=$(cat "/proc/$pid/task/$pid/children") child=${child%% *}
}

# is_gone PID: the process ends within a minute. A zombie counts as ended.
is_gone() {
    for ((i = 0; i < 600; i++)); do
        grep -q '^State:[^A-Z]*[^Z[:space:]]' "/proc/$1/status" 2>/dev/null || return 0
        sleep 0.1
    done
    return 1
}

for signal in TERM INT HUP; do
    begin_long
    kill -s $signal "$pid"
    wait "$pid"
    status=$?
    [ "$status" = 3 ] && grep -qx "spu_sim: stopped by SIG$signal in endless, 0 of 2 runs have ended" "$work/err" && ok || bad batch_stopped_$signal "status $status"
    check batch_stopped_child_$signal is_gone "$child"
    check batch_stopped_verdict_$signal grep -q '^RESULT FAIL ' "$dir/out/endless/verdict"
    check batch_stopped_results_$signal [ ! -s "$dir/results" ]
done
begin_long
kill -s KILL "$pid"
wait "$pid" 2>/dev/null
check batch_killed_child is_gone "$child"
begin_long
kill -s KILL "$child"
wait "$pid"
status=$?
[ "$status" = 1 ] && grep -qx 'FAIL endless: killed (out of memory?)' "$work/out" && grep -qx 'COUNT 1 1 0' "$work/out" && ok || bad batch_child_killed "status $status"
# A signal without a name is reported by its number.
begin_long
kill -s 35 "$child"
wait "$pid"
status=$?
[ "$status" = 1 ] && grep -qx 'FAIL endless: ended by signal 35' "$work/out" && ok || bad batch_child_signal "status $status"

# kill -9 of the batch also ends the other program and its children. Only the run in flight is lost.
{
    row first 0 - "!$verdict"
    row long 0 - "![ ! -e $dir/stay ] || { sleep 77.7 & echo \$! >\$SPE_DIR/pid; sleep 78; }; $verdict"
    row last 0 - "!$verdict"
} | sed "s/--config [^ ]* //" >"$dir/rows"
rm -rf "$dir/out" "$dir/results"
: >"$dir/stay"
"$exe" --batch "$dir/rows" --results "$dir/results" >"$work/out" 2>"$work/err" &
pid=$!
for ((i = 0; i < 600; i++)); do
    [ -s "$dir/out/long/pid" ] && break
    sleep 0.1
done
kill -s KILL $pid
wait $pid 2>/dev/null
check batch_other_killed is_gone "$(cat "$dir/out/long/pid")"
check batch_other_kept [ "$(cut -d' ' -f5 "$dir/results")" = first ]
rm "$dir/stay"
accepted batch_other_resumed '^COUNT 3 0 0$' sim --batch "$dir/rows" --results "$dir/results" --resume
check batch_other_all [ "$(cut -d' ' -f5 "$dir/results" | tr '\n' ,)" = first,long,last, ]
