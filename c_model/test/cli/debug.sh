# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# sim/debug.sh with a script in place of spu_sim. Logs written by hand stand for the logs of the
# runs.
dir=$work/debug
mkdir -p "$dir"

debug() {
    SIM=$dir/spu_sim limited sim/debug.sh "$build" "$@"
}

# run_of NAME LOG [SED]: make the directory $dir/NAME of a failed run, with LOG edited by SED.
run_of() {
    rm -rf "${dir:?}/$1"
    mkdir -p "$dir/$1"
    sed -e "s#^@config \.\./\.\./\.\./#@config $PWD/#; ${3:-}" "c_model/test/logs/$2.txnlog" >"$dir/log"
    spe log --pack "$dir/log" "$dir/$1/txnlog"
    echo "RESULT FAIL config=v1p0_min test=smoke seed=1 cycles=300 mismatches=1 off=- stim=12 result=34" >"$dir/$1/verdict"
    echo "cd $PWD && build/v1p0_min/spu_sim --config rtl/configs/v1p0_min.cfg --seed 1 --keep --dir '$dir/$1' --test smoke" >"$dir/$1/command"
}

# The script in place of spu_sim saves its arguments. It leaves the verdict $dir/verdict, the log
# $dir/on and the waves $dir/waves if these exist. Without $dir/waves it leaves a file that holds no
# waves.
cat >"$dir/spu_sim" <<'FAKE'
#!/bin/bash
here=$(dirname "$0")
printf '%s\n' "$*" >"$here/arguments"
while [ $# != 0 ]; do
    case $1 in --dir) out=$2 ;; --waves) waves=$2 ;; esac
    shift
done
echo 'spu_sim: a word of its own' >&2
[ -z "${waves:-}" ] || cp "$here/waves" "$waves" 2>/dev/null || echo no waves >"$waves$(cat "$here/suffix" 2>/dev/null)"
[ ! -f "$here/verdict" ] || cp "$here/verdict" "$out/verdict"
[ ! -f "$here/on" ] || cp "$here/on" "$out/txnlog"
FAKE
chmod +x "$dir/spu_sim"
coll='s/enc=PMBSR_EL1 write=read pos=266 data=0x10000/enc=PMBSR_EL1 write=read pos=266 data=0/'

refused debug_no_run 2 '^debug.sh: RUN=DIR is needed: ' debug ''
mkdir "$dir/none"
refused debug_none 2 ': no directory of a run: it holds no command$' debug "$dir/none"
run_of passed collide
echo 'RESULT PASS config=x' >"$dir/passed/verdict"
refused debug_passed 2 ': the run has passed$' debug "$dir/passed"
run_of bare collide
rm "$dir/bare/txnlog"
refused debug_no_log 2 ': the run has left no txnlog$' debug "$dir/bare"
run_of cut collide "$coll"
cut_off "$dir/cut/txnlog" "$dir/cut.log" 400 && mv "$dir/cut.log" "$dir/cut/txnlog"
refused debug_cut 2 '^spe wave: .*/txnlog: ' debug "$dir/cut"

# A run that was killed: the whole frames of its log are explained. A cut log is no failure.
run_of killed collide "$coll"
cut_off "$dir/killed/txnlog" "$dir/cut.log" $(($(stat -c %s "$dir/killed/txnlog") - 20)) && mv "$dir/cut.log" "$dir/killed/txnlog"
rm "$dir/killed/verdict"
echo "cd / && /bin/true +spe_dir=$dir/killed" >"$dir/killed/command"
accepted debug_killed '^PMBSR_EL1 COLL: expected 0x1' debug "$dir/killed"
check debug_killed_view test -s "$dir/killed/debug/view.gtkw"
# If spe fails, sim/debug.sh ends with the status of spe.
mkdir -p "$dir/failing/bin"
printf '#!/bin/sh\necho "spe wave: Cannot allocate memory" >&2\nexit 4\n' >"$dir/failing/bin/spe"
chmod +x "$dir/failing/bin/spe"
debug_failing() {
    limited sim/debug.sh "$dir/failing" "$@"
}
refused debug_status 4 '^spe wave: Cannot allocate memory$' debug_failing "$dir/killed"

