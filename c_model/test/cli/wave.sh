# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# `spe wave` on logs and waves made by hand, read back with fst_text: the rows, the first divergence
# of a register, the names in the save file, bad input.
logs=c_model/test/logs
dir=$work/wave
mkdir -p "$dir"
fst_text() {
    limited "$build/bin/fst_text" "$@"
}

# made NAME LOG [SED]: pack LOG, edited by SED, as NAME.log. SED must change the text.
made() {
    sed -e "s#^@config \.\./\.\./\.\./#@config $PWD/#" "$logs/$2.txnlog" >"$dir/$1.txt"
    sed -e "${3:-}" "$dir/$1.txt" >"$dir/$1.edited"
    [ -z "${3:-}" ] || ! cmp -s "$dir/$1.txt" "$dir/$1.edited" || bad "made_$1" "the edit changes nothing: $3"
    spe log --pack "$dir/$1.edited" "$dir/$1.log"
}

# viewed NAME OPTION...: make the view NAME, and write it as text to NAME.values. Each line is
# "CYCLE ROW VALUE", with hexadecimal numbers.
viewed() {
    local name=$1
    shift
    accepted "wave_$name" '^gtkwave ' spe wave --out "$dir/$name" "$@"
    cp "$work/out" "$dir/$name.out"
    fst_text "$dir/$name.fst" >"$dir/$name.raw"
    awk '$1 == "variable" || $3 ~ /^"/ || $3 !~ /^[01x]+$/ { print; next }
        { while (length($3) % 4) $3 = "0" $3
          h = ""
          for (i = 1; i <= length($3); i += 4) {
              d = substr($3, i, 4)
              h = h (d ~ /x/ ? "x" : substr("0123456789abcdef", 8 * substr(d, 1, 1) + 4 * substr(d, 2, 1) + 2 * substr(d, 3, 1) + substr(d, 4, 1) + 1, 1))
          }
          sub(/^0+/, "", h)
          print $1, $2, h == "" ? 0 : h }' "$dir/$name.raw" >"$dir/$name.values"
}

# shows NAME CYCLE ROW VALUE: ROW shows VALUE at the end of CYCLE.
shows() {
    local got
    got=$(awk -v c="$2" -v r="$3" '$1 != "variable" && $2 == r && $1 <= c { v = $0; sub(/^[^ ]* [^ ]* /, "", v) } END { print v }' "$dir/$1.values")
    # shellcheck disable=SC2034 # lib.sh prints it
    last_command="$3 of $1 in cycle $2"
    if [ "$got" = "$4" ]; then ok; else bad "wave_$1_$3_$2" "shows '$got', expected '$4'"; fi
}

if fst_text --help 2>&1 | grep -q 'cannot be built'; then
    skip wave 'this Verilator has no library for FST'
    return 0
fi

# One operation: each row changes in the cycle that the log gives. The numbers are worked out by
# hand in the text of the log.
made one one_record
viewed one "$dir/one.log"
s=scoreboard
while read -r cycle row value; do
    [ -z "$cycle" ] || shows one "$cycle" "$s.$row" "$value"
done <<'END'
2 transactions.context "0: Non-secure EL1"
5 transactions.sysreg "write PMSICR_EL1 0x3"
5 registers.PMSICR_EL1 0
6 registers.PMSICR_EL1 3
6 enable.profiling 0
7 enable.profiling 1
7 interval.next 3
20 samples.tag0_state 0
21 samples.tag0_state 1
21 samples.tag0_pc 400100
20 samples.tag0_life 9
20 transactions.selection "tag 0: member 3, PC 0x400100"
20 compared.member_expected 3
20 compared.member_actual 3
22 samples.tag0_life 0
24 samples.tag0_life 0
25 samples.tag0_life 3
27 samples.tag0_life 4
27 filter.keep 1
28 queue.records 1
30 buffer.translated "0x10000 is 0x80010000"
31 transactions.address "0x80010000, 3 beats"
31 compared.packets_expected "TOT=5 ISSUE=2 PC=a000000000400100"
31 compared.packets_actual "TOT=5 ISSUE=2"
32 compared.offset 8
32 compared.header_actual b0
32 compared.packets_expected "PC=a000000000400100 OP=0"
33 compared.packets_actual "OP=0 EV=2 END"
33 compared.bytes_expected xxxxxx0100025200
33 compared.bytes_differ ""
33 finding.findings 0
35 record.state 3
36 record.state 4
36 registers.PMBPTR_EL1 10000
37 registers.PMBPTR_EL1 10015
37 compared.read_expected 10015
42 queue.PSB 1
43 queue.PSB 0
END
check wave_alone grep -q '^the prediction alone: no FST of the run was given$' "$dir/one.out"
check wave_end sh -c "tail -n 1 \"\$1\" | grep -q '^4[89] '" - "$dir/one.raw"

