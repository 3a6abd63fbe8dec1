# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# `spe replay --until`: the predicted state at a cycle, and the rules that made it. `spe explain`:
# the causes of a finding.
logs=c_model/test/logs
dir=$work/explain
mkdir -p "$dir"

# state NAME CYCLE PATTERN: the state of NAME at CYCLE has a line that matches PATTERN.
state() {
    accepted "until_$1_$2" "$3" spe replay --until "$2" "$dir/$1.log"
}

packed one_record
state one_record 6 '^predicted at the end of cycle 6; last transaction seq 7 in cycle 6$'
state one_record 5 '^register  *PMSICR_EL1  *0x0000000000000000  since cycle 0, seq 0, S4\.2$'
state one_record 6 '^register  *PMSICR_EL1  *0x0000000000000003  since cycle 6, seq 6, S4\.3\.10$'
state one_record 19 '^interval  *next  *3  since cycle 7, seq 7, S3\.2\.3$'
state one_record 26 '^sample 1  *pc  *0x400100  since cycle 20, seq 11, S5\.3\.1$'
state one_record 28 '^record 1  *state  *2  since cycle 28, seq 15, P26$'
state one_record 36 '^register  *PMBPTR_EL1  *0x0000000000010000  since cycle 4, '
state one_record 37 '^register  *PMBPTR_EL1  *0x0000000000010015  since cycle 37, seq 23, B5$'
state one_record 1000000 '^predicted at the end of cycle 1000000; last transaction seq 35 in cycle 48, the end of the log$'
# Samples and records that have ended are not part of the state.
run spe replay --until 40 "$dir/one_record.log"
cp "$work/out" "$dir/over"
check until_over sh -c '! grep -E "^(sample|record|filter)" "$1"' - "$dir/over"
packed full
state full 36 '^doubt  *buffer full  *due in 37 \.\. 37  since cycle 36, seq 21, S3\.5\.2$'
state full 37 '^enable  *stopped  *1  since cycle 37, seq 21, S3\.5\.2$'

# At the cycle of a finding, `since` marks the value that was compared, and `behind` the value that
# was taken over from the SPU.
packed one_record 's/^37\(.*\) data=0x10015$/37\1 data=0x10011/'
state one_record 37 '^register  *PMBPTR_EL1  *0x0000000000010015  since cycle 37, seq 23, B5$'
state one_record 37 '^register  *PMBPTR_EL1  *0x0000000000010011  behind cycle 37, seq 24, taken over from the SPU$'
state one_record 38 '^register  *PMBPTR_EL1  *0x0000000000010011  since cycle 37, seq 24, taken over from the SPU$'
run spe replay --until 38 "$dir/one_record.log"
check until_taken test "$(grep -c PMBPTR_EL1 "$work/out")" = 1
packed one_record '/^37 sysreg/s/0x10015/0x10011/;/^37 out/{p;s/.*/38 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10019/}'
accepted taken_since '^PMBPTR_EL1 .*: expected 0x10011 of cycle 37 .seq 24., taken over from the SPU, actual 0x10019$' spe explain --more "$dir/one_record.log" 3
cp "$work/out" "$dir/taken.out"
check taken_differs grep -q 'last read right: .*; can differ since cycle 37$' "$dir/taken.out"
check taken_event grep -q '^  PMBPTR_EL1 0x10015 became 0x10011 in cycle 37 (seq 24), taken over from the SPU$' "$dir/taken.out"
packed one_record 's/^46\(.*\) data=0$/46\1 data=0x20000/'
state one_record 46 '^enable  *stopped  *1  behind cycle 46, seq 32, taken over from the SPU$'

packed collide
refused until_none 2 '^spe replay: .*collide.log: no transaction up to cycle 1$' spe replay --until 1 "$dir/collide.log"
refused until_no_value 2 '^spe replay: --until needs a value' spe replay "$dir/one_record.log" --until
refused until_no_number 2 '^spe replay: --until takes a cycle, not x' spe replay --until x "$dir/one_record.log"
refused until_other 2 '^spe replay: --until takes no other option than --salvage' spe replay --until 6 --checks "$dir/one_record.log"
refused until_no_log 2 '^spe replay: no log' spe replay --until 6
refused until_missing 2 '^spe replay: .*/none: .*No such file' spe replay --until 6 "$dir/none"

# A record: expected and actual packets, a mark at the packet that differs, and the life of the
# operation.
explains one_record 's/data=0x0000000100025200/data=0x0000000100035200/' \
    '^finding 1 of 2: buf\.data record 1 \+18, cycle 33, seq 22, ' \
    '^suspect 1: record \(S5\.3\.1\), ' \
    '^oracles: .* predicted 1, story 1, accounts 0, contract 0; the story of$' '^  this record differs, too: suspect the SPU, or a tap that both oracles read$' \
    '^record 1: 21 of 21 bytes written at 0x10000 \(PA 0x80010000\); expected \| actual, 1 packet differs$' \
    '^\*   17 Events: events=0x2 retired  .*\| Events: events=0x3 exception retired$' \
    '^     0 Counter: total latency: count=5$' \
    '^operation 1: member 3, tag 0, PC 0x400100, op 0x0 ' \
    '^  selected 20 \(11\), issue 22 \(13\), complete 25 \(14\), end 27 \(15\)' \
    '^  AW: cycle 31 \(19\), address 0x80010000$' '^  W: 3, cycles 31 \(20\) to 33 \(22\), ' \
    '^  total 5, issue 2, translation 0; events 0x2 \(retired\); '
# Bytes of a payload in the wrong order: their place is wrong. Right bytes, and one more byte after
# them.
explains filtered 's/data=0x0000005000b2a000/data=0x0050000000b2a000/' '^suspect 1: format .*: the bytes of Address: data virtual$' '^  stand elsewhere$'
explains one_record 's/strb=0x1f/strb=0x3f/' '^finding 1 of .* 0x10015, ' '^suspect 1: write ' '^suspect 2: bus .*: strobes of its last word are too many$' \
    '^suspect 3: format .*: the record has more behind its end$' '^  expected record 1 at 0x10000 to 0x10014, actual a write of 0x10015$' \
    '^record 1: 21 of 21 bytes written, 1 more behind its end, at 0x10000 '
explains one_record 's/strb=0x1f/strb=0x3f/; s/0x0000000100025200/0x0000010100025200/' '^suspect 1: format .*: one more last packet follows$' \
    '^suspect 2: write ' '^record 1: 21 of 21 bytes written, 1 more behind its end, at 0x10000 '