# The run is played again with the same options, another directory, and waves of the window.
run_of coll collide "$coll"
cp "$dir/coll/verdict" "$dir/verdict"
run debug "$dir/coll"
said=$(cat "$dir/arguments")
check debug_options eval "[[ '$said' == '--config rtl/configs/v1p0_min.cfg --seed 1 --test smoke --dir $dir/coll/debug/run --keep --waves '* ]]"
read -r from to < <(spe wave --window "$dir/coll/txnlog")
check debug_window eval "[[ '$said' == *' --waves $dir/coll/debug/run/waves.fst --waves-from $from --waves-to $to' ]]"
check debug_window_wide eval "[ $from -lt 101 ] && [ $to -gt 121 ]"
check debug_explained grep -q '^PMBSR_EL1 COLL: expected 0x1' "$dir/coll/debug/explain.txt"
check debug_page grep -q '</html>' "$dir/coll/debug/explain.html"
# spe wave refuses a file that holds no waves. Its message is passed on.
refused debug_waves 2 '^spe wave: .*/waves.fst: ' debug "$dir/coll"
# The waves are compared with the log of the run that wrote them, not with the first log. In this
# build a register has held another value since a reset, in the waves and in the new log. No line
# warns that waves and log may be of different runs.
sed 's/^11 pop/10 sysreg enc=PMSLATFR_EL1 write=write data=7\n&/' "$dir/log" >"$dir/on.txt"
spe log --pack "$dir/on.txt" "$dir/on"
{
    printf 'variable TOP.%s 64\n' u_spe_tap_spu.u_tap.cycle_q u_spu.u_control.u_sysregs.latfr
    for ((cycle = 60; cycle < 140; cycle++)); do echo "$((cycle * 10)) TOP.u_spe_tap_spu.u_tap.cycle_q $cycle"; done
} >"$dir/waves.txt"
sed '/^600 /s/$/\n600 TOP.u_spu.u_control.u_sysregs.latfr 7/' "$dir/waves.txt" | limited "$build/bin/fst_text" --make "$dir/waves"
accepted debug_own_log '^first divergence: cycle 121: PMBSR_EL1 predicted 0x10000, SPU 0x0; ' debug "$dir/coll"
cp "$work/out" "$dir/said"
check debug_modules grep -qxE 'rtl of event \(sim/faults/concerns.tsv\): rtl/.*/spu_management\.sv .*' "$dir/said"
check debug_page_says grep -qx 'first divergence: cycle 121: PMBSR_EL1 predicted 0x10000, SPU 0x0; .*' "$dir/coll/debug/explain.html"
check debug_page_whole grep -q '</html>' "$dir/coll/debug/explain.html"
check debug_same_run sh -c '! grep -q "nothing shows" "$1"' - "$dir/said"
rm "$dir/on" && mv "$dir/waves" "$dir/waves.kept"
# A run without assertions is played again without assertions.
sed -i 's/off=-/off=sel.draw,sva/' "$dir/coll/verdict"
run debug "$dir/coll"
check debug_noassert grep -q -- ' --plusarg +verilator+noassert --dir ' "$dir/arguments"

# A run that an assertion ended is played again without assertions, and the finding of the
# scoreboard is explained. If there is no finding, the view shows the end of the run.
run_of asserted collide
echo "why: rtl/x.sv:1: assertion A failed; for the scoreboard's word: make debug RUN=DIR" >"$dir/asserted/verdict.new"
cat "$dir/asserted/verdict" >>"$dir/asserted/verdict.new" && mv "$dir/asserted/verdict.new" "$dir/asserted/verdict"
echo "120 spu0 ASSERTION: sva A: an assertion of the design failed" >"$dir/asserted/findings.txt"
cp "$dir/coll/txnlog" "$dir/on"
cp "$dir/waves.kept" "$dir/waves"
run debug "$dir/asserted"
cp "$work/out" "$dir/said"
rm "$dir/waves"
check debug_goes_on grep -qx "without assertions the run goes on:" "$dir/said"
check debug_goes_on_explained grep -q "^PMBSR_EL1 COLL: expected 0x1" "$dir/said"
check debug_goes_on_page grep -q 'ASSERTION: sva A' "$dir/asserted/debug/explain.html"
check debug_goes_on_played grep -q -- " --plusarg +verilator+noassert --dir $dir/asserted/debug/run --keep --waves " "$dir/arguments"
cp "$dir/asserted/txnlog" "$dir/on"
run debug "$dir/asserted"
cp "$work/out" "$dir/said"
check debug_ends grep -qx "no finding of the scoreboard: the view shows how the run ended" "$dir/said"
check debug_ends_why grep -qx "why: rtl/x.sv:1: assertion A failed" "$dir/said"
check debug_ends_played eval "! grep -q noassert '$dir/arguments'"
rm "$dir/on"

