# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# `spe bias`: fair and unfair samples of loops with a known population, intervals that beat with a
# loop, filters, bad input.
dir=$work/bias
mkdir -p "$dir"

# made NAME LOOP N INTERVAL [SETTING...]: write NAME.log with N samples of a loop of LOOP operations
# at 0x400100, and the population NAME.pop. The first operation is a load. Each 16th and the last
# one are branches. Settings of the awk program: rnd=1 (RND), filter=1 (the filter rejects all
# samples), every=K (each K-th sample collides), prefer=P (each second sample moves to place P).
made() {
    local setting settings=()
    for setting in "${@:5}"; do settings+=(-v "$setting"); done
    awk -v loop="$2" -v n="$3" -v interval="$4" -v prefer=-1 -v pop="$dir/$1.pop" -v config="$PWD/rtl/configs/v1p0_min.cfg" "${settings[@]}" '
        function op(place) { return place == 0 ? "0x100" : place % 16 == 15 || place == loop - 1 ? "0x200" : "0x0" }
        function line(last, place, text) {
            text = "0x400100"
            for (place = 0; place < last; place++) text = text " " op(place)
            return text
        }
        BEGIN {
            print "@config " config "\n0 reset kind=assert\n2 reset kind=release\n2 clk running=1 active=1"
            print "2 ctx id=0 state=EL1+NS+NSPB3+E2PB3+CNTEN\n3 sysreg enc=PMBPTR_EL1 write=write data=0x10000"
            print "3 sysreg enc=PMBLIMITR_EL1 write=write data=0x20001\n4 sysreg enc=PMSICR_EL1 write=write data=1"
            printf "5 sysreg enc=PMSIRR_EL1 write=write data=%d\n", interval * 256 + (rnd + 0)
            printf "6 sysreg enc=PMSFCR_EL1 write=write data=%d\n6 sysreg enc=PMSLATFR_EL1 write=write data=4095\n", filter ? 4 : 0
            print "7 sysreg enc=PMSCR_EL1 write=write data=2\n8 sync kind=cse"
            draw = 7
            for (i = 0; i < n; i++) {
                draw = (draw * 137 + 29) % 65536
                step = i == 0 ? 1 : interval * 256 + 1 + (rnd ? int(draw / 256) : 0)
                if (prefer >= 0 && i % 2) step += (loop + prefer - (at + step - 1) % loop) % loop
                at += step
                place = (at - 1) % loop
                tag = every && i % every == every - 1 ? "collided" : "0"
                printf "%d pop ctx=0 n=%d\n%d sel ctx=0 slot=0 tag=%s pc=%d op=%s\n", 10 + 5 * i, step, 10 + 5 * i, tag, 4194560 + 4 * place, op(place)
                if (tag == "0") printf "%d life tag=0 kind=retire\n", 12 + 5 * i
            }
            printf "%d close\n", 20 + 5 * n
            print "spe population 1\n" line(loop) >pop
            if (at >= 2 * loop) print 1, int(at / loop) - 1 >pop
            if (at % loop) print line(at % loop) >pop
            print "end " at >pop
        }' >"$dir/$1.txt"
    check "made_$1" spe log --pack "$dir/$1.txt" "$dir/$1.log"
}

# told NAME STATUS: run `spe bias` on NAME. It must end with STATUS, and its output must contain
# each line of stdin ('...' at the end of a line matches any text).
told() {
    local line
    run spe bias --population "$dir/$1.pop" "$dir/$1.log"
    cp "$work/out" "$dir/$1.out"
    [ "$status" = "$2" ] && [ ! -s "$work/err" ] && ok || bad "$1" "status $status, expected $2"
    while IFS= read -r line; do
        check "$1: $line" awk -v want="$line" 'BEGIN { part = sub(/\.\.\.$/, "", want) } part ? index($0, want) == 1 : $0 == want { found = 1 } END { exit !found }' "$dir/$1.out"
    done
}