# The bytes of another record. The expected record is missing.
explains order '/^94 w/s/4002/4001/; s/^95 w\(.*\)4002/95 w\14001/; /^10[1-7] /d' \
    '^finding 1 of .* buf\.data record 1 ' '^suspect 1: queue ' '^suspect 2: enable .*: the buffer was taken for disabled: a record$'
# A value of another operation, under the same tag or wide enough to be recognised. The actual value
# can also be the sum of that value and the predicted one.
explains tlbi 's/^125 life/126 life/' '^Counter: total latency: 0x5 is the value of operation 1, the last one before under the same tag$'
explains tlbi 's/^125 life/126 life/; s/data=0x0005980000000000/data=0x000b980000000000/' \
    '^Counter: total latency: 0xb is the predicted value and that of operation 1, the last one before under the same$'
explains order '/^102 /s/0x00400100b/0x00400200b/' '^Address: PC: 0xa000000000400200 is the value of operation 2$'
# A small value of another tag, or a value that no operation has, is attributed to no operation.
packed order '/^101 /s/0x0004980000000000/0x0005980000000000/; /^33 life/s/lat_total=4/lat_total=6/; /^32 life/s/lat_total=4/lat_total=5/; /^94 /s/000498/000598/'
check explain_small sh -c '"$1" explain "$2" | grep -q "^\*    0 Counter" && ! "$1" explain "$2" | grep -q "is the value of"' - "$SPE" "$dir/order.log"
# A packet that is left out: the packets after it are still shown beside their counterparts.
explains one_record 's/data=0x00b0000299000598/data=0xa000004001b00598/; s/data=0x48a0000000004001/data=0x0001000252004800/; s/data=0x0000000100025200/data=0x0/' \
    '^\*    3 Counter: issue latency: count=2 .*\| -$' '^suspect 1: ' \
    '^1 other record, Counter: issue latency: expected in 1, actual in 0, right in 0$'
# The same kind of record in the whole run, also after the finding: the packet is right in none, or
# in one. Records of another kind do not count.
explains tlbi 's/data=0x0000000100025200/data=0x0000000100035200/; s/data=0x02520048a0000000/data=0x03520048a0000000/' \
    '^2 other records, Events: expected in 2, actual in 2, right in 0: not this operation alone$'
explains tlbi 's/data=0x0000000100025200/data=0x0000000100035200/' '^2 other records, Events: expected in 2, actual in 2, right in 1$'
explains tlbi 's/data=0x0000000100025200/data=0x0000000100035200/; 0,/op=0x000/s//op=0x200/; s/48a0000000004001/4aa0000000004001/' '^1 branch record, Events: '
# Of a field, the values are shown and not the bits that differ. The fault is described.
explains exc_fault 's/data=0x100940a000f/data=0x100900a000f/' \
    '^PMBSR_EL3 EC: expected 0x25 \(stage 2 Data Abort\) of cycle 41 .* by S3\.5\.3, actual 0x24 \(stage 1 Data' \
    '^  fault of 0x12000, FSC 0x0f \(Permission fault, level 3\), seen in cycle 40 '
# The pending exception is right, and so is S. The suspect is the levels, with the conditions for
# taking the exception.
explains stopped_el2 's/^108 out levels=0x24/108 out levels=0x4/' '^finding 1 of .*: out\.exception prof_o\.take, ' \
    '^suspect 1: levels .*: what is pending is right, and' \
    '^levels: expected exception to EL2 pending, exception to EL2 to be taken; actual exception to EL2 pending$' \
    '^  context 3 since cycle 108: Non-secure EL1, PSTATE\.PM=0, MDCR_EL3\.PMSEE=1$' '^  PMSCR_EL2 is 0x300 \(EE=3\) since cycle 4$'
# Context and time: of another context, of no context, of another cycle, of another counter.
explains context 's/0x651111ffff64a0/0x651111000064a0/' '^suspect 1: capture .*: Context: CONTEXTIDR_EL1 is that of$' '^  another context$' \
    '^  selected 20 ' '^  context Non-secure EL1 since cycle 20, CONTEXTIDR_EL1 0x1111ffff '
explains context 's/0x651111ffff64a0/0x651111aaaa64a0/' '^suspect 1: capture .*: Context: CONTEXTIDR_EL1 is that of$' '^  no context that was$'
explains context 's/last=1 data=0x100000010$/last=1 data=0x100000011/' '^suspect 1: capture .* timestamp is 1 more: that of'
explains context 's/last=1 data=0x100000010$/last=1 data=0xfffff010/' '^suspect 1: collect .* of another counter: an'
packed context
refused explain_context_right 1 ': a replay has no finding$' spe explain "$dir/context.log"
# Several wrong packets, all of which controls decide.
explains context 's/0x651111ffff64a0/0x1111ffff64a0/; s/0x2520048222200/0x2520048000000/; s/last=1 data=0x100000010$/last=1 data=0xfffff010/' \
    '^suspect 1: collect ' '^suspect 2: enable .*: the controls are those of another level$'
# A PC with level and state of another context, here of Secure EL0, whose bits are all 0. A long
# name goes on in the next line.
explains one_record 's/^2 ctx .*/2 ctx id=0 state=0\n2 ctx id=1 state=EL1+NS+NSPB3+E2PB3+CNTEN/; s/ctx=0/ctx=1/; s/data=0x48a0000000004001/data=0x4800000000004001/' \
    '^suspect 1: capture .*: level and state of the PC are$' '^  those of another context$'
explains one_record 's/pc=0x400100 op=0x000/pc=0xffff800000400100 op=0x100/' \
    '^operation 1: member 3, tag 0, PC 0xffff800000400100 \(bits 55:0 in a record\), op 0x100 load/store,$' \
    '^  general-purpose registers; cycle \(seq\):$'
# A line of the life that ends exactly at its limit omits nothing.
explains one_record 's/data=0x0000000100025200/data=0x0000000100035200/; s/^\([2-4][0-9]\) /10\1 /' \
    '^  selected 1020 \(11\), issue 1022 \(13\), complete 1025 \(14\), end 1027 \(15\)$' \
    '^  filter 1027 \(15\), queued 1028 \(15\), tag free 1028 \(15\), written 1036 \(23\)$'
