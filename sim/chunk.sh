#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# chunk.sh BUILD NAME: play the command of ./NAME.cmd (sim/chunks.sh), with its output in NAME.log
# and its exit status in NAME.status. Status 0 if the command ended regularly: with 0, or with 1
# where a run has failed. It is played from the top of the tree, and every process that it starts
# ends with it.
set -u
dir=$PWD
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# = 2 ] || die 2 'usage: sim/chunk.sh BUILD NAME'
file=$dir/$2
# A node that was given up may still play the chunk: wait for its end.
{ exec {lock}>>"$file.lock" && flock "$lock"; } || die 4 "cannot lock $file.lock"
command=$(<"$file.cmd") || die 4 "$file.cmd cannot be read"
# The file `stop` exists: begin nothing more (sim/chunks.sh).
[ ! -e "$dir/stop" ] || { echo 0 >"$file.status" || die 4 "cannot write to $dir"; exit 0; }
# If runs have results, the log says why some have failed: a resumed chunk appends to it.
[ -s "$file.results" ] || rm -f "$file.log" || die 4 "cannot write to $dir"
rm -f "$file.status" || die 4 "cannot write to $dir"
JOBS=1 env -u JOB_CPU -u JOB_STALL "$1/bin/launch" --cpu 0 --stall 0 --log "$file.log" bash -c "$command"
status=$?
echo "$status" >"$file.status.new" && mv "$file.status.new" "$file.status" || die 4 "cannot write to $dir"
[ "$status" -le 1 ]
