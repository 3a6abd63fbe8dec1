# SPDX-License-Identifier: Apache-2.0
# Curves of sim/closure/compare.sh as a table and, into the file `svg`, as a plot: for each
# configuration the median over the seeds, and a band from the least to the most, over `cycles`.

# Numbers v[1] .. v[n], sorted.
function sort(v, n, i, j, t) {
    for (i = 2; i <= n; i++) {
        t = v[i]
        for (j = i - 1; j > 0 && v[j] > t; j--) v[j + 1] = v[j]
        v[j + 1] = t
    }
}
# At grid point g: least, median and most over the seeds, in low, mid and high.
function spread(config, arm, g, v, n, s) {
    n = 0
    for (s = 1; s <= seeds; s++) v[++n] = at[config, arm, s, g]
    sort(v, n)
    low = v[1]; mid = v[int((n + 1) / 2)]; high = v[n]
}
# Bins met so far, at each point of the grid.
function fill(config, arm, s, g, last) {
    last = begin[config]
    for (g = 0; g <= GRID; g++) {
        if ((config, arm, s, g) in at) last = at[config, arm, s, g]
        at[config, arm, s, g] = last
    }
}
# The first point of the grid at which the median of the arm is as high, in millions of cycles.
function reaches(config, arm, bins, g) {
    for (g = 0; g <= GRID; g++) {
        spread(config, arm, g)
        if (mid >= bins) return sprintf("%.1f", g * cycles / GRID / 1e6)
    }
    return "-"
}
# Bins that a run of one arm has met and none of the other.
function alone(config, arm, other, b, n) {
    n = 0
    for (b in bin) if (((config, arm, b) in met) && !((config, other, b) in met)) n++
    return n
}
function text(x, y, anchor, words) {
    printf "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y, anchor, words >svg
}
function px(g) { return left + g * WIDTH / GRID }
function py(bins) { return top + HEIGHT - (bins - base) * HEIGHT / (peak - base) }

function curve(config, arm, color, g, back, line) {
    printf "<polygon fill=\"%s\" fill-opacity=\"0.18\" points=\"", color >svg
    for (g = first; g <= GRID; g++) { spread(config, arm, g); printf "%.1f,%.1f ", px(g), py(low) >svg }
    for (g = GRID; g >= first; g--) { spread(config, arm, g); printf "%.1f,%.1f ", px(g), py(high) >svg }
    printf "\"/>\n<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"", color >svg
    for (g = first; g <= GRID; g++) { spread(config, arm, g); printf "%.1f,%.1f ", px(g), py(mid) >svg }
    print "\"/>" >svg
}
function panel(config, i, g, b, step) {
    left = 60 + (i - 1) % 2 * (WIDTH + 90); top = 50 + int((i - 1) / 2) * (HEIGHT + 80)
    first = start ? 0 : int(GRID / 16)
    spread(config, "plain", first); base = low
    spread(config, "closure", first); base = low < base ? low : base
    spread(config, "plain", GRID); peak = high
    spread(config, "closure", GRID); peak = high > peak ? high : peak
    base -= 1; peak += 1
    text(left, top - 8, "start", config ": bins met, of " possible[config])
    step = int((peak - base) / 5) + 1
    for (b = base; b <= peak; b += step) {
        printf "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#ddd\"/>\n", left, py(b), left + WIDTH, py(b) >svg
        text(left - 6, py(b) + 4, "end", b)
    }
    for (g = 0; g <= GRID; g += GRID / 4) text(px(g), top + HEIGHT + 18, "middle", sprintf("%g", g * cycles / GRID / 1e6))
    curve(config, "plain", "#b35900", g)
    curve(config, "closure", "#00589c", g)
}
function plot(i, rows) {
    rows = int((configs + 1) / 2)
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"13\">\n", 2 * WIDTH + 180, rows * (HEIGHT + 80) + 60 >svg
    print "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>" >svg
    for (i = 1; i <= configs; i++) panel(config_of[i], i)
    i = rows * (HEIGHT + 80) + 40
    text(60, i, "start", "millions of cycles; median of " seeds " seeds, least and most")
    printf "<g fill=\"#00589c\">" >svg; text(2 * WIDTH + 40, i, "end", "closure"); print "</g>" >svg
    printf "<g fill=\"#b35900\">" >svg; text(2 * WIDTH + 130, i, "end", "plain random"); print "</g>" >svg
    print "</svg>" >svg
}
function cell(config, arm) {
    spread(config, arm, GRID)
    return mid " (" low " to " high ")"
}
function table(i, c, plain) {
    printf "| configuration | bins | start | plain random | closure | plain median reached by closure at | met by closure alone | by plain alone |\n|---|--:|--:|--:|--:|--:|--:|--:|\n"
    for (i = 1; i <= configs; i++) {
        c = config_of[i]
        spread(c, "plain", GRID); plain = mid
        printf "| `%s` | %d | %s | %s | %s | %s of %.1f Mcycles | %d | %d |\n", c, possible[c], start ? begin[c] : "-", cell(c, "plain"), cell(c, "closure"),
            reaches(c, "closure", plain), cycles / 1e6, alone(c, "closure", "plain"), alone(c, "plain", "closure")
    }
}

BEGIN { GRID = 160; WIDTH = 400; HEIGHT = 220 }
$2 == "possible" { config_of[++configs] = $1; possible[$1] = $3; next }
$2 == "start" { begin[$1] = $5; start = 1; next }
$4 == "met" { met[$1, $2, $5]; bin[$5]; next }
{
    # A run counts where it has ended.
    g = int($4 * GRID / cycles); if (g * cycles < $4 * GRID) g++
    if (g <= GRID) at[$1, $2, $3, g] = $5
    if ($3 > seeds) seeds = $3
}
END {
    if (!configs || !seeds) { print "compare.awk: no curve" >"/dev/stderr"; exit 1 }
    for (i = 1; i <= configs; i++)
        for (s = 1; s <= seeds; s++) { fill(config_of[i], "plain", s); fill(config_of[i], "closure", s) }
    table()
    plot()
}
