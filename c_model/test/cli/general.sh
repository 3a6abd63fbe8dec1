# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# `spe` itself: commands, help, output that does not arrive.

refused no_command 2 "^spe: no command; 'spe help' lists them$" spe
refused unknown_command 2 "^spe: unknown command 'nope'" spe nope
refused empty_command 2 "^spe: unknown command ''" spe ''
accepted help '^  decode ' spe help
accepted help_option '^  config ' spe --help
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
LIST
for command in decode config replay log explain checks; do
    accepted "help_$command" "^usage: spe $command" spe "$command" --help
    accepted "help_short_$command" "^usage: spe $command" spe "$command" -h
    refused "unknown_option_$command" 2 "^spe $command: unknown .* --nope: see spe $command --help$" spe "$command" --nope
done
for command in decode config replay log explain; do
    refused "no_argument_$command" 2 "^spe $command: no .*: see spe $command --help$" spe "$command"
done

# Output that does not arrive is status 4 and a line, whichever command and however it is lost.
neoverse=rtl/configs/neoverse.cfg
spe log --pack c_model/test/logs/one_record.txnlog "$work/general.log"
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
# Where that device is gone no file takes its place, and the case says so.
without_device() {
    full=$work/none full_disk true
}
run without_device
[ "$status" = 99 ] && [ ! -e "$work/none" ] && ok || bad full_disk_gone "status $status, expected 99"

# A read that fails is the environment's, as for every command.
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