# Text that is too long for a line, or a packet that is too long for its column, omits nothing,
# either. The context is the one at the selection, not a later one of the same number.
round=$(for id in {2..15} 0 1; do printf '%d ctx id=%d state=EL1+NS+NSPB3+E2PB3+CNTEN cntvoff=0x5678\\n' $((1000000030 + (id + 14) % 16)) "$id"; done)
explains one_record 's/^\(2[5-9]\|[34][0-9]\) /10000001\1 /; s/^\(2[0-2]\) /10000000\1 /; /^1000000020 /s/ctx=0/ctx=1/
    s/^1000000020 pop/1000000020 ctx id=1 state=EL1+NS+NSPB3+E2PB3+CNTEN contextidr_el1=0xffffffff contextidr_el2=0xffffffff cntvoff=0x1234\n&/
    s/^1000000125 life/'"$round"'&/' \
    '^  context Non-secure EL1 since cycle 1000000020, CONTEXTIDR_EL1 0xffffffff _EL2 0xffffffff, CNTVOFF 0x1234,$' '_EL2 0x0$'
explains filtered 's/^\(91 life.*\)events=0x4/\1events=0x84/' '^\*   29 Events: events=0x86 retired l1d_access            \| Events: events=0x6 retired l1d_access$' '^\*      mispredicted  *\| *$'
# Earlier findings of the same record count. The text says that a story holds only if the story was
# judged.
packed one_record 's/data=0x0000000100025200/data=0x0000000100035200/'
accepted explain_oracles_before '^oracles: findings in the 4096 cycles from here on, and 1 of the same before: predicted 1, story 1, ' spe explain "$dir/one_record.log" 2
accepted explain_oracles_both '^  contract 0; its bytes are not those predicted, too: suspect the SPU, or a tap that both oracles read$' spe explain "$dir/one_record.log" 2
explains one_record 's/data=0x00b0000299000598/data=0x00b0000598000299/' '; the story of$' '^  this record holds: look at the prediction, too$'
explains one_record 's/data=0x00b0000299000598/data=0x00b0000598000299/; /^36 b id=0/,$d' \
    '^oracles: .* predicted 1, story 0, accounts 0, contract 0$'
# The level follows the architecture: EL3 is Secure, whatever SCR_EL3.NS says.
packed one_record '/^2 ctx /a2 ctx id=1 state=EL3+NS+NSPB3+E2PB3+CNTEN+TGE
    s/ctx=0/ctx=1/; s/data=0x0000000100025200/data=0x0000000100035200/'
accepted explain_level '^  context Secure EL3 TGE since cycle 3, ' spe explain "$dir/one_record.log" 3
# A record of 256 words: all words are counted, and its life goes on after them.
sed -e 's/^name = .*/name = big/; s/^align = .*/align = 11/; s/^max_size = .*/max_size = 11/' rtl/configs/v1p0_min.cfg >"$dir/big.cfg"
awk -v config="$dir/big.cfg" '
    /^@config/ { print "@config " config; next }
    / aw id=0 / { sub(/len=2/, "len=255") }
    / w word=0 strb=0x1f / {
        print $1, "w word=0 strb=0xff last_word=1 last=0 data=0x0000000100035200"
        for (i = 1; i <= 253; i++) print $1 + i, "w word=0 strb=0xff last_word=1 last=" (i == 253 ? 1 : 0), "data=0x0"
        late = 300
        next
    }
    late && /^[0-9]/ { $1 += late; sub(/0x10015/, "0x10800") }
    { print }' c_model/test/logs/one_record.txnlog >"$dir/big.txnlog"
spe log --pack "$dir/big.txnlog" "$dir/big.log"
accepted explain_words '^  W: 256, cycles 31 \(20\) to 286 \(275\), ' spe explain "$dir/big.log"
accepted explain_words_behind '^  B: cycle 336 \(276\), response 0x0$' spe explain "$dir/big.log"
# A register: the event that set the bit, and the cycle since when the bit can have been lost.
explains collide 's/enc=PMBSR_EL1 write=read pos=266 data=0x10000/enc=PMBSR_EL1 write=read pos=266 data=0/' \
    '^suspect 1: event ' \
    '^PMBSR_EL1 COLL: expected 0x1 of cycle 101 \(seq 15\) by S3\.1\.4, actual 0x0$' \
    '^  last read right: never; can differ since cycle 101$'
# A register that software wrote between two reads: right before the write, wrong after it.
explains full 's/^65 sysreg enc=PMBSR_EL1 write=read pos=4 data=0$/65 sysreg enc=PMBSR_EL1 write=read pos=4 data=0x20000/' \
    '^PMBSR_EL1 S: expected 0x0 of cycle 64 \(seq 29\) by S4\.3\.4, actual 0x1$' \
    '^  last read right: cycle 38 \(seq 23\); can differ since cycle 64$'
# The journal names the rule that gave the value, and with it the suspect: here the abort, not
# another rule that moves the pointer. A write also makes a value known: PMBPTR_EL1, which was never
# read, since its write; another register since the second of its two writes.
explains sync_abort '/^43 /s/0x10010/0x10000/' \
    '^suspect 1: event .*: the pointer is that of before cycle 39:$' '^  S3\.5\.4 is missing$' '^suspect 2: write ' \
    '^PMBPTR_EL1 PTR: expected 0x10010 of cycle 39 \(seq [0-9]*\) by S3\.5\.4, actual 0x10000$' \
    '^  last read right: never; can differ since cycle 4$' \
    '^  PMBLIMITR_EL1 is 0x20001 \(LIMIT=0x20000 E=1\) since cycle 5 .*: 65520 bytes behind PMBPTR_EL1; a record$'
explains sync_abort '/^43 /s/0x10010/0x10008/' '^suspect 1: write ' '^suspect 2: event .*: S3\.5\.4 of cycle 39 gives another'
explains one_record '/^37 sysreg/s/0x10015/0x10014/' '^suspect 1: write .*: B5 of cycle 37 gives another pointer$'
explains one_record '/^37 sysreg/s/0x10015/0x10000/' '^suspect 1: write ' '^suspect 2: registers .*: the register does not keep where it is$'
explains one_record 's/^7 sync/7 sysreg enc=PMSIRR_EL1 write=write data=0x300\n&/; s/^46 sysreg.*/46 sysreg enc=PMSIRR_EL1 write=write pos=3 data=0x300/
    s/^47 sysreg.*/47 sysreg enc=PMSIRR_EL1 write=read pos=3 data=0x100/' \
    '^PMSIRR_EL1 INTERVAL: expected 0x3 \(768 operations\) of cycle 8 .*, actual 0x1 ' '^  last read right: never; can differ since cycle 46$'
