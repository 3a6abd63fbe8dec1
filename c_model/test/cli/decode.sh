# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# `spe decode`: files, pipes, terminals, streams with errors, memory.
corpus=c_model/test/corpus
dir=$work/decode
mkdir -p "$dir"

# decodes NAME STATUS OPTIONS...: `spe decode` ends with STATUS and prints nothing on stderr. Its
# output stays in $dir/NAME.out.
decodes() {
    local name=$1 expected=$2
    shift 2
    run spe decode "$@"
    cp "$work/out" "$dir/$name.out"
    if [ "$status" = "$expected" ] && [ ! -s "$work/err" ]; then
        ok
    else
        bad "decode_$name" "status $status, expected $expected and nothing on stderr"
    fi
}

json_checked() {
    command -v jq >/dev/null || return 0
    check "json_$1" jq -sef $here/json.jq "$dir/$1.out"
}

command -v jq >/dev/null || skip decode_json 'jq not found'
while read -r -u 3 name expected; do
    decodes "$name" "$expected" "$corpus/$name"
    decodes "$name.pipe" "$expected" - <"$corpus/$name"
    same "decode_pipe_$name" "$dir/$name.out" "$dir/$name.pipe.out"
    decodes "$name.json" "$expected" --json "$corpus/$name"
    json_checked "$name.json"
done 3<<LIST
neoverse 0
kunpeng 0
kunpeng930 0
fvp 0
compact 0
later_packets 0
padding_only 0
alignment 1
reserved 1
unknown 1
duplicates 1
cut 1
garbage 1
LIST
decodes alignment.known 0 --alignment $corpus/alignment
accepted decode_address '"bytes":"b2785634120080ffff".*"addr":"0xffff800012345678"' spe decode --json $corpus/neoverse

: >"$dir/empty"
refused decode_empty 2 "^spe decode: $dir/empty is empty$" spe decode "$dir/empty"
refused decode_empty_json 2 "^spe decode: $dir/empty is empty$" spe decode --json "$dir/empty"
refused decode_empty_pipe 2 '^spe decode: standard input is empty$' spe decode -
head -c 100000 /dev/zero >"$dir/zeros"
accepted decode_zeros '^note: 0 records: nothing but padding$' spe decode "$dir/zeros"
check decode_no_note eval '! spe decode $corpus/neoverse | grep "^note: 0 records"'
decodes zeros.json 0 --json "$dir/zeros"
json_checked zeros.json
# Every prefix ends between two records or with an error. The totals are always printed.
for n in 1 8 63 64 65 127 128 200; do
    cut_off $corpus/neoverse "$dir/cut" $n
    decodes cut $((n % 64 != 0)) --json "$dir/cut"
    json_checked cut
done

refused decode_missing 2 '^spe decode: cannot read .*/none: No such file or directory$' spe decode "$dir/none"
refused decode_folder 2 '^spe decode: cannot read .*: Is a directory$' spe decode "$dir"
refused decode_two 2 '^spe decode: more than one input: b' spe decode a b
no_stdin() {
    "$@" <&-
}
refused decode_no_stdin 2 '^spe decode: cannot read standard input: Bad file descriptor$' no_stdin spe decode -
cp $corpus/neoverse "$dir/locked"
if lock "$dir/locked"; then
    refused decode_unreadable 2 'locked: Permission denied$' without_override "$SPE" decode "$dir/locked"
else
    skip decode_unreadable 'no file can be locked here'
fi
for option in --base --limit --max-record; do
    refused "decode_no_number$option" 2 "^spe decode: $option needs a value" spe decode $option
    for value in x -1 '' 12z 0x1FFFFFFFFFFFFFFFF; do
        refused "decode_number$option" 2 "^spe decode: $option '$value': not a number from [01] to 2\^(32|64) - 1$" \
            spe decode $option "$value" $corpus/neoverse
    done
done
for option in --limit --max-record; do # 0 would be no limit at all
    refused "decode_no_limit$option" 2 "^spe decode: $option '0': not a number from 1 to 2" spe decode $option 0 $corpus/neoverse
done
refused decode_record_limit 2 "'4294967296': not a number from 1 to 2\^32 - 1" spe decode --max-record 4294967296 $corpus/neoverse