# The examples of c_model/bias.md.
made beat 41 60 4
made fair 64 640 4
examples=$(awk -v dir="$dir" -f c_model/test/cli/document.awk c_model/bias.md)
[ "$examples" = 2 ] && ok || bad document "$examples examples, expected 2"
for ((i = 1; i <= examples; i++)); do
    read -r -a words <"$dir/$i.command"
    name=${words[-1]%.log}
    run spe bias --population "$dir/$name.pop" "$dir/$name.log"
    cp "$work/out" "$dir/$i.out"
    [ "${words[*]}" = "spe bias --population $name.pop $name.log" ] && ok || bad "document_$i" 'another command'
    same "document_$i" "$dir/$i.expected" "$dir/$i.out"
done

# An interval + 1 that shares a divisor with the loop length: samples fall on two of ten places.
made ten 10 40 4
told ten 1 <<'LIST'
beats: 1, in 1 loop of 8 samples or more at a fixed interval
  BEAT: loop of 10 operations at 0x400100: 39 samples fall on 2 of its 10 positions, PC 0x400100 0x400114
    every 1025 operations one is sampled (interval 1024, and one for the reload): 1025 = 5 x 5 x 41, greatest common divisor with the loop 5
    the other 8 are never sampled: set PMSIRR_EL1.RND, or an interval of which interval + 1 has no divisor in common with 10
LIST
# With RND the same loop is sampled everywhere.
made rnd 41 300 4 rnd=1
told rnd 0 <<'LIST'
interval: 1024 operations at the last one; 300 samples with RND, 0 without
blocks: 3; no bias is seen, p = ...
beats: none can be, all intervals are random (RND)
LIST
# The interval of the prediction counts: a write in the cycle of a selection takes effect after the
# selection.
sed 's/^305 pop/305 sysreg enc=PMSIRR_EL1 write=write data=1025\n&/' "$dir/beat.txt" >"$dir/late.txt"
check made_late spe log --pack "$dir/late.txt" "$dir/late.log"
cp "$dir/beat.pop" "$dir/late.pop"
told late 1 <<'LIST'
interval: 1024 operations at the last one; 0 samples with RND, 60 without
LIST
# Samples that do not fall by chance. By hand: of 120 samples in 4 blocks of equal size, each block
# should have 30. The block that has all 120 stands out.
made prefer 64 120 4 prefer=5
told prefer 1 <<'LIST'
blocks: 4; BIAS: this is no chance, p < 1e-12 (chi-square 359.9, 3 degrees of freedom)
  0x400100 to 0x40013c (16)                     31414  25.00%       120       30.0         0  4.0 times too often
  0x400140 to 0x40017c (16)                     31408  25.00%         0       30.0         0  never sampled
beats: 0, in 1 loop of 8 samples or more at a fixed interval
LIST
# Operations count as sampled even if a filter rejects them or they collide.
made filter 64 64 4 filter=1
told filter 0 <<'LIST'
64 sampled: what the counter selected, before collisions and filters (0 collided, 64 rejected by filters)
  0x400100 to 0x40013c (16)                     16144  25.00%        16       16.0         0
LIST
made collide 64 120 4 every=3
told collide 0 <<'LIST'
120 sampled: what the counter selected, before collisions and filters (40 collided, 0 rejected by filters)
  those that became samples: no bias is seen, p = ...
LIST
# Collisions: each second sample collides (`shadow`), or each sample of the first block (`dark`).
# The selection is fair both times. In `dark` the remaining samples are not.
made shadow 32 128 4 every=2
told shadow 0 <<'LIST'
blocks: 2; no bias is seen, p = 1 (chi-square 0.0, 1 degree of freedom)
LIST
awk '/ sel / && match($0, /pc=[0-9]+/) { pc = substr($0, RSTART + 3, RLENGTH - 3); sub(/tag=[a-z0-9]+/, "tag=" (pc < 4194624 ? "collided" : "0")) } { print }' "$dir/shadow.txt" >"$dir/dark.txt"
check made_dark spe log --pack "$dir/dark.txt" "$dir/dark.log"
cp "$dir/shadow.pop" "$dir/dark.pop"
told dark 0 <<'LIST'
blocks: 2; no bias is seen, p = 1 (chi-square 0.0, 1 degree of freedom)
  those that became samples: BIAS: this is no chance, p < 1e-12 (chi-square 64.0, 1 degree of freedom)
  0x400100 to 0x40013c (16)                     65088  50.00%        64       64.0        64  collides 2.0 times too often
  0x400140 to 0x40017c (16)                     65088  50.00%        64       64.0         0  never collides
