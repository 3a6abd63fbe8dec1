#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# probe.sh NAME...: whether each tool is there, new enough, and does what is needed. One line for
# each: "NAME ok VERSION PATH" or "NAME missing: WHY" or "NAME old: WHY". Exit status 1 if any is
# missing or old.
set -u
source "$(dirname "$0")/common.sh"

# atleast HAVE NEED: compare versions.
atleast() {
    [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]
}

# tool NAME COMMAND NEED [VERSION-ARGUMENT]: a program with a version.
tool() {
    local path have
    path=$(command -v "$2") || { echo "$1 missing: no $2 in PATH$([ "$3" = 0.0 ] || echo ", $3 or newer is needed")"; return 1; }
    have=$("$path" "${4:---version}" 2>&1 | grep -oE '[0-9]+\.[0-9]+(\.[0-9]+)?' | head -n 1)
    [ -n "$have" ] || { echo "$1 missing: $path tells no version"; return 1; }
    atleast "$have" "$3" || { echo "$1 old: $have at $path, $3 or newer is needed"; return 1; }
    echo "$1 ok $have $path"
}

# found NAME COMMAND...: programs, also in the administrator's folders.
found() {
    local name=$1 path
    shift
    path=$(PATH=$PATH:/usr/sbin:/sbin command -v "$@") && [ "$(wc -l <<<"$path")" = $# ] &&
        echo "$name ok - ${path%%$'\n'*}" && return
    echo "$name missing: no $* in PATH"
    return 1
}

# header NAME HEADER COMPILER LANGUAGE [FLAGS...]: a library, by its header.
header() {
    local name=$1 file=$2 compiler=$3 language=$4
    shift 4
    if echo "#include <$file>" | "$compiler" -x "$language" -E "$@" - >/dev/null 2>&1; then
        echo "$name ok - <$file>"
    else
        echo "$name missing: $compiler does not find <$file>"
        return 1
    fi
}

# compiles NAME COMPILER LANGUAGE SOURCE FLAGS...: a feature, by building a program with it.
compiles() {
    local name=$1 compiler=$2 language=$3 source=$4 out status=0
    shift 4
    out=$(mktemp) || exit 4
    echo "$source" | "$compiler" -x "$language" "$@" - -o "$out" >/dev/null 2>&1 || status=1
    rm -f "$out"
    [ "$status" = 0 ] && echo "$name ok - $(command -v "$compiler")" && return 0
    echo "$name missing: $compiler does not build a program with $*"
    return 1
}

# SystemC by the version in its header; SYSTEMC_HOME is searched first.
systemc() {
    local include=() have
    [ -n "${SYSTEMC_HOME:-}" ] && include=("-I$SYSTEMC_HOME/include")
    have=$(echo '#include <sysc/kernel/sc_ver.h>' | "$CXX" -std=c++17 -x c++ -E -dM "${include[@]}" - 2>/dev/null |
        awk '$2 ~ /^SC_VERSION_(MAJOR|MINOR|PATCH)$/ { v[$2] = $3 }
             END { if (length(v) == 3) print v["SC_VERSION_MAJOR"] "." v["SC_VERSION_MINOR"] "." v["SC_VERSION_PATCH"] }')
    [ -n "$have" ] || { echo "systemc missing: $CXX does not find <systemc> (SYSTEMC_HOME=${SYSTEMC_HOME:-})"; return 1; }
    atleast "$have" 2.3.4 || { echo "systemc old: $have at ${SYSTEMC_HOME:-the system headers}, 2.3.4 or newer is needed"; return 1; }
    echo "systemc ok $have ${SYSTEMC_HOME:-system}"
}

# Each version has a folder of its own (sim/qualify/tools.sh).
libclang() {
    local header
    for header in /usr/lib/llvm-*/include/clang-c/Index.h; do
        [ ! -f "$header" ] || { echo "libclang ok - ${header%/include/*}"; return; }
    done
    echo 'libclang missing: no /usr/lib/llvm-*/include/clang-c/Index.h'
    return 1
}

# The versions in busybox and on old systems have no --pdeathsig.
parent_signal() {
    local path
    path=$(command -v setpriv) && ! "$path" --pdeathsig TERM true 2>/dev/null &&
        echo "setpriv old: $path has no --pdeathsig" && return 1
    tool setpriv setpriv 0.0
}

probe() {
    case $1 in
    cc) tool cc "$CC" 10.0 ;;
    cxx) tool cxx "$CXX" 10.0 ;;
    verilator) tool verilator "$VERILATOR" 5.006 ;;
    systemc) systemc ;;
    zstd) header zstd zstd.h "$CC" c ;;
    libsqlite3) header libsqlite3 sqlite3.h "$CC" c ;;
    zlib) header zlib zlib.h "$CC" c ;;
    cmocka) echo '#include <stddef.h>' | header cmocka cmocka.h "$CC" c -include stddef.h -include stdarg.h -include setjmp.h -include stdint.h ;;
    sanitizer) compiles sanitizer "$CC" c 'int main(void){return 0;}' -fsanitize=address,undefined ;;
    libfuzzer) compiles libfuzzer "${CLANG:-clang}" c \
        'int LLVMFuzzerTestOneInput(const char *d, unsigned long n){(void)d;(void)n;return 0;}' -fsanitize=fuzzer,address ;;
    libclang) libclang ;;
    aarch64-gcc) tool aarch64-gcc aarch64-linux-gnu-gcc 10.0 ;;
    aarch64-libc) [ -d /usr/aarch64-linux-gnu/include ] && echo "aarch64-libc ok - /usr/aarch64-linux-gnu" ||
        { echo "aarch64-libc missing: no /usr/aarch64-linux-gnu/include"; return 1; } ;;
    qemu-aarch64) tool qemu-aarch64 qemu-aarch64 7.0 ;;
    yosys) tool yosys yosys 0.23 -V ;;
    slurm) found slurm sbatch slurmctld slurmd ;; # without a configuration they tell no version
    munge) found munge munged ;;
    xmllint) found xmllint xmllint ;;
    perf) tool perf perf 6.1 ;;
    ninja) tool ninja ninja 1.10 ;;
    setpriv) parent_signal ;;
    clang-format) tool clang-format clang-format 14.0 ;;
    clang-tidy) tool clang-tidy clang-tidy 14.0 ;;
    *) tool "$1" "$1" 0.0 ;;
    esac
}

status=0
for name in "$@"; do
    probe "$name" || status=1
done
exit $status
