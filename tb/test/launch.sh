#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# launch.sh BUILD [busy]: BUILD/bin/launch ends jobs that spin, sleep or fork at its limits. It
# names the limit and its knob, passes on status and signals, and leaves no process behind. `busy`
# tests only the limits, beside eight busy loops, and that no innocent job is ended. The parts wait
# most of the time, so they run at the same time. Each part is a process with a folder of its own.
set -u
cd "$(dirname "$0")/../.." || exit 2
launch=$(realpath "$1/bin/launch")
passed=0 failed=0
work=$(mktemp -d) || exit 4
trap 'rm -rf "$work"' EXIT
unset JOB_CPU JOB_STALL

# is NAME EXPECTED GOT: the case passes if both values are equal.
is() {
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        echo "FAIL $1: got '$3', expected '$2'; log: $(head -n 3 "$work/log" 2>/dev/null)" && failed=$((failed + 1))
    fi
}

# left MARK: print the number of processes that have MARK in their command. The pattern does not
# match its own process.
left() {
    grep -lz -- "[${1:0:1}]${1:1}" /proc/[0-9]*/cmdline 2>/dev/null | wc -l
}

# job NAME STATUS PATTERN OPTIONS -- COMMAND...: the job ends with STATUS, its log has one line that
# matches PATTERN, and no process is left. Each job has an argument of its own as its mark.
number=0 me=$$
job() {
    local name=$1 status=$2 pattern=$3 options=() got mark
    shift 3
    while [ "$1" != -- ]; do options+=("$1"); shift; done
    shift
    number=$((number + 1)) mark=job-$me-$number
    rm -f "$work/log"
    "$launch" --log "$work/log" --usage "$work/usage" "${options[@]}" "$@" "$mark" </dev/null
    got=$?
    is "$name, status" "$status" "$got"
    is "$name, log" 1 "$(grep -cE -- "$pattern" "$work/log")"
    is "$name, left" 0 "$(left "$mark")"
}

# A job is a shell whose $1 is the mark. Its children have the mark as their name.
spin='exec -a "$1" bash -c "while :; do :; done"'
nap='exec -a "$1" sleep 1000'
fork='while :; do (exec -a "$1" bash -c "for ((i = 0; i < 2000; i++)); do :; done"); done'

limits() {
    job "$1spinning" 124 '^launch: ended: [0-9]+ s of processor time used, the limit is 1 s \(JOB_CPU=seconds sets another\)$' --cpu 1 -- bash -c "$spin" x
    job "$1forking" 124 '^launch: ended: [0-9]+ s of processor time used, the limit is 1 s ' --cpu 1 -- bash -c "$fork" x
    job "$1forking in the background" 124 '^launch: ended: [0-9]+ s of processor time used' --cpu 1 -- bash -c "($fork) & wait" x
    job "$1sleeping" 124 '^launch: ended: stalled, no processor time used for 2 s \(JOB_STALL=seconds sets another\)' --stall 2 -- bash -c "$nap" x
    is "$1sleeping, what it waits for" 1 "$(grep -cE '^  [0-9]+ job-[0-9]+-[0-9]+ 1000: sleeps' "$work/log")"
}

# finish: print the last line of the job, and exit.
finish() {
    echo "COUNT $passed $failed 0"
    [ "$failed" = 0 ] && [ "$passed" != 0 ]
    exit
}

if [ "${2:-}" = busy ]; then
    # The loops end with this script, however it ends. Limits act as before. A job that works all
    # the time does not count as stalled.
    loops=()
    for _ in 1 2 3 4 5 6 7 8; do
        setpriv --pdeathsig KILL bash -c 'while :; do :; done' &
        loops+=($!)
    done
    limits 'busy: '
    job 'busy: innocent' 0 '^done$' --cpu 20 --stall 2 -- bash -c 'for ((i = 0; i < 400000; i++)); do :; done; echo done' x
    read -r cpu wall <"$work/usage"
    is 'busy: processor time is less than the time that passed' 1 "$((cpu > 100 && cpu < wall))"
    kill "${loops[@]}"
    wait "${loops[@]}" 2>/dev/null
    finish
fi

