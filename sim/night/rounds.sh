#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# rounds.sh BUILD LIST: the rounds of a night (sim/nightly.sh, which has built everything, of
# NIGHT_TREE, and holds BUILD/nightly/live/NIGHT_UUID).
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
source sim/common.sh
[ $# = 2 ] || die 2 'usage: sim/night/rounds.sh BUILD LIST'
build=$1 list=$2 root=${NIGHTS:-$1/nightly}
tool=$build/bin/night
engine=${ENGINE:-ninja} jobs=${JOBS:-2} budget=${BUDGET:-0}
models=$root/live/$NIGHT_UUID.models
inputs=$(cat sim/traces/*.trc | sha256sum | cut -d' ' -f1)
rounds=0
# What the programs of a round have got, too: they end, and what was played is judged.
stopped=
for signal in TERM INT HUP; do
    # shellcheck disable=SC2064 # the name as it is now
    trap "stopped=SIG$signal" $signal
done

# same: are the executables still those that the rows of the runs name? What an executable that has
# changed has played nobody knows: these runs show nothing.
same() {
    local table=$root/runs/$night/models.tsv file hash good=0
    [ "$(tail -n 1 -- "$table" 2>/dev/null)" = '# end' ] ||
        { echo "nightly.sh: $table is gone, or cut off: nobody knows what has been played" >&2 && return 1; }
    while IFS=$'\t' read -r _ _ file hash _; do
        [ "$(sha256sum <"$file" | cut -d' ' -f1)" != "$hash" ] || continue
        echo "nightly.sh: $file has changed while the night went on" >&2
        "$tool" distrust "$root" --night "$night" --executable "$hash" >&2
        good=1
    done < <(grep -v '^#' "$table")
    return $good
}

# files_of COMMAND: the files that it names; status 1 where a word looks like the name of one, with
# a slash, and is none: nobody knows what that one holds. What a run leaves in SPE_DIR is no input,
# nor is a device.
# shellcheck disable=SC2016 # words of the command
files_of() {
    local command=$1 word
    command=${command//\"/} command=${command//\'/}
    command=${command//'${BUILD}'/$build} command=${command//'$BUILD'/$build} command=${command//'${SPE_DIR}'/'$SPE_DIR'}
    while IFS= read -r word; do
        [ -f "$word" ] || word=${word##*=}
        if [ -f "$word" ]; then
            echo "$word"
        elif [[ $word == */* && $word != '$SPE_DIR/'* && ! -c $word ]]; then
            return 1
        fi
    done < <(tr -s ' \t`;|&()<>{}' '\n' <<<"$command" | sort -u)
}

# commands: each command of the list, and the hash of the files that it names; - where it names
# none, or one that is none.
commands() {
    local command files named
    printf '# SPDX-License-Identifier: Apache-2.0\n# command, hash of the files that it names\n'
    while IFS= read -r command; do
        named=$(files_of "$command") || named=
        mapfile -t files < <(printf '%s' "$named" | sort -u)
        printf '%s\t%s\n' "$command" "$([ ${#files[@]} = 0 ] && echo - || sha256sum "${files[@]}" | sha256sum | cut -d' ' -f1)"
    done < <(awk -F'\t' '/^!/ && NF == 6 { print $6 }' "$list" | sort -u)
    echo '# end'
}

# broken: the status where something could not be done: 4, but where a signal may have ended it 3.
broken() {
    [ -z "$stopped" ] && return 4
    return 3
}

# play KIND JOBS [OPTION...]: plan a round and play it, with these options of `night collect`.
# Status 3 when the night was stopped, 5 when nothing was planned.
play() {
    local folder counts planned before status more=()
    rounds=$((rounds + 1))
    folder=$root/runs/$night/round$rounds
    [ -z "${SEEDS:-}" ] || more+=(--seeds "$SEEDS")
    [ "${RESUME:-0}" = 0 ] || [ "$1" != fixed ] || more+=(--resume)
    counts=$("$tool" plan "$root" --night "$night" --kind "$1" --chunks "$folder" \
        --sim sim --build "$build" --jobs "$2" --memory "${MEMORY:-4096}" --inputs "$inputs" --commands "$root/runs/$night/commands.tsv" ${more[@]+"${more[@]}"}) || { broken; return; }
    read -r planned before <<<"$counts"
    [ "$before" = 0 ] || echo "$(counted "$before" run) taken over: passed before with the same content" >&2
    [ "$planned" != 0 ] || return 5
    [ -z "$stopped" ] || return 3
    BUILD=$build "$tool" collect "$root" --night "$night" --folder "$folder" "${@:3}" -- \
        sim/chunks.sh "$engine" "$folder" "$2"
    status=$?
    same || return 4 # however the round has ended: what it has played is judged
    return $status
}

