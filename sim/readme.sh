#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# readme.sh BUILD: the verdict of `make run` that README.md shows is what comes; otherwise prints the new one.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
readme=${README:-README.md}
verdict=$(sim/run.sh "$1" neoverse trace 1) || exit $?
grep -qxF "    $verdict" "$readme" || die 1 "$readme does not show this verdict of make run: $verdict"
