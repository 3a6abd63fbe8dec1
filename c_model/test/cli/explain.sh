# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# `spe replay --until`: the predicted state at a cycle, and the rules that made it.
logs=c_model/test/logs
dir=$work/explain
mkdir -p "$dir"

# packed NAME [SED]: the log of that text, edited; refuses an edit that changes nothing.
packed() {
    sed -e "s#^@config \.\./\.\./\.\./#@config $PWD/#" "$logs/$1.txnlog" >"$dir/$1.txt"
    sed -e "${2:-}" "$dir/$1.txt" >"$dir/$1.edited"
    if [ -n "${2:-}" ] && cmp -s "$dir/$1.txt" "$dir/$1.edited"; then
        bad "pack_$1" "the edit changes nothing: $2"
    fi
    spe log --pack "$dir/$1.edited" "$dir/$1.log"
}

# state NAME CYCLE PATTERN: the log's state at that cycle has the line.
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
state one_record 1000000 '^predicted at the end of cycle 1000000; last transaction seq 35 in cycle 48$'
# What is over leaves nothing: neither sample nor record.
run spe replay --until 40 "$dir/one_record.log"
check until_over sh -c '! grep -E "^(sample|record|filter)" "$1"' - "$work/out"
packed full
state full 36 '^doubt  *buffer full  *due in 37 \.\. 37  since cycle 36, seq 21, S3\.5\.2$'
state full 37 '^enable  *stopped  *1  since cycle 37, seq 21, S3\.5\.2$'

packed collide
refused until_none 2 '^spe replay: .*collide.log: no transaction up to cycle 1$' spe replay --until 1 "$dir/collide.log"
refused until_no_value 2 '^spe replay: --until needs a value' spe replay "$dir/one_record.log" --until
refused until_no_number 2 '^spe replay: --until takes a cycle, not x' spe replay --until x "$dir/one_record.log"
refused until_other 2 '^spe replay: --until takes no other option than --salvage' spe replay --until 6 --checks "$dir/one_record.log"
refused until_no_log 2 '^spe replay: no log' spe replay --until 6
refused until_missing 2 '^spe replay: .*/none: .*No such file' spe replay --until 6 "$dir/none"

# Every rule that an entry names is one of the project.
for log in "$logs"/*.txnlog; do
    name=$(basename "$log" .txnlog)
    packed "$name"
    for cycle in 30 60 100000000; do
        run spe replay --until $cycle "$dir/$name.log"
        awk '/ since cycle /{ print $NF }' "$work/out"
    done
done | sort -u >"$dir/rules"
check rules_some test "$(wc -l <"$dir/rules")" -ge 12
cut -f1 sim/rules.tsv | sort >"$dir/known"
check rules_known sh -c '[ -z "$(comm -23 "$1" "$2")" ]' - "$dir/rules" "$dir/known"