# Bits that stand for events are shown with the names of the events.
explains one_record 's/^47 sysreg.*/47 sysreg enc=PMSEVFR_EL1 write=read pos=3 data=0x28/' '^PMSEVFR_EL1 bit 3 \(l1d_refill_or_miss\): expected 0x0 ' '^PMSEVFR_EL1 bit 5 \(tlb_walk\): '
# A pointer that software wrote, and nothing has changed since.
explains full 's/^63 sysreg/62 sysreg enc=PMBPTR_EL1 write=write pos=4 data=0x30040\n&/; s/^64 out/64 sysreg enc=PMBPTR_EL1 write=read pos=4 data=0x30000\n&/' \
    '^suspect 1: registers .*: the pointer is that of before cycle' '^suspect 2: write '
# Filters: each term with its operands and its result, for the operations that the count may be
# about.
explains filtered 's/^91 out pop=257 feed=1 filtrate=1$/91 out pop=257 feed=1/' \
    '^suspect 1: filter ' '^PMSFCR_EL1 is 0x20002 \(LD=1 FT=1\); ' \
    '^  operation 2, PC 0x400104, cycle 91: kept$' '^    FT asks 0x2 \(LD\) of 0x2 \(LD\): holds$' \
    '^  operation 1, PC 0x400100, cycle 21: rejected$' '^    FT asks 0x2 \(LD\) of 0x1 \(B\): FAILS$'
# Events have names. Latency is not mentioned unless a filter asks for it.
explains filtered 's/^91 out pop=257 feed=1 filtrate=1$/91 out pop=257 feed=1/; 
    s/^7 sysreg.*/6 sysreg enc=PMSEVFR_EL1 write=write data=0x80\n7 sysreg enc=PMSFCR_EL1 write=write data=0x1/; s/^\(91 life.*\)events=0x4/\1events=0x84/; s/data=0x0006520049/data=0x0086520049/' \
    '^PMSFCR_EL1 is 0x1 \(FE=1\); ' '^    FE asks 0x82 \(retired mispredicted\) of 0x86 \(retired l1d_access mispredicted\): holds$' '^    FE asks 0x82 \(retired mispredicted\) of 0x2 \(retired\): FAILS$'
# Software writes a filter register while the sample is in flight.
explains filtered 's/^91 out pop=257 feed=1 filtrate=1$/91 out pop=257 feed=1/; s/^90 sel.*/&\n90 sysreg enc=PMSFCR_EL1 write=write pos=258 data=0x30002/' \
    '^suspect 1: filter ' '^suspect 2: capture .*: PMSFCR_EL1 of before its write in$' '^  cycle 91 counts$'
# A filter register with bits that the architecture ignores.
explains one_record 's/^5 sysreg.*/&\n5 sysreg enc=PMSEVFR_EL1 write=write data=2\n5 sysreg enc=PMSFCR_EL1 write=write data=0x1/; /^28 out/d' \
    '^suspect 1: filter ' '^suspect 2: registers .*: which bits of PMSEVFR_EL1 count$' '^    FE asks 0x0 .*of 0x2 \(retired\): holds$'
# A sample that is not captured is counted. The filters have not seen it; the one that they kept
# before ended too early.
explains feed_kinds 's/^153 out.*/& filtrate=1/' '^finding 1 of [0-9]*: out\.filtrate SAMPLE_FILTRATE, cycle 153, ' \
    '^suspect 1: record .*: operation 3, not captured, has a$' '^suspect 2: counts .*: operation 3, not captured, is counted$' '^suspect 3: filter ' \
    '^  operation 3, PC 0x400108, cycle 152: squashed, not captured: \[misspec_record\] = 0$' \
    '^  operation 2, PC 0x400104, cycle 91, 62 cycles earlier; \[pmu_max\] = 1: kept$'
if command -v jq >/dev/null; then
    check explain_not_captured_json jq -e '[.filters[] | [.operation, .captured, .kept, (.terms | length)]] == [[3, false, false, 0], [2, true, true, 3]]' "$dir/feed_kinds.json"
fi
# A kept sample in time does not explain one too many, a rejected one does. Too few are counted: the
# one that is missing can have ended long before.
pair='/^33 life/d; s/^32 life.*/32 life tag=0 kind=squash\n&/; /^34 out/d'
explains order "$pair; s/^33 out.*/33 out filtrate=2/" '^suspect 1: record .*: operation 1, not captured, has a$' '^  operation 2, PC 0x400200, cycle 32: kept$'
explains order "$pair; s/^8 sysreg/7 sysreg enc=PMSFCR_EL1 write=write data=0x4\n7 sysreg enc=PMSLATFR_EL1 write=write data=5\n&/" \
    '^finding 1 of [0-9]*: out\.filtrate .*, cycle 33, ' '^suspect 1: filter ' '^  operation 2, PC 0x400200, cycle 32: rejected$' '^  operation 1, PC 0x400100, cycle 32: squashed, not captured: '
explains order "$pair; /^33 out/d" '^finding 1 of [0-9]*: out\.filtrate .*, cycle 98, ' '^suspect 1: filter ' '^  operation 2, PC 0x400200, cycle 32: kept$' \
    '^  operation 1, PC 0x400100, cycle 32: squashed, not captured: '
# Two operations that the filters keep in the same cycle are counted as one.
explains order '/^3[23] life/d; /^33 out/d; s/^34 out/33 life tag=0 kind=retire lat_issue=1 lat_total=4\n33 life tag=1 kind=retire lat_issue=1 lat_total=4\n&/; s/^95 w\(.*\)4002$/95 w\14001/; s/00400100b0000199/00400200b0000199/' \
    '^finding 1 of [0-9]*: out\.filtrate ' '^suspect 1: filter ' '^suspect 2: counts .*: those that were kept together in cycle 33$'
