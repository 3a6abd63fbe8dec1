#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# build.sh BUILD [waves]: Verilate the toy bench and link it with the archives in BUILD/obj, or with
# those in SPE_ARCHIVES. The result is BUILD/toy/toy, or BUILD/toy-waves/toy, which writes waves
# with +waves=FILE.
set -euo pipefail
[ $# = 1 ] || [ "$#${2:-}" = 2waves ] || { echo 'build.sh: usage: tb/toy/build.sh BUILD [waves]' >&2; exit 2; }
cd "$(dirname "$0")/../.."
toy=toy${2:+-$2}
mkdir -p "$1/$toy"
build=$(cd "$1" && pwd)
archives=${SPE_ARCHIVES:-$build/obj/libspe_dpi.a $build/obj/libspe_host.a $build/obj/libspe.a}
log=$build/$toy/build.log
rm -f "$build/$toy/toy" # the archives are no dependency of its rule
# Verilator 5.006 does not write changes by a process of --timing to the waves, unless the signal is
# public and writable.
OBJCACHE=$(command -v ccache || true) "${VERILATOR:-verilator}" --cc --exe --build -j "${JOBS:-2}" \
    --timing --assert --timescale 1ns/1ps ${2:+--trace-fst --trace-structs --public-flat-rw} -O3 -f tb/toy/toy.f --top-module toy_bench \
    --Mdir "$build/$toy/model" -CFLAGS "-I$PWD/dpi -DVL_USER_STOP" -LDFLAGS "$archives -lzstd -lm" \
    -MAKEFLAGS "OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O1" "$PWD/tb/toy/toy_main.cpp" -o "$build/$toy/toy" >"$log" 2>&1 || {
    cat "$log" >&2
    exit 4
}