# A wrong byte: the packet that holds it, both values, and the finding with its marks.
made byte one_record 's/data=0x0000000100025200/data=0x0000000100035200/'
viewed byte "$dir/byte.log"
shows byte 33 $s.compared.bytes_differ '"+18 Events: 03, not 02"'
shows byte 33 $s.compared.header_expected 52
shows byte 33 $s.compared.packets_expected '"EV=2 OP=0 END"'
shows byte 33 $s.compared.packets_actual '"EV=3 OP=0 END"'
shows byte 32 $s.finding.findings 0
shows byte 33 $s.finding.findings 1
shows byte 36 $s.finding.findings 2
check wave_marks grep -q '^finding 1 of 2: buf.data record 1 +18: selection 20 completion 27 finding 33$' "$dir/byte.out"
check wave_marked grep -qE '^\*-[0-9.]+ 33 20 27 -1 33 -1 -1 -1$' "$dir/byte.gtkw"
check wave_mark_names sh -c "grep '^.markername. ' \"\$1\" | sort | tr '\n' ' ' | grep -q 'Aselection .*Bcompletion .*Dfinding'" - "$dir/byte.gtkw"
accepted wave_window '^0 73$' spe wave --window "$dir/byte.log"
viewed part --from 31 --to 33 "$dir/byte.log"
check wave_part sh -c "awk '\$1 != \"variable\" && (\$1 < 31 || \$1 > 34) { exit 1 }' \"\$1\"" - "$dir/part.raw"
shows part 31 $s.registers.PMSCR_EL1 2

# A mismatch of the scoreboard also counts as a difference: wrong bytes in the cycle in which they
# are written, a missing count from the cycle in which it was due.
check wave_byte_finding grep -qx 'the finding: cycle 33: record 1 +18 predicted 0x02, SPU 0x03' "$dir/byte.out"
shows byte 32 $s.finding.differ 0
shows byte 33 $s.finding.differ 1
shows byte 33 $s.finding.divergence '"record 1 +18 predicted 0x02, SPU 0x03"'
made uncounted one_record '/^28 out filtrate=1/d'
viewed uncounted "$dir/uncounted.log"
check wave_uncounted grep -qE '^first divergence: cycle 28: SAMPLE_FILTRATE predicted 1, SPU 0 .in cycle 37.; tolerance that of the configuration$' "$dir/uncounted.out"
shows uncounted 27 $s.finding.differ 0
shows uncounted 28 $s.finding.differ 1
made too_many one_record 's/^28 out filtrate=1/28 out filtrate=2/'
viewed too_many "$dir/too_many.log"
shows too_many 28 $s.compared.counts '"SAMPLE_FILTRATE 2, NOT 1"'
shows one 21 $s.compared.counts '"SAMPLE_POP 3; SAMPLE_FEED 1"'
# Levels are shown by name.
made irq full 's/^64 out pmbirq=0/64 out pmbirq=1/'
viewed irq "$dir/irq.log"
check wave_levels grep -qE ': levels predicted all levels low; SPU PMBIRQ; tolerance' "$dir/irq.out"
# Without a finding no row differs, whatever is in doubt in between.
for log in "$logs"/*.txnlog; do
    name=right_$(basename "$log" .txnlog)
    made "$name" "${name#right_}"
    spe replay "$dir/$name.log" >"$dir/replayed" 2>/dev/null
    grep -q " mismatches=0 " "$dir/replayed" || continue
    spe wave --out "$dir/$name" "$dir/$name.log" >/dev/null
    fst_text "$dir/$name.fst" >"$dir/$name.raw"
    check "wave_$name" sh -c '! grep "^[0-9]* scoreboard.finding.differ [1x]" "$1"' - "$dir/$name.raw"
    rights=$((${rights:-0} + 1))
done
check wave_rights test "${rights:-0}" -ge 40

# names NAME: the rows that the save file shows exist, each group is closed, and the files of
# translations are not empty.
names() {
    local file
    sed -n 's/^+{[^}]*} //p; s/^\([a-z][a-z]*\.[^ ]*\)$/\1/p' "$dir/$1.gtkw" | sed 's/\[[0-9]*:0\]$//' | sort -u >"$dir/$1.named"
    awk '$1 == "variable" { print $2 }' "$dir/$1.raw" | sort -u >"$dir/$1.there"
    check "wave_names_$1" sh -c '[ "$(wc -l <"$1")" -ge 30 ] && [ -z "$(comm -23 "$1" "$2")" ]' - "$dir/$1.named" "$dir/$1.there"
    check "wave_groups_$1" sh -c '[ "$(grep -c "^@[8c]00200$" "$1")" = "$(grep -c "^@1[04]00200$" "$1")" ]' - "$dir/$1.gtkw"
    while read -r file; do
        check "wave_translation_$1" test -s "$dir/${file##*/}"
    done < <(sed -n 's/^^[0-9]* //p' "$dir/$1.gtkw")
}
names one
names byte
check wave_header grep -qi '^00B0 Address: PC$' "$dir/byte-header.txt"
check wave_record grep -q '^4 written$' "$dir/byte-record.txt"
check wave_order sh -c "grep -E '^-(finding|transactions|expected|suspect 1)' \"\$1\" | sed 's/[ :].*//' | uniq | head -n 4 | tr '\n' ' ' | grep -qx -- '-finding -transactions -expected -suspect '" - "$dir/byte.gtkw"