# A tag that is free too early: the SPU filtered its sample out, as FILTRATE shows one cycle later.
# If FILTRATE is right, the tag itself is wrong.
kept='s/^@key inflight = 2/@key inflight = 1/; s/^7 sysreg.*/&\n7 sysreg enc=PMSLATFR_EL1 write=write data=4/; s/^25 life\(.*\)=4/25 life\1=5/'
# A barrier that hangs: after all records, and before a record that is never written.
explains one_record '/^45 sync kind=dsb_done/d' '^finding 1 of 1: liveness DSB, ' '^suspect 1: barriers .*: no record waits: the barrier hangs$' '^suspect 2: bus '
explains one_record '/^3[1-6] \(aw\|w\|b\) /d; /^37 /d; /^4[3-7] /d' '^finding 1 of [0-9]*: liveness PSB CSYNC, ' '^suspect 1: write .*: what is in the queue, 1,' '^suspect 2: bus '
explains one_record '/^4[3-6] /d; s/^48/9048/' '^finding 1 of [0-9]*: liveness PSB CSYNC, ' '^suspect 1: barriers .*: what it is for is done' '^suspect 2: queue '
explains filter_tags "$kept" '^finding 1 of [0-9]+: sel\.collided ' '^suspect 1: filter .* SAMPLE_FILTRATE differs, too, in cycle 37$' '^suspect 2: selection '
explains filter_tags "$kept; s/^36 sel.*/&\n36 out filtrate=1/" '^finding 1 of [0-9]+: sel\.collided ' '^suspect 1: selection ' '^suspect 2: queue '
# A record that is written at a wrong place: where it should begin, where it begins, and how far
# each packet is moved.
explains one_record 's/^@config.*/&\n@order_free 1/; s/^\(31 aw .*addr=0x8001000\)0/\18/' '^finding 1 of 5: buf\.address ' \
    '^record 1: 13 of 21 bytes written, 3 more behind its end, at 0x10000 \(PA 0x80010000\); ' '^  the first 8 are not written: what is there begins at 0x10008$' \
    '^ +0 Counter: total latency: count=5, at byte 8$' '^\* +6 Address: PC: '
run spe explain --html "$dir/one_record.log"
cp "$work/out" "$dir/moved.html"
check explain_moved_html grep -q '^<p>The first 8 are not written: what is there begins at 0x10008</p>$' "$dir/moved.html"
# The translations of the pages that a finding names, and what may have ended one. The TLBI that has
# is not among the last transactions. The TLBIs behind the answer are one line; a TLBI before the
# first request is none.
explains translations '' '^finding 1 of [0-9]*: buf\.address AWADDR, cycle 60, ' \
    '^translations of the pages of 0x80020000, 0x11000, and what may end one; cycle \(seq\):$' \
    '^  2 \(3\) ctx: owning regime Non-secure EL1&0 \[W3\]$' '^  4 \(5\) sysreg: write PMBLIMITR_EL1 0x20001: LIMIT=0x20000, E=1 \[W3\]$' \
    '^  33 \(23\) xl_req: id 2: VA 0x11000, Non-secure EL1&0$' '^  34 \(24\) xl_rsp: id 2: PA 0x80020000 Non-secure, attributes 0xff SH=0$' \
    '^  36 \(26\) sync: TLBI, behind member 3 \[BR6\]; the last of 2 since cycle 35$' '^  60 \(37\) aw: id 0: 0x80020000, 2 beats of 8 bytes INCR, '
check explain_translations_alone test "$(sed -n '/^translations/,/^record/p' "$dir/translations.out" | wc -l)" = 8
check explain_translations_late sh -c '! grep -q "kind=tlbi" "$1"' - "$dir/translations.out"
accepted explain_translations_html '^  36 .26. sync: TLBI, behind member 3 .BR6.; ' spe explain --html "$dir/translations.log"
if command -v jq >/dev/null; then
    check explain_translations_json jq -e '.translations | .pages == ["0x80020000", "0x11000"] and (.elsewhere | not) and .dropped == 0 and
        ([.rows[] | [.seq, .kind, .rule, .va, .pa, .more]] == [[3, "ctx", "W3", null, null, 0], [5, "sysreg", "W3", null, null, 0],
        [23, "xl_req", null, "0x11000", null, 0], [24, "xl_rsp", null, "0x11000", "0x80020000", 0], [26, "sync", "BR6", null, null, 1],
        [37, "aw", null, null, "0x80020000", 0]])' "$dir/translations.json"
fi
# A page that no request asks for, by its virtual or physical address: those of other pages. A fault
# has no physical address.
explains translations '/^33 xl_req/d; /^34 xl_rsp/d; s/^30 xl_rsp.*/30 xl_rsp id=1 fault=1 fsc=7/' '^translations of the page of 0x80010000: none up to here$' \
    '^translations of other pages, and what may end one; ' '^  30 \(19\) xl_rsp: id 1: stage 1 Data Abort, FSC 0x07 \(Translation fault, level 3\)$'
# Events crowd out no translation: the last line of each kind comes first, then the newest ones.
# --more prints all that are kept, of which the oldest are dropped.
many=$(for ((i = 0; i < 90; i++)); do printf '%d sync kind=cse pos=3 data=0x1%08x\\n' $((40 + i)) $((i % 9)); done)
pages=$(for ((i = 40; i < 90; i++)); do printf '%d xl_req id=3 regime=0 va=0x11000\\n%d xl_rsp id=3 ns=1 attr=0xff pa=0x80020000\\n' "$i" "$i"; done)
crowded='/^4[0-9] /d; s/^6\([0-3]\) /16\1 /; s/offered=60/offered=160/; s/^70/200/; s/^36 .*/'
explains translations "$crowded${many%\\n}/" '; 7 others not shown:$' '^  33 \(23\) xl_req: ' '^  34 \(24\) xl_rsp: ' '^  35 \(25\) sync: TLBI, ' \
    '^  128 \([0-9]+\) sync: context synchronization event, ASID 0x7, VMID 0x0, behind member 3 \[BR7\]; the last of 10$' '^    since cycle 47$'
accepted explain_translations_more '^  121 .* ASID 0x0, ' spe explain --more "$dir/translations.log"
explains translations "$crowded${pages}139 sync kind=tlbi pos=3/" '; 99 others not shown:$' '^  2 \(3\) ctx: ' '^  139 \(126\) sync: TLBI, '
# A finding that names no address has no such part.
packed one_record 's/data=0x0000000100025200/data=0x0000000100035200/'
check explain_translations_absent sh -c '! "$1" explain --more "$2" | grep -q "^translations" && ! "$1" explain --json "$2" | grep -q translations' - "$SPE" "$dir/one_record.log"
# The counter: loads, draws and reloads since it was right.
explains collide 's/enc=PMSICR_EL1 write=read pos=266 data=0$/enc=PMSICR_EL1 write=read pos=266 data=3/' \
    '^suspect 1: counter ' '^PMSICR_EL1 COUNT: expected 0x0 of .*, actual 0x3$' \
    '^PMSICR_EL1 was last right in cycle 100 \(seq 15, a selection\);$' \
    '^  last reload of INTERVAL: cycle 100 \(seq 14\), 0x100$' '^  profiling enabled in cycle 12 '
