#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# bugs.sh BUILD: measure every fault of sim/faults/library.tsv (sim/bug.sh), and print the table of
# sim/faults/library.md (also in BUILD/bugs/table.md); `sim/bug-table.sh BUILD
# sim/faults/library.md` puts it there. Status 1 if a fault is not found. With RESUME=1 faults that
# were measured on the same design are not measured again.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# = 1 ] || die 2 'usage: sim/bugs.sh BUILD'
whole sim/faults/library.tsv
export REPORT REPORT_NAME=bugs/table
REPORT="sim/bug-table.sh $(printf %q "$1") | tee $(printf %q "$1")/bugs/table.md"
exec sim/engine.sh "$1" jobs "$1/bugs" bugs
