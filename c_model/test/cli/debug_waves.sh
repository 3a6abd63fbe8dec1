# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# sim/debug.sh and `spe wave` on runs with waves. A collision is lost: in the SPU by a fault of
# sim/faults, in the toy by one of its own faults. PMBSR_EL1 is the first register that differs, in
# the cycle in which COLL should appear.
dir=$work/debug_waves
mkdir -p "$dir/faulty"

debug() {
    SIM=$dir/faulty/spu_sim limited sim/debug.sh "$build" "$@"
}

# faulty PATCH CONFIG: build spu_sim of CONFIG with waves and the fault PATCH, as
# $dir/faulty/spu_sim.
faulty() {
    local tree=$dir/faulty/tree
    mkdir -p "$tree/tb" && cp -r rtl dpi "$tree" && cp -r tb/sv "$tree/tb" && cp "$build/$2-waves/spe_cfg_pkg.sv" "$dir/faulty" &&
        patch -s -F0 -p1 -d "$tree" <"sim/faults/$1.patch" &&
        sim/model.sh "$dir/faulty" "$tree" waves objects >"$dir/faulty/log" 2>&1 &&
        sim/link.sh "$build/$2-waves/link.rsp" "$dir/faulty/model" "$dir/faulty/spu_sim"
}
check debug_faulty faulty regs_coll_event neoverse
run "$dir/faulty/spu_sim" --config rtl/configs/neoverse.cfg --test race_coll --seed 1 --dir "$dir/race"
check debug_race_fails test "$status" = 1
accepted debug_race '^PMBSR_EL1 COLL: expected 0x1 of cycle 4129 ' debug "$dir/race"
cp "$work/out" "$dir/race.out"
check debug_race_divergence grep -qE '^first divergence: cycle 4129: PMBSR_EL1 ' "$dir/race.out"
check debug_race_view test -s "$dir/race/debug/view.gtkw"

tb/toy/build.sh "$build" waves || bad toy_waves_build 'the toy does not build with waves'
toy() {
    limited "$build/toy-waves/toy" +spe_config=tb/toy/toy.cfg "$@"
}
refused toy_waves_dir 4 '^toy: \+waves=/dev/null/x: cannot be written$' toy +phases=1 +waves=/dev/null/x
run toy +phases=6 +break=4 "+spe_dir=$dir/toy" "+waves=$dir/toy.fst" +waves_from=205800 +waves_to=206200
check toy_waves_fails test "$status" = 1
accepted toy_wave '^first divergence: cycle 205885: PMBSR_EL1 predicted 0x10000, SPU 0x0 ' spe wave --map tb/toy/toy.map --out "$dir/toy_view" "$dir/toy/txnlog" "$dir/toy.fst"
accepted toy_debug '^not played again: ' debug "$dir/toy"
