#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# occurs.sh BUILD: what the random sessions of eight seeds provoke, read from their transaction logs. A kind of event that the
# configuration has and that never came fails; so does a short run, which shows that the comparison can fail.
set -u
cd "$(dirname "$0")/../.." || exit 2
build=$1
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
COLL read
collision
DSB waits
event DL
event EC 0 full
fault of stage 1
fault of stage 2
in flight 1
life exception
life retire
PMBIRQ rises
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
sync cse
sync tlbi
tag given in the cycle of its ending
thread active 0'
dispatch=$'life complete\nlife issue\nlife nonarch\nlife replay\nlife squash\nlife xlat_end\nlife xlat_start'
wide='two selections in a cycle'

# wanted CONFIG: the kinds of event that it has.
wanted() {
    echo "$common"
    case $1 in
    v1p0_min) printf '%s\nevent EC 36 FSC 16\n' "$dispatch" ;;
    kunpeng) printf '%s\nevent EC 36 FSC 16\n' "$wide" ;;
    neoverse) printf '%s\n%s\nevent EC 36 FSC 17\n' "$dispatch" "$wide" ;;
    ernd) printf '%s\n%s\nSError\nin flight 2\nin flight 3\nin flight 4\n' "$dispatch" "$wide" ;;
    esac
}

# missing CONFIG SEEDS OPTIONS...: the wanted kinds that never came.
missing() {
    local config=$1 seeds=$2 seed
    shift 2
    for seed in $(seq 1 "$seeds"); do
        "$build/$config/spu_sim" --config "rtl/configs/$config.cfg" --test random --seed "$seed" --log "$log" "$@" \
            >/dev/null 2>&1
        "$build/bin/spe" log "$log"
    done | awk -f tb/test/occurs.awk | cut -d' ' -f2- | LC_ALL=C sort | LC_ALL=C comm -13 - <(wanted "$config" | LC_ALL=C sort)
}

for config in v1p0_min neoverse kunpeng ernd; do
    never=$(missing "$config" 8)
    if [ -z "$never" ]; then
        echo "ok    $config: $(wanted "$config" | wc -l) kinds of event" && passed=$((passed + 1))
    else
        echo "FAIL  $config never had: ${never//$'\n'/, }" && failed=$((failed + 1))
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
