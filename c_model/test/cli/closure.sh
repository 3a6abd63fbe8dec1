# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Coverage closure (sim/closure.sh) on v1p0_min: its files, its repeatability, bad input.

at=$work/closure
t=$'\t'
mkdir -p "$at"
# close OUT NAME=VALUE...: run a closure of v1p0_min.
close() {
    OUT=$at/$1 limited env JOBS=2 "${@:2}" sim/closure.sh "${tree_build:-$build}" v1p0_min
}
# ends NAME STATUS OUT NAME=VALUE...: the closure ends with STATUS.
ends() {
    run close "${@:3}"
    if [ "$status" = "$2" ]; then ok; else bad "closure/$1" "status $status, expected $2"; fi
}
# rows FILE: count the lines that are no remarks.
rows() {
    grep -vc '^#' "$at/$1"
}

printf 'smoke\t*\t1-2\nrandom\t*\t3-3\n# end\n' >"$at/small.tsv"
printf '# nothing\n# end\n' >"$at/empty.tsv"
printf 'smoke\tneoverse\t1-1\n# end\n' >"$at/other.tsv"
printf 'smoke\t*\t1\n# end\n' >"$at/seeds.tsv"
head -n 1 "$at/small.tsv" >"$at/cut.tsv"
mkdir -p "$at/nothing"

# Bad input is refused with one line.
refused closure/empty 2 "^closure.sh: $at/empty.tsv names no run of v1p0_min$" close no LIST="$at/empty.tsv" RUNS=1
refused closure/other 2 'names no run of v1p0_min$' close no LIST="$at/other.tsv" RUNS=1
refused closure/cut 2 "is cut off: its last line is not '# end'$" close no LIST="$at/cut.tsv" RUNS=1
refused closure/seeds 2 "seeds '1' are not FIRST-LAST$" close no LIST="$at/seeds.tsv" RUNS=1
refused closure/no_list 2 'no list nowhere$' close no LIST=nowhere RUNS=1
refused closure/nothing 2 '^closure: .*nothing holds no run of rtl/configs/v1p0_min.cfg$' close no LIST="$at/nothing" RUNS=1
refused closure/no_budget 2 '^closure: a budget is needed' close no LIST=-
refused closure/bad_budget 2 '^closure: --runs many: a positive integer is needed$' close no LIST=- RUNS=many
refused closure/config 2 "^closure.sh: no configuration 'nowhere'$" sim/closure.sh "$build" nowhere
refused closure/not_built 4 'v1p0_min/spu_sim is not built: make O=.*v1p0_min/spu_sim$' sim/closure.sh "$at" v1p0_min
closure=(limited "$build/bin/closure" --config rtl/configs/v1p0_min.cfg --sim "$build/v1p0_min/spu_sim" --out "$at/no" --runs 1)
head -n 9 tb/seq/random/weights.tsv >"$at/weights.tsv"
refused closure/weights 2 "^closure: $at/weights.tsv is cut off" "${closure[@]}" --weights "$at/weights.tsv" --fixed sim/closure/fixed.tsv
refused closure/fixed 2 "^closure: $at/other.tsv:1: the name of a weight and a reason are needed$" "${closure[@]}" \
    --weights tb/seq/random/weights.tsv --fixed "$at/other.tsv"
refused closure/long_options 2 '^closure: --options takes 191 characters at most$' "${closure[@]}" \
    --weights "$at/weights.tsv" --fixed sim/closure/fixed.tsv --options "--trace $(printf '%0184d' 0)"
printf '%s\t1\t-\n# end\n' "$(printf '%064d' 0)" >"$at/long.tsv"
refused closure/long_test 2 "^closure: $at/long.tsv:1: test or options are too long$" "${closure[@]}" \
    --weights tb/seq/random/weights.tsv --fixed sim/closure/fixed.tsv --start "$at/long.tsv"
refused closure/misuse 2 '^closure: --config, --sim' limited "$build/bin/closure" --runs 1

# The start alone: its holes equal those of spe cover.
ends start 1 start LIST="$at/small.tsv" RUNS=1
check closure/start_rows test "$(rows start/runs.tsv)" = 3
spe cover --holes "$at"/start/round/*/bins | sed -nE 's/^v1p0_min ([^:]*):.*/\1/p' >"$at/cover"
grep -v '^#' "$at/start/holes.tsv" | cut -f1 >"$at/holes"
check closure/start_some test -s "$at/cover"
same closure/start_holes "$at/cover" "$at/holes"