# TERM first, KILL for a job that ignores TERM.
endings() {
    job heeding 124 '^gone$' --stall 1 -- bash -c 'trap "echo gone; exit 0" TERM; sleep 1000 & wait' x
    job ignoring 124 '^launch: ended: stalled' --stall 1 --grace 0.2 -- bash -c 'trap "" TERM; '"$nap" x
    job 'stopped' 124 'is stopped' --stall 1 -- bash -c 'kill -STOP $$' x
}

# Processes that a job leaves behind are named and ended: in the background, in a session of their
# own, as a daemon.
leavings() {
    job background 3 '^  [0-9]+ job-[0-9]+-[0-9]+ 1000: sleeps' --grace 0.2 -- bash -c "($nap) & exit 3" x
    job session 0 '^launch: the job has ended and left these running' --grace 0.2 -- bash -c 'setsid bash -c '"'$nap'"' x "$1" & exit 0' x
    job daemon 0 '^launch: the job has ended and left these running' --grace 0.2 -- bash -c '(setsid bash -c '"'trap : HUP; $nap'"' x "$1" &) ; exit 0' x
    job 'soon gone' 0 '^late$' -- bash -c '(sleep 0.5; echo late) & exit 0' x
}

# Status, files.
statuses() {
    job status 7 '^$' -- bash -c 'echo; exit 7' x
    job killed 137 '^$' -- bash -c 'echo; kill -9 $$' x
    job 'no command' 127 '^launch: /none/x: No such file' -- /none/x
    job 'no right' 126 '^launch: /: Permission denied' -- /
    job stdin 0 '^0$' -- bash -c 'wc -c' x
    is 'stdin as it is' abc "$(printf abc | "$launch" cat)"
    is 'usage' 1 "$(grep -cE '^[0-9]+ [0-9]+$' "$work/usage")"
    is 'a closed stdout stays closed' 1 "$("$launch" cat <<<x 2>&1 >&- | grep -c 'Bad file')"
    "$launch" 2>/dev/null
    is 'no arguments' 2 $?
    is 'bad limit' 'launch: --cpu=1x: a number of seconds is needed' "$("$launch" --cpu 1x true 2>&1)"
    is 'bad budget' 'launch: --budget=x: a number of seconds is needed' "$("$launch" --budget x true 2>&1)"
    is 'bad knob' 'launch: JOB_STALL=x: a number of seconds is needed' "$(JOB_STALL=x "$launch" true 2>&1)"
}

knobs() {
    JOB_CPU=1 job 'knob' 124 'the limit is 1 s' --cpu 1000 -- bash -c "$spin" x
    rm -f "$work/log"
    JOB_CPU=100 "$launch" --log "$work/log" --budget 1 bash -c "$spin" x budget-$$
    is 'budget, status' 124 $?
    is 'budget, log' '' "$(cat "$work/log")"
    is 'budget, left' 0 "$(left budget-$$)"
    job 'less than a millisecond' 124 'processor time used, the limit is 0 s' --cpu 0.0004 -- bash -c "$spin" x
    JOB_CPU=0 JOB_STALL=0 job 'no limits' 0 '^done$' --cpu 0.1 --stall 0.1 -- bash -c 'for ((i = 0; i < 200000; i++)); do :; done; sleep 1; echo done' x
    JOB_CPU=0.1 JOB_STALL=0.5 job 'no limit is final' 0 '^done$' --cpu 0 --stall 0 -- bash -c 'for ((i = 0; i < 200000; i++)); do :; done; sleep 2; echo done' x
    JOB_CPU=0.1 job 'no limit of the other kind' 124 'no processor time used for 1 s' --cpu 0 --stall 1 -- bash -c "$nap" x
}

# A signal is passed on to all processes of the job.
signals() {
    for signal in TERM INT HUP; do
        mark=signal-$$-$signal
        rm -f "$work/log"
        env --default-signal "$launch" --log "$work/log" bash -c "($nap) & (setsid bash -c '$nap' x \"\$1\") & $nap" x "$mark" &
        pid=$!
        for ((i = 0; i < 100; i++)); do
            [ "$(left "$mark")" -lt 3 ] || break
            sleep 0.1
        done
        kill -s $signal $pid
        wait $pid
        got=$?
        is "$signal, status" $((128 + $(kill -l $signal))) $got
        is "$signal, left" 0 "$(left "$mark")"
        is "$signal, log" 1 "$(grep -c '^launch: ended by signal' "$work/log")"
    done
}

