#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# chunk.sh BUILD NAME: play the command of ./NAME.cmd (sim/chunks.sh), with its output in NAME.log
# and its exit status in NAME.status. Status 0 if it came to its end: with 0, or 1 where a run has
# failed. It is played from the top of the tree; nothing that it starts outlives it.
set -u
dir=$PWD
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# = 2 ] || die 2 'usage: sim/chunk.sh BUILD NAME'
file=$dir/$2
# A node that was given up may still play: its end is waited for.
{ exec {lock}>>"$file.lock" && flock "$lock"; } || die 4 "cannot lock $file.lock"
command=$(<"$file.cmd") || die 4 "$file.cmd cannot be read"
# Nothing begins any more (sim/chunks.sh).
[ ! -e "$dir/stop" ] || { echo 0 >"$file.status" || die 4 "cannot write to $dir"; exit 0; }
# Where runs have results, the log says why some of them have failed: what resumes them writes behind that.
[ -s "$file.results" ] || rm -f "$file.log" || die 4 "cannot write to $dir"
rm -f "$file.status" || die 4 "cannot write to $dir"
JOBS=1 env -u JOB_CPU -u JOB_STALL "$1/bin/launch" --cpu 0 --stall 0 --log "$file.log" bash -c "$command"
status=$?
echo "$status" >"$file.status.new" && mv "$file.status.new" "$file.status" || die 4 "cannot write to $dir"
[ "$status" -le 1 ]
