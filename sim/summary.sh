#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# summary.sh DIR: last line of a set of jobs, "N passed, N failed, N skipped". Status 1 if one failed or none passed.
set -u
awk '{ p += $2; f += $3; s += $4 }
     END { printf "%d passed, %d failed, %d skipped\n", p, f, s; exit (f > 0 || p == 0) }' "$1/results"
