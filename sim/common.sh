# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by the scripts of sim/: failure in one line, names of tools, other common functions.
CC=${CC:-gcc} CXX=${CXX:-g++} VERILATOR=${VERILATOR:-verilator}

# die STATUS TEXT: statuses as in the verdict (1 mismatch, 2 usage, 3 timeout, 4 environment).
die() {
    echo "$(basename "$0"): $2" >&2
    exit "$1"
}

# keep_memory: programs started after this give no memory back to the system before they end. A
# program that makes thousands of models, of 600 KB each, then needs a fifth of the time.
keep_memory() {
    export MALLOC_TRIM_THRESHOLD_=268435456 MALLOC_MMAP_THRESHOLD_=33554432
}

# unbuilt BUILD NAME: refuse because that file of the output directory is missing, and say which
# command makes it.
unbuilt() {
    local place out=
    place=$(realpath -m -- "$1") && place=${place#"$(pwd -P)"/}
    [ "$place" = build ] || out=" O=$place"
    die 4 "$1/$2 is not built: make$out $place/$2"
}

# built BUILD NAME...: refuse unless these files are in the output directory.
built() {
    local name
    for name in "${@:2}"; do [ -e "$1/$name" ] || unbuilt "$1" "$name"; done
}

# whole TABLE...: refuse a table that was cut off, as it looks like a shorter one: its last line
# must be `# end`. The message is another for a table of another system, or one that is not text.
whole() {
    local table
    for table in "$@"; do
        [ "$(tr -cd '\0\r' 2>/dev/null <"$table" | head -c 1 | wc -c)" = 0 ] || unlike_text "$table"
        [ "$(tail -n 1 -- "$table" 2>/dev/null)" = '# end' ] || die 2 "$table is cut off: its last line is not '# end'"
    done
}

# unlike_text TABLE: refuse a table with NUL bytes or carriage returns.
unlike_text() {
    [ "$(tr -cd '\0' <"$1" | head -c 1 | wc -c)" = 0 ] || die 2 "$1 holds NUL bytes: no table"
    die 2 "$1 holds carriage returns: lines that end with a line feed alone are needed"
}

# regress_out BUILD LIST: the directory in which `make regress` of the list leaves its files: each
# list has its own.
regress_out() {
    local name
    name=$(basename "$2" .tsv)
    echo "$1/regress/${name//[^A-Za-z0-9_.-]/_}"
}

# The configurations on which mutants of the RTL are judged (sim/qualify.md).
# shellcheck disable=SC2034 # for those who source this
MUTATED=(neoverse kunpeng v1p0_min ernd v1p5_max v1p2_discard longrec el1_only granule64 v1p1_sve v1p4_events v1p5_realm)

# counted N NOUN: "1 run", "2 runs".
counted() {
    [ "$1" = 1 ] && echo "$1 $2" || echo "$1 $2s"
}

# For awk: the test that a row of sim/tests.tsv plays: its own, or the test that --test in its
# options names.
# shellcheck disable=SC2034 # for those who source this
TEST_OF='function test_of(name, options) {
    return match(options, /--test [a-z0-9_]+/) ? substr(options, RSTART + 7, RLENGTH - 7) : name
}'

# applied_to CONFIG: sim/applies.tsv names the configuration for some test.
applied_to() {
    awk -F'\t' -v c="$1" '!/^#/ && index(" " $2 " ", " " c " ") { found = 1 } END { exit !found }' sim/applies.tsv
}

# row_for CONFIG TEST: print the row of TEST in sim/tests.tsv. Refuses a test that does not exist, or
# that is not for CONFIG: the row does not name it, or, where the row has `*`, sim/applies.tsv names
# it for other tests only (a new configuration is not in that table yet). With ANY=1 each
# configuration is good; the executable refuses those that it has no test for.
row_for() {
    local row configs options expect
    row=$(awk -F'\t' -v t="$2" '!/^#/ && $1 == t' sim/tests.tsv)
    [ -n "$row" ] || die 2 "unknown test '$2'; there are: $(awk -F'\t' '!/^#/ { printf "%s%s", s, $1; s = " " }' sim/tests.tsv)"
    IFS=$'\t' read -r _ configs _ options expect _ <<<"$row"
    if [[ $configs == '*'* && $expect = 0 ]] && applied_to "$1"; then
        configs=$(awk -F'\t' -v n="$2" -v o="$options" "$TEST_OF"' $1 == test_of(n, o) { gsub(/ /, ","); print $2 }' sim/applies.tsv)
    fi
    [ "${ANY:-0}" = 1 ] || [[ $configs == '*'* ]] || [[ ",$configs," == *",$1,"* ]] ||
        die 2 "test $2 is not for configuration $1, but for $configs"
    echo "$row"
}

# tests_of CONFIG: "NAME SEEDS TIER ROW-CONFIGURATIONS OPTIONS" (tabs) of each test that passes on
# CONFIG; options with --test. The caller has checked that both tables are complete.
tests_of() {
    awk -F'\t' -v OFS='\t' -v c="$1" "$TEST_OF"'
        /^#/ { next }
        FILENAME ~ /applies/ { applies[$1] = " " $2 " "; next }
        $5 == 0 && index(applies[test_of($1, $4)], " " c " ") {
            options = $4 == "-" ? "" : " " $4
            print $1, $3, $6, $2, (options ~ / --test / ? substr(options, 2) : "--test " $1 options)
        }' sim/applies.tsv sim/tests.tsv
}

# For sed: turn a text into lines of C, to be included.
# shellcheck disable=SC2034 # for those who source this
AS_C='s/["\\]/\\&/g; s/.*/"&\\n",/'