# Waves made by hand for the same log. A cycle has 10 units of time and ends with its edge. So cycle
# N begins at 10 N - 5.
# waves NAME SED: write these waves, with their text edited by SED.
waves() {
    local t="TOP.u_tap" r=TOP.dut.regs
    {
        printf 'variable %s 8\n' $t.wstrb_i
        printf 'variable %s 64\n' $t.cycle_q $r.ptr $r.icr $t.sysreg_wdata_i $t.sysreg_rdata_i $t.awaddr_i $t.wdata_i
        printf 'variable %s 1\n' TOP.clk TOP.dut.clk $t.sysreg_valid_i $t.sysreg_write_i $t.rst_ni $t.running_i $t.awvalid_i $t.awready_i $t.wvalid_i $t.wready_i
        printf 'variable %s 16\n' $t.sysreg_enc_i
        printf 'variable %s 2\n' 'TOP.lane[0].state' 'TOP.lane[1].state'
        printf 'variable %s 57\n' $r.limitr.limit
        printf 'variable %s 6\n' $r.limitr.rest
        printf 'variable %s 1\n' $r.limitr.e
        awk -v t=$t -v r=$r -v enc="3:0xc4d1 4:0xc4d0 5:0xc4ca 6:0xc4c8 37:0xc4d1 40:0xc4c8 46:0xc4d3 47:0xc4ca" '
            function at(c, name, value) { line[c] = line[c] name " " value "\n" }
            function access(c, write, data) { at(c, t ".sysreg_valid_i", 1); at(c, t ".sysreg_enc_i", e[c]); at(c, t ".sysreg_write_i", write)
                at(c, t (write ? ".sysreg_wdata_i" : ".sysreg_rdata_i"), data); at(c + 1, t ".sysreg_valid_i", 0) }
            BEGIN {
                n = split(enc, w, " "); for (i = 1; i <= n; i++) { split(w[i], p, ":"); e[p[1]] = p[2] }
                at(0, t ".rst_ni", 1); at(0, t ".running_i", 1); at(0, t ".wstrb_i", 255)
                at(0, r ".ptr", 0); at(0, r ".icr", 0); at(0, r ".limitr.limit", 0); at(0, r ".limitr.rest", 0); at(0, r ".limitr.e", 0)
                access(3, 1, "0x10000"); access(4, 1, "0x20001"); access(5, 1, 3); access(6, 1, 2); access(37, 0, "0x10015")
                access(40, 1, 0); access(46, 0, 0); access(47, 0, 0)
                at(4, r ".ptr", "0x10000"); at(5, r ".limitr.limit", "0x400"); at(5, r ".limitr.e", 1); at(6, r ".icr", 3)
                at(9, r ".icr", 2); at(21, r ".icr", 0); at(37, r ".ptr", "0x10015")
                at(31, t ".awvalid_i", 1); at(31, t ".awready_i", 1); at(31, t ".awaddr_i", "0x80010000"); at(32, t ".awvalid_i", 0)
                at(31, t ".wvalid_i", 1); at(31, t ".wready_i", 1); at(34, t ".wvalid_i", 0)
                at(31, t ".wdata_i", "0x00b0000299000598"); at(32, t ".wdata_i", "0x48a0000000004001"); at(33, t ".wdata_i", "0x0000000100025200")
                for (c = 0; c <= 49; c++) {
                    time = c ? 10 * c - 5 : 0
                    printf "%d %s %d\n%d TOP.clk %d\n", time, t ".cycle_q", c, time, c != 0
                    m = split(line[c], l, "\n"); for (i = 1; i < m; i++) print time, l[i]
                    print 10 * c, "TOP.clk", 0
                }
            }'
    } | sed -e "${2:-}" | sort -s -k1,1n >"$dir/$1.waves"
    fst_text --make "$dir/$1.waves.fst" <"$dir/$1.waves"
}
printf '%s\n' 'tap u_tap' 'registers.PMBPTR_EL1 regs.ptr' 'registers.PMSICR_EL1 regs.icr' 'registers.PMBLIMITR_EL1[63:7] regs.limitr.limit' \
    'registers.PMBLIMITR_EL1[0] regs.limitr.e' 'show write regs.ptr' 'show write regs.limitr' 'show bus TOP.u_tap.awvalid_i idle offered' '# end' >"$dir/map"
