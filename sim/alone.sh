#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# alone.sh BUILD FAULT [TEXT...]: how many random sessions it takes to find an injected fault,
# without any directed test. The sessions take the configurations in turn, as those of `make qualify
# ALONE=200` do (sim/qualify.md), and are drawn from TEXT (1 to 5); assertions are off. Prints a
# line for each TEXT: sessions needed, the session and the check that found the fault. The last line
# is the median. The configurations must be built.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# -ge 2 ] || die 2 'usage: sim/alone.sh BUILD FAULT [TEXT...]'
build=$1 fault=$2
shift 2
[ $# != 0 ] || set -- 1 2 3 4 5
MOST=200
built "$build" bin/launch "${MUTATED[@]/%//spu_sim}"
work=$build/alone/$fault

# needed TEXT: "NEEDED CONFIG SEED CHECK"; "more than 200" if no session found the fault.
needed() {
    local config options n=0 check
    while IFS=$'\t' read -r config options; do
        n=$((n + 1))
        rm -rf "$work/run"
        # shellcheck disable=SC2086 # a list
        "$work/$config/spu_sim" --config "rtl/configs/$config.cfg" $options --dir "$work/run" --first-finding </dev/null >"$work/out" 2>&1 && continue
        check=$(sed -nE 's/^[0-9]+ spu[0-9]+ MISMATCH: ([a-z_.]+) .*/\1/p' "$work/run/findings.txt" 2>/dev/null | head -n 1)
        [ -n "$check" ] || die 1 "$config $options fails without a finding: $work"
        echo "$n: $config $options: $check"
        return
    done < <(sim/qualify/sessions.sh $MOST "$1" "${MUTATED[@]}")
    echo "$((MOST + 1)): none of $MOST"
}

for config in "${MUTATED[@]}"; do
    mkdir -p "$work/$config" || die 4 "cannot write to $work"
    echo "sim/faulty.sh $build sim/faults/$fault.patch $config noassert $work/$config"
done | "$build/bin/launch" --cpu 0 --stall 0 nice xargs -P "${JOBS:-1}" -I{} bash -c '{}' || die 4 "$fault does not build"
for text; do
    needed "$text" | sed "s/^/$fault from '$text': /" || exit
done | tee "$work/found"
sed -E "s/.*': ([0-9]+): .*/\1/" "$work/found" | sort -n | awk -v most=$MOST '{ a[NR] = $1 }
    END { m = a[int((NR + 1) / 2)]; print "sessions needed: median " (m > most ? "more than " most : m) " of " NR }'
