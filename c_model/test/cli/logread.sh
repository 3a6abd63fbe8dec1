# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# `spe log --decode`, `--op`, `--around` and `--sql`: their output for small logs, and bad input.
logs=c_model/test/logs
dir=$work/logread
mkdir -p "$dir"

# packs NAME [TEXT [SED]]: pack TEXT, edited by SED, as NAME.log. SED must change the text.
packs() {
    sed -e "s#^@config \.\./\.\./\.\./#@config $PWD/#" "$logs/${2:-$1}.txnlog" >"$dir/$1.txt"
    sed -e "${3:-}" "$dir/$1.txt" >"$dir/$1.edited"
    if [ -n "${3:-}" ] && cmp -s "$dir/$1.txt" "$dir/$1.edited"; then
        bad "pack_$1" "the edit changes nothing: $3"
    fi
    check "pack_$1" spe log --pack "$dir/$1.edited" "$dir/$1.log"
}

# says NAME LOG: `spe log --decode` of LOG prints each line of stdin.
says() {
    local line
    run spe log --decode "$dir/$2.log"
    [ "$status" = 0 ] && [ ! -s "$work/err" ] && ok || bad "$1" "status $status, or something on stderr"
    cp "$work/out" "$dir/$1.out"
    while IFS= read -r line; do
        check "$1: $line" grep -qFx -- "$line" "$dir/$1.out"
    done
}

# shows NAME ARGUMENTS...: `spe log ARGUMENTS` prints the lines of stdin and nothing else.
shows() {
    local name=$1
    shift
    cat >"$dir/$name.expected"
    run spe log "$@"
    cp "$work/out" "$dir/$name.out"
    [ "$status" = 0 ] && [ ! -s "$work/err" ] && ok || bad "$name" "status $status, or something on stderr"
    same "$name" "$dir/$name.expected" "$dir/$name.out"
}

# The examples of c_model/log.md: its commands print what the document shows.
packs feed feed_kinds 's/data=0x0022520049000000/data=0x0020520049000000/'
examples=$(awk -v dir="$dir" -f c_model/test/cli/document.awk c_model/log.md)
[ "$examples" = 6 ] && ok || bad document "$examples examples, expected 6"
command -v sqlite3 >/dev/null || skip log_sql 'sqlite3 not found'
command -v sqlite3 >/dev/null && spe log --sql "$dir/feed.log" | sqlite3 "$dir/feed.db"
for ((i = 1; i <= examples; i++)); do
    if [ -e "$dir/$i.command" ]; then
        read -r -a words <"$dir/$i.command"
        [ "${words[*]:0:2}" = 'spe log' ] && [ "${words[-1]}" = feed.log ] || bad "document_$i" 'no command on feed.log'
        shows "document_$i" "${words[@]:2:${#words[@]}-3}" "$dir/feed.log" <"$dir/$i.expected"
    elif command -v sqlite3 >/dev/null; then
        sqlite3 -header "$dir/feed.db" <"$dir/$i.sql" >"$dir/$i.out" 2>&1
        same "document_$i" "$dir/$i.expected" "$dir/$i.out"
    fi
done