waves clean
viewed clean --map "$dir/map" "$dir/one.log" "$dir/clean.waves.fst"
check wave_clean grep -qx 'no divergence: 3 registers, 49 cycles, tolerance 0' "$dir/clean.out"
names clean
shows clean 3 spu.registers.PMBPTR_EL1 0
shows clean 4 spu.registers.PMBPTR_EL1 10000
shows clean 5 spu.registers.PMBLIMITR_EL1_63_7 400
shows clean 31 spu.TOP.u_tap.awvalid_i 1
shows clean 32 spu.TOP.u_tap.awvalid_i 0
shows clean 5 spu.regs.limitr 20001
shows clean 40 $s.finding.differ 0
check wave_show_names grep -qx '1 offered' "$dir"/clean-spu*.txt
viewed all --all --map "$dir/map" "$dir/one.log" "$dir/clean.waves.fst"
shows all 9 TOP.dut.regs.icr 2
shows all 8 TOP.dut.regs.icr 3

# diverges NAME SED CYCLE TEXT OPTION...: with the waves edited by SED, the first register differs
# in CYCLE, and the output has a line TEXT. If CYCLE is empty, only the line is checked.
diverges() {
    local name=$1
    waves "$1" "$2"
    ! cmp -s "$dir/$1.waves" "$dir/clean.waves" || bad "waves_$1" "the edit changes nothing: $2"
    viewed "$1" --map "$dir/map" "${@:5}" "$dir/one.log" "$dir/$name.waves.fst"
    check "wave_diverges_$1" grep -qE -- "^$4" "$dir/$1.out"
    [ -n "$3" ] || return 0
    shows "$1" "$(($3 - 1))" $s.finding.differ 0
    shows "$1" "$3" $s.finding.differ 1
    shows "$1" "$(($3 - 1))" $s.finding.divergence '""'
    check "wave_diverges_mark_$1" grep -qE "^\*-[0-9.]+ -1 -1 -1 $3 -1 -1 -1 -1$" "$dir/$1.gtkw"
}
diverges late 's/^365 TOP.dut.regs.ptr/375 TOP.dut.regs.ptr/' 37 \
    'first divergence: cycle 37: PMBPTR_EL1 predicted 0x10015, SPU 0x10000 \(regs.ptr\); tolerance 0$'
shows late 38 $s.finding.differ 0
diverges late_from 's/^365 TOP.dut.regs.ptr/375 TOP.dut.regs.ptr/' '' 'first divergence: cycle 37 or before, where no waves are: PMBPTR_EL1 ' --from 37
diverges late_strange 's/^365 TOP.dut.regs.ptr/425 TOP.dut.regs.ptr/' '' 'no divergence is said: ' --from 38 --to 39
check wave_strange grep -q '^nothing shows that the FST is of this run: ' "$dir/late_strange.out"
# --same-run tells spe wave that log and FST are of the same run.
diverges late_known 's/^365 TOP.dut.regs.ptr/425 TOP.dut.regs.ptr/' '' 'first divergence: cycle 38 or before, where no waves are: PMBPTR_EL1 ' --same-run --from 38 --to 39
check wave_known sh -c '! grep -q "nothing shows" "$1"' - "$dir/late_known.out"
diverges late_by_one 's/^365 TOP.dut.regs.ptr/375 TOP.dut.regs.ptr/' '' 'no divergence: 3 registers, 49 cycles, tolerance 1$' --tolerance 1
diverges early 's/^365 TOP.dut.regs.ptr/345 TOP.dut.regs.ptr/' 35 'first divergence: cycle 35: PMBPTR_EL1 predicted 0x10000, SPU 0x10015 '
diverges early_by_two 's/^365 TOP.dut.regs.ptr/345 TOP.dut.regs.ptr/' 35 'first divergence: cycle 35: .* tolerance 1$' --tolerance 1
diverges counter 's/^\([0-9].*regs.icr\) 3$/\1 4/' 8 'first divergence: cycle 8: PMSICR_EL1 predicted 0x3, SPU 0x4 '
diverges one_bit 's/^\([0-9].*limitr.e\) 1$/\1 0/' 5 'first divergence: cycle 5: PMBLIMITR_EL1 predicted 0x1, SPU 0x0 '

