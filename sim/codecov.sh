#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# codecov.sh BUILD OUT: merge the code coverage that runs have left, and judge it (sim/coverage.md).
# Stdin has one line for each run: "CONFIG FLAVOUR DIR": its flavour (cov or tog; idle: a run of tog
# without stimulus) and its directory, in which all files `covers` and `covers.spuN` count. OUT/gcov
# holds the counts of the C (count_c of sim/common.sh), if there are any. Writes OUT/summary.txt,
# holes.txt, ports.txt, code_points.tsv and coverage.info; OUT/html if genhtml is installed and
# PAGES is not 0. Some conditions need all configurations and are judged only when all are there:
# NEED percent of lines and branches; each bit of a port of spu, unless PORTS is 0; waivers that
# waive nothing. Status 1 when something is wrong, one line each.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# = 2 ] || die 2 "usage: sim/codecov.sh BUILD OUT <RUNS"
build=$1 out=$(realpath -m "$2")
waivers=${WAIVERS:-sim/codecov/waivers.tsv} need=${NEED:-99} ports=${PORTS:-1}
whole "$waivers"
mapfile -t runs
for run in "${runs[@]}"; do
    read -r config flavour dir <<<"$run"
    [[ $flavour =~ ^(cov|tog|idle)$ && -f rtl/configs/$config.cfg && -d $dir ]] ||
        die 2 "no run of a configuration and a flavour: $run"
done
rm -rf "$out/merged" "$out/html"
rm -f "$out"/{summary,holes,ports}.txt "$out"/{code_points,points}.tsv
mkdir -p "$out/merged" || die 4 "cannot write to $out"

# sorted: collect the files of the runs in OUT/merged/CONFIG.FLAVOUR.
sorted() {
    local run config flavour dir files
    for run in "${runs[@]}"; do
        read -r config flavour dir <<<"$run"
        mapfile -t files < <(find "$dir" -name covers -o -name 'covers.spu*' | sort)
        [ ${#files[@]} = 0 ] || printf '%s\n' "${files[@]}" >>"$out/merged/$config.$flavour" || die 4 "cannot write to $out"
    done
}

# whole_files LIST: refuse a file that is cut off or is not coverage.
whole_files() {
    local file
    while read -r file; do
        [[ $(head -n 1 "$file") == '# SystemC::Coverage'* && -z $(tail -c 1 "$file") ]] ||
            die 4 "$file: no coverage file, or cut off"
    done <"$1"
}

# summed LIST TO: sum all files that LIST names into one file.
summed() {
    local parts=() n=0 part
    split -l 500 "$1" "$1.part."
    for part in "$1".part.*; do
        mapfile -t files <"$part"
        verilator_coverage --write "$2.$((n++))" "${files[@]}" >/dev/null || die 4 "verilator_coverage cannot merge $part"
        parts+=("$2.$((n - 1))")
        rm "$part"
    done
    verilator_coverage --write "$2" "${parts[@]}" >/dev/null || die 4 "verilator_coverage cannot write $2"
    rm "${parts[@]}"
}

# points CONFIG: the points of the runs of CONFIG.
points() {
    local m=$out/merged files flavour
    for flavour in cov tog idle; do
        [ ! -e "$m/$1.$flavour" ] || whole_files "$m/$1.$flavour" || exit
    done
    if [ -e "$m/$1.cov" ]; then
        summed "$m/$1.cov" "$m/$1.dat" || exit
        awk -v config="$1" -f sim/codecov/point.awk -f sim/codecov/points.awk "$m/$1.dat" || exit 4
    fi
    [ -e "$m/$1.tog" ] || return 0
    [ -s "$m/$1.idle" ] || die 2 "toggles of $1: no run without stimulus (reset_only) to hold them against"
    mapfile -t files <"$m/$1.tog"
    awk -v config="$1" -v base="$(tr '\n' ' ' <"$m/$1.idle")" -f sim/codecov/point.awk -f sim/codecov/points.awk "${files[@]}" || exit 4
}

# points_of_c: the points of the C, by gcov; a file that never ran has no counts, only its notes.
points_of_c() {
    local name
    [ -n "$(find "$out/gcov" -path '*/c_model/src/*.gcda' -print -quit)" ] || die 1 "no run has left its counts of the C in $out/gcov"
    (cd "$build/gcov" && find c_model dpi -name '*.gcno') | grep -E '^(c_model/(src|host|cli)|dpi)/' | while read -r name; do
        [ -f "${name%.gcno}.c" ] || continue # its source is gone
        mkdir -p "$out/gcov/$(dirname "$name")" && cp "$build/gcov/$name" "$out/gcov/$name" || die 4 "cannot write to $out/gcov"
        echo "$out/gcov/$name"
    done | xargs -r -n 50 gcov -t -b -c 2>/dev/null | awk -f sim/codecov/gcov.awk
}

# pages: make OUT/coverage.info and OUT/html.
pages() {
    awk -v dir="$PWD" -f sim/codecov/info.awk "$out/points.tsv" >"$out/coverage.info" || die 4 "cannot write to $out"
    [ "${PAGES:-1}" = 1 ] || return 0
    command -v genhtml >/dev/null || { echo 'genhtml is not installed: no pages' && return; }
    genhtml -q --branch-coverage --legend --title 'code coverage' --prefix "$PWD" -o "$out/html" "$out/coverage.info" \
        >"$out/html.log" 2>&1 || die 4 "genhtml: $(tail -n 1 "$out/html.log")"
    echo "$out/html/index.html"
}

# unseen: the sizes of ports that a configuration has, but none whose toggles were counted: the
# upper bits were never observed.
unseen() {
    awk -v counted=" $(cd "$out/merged" && echo *.tog) " '
        $1 ~ /^(axi_bytes|width|inflight)$/ {
            config = FILENAME
            gsub(/.*\/|\.cfg$/, "", config)
            if ($3 > most[$1]) most[$1] = $3 + 0
            if (index(counted, " " config ".tog ") && $3 > seen[$1]) seen[$1] = $3 + 0
        }
        END { for (key in most) if (seen[key] < most[key]) printf " %s=%d", key, most[key] }' rtl/configs/*.cfg
}

sorted
mapfile -t configs < <(cd "$out/merged" && printf '%s\n' *.cov *.tog | sed -n 's/^\([a-z0-9_]*\)\.\(cov\|tog\)$/\1/p' | sort -u)
[ ${#configs[@]} != 0 ] || die 2 'no run has left its coverage'
all=0
for cfg in rtl/configs/*.cfg; do [ -e "$out/merged/$(basename "$cfg" .cfg).cov" ] || all=1; done
{
    for config in "${configs[@]}"; do points "$config" || exit; done
    [ ! -d "$out/gcov" ] || points_of_c || exit
} | sort -t "$(printf '\t')" -k3,3 -k4,4n -k5,5n -k2,2 -k6,6 >"$out/points.tsv" || exit
awk -v out="$out" -v complete=$((1 - all)) -v need="$need" -v ports="$ports" -v unseen="$(unseen)" \
    -v configurations=${#configs[@]} -f sim/codecov/source.awk -f sim/codecov/judge.awk "$waivers" sim/covers.tsv "$out/points.tsv"
status=$?
cat "$out/summary.txt"
pages
exit $status