# The pages of an earlier make debug are removed. One line in `about` names the run of the new
# pages.
mkdir -p "$dir/coll/debug/on.again" && echo old >"$dir/coll/debug/explain.html"
run debug "$dir/coll"
check debug_stale test ! -e "$dir/coll/debug/on.again"
check debug_about grep -qE "^make debug of $dir/coll, [-0-9]+ [:0-9]+: config=v1p0_min test=smoke seed=1 off=sel.draw,sva stim=12 result=34$" "$dir/coll/debug/about"

# If no new view can be made (the SPU was repaired, say), the view of the same run stays. Only the
# lock is left beside it.
cp "$dir/waves.kept" "$dir/waves"
run debug "$dir/coll"
cp -r "$dir/coll/debug" "$dir/view_before"
echo 'RESULT PASS config=v1p0_min test=smoke seed=1 cycles=300 mismatches=0 off=sel.draw,sva stim=12 result=99' >"$dir/verdict"
run debug "$dir/coll"
cp "$work/out" "$dir/said"
[ "$status" = 1 ] && ok || bad debug_kept_status "status $status, expected 1"
check debug_kept_said grep -qx "the view of an earlier make debug stays in $dir/coll/debug" "$dir/said"
check debug_kept test -s "$dir/coll/debug/view.gtkw"
check debug_kept_whole diff -r "$dir/view_before" "$dir/coll/debug"
cp "$dir/coll/verdict" "$dir/verdict"
run debug "$dir/coll"
check debug_kept_gone test ! -e "$dir/coll/debug/.before"
rm "$dir/waves"

