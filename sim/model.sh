#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# model.sh DIR ROOT [FLAVOUR [objects]]: Verilate the harness with DIR/spe_cfg_pkg.sv and the
# SystemVerilog under ROOT into DIR/model, in a flavour of sim/flavours.tsv. The C++ that Verilator
# writes is combined into three files, as a small file spends most of its time in its headers:
# eval.cpp (the largest of the files that run each cycle), fast.cpp (the others) and slow.cpp (code
# that runs once). A file whose content is unchanged keeps its time, and each of the three names the
# content of all that it includes, so nothing is compiled twice. objects: also compile the three.
set -euo pipefail
source "$(dirname "$0")/common.sh"
source "$(dirname "$0")/flags.sh"
dir=$(realpath "$1") root=$2
flavour "${3:-plain}"
cd "$root"

lists=()
for f in rtl/rtl.f rtl/sva.f tb/sv/tap.f tb/sv/harness.f; do
    [[ ",$flavour_without," == *",$f,"* ]] || lists+=(-f "$f")
done
work=$dir/model.new
rm -rf "$work"
mkdir -p "$work" "$dir/model" || die 4 "cannot write to $dir"
read -r -a options <<<"$flavour_verilate"
"$VERILATOR" --cc --coverage-user --timescale 1ns/1ps --x-assign unique --x-initial unique --top-module spu_harness \
    --prefix Vspu_harness -Wno-fatal -O3 "${options[@]}" --Mdir "$work" "$dir/spe_cfg_pkg.sv" "${lists[@]}" \
    >"$dir/verilator.log" 2>&1 || {
    cat "$dir/verilator.log" >&2
    die 4 "verilator refused the harness of $(basename "$dir")"
}
grep -v '^- V' "$dir/verilator.log" >&2 || true # newer versions report what they did

# include TO FILE...: TO includes the files, and names the content of the files and of the headers.
headers=$(cat "$work"/*.h | sha256sum)
include() {
    local to=$work/$1
    shift
    [ $# -gt 0 ] || die 4 "verilator wrote no file for $(basename "$to") of $(basename "$dir")"
    { echo "// $(cat "$@" - <<<"$headers" | sha256sum)" && printf '#include "%s"\n' "${@##*/}"; } >"$to"
}
largest=$(find "$work" -name 'Vspu_harness___*.cpp' ! -name '*__Slow.cpp' -printf '%s %p\n' | sort -rn | head -n 1)
mapfile -t slow < <(find "$work" -name 'Vspu*__Slow.cpp' -o -name 'Vspu*__Syms.cpp' | sort)
mapfile -t fast < <(find "$work" -name 'Vspu*.cpp' ! -name '*__Slow.cpp' ! -name '*__Syms.cpp' | grep -vxF "${largest#* }" | sort)
include eval.cpp ${largest:+"${largest#* }"}
include fast.cpp "${fast[@]}"
include slow.cpp "${slow[@]}"

rm -f "$work"/*.d "$work"/*.mk "$work"/*.dat
for file in "$dir/model"/*.{h,cpp}; do
    [ -e "$work/${file##*/}" ] || rm -f "$file"
done
for file in "$work"/*; do
    cmp -s "$file" "$dir/model/${file##*/}" || mv "$file" "$dir/model/"
done
rm -rf "$work"

[ "${4:-}" = objects ] || exit 0
read -r -a flags <<<"$MODEL_FLAGS $flavour_compile"
for part in eval fast slow; do
    [ $part != slow ] || flags+=(-O0)
    "$CXX" "${flags[@]}" -I "$dir/model" -c "$dir/model/$part.cpp" -o "$dir/model/$part.o"
done
