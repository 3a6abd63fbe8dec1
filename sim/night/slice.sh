#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# slice.sh BUILD ROOT NIGHT: a night plays some mutants of the RTL (sim/qualify.md), drawn by its
# date and number, on one of its configurations, the next one each day: random sessions, the tests
# of the module, and the directed ones, for QUALIFY hundredths of BUDGET. What has become of them,
# or why none was played, is kept in the database. Whatever happens here, the night does not fail
# for it. What survives is no news if the prover says that it is the same design; PROOFS: where it
# remembers (ROOT/proofs.tsv; empty: it is not asked). MUTANTS: a file of modules or keys, these
# alone.
set -uo pipefail
[ "${SPE_PARENT:-}" = $PPID ] || SPE_PARENT=$PPID exec setpriv --pdeathsig TERM "$0" "$@"
cd "$(dirname "$0")/../.." || exit 2
source sim/common.sh
[ $# = 3 ] || die 2 'usage: sim/night/slice.sh BUILD ROOT NIGHT'
build=$1 root=$2 night=$3 dir=$2/runs/$3/mutants config=''
seconds=$((BUDGET * QUALIFY / 100))
EACH=7 # seconds that a mutant is taken for, with the prover's share

# keep OPTION...: what the database gets.
keep() {
    "$build/bin/night" mutants "$root" --night "$night" --config "$config" --budget-ms $((seconds * 1000)) "$@"
}

# not_played WHY: the end, without a mutant.
not_played() {
    echo "nightly.sh: no mutants: $1" >&2
    keep --why "$1"
    exit 0
}

# rows: of the table of sim/qualify.sh what the database gets; without those that the configuration
# does not have.
rows() {
    awk -F'\t' -v OFS='\t' '/^#/ { print; next } $9 != "in no configuration" && $9 != "not built" {
        print $2, $3, $5 ? $4 ":" $5 : $4, $6, $7 " -> " $8, $9, $10, $12 }' "$dir/table.tsv"
}

[ $seconds -gt 0 ] || not_played "$QUALIFY % of $BUDGET s is no second"
mapfile -t configs < <(awk -F'\t' -v of=" ${MUTATED[*]} " '$2 == "plain" && index(of, " " $1 " ") { print $1 }' "$root/runs/$night/models.tsv")
[ ${#configs[@]} != 0 ] || not_played 'the list names no configuration that they are judged on'
config=${configs[$(($(date +%s) / 86400 % ${#configs[@]}))]}
said=$(sim/qualify/tools.sh "$build" 2>&1) || not_played "$(tail -n 1 <<<"$said")"
echo "nightly.sh: mutants on $config, $seconds s" >&2
mkdir -p "$dir" && OUT=$dir RUNS=$(((seconds + EACH - 1) / EACH)) SEED=$(date +%F).$night BUDGET=$seconds UPTO=5 \
    PROOFS=${PROOFS-$root/proofs.tsv} RESUME=0 ALONE=0 LIST=${MUTANTS:-} \
    sim/qualify.sh "$build" "$config" >"$dir/log" 2>&1
case $? in
0 | 1 | 3) ;;
*) not_played "$(tail -n 1 "$dir/log")" ;;
esac
rows >"$dir/rows.tsv" && keep --table "$dir/rows.tsv" --cpu-ms "$(awk -F'\t' '{ ms += $9 } END { print ms + 0 }' "$dir/runs.tsv")" && rm -rf "$dir"
exit 0
