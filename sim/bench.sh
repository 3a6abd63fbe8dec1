#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# bench.sh BUILD CONFIG: what the checking costs. Three builds play the same trace: one that checks
# nothing (no monitors, no scoreboard, no assertions), one with monitors and scoreboard (SVA=0), one
# that adds assertions. Prints instructions per cycle (callgrind, two million operations), and the
# speed of `make run` in thousand cycles per second of processor time and of wall time: median,
# slowest and fastest of ROUNDS (5) rounds in which the three take turns. Ratios are to the build
# without checks. That build has no verdict of its own: its stimulus must have been the same. Status
# is also 1 when README.md shows instructions for CONFIG that are off by more than a tenth; another
# compiler explains that. The speed is that of one machine.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
source sim/lock.sh
build=$1 config=$2 rounds=${ROUNDS:-5} ops=2000000
built "$build" "$config/spu_sim" "$config-nosva/spu_sim" bin/launch bin/spe
use_output "$build"
out=$build/bench/$config
builds=(none scoreboard all)
declare -A sim=([none]=$out/bare [scoreboard]=$build/$config-nosva/spu_sim [all]=$build/$config/spu_sim)
[[ $rounds =~ ^[1-9][0-9]{0,3}$ ]] || die 2 "ROUNDS=$rounds: a positive integer is needed"
mkdir -p "$out" || die 4 "cannot write to $out"

cp "$build/$config/spe_cfg_pkg.sv" "$out/"
sim/model.sh "$out" . bare objects || exit 4
sim/link.sh "$build/$config/link.rsp" "$out/model" "${sim[none]}" || die 4 "cannot link ${sim[none]}"

# Options as for `make run`, functional coverage included.
options=(--config "rtl/configs/$config.cfg" --test trace --trace sim/traces/mix.trc --seed 1 --bins "$out/bins" --covers "$out/covers")

# count NAME: instructions of the short run.
count() {
    valgrind --tool=callgrind --callgrind-out-file="$out/$1.callgrind" "${sim[$1]}" "${options[@]}" --ops "$ops" \
        >"$out/$1.log" 2>"$out/$1.err"
    sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$out/$1.err"
}

# clock NAME: processor time and wall time of the whole run, in seconds.
clock() {
    local TIMEFORMAT='%U %S %R'
    { time "${sim[$1]}" "${options[@]}" >"$out/$1.log" 2>"$out/$1.err"; } 2>&1 | awk '{ print $1 + $2, $3 }'
}

field() { # NAME KEY
    sed -n "s/^RESULT.* $2=\([0-9a-f]*\).*/\1/p" "$out/$1.log"
}

# same_run: the three logs are of the same run, which passes in every build that checks something.
same_run() {
    local name
    for name in "${builds[@]}"; do
        [ -n "$(field all stim)" ] && [ "$(field "$name" stim)" = "$(field all stim)" ] || die 1 "the runs had different stimulus"
        [ "$name" = none ] || grep -q '^RESULT PASS' "$out/$name.log" || die 1 "the run does not pass: $out/$name.err"
    done
    [ "$(field scoreboard result)" = "$(field all result)" ] || die 1 "the results differ with assertions"
}

declare -A counted
for name in "${builds[@]}"; do
    counted[$name]=$(count "$name")
done
same_run
echo "$config, $ops operations, $(field all cycles) cycles: instructions per cycle, ratio"
for name in "${builds[@]}"; do
    awk -v name="$name" -v n="$(field all cycles)" -v a="${counted[$name]}" -v b="${counted[none]}" 'BEGIN {
        printf "%-10s  %6.0f  %.2f\n", name, a / n, a / b }'
done | tee "$out/instructions"

rm -f "$out"/*.seconds
for ((round = 0; round < rounds; round++)); do
    for name in "${builds[@]}"; do
        clock "$name" >>"$out/$name.seconds"
    done
done
same_run
# speed NAME COLUMN: median, slowest and fastest in kHz.
speed() {
    awk -v n="$(field all cycles)" -v c="$2" '{ print n / $c / 1000 }' "$out/$1.seconds" | sort -n |
        awk '{ v[NR] = $1 } END { printf "%.0f %.0f %.0f\n", (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2, v[1], v[NR] }'
}
echo "$config, whole trace, $(field all cycles) cycles, $rounds rounds: kHz of processor time, ratio, kHz of wall time"
for name in "${builds[@]}"; do
    echo "$name $(speed none 1) $(speed "$name" 1) $(speed "$name" 2)"
done | awk '{ printf "%-10s  %5d (%d to %d)  %.2f  %5d (%d to %d)\n", $1, $5, $6, $7, $2 / $5, $8, $9, $10 }'

[ "$config" = neoverse ] || exit 0
sed -n '/^## What the checking costs/,/^## /p' README.md | tr -d ',' |
    awk -F'|' 'FNR == NR { split($0, w, " "); want[w[1]] = w[2]; next }
        { name = $2; gsub(/[ `]/, "", name) }
        name in want { seen[name] = 1; if ($4 < 0.9 * want[name] || $4 > 1.1 * want[name]) { print "README.md shows other figures: " $0; bad = 1 } }
        END { for (name in want) if (!seen[name]) { print "README.md shows no figure of: " name; bad = 1 } exit bad }' "$out/instructions" - >&2