# Two rounds from that start. The number of jobs does not change the result, another seed does.
if quick; then
    ends quick 1 quick LIST="$at/start/round" RUNS=32 SEED=5
    check closure/quick_found test "$(rows quick/found.tsv)" -gt 5
    return 0
fi
ends one 1 one LIST="$at/start/round" RUNS=64 SEED=5
ends jobs 1 jobs LIST="$at/start/round" RUNS=64 SEED=5 JOBS=1
ends seed 1 seed LIST="$at/start/round" RUNS=32 SEED=6
check closure/rows test "$(rows one/runs.tsv)" = 67
same closure/again "$at/one/runs.tsv" "$at/jobs/runs.tsv"
same closure/again_holes "$at/one/holes.tsv" "$at/jobs/holes.tsv"
check closure/other_seed bash -c "! cmp -s '$at/one/runs.tsv' '$at/seed/runs.tsv'"
for kind in start plain explore fresh; do
    check "closure/kind_$kind" grep -q "$t$kind$t" "$at/one/runs.tsv"
done
[ -z "$(awk -F'\t' '!/^#/ { met += $11; if ($12 != met) print }' "$at/one/runs.tsv")" ] && ok || bad closure/sums 'bins met are not those that the runs met'
check closure/found_some test "$(rows one/found.tsv)" -gt 10
check closure/found_end grep -qx '# end' <(tail -n 1 "$at/one/found.tsv")

# The table of sim/closure/compare.sh, from curves typed by hand.
{
    printf 'c start 0 0 10\n'
    for seed in 1 2 3; do printf 'c plain %s 500000 %s\nc plain %s 900000 %s\nc plain %s 1200000 99\n' $seed 11 $seed $((11 + seed)) $seed; done
    for seed in 1 2 3; do printf 'c closure %s 250000 %s\nc closure %s 1000000 %s\n' $seed $((12 + seed)) $seed $((13 + seed)); done
    printf 'c plain 1 met a.x\nc plain 2 met a.y\nc closure 3 met a.y\nc closure 3 met a.z\nc closure 1 met a.z\nc closure 2 met b.z\n'
} >"$at/curves"
echo 'c possible 20' >"$at/possible"
accepted closure/compare '^\| `c` \| 20 \| 10 \| 13 \(12 to 14\) \| 15 \(14 to 16\) \| 0\.2 of 1\.0 Mcycles \| 2 \| 1 \|$' \
    awk -v cycles=1000000 -v svg="$at/compare.svg" -f sim/closure/compare.awk "$at/possible" "$at/curves"
check closure/compare_svg grep -q '^</svg>$' "$at/compare.svg"
check closure/compare_lines test "$(grep -c '^<polyline' "$at/compare.svg")" = 2
refused closure/compare_none 1 'compare.awk: no curve' awk -v cycles=1000000 -v svg="$at/compare.svg" -f sim/closure/compare.awk /dev/null

# The command of a run with weights of its own repeats the run, which meets the same bin.
row=$(awk -F'\t' '$5 ~ /^[0-9a-f]+$/ { print; exit }' "$at/one/found.tsv")
[ -n "$row" ] && ok || bad closure/weighted 'no run with weights of its own has met a bin'
IFS=$t read -r bin _ _ _ hash _ command <<<"$row"
check closure/kept_weights test -s "$at/one/weights/$hash.tsv"
check closure/repeat bash -c "$command --bins '$at/bins'"
check closure/repeat_bin grep -q "^$bin [0-9]" "$at/bins"

# keep.sh adds the run to a list of the nights, once, and a night plays it. Unknown bins and bad
# lists are refused.
keep=sim/closure/keep.sh
printf '# kept\n# end\n' >"$at/kept.tsv"
accepted closure/keep "^r[0-9]+: random seed [0-9]+, weights $hash$" $keep "$at/one" "$at/kept.tsv" "$bin"
check closure/keep_again $keep "$at/one" "$at/kept.tsv" "$bin"
check closure/keep_once test "$(rows kept.tsv)" = 1
check closure/keep_weights cmp "$at/one/weights/$hash.tsv" "$at/weights/$hash.tsv"
refused closure/keep_bin 2 "found.tsv has no bin event nothing$" $keep "$at/one" "$at/kept.tsv" 'event nothing'
refused closure/keep_cut 2 "cut.tsv is cut off" $keep "$at/one" "$at/cut.tsv"
refused closure/keep_none 2 'start/round holds no found.tsv$' $keep "$at/start/round" "$at/kept.tsv"
if command -v sqlite3 >/dev/null; then
    check closure/keep_night env NIGHTS="$at/nights" JOBS=1 BUDGET=0 sim/nightly.sh "$build" "$at/kept.tsv"
    [ "$(sqlite3 -batch -init /dev/null "$at/nights/night.db" "SELECT status, weights FROM run WHERE origin = 'command'" 2>/dev/null)" = "passed|$hash" ] && ok ||
        bad closure/keep_played 'the night has not played the run'
    # A night is a valid start, too.
    ends night 1 night LIST="$at/nights/night.db" RUNS=1
    check closure/night_rows test "$(rows night/runs.tsv)" = 33
    check closure/night_start grep -q "^r000000${t}start${t}random_closed$t" "$at/night/runs.tsv"