# The value of a read is taken over after the finding. In the cycle of the finding the view still
# shows the prediction that was compared.
made taken one_record 's/^37\(.*\) data=0x10015$/37\1 data=0x10011/'
waves taken 's/0x10015/0x10011/'
viewed taken --map "$dir/map" "$dir/taken.log" "$dir/taken.waves.fst"
shows taken 37 $s.registers.PMBPTR_EL1 10015
shows taken 37 spu.registers.PMBPTR_EL1 10011
shows taken 37 $s.finding.differ 1
shows taken 37 $s.finding.taken_over '"PMBPTR_EL1 0x10011"'
shows taken 38 $s.registers.PMBPTR_EL1 10011
shows taken 38 $s.finding.differ 0
check wave_taken grep -q '^first divergence: cycle 37: PMBPTR_EL1 predicted 0x10015, SPU 0x10011 ' "$dir/taken.out"
# The counter is compared in cycles in which its exact value is known, so also when it is read.
made counted one_record 's/^47\(.*\) data=0$/47\1 data=5/'
waves counted '/^465 TOP.u_tap.sysreg_rdata_i/{s/ 0$/ 5/;p;s/ .*/ TOP.dut.regs.icr 5/}'
viewed counted --map "$dir/map" "$dir/counted.log" "$dir/counted.waves.fst"
shows counted 47 $s.finding.differ 1
shows counted 48 $s.finding.differ 0
# A member that is selected too early: the view shows the expected member, too.
made early_member one_record 's/^\(5 .*\) data=3$/\1 data=9/'
viewed early_member "$dir/early_member.log"
shows early_member 20 $s.compared.member_expected 9
shows early_member 20 $s.compared.member_actual 3

# A difference after the finding is no first divergence. If the finding is about bytes, it has a
# mark of its own. If it is about a count, the divergence is the count itself.
waves behind 's/0x0000000100025200/0x0000000100035200/;s/^365 TOP.dut.regs.ptr/375 TOP.dut.regs.ptr/'
viewed behind --map "$dir/map" "$dir/byte.log" "$dir/behind.waves.fst"
check wave_behind grep -qE '^no divergence before the finding: 3 registers, tolerance 0; behind it: cycle 37: PMBPTR_EL1 predicted 0x10015, SPU 0x10000 ' "$dir/behind.out"
check wave_behind_finding grep -qx 'the finding: cycle 33: record 1 +18 predicted 0x02, SPU 0x03' "$dir/behind.out"
check wave_behind_mark grep -qE '^\*-[0-9.]+ 33 20 27 -1 33 -1 -1 -1$' "$dir/behind.gtkw"
viewed count_behind --map "$dir/map" "$dir/too_many.log" "$dir/late.waves.fst"
check wave_count_behind grep -qE '^first divergence: cycle 28: SAMPLE_FILTRATE predicted 1, SPU 2 .in cycle 28.; tolerance that of the configuration$' "$dir/count_behind.out"
check wave_count_mark grep -qE '^\*-[0-9.]+ 28 .* 28 28 -1 -1 -1$' "$dir/count_behind.gtkw"
shows count_behind 28 $s.finding.divergence '"SAMPLE_FILTRATE predicted 1, SPU 2 (in cycle 28)"'

# A line with % stands for one line for each tag of the SPU. A signal with ? may be absent. The view
# of an operation shows its own tag only.
sed '$d' "$dir/map" >"$dir/map.tags"
printf '%s\n' 'samples.tag%_state lane[%].state' 'show record lane[%].state' 'show latency nowhere.count?' '# end' >>"$dir/map.tags"
waves byte 's/0x0000000100025200/0x0000000100035200/;/^205 TOP.clk/{p;s/ .*/ TOP.lane[0].state 1/;p;s/0/1/2}'
viewed byte --map "$dir/map.tags" "$dir/byte.log" "$dir/byte.waves.fst"
check wave_tags sh -c '[ "$(grep -c "^variable spu.samples.tag[01]_state 2$" "$1")" = 2 ] && ! grep "spu.samples.tag2" "$1"' - "$dir/byte.raw"
check wave_tags_absent sh -c '! grep "not in the FST" "$1"' - "$dir/byte.out"
check wave_tag_own sh -c '[ "$(sed -n "/^-suspect .: record/,/^-record/p" "$1" | grep -o "lane.[01]" | sort -u)" = "lane[0" ]' - "$dir/byte.gtkw"

# looks NAME LOG SED PATTERN: the view of the edited log prints PATTERN as the place to look at.
# With PATTERN '' it prints no such line.
looks() {
    made "$1" "$2" "$3"
    viewed "$1" "$dir/$1.log"
    check "wave_looks_$1" sh -c 'test "$(grep "^look at" "$1")" = "$2"' - "$dir/$1.out" "$4"
}
looks made one_record 's/data=0x0000000100025200/data=0x0000000100035200/' 'look at: completion, cycle 27, as record is suspected'
looks kept one_record 's/data=0x48a0000000004001/data=0x48a0000000004002/' 'look at: selection, cycle 20, as capture is suspected'
looks barrier one_record '/sync kind=psb/d;s/^30 xl_rsp.*/29 sync kind=psb_req pos=3\n&\n30 sync kind=psb_done pos=3/' 'look at: barrier, cycle 29, as barriers is suspected'
looks nowhere collide 's/enc=PMBSR_EL1 write=read pos=266 data=0x10000/enc=PMBSR_EL1 write=read pos=266 data=0/' ''

