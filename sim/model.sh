#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# model.sh BUILD DIR ROOT [FLAVOUR]: Verilate the harness with DIR/spe_cfg_pkg.sv and the SystemVerilog under ROOT into
# BUILD/cache/HASH, unless it is there; point DIR/model at it. DIR/model.id changes with the hash.
#
#   flavour   assertions  monitors  made for
#   (none)    on          on        every run; asan is the same model with C under sanitizers
#   waves     on          on        FST (WAVES=1)
#   nosva     -           on        speed (SVA=0): the scoreboard alone
#   noassert  -           on        a fault: as nosva, compiled for one short run
#   bare      -           -         what a run costs that nothing checks (sim/bench.sh)
set -euo pipefail
self=$(realpath "$0")
build=$(realpath "$1") dir=$(realpath "$2") root=$3 flavour=${4:-}
source "$(dirname "$0")/common.sh"
hooks=${self%/sim/*}/tb/systemc/runtime.hpp # around the runtime of Verilator
cd "$root"

flags=(--cc --coverage-user --timescale 1ns/1ps --x-assign unique --x-initial unique --top-module spu_harness --prefix Vspu_harness
    -Wno-fatal -CFLAGS "-DVL_USER_FATAL -DVL_USER_STOP -DVL_TIME_CONTEXT -std=c++17 -MD" -O3)
optimize=-O2
sva=rtl/sva.f tap=tb/sv/tap.f
case $flavour in
'' | waves) flags+=(--assert) ;;
nosva | noassert) sva='' flags+=(--no-assert) ;; # newer versions of Verilator have --assert by default
bare) sva='' tap='' flags+=(--no-assert) ;;
*) die 2 "unknown flavour '$flavour'" ;;
esac
[ "$flavour" != waves ] || flags+=(--trace-fst --trace-structs)
[ "$flavour" != noassert ] || optimize=-O1
lists=()
for f in rtl/rtl.f $sva $tap tb/sv/harness.f; do
    [ ! -f "$f" ] || lists+=(-f "$f")
done

hash=$({
    cat "$dir/spe_cfg_pkg.sv"
    find rtl dpi tb/sv -maxdepth 1 -type f \( -name '*.sv' -o -name '*.svh' -o -name '*.f' -o -name '*.vlt' \) -print0 |
        LC_ALL=C sort -z | xargs -0 sha256sum
    "$VERILATOR" --version
    command -v "$VERILATOR"
    "$CXX" --version
    echo "${flags[@]}" "$optimize" "${lists[@]}"
    cat "$self" "$hooks"
    # The Verilated classes take in headers of the system: another version of these is another library.
    echo '#include <systemc>' | "$CXX" -std=c++17 ${SYSTEMC_HOME:+-isystem "$SYSTEMC_HOME/include"} -x c++ -E - | sha256sum
} | sha256sum | cut -c1-20)
cache=$build/cache/$hash

# join_sources DIR: the generated files as three: the largest of those that run each cycle, the others, and those that run
# once. Most of the time for a small one goes into its headers.
join_sources() {
    local file largest
    largest=$(find "$1" -name 'Vspu_harness___*.cpp' ! -name '*__Slow.cpp' -printf '%s %f\n' | sort -rn | head -n 1)
    for file in "$1"/Vspu_harness*.cpp; do
        file=${file##*/}
        case $file in
        "${largest#* }") echo "#include \"$file\"" >>"$1/eval.cpp" ;;
        *__Slow.cpp | *__Syms.cpp) echo "#include \"$file\"" >>"$1/slow.cpp" ;;
        *) echo "#include \"$file\"" >>"$1/fast.cpp" ;;
        esac
    done
}

if [ ! -f "$cache/libVspu_harness.a" ]; then
    echo "  VERILATE $(basename "$dir")${flavour:+ ($flavour)}" >&2
    work=$(mktemp -d "$build/cache.XXXXXX" 2>/dev/null) || die 4 "cannot write to $build"
    trap 'rm -rf "$work"' EXIT
    "$VERILATOR" "${flags[@]}" --Mdir "$work" "$dir/spe_cfg_pkg.sv" "${lists[@]}" >"$work/verilator.log" 2>&1 || {
        cat "$work/verilator.log" >&2
        die 4 "verilator refused the harness of $(basename "$dir")"
    }
    grep -v "^- V" "$work/verilator.log" >&2 || true # newer versions report what they did
    join_sources "$work"
    printf '%s\n' 'include Vspu_harness.mk' 'verilated_fst_c.o: override OPT_GLOBAL += -DTB_HOOK_FILES' >"$work/lib.mk"
    printf 'lib: $(VK_OBJS) $(VK_GLOBAL_OBJS)\n\tar rcs libVspu_harness.a $^\n' >>"$work/lib.mk"
    # With -MD the lists of dependencies name every header, so that ccache needs no run of the preprocessor.
    objcache=$(command -v ccache || true)
    env -u MAKEFLAGS CCACHE_DEPEND=1 make -s -C "$work" -f lib.mk -j"${JOBS:-2}" CXX="$CXX" LINK="$CXX" OBJCACHE="$objcache" \
        VM_PARALLEL_BUILDS=1 VM_CLASSES_FAST="eval fast" VM_CLASSES_SLOW=slow VM_SUPPORT_FAST= VM_SUPPORT_SLOW= \
        OPT_FAST="$optimize" OPT_SLOW=-O0 OPT_GLOBAL="-O1 -DTB_HOOK_PRINTF -include $hooks" lib >"$work/make.log" 2>&1 || {
        cat "$work/make.log" >&2
        die 4 "cannot compile the Verilated harness of $(basename "$dir")"
    }
    rm -f "$work"/*.o
    mkdir -p "$build/cache"
    mv -T "$work" "$cache" 2>/dev/null || [ -f "$cache/libVspu_harness.a" ] || die 4 "cannot write to $build/cache"
    trap - EXIT
    find "$build/cache" -mindepth 1 -maxdepth 1 -printf '%T@ %p\n' | sort -rn | tail -n +65 | cut -d' ' -f2 | xargs -r rm -rf
fi
touch "$cache"
ln -sfn "$cache" "$dir/model"
[ "$(cat "$dir/model.id" 2>/dev/null)" = "$hash" ] || echo "$hash" >"$dir/model.id"
: >"$dir/model.ok"
