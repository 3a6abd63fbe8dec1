#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# marked.sh BUILD FAULT...: how far the cycle that `make debug` marks is from the cycle in which a
# fault first shows. Each FAULT of sim/faults/list.tsv, whose log `make mutate` or this script has
# left, is built with waves and debugged. The true cycle is the first one in which a flop or an
# output of the SPU differs from the SPU without the fault, which plays the same run (fst_differ).
# The marked cycle is the first divergence; if none comes before the finding, the cycle that `make
# debug` says to look at, else that of the finding. Prints a line for each fault: fault, true cycle,
# marked cycle, cycle of the finding, what differs first, what is marked. Last come the median and
# the 90th percentile of the distance, and how many faults were marked by each means. A fault found
# after more than MOST cycles (40000) is left out: the waves of all its cycles would be large.
# MARKED=FILE: the lines also go there; RESUME=1: lines in FILE stay.
# Status 1 where a register diverges before anything differs: that is a false divergence.
# WITHIN=N: status 1 unless each fault is measured and marked at most N cycles from its true cycle.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
source sim/command.sh
source sim/measure.sh
[ $# -ge 2 ] || die 2 'usage: sim/marked.sh BUILD FAULT...'
build=$1 most=${MOST:-40000}
shift

# play SIM RUN OUT LAST: play the run in the directory RUN again, with waves of all its cycles up to
# LAST. Flops without reset begin with 0: values drawn for them would differ from build to build.
play() {
    words_of "$2" && options_of "$2"
    for ((i = 0; i < ${#args[@]}; i++)); do
        [ "${args[i]}" != --plusarg ] || args=("${args[@]:0:i}" "${args[@]:i+2}")
    done
    mkdir -p "$3" || die 4 "cannot write to $3"
    "$1" "${args[@]}" --plusarg +verilator+rand+reset+0 --dir "$3" --waves "$3/waves.fst" --waves-from 0 --waves-to "$4" >"$3.out" 2>&1
    [ -s "$3/waves.fst" ] || die 4 "$3/waves.fst was not written: $(tail -n 1 "$3.out")"
}

# make_log NAME CONFIG: make the log as make mutate leaves it.
make_log() {
    local row
    IFS=$'\t' read -r -a row < <(awk -F'\t' -v name="$1" -v config="$2" '$1 == name && $2 == config' sim/faults/list.tsv)
    sim/fault.sh "$build" "${row[@]:0:5}" noassert >&2
}

# one NAME CONFIG: print the line of the fault; if it cannot be measured, say why on stderr.
one() {
    local run=$build/fault/$1-$2-noassert work=$top/$1 said marked finding first what
    [ -s "$run/txnlog" ] || make_log "$1" "$2" || return
    finding=$("$build/bin/spe" explain "$run/txnlog" 2>/dev/null | sed -nE 's/^finding 1 of .*, cycle ([0-9]+), .*/\1/p')
    [ -n "$finding" ] && [ "$finding" -le "$most" ] || { echo "$1: left out: ${finding:-no finding}, MOST is $most" >&2 && return; }
    rm -rf "$work"
    sim/faulty.sh "$build" "sim/faults/$1.patch" "$2" wavefault "$work" || exit
    cp -r "$run" "$work/run"
    said=$(SIM=$work/spu_sim sim/debug.sh "$build" "$work/run" 2>&1) || { echo "$1: $(tail -n 1 <<<"$said")" >&2 && return; }
    read -r marked what < <(sed -nE 's/^first divergence: cycle ([0-9]+)[^:]*: (\S+) .*/\1 \2/p' <<<"$said")
    [ -n "${marked:-}" ] && [ "$marked" -le "$finding" ] || read -r what marked < <(sed -nE 's/^look at: ([a-z]+), cycle ([0-9]+), .*/\1 \2/p' <<<"$said")
    [ -n "${marked:-}" ] && [ "$marked" -le "$finding" ] || { marked=$finding what=-; }
    play "$work/spu_sim" "$run" "$work/a" $((finding + 2))
    play "$build/$2-waves/spu_sim" "$run" "$work/b" $((finding + 2))
    first=$("$build/bin/fst_differ" "$work/b/waves.fst" "$work/a/waves.fst" .u_spu.) || exit
    rm -rf "$work"
    printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$1" "${first%% *}" "$marked" "$finding" "${first#* }" "${what:--}"
}

measure "$build" marked 'spe spe-wave fst_differ launch' -waves "${MARKED:-}" "$@"
awk -F'\t' '$2 != "-" { print ($3 > $2 ? $3 - $2 : $2 - $3) }' "$top/lines" | sort -n | awk -v all="$(wc -l <"$top/lines")" '{ v[NR] = $1 }
    END { printf "%d faults: the marked cycle is %d from the true one in the median, %d in the 90th percentile; of %d more no flop differs\n",
        NR, v[int((NR + 1) / 2)], v[int((9 * NR + 9) / 10)], all - NR }'
awk -F'\t' '{ n[$6 == "-" ? "finding" : $6 ~ /^(selection|completion|barrier|burst|loss)$/ ? "look" : "first"]++ }
    END { printf "marked by the first divergence: %d; by the mark to look at: %d; by the finding: %d\n", n["first"], n["look"], n["finding"] }' "$top/lines"
awk -F'\t' '$6 ~ /_EL[123]$/ && $2 != "-" && $3 < $2 {
    printf "%s: %s diverges in cycle %d, before anything differs (%d)\n", $1, $6, $3, $2; bad = 1 } END { exit bad }' "$top/lines" || exit
[ -z "${WITHIN:-}" ] || awk -F'\t' -v within="$WITHIN" -v faults="$(sort -u <(printf '%s\n' "$@") | wc -l)" '
    { n += $2 != "-" && $3 - $2 <= within && $2 - $3 <= within }
    END { if (n != faults) printf "%d of %d within %d\n", n, faults, within; exit n != faults }' "$top/lines"
