# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# `spe wave` beside the waves of simulations: no divergence where the SPU is right, in three configurations; the first cycle of
# a fault, which the waves of two simulations tell, one with the fault and one without it. Needs the builds with waves.
dir=$work/wave_runs
map=sim/wave/spu.map
mkdir -p "$dir"

if "$build/bin/fst_text" 2>&1 | grep -q 'cannot be built'; then
    skip wave_runs 'this Verilator has no library for FST'
    return 0
fi

# simulated DIR EXECUTABLE CONFIG TEST OPTION...: log and waves of a run. Assertions must not end it before its time.
simulated() {
    run limited "$2" --config "rtl/configs/$3.cfg" --test "$4" --seed 1 --dir "$1" --keep --waves "$1/waves.fst" \
        --plusarg +verilator+noassert "${@:5}"
    [ -s "$1/waves.fst" ] && [ -s "$1/txnlog" ] || bad "simulated_$3_$4" "status $status, no waves or log"
}

# agrees CONFIG TEST [OPTION...]: every register, in every cycle, the map's signals all there.
agrees() {
    local d=$dir/$1-$2
    simulated "$d" "$build/$1-waves/spu_sim" "$1" "$2" "${@:3}"
    accepted "agrees_$1_$2" '^no divergence: 1[0-9] registers, [0-9]+ cycles, tolerance 0$' spe wave --map $map "$d/txnlog" "$d/waves.fst"
    check "agrees_map_$1" sh -c '! grep "not in the FST\|nothing shows" "$1"' - "$work/out"
    rm -f "$d/waves.fst" "$d/view.fst"
}
for config in v1p0_min neoverse v1p5_max; do
    agrees $config random --ops 4000
    agrees $config race_coll
    agrees $config reset_states
done

# faulty CONFIG PATCH: the executable with waves of the SPU with that fault, $dir/PATCH/spu_sim.
faulty() {
    limited sim/faulty.sh "$build" "sim/faults/$2.patch" "$1" waves "$dir/$2"
}

# truth CLEAN FAULTY: the first cycle in which registers of the two runs differ: what changes at an edge is seen in the next one.
# What they begin with is drawn, in another order where the SPU has another flop; of a register its flop counts, not what it takes.
truth() {
    local name side at=TOP.spu_harness.u_spu
    for side in "$1" "$2"; do
        "$build/bin/fst_text" "$side/waves.fst" $at.u_control.u_regs.{sr1,sr2,sr3,scr1,scr2,ptr,mar,limitr,irr,fcr,evfr,latfr}{,.} \
            $at.u_sampler.u_interval.icr_o | grep -vE '^0 |u_regs\.[a-z0-9]+_' >"$side/registers"
    done
    name=$(cmp "$1/registers" "$2/registers" | sed 's/.*line //')
    [ -z "$name" ] || { sed -n "${name}p" "$1/registers"; sed -n "${name}p" "$2/registers"; } |
        awk '{ t = NR == 1 || $1 < t ? $1 : t } END { printf "%d\n", (t + 500) / 1000 }'
}

# fault CONFIG PATCH TEST REGISTER [OPTION...]: the divergence is marked in the cycle of truth, before the finding; of the
# counter, which is compared where it is known, between the two: of a test in which it is known before the finding.
fault() {
    local d=$dir/$2 first marked found
    faulty "$1" "$2" || { bad "fault_$2" 'does not build'; return; }
    simulated "$d/clean" "$build/$1-waves/spu_sim" "$1" "$3" "${@:5}"
    simulated "$d/run" "$d/spu_sim" "$1" "$3" "${@:5}"
    first=$(truth "$d/clean" "$d/run")
    accepted "fault_$2" "^first divergence: cycle [0-9]+: $4 predicted" spe wave --map $map "$d/run/txnlog" "$d/run/waves.fst"
    marked=$(sed -n 's/^first divergence: cycle \([0-9]*\):.*/\1/p' "$work/out")
    found=$(sed -n 's/^finding 1 of .* finding \([0-9]*\)$/\1/p' "$work/out")
    if [ "$4" = PMSICR_EL1 ]; then
        check "fault_counter_$2: $first <= $marked <= $found" test "$first" -le "$marked" -a "$marked" -le "$found"
    else
        check "fault_cycle_$2: $marked is $first, before $found" test "$marked" = "$first" -a "$marked" -lt "$found"
    fi
    "$build/bin/fst_text" "$d/run/view.fst" scoreboard.finding.differ >"$d/differ"
    check "fault_row_$2" grep -qx "$marked scoreboard.finding.differ 1" "$d/differ"
    rm -rf "$d"
}
fault neoverse regs_coll_event race_coll PMBSR_EL1
fault neoverse regs_ptr race_pointer PMBPTR_EL1
fault neoverse interval_branch filter_latency PMSICR_EL1 --until 300

# The same run with waves of some cycles only, whose FST begins there; the log of another seed.
d=$dir/window
simulated "$d" "$build/v1p0_min-waves/spu_sim" v1p0_min smoke --waves-from 400 --waves-to 520
accepted window_run '^no divergence: 1[0-9] registers, 121 cycles, tolerance 0$' spe wave --map $map "$d/txnlog" "$d/waves.fst"
simulated "$d/other" "$build/v1p0_min-waves/spu_sim" v1p0_min random --ops 2000
refused other_run 2 '^spe wave: the FST is of another run than the log: cycle ' spe wave --map $map "$d/other/txnlog" "$d/waves.fst"