# Each kind of transaction in words.
packs one_record
says decode_one one_record <<'LIST'
# spu, configuration v1p0_min
       0       0 reset  reset asserted
       2       1 reset  reset released
       2       2 clk    the clock runs, thread active
       2       3 ctx    context 0: Non-secure EL1, owning regime Non-secure EL1&0, MDCR_EL3.NSPB=3, MDCR_EL2.E2PB=3
       2       3 +      CNTEN.EN=1
       3       4 sysreg write PMBPTR_EL1 0x10000
       4       5 sysreg write PMBLIMITR_EL1 0x20001: LIMIT=0x20000, E=1
       5       5 =      the buffer is enabled [S3.2.3]
       7       7 =      profiling is enabled [S3.2.3]
      20      10 pop    2 members, the last one is member 3, context 0 (Non-secure EL1)
      20      11 sel    member 3 is sampled under tag 0: PC 0x400100, other, unconditional (op 0x0)
      20      11 +      context 0 (Non-secure EL1), lane 0
      21      12 out    all levels low, SAMPLE_POP +3, SAMPLE_FEED +1
      22      13 life   tag 0 issues, PC 0x400100
      27      15 life   tag 0 retires, PC 0x400100
      28      16 xl_req id 1: VA 0x10000, Non-secure EL1&0
      30      18 xl_rsp id 1: PA 0x80010000 Non-secure, attributes 0xff SH=0
      31      19 aw     id 0: 0x80010000, 3 beats of 8 bytes INCR, Non-secure privileged, AWCACHE 0xf
      33      22 w      byte lanes 0 to 7: 00 52 02 00 01 -- -- --, end of the burst
      36      23 b      id 0: OKAY
      37      24 sysreg read PMBPTR_EL1 0x10015
      41      26 =      profiling is disabled [S3.2.3]
      43      29 sync   PSB CSYNC is done, behind member 3
      48      35 close  end of the log, 35 transactions before it
LIST
packs fault
says decode_fault fault <<'LIST'
      40      22 xl_rsp id 2: stage 2 Data Abort, FSC 0x07 (Translation fault, level 3)
      41      23 out    PMBIRQ
      41      22 =      profiling is stopped by S [S3.5.3]
      42      24 sysreg read PMBSR_EL1 0x940a0007: EC=0x25 (stage 2 Data Abort), DL=1, S=1
      42      24 +      MSS=7 (Translation fault, level 3)
LIST
packs full
says decode_full full <<'LIST'
      38      23 sysreg read PMBSR_EL1 0x20001: EC=0 (other buffer event), S=1, MSS=1 (buffer full)
LIST
packs collide
says decode_collide collide <<'LIST'
     100      15 sel    member 266 is selected and collides: PC 0x400300, other, unconditional (op 0x0)
LIST