# If only the end of the journal is kept, the text does not say "never".
awk '/ sel / || / life / || / out / || / xl_/ || / aw / || / w / || / b / || / sync / { next } /write=write data=3/ { sub(/data=3/, "data=0xffffff") }
    $2 == "pop" { if (!n++) for (i = 0; i < 150000; i++) print 8 + i, "pop ctx=0 n=1"; next }
    n && /^[0-9]/ { $1 += 150000 } /enc=PMSICR_EL1 write=read/ { sub(/pos=3 data=0$/, "pos=150000 data=1") } { sub(/0x10015/, "0x10000"); sub(/pos=3/, "pos=150000"); print }' \
    <(sed -e "s#^@config ../../../#@config $PWD/#" "$logs/one_record.txnlog") >"$dir/long.txt"
spe log --pack "$dir/long.txt" "$dir/long.log"
accepted explain_cut '^PMSICR_EL1 was not seen right in the last [0-9]+ entries of the journal;$' spe explain "$dir/long.log"
# The same for the filters: the text tells only what is kept. Here neither the sample before nor the
# selection of this one is kept.
awk '/^91 out / { next }
    /^91 life / { print "91 out pop=257 feed=1"; for (late = 0; late < 150000; late++) print 92 + late, "sysreg enc=PMBLIMITR_EL1 write=read pos=258 data=0x20001" }
    late && /^[0-9]/ { $1 += late } { print }' <(sed -e "s#^@config ../../../#@config $PWD/#" "$logs/filtered.txnlog") >"$dir/late.txt"
spe log --pack "$dir/late.txt" "$dir/late.log"
accepted explain_cut_filters '^  earlier ones are not kept: of the journal there are the last [0-9]+ entries$' spe explain "$dir/late.log"
accepted explain_cut_sample '^  operation 2, PC not kept, cycle 150091: kept$' spe explain "$dir/late.log"
accepted explain_cut_json '^"filters_whole":false,$' spe explain --json "$dir/late.log"
# A level: the predicted event, the state that it left, and whether S is right when software reads
# it.
explains full 's/^37 out pmbirq=1 cti=1$/37 out cti=1/; s/^64 out pmbirq=0$/64 out/' \
    '^suspect 1: levels \(RTSJRP\), .*: S reads' '^  buffer full, seen in cycle 36 ' \
    '^  next read of PMBSR_EL1, cycle 38: expected 0x20001, actual 0x20001$'
explains full 's/^37 out pmbirq=1 cti=1$/37 out cti=1/; s/^64 out pmbirq=0$/64 out/; s/write=read pos=3 data=0x20001/write=read pos=3 data=0/' \
    '^suspect 1: write ' '^suspect 2: event '

# Without an event, and with S right when software reads it, the last write may have reached another
# register.
explains one_record 's/^\([2-4][0-9]\) /10\1 /; s/^1041 sync/1041 out pmbirq=1\n&/' '^suspect 1: levels .*: S reads' '^suspect 2: access .*: what software has just'
# Each event is known by its name: an Alignment fault of the pointer is no fault of the translation.
# Every name is in the list.
explains pointer_misaligned 's/^\([0-9]* out .*\)pmbirq=1/\1/' '^suspect [12]: write .*Alignment fault of PMBPTR_EL1'
sed -n '/^#define EVENT_LIST(X)/,/[^\\]$/p' c_model/src/state/events.h | grep -o '"[^"]*"' | sort >"$dir/events"
check explain_events test "$(wc -l <"$dir/events")" = 9
sed -n 's/^ *{\("[^"]*"\), CONCERN_[A-Z]*},$/\1/p' c_model/cli/suspect_event.c | sort >"$dir/makers"
same explain_makers "$dir/events" "$dir/makers"

