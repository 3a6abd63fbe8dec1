#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# evidence.sh BUILD CONFIG: what `spu_sim --dir` costs, in instructions (callgrind) of 50,000 and of
# 400,000 operations of the trace (`make run`: 6.8 million), without and with it; status 1 if the
# cost is more than 1.5 % of the longer run. Then the processor time of a run of the test smoke by
# sim/run.sh, by --batch and by --batch --prune, in turns: median, least and most of ROUNDS (9).
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# = 2 ] || die 2 "usage: sim/evidence.sh BUILD CONFIG"
build=$1 config=$2 out=$1/evidence sim=$1/$2/spu_sim
built "$build" "$config/spu_sim"
rm -rf "$out"
mkdir -p "$out" || die 4 "cannot write to $out"

# count OPERATIONS OPTIONS...: instructions of so many operations.
count() {
    local ops=$1
    shift
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$sim" --config "rtl/configs/$config.cfg" --test trace \
        --trace sim/traces/mix.trc --ops "$ops" "$@" 2>&1 >/dev/null | sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}

# cost RUNS COMMAND...: milliseconds of processor time for each run, including all processes that it
# starts.
cost() {
    local TIMEFORMAT='%U %S' runs=$1
    shift
    { time "$@" >/dev/null 2>&1; } 2>&1 | awk -v n="$runs" '{ printf "%.3f", 1000 * ($1 + $2) / n }'
}

single() {
    local seed
    for ((seed = 1; seed <= 20; seed++)); do OUT=$out/single sim/run.sh "$build" "$config" smoke $seed; done
}

# batch NAME OPTIONS...: play 400 runs.
batch() {
    local name=$1 seed
    shift
    for ((seed = 1; seed <= 400; seed++)); do
        printf '%s\t%s\t0\t-\t--config rtl/configs/%s.cfg --test smoke --seed %s\n' "$seed" "$out/$name/$seed" "$config" "$seed"
    done >"$out/$name.rows"
    cost 400 "$sim" --batch "$out/$name.rows" --results "$out/$name.results" "$@"
}

for ops in 50000 400000; do
    echo "$ops $(count $ops) $(count $ops --dir "$out/dir$ops")"
done >"$out/instructions"
for ((round = 1; round <= ${ROUNDS:-9}; round++)); do
    echo "$(cost 20 single) $(batch all$round) $(batch pruned$round --prune)"
done >"$out/costs"
[ "$(cat "$out"/*.results | grep -c '^PASS')" = $((800 * ${ROUNDS:-9})) ] || die 1 "a run does not pass: $out"
awk -v c="$config" '{
        printf "%s, %d operations: %d instructions without --dir, %d with: %.2f %% more\n", c, $1, $2, $3, 100 * ($3 / $2 - 1)
        good = $2 > 0 && $3 <= 1.015 * $2
    } END { exit !good }' "$out/instructions" || exit

# spread COLUMN: median, least and most of the column.
spread() {
    awk -v c="$1" '{ print c == "all" ? $1 / $2 : c == "pruned" ? $1 / $3 : $c }' "$out/costs" | sort -n |
        awk '{ v[NR] = $1 } END { printf "%.1f (%.1f to %.1f)", v[int((NR + 1) / 2)], v[1], v[NR] }'
}
echo "$config: a run of smoke: $(spread 1) ms of processor by sim/run.sh, $(spread 2) ms by --batch, $(spread 3) ms by --batch --prune"
echo "$config: as many runs in the same time: $(spread all) times by --batch, $(spread pruned) times by --batch --prune"
