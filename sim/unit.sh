#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# unit.sh COMMAND...: run one cmocka executable; its count of tests becomes the job's.
set -u
source "$(dirname "$0")/common.sh"
export UBSAN_OPTIONS=print_stacktrace=1 ASAN_OPTIONS=abort_on_error=0
keep_memory
"$@" 2>&1 | awk '
    /\[  PASSED  \] [0-9]+ test/ { p += $4 }
    /\[  FAILED  \] [0-9]+ test/ { f += $4 }
    /\[  SKIPPED \] [0-9]+ test/ { s += $4 }
    { print }
    END { print "COUNT " p + 0, f + 0, s + 0; exit (p == 0) }'
status=("${PIPESTATUS[@]}")
[ "${status[0]}" = 0 ] && [ "${status[1]}" = 0 ]
