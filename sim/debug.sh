#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# debug.sh BUILD RUN: explain the first finding of the run in the directory RUN, play the run once more with waves of the cycles
# around it, and lay out what the scoreboard predicted beside them (c_model/wave.md, "make debug"). All of it comes into
# RUN/debug, with `about`, which says of what run it is; the last two lines are the commands that open it. What is there already
# goes only when the new view is whole. A run that an assertion of the SPU has ended is played on without assertions: what the
# scoreboard says then is explained. A run of another program than spu_sim is not played: its view shows the prediction alone.
# SIM names what plays the run in place of BUILD/CONFIG-waves/spu_sim, which is built.
# Status 1: the run does not end today as it did; 2 usage; 3 stopped; 4 environment.
set -uo pipefail
# The end of whoever started this, however it came, is a signal, too.
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

# An earlier view of this run stands aside until the new one is whole, and comes back where that does not come about.
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

# Of several SPUs the verdict names the one that it is about.
session=$(sed -n 's/^session: \([0-9]*\)$/\1/p' "$run/verdict" 2>/dev/null | tail -n 1)
part=
[ "${session:-0}" = 0 ] || part=/spu$session
log=$run$part/txnlog
[ -s "$log" ] || die 2 "$name$part: the run has left no txnlog"
salvage=()
[[ $verdict == 'RESULT '* ]] || salvage=(--salvage) # it was killed: its log may have no end
stopped=$(sed -n 's/^why: \(stopped by signal .*\)/\1/p' "$run/verdict" 2>/dev/null)

# of_log FILE COMMAND...: what `spe` says of the log, into FILE, of which no part stays where that fails; `why` is what it says on
# stderr. A part of a log that was asked for is none of its failures: spe ends with 4 there.
of_log() {
    local file=$1 status=0
    shift
    why=$("$build/bin/spe" "$@" ${salvage[@]+"${salvage[@]}"} 2>&1 >"$file") || status=$?
    [[ $status != 4 || ${#salvage[@]} = 0 || $why != *': a part of a log: '* ]] || return 0
    [ $status = 0 ] || rm -f "$file"
    return $status
}

# failed STATUS: the end, in the words of spe.
failed() {
    echo "${why:-cannot write to $out}" >&2
    exit "$1"
}

# look: explain the finding, as text on stdout and as a page, and set `from` and `to`. Status 1: there is none.
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

# look_at_end: set `from` and `to` to how the run ended.
look_at_end() {
    local end
    end=$(value cycles "$verdict")
    echo "no finding of the scoreboard: the view shows how the run ended"
    grep -hE '^(why:|session:)' "$run/verdict" | sed 's/; for the scoreboard.s word: make debug RUN=DIR$//' | cut -c1-300
    asserted
    to=$((end + 8)) from=$((end > BEFORE ? end - BEFORE : 0))
}

# simulator: set `sim`, which plays the configuration of the run with waves, after it is built.
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

# play DIR OPTION...: the run once more, into DIR. In the background, so that a signal ends the wait for it, and so the run.
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

# go_on: a run that an assertion has ended goes on without assertions, and is looked at in place of it. Status 1: it was none, or
# the scoreboard has nothing against that, either.
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

# compare: is what was played the same run?
compare() {
    local key
    [[ $new != 'RESULT PASS '* ]] || die 1 'the run passes today: another SPU, or another scoreboard?'
    for key in stim result; do
        [ -z "$(value $key "$verdict")" ] || [ "$(value $key "$new")" = "$(value $key "$verdict")" ] ||
            die 1 "the run fails in another way today: $key=$(value $key "$new"), not $(value $key "$verdict")"
    done
}

# again: play it with waves of the window, and see that it is the same run; of one that a signal has stopped the hashes are those
# of a part.
again() {
    local until=()
    [[ -z $stopped || " ${args[*]} " == *' --until '* ]] || until=(--until "$to") # where does it end by itself?
    play "$out/run" ${until[@]+"${until[@]}"} --waves "$out/run/waves.fst" --waves-from "$from" --waves-to "$to"
    [ -n "$stopped" ] || compare
    fst=$out/run/waves.fst${part:+.${part#/}}
    [ -s "$fst" ] || die 4 "$fst was not written"
}

# The hashes say whether what is here is of the run that stands beside it.
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

# show: write the view, and what it says into RUN/debug/said.
show() {
    local own=$log view=(--from "$from" --to "$to" "$log")
    # The log of the run that has left these waves: what an SPU holds after a reset may be another value in this build.
    [ ! -s "$out/run$part/txnlog" ] || own=$out/run$part/txnlog
    [ -z "$fst" ] || view=(--same-run --map sim/wave/spu.map "$own" "$fst")
    of_log "$out/said" wave --out "$out/view" "${view[@]}" || failed $?
}

# on_page: what the view says, on the page, too, and the assertion that has ended the run.
on_page() {
    { asserted; sed "/^gtkwave /d" "$out/said"; } >"$out/beside" || die 4 "cannot write to $out"
    of_log "$out/explain.html" explain --html --beside "$out/beside" "$log" || failed $?
    rm -f "$out/beside"
}

show
# Registers that differ from the begin of the waves on have done so before: look there, four times as far back each time.
while grep -q '^first divergence: cycle [0-9]* or before' "$out/said" && [ "$from" -gt 0 ] && [ $((to - from)) -lt $FARTHEST ]; do
    from=$((to - from > to / 4 ? 0 : to - 4 * (to - from)))
    again
    show
done
grep -v '^gtkwave ' "$out/said"
[ ! -s "$out/explain.html" ] || on_page
rm -f "$out/said"
echo 'to open it:'
[ ! -s "$out/explain.html" ] || echo "  xdg-open $(quoted "$out/explain.html")"
echo "  gtkwave $(quoted "$out/view.gtkw")"
