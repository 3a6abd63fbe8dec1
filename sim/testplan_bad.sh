#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# testplan_bad.sh DIR: `make testplan` must report rules that lack a row, a test, a check that finds
# their fault, or an existing bin, and items with too few faults. `sim/testplan.sh open` must list
# the rules that have no fault.
set -u
cd "$(dirname "$0")/.." || exit 2
dir=$1
passed=0 failed=0

# says NAME TEXT COMMAND...: the output has TEXT.
says() {
    if "${@:3}" 2>&1 | grep -qF -- "$2"; then
        passed=$((passed + 1))
    else
        echo "FAIL $1: sim/testplan.sh does not say: $2" && failed=$((failed + 1))
    fi
}

rows=0
while IFS='|' read -r name edit text; do
    rows=$((rows + 1))
    sed "$edit" sim/rules.tsv >"$dir/rules.$name"
    says "$name" "$text" env RULES="$dir/rules.$name" sim/testplan.sh
done <<'END'
row|/^D17-5\t/d|rule D17-5 has no row
id|s/^RFJDLW\t/RFJDLX\t/|rule RFJDLX is not one of
test|s/\tprof_tables /\tprof_table /|names tests prof_table, which does not exist
fault|s/\troute_gpf /\troute_gpg /|names bad route_gpg, which does not exist
check|/^D17-5\t/s/event.route/reg.read/|rule D17-5: fault route_gpf is found by another check
none|/^D17-5\t/s/\troute_gpf .*/\t-/|rule D17-5 has no test, or neither a run
function|/^D17-5\t/s/event.route/arch_event_target/|rule D17-5 names checks arch_event_target, which does not exist
bin|/^D17-5\t/s/event.gpc.\*/event.gpd.*/|rule D17-5 names bin event.gpd.*, which does not exist
where|/^D17-5\t/s/ route_tables / /|rule D17-5: fault route_gpf is found in none of its tests
refuses|/^Z7\t/s/\ttest_config\ttest_config/\tcli\ttest_config/|rule Z7: test test_config refuses, and is none of its tests
point|s/^Z7\t/registers.fields\t/|testpoint registers.fields is a rule, too
END
sed '/\t12$/d; s/\t11$//' sim/faults/list.tsv >"$dir/faults"
says items 'item 12 (Functional coverage) has fewer than three faults' env FAULTS="$dir/faults" sim/testplan.sh
says item 'fault syndrome_half belongs to no item' env FAULTS="$dir/faults" sim/testplan.sh
sed '/^D17-5\t/s/\troute_gpf .*/\tnone: nobody looks/' sim/rules.tsv >"$dir/rules.open"
says open $'D17-5\tevent.abort_stage1.* event.abort_stage2.* event.gpc.*\tnobody looks' env RULES="$dir/rules.open" sim/testplan.sh open
# A bin that no test of its rule meets.
mkdir -p "$dir/bins/ernd/smoke-1" "$dir/bins/ernd/random-12"
printf "%s\n" "@run x" "packet pc 4" "event full.PMBSR_EL1 1" >"$dir/bins/ernd/smoke-1/bins"
printf "%s\n" "packet end 3" "packet pc 0" "event gpc.PMBSR_EL2 2" >"$dir/bins/ernd/random-12/bins"
printf "%s\ts\tr\tc\t%s\t%s\tf\n" R1 packet.pc smoke R2 "event.*.PMBSR_EL2 packet.end" "test_x random" R3 - smoke R4 packet.end "random smoke" >"$dir/rules.met"
says met "COUNT 4 0 0" env RULES="$dir/rules.met" sim/rule-bins.sh "$dir/bins"
sed -i "s/test_x random/test_x smoke/; /^R1/s/smoke/random/" "$dir/rules.met"
for text in "rule R1: none of its tests meets packet.pc" "rule R2: none of its tests meets event.*.PMBSR_EL2" \
    "rule R2: none of its tests meets packet.end" "COUNT 1 3 0"; do
    says "unmet" "$text" env RULES="$dir/rules.met" sim/rule-bins.sh "$dir/bins"
done
says none "holds no run with bins" sim/rule-bins.sh "$dir/none"
echo "COUNT $passed $failed 0"
[ "$failed" = 0 ] && [ "$passed" = $((rows + 9)) ]
