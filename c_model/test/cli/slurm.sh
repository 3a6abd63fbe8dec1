# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# ENGINE=slurm on a private Slurm of one node: the rows equal those of ninja, jobs are cancelled if
# the process that waits for them ends, and a lost task is submitted again.
dir=$work/slurm
exe=$build/v1p0_min/spu_sim
[ -x "$exe" ] || bad slurm_built "$exe is not built"
said=$(sim/slurm/loopback.sh start "$dir/loop")
status=$?

# list FOLDER: write three chunks of a few tests each.
list() {
    local test seed n=0
    mkdir -p "$dir/$1"
    rm -f "$dir/$1"/*
    for test in smoke random; do
        for seed in 1 2 3 4 5 6; do
            n=$((n % 3 + 1))
            printf '%s\t%s\t0\t-\t--config rtl/configs/v1p0_min.cfg --test %s --seed %s --ops 5000\n' \
                "$test-$seed" "$dir/$1.runs/$test-$seed" "$test" "$seed" >>"$dir/$1/c$n.rows"
            echo "$exe --batch $dir/$1/c$n.rows --results $dir/$1/c$n.results --resume --prune" >"$dir/$1/c$n.cmd"
        done
    done
    printf 'bad\t%s\t0\t-\t--config rtl/configs/v1p0_min.cfg --test smoke --ops 10\n' "$dir/$1.runs/bad" >>"$dir/$1/c1.rows"
}
chunks() {
    BUILD=$build limited sim/chunks.sh "$@"
}
queue_is_empty() {
    local i
    for ((i = 0; i < 600; i++)); do
        [ -n "$(squeue -h)" ] || return 0
        sleep 0.1
    done
    return 1
}
# begin_long: start one chunk that runs while $dir/long/stay exists. Sets `pid`.
begin_long() {
    rm -rf "$dir/long"
    mkdir -p "$dir/long"
    : >"$dir/long/stay"
    echo "echo \$\$ >$dir/long/pid; while [ -e $dir/long/stay ]; do sleep 0.2; done; echo PASS 1 0 0 one 1 1 >>$dir/long/a.results" >"$dir/long/a.cmd"
    printf 'one\t%s\t0\t-\t--test smoke\n' "$dir/long/one" >"$dir/long/a.rows"
    BUILD=$build sim/chunks.sh slurm "$dir/long" 2 >"$dir/said" 2>&1 &
    pid=$!
    until_there "$dir/long/pid"
}
until_there() {
    local i
    for ((i = 0; i < 600; i++)); do
        [ -s "$1" ] && return
        sleep 0.1
    done
    bad slurm_waits "$1 does not come"
}
# is_gone FILE: the process whose number is in FILE has ended.
is_gone() {
    local i
    for ((i = 0; i < 300; i++)); do
        kill -0 "$(cat "$1")" 2>/dev/null || return 0
        sleep 0.1
    done
    return 1
}

slurm_cases() {
    export SLURM_CONF=$dir/loop/slurm.conf
    list ninja && list slurm
    run chunks ninja "$dir/ninja" 2
    [ "$status" = 0 ] && ok || bad slurm_ninja "status $status"
    run chunks slurm "$dir/slurm" 2
    [ "$status" = 0 ] && ok || bad slurm_slurm "status $status: $(cat "$dir"/slurm/slurm-*.log 2>/dev/null | head -n 3)"
    accepted slurm_same '^13 rows are the same$' sim/same-rows.sh "$dir/ninja" "$dir/slurm"
    sed -i 's/^PASS 1 0 0 smoke-2 /FAIL 0 1 0 smoke-2 /' "$dir/slurm"/*.results
    run sim/same-rows.sh "$dir/ninja" "$dir/slurm"
    [ "$status" = 1 ] && grep -q '^> smoke-2 FAIL RESULT PASS ' "$work/out" && ok || bad slurm_other "status $status"

    for signal in TERM KILL; do
        begin_long
        kill -s $signal $pid
        wait $pid 2>/dev/null
        status=$?
        [ $signal = KILL ] || [ "$status" = 3 ] && ok || bad slurm_$signal "status $status"
        check slurm_cancelled_$signal queue_is_empty
        check slurm_gone_$signal is_gone "$dir/long/pid"
    done

    # The task dies with the process of Slurm that started it. It is submitted again, and ends then.
    begin_long
    first=$(cat "$dir/long/pid")
    rm "$dir/long/pid"
    kill -s KILL "$(processes "^slurmstepd: \[$(squeue -h -o %A | head -n 1)\.batch\]" | cut -d' ' -f1)"
    until_there "$dir/long/pid"
    check slurm_lost_gone [ ! -e "/proc/$first" ]
    rm "$dir/long/stay"
    wait $pid
    status=$?
    [ "$status" = 0 ] && grep -qx 'chunks.sh: lost, and submitted anew: a' "$dir/said" && ok || bad slurm_lost "status $status: $(cat "$dir/said")"
    check slurm_once [ "$(wc -l <"$dir/long/a.results")" = 1 ]
    slurm_nights
}

# A night with each engine. Both draw the same fresh seeds.
slurm_nights() {
    local engine
    printf '%s\tv1p0_min\t1-3\t1\t60\n' smoke random >"$dir/night.tsv"
    echo '# end' >>"$dir/night.tsv"
    for engine in ninja slurm; do
        check slurm_night_$engine limited env NIGHTS="$dir/nights_$engine" JOBS=2 BUDGET=3 DRAW=x ENGINE=$engine \
            sim/nightly.sh "$build" "$dir/night.tsv"
    done
    for engine in ninja slurm; do
        accepted slurm_flavours_$engine '^cov plain waves$' sqlite3 -batch -init /dev/null "$dir/nights_$engine/night.db" "SELECT group_concat(flavour, ' ')
            FROM (SELECT DISTINCT flavour FROM run r JOIN model m ON m.id = r.model WHERE origin = 'sample' AND status = 'passed' ORDER BY 1)"
    done
    accepted slurm_nights_same '^[1-9][0-9]+ rows are the same(; [0-9]+ fresh seeds more in .*)?$' \
        sim/same-rows.sh "$dir"/nights_{ninja,slurm}/night.db
}

case $status in
0) slurm_cases ;;
77) skip slurm "$said" ;;
*) bad slurm_start "$said" ;;
esac
sim/slurm/loopback.sh stop "$dir/loop"
