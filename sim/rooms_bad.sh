#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# rooms_bad.sh DIR: sim/rooms.sh accepts two folders in their order, and reports each way to break
# it; sim/public.sh reports a function of a header that only libspe calls.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# = 1 ] || die 2 'usage: sim/rooms_bad.sh DIR'
dir=$1/rooms
passed=0 failed=0

# house: two rooms: `low`, and `high`, which is above it in the order, so below it in the table.
house() {
    rm -rf "$dir" && mkdir -p "$dir"/{low,high} || die 4 "cannot write to $dir"
    printf '| `%s/` | a room |\n' low high >"$dir/README.md"
    printf 'int base(void);\nstatic inline int one(void)\n{\n    return 1;\n}\n' >"$dir/low/base.h"
    printf '#include "low/base.h"\nint base(void)\n{\n    return one();\n}\n' >"$dir/low/base.c"
    printf 'int roof(void);\n' >"$dir/high/roof.h"
    printf '#include "high/roof.h"\n#include "low/base.h"\nint roof(void)\n{\n    return base() + one();\n}\n' >"$dir/high/roof.c"
}

# count COMMAND...
count() {
    if "$@"; then passed=$((passed + 1)); else echo "FAIL $*" && failed=$((failed + 1)); fi
}

# says TEXT: sim/rooms.sh ends with 1 and reports TEXT.
says() {
    sim/rooms.sh "$dir" >"$dir.out" 2>&1
    [ $? = 1 ] && grep -qF -- "$1" "$dir.out" || { cat "$dir.out" && return 1; }
}

house
count sim/rooms.sh "$dir"
sed -i '1i #include "high/roof.h"' "$dir/low/base.c"
count says 'low/base.c:1:10: fatal error: high/roof.h: No such file or directory    <- low/ sees itself and the rooms above'
house
sed -i '1i #include "high/roof.h"' "$dir/low/base.h"
count says 'low/base.h:1:10: fatal error: high/roof.h: No such file or directory'
house
echo 'int wall(struct brick brick);int wall(struct brick *brick) { return brick->n; }' >>"$dir/high/roof.h"
count says 'error: conflicting types'
house
sed -i '1i int roof(void);' "$dir/low/base.c"
sed -i 's/return one/return roof() + one/' "$dir/low/base.c"
count says 'low/base.c calls roof() of high/roof.c, a room below'
house
tac "$dir/README.md" >"$dir/table" && mv "$dir/table" "$dir/README.md"
count says 'high/roof.c:2:10: fatal error: low/base.h: No such file or directory'
house
mkdir "$dir/shed" && cp "$dir/low/base.h" "$dir/shed/"
count says 'shed is in the table of README.md, or in the folder, alone'
house
echo '| `shed/` | no room |' >>"$dir/README.md"
count says 'shed is in the table of README.md, or in the folder, alone'
house
printf 'int other(void);\nint other(void)\n{\n    return 2;\n}\n' >"$dir/high/base.c"
count says 'base.c is the name of two files'
house
for file in low/base high/roof; do sed -i '$a static int help(void) { return 2; } int '"${file#*/}"'2(void); int '"${file#*/}"'2(void) { return help(); }' "$dir/$file.c"; done
count says 'static help() is in high/roof.c low/base.c'
house
rm "$dir/README.md"
sim/rooms.sh "$dir" >"$dir.out" 2>&1
count [ $? = 4 ]
rm -rf "$dir" && mkdir "$dir" && printf 'int spe_nobody(void);\nint spe_check_name(int check);\n' >"$dir/one.h"
said=$(sim/public.sh "$dir")
count [ "$? $said" = '1 spe_nobody() is public, and only c_model/src calls it' ]
echo "COUNT $passed $failed 0"
[ $failed = 0 ]
