# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# sim/chunks.sh with shell commands in place of lists: chunks that end, chunks that break off, and
# which process outlives which.
dir=$work/chunks
t=$'\t'

# chunk NAME COMMAND [ROW...]: write a chunk with these rows. COMMAND plays it.
chunk() {
    local name=$1 row
    mkdir -p "$dir"
    echo "$2" >"$dir/$name.cmd"
    shift 2
    for row; do printf '%s\n' "$row$t$dir/$row${t}0$t-$t--test smoke"; done >"$dir/$name.rows"
}
chunks() {
    BUILD=$build sim/chunks.sh "$@"
}
# played NAME ROW...: print a command that writes a result for each of these rows.
played() {
    printf "printf 'PASS 1 0 0 %%s 1 1\\\\n' %s >>%s.results" "${*:2}" "$dir/$1"
}

refused chunks_usage 2 '^chunks.sh: usage: ' chunks ninja "$dir"
refused chunks_none 4 "^chunks.sh: $dir: no such directory" chunks ninja "$dir" 2
mkdir -p "$dir"
refused chunks_empty 2 "^chunks.sh: $dir holds no chunk" chunks ninja "$dir" 2
chunk a "$(played a a1 a2)" a1 a2
refused chunks_engine 2 "^chunks.sh: no engine 'make'; there are: " chunks make "$dir" 2
refused chunks_jobs 2 "^chunks.sh: JOBS must be 1 to 9999, not '0'$" chunks ninja "$dir" 0
rm "$dir/a.cmd"
refused chunks_no_command 2 "^chunks.sh: $dir/a.cmd is missing$" chunks ninja "$dir" 2

# Status 1 means that a run failed. The list was played to its end.
chunk a "$(played a a1 a2); echo said; exit 1" a1 a2
chunk b "$(played b b1)" b1
run chunks ninja "$dir" 2
[ "$status" = 0 ] && [ ! -s "$work/out" ] && ok || bad chunks_good "status $status: $(cat "$work/out")"
check chunks_log grep -qx said "$dir/a.log"
check chunks_status grep -qx 1 "$dir/a.status"

# Each chunk that breaks off is reported by name, and does not end any other chunk.
rm -f "$dir"/*.results
chunk a "$(played a a1); kill -s KILL \$\$" a1 a2
chunk c "$(played c c1); echo some reason; exit 4" c1
chunk d "$(played d d1)" d1 d2
run chunks ninja "$dir" 1
[ "$status" = 1 ] && grep -qx 'chunks.sh: 3 of 4 chunks did not come to their end' "$work/err" && ok || bad chunks_bad "status $status"
cp "$work/out" "$dir/said"
for line in 'FAIL a: status 137, 1 of 2 runs ended' 'FAIL c: status 4, 1 of 1 run ended' '  | some reason' \
    'FAIL d: status 0, 1 of 2 runs ended'; do
    check chunks_says grep -qxF "$line" "$dir/said"
done
check chunks_others grep -qx 'PASS 1 0 0 b1 1 1' "$dir/b.results"

# After a stop, a chunk that ended is complete with the runs that it played. A chunk that broke off
# is not.
rm -f "$dir"/*.results
chunk a "$(played a a1); touch $dir/stop" a1 a2
chunk c "$(played c c1)" c1
chunk d "$(played d d1); exit 4" d1 d2
run chunks ninja "$dir" 1
[ "$status" = 0 ] && [ ! -s "$work/out" ] && ok || bad chunks_stop "status $status: $(cat "$work/out")"
check chunks_stop_none [ ! -e "$dir/c.results" -a ! -e "$dir/d.results" ]
rm "$dir/stop"
chunk a "$(played a a1); sleep 1; touch $dir/stop" a1 a2
chunk c "$(played c c1)" c1
run chunks ninja "$dir" 3
[ "$status" = 1 ] && [ "$(head -n 1 "$work/out")" = 'FAIL d: status 4, 1 of 2 runs ended' ] && ok || bad chunks_stop_broken "status $status: $(cat "$work/out")"
rm "$dir/stop"

# A resumed chunk keeps the log lines of runs that have a result. Without a result the log begins
# anew.
for left in results none; do
    rm -rf "$dir" && chunk a "[ -s $dir/a.results ] || echo FAIL a1: why; [ -e $dir/again ] || { $(played a a1); exit 3; }; $(played a a2); exit 1" a1 a2
    run chunks ninja "$dir" 1
    [ "$status" = 1 ] || bad "chunks_cut_$left" "status $status, expected 1"
    [ $left = results ] || rm "$dir/a.results"
    : >"$dir/again"
    echo here >>"$dir/a.log"
    run chunks ninja "$dir" 1
    check "chunks_log_of_$left" [ "$(grep -c -e 'FAIL a1: why' -e here "$dir/a.log")" = "$([ $left = results ] && echo 2 || echo 1)" ]
done
rm -rf "$dir"

# gone NAME: the process whose number the command wrote ends within half a minute.
gone() {
    local pid
    pid=$(cat "$dir/$1.pid")
    for ((i = 0; i < 300; i++)); do
        kill -0 "$pid" 2>/dev/null || return 0
        sleep 0.1
    done
    return 1
}

# begin_long: start a list without end. Sets `pid`.
begin_long() {
    rm -rf "$dir"
    chunk a "echo \$\$ >$dir/a.pid; while :; do sleep 0.2; done" a1
    chunk b "$(played b b1)" b1
    BUILD=$build sim/chunks.sh ninja "$dir" 2 >"$dir/said" 2>&1 &
    pid=$!
    for ((i = 0; i < 300; i++)); do
        [ -s "$dir/a.pid" ] && [ -s "$dir/b.status" ] && break
        sleep 0.1
    done
}
for signal in TERM KILL; do
    begin_long
    kill -s $signal $pid
    wait $pid 2>/dev/null
    status=$?
    [ $signal = KILL ] || { [ "$status" = 3 ] && grep -qx 'chunks.sh: stopped by SIGTERM' "$dir/said" && ok || bad chunks_stopped "status $status"; }
    check chunks_gone_$signal gone a
    check chunks_kept_$signal grep -qx 'PASS 1 0 0 b1 1 1' "$dir/b.results"
done
begin_long
kill -s KILL "$(children $pid ninja)"
wait $pid
check chunks_engine_killed [ $? = 1 ]
check chunks_engine_killed_gone gone a
