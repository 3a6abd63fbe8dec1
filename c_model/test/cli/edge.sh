# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# spe-edge: faults in the log of a run that passes (sim/faults/edge.md), the least shares that a
# table asks for, and bad input.

edge() {
    limited "$build/bin/spe-edge" "$@"
}

log=$work/edge.txnlog
spe log --pack c_model/test/logs/one_record.txnlog "$log"
accepted edge_help '^usage: spe-edge ' edge --help
accepted edge_data $'^w\tdata\t64\t' edge --bits 1 --calls 1 "$log"
accepted edge_drawn_all $'^reset\tdropped\t2\t100\t' edge --bits 0 --calls 9 "$log"
accepted edge_as_it_is $'^pop\tdropped\t.*\tcontract seq [0-9]+$' edge --as-is --bits 0 --calls 9 "$log"
accepted edge_misses $'^missed\t.*\tsync\tpos\tbit [0-9]+ of 0x[0-9a-f]+\tcycle ' edge --misses --bits 1 --calls 0 "$log"

# The table with which this log passes: each row of which less than half of the faults are found,
# with the share that is found.
edge --bits 1 --calls 4 "$log" |
    awk -F'\t' -v OFS='\t' 'NR > 1 && $4 < 50 { print $1, $2, $4, "reason" } END { print "# end" }' >"$work/edge.tsv"
accepted edge_expected $'^sync\tpos\t' edge --bits 1 --calls 4 --expect "$work/edge.tsv" "$log"
sed 's/^sync\tpos\t0/sync\tpos\t1/' "$work/edge.tsv" >"$work/edge_more.tsv"
refused edge_too_little 1 '^spe-edge: sync pos: 0 of 64 faults found, 1 % are needed$' \
    edge --bits 1 --calls 4 --expect "$work/edge_more.tsv" "$log"
sed '/^sync\tpos/d' "$work/edge.tsv" >"$work/edge_less.tsv"
refused edge_no_row 1 '^spe-edge: sync pos: 0 of 64 faults found, 50 % are needed$' \
    edge --bits 1 --calls 4 --expect "$work/edge_less.tsv" "$log"
sed $'1i rnd\tvalue\t10\tno draw in this log' "$work/edge.tsv" >"$work/edge_none.tsv"
refused edge_row_without_faults 1 '^spe-edge: rnd value: 0 of 0 faults found, 10 % are needed$' \
    edge --bits 1 --calls 4 --expect "$work/edge_none.tsv" "$log"
sed '$d' "$work/edge.tsv" >"$work/edge_cut.tsv"
refused edge_cut 2 "^spe-edge: .*: no '# end' behind it$" edge --bits 1 --calls 4 --expect "$work/edge_cut.tsv" "$log"
for row in $'sync\tnone\t1\tx' $'sync\tdata\t101\tx' $'sync\tdata\t1\t' $'sync\tpos\t0\ttwice'; do
    sed "\$i $row" "$work/edge.tsv" >"$work/edge_row.tsv"
    refused "edge_row_${row//[^a-z0-9]/_}" 2 "^spe-edge: .*: not 'call, what, percent, reason', or twice$" \
        edge --bits 1 --calls 4 --expect "$work/edge_row.tsv" "$log"
done
refused edge_no_table 2 '^spe-edge: /nonexistent: No such file' edge --bits 1 --expect /nonexistent "$log"

sed 's/data=0x00b0000299000598/data=0x00b0000299000599/' c_model/test/logs/one_record.txnlog >"$work/edge_bad.txt"
sed -i "s#\.\./\.\./\.\.#$PWD#" "$work/edge_bad.txt"
spe log --pack "$work/edge_bad.txt" "$work/edge_bad.txnlog"
refused edge_run_that_fails 2 '^spe-edge: .*: does not pass: buf.data' edge "$work/edge_bad.txnlog"
refused edge_no_log 2 '^spe-edge: /nonexistent: cannot be opened' edge /nonexistent
refused edge_nothing 2 '^spe-edge: no log' edge
refused edge_option 2 "^spe-edge: unknown option '--nope'" edge --nope 1 "$log"
refused edge_number 2 "^spe-edge: no such number '-1'" edge --bits -1 "$log"
refused edge_part 2 "^spe-edge: unknown option '--bit'" edge --bit 1 "$log"
refused edge_no_value 2 "^spe-edge: no value for '--bits'" edge "$log" --bits
accepted edge_behind $'^w\tdata\t64\t' edge "$log" --bits=1 --calls 1
