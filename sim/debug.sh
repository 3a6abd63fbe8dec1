#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# debug.sh BUILD RUN: explain the first finding of the run in the directory RUN, play the run again
# with waves of the cycles around it, and show beside them what the scoreboard predicted
# (c_model/wave.md, "make debug"). All files go to RUN/debug; its file `about` names the run. The
# last two lines are the commands that open the view. An earlier view is replaced only when the new
# one is complete. A run that an assertion of the SPU ended is played further without assertions,
# and the scoreboard's finding in it is explained. A run of a program other than spu_sim is not
# played: its view shows only the prediction. SIM names a program that plays the run instead of
# BUILD/CONFIG-waves/spu_sim, which is built.
# Status 1: the run ends differently today; 2 usage; 3 stopped; 4 environment.
set -uo pipefail
# The end of the process that started this script, for whatever reason, is also a signal.
[ "${SPE_PARENT:-}" = $PPID ] || SPE_PARENT=$PPID exec setpriv --pdeathsig TERM "$0" "$@"
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
source sim/lock.sh
source sim/command.sh
[ $# = 2 ] || die 2 'usage: sim/debug.sh BUILD RUN'
failed_run "$2"
BEFORE=200 # cycles before the end of a run that the scoreboard has nothing against
FARTHEST=100000 # cycles that are played with waves, at most
build=$1 name=$2 run=$(realpath "$2")
out=$run/debug
verdict=$(tail -n 1 "$run/verdict" 2>/dev/null)
use_output "$build"
{ mkdir -p "$out" && exec {held}>"$out/.lock"; } 2>/dev/null || die 4 "cannot write to $out"
flock -n "$held" || die 4 "$out: another make debug is at work there"

# An earlier view of this run is kept aside until the new one is complete, and comes back if that
# fails.
before=$out/.before
now=$(about "make debug" "$name")
clear_out() {
    find "$out" -mindepth 1 ! -name .lock ! -path "$before" ! -path "$before/*" -delete
}
set_aside() {
    local was
    was=$(cat "$before/about" "$out/about" 2>/dev/null | head -n 1)
    if [ "${was##*: }" != "${now##*: }" ]; then
        clear_out && rm -rf "$before"
    elif [ ! -e "$before" ] && [ -s "$out/view.gtkw" ]; then
        mkdir "$before" && find "$out" -mindepth 1 -maxdepth 1 ! -name .lock ! -name .before -exec mv -t "$before" {} +
    else
        clear_out
    fi
}
end_view() { # end_view STATUS
    [ -e "$before" ] || return 0
    if [ "$1" != 0 ]; then
        clear_out && find "$before" -mindepth 1 -maxdepth 1 -exec mv -t "$out" {} + &&
            echo "the view of an earlier make debug stays in $out"
    fi
    rm -rf "$before"
}
set_aside || die 4 "cannot write to $out"
trap 'end_view $?' EXIT
for signal in TERM INT HUP; do
    # shellcheck disable=SC2064 # the name of now
    trap "die 3 'stopped by SIG$signal'" $signal
done

# With several SPUs the verdict names the SPU that it is about.
session=$(sed -n 's/^session: \([0-9]*\)$/\1/p' "$run/verdict" 2>/dev/null | tail -n 1)
part=
[ "${session:-0}" = 0 ] || part=/spu$session
log=$run$part/txnlog
[ -s "$log" ] || die 2 "$name$part: the run has left no txnlog"
salvage=()
[[ $verdict == 'RESULT '* ]] || salvage=(--salvage) # it was killed: its log may have no end
stopped=$(sed -n 's/^why: \(stopped by signal .*\)/\1/p' "$run/verdict" 2>/dev/null)

# of_log FILE COMMAND...: run `spe` on the log and write its output to FILE, which is removed on
# failure; `why` holds its stderr. If only a part of a log was asked for, status 4 of spe for that
# reason is not a failure.
of_log() {
    local file=$1 status=0
    shift
    why=$("$build/bin/spe" "$@" ${salvage[@]+"${salvage[@]}"} 2>&1 >"$file") || status=$?
    [[ $status != 4 || ${#salvage[@]} = 0 || $why != *': a part of a log: '* ]] || return 0
    [ $status = 0 ] || rm -f "$file"
    return $status
}

# failed STATUS: end with the message of spe.
failed() {
    echo "${why:-cannot write to $out}" >&2
    exit "$1"
}

# look: explain the finding, as text on stdout and as a page, and set `from` and `to`. Status 1:
# there is no finding.
look() {
    local status=0
    of_log "$out/window" wave --window "$log" || status=$?
    if [ $status = 0 ]; then
        read -r from to <"$out/window" && rm "$out/window"
        of_log "$out/explain.txt" explain "$log" || failed $?
        of_log "$out/explain.html" explain --html "$log" || failed $?
        cat "$out/explain.txt"
        return
    fi
    [[ $why == *'a replay has no finding'* ]] || failed $status
    return 1
}

# asserted: the assertion of the SPU that ended the run.
asserted() {
    grep -h ' ASSERTION: ' "$run$part/findings.txt" 2>/dev/null | head -n 1 | cut -c1-300
}

# look_at_end: set `from` and `to` to the cycles at which the run ended.
look_at_end() {
    local end
    end=$(value cycles "$verdict")
    echo "no finding of the scoreboard: the view shows how the run ended"
    grep -hE '^(why:|session:)' "$run/verdict" | sed 's/; for the scoreboard.s word: make debug RUN=DIR$//' | cut -c1-300
    asserted
    to=$((end + 8)) from=$((end > BEFORE ? end - BEFORE : 0))
}

# simulator: build the program that plays the configuration of the run with waves, and set `sim` to
# it.
simulator() {
    local config file
    for ((i = 0; i < ${#args[@]}; i++)); do
        [ "${args[i]}" != --config ] || file=${args[i + 1]:-}
    done
    config=$(basename "${file:-none}" .cfg)
    sim=${SIM:-}
    [ -z "$sim" ] || { sim=$(realpath "$sim") && return; }
    [ -f "rtl/configs/$config.cfg" ] || die 2 "$name: its configuration ${file:-} is none of rtl/configs/: it cannot be built with waves"
    sim/engine.sh "$build" build "$build/$config-waves/spu_sim" || exit
    sim=$(realpath "$build/$config-waves/spu_sim")
}

# play DIR OPTION...: play the run again, into DIR. It runs in the background, so that a signal ends
# the wait and the run.
play() {
    local dir=$1 launch status=0
    shift
    launch=$(realpath "$build/bin/launch")
    mkdir -p "$dir" || die 4 "cannot write to $out"
    [ -d "$folder" ] || folder=$PWD # a clone that is gone, say
    (cd "$folder" && exec "$launch" --cpu 3600 "$sim" "${args[@]}" --dir "$dir" --keep "$@") >"$dir/stdout" 2>"$dir/stderr" </dev/null &
    wait $! || status=$?
    new=$(tail -n 1 "$dir/verdict" 2>/dev/null)
    ! grep -qs '^why: stopped by signal ' "$dir/verdict" && [ $status != 124 ] ||
        die 3 "the run was stopped: $(tail -n 1 "$dir/stderr" | cut -c1-300)"
    [[ $new == 'RESULT '* ]] || has_room "$out" || die 4 "$(no_room "$out")"
    [[ $new == 'RESULT '* ]] || die 4 "the run ended without a verdict: $(tail -n 1 "$dir/stderr" | cut -c1-300)"
}

# go_on: play a run that an assertion ended further without assertions, and look at that run
# instead. Status 1: no assertion ended the run, or the scoreboard has no finding without it either.
go_on() {
    local was=$log
    [ -n "$(asserted)" ] && [[ " ${args[*]} " != *' --plusarg '* ]] || return
    args+=(--plusarg +verilator+noassert)
    play "$out/on"
    log=$out/on$part/txnlog
    if look >"$out/said"; then
        asserted
        echo 'without assertions the run goes on:'
        cat "$out/said"
        verdict=$new
        return
    fi
    unset "args[-1]" "args[-1]"
    log=$was
    return 1
}

# compare: check that the run just played is the same.
compare() {
    local key
    [[ $new != 'RESULT PASS '* ]] || die 1 'the run passes today: another SPU, or another scoreboard?'
    for key in stim result; do
        [ -z "$(value $key "$verdict")" ] || [ "$(value $key "$new")" = "$(value $key "$verdict")" ] ||
            die 1 "the run fails in another way today: $key=$(value $key "$new"), not $(value $key "$verdict")"
    done
}

# again: play the run with waves of the window, and check that it is the same run. The hashes of a
# run that a signal stopped are not compared: they cover only a part.
again() {
    local until=()
    [[ -z $stopped || " ${args[*]} " == *' --until '* ]] || until=(--until "$to") # where does it end by itself?
    play "$out/run" ${until[@]+"${until[@]}"} --waves "$out/run/waves.fst" --waves-from "$from" --waves-to "$to"
    [ -n "$stopped" ] || compare
    fst=$out/run/waves.fst${part:+.${part#/}}
    [ -s "$fst" ] || die 4 "$fst was not written"
}

# The hashes in `about` tell whether the files in RUN/debug belong to the run beside them.
{ echo "$now" >"$out/about"; } 2>/dev/null || die 4 "cannot write to $out"
words_of "$run"
fst='' found=0
look || found=$?
[ $found = 0 ] || [ -n "$(value cycles "$verdict")" ] ||
    die 2 "$name: the run has left neither a finding nor a verdict: it was refused, or killed before either"
if [[ ${words[0]:-} == *spu_sim ]]; then
    options_of "$run"
    simulator
    [ $found = 0 ] || go_on || look_at_end
    again
else
    [ $found = 0 ] || look_at_end
    echo "not played again: ${words[0]:-} is no spu_sim; with its own waves: $(quoted "$build/bin/spe") wave --map FILE $(quoted "$log") WAVES.fst"
fi

# show: write the view, and its messages to RUN/debug/said.
show() {
    local own=$log view=(--from "$from" --to "$to" "$log")
    # Use the log of the run that left these waves: after a reset, an SPU may hold other values in
    # this build.
    [ ! -s "$out/run$part/txnlog" ] || own=$out/run$part/txnlog
    [ -z "$fst" ] || view=(--same-run --map sim/wave/spu.map "$own" "$fst")
    of_log "$out/said" wave --out "$out/view" "${view[@]}" || failed $?
}

# on_page: add to the page what the view says, and the assertion that ended the run.
on_page() {
    { asserted; sed "/^gtkwave /d" "$out/said"; } >"$out/beside" || die 4 "cannot write to $out"
    of_log "$out/explain.html" explain --html --beside "$out/beside" "$log" || failed $?
    rm -f "$out/beside"
}

# modules: for each concern that is suspected, the modules of rtl/ that have to do with it: those
# whose faults are of that concern. Only spu_sim plays rtl/.
modules() {
    local concern name file
    [[ ${words[0]:-} == *spu_sim ]] || return 0
    sed -n 's/^suspect [0-9]*: \([a-z]*\) .*/\1/p' "$out/explain.txt" 2>/dev/null | while read -r concern; do
        awk -F'\t' -v concern="$concern" '$2 == concern { print $1 }' sim/faults/concerns.tsv | while read -r name; do
            for file in rtl/{,*/}"$name.sv"; do [ ! -f "$file" ] || echo "$file"; done
        done | paste -sd' ' | sed "s#..*#rtl of $concern (sim/faults/concerns.tsv): &#"
    done
}

show
# If a register differs from the beginning of the waves on, it did so before: look there, with four
# times the window each time.
while grep -q '^first divergence: cycle [0-9]* or before' "$out/said" && [ "$from" -gt 0 ] && [ $((to - from)) -lt $FARTHEST ]; do
    from=$((to - from > to / 4 ? 0 : to - 4 * (to - from)))
    again
    show
done
grep -v '^gtkwave ' "$out/said"
[ ! -s "$out/explain.html" ] || on_page
rm -f "$out/said"
modules
echo 'to open it:'
[ ! -s "$out/explain.html" ] || echo "  xdg-open $(quoted "$out/explain.html")"
echo "  gtkwave $(quoted "$out/view.gtkw")"