# GTKWave shows a cycle as a nanosecond. Of two adjacent marks the later one keeps its name.
check wave_ns test "$(od -An -tx1 -j73 -N1 "$dir/byte.fst")" = ' f7'
waves near 's/0x0000000100025200/0x0000000100035200/;s/^315 TOP.clk/315 TOP.dut.regs.limitr.e 0\n&/'
viewed near --map "$dir/map" "$dir/byte.log" "$dir/near.waves.fst"
check wave_near grep -qE '^\*-[0-9.]+ 33 20 27 32 33 -1 -1 -1$' "$dir/near.gtkw"
check wave_near_names sh -c "grep '^.markername. ' \"\$1\" | cut -c14- | tr '\n' ' ' | grep -qx 'Dfinding Bcompletion Aselection '" - "$dir/near.gtkw"

# refuses NAME PATTERN COMMAND...: `spe wave` ends with status 2 and one line, and leaves no file.
refuses() {
    refused "wave_$1" 2 "^spe wave: $2" spe wave --out "$dir/refused" "${@:3}"
    check "wave_left_$1" sh -c '! ls "$1"* 2>/dev/null' - "$dir/refused"
}
with() {
    refuses "$1" "$2" --map "$dir/map" "$dir/one.log" "$3"
}
# Waves of another run, waves of other cycles, files that hold no waves.
waves other 's/^25 TOP.u_tap.sysreg_wdata_i 0x10000/25 TOP.u_tap.sysreg_wdata_i 0x20000/'
with other 'the FST is of another run than the log: cycle 3 has no write of register 0xc4d1 with 0x10000$' "$dir/other.waves.fst"
waves data 's/0x48a0000000004001/0x48a0000000004002/'
with data 'the FST is of another run than the log: cycle 32 has no data 0x48a0000000004001$' "$dir/data.waves.fst"
waves address 's/^\([0-9].*awvalid_i\) 1$/\1 0/'
with address 'the FST is of another run than the log: cycle 31 has no address 0x80010000$' "$dir/address.waves.fst"
# Accesses that the log does not have: a whole log of another run, whose window shows other
# accesses.
waves more 's/^155 TOP.clk/155 TOP.u_tap.sysreg_valid_i 1\n165 TOP.u_tap.sysreg_valid_i 0\n&/'
with more 'the FST is of another run than the log: cycle 16 has an access of a register, and none in the log$' "$dir/more.waves.fst"
refuses more_window 'the FST is of another run than the log: cycle 16 has an access' --from 10 --to 16 --map "$dir/map" "$dir/one.log" "$dir/more.waves.fst"
waves more_address 's/^155 TOP.clk/155 TOP.u_tap.awvalid_i 1\n155 TOP.u_tap.awready_i 1\n165 TOP.u_tap.awvalid_i 0\n&/'
with more_address 'the FST is of another run than the log: cycle 16 has an address, and none in the log$' "$dir/more_address.waves.fst"
waves more_data 's/^155 TOP.clk/155 TOP.u_tap.wvalid_i 1\n155 TOP.u_tap.wready_i 1\n165 TOP.u_tap.wvalid_i 0\n&/'
with more_data 'the FST is of another run than the log: cycle 16 has data, and none in the log$' "$dir/more_data.waves.fst"
# The ports are not compared in reset, while the clock is stopped, or for taps that the log does not
# have.
waves in_reset 's/^155 TOP.clk/155 TOP.u_tap.rst_ni 0\n155 TOP.u_tap.sysreg_valid_i 1\n165 TOP.u_tap.sysreg_valid_i 0\n165 TOP.u_tap.rst_ni 1\n&/'
viewed in_reset --map "$dir/map" "$dir/one.log" "$dir/in_reset.waves.fst"
made second one_record 's/^\([1-9][0-9]*\) /1\1 /; s/^2 reset/12 reset/'
with missing '.*/none.fst: No such file' "$dir/none.fst"
: >"$dir/empty.fst"
with empty '.*/empty.fst: it is empty$' "$dir/empty.fst"
with folder '.*: it is a folder$' "$dir"
with text '.*/map: it is no FST$' "$dir/map"
with log '.*/one.log: it is no FST$' "$dir/one.log"
size=$(stat -c %s "$dir/clean.waves.fst")
for bytes in 1 9 329 330 $((size / 2)) $((size - 1)); do
    cut_off "$dir/clean.waves.fst" "$dir/cut.fst" "$bytes"
    with "cut_$bytes" '.*/cut.fst: it is (cut off|no FST)' "$dir/cut.fst"