LIST
# Without a population `spe bias` compares only the levels, and says what is missing. A log of one
# level leaves nothing to compare.
accepted levels '^levels: 1; nothing to compare$' spe bias "$dir/beat.log"
accepted levels_only '^blocks, classes and beats need the population, which no log has: --population FILE ' spe bias "$dir/beat.log"
# Each of two levels executes half of the operations, and all 64 samples are at one level. By hand:
# 32 samples are expected at each level.
awk '/ pop / { sub("n=", "", $4); half = int($4 / 2); print $1, "ctx id=1 state=EL0+NS+NSPB3+E2PB3+CNTEN"; print $1, "pop ctx=1 n=" $4 - half;
    print $1, "ctx id=0 state=EL1+NS+NSPB3+E2PB3+CNTEN"; print $1, "pop ctx=0 n=" half; next }
    $3 == "enc=PMSCR_EL1" { sub("data=2", "data=3") } $3 == "enc=PMSICR_EL1" { sub("data=1", "data=1025") } { print }' <(sed 's/ pop ctx=0 n=1$/ pop ctx=0 n=1025/' "$dir/filter.txt") >"$dir/two.txt"
check made_two spe log --pack "$dir/two.txt" "$dir/two.log"
run spe bias "$dir/two.log"
[ "$status" = 1 ] && grep -qFx 'levels: 2; BIAS: this is no chance, p < 1e-12 (chi-square 64.1, 1 degree of freedom)' "$work/out" &&
    grep -qE '^  Non-secure EL0  .* 0  *32\.0  *0  never sampled$' "$work/out" && ok || bad levels_two "status $status, or no bias of levels"
# --more prints all rows. --salvage judges a log that is cut off, with status 4.
check more_rows sh -c '[ "$1" = 4 ]' - "$(spe bias --more --population "$dir/prefer.pop" "$dir/prefer.log" | grep -c '^  0x')"
cut_off "$dir/fair.log" "$dir/cut.log" $(($(stat -c %s "$dir/fair.log") - 20))
refused salvage 4 "^spe bias: $dir/cut.log: a part of a log: 1 whole frame$" spe bias --salvage --population "$dir/fair.pop" "$dir/cut.log"

# If memory runs out, at any point, the status is 4 and no shorter answer passes for a whole one.
# 180,001 program counters, one sample. Not with an address sanitizer, which needs more memory.
made wide 1 1 70000
sed -i 's/^[0-9]* close$/19 pop ctx=0 n=180000\n&/' "$dir/wide.txt"
spe log --pack "$dir/wide.txt" "$dir/wide.log"
awk '/^end/ { for (i = 0; i < 12; i++) { printf "0x%x", 4259840 + 60000 * i; for (k = 0; k < 15000; k++) printf " 0x0"; print "" } $2 += 180000 } { print }' \
    "$dir/wide.pop" >"$dir/wider.pop"
within() {
    (
        ulimit -v "$1"
        exec "$SPE" bias --population "$dir/wider.pop" "$dir/wide.log"
    )
}
if ! grep -q __asan_init "$SPE"; then
    within unlimited >"$dir/whole.out"
    whole=$? cut=0
    for ((kib = 24000; kib <= 64000; kib += 2000)); do
        run within $kib
        if [ "$status" = $whole ]; then
            same "memory_$kib" "$dir/whole.out" "$work/out"
        elif [ "$status" != 4 ] || [ "$(cat "$work/err")" != 'spe bias: out of memory' ]; then
            bad "memory_$kib" "status $status, expected $whole or 4 and one line"
        elif [ -s "$work/out" ]; then
            cut=$((cut + 1))
        fi
    done
    check memory_in_print test $cut -gt 0 -a "$status" = $whole