else
    skip closure/keep_night 'sqlite3 is not installed'
fi

# An SPU that has met everything leaves no hole. A run that fails keeps its directory.
fake=$at/build
mkdir -p "$fake/bin" "$fake/v1p0_min"
ln -s "$(realpath "$build/bin/launch")" "$(realpath "$build/bin/closure")" "$fake/bin"
some=$(find "$at/start/round" -name bins | sort | head -n 1)
groups=$(spe cover "$some" | awk 'NR > 1 { if (NF == 0) exit; printf "%s%s", sep, $1; sep = "," }')
{
    sed '/^@run/q' "$some"
    spe cover --table "$groups" "$some" | awk 'NR == 1 { next } /^[a-z]/ { sub(/:.*/, "", $1); group = $1 } /^  / && $NF != "-" { print group, $1, 1 }'
    echo end
} >"$at/all.bins"
cat >"$fake/v1p0_min/spu_sim" <<END
#!/bin/bash
# --batch ROWS --results FILE ...
while IFS='$t' read -r name dir rest; do
    mkdir -p "\$dir"
    echo "RESULT \$FAKE config=v1p0_min cycles=1000 stim=1" >"\$dir/verdict"
    echo "cd / && spu_sim \${rest#*--}" >"\$dir/command"
    cp '$at/all.bins' "\$dir/bins"
    echo "\$FAKE 1 0 0 \$name 1 1" >>"\$4"
    ! flock -n '$fake/.using' true || touch '$at/free'
done <"\$2"
[ -n "\${FAKE_SIGNAL:-}" ] || exit 0
pid=\$PPID
until [ "\$(</proc/\$pid/comm)" = closure ]; do pid=\$(awk '\$1 == "PPid:" { print \$2 }' "/proc/\$pid/status"); done
kill -s \$FAKE_SIGNAL "\$pid"
sleep \$FAKE_SLEEP
END
chmod +x "$fake/v1p0_min/spu_sim"
tree_build=$fake
ends all 0 all LIST="$at/small.tsv" RUNS=40 FAKE=PASS
check closure/all_none grep -q "^0 holes left$" "$at/all/closure.txt"
check closure/all_rows test "$(rows all/runs.tsv)" = 3
ends failing 1 failing LIST="$at/small.tsv" RUNS=1 FAKE=FAIL
check closure/uses test ! -e "$at/free"
check closure/failing_said grep -q "^3 runs FAILED: " "$at/failing/closure.txt"
check closure/failing_kept test -s "$at/failing/failed/r000000/verdict"
# Weights that a command names stay after the end of their round. Of runs without a finding only the
# winners keep their weights.
ends weights 1 weights LIST="$at/small.tsv" RUNS=67 FAKE=FAIL
sed -n 's/.* --weights \([^ ]*\).*/\1/p' "$at"/weights/failed/*/command | sort >"$at/named"
find "$at/weights/weights" -type f | sort >"$at/there"
check closure/weights_some test -s "$at/named"
same closure/weights_named "$at/named" "$at/there"
[ -z "$(find "$at/one/weights" -name 'r[0-9]*')" ] && ok || bad closure/weights_gone 'weights of runs that met nothing new have stayed'
# A signal that the closure ignores (nohup) does not stop it.
trap '' HUP
ends nohup 1 nohup LIST="$at/small.tsv" RUNS=1 FAKE=FAIL FAKE_SIGNAL=HUP FAKE_SLEEP=1
check closure/nohup_rows test "$(rows nohup/runs.tsv)" = 3
trap - HUP
ends stopped 1 stopped LIST="$at/small.tsv" RUNS=1 FAKE=FAIL FAKE_SIGNAL=TERM FAKE_SLEEP=60
grep -q '^closure: stopped by SIGTERM$' "$work/err" && ok || bad closure/stopped 'not said'
printf '#!/bin/sh\nexit 3\n' >"$fake/v1p0_min/spu_sim"
ends broken 4 broken LIST="$at/small.tsv" RUNS=1
unset tree_build
