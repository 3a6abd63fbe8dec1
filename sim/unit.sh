#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# unit.sh COMMAND...: run one cmocka executable; its count of tests becomes the job's.
set -u
export UBSAN_OPTIONS=print_stacktrace=1 ASAN_OPTIONS=abort_on_error=0
# A test makes thousands of models: memory given back to the system after each costs five times the test.
export MALLOC_TRIM_THRESHOLD_=268435456 MALLOC_MMAP_THRESHOLD_=33554432
"$@" 2>&1 | awk '
    /\[  PASSED  \] [0-9]+ test/ { p += $4 }
    /\[  FAILED  \] [0-9]+ test/ { f += $4 }
    /\[  SKIPPED \] [0-9]+ test/ { s += $4 }
    { print }
    END { print "COUNT " p + 0, f + 0, s + 0; exit (p == 0) }'
status=("${PIPESTATUS[@]}")
[ "${status[0]}" = 0 ] && [ "${status[1]}" = 0 ]
