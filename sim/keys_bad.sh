#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# keys_bad.sh DIR: sim/keys.sh says when no function reads a key, and when there is no key.
set -eu
cd "$(dirname "$0")/.."
mkdir -p "$1"

# says TABLE TEXT: of this table TEXT is said, and status 1 follows.
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
