#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# qualify/tools.sh BUILD [c]: make BUILD/qualify/mutate, which makes the mutants of the RTL, and
# BUILD/qualify/prove; with c BUILD/qualify/mutate_c, which makes those of the model. Both have
# parsers that are no part of this tree: npm fetches tree-sitter and its grammar, in these versions,
# into BUILD/qualify/tools, once; libclang is Debian's. Status 4 and one line where npm, the
# network, libclang or the compiler is missing.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
source sim/common.sh
source sim/lock.sh
source sim/flags.sh
[ $# = 1 ] || [ "$#${2:-}" = 2c ] || die 2 'usage: sim/qualify/tools.sh BUILD [c]'
PACKAGES=(tree-sitter@0.25.1 tree-sitter-systemverilog@0.4.1)
dir=$1/qualify/tools
library=$dir/node_modules/tree-sitter/vendor/tree-sitter/lib
grammar=$dir/node_modules/tree-sitter-systemverilog/src

# fetched: what is there is of these versions.
fetched() {
    local package name
    for package in "${PACKAGES[@]}"; do
        name=${package%@*}
        grep -qs "\"version\": \"${package#*@}\"" "$dir/node_modules/$name/package.json" || return
    done
    [ -f "$library/src/lib.c" ] && [ -f "$grammar/parser.c" ]
}

fetch() {
    command -v npm >/dev/null || die 4 "mutants need npm, which fetches ${PACKAGES[*]} (Debian: npm)"
    echo "qualify: npm install ${PACKAGES[*]}" >&2
    echo '{}' >"$dir/package.json" || die 4 "cannot write to $dir"
    (cd "$dir" && npm install --ignore-scripts --no-audit --no-fund "${PACKAGES[@]}" </dev/null) >"$dir/npm.log" 2>&1 && fetched ||
        die 4 "npm cannot fetch ${PACKAGES[*]}: $(grep -m 1 -E 'ERR!|error' "$dir/npm.log" || tail -n 1 "$dir/npm.log") ($dir/npm.log)"
}

# object OUT OPTIONS...: compile what is not ours, once for each compiler.
object() {
    local out=$1 stamp
    shift
    stamp="$("$CC" --version | head -n 1) ${PACKAGES[*]}"
    [ "$(cat "$out.stamp" 2>/dev/null)" != "$stamp" ] || return 0
    rm -f "$out.stamp"
    "$CC" -O1 -w "$@" -c -o "$out" && echo "$stamp" >"$out.stamp" || die 4 "$CC does not compile ${*: -1}"
}

# program NAME SHARED [OPTIONS...]: compile sim/qualify/NAME/*.c, where SHARED is `shared` those of
# sim/qualify/mutants, too, to BUILD/qualify/NAME.
program() {
    local name=$1 hash sources=(sim/qualify/"$1"/*.c)
    [ "$2" != shared ] || sources+=(sim/qualify/mutants/*.c)
    shift 2
    hash=$({ cat sim/qualify/{mutants,"$name"}/*.[ch] && cat "$dir"/*.stamp 2>/dev/null; echo "$*"; } | sha256sum)
    [ ! -x "$out/$name" ] || [ "$(cat "$dir/$name.hash" 2>/dev/null)" != "$hash" ] || return 0
    # shellcheck disable=SC2086 # lists of options
    "$CC" $CFLAGS -Isim/qualify/mutants "${sources[@]}" "$@" -o "$out/$name.new" && mv "$out/$name.new" "$out/$name" &&
        echo "$hash" >"$dir/$name.hash" || die 4 "$out/$name does not build"
}

# clang: the folder of the newest libclang with headers. Debian keeps each version in a folder of
# its own.
clang() {
    local newest
    newest=$(printf '%s\n' /usr/lib/llvm-*/include/clang-c/Index.h | sort -V | tail -n 1)
    [ -f "$newest" ] || die 4 'mutants of the model need the headers of libclang (Debian: libclang-dev)'
    echo "${newest%/include/*}"
}

claim_output "$1"
mkdir -p "$dir" || die 4 "cannot write to $dir"
exec {lock}>"$dir/lock" && flock "$lock" || die 4 "cannot lock $dir/lock"
out=$1/qualify
if [ $# = 2 ]; then
    llvm=$(clang) || exit
    program mutate_c shared -isystem "$llvm/include" -L"$llvm/lib" -Wl,-rpath,"$llvm/lib" -lclang
    exit 0
fi
fetched || fetch
object "$dir/lib.o" -I"$library/include" -I"$library/src" "$library/src/lib.c"
object "$dir/parser.o" -I"$grammar" "$grammar/parser.c"
program mutate shared -isystem "$library/include" "$dir/lib.o" "$dir/parser.o"
program prove alone
