#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# faulty.sh BUILD PATCH CONFIG FLAVOUR DIR: make DIR/spu_sim, the simulation of CONFIG in a flavour
# of sim/flavours.tsv, with the SystemVerilog that the file PATCH changes. All parts but the model
# come from BUILD/CONFIG, with waves from BUILD/CONFIG-waves, which must be built.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# = 5 ] || die 2 "usage: sim/faulty.sh BUILD PATCH CONFIG FLAVOUR DIR"
build=$1 patch=$2 config=$3 flavour=$4 work=$5
beside=$build/$config
[[ $flavour != *wave* ]] || beside+=-waves
[ -f "$patch" ] || die 2 "no patch $patch"
[ -f "$beside/link.rsp" ] || unbuilt "$build" "${beside#"$build/"}/spu_sim"

rm -rf "$work"/{src,model,spu_sim}
mkdir -p "$work/src/tb" && cp -r rtl dpi "$work/src/" && cp -r tb/sv "$work/src/tb/" &&
    cp "$beside/spe_cfg_pkg.sv" "$work/" || die 4 "cannot write to $work"
trap 'rm -rf "$work/src" "$work/model"' EXIT
patch -s -F0 -p1 -d "$work/src" <"$patch" >"$work/patch.log" 2>&1 ||
    die 4 "$patch does not apply: $(head -n 1 "$work/patch.log")"
! diff -r -x model -x '*.log' rtl "$work/src/rtl" >/dev/null || die 4 "$patch changes nothing"
sim/model.sh "$work" "$work/src" "$flavour" objects >"$work/build.log" 2>&1 ||
    die 4 "the faulty RTL does not build: $work/build.log"
[[ $flavour == *wave* ]] || cmp -s "$work/model/Vspu_harness.h" "$build/$config/model/Vspu_harness.h" || die 4 "the fault changes the ports"
sim/link.sh "$beside/link.rsp" "$work/model" "$work/spu_sim" || die 4 "cannot link $work/spu_sim"
