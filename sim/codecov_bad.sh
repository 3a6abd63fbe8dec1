#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# codecov_bad.sh BUILD DIR: what sim/codecov.sh and sim/waivers.sh must refuse, and that they print
# nothing where nothing is wrong. The points are those of one made-up file, rtl/spu.sv of a tree in
# DIR with two configurations.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# = 2 ] || die 2 "usage: sim/codecov_bad.sh BUILD DIR"
build=$(realpath "$1") work=$2/codecov_bad file=rtl/spu.sv
good=0 bad=0
rm -rf "$work"
mkdir -p "$work/tree/rtl/configs" && cp -r sim "$work/tree/" && cp rtl/configs/{ernd,neoverse}.cfg "$work/tree/rtl/configs/" || die 4 "cannot write to $work"
work=$(realpath "$work")

# 40 lines; lines 7 and 9 have the same text, with different blanks.
for ((i = 1; i <= 40; i++)); do
    case $i in
    2) echo '  output logic [99:0] out_o' ;;
    7) echo '  if (a)  b = 1;' ;;
    9) echo 'if (a) b = 1;' ;;
    *) echo "line $i" ;;
    esac
done >"$work/tree/$file"

# point LINE COLUMN PAGE NAME HITS [PARAMETERS]: a point as Verilator writes it.
point() {
    printf "C '\001f\002%s\001l\002%s\001n\002%s\001page\002%s/unit%s\001o\002%s\001S\002%s\001h\002TOP.u' %s\n" \
        "$file" "$1" "$2" "$3" "${6:-}" "$4" "$1" "$5"
}

head='# SystemC::Coverage-3'

# lines HITS-OF-7 HITS-OF-9: the coverage of a run with 40 lines, of which 7 and 9 may be missed.
lines() {
    local i n
    echo "$head"
    for ((i = 1; i <= 40; i++)); do
        n=5
        [ $i != 7 ] || n=$1
        [ $i != 9 ] || n=$2
        point $i 3 v_line block "$n"
    done
}

# toggles OTHERS HITS...: the toggles of the bits of out_o: HITS for the first four, OTHERS for the
# rest.
toggles() {
    local bit=0 n others=$1
    shift
    echo "$head"
    for n in "$@" $(yes "$others" | head -n 96); do
        point 2 20 v_toggle "out_o[$((bit++))]" "$n"
    done
}

# run CONFIG FLAVOUR SEED: make a run whose file of coverage is stdin.
run() {
    mkdir -p "$work/runs/$1.$2.$3" && cat >"$work/runs/$1.$2.$3/covers"
}

# everywhere HITS-OF-7 HITS-OF-9: make a run on every configuration.
everywhere() {
    rm -rf "$work/runs"
    lines "$1" "$2" | run ernd cov 1
    lines "$1" "$2" | run neoverse cov 1
}

# judge NAME STATUS WAIVERS TEXT: codecov.sh ends with STATUS; TEXT, a pattern, is in its output or
# in its files. Ports are not judged unless PORTS says so.
judge() {
    local status run c f
    printf "$3# end\n" >"$work/waivers.tsv"
    for run in "$work"/runs/*; do
        IFS=. read -r c f _ <<<"${run##*/}" && echo "$c $f $run"
    done >"$work/list"
    WAIVERS=$work/waivers.tsv NEED=${NEED:-100} PORTS=${PORTS-0} PAGES=0 "$work/tree/sim/codecov.sh" "$build" "$work/out" <"$work/list" >"$work/said" 2>&1
    status=$?
    cat "$work/said" "$work"/out/{holes,ports}.txt "$work/out/code_points.tsv" >"$work/all" 2>/dev/null
    if [ "$status" = "$2" ] && grep -qE -- "$4" "$work/all"; then
        good=$((good + 1))
    else
        bad=$((bad + 1))
        echo "$1: status $status, expected $2 and '$4'"
        cat "$work/said"
    fi
}

# constant NAME STATUS EXPRESSION TEXT: waivers.sh on a row with that constant.
constant() {
    local status
    printf 'line\trtl/spu_axi.sv\tblock\tx\t-\t%s\tno reason\n# end\n' "$3" >"$work/waivers.tsv"
    sim/waivers.sh "$build" "$work/waivers.tsv" >"$work/said" 2>&1
    status=$?
    if [ "$status" = "$2" ] && { [ -z "$4" ] || grep -qE -- "$4" "$work/said"; }; then
        good=$((good + 1))
    else
        bad=$((bad + 1))
        echo "$1: status $status, expected $2 and '$4'"
        cat "$work/said"
    fi
}

