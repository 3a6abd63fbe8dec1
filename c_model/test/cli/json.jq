# SPDX-License-Identifier: Apache-2.0
# `spe decode --json`, all lines in one array: records, then totals; offsets, addresses, timestamps and masks as "0x..." strings;
# counts that a double can hold.
def hex: type == "string" and test("^0x[0-9a-f]+$");
def wide: [.. | objects | .offset, .addr, .ts, .events] | map(select(. != null));

(.[:-1]) as $records | .[-1] as $last
| ($last | has("totals") and has("errors") and has("notes"))
and ($records | all(has("offset") and has("length") and has("complete") and (.problems | type == "array")))
and all($records[].packets[]; has("offset") and has("kind") and has("title") and (.bytes | test("^([0-9a-f]{2})+$")))
and ($records | wide | all(hex))
and ([.. | numbers] | all(. <= 9007199254740991))
and (([$records[].length] | add // 0) <= $last.totals.bytes)
and $last.totals.records == ([$records[] | select(.complete)] | length)
