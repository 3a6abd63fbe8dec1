# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2034
# Sourced by sim/chunks.sh: the chunks as a job array of Slurm. A chunk that is lost, with its node
# or otherwise, is submitted anew; its command plays what has no result (spu_sim --batch --resume).
attempts=3 # of a chunk
look=1     # seconds between two looks at the queue

# lost_names: those without a status.
lost_names() {
    local name
    for name in "${names[@]}"; do [ -e "$dir/$name.status" ] || echo "$name"; done
}

# largest_array: how many tasks an array may have here.
largest_array() {
    scontrol show config | awk '$1 == "MaxArraySize" { n = $3 } END { print (n > 1 ? n - 1 : 1000) }'
}

# submit LIST: an array over the names in the file LIST; its number is in `array`. Of more names
# than an array has tasks, each task plays several.
submit() {
    local tasks most
    tasks=$(wc -l <"$1")
    most=$(largest_array) || die 4 'Slurm does not answer'
    [ "$tasks" -le "$most" ] || tasks=$most
    array=$(sbatch --parsable --job-name=spe --array="1-$tasks%$JOBS" --ntasks=1 --no-requeue \
        --chdir="$dir" --output="${dir//%/%%}/slurm-%a.log" "$tree/sim/slurm/task.sh" "$tree" "$build" "$1" "$tasks") ||
        die 4 'sbatch does not take the array'
    array=${array%%;*}
}

# in_queue: is the array still there? A controller that does not answer says nothing of it.
in_queue() {
    local said
    said=$(squeue -h -r -j "$array" -o %T 2>&1) || [[ $said == *'Invalid job id'* ]] || return 0
    [ -n "$said" ] && [[ $said != *'Invalid job id'* ]]
}

# cancel: all of the array, and wait until it is gone.
cancel() {
    local i
    scancel "$array" 2>/dev/null
    for ((i = 0; i < 60; i++)); do
        in_queue || break
        sleep 1
    done
}

# watch_array: until it has ended. Whoever kills this script ends the array, too.
watch_array() {
    local guard
    # shellcheck disable=SC2016 # for that shell
    setpriv --pdeathsig TERM bash -c 'trap "scancel $0; exit" TERM; exec {never}<> <(:); while :; do read -r -t 60 -u $never; done' \
        "$array" >/dev/null 2>&1 9>&- &
    guard=$!
    while [ -z "$stopped" ] && in_queue; do
        sleep "$look" &
        wait $!
    done
    [ -z "$stopped" ] || cancel
    kill -s KILL "$guard"
    wait "$guard" 2>/dev/null
}

by_slurm() {
    local attempt name
    command -v sbatch >/dev/null || die 4 'no Slurm here: sbatch is not installed'
    for name in TERM INT HUP; do
        # shellcheck disable=SC2064 # the name of now
        trap "stopped=$name" "$name"
    done
    for ((attempt = 1; attempt <= attempts; attempt++)); do
        lost_names >"$dir/array.$attempt"
        [ -s "$dir/array.$attempt" ] || break
        [ $attempt = 1 ] || sed 's/^/chunks.sh: lost, and submitted anew: /' "$dir/array.$attempt" >&2
        submit "$dir/array.$attempt"
        watch_array
        [ -z "$stopped" ] || break
    done
    trap - TERM INT HUP
}
