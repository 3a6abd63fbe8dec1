#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# graph.sh OUT FILE...: for ninja, how the fuzz target of each FILE (fuzz_*.c) is built in OUT. What
# was linked of an archive stands in OUT/TARGET.members, what it was compiled of in the .d files:
# together the sources of the target.
set -euo pipefail
cd "$(dirname "$0")/../.."
source sim/common.sh
out=$1
shift
cat <<END
ninja_required_version = 1.10
builddir = $out
sanitize = address,undefined -fno-sanitize-recover=all
rule cc
  command = ${CLANG:-clang} -std=c11 -O1 -g -fsanitize=fuzzer-no-link,\$sanitize \$inc -MD -MF \$dep -c \$in -o \$out
  depfile = \$dep
rule ar
  command = rm -f \$out && ar rcs \$out \$in
rule link
  command = ${CLANG:-clang} -fsanitize=fuzzer,\$sanitize -Wl,-t,-t \$in -lzstd -lm -o \$out >\$members
END

# object FOLDER SOURCE INCLUDES: sets `object`.
object() {
    object=$out/obj/$1/$(basename "$2" .c)
    printf 'build %s.o: cc %s\n  inc = %s\n  dep = %s.d\n' "$object" "$2" "$3" "$object"
    object+=.o
}

# archive NAME INCLUDES SOURCE...
archive() {
    local source objects=() object
    for source in "${@:3}"; do
        object "$1" "$source" "$2"
        objects+=("$object")
    done
    echo "build $out/lib$1.a: ar ${objects[*]}"
}

archive src '-Ic_model/include -Ic_model/members -Ic_model/src' c_model/src/*/*.c
# What the decoder compares with are single bytes and bits, which edges lead to: without the trace
# of comparisons it meets the same edges, three times as many inputs in a second.
archive decode '-Ic_model/include -Ic_model/members -Ic_model/src -fno-sanitize-coverage=trace-cmp' c_model/src/decode/*.c c_model/src/arch/optype.c
archive host '-Ic_model/include -Ic_model/members' c_model/host/*.c
archive trace '-Ic_model/include -Itb' tb/trace/*.c
object test sim/fuzz/limit.c -fno-sanitize=fuzzer-no-link
limit=$object
for file in "$@"; do
    target=$(basename "${file##*fuzz_}" .c) archives="$out/libtrace.a $out/libhost.a $out/libsrc.a"
    case $file in
    */fuzz_decode.c) inc='-Ic_model/include -fno-sanitize-coverage=trace-cmp' archives=$out/libdecode.a ;;
    dpi/*) inc='-Ic_model/include -Idpi' ;;
    tb/*) inc='-Ic_model/include -Itb' ;;
    *) inc='-Ic_model/include -Ic_model/members -Ic_model/host' ;;
    esac
    object test "$file" "$inc -DLLVMFuzzerTestOneInput=fuzz_target"
    printf 'build %s/fuzz_%s: link %s %s %s\n  members = %s/%s.members\n' "$out" "$target" "$object" "$limit" "$archives" "$out" "$target"
done
