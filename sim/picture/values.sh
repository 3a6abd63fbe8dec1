#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# values.sh fill|compare BUILD FILE.wave: the values of the rows of a picture in its run, played
# with waves; `fill` writes them into the file, `compare` prints the rows that have others and ends
# with status 1 then (sim/picture.sh).
set -u
cd "$(dirname "$0")/../.." || exit 2
source sim/common.sh
what=$1 build=$2 file=$3
read -r _ config test seed < <(grep '^run ' "$file")
work=$build/picture/$(basename "$file" .wave)
built "$build" "$config-waves/spu_sim" bin/{spe,spe-wave,fst_text}
rm -rf "$work" && mkdir -p "$work" || exit 4
"$build/$config-waves/spu_sim" --config "rtl/configs/$config.cfg" --test "$test" --seed "$seed" --dir "$work" --keep \
    --waves "$work/waves.fst" >"$work/out" 2>"$work/err" || die 4 "the run has failed: $work"
"$build/bin/spe" wave "$work/txnlog" >"$work/view.out" 2>&1 || die 4 "spe wave has failed: $work/view.out"

mapfile -t signals < <(sed -nE 's/^row [^|]*\| rtl ([^ ]+) .*/TOP.spu_harness.u_spu.\1/p' "$file")

# The values of a cycle stand before the edge that ends it: of the SPU at 500 ps, of the prediction
# at the nanosecond of its number.
{
    # Signals that are one in the waves have the name that is asked for.
    "$build/bin/fst_text" "$work/waves.fst" "${signals[@]}" | awk '$1 != "variable" && sub(/^TOP\.spu_harness\.u_spu\./, "", $2) { print "rtl", $1, $2, $3 }'
    "$build/bin/fst_text" "$work/view.fst" | awk '$1 != "variable" { t = $1; n = $2; sub(/^scoreboard\./, "", n); v = $3; for (i = 4; i <= NF; i++) v = v " " $i; print "spe", t, n, v }'
} | awk -v what="$what" -v file="$file" '
    function hex(bits, s, i, k, n) {
        while (length(bits) % 4) bits = "0" bits
        for (i = 1; i <= length(bits); i += 4) {
            n = 0
            for (k = 0; k < 4; k++) n = 2 * n + substr(bits, i + k, 1)
            s = s substr("0123456789abcdef", n + 1, 1)
        }
        sub(/^0+/, "", s)
        return s == "" ? "0" : s
    }
    function shown(value, slice, kind, hl, names, i, one) {
        gsub(/"/, "", value)
        if (slice != "") { split(slice, hl, ":"); value = substr(value, length(value) - hl[1], hl[1] - hl[2] + 1) }
        if (value !~ /^[01]+$/) return value == "" ? "-" : value
        if (kind == "bit") return substr(value, length(value))
        value = hex(value)
        if (kind == "hex") return value
        for (i = split(kind, names, ","); i; i--) { split(names[i], one, "="); if (one[1] == value) return one[2] }
        return value
    }
    function trim(s) { gsub(/^ +| +$/, "", s); return s }
    BEGIN {
        while ((getline line <file) > 0) {
            text[++lines] = line
            if (line ~ /^at /) columns = split(substr(line, 4), at, / +/)
            if (line !~ /^row /) continue
            split(substr(line, 5), part, "|")
            n = split(trim(part[2]), source, / +/)
            if (source[1] == "-") continue
            slice = ""
            if (source[n] ~ /^\[[0-9]+:[0-9]+\]$/) { slice = source[n--]; gsub(/[][]/, "", slice) }
            name = source[2]; for (i = 3; i <= n; i++) name = name " " source[i]
            key = source[1] " " name
            wanted[key] = 1; row[lines] = key; of[lines] = slice; kind[lines] = trim(part[3])
        }
    }
    {
        key = $1 " " $3
        if (!(key in wanted)) next
        v = $4; for (i = 5; i <= NF; i++) v = v " " $i
        for (i = 1; i <= columns; i++) if (at[i] != "~" && $2 <= ($1 == "rtl" ? at[i] * 1000 + 499 : at[i])) value[key, i] = v
        met[key] = 1
    }
    END {
        for (k = 1; k <= lines; k++) {
            if (!(k in row)) { out = out text[k] "\n"; continue }
            if (!(row[k] in met)) { print file ": the waves have no " row[k] > "/dev/stderr"; bad = 1 }
            split(text[k], part, "|")
            line = part[1] "|" part[2] "|" part[3] "|"
            for (i = 1; i <= columns; i++) if (at[i] != "~") line = line " " shown(value[row[k], i], of[k], kind[k])
            if (what == "compare" && line != text[k]) { print file ": the run has other values: " line; bad = 1 }
            out = out line "\n"
        }
        if (what == "fill" && !bad) printf "%s", out >file
        exit bad
    }'