# An input from a pipe that is larger than the memory of the process.
bounded() {
    (
        ulimit -v 6000
        exec "$SPE" decode --json -
    ) | tail -n 1
    return "${PIPESTATUS[0]}"
}
for ((i = 0; i < 256; i++)); do cat $corpus/neoverse; done >"$dir/many"
# Not with an address sanitizer, which needs more memory.
if ! grep -q __asan_init "$SPE"; then
    for ((i = 0; i < 128; i++)); do cat "$dir/many"; done |
        accepted decode_memory '"totals":{"bytes":8388608,"records":131072' bounded
fi

# Progress is shown on a terminal only.
on_terminal() {
    script -qec "$SPE decode '$dir/many' >/dev/null" /dev/null | tr '\r' '\n'
}
if script -qec true /dev/null >/dev/null 2>&1; then
    accepted decode_progress 'spe decode: 100%' on_terminal
    decodes quiet 0 "$dir/many"
else
    skip decode_progress 'script gives no pseudo-terminal'
fi

# A transaction log and the output of `spe log --bytes` hold the same bytes. A fault has cut a
# record in this log.
log=$dir/txnlog
check decode_pack spe log --pack c_model/test/logs/fault.txnlog "$log"
spe log --bytes "$log" >"$dir/log.bytes"
decodes log_bytes 1 "$dir/log.bytes"
# For a log, a line on stderr warns about the cut record.
cut_records='faults, aborts or resets in it [(]1[)] may have cut records: what follows is read on into them; spe replay knows where records begin$'
refused decode_log 1 "^spe decode: .*/txnlog: $cut_records" spe decode "$log"
cp "$work/out" "$dir/log.out"
same decode_log "$dir/log.out" "$dir/log_bytes.out"
refused decode_log_standard 1 "^spe decode: standard input: $cut_records" spe decode - <"$log"
cp "$work/out" "$dir/log_standard.out"
same decode_log_standard "$dir/log.out" "$dir/log_standard.out"
refused decode_log_pipe 2 '^spe decode: standard input: a transaction log is read from a file, not a pipe$' \
    eval "cat '$log' | spe decode -"
# A reset before the first address cannot cut a record.
sed 's/^0 reset kind=assert/1 reset kind=assert/' c_model/test/logs/one_record.txnlog >"$dir/late_reset.txt"
sed -i "s#^@config .*#@config $PWD/rtl/configs/v1p0_min.cfg#" "$dir/late_reset.txt"
check decode_late_reset spe log --pack "$dir/late_reset.txt" "$dir/late_reset"
decodes late_reset 1 --limit 1 "$dir/late_reset"

# A file whose name begins with a dash.
cp $corpus/neoverse "$dir/-dash"
accepted decode_dash '^256 bytes, 4 records' eval "(cd '$dir' && '$(realpath "$SPE")' decode -- -dash)"

# Bytes that the end cuts off are shown. So are the packets after those that a record keeps.
cut_off $corpus/neoverse "$dir/cut" 5
decodes cut_bytes 1 "$dir/cut"
check decode_cut grep -qE '^0x00000000  ([0-9a-f]{2} ){5} +cut off$' "$dir/cut_bytes.out"
for ((i = 0; i < 100; i++)); do printf '\x42\x02'; done >"$dir/long"
decodes long 1 "$dir/long"
check decode_all_packets eval "[ \$(grep -c 'Events: events=0x2' '$dir/long.out') = 100 ]"