fi

# Bad input: one line, status 2.
refused no_log 2 '^spe bias: no log: see spe bias --help$' spe bias
refused two_logs 2 '^spe bias: more than one log: b' spe bias a b
refused unknown 2 '^spe bias: unknown option --pop: see' spe bias --pop x "$dir/fair.log"
refused no_value 2 '^spe bias: --population needs a value: see' spe bias "$dir/fair.log" --population
refused cut 2 "^spe bias: $dir/cut.log: .*; --salvage reads what is whole$" spe bias "$dir/cut.log"
refused missing 2 "^spe bias: $dir/none: .*No such file" spe bias "$dir/none"
refused no_population 2 "^spe bias: $dir/none: No such file or directory$" spe bias --population "$dir/none" "$dir/fair.log"
refused folder 2 "^spe bias: $dir: .*" spe bias --population "$dir" "$dir/fair.log"
refused full 4 '^spe bias: cannot write standard output: No space left on device$' full_disk spe bias "$dir/fair.log"
refused other_log 2 "^spe bias: $dir/ten.pop is not of this log: member 1026 is 0x400114 op 0x0 there, and 0x400100 op 0x100 in the log$" \
    spe bias --population "$dir/ten.pop" "$dir/beat.log"
spe log --pack c_model/test/logs/stream.txnlog "$dir/bytes.log"
refused no_taps 2 "^spe bias: $dir/bytes.log: the log has no LIFE taps, which tell what was selected$" spe bias "$dir/bytes.log"
sed 's/^@config/@taps 0x67\n@config/; / pop /d' "$dir/ten.txt" >"$dir/no_pop.txt"
spe log --pack "$dir/no_pop.txt" "$dir/no_pop.log"
refused no_pop 2 "^spe bias: $dir/no_pop.log: the log has no POP taps, which tell how many operations there were$" spe bias "$dir/no_pop.log"
sed '/ sel /d; / life /d' "$dir/ten.txt" >"$dir/none.txt"
spe log --pack "$dir/none.txt" "$dir/none.log"
refused none_selected 2 "^spe bias: $dir/none.log: no operation was selected$" spe bias "$dir/none.log"
while IFS='|' read -r -u 3 name edit pattern; do
    sed -e "$edit" "$dir/beat.pop" >"$dir/bad.pop"
    refused "population_$name" 2 "^spe bias: $dir/bad.pop: $pattern" spe bias --population "$dir/bad.pop" "$dir/beat.log"
done 3<<'LIST'
head|1s/1/2/|line 1: no population: its first line is 'spe population 1'$
empty|d|is empty$
cut|$d|line 4: the file is cut off: its last line is 'end MEMBERS'$
end|$s/[0-9]*$/7/|line 5: the number of members at the end is not that of the file$
end_word|$s/$/ 0x400100/|line 5: a word behind 'end MEMBERS'$
end_line|$s/$/\nend 60476/|line 6: a line behind 'end MEMBERS'$
pc|2s/0x400100/0x40010g/|line 2: the program counter is no number$
op|2s/0x0/0x400/|line 2: an operation is a number from 0 to 0x3ff$
block|2s/ .*//|line 2: a block without an operation$
number|3s/^1/2/|line 3: no block of this number has come$
times|3s/ .*/ 0/|line 3: how often a block comes is a number from 1 on$
third|3s/$/ 5/|line 3: NUMBER TIMES, or PC OPERATION
few|3s/ .*/ 1000/;$s/.*/end 41042/|[0-9]* members, and the log counts more$
more|$s/.*/1\nend 60517/|more members than the 60476 of the log$
LIST
