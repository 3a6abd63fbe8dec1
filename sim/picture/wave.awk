# SPDX-License-Identifier: Apache-2.0
# A timing diagram as SVG, of a file *.wave; sim/picture.sh has the form. A value stands in a cycle;
# "~" is a gap.

function fail(text) { print FILENAME ":" FNR ": " text > "/dev/stderr"; bad = 1; exit 2 }
function trim(s) { gsub(/^ +| +$/, "", s); return s }
function esc(s) { gsub(/&/, "\\&amp;", s); gsub(/</, "\\&lt;", s); gsub(/>/, "\\&gt;", s); return s }
function text(x, y, class, s) { body = body "<text class=\"" class "\" x=\"" x "\" y=\"" y "\">" esc(s) "</text>\n" }
function line(class, path) { body = body "<path class=\"" class "\" d=\"" path "\"/>\n" }

# A level: one polyline that steps at the left edge of a cycle.
function level(y, v, n,    i, path, h) {
    for (i = 1; i <= n; i++) {
        if (at[i] == "~") continue
        h = y + (v[i] == "1" ? 4 : 20)
        path = path (i == 1 || at[i - 1] == "~" ? "M" : "L") left[i] " " h "H" left[i + 1]
    }
    line("w", path)
}

# A bus: a box for each run of equal values, "-" is none. Levels and boxes end at a gap.
function bus(y, v, n,    i, j, x, to) {
    for (i = 1; i <= n; i = j) {
        if (at[i] == "~") { j = i + 1; continue }
        for (j = i + 1; j <= n && at[j] != "~" && v[j] == v[i]; j++) { }
        to = left[j]
        x = left[i]
        if (v[i] == "-") { line("w", "M" x " " (y + 12) "H" to); continue }
        line("b", "M" (x + 3) " " (y + 3) "H" (to - 3) "L" to " " (y + 12) "L" (to - 3) " " (y + 21) "H" (x + 3) "L" x " " (y + 12) "Z")
        text((x + to) / 2, y + 16, "v", v[i])
    }
}

/^#/ || /^$/ || /^run / { next }
/^title / { title = substr($0, 7); next }
/^about / { about = about (about == "" ? "" : " ") substr($0, 7); next }
/^at / {
    columns = NF - 1
    x = 210
    for (i = 1; i <= columns; i++) { at[i] = $(i + 1); left[i] = x; x += at[i] == "~" ? 18 : 46 }
    left[columns + 1] = x
    width = x + 14
    y = 46
    for (i = 1; i <= columns; i++) text(left[i] + (at[i] == "~" ? 9 : 23), y, "c", at[i] == "~" ? "" : at[i])
    y += 10
    next
}
/^group / { y += 8; text(14, y + 12, "g", substr($0, 7)); y += 18; next }
/^row / {
    n = split(substr($0, 5), part, "|")
    if (n != 4) fail("row LABEL | SOURCE | KIND | VALUES")
    k = split(trim(part[4]), values, / +/)
    for (i = j = 1; i <= columns; i++) value[i] = at[i] == "~" ? "~" : values[j++]
    if (j != k + 1) fail(k " values for " j - 1 " cycles")
    text(14, y + 16, "l", trim(part[1]))
    if (trim(part[3]) == "bit") level(y, value, columns); else bus(y, value, columns)
    y += 26
    next
}
/^mark / {
    for (i = 1; i <= columns && at[i] != $2; i++) { }
    if (i > columns) fail("no cycle " $2)
    marks++; mark_x[marks] = left[i]; sub(/^mark [0-9]+ /, ""); mark_text[marks] = $0
    next
}
{ fail("what is this?") }
END {
    if (bad) exit 2
    for (i = 1; i <= columns; i++) if (at[i] == "~") line("z", "M" left[i] " 52V" y "M" left[i + 1] " 52V" y)
    for (i = 1; i <= marks; i++) { line("m", "M" mark_x[i] " 52V" (y + 4)); text(mark_x[i] + 3, y + 14, "k", mark_text[i]) }
    height = y + 26
    print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " width " " height "\" width=\"" width "\" height=\"" height "\" role=\"img\" aria-labelledby=\"t d\" font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" font-size=\"12\">"
    print "<!-- SPDX-License-Identifier: Apache-2.0 -->"
    print "<title id=\"t\">" esc(title) "</title><desc id=\"d\">" esc(about) "</desc>"
    print "<style>.t{font-size:15px;font-weight:bold;fill:#1d2733}.l{fill:#1d2733;font-family:'DejaVu Sans Mono',monospace;font-size:11px}.g{fill:#2f7d46;font-weight:bold}.c{fill:#44525f;text-anchor:middle}.v{fill:#1d2733;text-anchor:middle;font-size:11px}.k{fill:#b03a2e;font-size:11px}.w{stroke:#3b4a5a;stroke-width:1.4;fill:none}.b{stroke:#3b4a5a;stroke-width:1.2;fill:#eef3fb}.m{stroke:#b03a2e;stroke-dasharray:3 3;fill:none}.z{stroke:#c5d0da;stroke-dasharray:2 4;fill:none}</style>"
    print "<rect width=\"" width "\" height=\"" height "\" fill=\"#ffffff\"/>"
    print "<text class=\"t\" x=\"14\" y=\"24\">" esc(title) "</text>"
    printf "%s</svg>\n", body
}