# Values that the logs of the model do not have, and values that no monitor should report.
cat >"$dir/odd.txt" <<END
@config $PWD/rtl/configs/v1p5_max.cfg
@name it's
0 reset kind=release
0 clk running=0 active=0
1 ctx id=1 state=EL2+NS+NSPB3+E2H+TGE+DBG+ENPMSN contextidr_el1=0x12 cntpct=0x99
2 ctx id=2 state=EL3+A32+NSPB2+NSPBE
2 ctx id=3 state=EL2+NS+NSPB3+E2H+ENPMSN
3 sysreg enc=PMSCR_EL1 write=write data=0x3
3 sysreg enc=PMSCR_EL12 write=write data=0x3
3 sysreg enc=0xc000 write=read outcome=UNDEFINED fgt=1 data=1
3 sysreg enc=PMSIDR_EL1 write=write outcome=TRAP_EL2 data=0x20
3 sysreg enc=PMSFCR_EL1 write=write data=0x80000000
4 rnd value=7 injected=1
5 sel tag=collided pc=0xffff000000001000 op=0x345 flags=0x3
6 life tag=3 kind=retire flags=0x77f events=0x80000004 va=0x10 pa=0x20 target=0x30 source=0x5
7 life tag=9 kind=200
8 xl_req id=3 nvm=1 regime=8 va=0x1000 attr=0xff sh=2
8 xl_req id=3 regime=77 va=0x1000
9 xl_rsp id=3 fault=2 fsc=0x28 mss2=0x60
10 aw id=7 len=255 size=9 burst=3 prot=0xc addr=0x40 offered=4
10 aw id=7 len=0 size=0 prot=0x4 addr=0x41
11 w word=3 strb=0 last_word=1 data=0
12 b id=7 resp=2
12 b id=8 resp=9
13 sync kind=impdef data=0x20001
13 sync kind=tlbi
14 out levels=0xff serror=2 feed_ds=3
15 99
END
check pack_odd spe log --pack "$dir/odd.txt" "$dir/odd.log"
says decode_odd odd <<'LIST'
# it's, configuration v1p5_max
       0       1 clk    the clock stands, thread idle
       1       2 ctx    context 1: Non-secure EL2 Debug, owning regime Non-secure EL2&0, MDCR_EL3.NSPB=3
       1       2 +      MDCR_EL3.EnPMSN=1, HCR_EL2.TGE=1, HCR_EL2.E2H=1, CONTEXTIDR_EL1=0x12, CNTPCT=0x99
       2       3 ctx    context 2: Root EL3 AArch32, owning regime Realm EL2, MDCR_EL3.NSPB=2, MDCR_EL3.NSPBE=1
       2       3 +      MDCR_EL3.EnPMSN=0, HCR_EL2.TGE=0, HCR_EL2.E2H=0, CONTEXTIDR_EL1=0x0, CNTPCT=0x0
       3       5 sysreg write PMSCR_EL1 0x3 (PMSCR_EL2 by E2H): E2SPE=1, E0HSPE=1
       3       6 sysreg write PMSCR_EL12 0x3: E1SPE=1, E0SPE=1
       3       7 sysreg read S3_0_C0_C0_0 UNDEFINED, data 0x1, a fine-grained trap applies
       3       8 sysreg write PMSIDR_EL1 trapped to EL2, data 0x20
       3       9 sysreg write PMSFCR_EL1 0x80000000: bits of no field 0x80000000
       4      10 rnd    random draw 7 (bench)
       5      11 sel    member 0 is selected and collides: PC 0xffff000000001000
       5      11 +      reserved operation 0x345 (op 0x345), for the filter SIMD FP, context 0, lane 0
       6      12 life   tag 3 retires, VA 0x10, PA 0x20 Realm Tag Checked tag 1, target 0x30 Non-secure EL3
       6      12 +      events l1d_access
       7      13 life   tag 9 does what has no name
       8      14 xl_req id 3: address 0x1000, Realm EL2&0, a physical address (nVM), Attr=0xff SH=2
       8      15 xl_req id 3: VA 0x1000, no regime
       9      16 xl_rsp id 3: granule protection check fault, FSC 0x28 (Granule Protection Fault)
       9      16 +      MSS2 0x60 (Overlay DirtyBit)
      10      17 aw     id 7: 0x40, 256 beats of 0 bytes reserved burst, Root unprivileged instruction, AWCACHE 0x0
      10      17 +      offered since cycle 4
      11      19 w      byte lanes 24 to 31: -- -- -- -- -- -- -- --, end of the beat
      12      20 b      id 7: SLVERR
      12      21 b      id 8: no response of AXI
      13      22 sync   IMPLEMENTATION DEFINED management event, MSS 0x1, MSS2 0x2, behind member 0
      13      23 sync   TLBI, behind member 0
      14      24 out    PMBIRQ, exception to EL1 pending, exception to EL2 pending, exception to EL3 pending
      14      24 +      exception to EL1 to be taken, exception to EL2 to be taken, exception to EL3 to be taken
      14      24 +      PMU counters frozen, SError +2, SAMPLE_FEED_DS +3
      15      25 ?      no kind of transaction
LIST