# A replay that a signal or a limit stopped gives status 3. It does not count as another run. A run
# that was stopped the first time is played up to its finding.
mkdir -p "$dir/slow"
cat >"$dir/slow/spu_sim" <<'FAKE'
#!/bin/bash
while [ $# != 0 ]; do [ "$1" != --dir ] || out=$2; shift; done
trap 'printf "why: stopped by signal 15 at cycle 7\nRESULT FAIL stim=0 result=0\n" >"$out/verdict"; kill $!; exit 3' TERM INT
: >"$(dirname "$0")/began"
sleep 100 &
wait
FAKE
chmod +x "$dir/slow/spu_sim"
# stopped_debug SIGNAL: `make debug` alone gets SIGNAL while the run is played.
stopped_debug() {
    local started
    rm -f "$dir/slow/began"
    SIM=$dir/slow/spu_sim setsid env --default-signal sim/debug.sh "$build" "$dir/coll" &
    started=$!
    for ((i = 0; i < 600; i++)); do [ ! -e "$dir/slow/began" ] || break; sleep 0.05; done
    kill -s "$1" $started
    wait $started
}
for signal in INT TERM HUP; do
    refused debug_signal_$signal 3 "^debug.sh: stopped by SIG$signal\$" stopped_debug $signal
done
cat >"$dir/slow/ended" <<'FAKE'
#!/bin/bash
while [ $# != 0 ]; do [ "$1" != --dir ] || out=$2; shift; done
printf 'why: stopped by signal 2 at cycle 7\nRESULT FAIL stim=0 result=0\n' >"$out/verdict"
echo 'spu_sim: stopped by signal 2 at cycle 7' >&2
exit 3
FAKE
chmod +x "$dir/slow/ended"
SIM=$dir/slow/ended refused debug_stopped 3 '^debug.sh: the run was stopped: spu_sim: stopped by signal 2 at cycle 7$' sim/debug.sh "$build" "$dir/coll"
run_of interrupted collide "$coll"
sed -i '1i why: stopped by signal 2 at cycle 290' "$dir/interrupted/verdict"
sed 's/stim=12/stim=13/' "$dir/coll/verdict" >"$dir/verdict"
refused debug_interrupted 2 '^spe wave: .*/waves.fst: ' debug "$dir/interrupted"
check debug_interrupted_until grep -qE -- " --until [0-9]+ --waves " "$dir/arguments"

# A run that was refused has nothing to explain. The script finds this without a build.
run_of refused collide
: >"$dir/refused/verdict"
spe log --header "$dir/refused/txnlog" >"$dir/empty" && spe log --pack "$dir/empty" "$dir/refused/txnlog"
SIM='' refused debug_refused 2 ': the run has left neither a finding nor a verdict: it was refused, ' sim/debug.sh "$build" "$dir/refused"
check debug_refused_early eval '! grep -q "\[[0-9]*/" "$work/err"'

# A disk that becomes full after the first lines is reported, and no empty page is left.
if small_disk "$dir/small" size=64k; then
    # shellcheck disable=SC2016 # the shell's that is started
    run "${at[@]}" bash -c 'mkdir "$0/full" && cp "$1"/{command,verdict,txnlog} "$0/full" && { dd if=/dev/zero of="$0/rest" 2>/dev/null; truncate -s -8K "$0/rest"; }; sim/debug.sh "$2" "$0/full"; echo "status $?"; find "$0/full/debug" -name "explain*" -empty' \
        "$dir/small" "$dir/coll" "$build"
    cp "$work/out" "$dir/said"
    cp "$work/err" "$dir/told"
    grep -qx "status 4" "$dir/said" && grep -qE "No space left|cannot write to|no space left" "$dir/told" && ok || bad debug_full "$(xargs <"$dir/said"): $(xargs <"$dir/told")"
    check debug_full_no_page test "$(tail -n 1 "$dir/said")" = 'status 4'
    no_disk
else
    skip debug_full 'nobody may mount here'
fi

# A name with a blank is quoted in the commands that open the view.
run_of blank collide "$coll"
mv "$dir/blank" "$dir/a blank"
echo "cd / && /bin/true +spe_dir=x" >"$dir/a blank/command"
run debug "$dir/a blank"
cp "$work/out" "$dir/said"
check debug_quoted grep -qxF "  gtkwave $(printf %q "$dir/a blank/debug/view.gtkw")" "$dir/said"

# The replayed run differs from the first run.
sed 's/stim=12/stim=13/' "$dir/coll/verdict" >"$dir/verdict"
refused debug_stim 1 ': the run fails in another way today: stim=13, not 12$' debug "$dir/coll"
sed 's/result=34/result=35/' "$dir/coll/verdict" >"$dir/verdict"
refused debug_result 1 ': the run fails in another way today: result=35, not 34$' debug "$dir/coll"
echo 'RESULT PASS config=v1p0_min stim=12 result=34' >"$dir/verdict"
refused debug_passes 1 ': the run passes today: ' debug "$dir/coll"
rm "$dir/verdict"
refused debug_no_verdict 4 ': the run ended without a verdict: spu_sim: a word of its own$' debug "$dir/coll"
sed -i 's#rtl/configs/v1p0_min.cfg#x/mine.cfg#' "$dir/coll/command"
SIM='' refused debug_config 2 ': its configuration x/mine.cfg is none of rtl/configs/' sim/debug.sh "$build" "$dir/coll"
hold() {
    mkdir -p "$dir/coll/debug" && flock "$dir/coll/debug/.lock" sim/debug.sh "$build" "$dir/coll"
}
refused debug_held 4 ': another make debug is at work there$' hold

# Of two SPUs the verdict names the one that failed.
run_of two collide "$coll"
mkdir "$dir/two/spu1" && mv "$dir/two/txnlog" "$dir/two/spu1"
sed -i '1i session: 1' "$dir/two/verdict"
cp "$dir/two/verdict" "$dir/verdict"
echo .spu1 >"$dir/suffix"
refused debug_second 2 '^spe wave: .*/waves.fst.spu1: ' debug "$dir/two"

# A run of another program is not played again. If the scoreboard has no finding, the view shows the
# end of the run.
run_of foreign collide "$coll"
echo "cd / && /bin/true +spe_dir=$dir/foreign" >"$dir/foreign/command"
accepted debug_foreign '^not played again: /bin/true is no spu_sim; ' debug "$dir/foreign"
printf '  xdg-open %s/debug/explain.html\n  gtkwave %s/debug/view.gtkw\n' "$dir/foreign" "$dir/foreign" >"$dir/commands"
same debug_foreign_commands <(tail -n 2 "$work/out") "$dir/commands"
check debug_foreign_view test -s "$dir/foreign/debug/view.fst" -a -s "$dir/foreign/debug/view.gtkw"
run_of ended collide
sed -i '1i why: no end after 300 cycles' "$dir/ended/verdict"
echo "cd / && /bin/true +spe_dir=$dir/ended" >"$dir/ended/command"
accepted debug_ended '^why: no end after 300 cycles$' debug "$dir/ended"
check debug_ended_view test -s "$dir/ended/debug/view.gtkw" -a ! -e "$dir/ended/debug/explain.html"

# Every other check names a concern: without one, the text would leave out the SPU.
sed -n 's/^SPE_CHECK(\([A-Z0-9_]*\),.*/\1/p' c_model/include/spe/checks.def >"$dir/checks"
check explain_checks test "$(wc -l <"$dir/checks")" -ge 40
while read -r id; do
    [ "$id" = CONTRACT ] || check "explain_concern_$id" grep -qE "(case |\{)SPE_CHECK_${id}[:,]" c_model/cli/explain_suspect.c c_model/cli/suspect_check.c
done <"$dir/checks"
