#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# task.sh TREE BUILD LIST TASKS: one task of an array (sim/slurm/array.sh): of the chunks in the
# file LIST each TASKS-th one. Slurm runs a copy of this script, in the directory of the chunks. The
# end of whoever started it, however it came, ends it.
set -u
[ "${SPE_PARENT:-}" = $PPID ] || SPE_PARENT=$PPID exec setpriv --pdeathsig TERM "$0" "$@"
tree=$1 build=$2 list=$3 tasks=$4
mapfile -t names < <(awk -v first="$SLURM_ARRAY_TASK_ID" -v tasks="$tasks" 'NR % tasks == first % tasks' "$list")
for name in "${names[@]}"; do
    setpriv --pdeathsig TERM "$tree/sim/chunk.sh" "$build" "$name"
done
exit 0