# begun MARK COUNT COMMAND...: start COMMAND in the background and wait until COUNT processes have
# the mark. Sets `pid`.
begun() {
    "${@:3}" &
    pid=$!
    for ((i = 0; i < 100 && $(left "$1") < $2; i++)); do sleep 0.1; done
}
# ended MARK: print how many processes are left after five seconds at most.
ended() {
    for ((i = 0; i < 50 && $(left "$1") != 0; i++)); do sleep 0.1; done
    left "$1"
}

# A job that was told to end has not passed. If its own status is not 0, that status stays.
told() {
    for row in 0:143 3:3; do
        mark=told-$$-${row%:*}
        begun "$mark" 3 env --default-signal "$launch" --log "$work/log" bash -c "trap 'kill %1; exit ${row%:*}' TERM; ($nap) & wait" x "$mark"
        kill -TERM $pid
        wait $pid
        is "told to end, job's status ${row%:*}" "${row#*:}" $?
        is "told to end, left" 0 "$(ended "$mark")"
    done
}

# One interrupt can arrive as two signals, from the terminal and from a script that passes it on.
# The job still has its time to end.
twice() {
    mark=twice-$$
    rm -f "$work/said" "$work/ready"
    begun "$mark" 2 env --default-signal "$launch" --log "$work/log" bash -c \
        "trap 'sleep 0.5; echo said >\"$work/said\"; exit 3' INT TERM; : >\"$work/ready\"; while :; do sleep 0.1; done" x "$mark"
    for ((i = 0; i < 100; i++)); do [ ! -e "$work/ready" ] || break; sleep 0.1; done
    kill -INT $pid
    kill -TERM $pid
    wait $pid
    is 'two signals, status' 3 $?
    is 'two signals, last words' said "$(cat "$work/said" 2>/dev/null)"
}

# A signal that nohup ignores ends no job.
nohup_ignored() {
    mark=nohup-$$
    begun "$mark" 2 env --ignore-signal=HUP "$launch" --log "$work/log" bash -c "exec -a \"\$1\" sleep 2" x "$mark"
    kill -HUP $pid
    wait $pid
    is 'nohup, status' 0 $?
}

# If the launcher is killed, the job ends. If the process that started the launcher ends, the job
# ends, too.
killed() {
    mark=killed-$$
    begun "$mark" 2 "$launch" bash -c "$nap" x "$mark"
    kill -9 $pid
    wait $pid 2>/dev/null
    is 'launcher killed' 0 "$(ended "$mark")"
    mark=orphan-$$
    bash -c "'$launch' bash -c '$nap' x $mark & wait" &
    pid=$!
    for ((i = 0; i < 100 && $(left "$mark") < 3; i++)); do sleep 0.1; done
    kill -9 $pid
    wait $pid 2>/dev/null
    for ((i = 0; i < 50 && $(left "$mark") != 0; i++)); do sleep 0.1; done
    is 'starter killed' 0 "$(left "$mark")"
}

surroundings() {
    # Descriptors beyond 63 are closed as well.
    exec 99>"$work/held"
    job descriptors 0 '^none$' -- bash -c '[ -e /proc/self/fd/99 ] || echo none' x
    exec 99>&-
    # Without /proc no limit would hold, so nothing is started.
    if unshare -rm true 2>/dev/null; then
        is 'no /proc' 'launch: /proc cannot be read: no limit would hold 4' \
            "$(unshare -rm bash -c 'mount -t tmpfs none /proc && "$1" echo started 2>&1; echo $?' x "$launch" | paste -sd' ')"
    fi
}

parts=(limits endings leavings statuses knobs signals told twice nohup_ignored killed surroundings)
for part in "${parts[@]}"; do
    (
        trap - EXIT
        me=$BASHPID work=$work/$part
        mkdir "$work" && $part ''
        echo "COUNT $passed $failed" >"$work/count"
    ) &
done
wait
for part in "${parts[@]}"; do
    read -r _ p f <"$work/$part/count" && [ "$p" != 0 ] || { echo "FAIL $part: it has counted nothing" && p=0 f=1; }
    passed=$((passed + p)) failed=$((failed + f))
done
finish
