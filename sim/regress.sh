#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# regress.sh BUILD LIST: play the runs of a list (sim/lists/NAME.tsv, or a file of that form), each
# with its functional coverage. Ends with the coverage of the runs that passed, the counts of
# records, faults, events, exceptions and outputs by kind and configuration (- where the
# configuration lacks the kind), and the number of runs that passed. Status 1 if a run failed or,
# when the list has the line "need", a configuration has not met a bin that it can meet. SEEDS: last
# seed of the tests that the list names. All files go to BUILD/regress/NAME. COV=1: in flavour cov,
# with its code coverage (sim/coverage.md). RESUME=1: a run that was judged as passed is not
# repeated if it is newer than the executable, its configuration and the files that describe the
# test.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
source sim/lock.sh
[ $# = 2 ] || die 2 "usage: sim/regress.sh BUILD LIST"
build=$1 list=$2
[ -f "$list" ] || list=sim/lists/$2.tsv
[ -r "$list" ] || die 2 "no list $2"
whole "$list" sim/tests.tsv sim/applies.tsv
claim_output "$build"
out=$(regress_out "$build" "$list") flavour=
[ "${COV:-0}" = 0 ] || flavour=-cov
mkdir -p "$out" || die 4 "cannot write to $out"

# rows: the rows of the list that name runs.
rows() {
    awk '!/^#/ && NF > 0 && $0 != "need"' "$list"
}

# chosen PATTERN NAMES...: the names that match the pattern.
chosen() {
    local pattern=$1 name
    shift
    for name in "$@"; do
        # shellcheck disable=SC2053 # a pattern
        [[ $name == $pattern ]] && echo "$name"
    done
}

mapfile -t tests < <(awk -F'\t' '!/^#/ && $5 == 0 { print $1 }' sim/tests.tsv)
[ "${#tests[@]}" != 0 ] || die 2 'sim/tests.tsv holds no test that is to pass'
# "CONFIG TEST" for each row of sim/tests.tsv and each configuration that it is for.
declare -A is_for
while read -r c t; do is_for[$c $t]=1; done < <(awk -F'\t' "$TEST_OF"'
    FNR == NR { if (!/^#/) applies[$1] = $2; next }
    /^#/ { next }
    {
        n = split(applies[test_of($1, $4)], c, " ")
        for (i = 1; i <= n; i++) print c[i], $1
    }' sim/applies.tsv sim/tests.tsv)

# One "CONFIG TEST SEED" per run.
runs() {
    local test config seeds first last c t s
    while IFS=$'\t' read -r test config seeds; do
        first=${seeds%-*} last=${seeds#*-}
        [ "$test" = '*' ] || last=${SEEDS:-$last}
        for c in $(chosen "$config" "${configs[@]}"); do
            for t in $(chosen "$test" "${tests[@]}"); do
                [ -n "${is_for[$c $t]:-}" ] || continue
                for ((s = first; s <= last; s++)); do echo "$c$flavour $t $s"; done
            done
        done
    done < <(rows) | sort -u
}

# check_list: each row must name existing tests, configurations and seeds; sets `configs` to the
# configurations.
check_list() {
    local test config seeds file all=()
    for file in rtl/configs/*.cfg; do all+=("$(basename "$file" .cfg)"); done
    while IFS=$'\t' read -r test config seeds; do
        [ -n "$(chosen "$test" "${tests[@]}")" ] || die 2 "$list: no test '$test' that is to pass"
        [ -n "$(chosen "$config" "${all[@]}")" ] || die 2 "$list: no configuration '$config'"
        [[ $seeds =~ ^(0|[1-9][0-9]{0,8})-(0|[1-9][0-9]{0,8})$ ]] && [ "${BASH_REMATCH[1]}" -le "${BASH_REMATCH[2]}" ] ||
            die 2 "$list: seeds '$seeds' are not FIRST-LAST"
    done < <(rows)
    mapfile -t configs < <(rows | cut -f2 | while read -r config; do chosen "$config" "${all[@]}"; done | sort -u)
    [ "${#configs[@]}" != 0 ] || die 2 "$list names no run"
}

configs=()
check_list
sims=("${configs[@]/#/$build/}")
sims=("${sims[@]/%/$flavour/spu_sim}")

# Use the judgements of the last regression of this list: what a run says of itself before its end
# does not count.
declare -A passed
if [ "${RESUME:-0}" = 1 ]; then
    judged=$(sim/passed.sh "$out") || exit
    while read -r name; do passed[_$name]=1; done <<<"$judged"
fi

# done_before CONFIG TEST SEED
done_before() {
    local file dir=$out/runs/$1/$2-$3
    [ -n "${passed[_$1.$2.$3]:-}" ] || return 1
    for file in "$build/$1/spu_sim" "rtl/configs/${1%-cov}.cfg" sim/tests.tsv sim/run.sh sim/traces/*; do
        [ "$dir/bins" -nt "$file" ] || return 1
    done
}

full="cannot write to $out: full, or not permitted"
runs >"$out/runs.list" || die 4 "$full"
[ -s "$out/runs.list" ] || die 2 "$list names no run"
[ "${RESUME:-0}" = 0 ] || sim/engine.sh "$build" build "$build/bin/spe" "${sims[@]}" || exit
# todo: the runs that are not repeated go to results.before, the others to todo.list.
todo() {
    local c t s
    while read -r c t s; do
        if done_before "$c" "$t" "$s"; then
            echo "PASS 1 0 0 before $c.$t.$s 0 0" >&3
        else
            rm -f "$out/runs/$c/$t-$s/bins" && echo "$c $t $s" >&4
        fi || return
    done <"$out/runs.list"
}
todo 3>"$out/results.new" 4>"$out/todo.list" && mv "$out/results.new" "$out/results.before" || die 4 "$full"
[ "$(cat "$out/results.before" "$out/todo.list" | wc -l)" = "$(wc -l <"$out/runs.list")" ] || die 4 "$full"
what=()
[ ! -s "$out/todo.list" ] || what+=("$out/todo.list")
[ "$list" != sim/lists/full.tsv ] || what+=(full)
export REPORT_NAME=coverage/need
REPORT="sim/coverage.sh $(printf '%q %q' "$build" "$list")"
if [ -n "$flavour" ]; then
    [ "${RESUME:-0}" = 1 ] || rm -rf "$out/gcov"
    count_c "$build" "$out"
    awk -v dir="$out/runs" '{ config = $1; sub(/-cov$/, "", config); print config, "cov", dir "/" $1 "/" $2 "-" $3 }' \
        "$out/runs.list" >"$out/runs.code" || die 4 "$full"
    REPORT+="; s=\$?; PORTS=0 sim/codecov.sh $build $out <$out/runs.code && exit \$s" # both, whatever the first says
fi
export REPORT
exec sim/engine.sh "$build" jobs "$out" "${what[@]}"
