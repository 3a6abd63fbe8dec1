#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# keys_bad.sh DIR: sim/keys.sh reports a key that no function reads, and a table without keys. Of
# several cases it names the one that shows most, in the file with the most cases.
set -eu
cd "$(dirname "$0")/.."
mkdir -p "$1"

# says TABLE TEXT: for this table the output has TEXT, and the status is 1.
says() {
    local status=0
    KEYS=$1 sim/keys.sh >/dev/null 2>"$1.said" || status=$?
    [ "$status" = 1 ] || { echo "$1: status $status" && exit 1; }
    grep -Fx "$2" "$1.said"
}

{
    cat c_model/members/spe_config.def
    echo 'SPE_CFG_BOOL(unread_key, 0, "", "3.1", "nothing")'
} >"$1/unread"
says "$1/unread" 'key unread_key: no function of c_model/src reads it'
: >"$1/none"
says "$1/none" 'no key at all'
KEYS=$1/unread sim/keys.sh dl_boundary 2>/dev/null | grep -x '  read in   .*events.c: model_boundary_dl.*'

# What shows a key: a case with it in its name that gives it, then one with it in its name, then the
# one that gives the fewest keys, then a unit test. A name that continues the one before is whole.
for key in few name_only both most next unit_only none; do echo "SPE_CFG_BOOL($key, 0, \"\", \"3.1\", \"nothing\")"; done >"$1/keys.def"
cat >"$1/some.cases" <<'CASES'
case it is one of two
key few = 1
key name_only = 1
passes

case it is alone
key few = 1
key few = 0
passes

case it is alone again
key few = 1
passes

case it is given
key name_only = 1
passes

case [name_only] [both] in the name
passes

case [both] in the name, and given
key both = 1
passes

case [most] in the name
passes

# end
CASES
cat >"$1/more.cases" <<'CASES'
case 3.1: [most] in the name
passes

case 3.1: ... again
passes

case 3.1: ... and given
key most = 1
key next = 1
passes

# end
CASES
printf '%s\n' 'create("unit_only = 1\n"); create("few = 1\n");' >"$1/test_some.c"
awk -f sim/case-name.awk -f sim/keys.awk kind=key "$1/keys.def" kind=case "$1/some.cases" "$1/more.cases" kind=unit "$1/test_some.c" 2>/dev/null | grep '^  shown' >"$1/shown" || :
diff - "$1/shown" <<'SHOWN'
  shown in  some.cases:6: it is alone; 2 more in some.cases
  shown in  some.cases:19: [name_only] [both] in the name; 2 more in some.cases
  shown in  some.cases:22: [both] in the name, and given; 1 more in some.cases
  shown in  more.cases:7: 3.1: [most] in the name ... and given; 2 more in more.cases; 1 in other files
  shown in  more.cases:7: 3.1: [most] in the name ... and given
  shown in  test_some.c:1
  shown in  -
SHOWN
