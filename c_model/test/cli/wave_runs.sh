# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# `spe wave` with the waves of simulations. A correct SPU has no divergence, in three
# configurations. For a fault, the waves of two simulations, with and without the fault, give the
# first cycle. Needs the builds with waves.
dir=$work/wave_runs
map=sim/wave/spu.map
mkdir -p "$dir"

if "$build/bin/fst_text" 2>&1 | grep -q 'cannot be built'; then
    skip wave_runs 'this Verilator has no library for FST'
    return 0
fi

# simulated DIR EXECUTABLE CONFIG TEST OPTION...: make log and waves of a run. Assertions must not
# end the run early.
simulated() {
    run limited "$2" --config "rtl/configs/$3.cfg" --test "$4" --seed 1 --dir "$1" --keep --waves "$1/waves.fst" \
        --plusarg +verilator+noassert "${@:5}"
    [ -s "$1/waves.fst" ] && [ -s "$1/txnlog" ] || bad "simulated_$3_$4" "status $status, no waves or log"
}

# same_rows NAME FST TAGS: the SPU holds the predicted value in every cycle in which the prediction
# is known.
same_rows() {
    "$build/bin/fst_text" "$2" | awk '
        function close_at(c) { for (n in spu) if (n in row && row[n] !~ /x/) { seen[n]++; if (spu[n] != row[n]) { print n, "cycle", c, "SPU", spu[n], "predicted", row[n] } } }
        $1 == "variable" || $2 !~ /^(spu|scoreboard)\.(enable|queue|samples)\./ { next }
        { for (; at < $1; at++) close_at(at)
          n = $2; sub(/^[a-z]*\./, "", n); v = $3; sub(/^0+/, "", v)
          if ($2 ~ /^spu/) spu[n] = v; else row[n] = v }
        END { close_at(at); for (n in seen) print "seen", n, seen[n] }' >"$dir/rows"
    check "same_rows_$1" sh -c '! grep -v "^seen " "$1"' - "$dir/rows"
    check "differs_never_$1" sh -c '! "$1" "$2" scoreboard.finding.differ | grep "^[0-9]* [a-z.]* 1"' - "$build/bin/fst_text" "$2"
    check "same_rows_all_$1" test "$(awk '$1 == "seen" && (/enable/ || $3 > 100)' "$dir/rows" | wc -l)" = $((5 + $3))
}

# agrees CONFIG TAGS TEST [OPTION...]: no register differs in any cycle, and the FST has all signals
# of the map, for each tag.
agrees() {
    local d=$dir/$1-$3
    simulated "$d" "$build/$1-waves/spu_sim" "$1" "$3" "${@:4}"
    accepted "agrees_$1_$3" '^no divergence: 1[0-9] registers, [0-9]+ cycles, tolerance 0$' spe wave --map $map "$d/txnlog" "$d/waves.fst"
    cp "$work/out" "$d/out"
    check "agrees_map_$1" sh -c '! grep "not in the FST\|nothing shows" "$1"' - "$d/out"
    same_rows "$1_$3" "$d/view.fst" "$2"
    rm -f "$d/waves.fst" "$d/view.fst"
}
while read -r config tags; do
    agrees $config "$tags" random --ops 4000
    agrees $config "$tags" race_coll
    agrees $config "$tags" reset_states
done <<'END'
v1p0_min 1
neoverse 1
v1p5_max 4
END

# faulty CONFIG PATCH: build the executable with waves and that fault, $dir/PATCH/spu_sim.
faulty() {
    limited sim/faulty.sh "$build" "sim/faults/$2.patch" "$1" waves "$dir/$2"
}

# truth CLEAN FAULTY: print the first cycle in which registers of the two runs differ. A change at
# an edge is seen in the next cycle. Initial values are ignored: they are random, and their order
# changes with each further flip-flop. For a register, its flip-flop counts and not its input.
truth() {
    local name side at=TOP.spu_harness.u_spu
    for side in "$1" "$2"; do
        "$build/bin/fst_text" "$side/waves.fst" $at.u_control.u_sysregs.{sr1,sr2,sr3,scr1,scr2,ptr,mar,limitr,irr,fcr,evfr,latfr}{,.} \
            $at.u_sampler.u_interval.icr_o | grep -vE '^0 |u_sysregs\.[a-z0-9]+_' >"$side/registers"
    done
    name=$(cmp "$1/registers" "$2/registers" | sed 's/.*line //')
    [ -z "$name" ] || { sed -n "${name}p" "$1/registers"; sed -n "${name}p" "$2/registers"; } |
        awk '{ t = NR == 1 || $1 < t ? $1 : t } END { printf "%d\n", (t + 500) / 1000 }'
}

# fault CONFIG PATCH TEST REGISTER [OPTION...]: the divergence is marked in the cycle of truth,
# before the finding. The counter is compared only in cycles in which it is known, so its mark lies
# between truth and finding. The test must make it known before the finding.
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

# A run with waves of some cycles only: its FST begins there. The log of another test is
# refused.
d=$dir/window
simulated "$d" "$build/v1p0_min-waves/spu_sim" v1p0_min smoke --waves-from 400 --waves-to 520
accepted window_run '^no divergence: 1[0-9] registers, 121 cycles, tolerance 0$' spe wave --map $map "$d/txnlog" "$d/waves.fst"
simulated "$d/other" "$build/v1p0_min-waves/spu_sim" v1p0_min random --ops 2000
refused other_run 2 '^spe wave: the FST is of another run than the log: cycle ' spe wave --map $map "$d/other/txnlog" "$d/waves.fst"