# Columns, sums, filters.
decodes table 0 --table $corpus/neoverse
check decode_table awk 'NR == 1 { n = NF - 1 } NR > 1 && NF != n { bad = 1 } END { exit bad || NR != 5 }' "$dir/table.out"
accepted decode_summary '^ +4  retired$' spe decode --summary $corpus/neoverse
accepted decode_summary_zeros '^note: 0 records' spe decode --summary "$dir/zeros"
# 1,100 contexts appear once each, and after them one appears five times. This one is printed first,
# whatever the number of the others.
# shellcheck disable=SC2059 # the format is the bytes
printf "$(awk 'BEGIN { for (i = 1; i <= 1105; i++) { c = i <= 1100 ? i : 4660; printf "\\x64\\x%02x\\x%02x\\x00\\x00\\x01", c % 256, int(c / 256) } }')" >"$dir/contexts"
run spe decode --summary "$dir/contexts"
grep -A 2 '^CONTEXTIDR_EL1$' "$work/out" >"$dir/first"
grep ' others$' "$work/out" >>"$dir/first"
printf 'CONTEXTIDR_EL1\n%12d  0x1234\n%12d  0x1\n%12d  others\n' 5 1 1085 >"$dir/first.expected"
same decode_summary_order "$dir/first.expected" "$dir/first"
refused decode_two_ways 2 '^spe decode: one of --json, --table, --summary' spe decode --json --table $corpus/neoverse
# shows NAME RECORDS OPTIONS...: `spe decode` shows RECORDS records of the file.
shows() {
    local name=$1 records=$2
    shift 2
    accepted "decode_filter_$name" "^$records records shown$" spe decode "$@" "$dir/many"
}
pc=$(awk 'NR == 2 { print $4 }' "$dir/table.out") total=$(awk 'NR == 2 { print $11 }' "$dir/table.out")
shows pc 256 --pc "$pc"
shows pc_range 512 --pc "$pc-$((pc + 4))"
shows other_pc 0 --pc 0x1234
shows event 1024 --event retired
shows no_event 0 --event '!retired'
shows two_events 256 --event 'retired,not_taken'
shows latency 256 --latency "$total"
shows longer 256 --latency 4095-
shows record 3 --record 7-9
shows record_without 0 --record 7-9 --event '!retired'
shows errors 0 --errors
for range in 1025 5000-; do
    refused "decode_no_record_$range" 2 '^spe decode: .*/many: no record has a number of --record: 1024 records, from 1$' \
        spe decode --record $range "$dir/many"
done
refused decode_event 2 "^spe decode: --event: no event has the name 'tlb'$" spe decode --event retired,tlb $corpus/neoverse
for range in x 5-3 -3 '' 1-x; do
    refused decode_range 2 "^spe decode: --record '$range': not N, N-M or N-" spe decode --record "$range" $corpus/neoverse
done
for range in 0 0-3 0-; do # before anything is read
    refused decode_range_0 2 "^spe decode: --record '$range': not N, N-M or N-, of numbers from 1 to 2\^64 - 1$" \
        spe decode --record $range "$dir/absent"
done

# Bytes that begin inside a record.
tail -c +30 "$dir/many" >"$dir/inside"
accepted decode_resync '^35 bytes before the first whole record skipped$' spe decode --resync "$dir/inside"
check decode_resync_number eval "spe decode --resync --table '$dir/inside' | awk 'END { exit \$1 != 1023 }'"
for ((i = 0; i < 500; i++)); do printf '\x42\x02'; done >"$dir/noise"
refused decode_resync_none 1 '^spe decode: .*/noise: no record begins in the first 1000 bytes$' spe decode --resync "$dir/noise"

# The names of one implementation, and packets that it cannot write.
printf '\x52\x02\x10\x43\x0e\x01' >"$dir/names"
accepted decode_names ' retired late_prefetch$' spe decode --config rtl/configs/neoverse.cfg "$dir/names"
accepted decode_source_name 'source=14 dram$' spe decode --config rtl/configs/neoverse.cfg "$dir/names"
accepted decode_name_event '^1 records shown$' spe decode --config rtl/configs/neoverse.cfg --event late_prefetch "$dir/names"
decodes conform 1 --config rtl/configs/el1_only.cfg --json $corpus/neoverse
check decode_conform grep -q '"breaches":\[{"offset":"0x' "$dir/conform.out"
printf 'event 3 x\n# end\n' >"$dir/bad.names"
cp rtl/configs/neoverse.cfg "$dir/bad.cfg"
sed -i 's/^name = .*/name = bad/' "$dir/bad.cfg"
refused decode_bad_names 2 'bad.names:1: no such IMPLEMENTATION DEFINED event or data source$' \
    spe decode --config "$dir/bad.cfg" $corpus/neoverse