# The JSON has the structure and the types of its schema, and the table in c_model/explain.md equals
# the schema. Each kind of difference is reported.
judged() {
    jq -r --slurpfile schema "${2:-c_model/explain.schema.json}" --argjson rows false -f c_model/test/cli/schema.jq "$1"
}
# differs NAME FILTER LINE: one_record.json, edited by FILTER, gives the message LINE and no other
# one.
differs() {
    jq "$2" "$dir/one_record.json" >"$dir/$1.broken"
    judged "$dir/$1.broken" >"$dir/told"
    check "explain_schema_$1" grep -qxF "$3" "$dir/told"
    check "explain_schema_$1_alone" test "$(wc -l <"$dir/told")" = 1
}
if command -v jq >/dev/null; then
    for file in "$dir"/*.json; do
        judged "$file" >"$dir/told" || echo "jq: $file" >>"$dir/told"
        check "explain_schema_$(basename "$file")" test ! -s "$dir/told"
    done
    check explain_schema_some test "$(jq -r '[paths | map(if type == "number" then "[]" else . end) | join(".")] | unique[]' "$dir"/*.json | sort -u | wc -l)" -ge 90
    differs missing 'del(.finding.seq)' 'document.finding.seq: is missing'
    differs extra '.state[1].more = 1' 'document.state[1].more: is not in the schema'
    differs type '.oracles.story = "1"' 'document.oracles.story: is string, not integer'
    differs pattern '.state[2].value = "17"' 'document.state[2].value: 17 is not ^0x[0-9a-f]+$'
    differs none '.suspects = null' 'document.suspects: is null, not array'
    differs fraction '.transactions[0].seq = 0.5' 'document.transactions[0].seq: is number, not integer'
    jq '.["$defs"].explanation.properties.commands.maxProperties = 3' c_model/explain.schema.json >"$dir/keyword"
    judged "$dir/one_record.json" "$dir/keyword" >"$dir/told"
    check explain_schema_keyword grep -q ': maxProperties of the schema is not judged$' "$dir/told"
    jq -nr --slurpfile schema c_model/explain.schema.json --argjson rows true -f c_model/test/cli/schema.jq >"$dir/rows"
    sed -n '/^| member | holds |$/,/^$/{/^| `/p}' c_model/explain.md >"$dir/table"
    check explain_schema_rows test "$(wc -l <"$dir/rows")" -ge 20
    same explain_schema_table "$dir/rows" "$dir/table"
else
    skip explain_schema 'jq not found'
fi

# The page: one byte is red, the operation has a line, the page loads no other file, texts are
# escaped.
packed one_record 's/data=0x0000000100025200/data=0x0000000100035200/'
cp "$dir/one_record.log" "$dir/a<b>.log"
spe explain --html "$dir/a<b>.log" >"$dir/page.html"
check explain_page_bad test "$(grep -o '<rect class="bad"' "$dir/page.html" | wc -l)" = 1
check explain_page_bytes test "$(grep -o '<rect class="byte"' "$dir/page.html" | wc -l)" = 41
check explain_page_packet test "$(grep -o '<path class="wrong"' "$dir/page.html" | wc -l)" = 2
check explain_page_story grep -q '>selected 20 (11)</text>' "$dir/page.html"
check explain_page_commands grep -qF "<td>state</td><td class=\"m\">$SPE replay --until 33 " "$dir/page.html"
check explain_page_oracles grep -q 'accounts 0, contract 0; the story of this record differs, too: suspect the SPU' "$dir/page.html"
check explain_page_names sh -c 'grep -q ">timestamp</text>\|>end</text>" "$1" && ! grep -q ">Times<" "$1"' - "$dir/page.html"
check explain_page_zeros sh -c '! sed -n "/Last transactions/,/See it again/p" "$1" | grep -q "=0x0"' - "$dir/page.html"
check explain_page_alone sh -c '! grep -qE "https?:|src=|<script|<link" "$1"' - "$dir/page.html"
check explain_page_escaped grep -qF 'a&lt;b&gt;.log' "$dir/page.html"
check explain_page_end test "$(tail -n 1 "$dir/page.html")" = '</body></html>'
check explain_page_margin grep -q '^body.*padding:0 28px' "$dir/page.html"
# The red line lies below the items that it crosses. Bytes written after the end are drawn in red.
check explain_page_below awk '/class="mark" d=/ { mark = NR } /class="lead"/ && !lead { lead = NR } END { exit !(mark && mark < lead) }' "$dir/page.html"
packed one_record 's/strb=0x1f/strb=0x3f/'
spe explain --html "$dir/one_record.log" >"$dir/page.html"
check explain_page_beyond test "$(grep -o '<rect class="bad"' "$dir/page.html" | wc -l)" = 1
check explain_page_beyond_told grep -qF '21 of 21 bytes written, <b>1 more behind its end,</b> at 0x10000' "$dir/page.html"
packed one_record 's/data=0x0000000100025200/data=0x0000000100035200/'
refused explain_two_forms 2 '^spe explain: one of --more, --json and --html, not two: ' spe explain --json --html "$dir/one_record.log"
refused explain_beside_form 2 '^spe explain: for --html alone is --beside' spe explain --beside "$dir/page.html" "$dir/one_record.log"
refused explain_beside_none 2 "^spe explain: cannot read $dir/none.txt: " spe explain --html --beside "$dir/none.txt" "$dir/one_record.log"
printf 'a <line>\nanother\n' >"$dir/lines.txt"
accepted explain_beside '^a &lt;line&gt;$' spe explain --html --beside "$dir/lines.txt" "$dir/one_record.log"

# If the calling side is at fault, no part of the SPU is suspect.
packed one_record 's/^22 life tag=0 kind=issue$/22 life tag=1 kind=issue/'
accepted explain_misuse '^suspect: the monitors or the bench, which break the contract; not the SPU$' spe explain "$dir/one_record.log"
accepted explain_misuse_html '^<p>suspect: the monitors or the bench, which break the contract; not the SPU</p>$' spe explain --html "$dir/one_record.log"
# The pulse of buffer full at an event of another kind.
explains exc_fault 's/ out levels=0x48$/ out full=1 levels=0x48/' '^finding 1 of [0-9]*: out\.full ' '^suspect 1: counts ' '^suspect 2: event .*: "fault" is taken for it$'
# A burst that belongs to no record.
packed one_record 's/^7 sync kind=cse$/7 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000/'
accepted explain_stray '^suspect 1: filter .*: a record that should not be there$' spe explain "$dir/one_record.log"
# A record that was lost, here to a reset, is written all the same. If the last record was not lost,
# the write is one record too many.
again='s/^48 sync/47 sysreg enc=PMBLIMITR_EL1 write=write pos=3 data=0x20001\n48 aw id=0 len=0 size=3 prot=0x3 cache=0xf addr=0x80010000\n&/'
explains reset_cuts "/^33 w/d; /^34/d; /^38/d; /^39 b/d; $again" '^suspect 1: write .*: record 1, lost in cycle 39, is written$'
explains reset_cuts "$again" '^suspect 1: filter .*: a record that should not be there$'

# A part of a log is reported as such, with status 4, by every command that reads logs.
packed one_record 's/data=0x0000000100025200/data=0x0000000100035200/'
cut_off "$dir/one_record.log" "$dir/cut.log" $(($(stat -c %s "$dir/one_record.log") - 20))
for form in explain 'explain --json' 'explain --html' 'explain --more' 'replay --until 30'; do
    # shellcheck disable=SC2086 # a command and its option
    refused "salvage_$form" 4 "^spe ${form%% *}: $dir/cut.log: a part of a log: 1 whole frame\$" spe $form --salvage "$dir/cut.log"
done

packed one_record
cut_off "$dir/one_record.log" "$dir/cut.log" $(($(stat -c %s "$dir/one_record.log") - 20))
refused salvage_no_finding 4 ': a replay has no finding; the run failed: a part of a log: 1 whole frame$' spe explain --salvage "$dir/cut.log"

# The command in the log's directory repeats the run, with another directory for the output.
packed collide 's/enc=PMBSR_EL1 write=read pos=266 data=0x10000/enc=PMBSR_EL1 write=read pos=266 data=0/'
echo 'cd /nowhere && the_run --seed 1' >"$dir/command"
accepted explain_command '^run: cd /nowhere && the_run --seed 1$' spe explain "$dir/collide.log"
# again COMMAND AGAIN: COMMAND is the command of the run, AGAIN the one that is printed.
again() {
    echo "$1" >"$dir/command"
    run spe explain "$dir/collide.log"
    [ "$(sed -n 's/^run: //p' "$work/out")" = "$2" ] && ok || bad explain_again "$(grep '^run: ' "$work/out"), expected $2"
}
again 'cd /t && b/x/spu_sim --seed 1 --dir n/x-1 --keep' 'cd /t && b/x/spu_sim --seed 1 --dir n/x-1.again --keep'
again "spu_sim --dir '/a b/it'\\''s' --waves 'w x' --log l" "spu_sim --dir '/a b/it'\\''s.again'"
again "spu_sim --population p --bins b --records r --covers c --dir d --seed 1" "spu_sim --dir d.again --seed 1"
again "toy +spe_dir=d +spe_log=l '+x=a b'" "toy +spe_dir=d.again '+x=a b'"
rm "$dir/command"
accepted explain_replay "^replay: $SPE replay $dir/collide.log$" spe explain "$dir/collide.log"
# A log name that the shell would split. Words in quotes stay on one line.
cp "$dir/collide.log" "$dir/a 'b.log"
accepted explain_quoted "^state: $SPE replay --until 121 '.*/a '.''b\.log'\$" spe explain "$dir/a 'b.log"
# If spe was started by its path, the printed commands use the path, as spe need not be in PATH.
run env -i sh -c "$(sed -n 's/^state: //p' "$work/out")"
cp "$work/out" "$dir/state"
check explain_state_runs test "$status" = 0 -a -s "$dir/state"
# In the first word a = would assign to a variable.
mkdir "$dir/a=b" && ln -s "$(realpath "$SPE")" "$dir/a=b/spe"
# there: `spe explain` of collide.log in its folder, by the path a=b/spe.
there() (
    cd "$dir" && limited a=b/spe explain collide.log
)
accepted explain_quoted_first "^state: 'a=b/spe' replay --until 121 collide.log\$" there
echo "cd '/a b$(printf ' %d' {1..40})' && the_run" >"$dir/command"
accepted explain_quoted_whole "^run: cd '/a b 1 .* 40' && the_run\$|^  '/a b 1 .* 39 40' .*" spe explain "$dir/collide.log"
# A command longer than a page is printed completely. The finding keeps its lines.
awk 'BEGIN { printf "cd /nowhere && the_run"; for (i = 0; i < 400; i++) printf " --plusarg +number_%d", i; print "" }' >"$dir/command"
accepted explain_long_command '[+]number_399$' spe explain "$dir/collide.log"
accepted explain_long_command_finding '^PMBSR_EL1 COLL: expected 0x1 ' spe explain "$dir/collide.log"
rm "$dir/command"
accepted explain_more '^  0: 2 reset kind=assert$' spe explain --more "$dir/collide.log"
refused explain_beyond 2 '^spe explain: .*collide.log: no finding 2, a replay has 1$' spe explain "$dir/collide.log" 2
refused explain_zero 2 "^spe explain: the number of a finding, from 1, is not 0" spe explain "$dir/collide.log" 0
refused explain_many 2 '^spe explain: more than a log and a number: 3' spe explain "$dir/collide.log" 1 3
packed one_record
refused explain_none 1 '^spe explain: .*one_record.log: a replay has no finding$' spe explain "$dir/one_record.log"
# A run that an assertion ended, for example, is no bad usage. --json prints an object for it, too.
sed 's/^0 reset kind=assert/@run test=t seed=0x1 stim=0x1 bench=0x1 status=1 failed=1 exit=0 no_sva=0 why=sva Some: 1 of 2\n&/' "$dir/one_record.txt" >"$dir/asserted.txt"
spe log --pack "$dir/asserted.txt" "$dir/asserted.log"
refused explain_asserted 1 ': a replay has no finding; the run failed: sva Some: 1 of 2$' spe explain "$dir/asserted.log"
refused explain_asserted_json 1 ': a replay has no finding; the run failed: ' spe explain --json "$dir/asserted.log"
cp "$work/out" "$dir/asserted.json"
check explain_asserted_object test "$(tr -d '\n' <"$dir/asserted.json")" = "{\"log\":\"$dir/asserted.log\",\"finding\":null,\"failed\":\"sva Some: 1 of 2\"}"
refused explain_none_json 1 'no finding$' spe explain --json "$dir/one_record.log"
cp "$work/out" "$dir/none.json"
check explain_none_object grep -qx '"finding":null,"failed":null}' "$dir/none.json"

