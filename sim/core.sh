#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# core.sh BUILD [path]: measure how strongly the parts of the scoreboard are coupled: figures of
# BUILD/obj/libspe.a and c_model/src, each with the maximum that sim/core.tsv permits; status 1 if
# one is above it. The figures may only fall: a change that lowers one also lowers the table.
# path: print the files of c_model/src that one sampled operation passes through, from enabling to
# its audit (valgrind).
set -euo pipefail
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# = 1 ] || [ "$#${2:-}" = 2path ] || die 2 'usage: sim/core.sh BUILD [path]'
build=$1 archive=$1/obj/libspe.a
work=$(mktemp -d) || exit 4
trap 'rm -rf "$work"' EXIT

# circles: "OBJECTS NAME..." for each largest set of objects that all call each other, the largest
# first (Tarjan).
circles() {
    nm -A "$archive" | awk '
        { n = split($1, at, ":"); object = at[n - 1]; kind = $(NF - 1); name = $NF }
        kind ~ /^[TDRBC]$/ { of[name] = object; objects[object] }
        kind == "U" { uses[object, name]; objects[object] }
        function visit(v, w, i, n, next_of, size, text) {
            number[v] = low[v] = ++count; stack[++top] = v; on[v] = 1
            n = split(calls[v], next_of, " ")
            for (i = 1; i <= n; i++) {
                w = next_of[i]
                if (!(w in number)) visit(w)
                if (on[w] && low[w] < low[v]) low[v] = low[w]
            }
            if (low[v] != number[v]) return
            do { w = stack[top--]; on[w] = 0; text = text " " w; size++ } while (w != v)
            print size text
        }
        END {
            for (pair in uses) {
                split(pair, p, SUBSEP)
                if (p[2] in of && of[p[2]] != p[1] && !seen[p[1], of[p[2]]]++) calls[p[1]] = calls[p[1]] " " of[p[2]]
            }
            for (v in objects) if (!(v in number)) visit(v)
        }' | sort -k1,1nr -k2
}

# structures: "MEMBERS NAME" of each structure that a header of the library declares, nested members
# counted, the largest first.
structures() {
    local header
    for header in c_model/src/*/*.h c_model/include/spe/*.h; do "$CC" -std=c11 -w -fpreprocessed -E -P "$header"; done | awk '
        /^struct [a-z_0-9]+ \{/ { name = $2; n = 0; open = 1; next }
        open && /^\}/ { print n, name; open = 0; next }
        open { line = $0; gsub(/\{[^}]*\}|\([^()]*\)/, "", line); n += gsub(/[;,]/, "", line) }' | sort -k1,1nr -k2
}

# bytes NAME: size of a structure of the model.
bytes() {
    printf '#include "state/model.h"\nchar size[sizeof(struct %s)];\n' "$1" >"$work/size.c"
    "$CC" -std=c11 -Ic_model/include -Ic_model/members -Ic_model/src -c "$work/size.c" -o "$work/size.o"
    nm -S "$work/size.o" | awk '{ print $2 }' | { read -r hex && echo $((16#$hex)); }
}

# takers: how many functions of c_model/src have the model as a parameter.
takers() {
    cat c_model/src/*/*.[ch] | awk '
        /^[a-z].*[^;]$/ && !/^(struct|enum|union) [a-z_0-9]* *\{/ { text = "" ; open = 1 }
        /^\{/ { if (open && text ~ /struct spe_model \*/) n++; open = 0 }
        open { text = text $0 }
        /;$/ { open = 0 }
        END { print n + 0 }'
}

# path: the files whose code runs when one operation is sampled, written and audited.
path() {
    built "$build" bin/spe
    "$build/bin/spe" log --pack c_model/test/logs/one_record.txnlog "$work/log"
    valgrind --tool=callgrind --callgrind-out-file="$work/out" --toggle-collect=spe_model_apply "$build/bin/spe" replay "$work/log" \
        >"$work/said" 2>&1 || die 4 "valgrind: $(tail -n 1 "$work/said")"
    # callgrind gives the name of a file where its number first occurs, even if that is as a called
    # file.
    awk -F'[=()]' '/^c?f[lie]=/ { if ($4 != "") name[$3] = substr($4, 2); if ($1 !~ /^c/) runs[$3] }
        END { for (i in runs) if (sub(/.*c_model\/src\//, "c_model/src/", name[i])) print name[i] }' "$work/out" | grep '\.c$' | sort -u
}

[ "${2:-}" != path ] || { path; exit; }
built "$build" "${archive#"$build/"}"
whole sim/core.tsv
circles >"$work/circles"
structures >"$work/structures"
read -r circle names <"$work/circles"
read -r members largest <"$work/structures"
sed -E 's/ /\n/g; s/\.o//g' <<<"$names" | while read -r name; do echo c_model/src/*/"$name.c"; done >"$work/files"
{
    echo "circle $circle"
    echo "members $members"
    echo "bytes $(bytes spu)"
    echo "takers $(takers)"
    echo "lines $(xargs cat <"$work/files" | wc -l)"
} | awk -F'[ \t]' -v largest="$largest" '
    FNR == NR { if (!/^#/) { most[$1] = $2; what[$1] = $0; sub(/^[^\t]*\t[^\t]*\t/, "", what[$1]) } next }
    { printf "%-8s %7d of %7d  %s\n", $1, $2, most[$1], what[$1] (($1 == "members") ? ": struct " largest : ""); seen++ }
    !($1 in most) || $2 > most[$1] { print "core.sh: " $1 " is above what sim/core.tsv permits"; bad = 1 }
    END { exit bad || seen != 5 }' sim/core.tsv -
