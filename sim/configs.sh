#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# configs.sh BUILD: judge the SPU and the scoreboard in RUNS (4) configurations that nobody has
# chosen: each is a file of rtl/configs with some keys drawn by the text SEED (1), as
# sim/config-draw.sh draws it. Each is built, and plays the tests of sim/tests.tsv that are for
# every configuration and that its executable has, with the first seed; random sessions play more.
# Prints a line for each: name, verdict, base, and the keys that differ from it; behind a failure
# what failed and how to repeat it. The configuration and its log stay in BUILD/configs/NAME; where
# a run has failed so do its files, and the executable BUILD/NAME/spu_sim.
# configs.sh BUILD play SEED N: only the N-th configuration of SEED.
# configs.sh BUILD draw SEED N: print that configuration; nothing is built.
#
# From the environment: RUNS, SEED, JOBS; SEEDS: of each kind of random session (16); BUDGET:
# seconds of processor time, without the builds, after which no configuration begins.
#
# Exit status: 0 all pass, 1 one fails, 2 usage, 3 stopped, 4 environment.
set -u
export LC_ALL=C
[ "${SPE_PARENT:-}" = $PPID ] || SPE_PARENT=$PPID exec setpriv --pdeathsig TERM "$0" "$@"
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
source sim/lock.sh
source sim/config-draw.sh
[ $# = 1 ] || { [ $# = 4 ] && [[ $2 == @(play|draw) ]]; } || die 2 'usage: sim/configs.sh BUILD | BUILD play|draw SEED N'
build=$1 spe=$1/bin/spe dir=$1/configs
RUNS=${RUNS:-4} SEED=${SEED:-1} SEEDS=${SEEDS:-16}
# A long measurement of one feature, which the drawn keys do not concern.
LONG=interval_uniform
[ $# = 1 ] || [[ $4 =~ ^[1-9][0-9]{0,8}$ ]] || die 2 "$2 $4: a positive integer is needed"
built "$build" bin/spe bin/launch
whole sim/tests.tsv
draft=$(mktemp -d) || exit 4
trap 'rm -rf "$draft"' EXIT
trap 'exit 3' TERM INT HUP

# drawn SEED N: draw, and set `name`: the same keys have the same name.
drawn() {
    local hash
    draw_config "$1 $2" || exit
    hash=$(written - | sha256sum)
    name=r${hash:0:8}
}

# file: print the configuration that was drawn, as a file.
file() {
    echo '# SPDX-License-Identifier: Apache-2.0'
    echo "# Drawn from $base by sim/configs.sh: $(differences)"
    written "$name"
}

# rows: the runs of the configuration, in the form of --batch; how many tests of the table its
# executable refuses goes to $out/refused.
rows() {
    awk -F'\t' -v config="$file" -v out="$out" -v seeds="$SEEDS" -v long="$LONG" "$TEST_OF"'
        /^#/ { next }
        FNR == NR { has[$1] = 1; next }
        $2 !~ /^\*/ || $5 != 0 || $6 != "smoke" || $1 == long { next }
        !(test_of($1, $4) in has) { refused++; next }
        {
            options = $4 == "-" ? "" : " " $4
            if (options !~ / --test /) options = " --test " $1 options
            last = $1 ~ /^random/ ? seeds : 1
            for (seed = 1; seed <= last; seed++)
                printf "%s-%d\t%s/%s-%d\t0\t-\t--config %s --seed %d%s\n", $1, seed, out "/runs", $1, seed, config, seed, options
        }
        END { print refused + 0 >(out "/refused") }' FS=' ' <("$build/$name/spu_sim" --config "$file" --list) FS='\t' sim/tests.tsv
}

# built_drawn: build the executable, as for `make run`.
built_drawn() {
    DRAWN=$out sim/engine.sh "$build" build "$build/$name/spu_sim" >"$out/log" 2>&1 && return
    result="not built: $(tail -n 1 "$out/log")"
    return 1
}

# played: build the configuration and play its runs. Sets `result`; status 1 where one has failed.
played() {
    local status
    built_drawn || return
    rows >"$out/rows" && [ -s "$out/rows" ] || die 4 "no runs of $name"
    "$build/bin/launch" --cpu 0 --usage "$out/usage" "$build/$name/spu_sim" --batch "$out/rows" --results "$out/results" \
        --prune --cpu 300 >"$out/log" 2>&1
    status=$?
    { [ $status -le 1 ] && [[ $(tail -n 1 "$out/log") =~ ^COUNT\ ([0-9]+)\ ([0-9]+)\ 0$ ]]; } || die 4 "$name: $(tail -n 1 "$out/log")"
    result="${BASH_REMATCH[1]} runs pass, ${BASH_REMATCH[2]} fail, $(<"$out/refused") tests are not for it"
    spent=$((spent + $(cut -d' ' -f1 "$out/usage")))
    [ $status = 0 ] || return
    rm -rf "${build:?}/$name" "$out/runs"
}

# judged N: draw and play the N-th configuration.
judged() {
    drawn "$SEED" "$1"
    out=$dir/$name file=$dir/$name/$name.cfg
    { rm -rf "$out" && mkdir -p "$out" && file >"$file"; } || die 4 "cannot write to $dir"
    if played; then
        echo "PASS $name: $result; $base with $(differences)"
    else
        echo "FAIL $name: $result; $base with $(differences)"
        grep -v '^COUNT ' "$out/log" | head -n 40 | sed 's/^/  /'
        echo "  again: sim/configs.sh $build play $SEED $1; configuration: $file; log: $out/log"
        failed=$((failed + 1))
    fi
}

spent=0 failed=0
read_keys
if [ "${2:-}" = draw ]; then
    drawn "$3" "$4"
    file
    exit
fi
use_output "$build"
if [ $# = 4 ]; then
    SEED=$3
    judged "$4"
    exit $failed
fi
for ((n = 1; n <= RUNS; n++)); do
    [ -z "${BUDGET:-}" ] || [ "$spent" -lt $((BUDGET * 1000)) ] || break
    judged "$n"
done
echo "$(counted $((n - 1)) configuration) of $SEED, $failed with a failure"
[ $failed = 0 ]
