#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# sums.sh BUILD [CC-LINE CXX-LINE]: touch BUILD/sum/FILE for each source whose content changed since the last call, and
# rewrite BUILD/cc.id, cxx.id, verilator.id, qemu.id when a compiler, its flags, SystemC, Verilator, the emulator or the rules
# that add to them changed.
# With BUILD alone: only make the directory. A directory with other things in it is refused: a build would overwrite them, and
# `make clean` delete them.
set -euo pipefail
cd "$(dirname "$0")/.."
source sim/common.sh
build=$1
if [ ! -f "$build/.spe-output" ]; then
    [ -z "$(ls -A "$build" 2>/dev/null)" ] || die 2 "O=$build holds other things and no output of this project: take a new or an empty directory"
    { mkdir -p "$build" && : >"$build/.spe-output"; } 2>/dev/null || die 4 "cannot write to $build: full, or not permitted"
fi
mkdir -p "$build/sum" 2>/dev/null && [ -w "$build/sum" ] || die 4 "cannot write to $build: full, or not permitted"
[ $# -gt 1 ] || exit 0
exec 9>"$build/sum/.lock"
flock 9

list=$build/sum/.list
sums() {
    find c_model dpi rtl tb sim -type f \
        \( -name '*.[ch]' -o -name '*.cpp' -o -name '*.hpp' -o -name '*.def' -o -name '*.cfg' -o -name '*.f' \
        -o -name '*.sv' -o -name '*.svh' -o -name '*.vlt' -o -name '*.sh' \) -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
}
# A source that vanishes meanwhile (an editor renames it) is gone the second time.
sums >"$list.new" 2>/dev/null || sums >"$list.new"
[ -f "$list" ] || : >"$list"

LC_ALL=C comm -13 <(LC_ALL=C sort "$list") <(LC_ALL=C sort "$list.new") | cut -c67- |
    while IFS= read -r file; do
        mkdir -p "$build/sum/$(dirname "$file")"
        : >"$build/sum/$file"
    done
LC_ALL=C comm -23 <(cut -c67- "$list" | LC_ALL=C sort) <(cut -c67- "$list.new" | LC_ALL=C sort) |
    while IFS= read -r file; do
        rm -f "$build/sum/$file"
    done
mv "$list.new" "$list"

# Headers of the system are no dependencies of the objects: another SystemC shows by the header that holds its version.
systemc() {
    echo '#include <sysc/kernel/sc_ver.h>' |
        "${CXX:-g++}" -std=c++17 ${SYSTEMC_HOME:+-isystem "$SYSTEMC_HOME/include"} -x c++ -E - 2>/dev/null | sha256sum
}

identify() { # FILE LINE [MORE]: the first word of LINE is the tool
    local text
    text="$2
$(command -v "${2%% *}" || true)
$(${2%% *} --version 2>/dev/null | head -n 1 || true)
${3:-}
$(cat sim/mk/tools.mk sim/mk/c.mk sim/mk/sim.mk sim/mk/trace.mk | sha256sum)"
    [ -f "$1" ] && [ "$(cat "$1")" = "$text" ] || printf '%s\n' "$text" >"$1"
}
identify "$build/cc.id" "$2"
identify "$build/cxx.id" "$3" "$(systemc)"
identify "$build/verilator.id" "${VERILATOR:-verilator}"
identify "$build/qemu.id" "${QEMU:-qemu-aarch64}"