# refused NAME LIST: the runs of LIST are refused, and no OUT is made.
refused() {
    rm -rf "$work/none"
    if printf '%s\n' "$2" | "$work/tree/sim/codecov.sh" "$build" "$work/none" >"$work/said" 2>&1 || [ -e "$work/none" ] ||
        ! grep -q '^codecov.sh: no run of a configuration and a flavour: ' "$work/said"; then
        bad=$((bad + 1))
        echo "$1: accepted, not said why, or OUT is made" && cat "$work/said"
    else
        good=$((good + 1))
    fi
}

unit="line\t$file\tblock\tif (a) b = 1;"
everywhere 5 5
refused 'a flavour that is none' "ernd cov $work/runs/ernd.cov.1
ernd line $work/runs/ernd.cov.1"
refused 'a directory that is none' "ernd cov $work/runs/nothing"
judge 'all is met' 0 '' "^line	$file	7	block@3	10	$"
everywhere 0 5
judge 'a hole' 1 '' 'line coverage of the RTL: 39 of 40 points, 100 % are needed'
judge 'a hole has its line' 1 '' "^$file:7 line block@3$"
NEED=97 judge 'as much as is needed' 0 '' '97\.50%'
judge 'a waiver of two lines' 1 "$unit\t-\t-\treason\n" 'waives 2 points: say in column 5 which'
judge 'the waiver says which' 0 "$unit\t1\t-\treason\n" "^line	$file	7	block@3	0	reason$"
judge 'the other one' 1 "$unit\t2\t-\treason\n" ':9 line block@3 is waived, and was met'
judge 'a waiver of nothing' 1 "$unit\t1\t-\treason\n${unit}x\t-\t-\treason\n" 'waivers.tsv:2: waives no point'
judge 'a waiver without reason' 1 "$unit\t1\t-\t\n" 'waivers.tsv:1: kind, file, point'
judge 'a waiver that stands twice' 1 "$unit\t1\t-\treason\n$unit\t1\t-\treason\n" 'waivers.tsv:2: stands twice'
everywhere 0 0
judge 'more than 3 % are waived' 1 "$unit\t1\t-\treason\n$unit\t2\t-\treason\n" '2 of 40 points are waived: at most 3 %'
lines 7 9 | run ernd cov 2
judge 'met in one configuration' 0 '' "^line	$file	7	block@3	7	$"
rm -r "$work/runs/ernd".cov.*
judge 'without a configuration less is asked' 0 "$unit\t1\t-\treason\n${unit}x\t-\t-\treason\n" '38 /'

everywhere 5 5
{ echo "$head" && point 8 3 v_branch else 0; } | run ernd cov 2
judge 'where a point exists' 1 '' "^$file:8 branch else@3 \[ernd\]$"
everywhere 5 5
{ echo "$head" && point 8 3 v_branch if 0 __pi1 && point 8 3 v_branch if 2 __pi2; } | run ernd cov 2
judge 'instances are one' 0 '' "branch	$file	8	if@3	2"

everywhere 5 5
judge 'bits are waived, no toggle is measured' 0 "toggle\t$file\tout_o[4]\t-\t-\t-\treason\n" '40 /'
toggles 0 1 0 2 9 | run ernd idle 1
toggles 0 0 1 2 9 | run ernd idle 2
toggles 5 1 1 3 0 | run ernd tog 1
toggles 5 1 1 0 3 | run ernd tog 2
judge 'random initial values are no toggles' 0 '' "^toggle	$file	2	out_o\[0\]@20	0	$"
judge 'what goes beyond them is' 0 '' "^toggle	$file	2	out_o\[2\]@20	1	$"
judge 'a range of bits is waived' 0 "toggle\t$file\tout_o[1:0]\t-\t-\t-\treason\n" "^toggle	$file	2	out_o\[1\]@20	0	reason$"
judge 'a waiver of no bit' 1 "toggle\t$file\tin_i[4]\t-\t-\t-\treason\n" 'waivers.tsv:1: waives no point'
judge 'a waived bit that toggles' 1 "toggle\t$file\tout_o[2:0]\t-\t-\t-\treason\n" 'out_o\[2\]@20 is waived, and was met'
judge 'too many waived bits' 1 "toggle\t$file\tout_o[3:0]\t-\t-\t-\treason\n" '4 of 100 bits of ports are waived'
PORTS='' judge 'a port whose upper bits nobody looked at' 1 '' 'no toggles were counted of a configuration with.* axi_bytes=64'
toggles 0 0 0 0 0 | run neoverse idle 1
toggles 5 0 0 0 3 | run neoverse tog 1
PORTS='' judge 'a bit of a port that has not moved' 1 '' '^port bit out_o\[1\] of spu has not moved, and is not waived$'
PORTS='' judge 'each of them is moved or waived' 0 "toggle\t$file\tout_o[1:0]\t-\t-\t-\treason\n" '98 /    98 100\.00%'
mv "$work/runs/ernd.cov.1" "$work/ernd.cov.1"
PORTS='' judge 'without a configuration no bit is asked' 0 '' "^toggle	$file	2	out_o\[1\]@20	0	$"
mv "$work/ernd.cov.1" "$work/runs/"
rm -r "$work"/runs/neoverse.{idle,tog}.1
mkdir -p "$work/out/gcov"
judge 'runs without counts of the C' 1 '' 'no run has left its counts of the C'
rmdir "$work/out/gcov"
echo 'no coverage' | run ernd cov 2
judge 'a file that is no coverage' 4 '' 'ernd.cov.2/covers: no coverage file, or cut off'
rm -r "$work/runs/ernd.cov.2" "$work"/runs/ernd.idle.*
judge 'toggles without a run to hold them against' 2 '' 'no run without stimulus'