printf 'event 12 x\n' >"$dir/bad.names"
refused decode_cut_names 2 'bad.names: the last line is not `# end`$' spe decode --config "$dir/bad.cfg" $corpus/neoverse
# A line that is too long is not taken as two lines.
printf '# %253sevent 12 x\n# end\n' '' >"$dir/bad.names"
refused decode_long_names 2 'bad.names:1: longer than 254 characters, or with a NUL$' spe decode --config "$dir/bad.cfg" $corpus/neoverse
printf '# %252s\nevent 12 x\n# end\n' '' >"$dir/bad.names"
decodes long_names 0 --config "$dir/bad.cfg" $corpus/neoverse
# The environment fails if it denies a read, not if the name is that of a folder.
rm "$dir/bad.names" && mkdir "$dir/bad.names"
refused decode_folder_names 2 'bad.names: Is a directory$' spe decode --config "$dir/bad.cfg" $corpus/neoverse
rmdir "$dir/bad.names" && ln -s /proc/self/mem "$dir/bad.names"
refused decode_denied_names 4 'bad.names: Input/output error$' spe decode --config "$dir/bad.cfg" $corpus/neoverse
refused decode_denied_config 4 '^spe decode: /proc/self/mem: .*Input/output error$' spe decode --config /proc/self/mem $corpus/neoverse

# perf.data: written and read again, and damaged files.
check decode_perf_write spe perf --elf sim/traces/mix.elf -o "$dir/perf.data" "$dir/many"
decodes many 0 "$dir/many"
decodes perf 0 "$dir/perf.data"
check decode_perf_first grep -q '^# 65536 bytes of one thread$' "$dir/perf.out"
grep -v '^#' "$dir/perf.out" >"$dir/perf.bytes"
same decode_perf "$dir/perf.bytes" "$dir/many.out"
for n in 50 104 200 400 1000; do
    cut_off "$dir/perf.data" "$dir/cut.data" $n
    refused decode_perf_cut 2 '^spe decode: .*/cut.data (is cut off|has no data.*)$' spe decode "$dir/cut.data"
