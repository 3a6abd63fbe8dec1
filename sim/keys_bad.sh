#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# keys_bad.sh DIR: sim/keys.sh reports a key that no function reads, and a table without keys. Of
# several cases it names the one that shows most.
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
# one that gives the fewest keys, then a unit test.
for key in few name_only both unit_only none; do echo "SPE_CFG_BOOL($key, 0, \"\", \"3.1\", \"nothing\")"; done >"$1/keys.def"
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

# end
CASES
printf '%s\n' 'create("unit_only = 1\n"); create("few = 1\n");' >"$1/test_some.c"
awk -f sim/keys.awk kind=key "$1/keys.def" kind=case "$1/some.cases" kind=unit "$1/test_some.c" 2>/dev/null | grep '^  shown' >"$1/shown" || :
diff - "$1/shown" <<'SHOWN'
  shown in  some.cases: it is alone
  shown in  some.cases: [name_only] [both] in the name
  shown in  some.cases: [both] in the name, and given
  shown in  test_some.c
  shown in  -
SHOWN
