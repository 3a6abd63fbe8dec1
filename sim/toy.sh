#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# toy.sh BUILD: build the bench of the foreign SPU and run its tests; each run counts as a test.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# = 1 ] || die 2 "usage: sim/toy.sh BUILD"
built "$1" obj/libspe{_dpi,_host,}.a
tb/toy/build.sh "$1" || exit 4
tb/toy/test.sh "$1" | awk '{ print } /^ok/ { p++ } /^FAIL/ { f++ } END { print "COUNT " p + 0, f + 0, 0; exit (f > 0 || p == 0) }'
