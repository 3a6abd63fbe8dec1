#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# occurs.sh BUILD [CONFIG...]: count the events that random sessions of twenty seeds provoke
# together, from their transaction logs. Each kind of event that the configuration has must occur
# three times, a rare kind once, and no fault that a PE cannot give. A short run must lack some, which
# shows that the comparison can fail.
set -u
cd "$(dirname "$0")/../.." || exit 2
build=$1
[ $# -gt 1 ] || set -- "$build" v1p0_min neoverse kunpeng ernd v1p5_max
log=$build/out/occurs.log
passed=0 failed=0
mkdir -p "$build/out"

common='access OK
access TRAP_EL2
access TRAP_EL3
access UNDEFINED
attribute 0x0
attribute 0x4
attribute 0x44
attribute 0xbb
attribute 0xff
burst
burst at a page
address of the upper half
address waits
another ASID or VMID
buffer disabled
clock stops
clock stops in flight
COLL read
collision
context at EL0
context at EL1
context at EL2
context at EL3
context in AArch32 state
context in Debug state
context with EL1 in AArch32 state
DSB waits
event DL
event EC 0 full
fault code group 0
fault code group 1
fault code group 12
fault code group 2
fault code group 3
fault code group 5
fault code group 8
fault of stage 1
fault of stage 2
in flight 1
interval 0
life exception
life retire
long interval
owner changes with the buffer enabled
PMBIRQ rises
PMBIRQ rises in PSB
PSB CSYNC waits
regime 0
regime 1
regime 2
regime 3
reset
reset in PSB
reset in flight
response 0
response 2
response 3
selection at EL0 Non-secure
selection at EL0 Secure
selection at EL1 Non-secure
selection at EL1 Secure
selection at EL2 Non-secure
selection while DSB waits
selection while PSB CSYNC waits
software sets S
sync cse
sync tlbi
tag given in the cycle of its ending
TLBI in a translation
thread active 0
write of PMBPTR_EL1 with the buffer enabled
write of PMBSR_EL1 with the buffer enabled
write of PMSCR_EL1 with the buffer enabled
write of PMSCR_EL12 with the buffer enabled
write of PMSCR_EL2 with the buffer enabled
write of PMSEVFR_EL1 with the buffer enabled
write of PMSFCR_EL1 with the buffer enabled
write of PMSICR_EL1 with the buffer enabled
write of PMSIRR_EL1 with the buffer enabled
write of PMSLATFR_EL1 with the buffer enabled'
rare='^(tag given|reset in|selection while DSB|TLBI in|abort with|fault code group (8|12|13)|SError)'
dispatch=$'life complete\nlife issue\nlife nonarch\nlife replay\nlife squash\nlife xlat_end\nlife xlat_start'
later='counters frozen
event in PMBSR_EL2
event in PMBSR_EL3
exception masked
exception to EL1
exception to EL2
exception to EL3
granule protection check
physical address mode
regime 4
regime 5
regime 6
regime 7
regime 8
selection at EL0 Realm
selection at EL1 Realm
selection at EL2 Realm
selection at EL2 Secure
sync impdef'
first='fault code group 13' # 110101, which SPEv1p1 reserves
wide='two selections in a cycle'
split='fault inside a record'

# wanted CONFIG: print the kinds of event that the configuration has.
wanted() {
    echo "$common"
    case $1 in
    v1p0_min) printf '%s\n%s\n%s\nevent EC 36 FSC 16\n' "$first" "$dispatch" "$split" ;;
    kunpeng) printf '%s\n%s\n%s\nevent EC 36 FSC 16\n' "$first" "$wide" "$split" ;;
    neoverse) printf '%s\n%s\n%s\nevent EC 36 FSC 17\nabort with a burst outstanding\n' "$first" "$dispatch" "$wide" ;;
    v1p5_max) printf '%s\n%s\n%s\nin flight 4\n' "$dispatch" "$wide" "$later" ;;
    ernd) printf '%s\n%s\n%s\n%s\nSError\nabort with a burst outstanding\nin flight 2\nin flight 3\nin flight 4\n' "$first" "$dispatch" "$wide" "$split" ;;
    esac
}

# missing CONFIG SEEDS OPTIONS...: print the wanted kinds that occurred less than three times in all
# (rare kinds: never), and the faults that a PE cannot give.
missing() {
    local config=$1 seeds=$2 seed
    shift 2
    for seed in $(seq 1 "$seeds"); do
        "$build/$config/spu_sim" --config "rtl/configs/$config.cfg" --test random --seed "$seed" --log "$log" "$@" \
            >/dev/null 2>&1
        "$build/bin/spe" log "$log"
    done | awk -v rme="$([ "$config" = v1p5_max ] && echo 1)" -v no_el2="$(grep -c "^el2 = 0" "rtl/configs/$config.cfg")" -f tb/test/occurs.awk |
        awk -v rare="$rare" '{ n = $1; sub(/^[0-9]+ /, ""); if (n >= 3 || $0 ~ rare || /^impossible/) print }' |
        LC_ALL=C sort | LC_ALL=C comm -3 - <(wanted "$config" | LC_ALL=C sort) | sed -n 's/^\t//p; /^impossible/p'
}

for config in "${@:2}"; do
    few=$(missing "$config" 20)
    if [ -z "$few" ]; then
        echo "ok    $config: $(wanted "$config" | wc -l) kinds of event" && passed=$((passed + 1))
    else
        echo "FAIL  $config had less than three of, or what cannot be: ${few//$'\n'/, }" && failed=$((failed + 1))
    fi
done
if [ -n "$(missing ernd 1 --ops 300)" ]; then
    echo "ok    a short run lacks some" && passed=$((passed + 1))
else
    echo "FAIL  a short run lacks nothing" && failed=$((failed + 1))
fi
rm -f "$log"
echo "COUNT $passed $failed 0"
[ "$failed" = 0 ]