# Values of a feature that the configuration lacks may be anything (dpi/README.md, "Versions"), and
# are not printed. Here: SPEv1p0 without FEAT_FGT, RME, SEL2, NV, MTE, PBT, CRR, an alternate clock
# and Data Source. A target of a load and an address of a branch are not printed, either.
cat >"$dir/lacks.txt" <<END
@config $PWD/rtl/configs/v1p0_min.cfg
@name lacks
0 reset kind=release
1 ctx id=1 state=EL1+NS+NSPB3+E2PB3+NSPBE+EEL2+PMSEE3+PM+EA+SCRGPF+TEA+HCRGPF+NV+NV1+NV2+ENPMSN+ENPMS3+ENPMS4 cntpoff=0x77
2 sysreg enc=PMSFCR_EL1 write=write fgt=1 data=0x1f000d
2 sysreg enc=PMSEVFR_EL1 write=write data=0x800022
3 pop ctx=1 slot=0 n=1
3 sel ctx=1 slot=0 tag=0 pc=0x1000 op=0x21f flags=0xf
4 life tag=0 kind=retire flags=0x1fffff events=0x1000042 va=0x10 pa=0x20 target=0x30 prev=0x40 source=0x5 lat_alt=0x9
5 pop ctx=1 slot=0 n=1
5 sel ctx=1 slot=0 tag=0 pc=0x2000 op=0x100 flags=0
6 life tag=0 kind=retire flags=0x1fffff va=0x10 pa=0x20 target=0x30 prev=0x40 source=0x5
7 xl_rsp id=0 fault=1 fsc=0x07 mss2=0x1e0
8 close calls=9
END
spe log --pack "$dir/lacks.txt" "$dir/lacks.log"
says decode_lacks lacks <<'LIST'
# lacks, configuration v1p0_min
       1       1 ctx    context 1: Non-secure EL1, owning regime Non-secure EL1&0, MDCR_EL3.NSPB=3, MDCR_EL2.E2PB=3
       2       2 sysreg write PMSFCR_EL1 0x1f000d: ST=1, LD=1, B=1, FL=1, FE=1, bits of no field 0x180008
       2       3 sysreg write PMSEVFR_EL1 0x800022: events retired, tlb_walk, bits of no field 0x800000
       3       5 +      branch, call or return not recorded, indirect, conditional (op 0x203)
       3       5 +      context 1 (Non-secure EL1), lane 0
       4       6 life   tag 0 retires, PC 0x1000, target 0x30 Non-secure EL3, events not_taken
       6       9 life   tag 0 retires, PC 0x2000, VA 0x10, PA 0x20 Non-secure
       7      10 xl_rsp id 0: stage 1 Data Abort, FSC 0x07 (Translation fault, level 3)
LIST
check decode_lacks_context eval '! grep -qE "^ +(1 +1|2 +2|7 +10) [+]" "$dir/decode_lacks.out"'
sed -i 's/v1p0_min/v1p5_max/' "$dir/lacks.txt"
spe log --pack "$dir/lacks.txt" "$dir/lacks.log"
says decode_has lacks <<'LIST'
# lacks, configuration v1p5_max
       1       1 +      HCR_EL2.TEA=1, HCR_EL2.GPF=1, HCR_EL2.NV=1, HCR_EL2.NV1=1, HCR_EL2.NV2=1, SCR_EL3.EEL2=1
       1       1 +      SCR_EL3.EA=1, SCR_EL3.GPF=1, PSTATE.PM=1, CNTPOFF=0x77
       2       2 sysreg write PMSFCR_EL1 0x1f000d: SIMD=1, FP=1, ST=1, LD=1, B=1, FnE=1, FL=1, FE=1
       2       2 +      a fine-grained trap applies
       3       5 +      branch, neither call nor return, GCS data access, indirect, conditional (op 0x21f)
       4       6 +      PA 0x20 Realm Tag Checked tag 15, target 0x30 Realm EL3, previous target 0x40 Realm EL3
       4       6 +      data source 0x5, events not_taken, streaming_mode
       6       9 life   tag 0 retires, PC 0x2000, issue in alternate clocks 0, VA 0x10
       7      10 +      MSS2 0x1e0 (TopLevel AssuredOnly Overlay DirtyBit)
LIST

