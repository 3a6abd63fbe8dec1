# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# `spe` itself: commands, help, output that is lost.

refused no_command 2 "^spe: no command; 'spe help' lists them$" spe
refused unknown_command 2 "^spe: unknown command 'nope'" spe nope
refused empty_command 2 "^spe: unknown command ''" spe ''
accepted help '^  decode ' spe help
accepted help_option '^  config ' spe --help
accepted help_of '^usage: spe replay ' spe help replay
refused help_of_none 2 "^spe: unknown command 'nope'; 'spe help' lists them$" spe help nope
refused help_of_two 2 '^spe help: unknown argument log: see spe help --help$' spe help replay log
refused sets_no_log 2 '^spe sets: /dev/null: is empty$' spe sets /dev/null
accepted version '^spe: SPEv1p0 \(DDI 0586A\) to SPEv1p5 \(Arm ARM D17.8, D17.9, D18\), transaction log [0-9]+\.[0-9]+, no release yet$' spe --version
refused version_argument 2 '^spe help: --version takes no x: see spe help --help$' spe --version x
while read -r -u 3 command option value; do
    refused "twice_${command}_$option" 2 "^spe $command: $option is given twice: see spe $command --help$" \
        spe "$command" "$option" $value "$option" $value x
done 3<<LIST
decode --json
decode --base 0
config --sv
replay --checks
log --from 1
log --kind w
log --around 1
cover --holes
cover --need event
explain --more
explain --beside x
perf -o x
bias --load 1
sets --all
LIST
for command in decode config replay log explain checks cover sets perf bias; do
    accepted "help_$command" "^usage: spe $command" spe "$command" --help
    accepted "help_short_$command" "^usage: spe $command" spe "$command" -h
    refused "unknown_option_$command" 2 "^spe $command: unknown option --nope: see spe $command --help$" spe "$command" --nope
    refused "unknown_value_$command" 2 "^spe $command: unknown option --nope=1: see" spe "$command" --nope=1
    refused "unknown_letter_$command" 2 "^spe $command: unknown option -n: see" spe "$command" -n
    refused "part_of_help_$command" 2 "^spe $command: unknown option --hel: see" spe "$command" --hel
    refused "value_of_help_$command" 2 "^spe $command: unknown option --help=1: see" spe "$command" --help=1
done
for command in decode config replay log explain cover sets perf bias; do
    refused "no_argument_$command" 2 "^spe $command: no .*: see spe $command --help$" spe "$command"
done

# The forms of an option: after a file, with `=`, and as the name of a file after `--`. Names of
# options cannot be shortened.
neoverse=rtl/configs/neoverse.cfg
spe log --pack c_model/test/logs/one_record.txnlog "$work/general.log"
accepted option_behind '^package spe_cfg_pkg;$' spe config $neoverse --sv
accepted option_end '^package spe_cfg_pkg;$' spe config --sv -- $neoverse
accepted option_equals '^4 ' spe log --from=4 --to=4 "$work/general.log"
accepted option_help_last '^usage: spe log' spe log --from 4 "$work/general.log" --help
refused option_as_file 2 '^spe config: --sv: cannot be read' spe config -- --sv
refused option_part 2 '^spe log: unknown option --fro: see' spe log --fro 4 "$work/general.log"
refused option_part_equals 2 '^spe log: unknown option --fro=4: see' spe log --fro=4 "$work/general.log"
refused option_value 2 '^spe log: --salvage takes no value: see' spe log --salvage=1 "$work/general.log"
refused option_empty 2 "^spe log: --from '': not a number" spe log --from= "$work/general.log"
refused option_letter 2 '^spe perf: -o needs a value: see' spe perf x -o
refused option_two 2 '^spe config: one of --sv, --doc and --from-ids, not two: see' spe config --sv --doc
refused option_operand 2 '^spe checks: unknown argument x: see' spe checks x

# Output that is lost gives status 4 and one line, for every command. Only a closed pipe ends it by
# SIGPIPE.
while read -r -u 3 name arguments; do
    read -r -a words <<<"$arguments"
    lost="^spe $name: cannot write standard output"
    refused "full_disk_$name" 4 "$lost: No space left on device$" full_disk spe "${words[@]}"
    run closed_pipe spe "${words[@]}" # as other tools end behind `| head`: by SIGPIPE, without a word
    [ "$status" = 141 ] && [ ! -s "$work/err" ] && ok || bad "closed_pipe_$name" "status $status, expected 141, or a word"
    refused "no_stdout_$name" 4 "$lost: Bad file descriptor$" no_stdout spe "${words[@]}"
done 3<<LIST
help help
--version --version
config config $neoverse
config config --sv $neoverse
config config --doc
config config --from-ids PMSIDR=0x26417 PMBIDR=0x6
decode decode c_model/test/corpus/neoverse
decode decode --json c_model/test/corpus/neoverse
log log $work/general.log
replay replay $work/general.log
checks checks
LIST
# Without /dev/full no file takes its place, and the case says so.
without_device() {
    full=$work/none full_disk true
}
run without_device
[ "$status" = 99 ] && [ ! -e "$work/none" ] && ok || bad full_disk_gone "status $status, expected 99"

# A read that fails is an error of the environment (status 4), for every command.
printf 'name = mem\ninclude = /proc/self/mem\nend\n' >"$work/mem.cfg"
printf '@config /proc/self/mem\n0 close\n' >"$work/mem.txt"
while read -r -u 3 name arguments; do
    read -r -a words <<<"$arguments"
    refused "read_fails_$name" 4 'cannot be read|cannot read .*: Input/output error$' spe "${words[@]}"
done 3<<LIST
config config /proc/self/mem
included config $work/mem.cfg
decode decode /proc/self/mem
log log /proc/self/mem
salvage log --salvage /proc/self/mem
pack log --pack /proc/self/mem $work/mem.log
pack_config log --pack $work/mem.txt $work/mem.log
replay replay /proc/self/mem
LIST

# The usage of test_cases.
cases=$build/unit/test_cases
if [ -x "$cases" ]; then
    for option in --help --logs; do
        refused "cases_usage$option" 2 '^usage: test_cases \[--logs FOLDER\] \[FILE.cases\]\.\.\.$' "$cases" $option
    done
else
    skip cases_usage "$cases is not built"
fi
