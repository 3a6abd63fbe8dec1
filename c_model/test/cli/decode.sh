# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# `spe decode`: files, pipes, terminals, streams with errors, memory.
corpus=c_model/test/corpus
dir=$work/decode
mkdir -p "$dir"

# decodes NAME STATUS OPTIONS...: status, silence on stderr; the output stays in $dir/NAME.out.
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
accepted decode_address '"bytes":"b2785634120080ffff".*"addr":"0xff800012345678"' spe decode --json $corpus/neoverse

: >"$dir/empty"
refused decode_empty 2 "^spe decode: $dir/empty is empty$" spe decode "$dir/empty"
refused decode_empty_json 2 "^spe decode: $dir/empty is empty$" spe decode --json "$dir/empty"
refused decode_empty_pipe 2 '^spe decode: standard input is empty$' spe decode -
head -c 100000 /dev/zero >"$dir/zeros"
accepted decode_zeros '^note: 0 records: nothing but padding$' spe decode "$dir/zeros"
check decode_no_note eval '! spe decode $corpus/neoverse | grep "^note: 0 records"'
decodes zeros.json 0 --json "$dir/zeros"
json_checked zeros.json
# Every prefix ends either between two records or as an error; never without totals.
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
    refused "decode_no_number$option" 2 "^spe decode: $option needs a number" spe decode $option
    for value in x -1 '' 12z 0x1FFFFFFFFFFFFFFFF; do
        refused "decode_number$option" 2 "^spe decode: $option '$value': not a number from 0 to 2\^(32|64) - 1$" \
            spe decode $option "$value" $corpus/neoverse
    done
done
refused decode_record_limit 2 "'4294967296': not a number from 0 to 2\^32 - 1" spe decode --max-record 4294967296 $corpus/neoverse

# An input larger than the memory that the process may use, from a pipe.
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

# Progress is for somebody who looks at it: on a terminal only.
on_terminal() {
    script -qec "$SPE decode '$dir/many' >/dev/null" /dev/null | tr '\r' '\n'
}
if script -qec true /dev/null >/dev/null 2>&1; then
    accepted decode_progress 'spe decode: 100%' on_terminal
    decodes quiet 0 "$dir/many"
else
    skip decode_progress 'script gives no pseudo-terminal'
fi