# In every log each transaction is printed once, in order, on lines of 120 columns at most. Lines of
# findings do not count.
for text in "$logs"/*.txnlog; do
    name=$(basename "$text" .txnlog)
    spe log --pack "$text" "$dir/each.log"
    spe log "$dir/each.log" | awk '!/^@/ { split($3, seq, "="); print $1, seq[2], $2 }' >"$dir/each.raw"
    spe log --decode "$dir/each.log" >"$dir/each.words"
    awk '$3 != "+" && $3 != "=" && !/^#/ { print $1, $2, $3 }' "$dir/each.words" >"$dir/each.got"
    same "each_$name" "$dir/each.raw" "$dir/each.got"
    check "each_lines_$name" awk '!/^#/ && length($0) > 120 { bad = 1 } END { exit bad || NR < 3 }' "$dir/each.words"
done

# One operation, by each of its names: the same lines.
packs two feed_kinds
shows op_text --op op=258 "$dir/two.log" <<'LIST'
# operation 2 of 3: member 258, PC 0x400104, record 1
90 sel seq=19 ctx=0 slot=0 tag=0 flags=0x0 pc=0x400104 op=0x100
91 life seq=20 tag=0 kind=retire flags=0x1 source=0x0 events=0x20 va=0x5000 pa=0x0 target=0x0 prev=0x0 lat_issue=0x2 lat_xlat=0x3 lat_total=0x5 lat_alt=0x0
# 91 predicted: operation 2: events retired, tlb_walk [S5.3.7]
# 91 predicted: operation 2: total latency 5 [S5.3.4]
# 91 predicted: operation 2: issue latency 2 [S5.3.4]
# 91 predicted: operation 2: translation latency 3 [S5.3.4]
# 91 predicted: operation 2: filter FNE asks 0x80 of 0x22: holds [S3.2.2]
# 91 predicted: operation 2: filter FT asks 0x2 of 0x2: holds [S3.2.2]
# 91 predicted: operation 2: filter FL asks 0x5 of 0x5: holds [S3.2.2]
# 91 predicted: operation 2: the filters keep it [S3.2.3]
# 91 predicted: record 1: 33 bytes [S5.1.2]
# 92 predicted: record 1: queued [P26]
92 xl_req seq=22 id=1 regime=0 nvm=0 attr=0x0 sh=0 va=0x10000
93 xl_rsp seq=23 id=1 fault=0 stage2=0 fsc=0x0 mss2=0x0 pas=1 attr=0xff sh=0 pa=0x80010000
94 aw seq=24 id=0 len=4 size=3 burst=1 prot=0x3 cache=0xf addr=0x80010000 offered=unknown
# 94 predicted: record 1: begins at 0x10000 [S3.4]
94 w seq=25 word=0 strb=0xff last_word=1 last=0 data=0x39a000299000598
95 w seq=26 word=0 strb=0xff last_word=1 last=0 data=0x400104b000
96 w seq=27 word=0 strb=0xff last_word=1 last=0 data=0x5000b2a000
97 w seq=28 word=0 strb=0xff last_word=1 last=0 data=0x22520049000000
98 w seq=29 word=0 strb=0x1 last_word=1 last=1 data=0x1
99 b seq=30 id=0 resp=0
# 99 predicted: record 1: written [S5.1.2]
LIST
for by in pc=0x400104 record=1 pc=4194564; do
    shows "op_by_$by" --op $by "$dir/two.log" <"$dir/op_text.expected"
done
shows op_kind --op record=1 --kind w --from 95 --to 96 "$dir/two.log" <<'LIST'
# operation 2 of 3: member 258, PC 0x400104, record 1
95 w seq=26 word=0 strb=0xff last_word=1 last=0 data=0x400104b000
96 w seq=27 word=0 strb=0xff last_word=1 last=0 data=0x5000b2a000
LIST
shows op_rejected --decode --op op=1 "$dir/two.log" <<'LIST'
# operation 1 of 3: member 1, PC 0x400100, record 0 (none)
# spu, configuration v1p0_min
      20      14 sel    member 1 is sampled under tag 0: PC 0x400100
      20      14 +      branch, call or return not recorded, direct, unconditional (op 0x200)
      20      14 +      context 0 (Non-secure EL1), lane 0
      30      16 life   tag 0 retires, PC 0x400100, latency total 2, issue 1, translation 0, events mispredicted
      30      16 =      operation 1: events retired, mispredicted [S5.3.7]
      30      16 =      operation 1: total latency 2 [S5.3.4]
      30      16 =      operation 1: issue latency 1 [S5.3.4]
      30      16 =      operation 1: translation latency 0 [S5.3.4]
      30      16 =      operation 1: filter FNE asks 0x80 of 0x82: FAILS [S3.2.2]
      30      16 =      operation 1: filter FT asks 0x2 of 0x1: FAILS [S3.2.2]
      30      16 =      operation 1: filter FL asks 0x5 of 0x2: FAILS [S3.2.2]
      30      16 =      operation 1: the filters reject it [S3.2.3]
LIST
# The output is a text that can be packs again.
spe log --op record=1 --header "$dir/two.log" >"$dir/part.txt"
check op_packs spe log --pack "$dir/part.txt" "$dir/part.log"
check op_packs_some test "$(spe log "$dir/part.log" | grep -cv '^@')" = 11

# of NAME LOG OPERATION LIST: the transactions of OPERATION are LIST, each as KIND:SEQ.
of() {
    run spe log --op "$3" "$dir/$2.log"
    local got
    got=$(awk '!/^#/ { sub("seq=", "", $3); printf "%s%s:%s", n++ ? " " : "", $2, $3 }' "$work/out")
    [ "$got" = "$4" ] && ok || bad "$1" "got $got, expected $4"
}
packs early early_data
of op_early early record=1 'sel:9 life:11 life:12 life:13 xl_req:14 xl_rsp:16 w:17 w:18 aw:19 w:20 aw:22 b:24 b:25'
# Before the record, many words of data come before their addresses: each gets its own.
{
    yes '2 w word=0 strb=0xff last_word=1 last=1 data=0x1' | head -n 1100
    yes '2 aw id=0 len=0 size=3 prot=0x3 cache=0xf addr=0x90000000' | head -n 1100
    yes '2 b id=0 resp=0' | head -n 1100
} >"$dir/words"
packs words one_record "/^2 ctx/r $dir/words"
of op_words words record=1 'sel:3311 life:3313 life:3314 life:3315 xl_req:3316 xl_rsp:3318 aw:3319 w:3320 w:3321 w:3322 b:3323'
# A failed translation for the second page of a record belongs to the record, which is lost.
of op_fault fault record=1 'sel:9 life:11 life:12 life:13 xl_req:14 xl_rsp:16 aw:17 w:18 w:19 b:20 xl_req:21 xl_rsp:22'
packs many tlbi_discarded
accepted op_first '^# 17 operations were sampled at this PC; the next one is op=6$' spe log --op pc=0x400100 "$dir/many.log"
accepted op_first_is '^# operation 1 of 17: member 3, PC 0x400100, record 1$' spe log --op pc=0x400100 "$dir/many.log"
of op_last many op=51 'sel:249 life:251 life:252 life:253'

# --around prints transactions before and after a finding, by default 32 and 8. The finding is
# printed in its place.
shows around_kind --around 2 --lines 2 --kind b "$dir/feed.log" <<'LIST'
99 b seq=30 id=0 resp=0
LIST
numbers() {
    awk '!/^#/ { sub("seq=", "", $3); printf "%s%s", n++ ? " " : "", $3 } /^# finding/ { printf "%sF%d", n++ ? " " : "", $3 }' "$work/out"
}
run spe log --around 2 --lines 3 "$dir/feed.log"
[ "$(numbers)" = '28 F1 29 30 F2 31 32 33' ] && ok || bad around_lines "got $(numbers)"
run spe log --around 1 --lines 1 "$dir/feed.log"
[ "$(numbers)" = '28 F1 29' ] && ok || bad around_one "got $(numbers)"
# A finding late in a long log: the window lies around it. A longer window begins with the log.
packs late tlbi_discarded 's/^928 out filtrate=1$/928 out filtrate=1 serror=1/'
run spe log --around 1 "$dir/late.log"
[ "$(numbers | tr ' ' '\n' | sed '/F1$/d' | sed -n '1p;32p;33p;$p' | tr '\n' ' ')" = '209 240 241 248' ] && ok || bad around_default "got $(numbers)"
run spe log --around 1 --lines 1000000 "$dir/late.log"
[ "$(numbers | tr ' ' '\n' | grep -c '^[0-9]')" = "$(spe log "$dir/late.log" | grep -cv '^@')" ] && ok || bad around_all "got $(numbers)"
refused around_none 2 "^spe log: $dir/feed.log: no finding 3, a replay has 2\$" spe log --around 3 "$dir/feed.log"
refused around_passes 2 "^spe log: $dir/two.log: no finding 1, a replay has 0\$" spe log --around 1 "$dir/two.log"

# The database: a name with a quote, and the rows of each table.
if command -v sqlite3 >/dev/null; then
    # rows NAME LOG QUERY: the database of LOG answers QUERY with the lines of stdin.
    rows() {
        rm -f "$dir/rows.db"
        cat >"$dir/$1.expected"
        spe log --sql "$dir/$2.log" | sqlite3 "$dir/rows.db" && sqlite3 "$dir/rows.db" "$3" >"$dir/$1.out" 2>&1
        same "$1" "$dir/$1.expected" "$dir/$1.out"
    }
    rows sql_name odd 'SELECT * FROM log' <<<"it's|v1p5_max|127||"
    rows sql_counts feed 'SELECT (SELECT count(*) FROM txn), (SELECT count(*) FROM access), (SELECT count(*) FROM operation),
        (SELECT count(*) FROM event), (SELECT count(*) FROM record), (SELECT count(*) FROM finding), (SELECT count(*) FROM link)' <<<'42|10|3|4|1|2|15'
    rows sql_operation feed 'SELECT * FROM operation' <<'LIST'
1|1|0|0x0000000000400100|512|branch, call or return not recorded, direct, unconditional|Non-secure EL1|20|||30|retire|2|1|0|0
2|258|0|0x0000000000400104|256|load/store, general-purpose registers, load|Non-secure EL1|90|||91|retire|5|2|3|1
3|515|0|0x0000000000400108|257|load/store, general-purpose registers, store|Non-secure EL1|150|||152|squash|0|0|0|
LIST
    rows sql_record feed 'SELECT * FROM record' <<<'1|2|33|0x0000000000010000|91|92|94|99||'
    rows sql_lost fault 'SELECT number, written, lost, lost_rule FROM record' <<<'1||40|S3.5.3'
    rows sql_finding feed 'SELECT number, n, cycle, name, place, record FROM finding' <<'LIST'
1|28|97|buf.data|record 1 +30|1
2|30|99|story.record|record 1 events|1
LIST
    rows sql_field fault "SELECT f.name, f.value, f.meaning FROM access a JOIN field f USING (n) WHERE a.register = 'PMBSR_EL1'
        AND f.value != 0" <<'LIST'
EC|37|stage 2 Data Abort
DL|1|
S|1|
MSS|7|Translation fault, level 3
LIST
    rows sql_link feed 'SELECT group_concat(n, " ") FROM link WHERE operation = 2' <<<'19 20 22 23 24 25 26 27 28 29 30'
    rows sql_outcome odd "SELECT n, register, direction, outcome, value FROM access WHERE outcome != 'OK'" <<'LIST'
7||read|UNDEFINED|0x0000000000000001
8|PMSIDR_EL1|write|TRAP_EL2|0x0000000000000020
LIST
    for log in feed odd collide fault; do
        rows "sql_integrity_$log" $log 'PRAGMA integrity_check' <<<ok
    done
fi

# Bad input: one line, status 2. A full disk and a part of a log: status 4.
cut_off "$dir/feed.log" "$dir/cut.log" $(($(stat -c %s "$dir/feed.log") - 20))
for arguments in --decode '--op record=1' '--around 1' --sql; do
    # shellcheck disable=SC2086 # options
    {
        refused "cut_$arguments" 2 "^spe log: $dir/cut.log: .*; --salvage reads what is whole\$" spe log $arguments "$dir/cut.log"
        refused "missing_$arguments" 2 "^spe log: $dir/none: .*No such file" spe log $arguments "$dir/none"
        refused "no_log_$arguments" 2 "^spe log: no log: see spe log --help\$" spe log $arguments
        refused "text_$arguments" 2 "^spe log: $dir/feed.txt: " spe log $arguments "$dir/feed.txt"
        refused "full_$arguments" 4 '^spe log: cannot write standard output: No space left on device$' full_disk spe log $arguments "$dir/feed.log"
        refused "salvage_$arguments" 4 "^spe log: $dir/cut.log: a part of a log: 1 whole frame\$" spe log --salvage $arguments "$dir/cut.log"
    }
done
packs bytes stream
refused op_no_taps 2 "^spe log: $dir/bytes.log: no operation was sampled, or the log has no LIFE taps\$" spe log --op record=1 "$dir/bytes.log"
refused op_unknown_record 2 "^spe log: $dir/two.log: no sampled operation has record 2\$" spe log --op record=2 "$dir/two.log"
refused op_unknown_pc 2 "^spe log: $dir/two.log: no operation was sampled at PC 0x400102\$" spe log --op pc=0x400102 "$dir/two.log"
refused op_member 2 "^spe log: $dir/two.log: member 257 was not sampled; the last one before it is 1\$" spe log --op op=257 "$dir/two.log"
refused op_first_member 2 "^spe log: $dir/two.log: member 0 was not sampled; the first one is 1\$" spe log --op op=0 "$dir/two.log"
while read -r -u 3 name pattern; do
    IFS='|' read -r pattern arguments <<<"$pattern"
    read -r -a words <<<"$arguments"
    refused "bad_$name" 2 "^spe log: $pattern" spe log "${words[@]}" "$dir/feed.log"
done 3<<'LIST'
op_word --op 'x=1': allowed: pc=ADDRESS, op=MEMBER or record=NUMBER, from 1$|--op x=1
op_none --op 'record=0': allowed: pc=ADDRESS, |--op record=0
op_number --op 'pc=': allowed: pc=ADDRESS, |--op pc=
op_sign --op 'record=-1': allowed: pc=ADDRESS, |--op record=-1
op_twice --op is given twice|--op pc=1 --op op=1
around_zero --around '0': not a number from 1 to 2\^64 - 1$|--around 0
around_word --around 'x': not a number from 1 |--around x
lines_zero --lines '0': not a number from 1 to 1000000$|--around 1 --lines 0
lines_many --lines '1000001': not a number from 1 to 1000000$|--around 1 --lines 1000001
lines_alone --lines needs --around: see|--lines 3
two_ways one of --pack, --bytes, --sql, --op and --around, not two: see|--op pc=1 --around 1
two_more one of --pack, --bytes, --sql, --op and --around, not two: see|--sql --around 1
op_bytes one of --pack, --bytes, --sql, --op and --around, not two: see|--bytes --op pc=1
around_from --around takes no --from or --to: see|--around 1 --from 0
decode_bytes --decode takes no --pack, --bytes or --sql: see|--decode --bytes
decode_sql --decode takes no --pack, --bytes or --sql: see|--decode --sql
decode_pack --decode takes no --pack, --bytes or --sql: see|--decode --pack /dev/null
sql_kind --sql takes no --from, --to, --kind or --header: see|--sql --kind w
sql_header --sql takes no --from, --to, --kind or --header: see|--sql --header
unknown unknown option --decoded: see|--decoded
LIST

# Every rule in the state is a rule of the project (sim/rules.tsv).
for log in "$logs"/*.txnlog; do
    name=$(basename "$log" .txnlog)
    packs "$name"
    for cycle in 30 60 100000000; do
        run spe replay --until $cycle "$dir/$name.log"
        awk '/ since cycle / && !/, taken over from the SPU$/{ print $NF }' "$work/out"
    done
done | sort -u >"$dir/rules"
check rules_some test "$(wc -l <"$dir/rules")" -ge 12
cut -f1 sim/rules.tsv | sort >"$dir/known"
check rules_known sh -c '[ -z "$(comm -23 "$1" "$2")" ]' - "$dir/rules" "$dir/known"
