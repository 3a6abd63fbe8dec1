#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# keep.sh DIR LIST [BIN...]: add the runs of a closure (BUILD/closure/N) that met the bins BIN
# first, or all that it met, to a list of the nights (sim/nightly.md): one row for each run, with a
# copy of its weights in the folder `weights` beside the list. What the list has already is left
# alone. Prints each run that was added.
set -uo pipefail
[ $# -ge 2 ] || { echo 'usage: sim/closure/keep.sh DIR LIST [BIN...]' >&2; exit 2; }
dir=$(realpath -m -- "$1") list=$(realpath -m -- "$2")
shift 2
cd "$(dirname "$0")/../.." || exit 2
source sim/common.sh
[ -r "$dir/found.tsv" ] || die 2 "$dir holds no found.tsv"
[ -r "$list" ] || die 2 "cannot read $list"
whole "$dir/found.tsv" "$list"
[ -w "$list" ] || die 4 "cannot write to $list"

# chosen: rows of found.tsv, one for each run, of the bins that are asked for.
chosen() {
    printf '%s\n' "$@" | awk -F'\t' -v all=$(($# == 0)) '
        FNR == NR { if ($0 != "") asked[$0]; next }
        /^#/ { next }
        all || ($1 in asked) { delete asked[$1]; if (!seen[$2]++) print }
        END { for (b in asked) { print "keep.sh: " FILENAME " has no bin " b >"/dev/stderr"; bad = 1 } exit bad }' - "$dir/found.tsv"
}

# row CONFIG TEST SEED WEIGHTS COMMAND: what the list says of the run.
row() {
    local options
    options=$(sed -E 's/^[^ ]+ //; s/ --weights-hash [^ ]+//; s/ --seed [^ ]+//; s/ --weights [^ ]+//' <<<"$5")
    [ "$4" = - ] || options+=" --weights ${list%/*}/weights/$4.tsv"
    # shellcheck disable=SC2016 # for the shell of the run
    printf '!%s_closed\t%s\t%s-%s\t0\t300\t$BUILD/%s/spu_sim %s --seed $SEED --dir $SPE_DIR\n' "$2" "$1" "$3" "$3" "$1" "${options//$PWD\//}"
}

rows=$(chosen "$@") || exit 2
added=()
while IFS=$'\t' read -r _ run test seed weights _ command; do
    [[ $command =~ rtl/configs/([a-z0-9_]+)\.cfg ]] || die 2 "$dir/found.tsv: $run: no configuration in its command"
    line=$(row "${BASH_REMATCH[1]}" "$test" "$seed" "$weights" "$command")
    ! grep -qxF -- "$line" "$list" || continue
    if [ "$weights" != - ]; then
        mkdir -p "${list%/*}/weights" && cp "$dir/weights/$weights.tsv" "${list%/*}/weights/" || die 4 "cannot write to ${list%/*}/weights"
    fi
    added+=("$line")
    echo "$run: $test seed $seed, weights $weights"
done <<<"$rows"
[ ${#added[@]} != 0 ] || exit 0
{ sed '$d' "$list" && printf '%s\n' "${added[@]}" '# end'; } >"$list.new" && mv "$list.new" "$list" || die 4 "cannot write to $list"