done
# le BYTES NUMBER...: print each number as BYTES bytes, little-endian.
le() {
    local bytes=$1 number i
    shift
    for number; do
        for ((i = 0; i < bytes; i++)); do printf "\\x$(printf %02x $((number >> 8 * i & 255)))"; done
    done
}
# perf_of DATA-BYTES SIZE TRACE-BYTES FILE...: print a perf.data in which each FILE is a queue.
# DATA-BYTES is the size of the data section. SIZE and TRACE-BYTES are those of the last record and
# its trace. `-` stands for the true number.
perf_of() {
    local bytes=32 queue=0 size=$2 trace=$3 all=$1 file
    shift 3
    for file; do bytes=$((bytes + 48 + $(stat -c %s "$file"))); done
    [ "$all" != - ] || all=$bytes
    printf PERFILE2
    le 8 104 0 0 0 104 "$all" 0 0 0 0 0 0
    le 4 70 && le 2 0 32 && le 4 4 0 && le 8 0 0
    for file; do
        le 4 71 && le 2 0
        if [ $((++queue)) = $# ] && [ "$size" != - ]; then le 2 "$size"; else le 2 48; fi
        if [ $queue = $# ] && [ "$trace" != - ]; then le 8 "$trace"; else le 8 "$(stat -c %s "$file")"; fi
        le 8 0 0 && le 4 $queue 0 $queue 0
        cat "$file"
    done
}
perf_of - - - "$dir/noise" "$dir/inside" "$dir/noise" >"$dir/queues.data"
check decode_table_queues eval "[ \$(spe decode --table --resync '$dir/queues.data' | grep -cE '^# [0-9]+ bytes of CPU [123]$') = 3 ]"
run spe decode --resync "$dir/queues.data"
[ "$status" = 1 ] && grep -q '^2035 bytes before the first whole record skipped$' "$work/out" && grep -q '^67507 bytes, 1023 records,' "$work/out" && ok ||
    bad decode_resync_queues "status $status, expected 1 and the records of the second queue: $(tail -n 3 "$work/out")"
[ "$(grep -c ': no record begins in the first 1000 bytes$' "$work/err")" = 2 ] && ok || bad decode_resync_said 'not said of both queues'
# A record, or its trace, that exceeds the data section although the file goes on; and a section of
# more than 2^63 bytes.
for numbers in '1049 -' '- 1001' '- -1'; do
    # shellcheck disable=SC2086 # a list
    { perf_of - $numbers "$dir/noise"; cat "$dir/noise"; } >"$dir/beyond.data"
    refused decode_perf_beyond 2 '/beyond.data is cut off$' spe decode "$dir/beyond.data"
done
{ perf_of -1 - - "$dir/noise"; cat "$dir/noise"; } >"$dir/beyond.data"
refused decode_perf_huge 2 '/beyond.data has no data: perf record was not ended$' spe decode "$dir/beyond.data"
# A record that is shorter than its body, in the middle and at the end of the file.
perf_of - 47 - "$dir/noise" >"$dir/short.data"
refused decode_perf_short 2 '/short.data has a record that is too short$' spe decode "$dir/short.data"
{ printf PERFILE2 && le 8 104 0 0 0 104 8 0 0 0 0 0 0 && le 4 70 && le 2 0 8; } >"$dir/short.data"
refused decode_perf_short_info 2 '/short.data has a record that is too short$' spe decode "$dir/short.data"
# `spe decode` agrees with what perf printed for these records. An edited output does not agree.
# meant FROM FILE: print FILE as comparable lines (sim/perf.awk).
meant() {
    awk -v from="$1" -f sim/perf.awk "$2"
}
meant perf $here/neoverse.perf >"$dir/meant.perf"
spe decode $corpus/neoverse >"$dir/meant.text"
meant spe "$dir/meant.text" >"$dir/meant.spe"
check decode_as_perf eval "[ \$(wc -l <'$dir/meant.spe') = 38 ]"
same decode_as_perf_each "$dir/meant.perf" "$dir/meant.spe"
for change in 's/count=3$/count=4/' 's/el=EL0/el=EL1/' 's/ retired/ exception/' 's/load\/store.*/branch/' 's/ts=0x/ts=0x1/' 's/source=8/source=9/'; do
    sed "$change" "$dir/meant.text" >"$dir/changed.text"
    meant spe "$dir/changed.text" >"$dir/changed.spe"
    check "decode_unlike_perf_$change" eval "! cmp -s '$dir/meant.perf' '$dir/changed.spe'"
done
refused decode_perf_pipe 2 'a perf.data is read from a file, not a pipe$' eval "cat '$dir/perf.data' | spe decode -"
refused perf_no_output 2 '^spe perf: no output: -o FILE is needed' spe perf "$dir/many"
cp "$dir/many" "$dir/own" && ln -sf own "$dir/linked"
refused perf_same 2 '^spe perf: -o is a file that is read: .*/linked' spe perf -o "$dir/linked" "$dir/own"
refused perf_same_input 2 '^spe perf: -o is a file that is read: ' eval "spe perf -o '$dir/own' - <'$dir/own'"
cp sim/traces/mix.elf "$dir/elf"
refused perf_same_program 2 '^spe perf: -o is a file that is read: ' spe perf --elf "$dir/elf" -o "$dir/elf" "$dir/many"
same perf_same_left "$dir/own" "$dir/many"
# Bytes that are no records, or only by chance: `spe perf` gives the status of `spe decode`, and
# still writes the file, so that perf can be tried on it.
for ((i = 0; i < 200; i++)); do printf '\x99\x05\x00\xff\x42\x02\x01'; done >"$dir/random"
refused perf_errors 1 '^spe perf: .*/random: [0-9]+ errors, of which perf says nothing: spe decode --errors$' spe perf -o "$dir/random.data" "$dir/random"
check perf_errors_written [ -s "$dir/random.data" ]
refused perf_no_record 2 'zeros: holds no record$' spe perf -o "$dir/none.data" "$dir/zeros"
refused perf_no_program 2 'many: no AArch64 program \(ELF64\)$' spe perf --elf "$dir/many" -o "$dir/none.data" "$dir/many"
refused perf_host_program 2 ': no AArch64 program \(ELF64\)$' spe perf --elf /proc/self/exe -o "$dir/none.data" "$dir/many"
refused perf_full 4 "^spe perf: $full: No space left on device$" spe perf -o "$full" "$dir/many"
check perf_device_left [ -c "$full" ]
# An output file that exists survives a failure.
spe perf -o "$dir/kept.data" $corpus/neoverse >/dev/null
cp "$dir/kept.data" "$dir/kept.before"
refused perf_file_limit 4 '^spe perf: .*/kept.data: File too large$' small_files 4 spe perf -o "$dir/kept.data" "$dir/many"
same perf_kept "$dir/kept.before" "$dir/kept.data"
check perf_no_part [ "$(echo "$dir"/kept.data*)" = "$dir/kept.data" ]
check perf_nothing_left [ ! -e "$dir/none.data" ]