done
{ cat "$dir/clean.waves.fst"; echo; } >"$dir/longer.fst"
with longer '.*/longer.fst: it is cut off' "$dir/longer.fst"
sed '/^variable/!{/^\([0-9]\|[0-9][0-9]\|1[0-9][0-9]\|2[0-8][0-9]\) /d}' "$dir/clean.waves" >"$dir/window.waves"
fst_text --make "$dir/window.waves.fst" <"$dir/window.waves"
viewed window --map "$dir/map" "$dir/one.log" "$dir/window.waves.fst"
check wave_of_window grep -q "window.fst: cycles 30 to 48," "$dir/window.out"
shows window 30 $s.registers.PMSCR_EL1 2
refuses apart '.*: it is of cycles 30 to 48, none of those wanted$' --to 20 --map "$dir/map" "$dir/one.log" "$dir/window.waves.fst"
refuses behind '.*one.log: it ends in cycle 48, the window begins in 100$' --from 100 "$dir/one.log"

# Damage that the blocks do not show. It is refused with a line, or it is harmless.
damages=(400 600 900)
quick || mapfile -t damages < <(seq 330 23 "$size")
for at in "${damages[@]}"; do
    damaged "$dir/clean.waves.fst" "$dir/damaged.fst" "$at"
    run spe wave --out "$dir/damage" --map "$dir/map" "$dir/one.log" "$dir/damaged.fst"
    complaint
    if [[ $status == 0 && ${#said[@]} == 0 ]] || [[ $status == 2 && ${#said[@]} == 1 && ${said[0]} == "spe wave: "* ]]; then
        ok
    else
        bad "wave_damage_$at" "status $status, ${#said[@]} lines on stderr"
    fi
done

# maps NAME PATTERN LINE...: a map of these lines is refused.
maps() {
    printf '%s\n' "${@:3}" >"$dir/map.$1"
    refuses "map_$1" "$2" --map "$dir/map.$1" "$dir/one.log" "$dir/clean.waves.fst"
}
maps cut '.*/map.cut is cut off: its last line is not .# end.$' 'tap u_tap'
maps empty '.*/map.empty: it has no line tap or clock$' '# end'
maps two '.*: line 2: TOP.clk: one line tap or clock is needed, not two$' 'tap u_tap' 'clock TOP.clk' '# end'
maps tap '.*: line 1: the FST has no signal u_spu.cycle_q: another SPU, or the FST is damaged$' 'tap u_spu' '# end'
maps field '.*: line 2: registers.PMBPTR_EL9: no field of the prediction$' 'tap u_tap' 'registers.PMBPTR_EL9 regs.ptr' '# end'
maps text '.*: line 2: transactions.sysreg: no field of the prediction$' 'tap u_tap' 'transactions.sysreg regs.ptr' '# end'
maps nothing '.*: line 2: a signal is needed, not nothing$' 'tap u_tap' 'registers.PMBPTR_EL1' '# end'
maps bits '.*: line 2: bits .63:0. or some of them are needed behind registers.PMBPTR_EL1' 'tap u_tap' 'registers.PMBPTR_EL1[64:0] regs.ptr' '# end'
maps bits_far '.*: line 2: bits .63:0. or some of them are needed behind registers.PMBPTR_EL1' 'tap u_tap' 'registers.PMBPTR_EL1[4294967359:4294967296] regs.ptr' '# end'
maps signal_far '.*: line 2: a signal is needed, not regs.ptr,' 'tap u_tap' 'registers.PMBPTR_EL1 regs.ptr,[4294967359:4294967296]' '# end'
maps width '.*: line 2: regs.ptr: it has another number of bits than the field$' 'tap u_tap' 'registers.PMBPTR_EL1[7:0] regs.ptr' '# end'
maps fewer '.*: line 2: regs.ptr: it has fewer bits$' 'tap u_tap' 'registers.PMBPTR_EL1 regs.ptr,[64:1]' '# end'
maps words '.*: line 2: too many words, from more$' 'tap u_tap' 'registers.PMBPTR_EL1 regs.ptr more' '# end'
maps concern '.*: line 2: no concern of spe explain: nobody$' 'tap u_tap' 'show nobody regs.ptr' '# end'
maps twice '.*: line 2: clk: the FST has more than one of this name' 'tap u_tap' 'show bus clk' '# end'
printf '%s\n' 'clock TOP.clk' 'registers.PMBPTR_EL1[15:8] regs.ptr,[15:8]' 'show bus nowhere' '# end' >"$dir/map.clock"
viewed clock --map "$dir/map.clock" "$dir/one.log" "$dir/clean.waves.fst"
check wave_clock grep -qx 'no divergence: 1 register, 49 cycles, tolerance 0' "$dir/clock.out"
check wave_not_there grep -q '^not in the FST: 1 signal of the map, nowhere$' "$dir/clock.out"
check wave_same_run grep -q '^nothing shows that the FST is of this run' "$dir/clock.out"

refused wave_no_map 2 '^spe wave: an FST needs .*--map' spe wave "$dir/one.log" "$dir/clean.waves.fst"
refused wave_same_run_alone 2 '^spe wave: no FST for --same-run' spe wave --same-run "$dir/one.log"
refused wave_map_alone 2 '^spe wave: no FST for --map' spe wave --map "$dir/map" "$dir/one.log"
refused wave_map_missing 2 '^spe wave: .*/none: No such file' spe wave --map "$dir/none" "$dir/one.log" "$dir/clean.waves.fst"
refused wave_no_log 2 '^spe wave: no log' spe wave
refused wave_missing 2 '^spe wave: .*/none: .*No such file' spe wave "$dir/none"
refused wave_three 2 '^spe wave: more than a log and an FST' spe wave a b c
refused wave_option 2 '^spe wave: unknown option' spe wave --what "$dir/one.log"
refused wave_number 2 "^spe wave: --from 'x': not a number from 0" spe wave --from x "$dir/one.log"
refused wave_value 2 '^spe wave: --to needs a value' spe wave "$dir/one.log" --to
refused wave_twice 2 "^spe wave: --out is given twice: see" spe wave --out x -o y "$dir/one.log"
refused wave_part 2 "^spe wave: unknown option --sal: see" spe wave --sal "$dir/one.log"
refused wave_from_to 2 '^spe wave: --from is behind --to' spe wave --from 9 --to 8 "$dir/one.log"
refused wave_tolerance 2 '^spe wave: --tolerance takes cycles, below 2\^32' spe wave --tolerance 18446744073709551615 "$dir/one.log"
refused wave_finding 2 '^spe .*: no finding 9, a replay has 2$' spe wave --finding 9 --out "$dir/x" "$dir/byte.log"
refused wave_finding_none 2 '^spe .*: a replay has no finding$' spe wave --window "$dir/one.log"
cp "$dir/clean.waves.fst" "$dir/own.fst"
refused wave_own 2 '^spe wave: the FST of the run would be overwritten' spe wave --out "$dir/own" --map "$dir/map" "$dir/one.log" "$dir/own.fst"
refused wave_unwritable 4 '^spe wave: .*cannot be written: No such file' spe wave --out "$dir/no/where" "$dir/one.log"
refused wave_full 4 '^spe wave: .*write error|^spe wave: .*No space' full_disk spe wave --out "$dir/x" "$dir/one.log"
cut_off "$dir/one.log" "$dir/cut.log" 400
refused wave_cut_log 2 '^spe wave: .*cut.log: the log is truncated; nothing of it can be read: ' spe wave --out "$dir/x" "$dir/cut.log"
cut_off "$dir/byte.log" "$dir/cut.log" $(($(stat -c %s "$dir/byte.log") - 20))
refused wave_part 4 '^spe wave: .*cut.log: a part of a log: 1 whole frame$' spe wave --salvage --out "$dir/x" "$dir/cut.log"
refused wave_part_window 4 '^spe wave: .*cut.log: a part of a log: 1 whole frame$' spe wave --salvage --window "$dir/cut.log"
# Several writers of one name do not take each other's temporary files.
echo another >"$dir/shared.fst.part"
for i in 1 2 3 4; do
    limited "$build/bin/spe" wave -o "$dir/shared" "$dir/one.log" >"$dir/shared.$i" 2>&1 &
    shared[i]=$!
done
for i in 1 2 3 4; do
    check "wave_shared_$i" wait "${shared[i]}"
done
check wave_shared_part test "$(cat "$dir/shared.fst.part")" = another
same wave_shared_same "$dir/one.fst" "$dir/shared.fst"
check wave_shared_left sh -c '[ "$(ls "$1".fst* | wc -l)" = 2 ]' - "$dir/shared"
# Files that a view would replace survive its failure. Here the FST fits in the limit, and the save
# file does not.
mkdir "$dir/kept"
spe wave --out "$dir/kept/v" "$dir/one.log" >/dev/null
cp -r "$dir/kept" "$dir/kept.before"
refused wave_file_limit 4 '^spe wave: .*/v.gtkw: cannot be written: File too large$' small_files 4 spe wave --out "$dir/kept/v" "$dir/byte.log"
check wave_kept diff -r "$dir/kept.before" "$dir/kept"
accepted wave_help '^usage: spe wave ' spe wave --help
accepted wave_listed '^  wave ' spe help
# By default the view lies beside the log. A second view has the same bytes.
accepted wave_beside "^gtkwave $dir/view.gtkw$" spe wave "$dir/one.log"
mv "$dir/view.fst" "$dir/first.fst"
accepted wave_again '^gtkwave ' spe wave "$dir/one.log"
same wave_same "$dir/first.fst" "$dir/view.fst"
# A name that the shell would split is quoted in the command that opens the view.
run spe wave --out "$dir/a 'b" "$dir/one.log"
opened=()
eval "opened=($(sed -n 's/^gtkwave //p' "$work/out"))"
check wave_quoted test "${#opened[@]}" = 1 -a -s "${opened[0]}"
