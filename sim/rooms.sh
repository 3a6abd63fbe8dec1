#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# rooms.sh [SRC]: the folders of SRC (c_model/src) depend on each other in the order of the table of
# SRC/README.md. Each C file must compile with only its own folder and those of the rows above, and
# each header alone; no function of a row below may be called. A file is found by its name without
# the folder, so no two files may have the same name, nor two static functions. Prints each breach;
# status 1 then.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# -le 1 ] || die 2 'usage: sim/rooms.sh [SRC]'
src=$(realpath -- "${1:-c_model/src}")
work=$(mktemp -d) || exit 4
trap 'rm -rf "$work"' EXIT
include=$PWD/c_model/include members=$PWD/c_model/members faults=$work/faults
: >"$faults"
mkdir "$work/seen" "$work/objects" "$work/headers" || exit 4

# compiles ROOM FLAGS FILE...: report what the compiler refuses.
compiles() {
    local room=$1 flags=$2
    # shellcheck disable=SC2086 # a list
    "$CC" -std=c11 -Wall -Werror -I"$work/seen" -I"$include" -I"$members" $flags "${@:3}" 2>"$work/said" && return
    grep -E 'error: ' "$work/said" | sed "s#^\($src\|$work/headers\)/##; s#\$#    <- $room/ sees itself and the rooms above#" >>"$faults"
    [ "${PIPESTATUS[0]}" = 0 ] || die 4 "$room: $(head -n 1 "$work/said")"
}

# enter ROOM: from now on, files see this room too; compile its files, which see the room and those
# above.
enter() {
    local header
    ln -s "$src/$1" "$work/seen/$1"
    mkdir "$work/objects/$1" "$work/headers/$1" && cd "$work/objects/$1" || exit 4
    compiles "$1" '-O0 -c' "$src/$1"/*.c
    for header in "$src/$1"/*.h; do
        printf '#include "%s"\n' "$1/${header##*/}" >"$work/headers/$1/${header##*/}.c"
    done
    [ -z "$(ls "$work/headers/$1")" ] || compiles "$1" -fsyntax-only "$work/headers/$1"/*.c
}

mapfile -t rooms < <(sed -nE 's#^\| `([a-z]+)/` .*#\1#p' "$src/README.md")
[ ${#rooms[@]} -gt 1 ] || die 4 "$src/README.md has no table of folders"
comm -3 <(printf '%s\n' "${rooms[@]}" README.md | sort) <(cd "$src" && printf '%s\n' * | sort) | tr -d '\t' |
    sed 's#$# is in the table of README.md, or in the folder, alone#' >>"$faults"
(cd "$src" && find . -name '*.[ch]') | awk -F/ '{ n = split($NF, p, "."); if (p[n] == "c" && seen[$NF]++) print $NF " is the name of two files" }' >>"$faults"

shopt -s nullglob
for room in "${rooms[@]}"; do [ ! -d "$src/$room" ] || (enter "$room"); done
(cd "$work/objects" && nm -A -- */*.o) >"$work/names" || die 4 'nothing was compiled'
awk -v list="${rooms[*]}" '
    BEGIN { n = split(list, room, " "); for (i = 1; i <= n; i++) place[room[i]] = i }
    { split($1, at, ":"); file = at[1]; sub(/\.o$/, ".c", file); kind = $(NF - 1); name = $NF }
    kind ~ /^[TDRBC]$/ { of[name] = file }
    kind == "U" { uses[file, name] }
    END {
        for (pair in uses) {
            split(pair, p, SUBSEP)
            if (!(p[2] in of)) continue
            split(p[1], from, "/")
            split(of[p[2]], to, "/")
            if (place[from[1]] < place[to[1]]) print p[1] " calls " p[2] "() of " of[p[2]] ", a room below"
        }
    }' "$work/names" | sort >>"$faults"

# A static function of a header is the same function in each file.
grep -ohE '^static inline [^(]*' "$src"/*/*.h c_model/include/spe/*.h | sed -E 's/.*[ *]//' | sort -u >"$work/inline"
awk 'FNR == NR { shared[$1]; next }
    $(NF - 1) == "t" && !($NF in shared) { split($1, at, ":"); sub(/\.o$/, ".c", at[1]); file[$NF] = file[$NF] " " at[1]; n[$NF]++ }
    END { for (name in n) if (n[name] > 1) print "static " name "() is in" file[name] }' "$work/inline" "$work/names" | sort >>"$faults"

[ -s "$faults" ] || exit 0
cat "$faults"
exit 1