gcov='        -:    0:Source:x.c
function f called 3 returned 100% blocks executed 50%
        3:    7:a
branch  0 taken 2
branch  1 never executed
    #####:    8:b
        3:    9:    assert(c);
branch  0 taken 3
branch  1 taken 0'
points='c-branch x.c 7 0 branch 0 2  f;c-branch x.c 7 0 branch 1 0  f;c-line x.c 7 0 - 3  f;c-line x.c 8 0 - 0  f;c-line x.c 9 0 - 3  f;'
if [ "$(awk -f sim/codecov/gcov.awk <<<"$gcov" | sort | cut -f 2- | tr '\t\n' ' ;')" = "$points" ]; then
    good=$((good + 1))
else
    bad=$((bad + 1))
    echo 'the text of gcov is read otherwise'
fi
# judge_c NAME STATUS WAIVERS TEXT: c_judge.awk ends with STATUS for made-up points: 38 lines and 38
# branches are met; not met are two branches of a line of f in rtl/spu.sv, and line 9, of g, which
# has the same text.
judge_c() {
    local status
    printf "$3# end\n" >"$work/c_waivers.tsv"
    (cd "$work/tree" && awk -v need_lines="${NEED:-100}" -v need_branches="${NEED:-100}" -v holes="$work/holes.tsv" -f sim/codecov/source.awk -f sim/codecov/c_judge.awk \
        "$work/c_waivers.tsv" "$work/c_points") >"$work/said" 2>&1
    status=$?
    if [ "$status" = "$2" ] && grep -qE -- "$4" "$work/said" "$work/holes.tsv"; then
        good=$((good + 1))
    else
        bad=$((bad + 1))
        echo "$1: status $status, expected $2 and '$4'"
        cat "$work/said"
    fi
}
for ((i = 1; i <= 38; i++)); do
    printf 'C\tc-line\t%s\t1\t0\t-\t3\t\tf\nC\tc-branch\t%s\t1\t0\tbranch %d\t3\t\tf\n' "$file" "$file" "$i"
done >"$work/c_points"
printf 'C\tc-branch\t%s\t7\t0\tbranch 1\t0\t\tf\nC\tc-branch\t%s\t7\t0\tbranch 3\t0\t\tf\nC\tc-line\t%s\t9\t0\t-\t0\t\tg\n' "$file" "$file" "$file" >>"$work/c_points"
NEED=95 judge_c 'as much of the C as is needed' 0 '' 'branches of the C: 38 of 40 met \(95.00 %\), 0 waived'
NEED=96 judge_c 'less of the C than is needed' 1 '' '^branches of the C: 96 % are needed$'
judge_c 'waivers of the C' 0 "$file\tf\tif (a)  b = 1;\t2\treason\n$file\tg\tif (a) b = 1;\t1\treason\n" 'branches of the C: 38 of 38 met \(100.00 %\), 2 waived'
judge_c 'a waiver of another function' 1 "$file\tf\tif (a) b = 1;\t2\treason\n" "^$file:9	g	c-line -	if \(a\) b = 1;$"
judge_c 'a waiver of the C of nothing' 1 "$file\th\tif (a) b = 1;\t2\treason\n" 'c_waivers.tsv:1: waives no point that is not met'
judge_c 'a waiver of the C of fewer points' 1 "$file\tf\tif (a) b = 1;\t1\treason\n" 'c_waivers.tsv:1: waives 1 points, 2 are not met'
judge_c 'a waiver of the C without reason' 1 "$file\tf\tif (a) b = 1;\t2\t\n" 'c_waivers.tsv:1: file, function, text, number'
judge_c 'a waiver of the C that stands twice' 1 "$file\tf\tif (a) b = 1;\t2\treason\n$file\tf\tif (a) b = 1;\t2\treason\n" 'c_waivers.tsv:2: stands twice'

constant 'a constant that holds' 0 'AxiBytes >= 4' ''
constant 'one that does not everywhere' 1 'AxiBytes == 16' 'waivers.tsv:1: v1p0_min: not so: AxiBytes == 16'
constant 'one that there is not' 2 'NoSuchName == 1' 'NoSuchName'
echo "COUNT $good $bad 0"
[ "$bad" = 0 ]