# night_texts DIR: write the texts that are compiled into sim/night, as the build does
# (sim/graph.sh), for a script that compiles without the build.
night_texts() {
    local file
    for file in sim/night/*.sql sim/night/*.css; do
        sed "$AS_C" "$file" >"$1/$(basename "${file%.*}").inc" || return
    done
}

# seconds TIME: 90, 90s, 30m or 2h as seconds.
seconds() {
    [[ $1 =~ ^([1-9][0-9]{0,5})([smh]?)$ ]] || die 2 "$1: seconds are needed, or a number with s, m or h"
    case ${BASH_REMATCH[2]} in
    m) echo $((BASH_REMATCH[1] * 60)) ;;
    h) echo $((BASH_REMATCH[1] * 3600)) ;;
    *) echo "${BASH_REMATCH[1]}" ;;
    esac
}

# tree_without FOLDER...: set `paths` to the tree without these folders, for git; they may be named
# from the root, or through links.
tree_without() {
    local folder links path
    paths=(.)
    for folder; do
        for links in -m -ms; do
            path=$(realpath $links --relative-to=. -- "$folder") || continue
            [[ $path == @(.|..|../*) ]] || paths+=(":(exclude,literal)$path")
        done
    done
}

# tree_files FOLDER...: "HASH  FILE" of each file that differs from the commit, or that git does not
# know; without these folders.
tree_files() {
    local paths
    tree_without "$@"
    {
        git diff HEAD --name-only -z -- "${paths[@]}"
        git ls-files -z -o --exclude-standard -- "${paths[@]}"
    } 2>/dev/null | while IFS= read -r -d '' file; do
        if [ -f "$file" ]; then sha256sum -- "$file"; else echo "gone  $file"; fi
    done
}

# tree_state FOLDER...: "COMMIT 0|1 HASH": the commit of the tree, whether the tree differs from it,
# and a hash of the difference. These folders are left out. If git does not answer, the commit is
# `unknown`, and the tree counts as different: 1.
tree_state() {
    local commit dirty=0 hash changed paths
    commit=$(git rev-parse HEAD 2>/dev/null) || commit=unknown
    tree_without "$@"
    changed=$(git status --porcelain -- "${paths[@]}" 2>/dev/null) && [ -z "$changed" ] && [ "$commit" != unknown ] || dirty=1
    hash=$({
        git diff HEAD -- "${paths[@]}"
        git ls-files -z -o --exclude-standard -- "${paths[@]}" | while IFS= read -r -d '' file; do
            [ ! -f "$file" ] || sha256sum -- "$file"
        done
    } 2>/dev/null | sha256sum)
    echo "$commit $dirty ${hash%% *}"
}

# night_tree BUILD ROOT LIST [tree_files]: the tree state of a night, or its files. If git does not
# know the list that it plays, the list is not part of the tree: the night keeps the list, and a
# hash of it.
night_tree() {
    if git ls-files --error-unmatch -- "$3" >/dev/null 2>&1; then
        "${4:-tree_state}" "$1" "$2"
    else
        "${4:-tree_state}" "$1" "$2" "$3"
    fi
}

# fault_base BUILD CONFIG: what the results of sim/fault.sh depend on for every fault of a
# configuration.
fault_base() {
    cat "$1/$2/spu_sim" sim/fault.sh sim/faulty.sh sim/run.sh 2>/dev/null | sha256sum
}

# fault_key BASE PATCH CONFIG TEST SEED CHECK: everything that the result of sim/fault.sh depends
# on.
fault_key() {
    {
        echo "$1 $3 $4 $5 $6"
        cat "sim/faults/$2.patch"
        grep "^$4"$'\t' sim/tests.tsv
    } 2>/dev/null | sha256sum
}

# fault_modules FAULT: the modules of rtl/ that its patch changes.
fault_modules() {
    sed -nE 's#^\+\+\+ b/rtl/(.*/)?([a-z_]+)\.sv$#\2#p' "sim/faults/$1.patch"
}

# fault_concerns FAULT: the concerns of the fault in sim/faults/concerns.tsv (CONCERNS: another
# table), or of the modules that its patch changes.
fault_concerns() {
    {
        echo "$1"
        fault_modules "$1"
    } | awk -F'\t' 'NR == FNR { of[$1] = $2; next } $1 in of { print of[$1]; if (FNR == 1) exit }' "${CONCERNS:-sim/faults/concerns.tsv}" -
}

# fault_configs NAME...: "NAME CONFIG" (a tab) of these rows of sim/faults/list.tsv, each name once,
# in this order.
fault_configs() {
    awk -F'\t' -v OFS='\t' -v names="$*" '
        !/^#/ && !($1 in of) { of[$1] = $2 }
        END { n = split(names, a, " "); for (i = 1; i <= n; i++) if (a[i] in of && !seen[a[i]]++) print a[i], of[a[i]] }' sim/faults/list.tsv
}

# library_faults: the faults of sim/faults/library.tsv, each once.
library_faults() {
    awk -F'\t' '!/^#/ && $2 != "-" && !seen[$2]++ { print $2 }' sim/faults/library.tsv
}

# as_root COMMAND...: run the command as root; fail if that needs a password.
as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    else
        sudo -n "$@"
    fi
}

# count_c BUILD OUT: commands run after this add their counts of the C (kind gcov) below OUT/gcov,
# not beside the objects, where the counts of an earlier build are.
count_c() {
    GCOV_PREFIX=$(realpath -m "$2/gcov")
    GCOV_PREFIX_STRIP=$(realpath -m "$1/gcov" | tr -cd / | wc -c)
    export GCOV_PREFIX GCOV_PREFIX_STRIP
}
