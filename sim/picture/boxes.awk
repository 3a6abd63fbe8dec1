# SPDX-License-Identifier: Apache-2.0
# Boxes and arrows as SVG, from a file *.boxes; sim/picture.sh has the form.

function fail(text) { print FILENAME ":" FNR ": " text > "/dev/stderr"; bad = 1; exit 2 }
function trim(s) { gsub(/^ +| +$/, "", s); return s }
function esc(s) { gsub(/&/, "\\&amp;", s); gsub(/</, "\\&lt;", s); gsub(/>/, "\\&gt;", s); return s }

# Names in backquotes stand in the type of code.
function rich(s,    n, p, i, out) {
    n = split(esc(s), p, "`")
    for (i = 1; i <= n; i++) out = out (i % 2 ? p[i] : "<tspan class=\"n\">" p[i] "</tspan>")
    return out
}
function text(x, y, class, s) { body = body "<text class=\"" class "\" x=\"" x "\" y=\"" y "\">" rich(s) "</text>\n" }

/^#/ || /^$/ || /^in / { next }
/^title / { title = substr($0, 7); next }
/^about / { about = about (about == "" ? "" : " ") substr($0, 7); next }
/^size / { width = $2; height = $3; next }
/^box / {
    n = split($0, part, "|")
    split(trim(part[1]), f, / +/)
    if (f[2] !~ /^(area|dut|c|plain|out)$/ || n < 2) fail("box area|dut|c|plain|out X Y W H | TITLE | LINE...")
    body = body "<rect class=\"" f[2] "\" x=\"" f[3] "\" y=\"" f[4] "\" width=\"" f[5] "\" height=\"" f[6] "\" rx=\"6\"/>\n"
    text(f[3] + 12, f[4] + 22, "h", trim(part[2]))
    for (i = 3; i <= n; i++) text(f[3] + 12, f[4] + 22 + 17 * (i - 2), "s", trim(part[i]))
    next
}
/^arrow / {
    n = split($0, part, "|")
    k = split(trim(part[1]), f, / +/)
    if (f[2] !~ /^(data|tell)$/ || k < 6 || k % 2) fail("arrow data|tell X Y X Y... | LABEL X Y")
    path = "M" f[3] " " f[4]
    for (i = 5; i < k; i += 2) path = path "L" f[i] " " f[i + 1]
    body = body "<path class=\"" f[2] "\" d=\"" path "\"/>\n"
    if (n == 2) {
        k = split(trim(part[2]), f, / +/)
        x = f[k - 1]; at = f[k]
        label = trim(part[2]); sub(/ +[0-9]+ +[0-9]+$/, "", label)
        text(x, at, "s", label)
    }
    next
}
{ fail("what is this?") }
END {
    if (bad) exit 2
    print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " width " " height "\" width=\"" width "\" height=\"" height "\" role=\"img\" aria-labelledby=\"t d\" font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\">"
    print "<!-- SPDX-License-Identifier: Apache-2.0 -->"
    print "<title id=\"t\">" esc(title) "</title><desc id=\"d\">" esc(about) "</desc>"
    print "<style>.area{fill:#f3f6f9;stroke:#c5d0da}.plain{fill:#fff;stroke:#3b4a5a;stroke-width:1.5}.dut{fill:#fff3d6;stroke:#b07c00;stroke-width:2}.c{fill:#e5f2e8;stroke:#2f7d46;stroke-width:1.5}.out{fill:#eef0fb;stroke:#5560a8;stroke-width:1.5}.h{font-weight:bold;font-size:14px;fill:#1d2733}.s{font-size:12px;fill:#44525f}.n{font-family:'DejaVu Sans Mono',monospace;font-size:11px}.h .n{font-size:12.5px}.data{stroke:#3b4a5a;stroke-width:1.6;fill:none;marker-end:url(#e)}.tell{stroke:#2f7d46;stroke-width:2.2;fill:none;marker-end:url(#g)}</style>"
    print "<defs><marker id=\"e\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\"><path d=\"M0 0 10 5 0 10z\" fill=\"#3b4a5a\"/></marker><marker id=\"g\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0 10 5 0 10z\" fill=\"#2f7d46\"/></marker></defs>"
    print "<rect width=\"" width "\" height=\"" height "\" fill=\"#ffffff\"/>"
    printf "%s</svg>\n", body
}
