#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# content.sh DIR: the counts of a fuzz target start again if its code changes, and not if a comment
# or another file changes.
set -u
dir=$1 root=$(realpath "$(dirname "$0")/../../..")
rm -rf "$dir"
mkdir -p "$dir"/{sim/fuzz,c_model/src/a,c_model/test,out/obj/{src,test}} || exit 4
cd "$dir" || exit 4
cp "$root"/sim/{common.sh,fuzz/content.sh} . && mv common.sh sim && mv content.sh sim/fuzz || exit 4
printf '(out/libsrc.a)part.o\nout/obj/test/fuzz_one.o\n/usr/lib/libm.so\n' >out/one.members
echo 'out/obj/src/part.o: c_model/src/a/part.c c_model/src/a/part.h /usr/include/stdint.h' >out/obj/src/part.d
printf 'out/obj/test/fuzz_one.o: c_model/test/fuzz_one.c \\\n c_model/src/a/part.h\n' >out/obj/test/fuzz_one.d
printf '#define LIMIT 2 // units\n#define NAME(x) \\\n#x\nint part(void);\n' >c_model/src/a/part.h
printf '#include "part.h"\n\n/* why */\nint part(void) { return LIMIT; }\n' >c_model/src/a/part.c
echo 'int LLVMFuzzerTestOneInput(void) { return 0; }' >c_model/test/fuzz_one.c
failed=0

# hashed same|other WHAT: the hash is the same as in the first call, or another one.
first=$(sim/fuzz/content.sh out one) && [[ $first =~ ^[0-9a-f]{16}$ ]] || { echo "hash: $first" && exit 1; }
hashed() {
    local hash
    hash=$(sim/fuzz/content.sh out one) || hash=none
    [ "$([ "$hash" = "$first" ] && echo same || echo other)" = "$1" ] || { echo "$2: $hash, not $1 ($first)" && failed=1; }
}

sed -i 's/why/because/; 2d' c_model/src/a/part.c && hashed same 'a comment and an empty line'
echo 'int more;' >c_model/src/a/more.c && hashed same 'a file that is not linked'
sed -i 's/LIMIT 2/LIMIT 3/' c_model/src/a/part.h && hashed other 'a macro'
sed -i 's/LIMIT 3/LIMIT 2/' c_model/src/a/part.h && hashed same 'the macro as it was'
sed -i 's/return 0/return 1/' c_model/test/fuzz_one.c && hashed other 'the target'
rm c_model/src/a/part.c
sim/fuzz/content.sh out one >/dev/null 2>&1 && echo 'a file that is gone: status 0' && failed=1
exit "$failed"