# count_code: runs of the list once more, counted, and what they have met of the code.
count_code() {
    local status
    count_c "$build" "$root/page/$night/code"
    play cover "$jobs"
    status=$?
    unset GCOV_PREFIX GCOV_PREFIX_STRIP
    [ "$status" != 5 ] || { echo 'nightly.sh: no run of the list has passed: nothing is counted' >&2 && return 0; }
    [ "$status" = 0 ] || return "$status"
    sim/night/cover.sh "$build" "$root" "$night" || broken
}

# all_rounds: the status is that of the first round that did not come to its end.
all_rounds() {
    local status first=fixed limit=()
    [ "${FAILED:-0}" = 0 ] || first=failed
    [ "$budget" = 0 ] || limit=(--limit --over "${OVER:-60}" --launch "$build/bin/launch")
    play $first "$jobs" ${limit[@]+"${limit[@]}"}
    status=$?
    [ "$status" = 0 ] || [ "$status" = 5 ] || return "$status"
    "$tool" replay "$root" --night "$night" --spe "$build/bin/spe" || return
    while [ "$first" = fixed ] && [ "$budget" != 0 ]; do
        play fresh "$jobs" "${limit[@]}"
        status=$?
        [ "$status" != 5 ] || break
        [ "$status" = 0 ] || return "$status"
        [ ! -e "$root/runs/$night/round$rounds/stop" ] || break # what was on its way is in no account
    done
    [ "${QUALIFY:-0}" = 0 ] || [ "$first" = failed ] || [ "$budget" = 0 ] || JOBS=$jobs sim/night/slice.sh "$build" "$root" "$night"
    [ "${COV:-0}" = 0 ] || [ "$first" = failed ] || count_code || return
    play sample $((jobs > 1 ? jobs / 2 : 2)) # other runs at a time than before
    status=$?
    [ "$status" = 5 ] || return "$status"
}

# retained KEY: a line of sim/night/retention.tsv.
retained() {
    awk -F'\t' -v key="$1" '$1 == key { print $2 }' sim/night/retention.tsv
}

whole sim/night/retention.tsv
before=${NIGHT_TREE:-$(night_tree "$build" "$root" "$list")}
read -r commit dirty _ <<<"$before"
hash=
[ "${FAILED:-0}" = 1 ] || hash=$(sha256sum <"$list" | cut -d' ' -f1)
night=$("$tool" begin "$root" --uuid "$NIGHT_UUID" --models "$models" --list "$list" --sim sim \
    --list-name "$(basename "$list" .tsv)" --list-hash "$hash" --commit "$commit" \
    --dirty "$dirty" --engine "$engine" --jobs "$jobs" --budget "$budget" \
    --build-ms "$NIGHT_BUILD_MS" --seeds "${SEEDS:-}" --draw "${DRAW:-}") || exit
{ commands >"$root/runs/$night/commands.tsv"; } 2>/dev/null || die 4 "cannot write to $root"
all_rounds
status=$?
by=$(cat "$root/live/$NIGHT_UUID.signal" 2>/dev/null) && [ -n "$by" ] && stopped=$by
[ -z "$stopped" ] || echo "nightly.sh: stopped by $stopped" >&2
[ -z "$stopped" ] || [ $status = 4 ] || status=3
changed=()
[ "$(night_tree "$build" "$root" "$list")" = "$before" ] || {
    echo 'nightly.sh: the tree has changed while the night went on' >&2
    changed=(--changed)
}
"$tool" end "$root" --night "$night" --status "$status" --stopped "$stopped" --build "$build" ${changed[@]+"${changed[@]}"}
ended=$?
told=0
mkdir -p "$root/page" && "$tool" page "$root" --night "$night" --out "$root/page/$night" --build "$build" || told=4
# Also where the page has no room.
"$tool" show "$root" --night "$night" --build "$build" &&
    "$tool" prune "$root" --nights "$(retained nights)" --mib "$(retained mib)" || told=4
[ $told = 0 ] || case $ended in 0 | 3) ended=4 ;; esac # a new failure stays one
exit "$ended"
