# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by the scripts of sim/: one-line failure, tool names.
CC=${CC:-gcc} CXX=${CXX:-g++} VERILATOR=${VERILATOR:-verilator}

# die STATUS TEXT: statuses as in the verdict (1 mismatch, 2 usage, 3 timeout, 4 environment).
die() {
    echo "$(basename "$0"): $2" >&2
    exit "$1"
}

# keep_memory: what is started from here on gives no memory back to the system before it ends. Programs that make thousands of
# models, of 600 KB each, need a fifth of the time so.
keep_memory() {
    export MALLOC_TRIM_THRESHOLD_=268435456 MALLOC_MMAP_THRESHOLD_=33554432
}

# unbuilt BUILD NAME: refuse for that file of the output directory, which is missing, and say which command makes it.
unbuilt() {
    local place out=
    place=$(realpath -m -- "$1") && place=${place#"$(pwd -P)"/}
    [ "$place" = build ] || out=" O=$place"
    die 4 "$1/$2 is not built: make$out $place/$2"
}

# built BUILD NAME...: these files are in the output directory.
built() {
    local name
    for name in "${@:2}"; do [ -e "$1/$name" ] || unbuilt "$1" "$name"; done
}

# whole TABLE...: a table that was cut off looks like a shorter one: its last line must be `# end`. One of another system, or
# that is no text, is said to be that.
whole() {
    local table
    for table in "$@"; do
        [ "$(tr -cd '\0\r' 2>/dev/null <"$table" | head -c 1 | wc -c)" = 0 ] || unlike_text "$table"
        [ "$(tail -n 1 -- "$table" 2>/dev/null)" = '# end' ] || die 2 "$table is cut off: its last line is not '# end'"
    done
}

# unlike_text TABLE: refuse it for its NUL bytes, or for its carriage returns.
unlike_text() {
    [ "$(tr -cd '\0' <"$1" | head -c 1 | wc -c)" = 0 ] || die 2 "$1 holds NUL bytes: no table"
    die 2 "$1 holds carriage returns: lines that end with a line feed alone are needed"
}

# regress_out BUILD LIST: where `make regress` of the list leaves what it made: one list does not touch that of another.
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

# For awk: the test that a row of sim/tests.tsv plays: its own, or the one that --test of its options names.
# shellcheck disable=SC2034 # for those who source this
TEST_OF='function test_of(name, options) {
    return match(options, /--test [a-z0-9_]+/) ? substr(options, RSTART + 7, RLENGTH - 7) : name
}'

# tests_of CONFIG: "NAME SEEDS TIER ROW-CONFIGURATIONS OPTIONS" (tabs) of each test that passes on
# CONFIG; options with --test. Who asks has made sure that both tables are whole.
tests_of() {
    awk -F'\t' -v OFS='\t' -v c="$1" "$TEST_OF"'
        /^#/ { next }
        FILENAME ~ /applies/ { applies[$1] = " " $2 " "; next }
        $5 == 0 && index(applies[test_of($1, $4)], " " c " ") {
            options = $4 == "-" ? "" : " " $4
            print $1, $3, $6, $2, (options ~ / --test / ? substr(options, 2) : "--test " $1 options)
        }' sim/applies.tsv sim/tests.tsv
}

# For sed: a text as lines of C, to be included.
# shellcheck disable=SC2034 # for those who source this
AS_C='s/["\\]/\\&/g; s/.*/"&\\n",/'

# night_texts DIR: the texts that are compiled into sim/night, as the build has them (sim/graph.sh), for who compiles without it.
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

# tree_state FOLDER...: "COMMIT 0|1 HASH": the commit of the tree, whether it holds something else, and a hash of that, without
# what is in these folders, which may be named from the root, or through links. Where git does not answer the commit is
# `unknown`, and nobody knows what else there is: 1.
tree_state() {
    local commit dirty=0 hash folder links path changed paths=(.)
    commit=$(git rev-parse HEAD 2>/dev/null) || commit=unknown
    for folder; do
        for links in -m -ms; do
            path=$(realpath $links --relative-to=. -- "$folder") || continue
            [[ $path == @(.|..|../*) ]] || paths+=(":(exclude,literal)$path")
        done
    done
    changed=$(git status --porcelain -- "${paths[@]}" 2>/dev/null) && [ -z "$changed" ] && [ "$commit" != unknown ] || dirty=1
    hash=$({
        git diff HEAD -- "${paths[@]}"
        git ls-files -z -o --exclude-standard -- "${paths[@]}" | while IFS= read -r -d '' file; do
            [ ! -f "$file" ] || sha256sum -- "$file"
        done
    } 2>/dev/null | sha256sum)
    echo "$commit $dirty ${hash%% *}"
}

# night_tree BUILD ROOT LIST: the same for a night. The list that it plays is no part of the tree where git does not know it: the
# night keeps the list, and a hash of it.
night_tree() {
    if git ls-files --error-unmatch -- "$3" >/dev/null 2>&1; then
        tree_state "$1" "$2"
    else
        tree_state "$1" "$2" "$3"
    fi
}

# fault_base BUILD CONFIG: what the results of sim/fault.sh depend on in all faults of a configuration.
fault_base() {
    cat "$1/$2/spu_sim" sim/fault.sh sim/faulty.sh sim/run.sh 2>/dev/null | sha256sum
}

# fault_key BASE PATCH CONFIG TEST SEED CHECK: everything that the result of sim/fault.sh depends on.
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

# fault_configs NAME...: "NAME CONFIG" (a tab) of these rows of sim/faults/list.tsv, each name once, in this order.
fault_configs() {
    awk -F'\t' -v OFS='\t' -v names="$*" '
        !/^#/ && !($1 in of) { of[$1] = $2 }
        END { n = split(names, a, " "); for (i = 1; i <= n; i++) if (a[i] in of && !seen[a[i]]++) print a[i], of[a[i]] }' sim/faults/list.tsv
}

# library_faults: the faults of sim/faults/library.tsv.
library_faults() {
    awk -F'\t' '!/^#/ && $2 != "-" && !seen[$2]++ { print $2 }' sim/faults/library.tsv
}

# as_root COMMAND...: run it as root, or fail when that is not possible without a password.
as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    else
        sudo -n "$@"
    fi
}

# count_c BUILD OUT: what is run from now on adds its counts of the C (kind gcov) below OUT/gcov, not beside the objects, where
# those of an earlier build stand.
count_c() {
    GCOV_PREFIX=$(realpath -m "$2/gcov")
    GCOV_PREFIX_STRIP=$(realpath -m "$1/gcov" | tr -cd / | wc -c)
    export GCOV_PREFIX GCOV_PREFIX_STRIP
}