# sim/explained.sh on one log in place of a fault's log: a finding of its concern, of another
# concern, no log.
mkdir -p "$dir/build/bin" "$dir/build/fault/filter_invert-neoverse-noassert"
ln -s "$(realpath "$SPE")" "$dir/build/bin/spe"
explained() {
    limited sim/explained.sh "$dir/build"
}
refused explained_none 4 '^explained.sh: no log in .*: make mutate writes them$' explained
packed filtered 's/^91 out pop=257 feed=1 filtrate=1$/91 out pop=257 feed=1/'
cp "$dir/filtered.log" "$dir/build/fault/filter_invert-neoverse-noassert/txnlog"
accepted explained_first '^1 faults: 1 by the first suspect, 0 by the second, 0 by neither$' explained
packed collide 's/enc=PMBSR_EL1 write=read pos=266 data=0x10000/enc=PMBSR_EL1 write=read pos=266 data=0/'
cp "$dir/collide.log" "$dir/build/fault/filter_invert-neoverse-noassert/txnlog"
run explained
cp "$work/out" "$dir/explained"
check explained_status test "$status" = 1
check explained_missed grep -qxF 'filter_invert (neoverse, out.filtrate): filter, named event selection' "$dir/explained"

# In a night sim/explained.sh judges only if each fault of the list has a log of this design.
list=$dir/faults.tsv
printf 'filter_invert\tneoverse\tsmoke\t1\tout.filtrate\n%s\n' '# end' >"$list"
explained_whole() {
    run env FAULTS="$list" sim/explained.sh "$dir/build" whole
    cp "$work/out" "$dir/explained"
}
explained_whole
check explained_skips test "$status" = 77
check explained_whole_key bash -c 'source sim/common.sh; fault_key "$(fault_base "$1" neoverse)" filter_invert neoverse smoke 1 out.filtrate >"$1/fault/filter_invert-neoverse-noassert/key"' _ "$dir/build"
explained_whole
check explained_judges test "$status" = 1
echo 'other' >"$dir/build/fault/filter_invert-neoverse-noassert/key"
explained_whole
check explained_stale grep -qx '1 fault of 1 without a log of this design: make mutate writes them' "$dir/explained"
