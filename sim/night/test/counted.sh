#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# counted.sh: stands in for spu_sim, of every flavour, in the test of `make nightly COV=1`. It plays
# `--batch` and single runs. A run leaves a verdict. Like a run of flavour cov or tog, it also
# leaves the coverage of rtl/unit.sv: lines 1 to 9, bits out_o[3:0].
# STUB_MISS=LINE: no run hits that line.
# STUB_WAIVED=SEED: runs with that seed, or a greater one, hit the waived line 7.
# STUB_BIT=1: the waived bit 3 toggles.
# STUB_CUT=1: coverage files are cut off.
# STUB_CHANGE=CONFIG: the executable of that configuration changes while it plays.
# STUB_STOP=1: the executable that changes also stops the night after its runs.
set -u
waived=7

# point LINE COLUMN PAGE NAME HITS: print a point in the format of Verilator.
point() {
    printf "C '\001f\002rtl/unit.sv\001l\002%s\001n\002%s\001page\002%s/unit\001o\002%s\001S\002%s\001h\002TOP.u' %s\n" "$1" "$2" "$3" "$4" "$1" "$5"
}

# lines SEED: print the points of the lines.
lines() {
    local i hits
    for ((i = 1; i <= 9; i++)); do
        hits=3
        [ "$i" != "${STUB_MISS:-0}" ] || hits=0
        [ "$i" != $waived ] || { hits=0 && [ "${STUB_WAIVED:-0}" != 0 ] && [ "$1" -ge "$STUB_WAIVED" ] && hits=1; }
        point "$i" 3 v_line block "$hits"
    done
}

# toggles IDLE: print the points of the bits. A run without stimulus counts each bit once. Another
# run counts each bit that is not waived three times.
toggles() {
    local bit hits
    for bit in 0 1 2 3; do
        hits=1
        [ "$1" = 1 ] || [ "$bit" = 3 ] && [ "${STUB_BIT:-0}" = 0 ] || hits=3
        [ "$1" = 0 ] || hits=1
        point 2 20 v_toggle "out_o[$bit]" "$hits"
    done
}

# one_run DIR OPTION...: play a run that passes.
one_run() {
    local dir=$1 seed=1 covers='' config='' idle=0 stim text
    shift
    while [ $# -gt 0 ]; do
        case $1 in
        --seed) seed=$2 ;;
        --covers) covers=$2 ;;
        --config) config=$2 ;;
        --max-cycles) idle=1 covers=$dir/covers ;;
        esac
        shift
    done
    mkdir -p "$dir" || return 4
    stim=$(echo "$config $seed" | sha256sum | cut -c1-16)
    echo "cd $PWD && $0 --config $config --seed $seed --covers ${covers:-x} --dir $dir" >"$dir/command"
    echo "RESULT PASS config=stub test=smoke seed=$seed cycles=$((1000 - seed)) ops=9 samples=8 records=25 checks=9 mismatches=0 pending=0 off=- stim=$stim result=$stim" |
        tee "$dir/verdict"
    [ -n "$covers" ] || return 0
    text=$(if [[ $0 == *-tog/* ]]; then toggles $idle; else lines "$seed"; fi)
    if [ "${STUB_CUT:-0}" = 0 ]; then
        printf '# SystemC::Coverage-3\n%s\n' "$text" >"$covers"
    else
        printf '# SystemC::Coverage-3\n%s' "${text%??????????}" >"$covers"
    fi
}

if [ "$1" != --batch ]; then
    dir=$(sed -n 's/.* --dir \([^ ]*\).*/\1/p' <<<"$* ")
    one_run "$dir" "$@"
    exit
fi
# stop: send TERM to the night of this run (rounds.sh, and `night collect` below it), as the
# launcher does.
stop() {
    local pid=$PPID
    until [ "$(</proc/"$pid"/comm)" = night ]; do pid=$(awk '$1 == "PPid:" { print $2 }' "/proc/$pid/status"); done
    kill -s TERM "$(awk '$1 == "PPid:" { print $2 }' "/proc/$pid/status")" "$pid"
    sleep 60 # until the night ends this
}

rows=$2 results=$4
[[ -z ${STUB_CHANGE:-} || $0 != */$STUB_CHANGE/spu_sim ]] || echo '# changed' >>"$0"
while IFS=$'\t' read -r name dir _ _ options; do
    # shellcheck disable=SC2086 # a list of options
    one_run "$dir" $options >/dev/null || exit 4
    echo "PASS 1 0 0 $name 5 5" >>"$results"
done <"$rows"
[[ -z ${STUB_STOP:-} || $0 != */$STUB_CHANGE/spu_sim ]] || stop
