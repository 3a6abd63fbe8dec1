# SPDX-License-Identifier: Apache-2.0
# judge.awk -v out=DIR -v complete=0|1 -v need=PERCENT -v ports=0|1 -v unseen=SIZES WAIVERS COVERS
# POINTS: what the points of all configurations say together (sim/coverage.md); with ports=1 each
# bit of a port of spu is to have moved, where SIZES are those of ports that no toggles were counted
# of. POINTS is what points.awk and gcov.awk print, sorted by place; COVERS is sim/covers.tsv.
# Writes DIR/code_points.tsv, summary.txt, holes.txt and ports.txt; prints what is wrong, one line
# each: status 1. bits NAME: sets `base`, `high` and `low` of a signal, or a range of one: x[7:4].
function bits(name, at, range) {
    base = name
    high = low = -1
    if (!match(name, /\[[0-9:]+\]$/)) return
    base = substr(name, 1, RSTART - 1)
    range = substr(name, RSTART + 1, RLENGTH - 2)
    at = split(range, bit, ":")
    high = bit[1] + 0
    low = bit[at] + 0
}

# waived ID: the row that waives this point, 0: none.
function waived(id, row, i, n, rows) {
    if (kind[id] != "toggle") {
        row = row_of[kind[id], file[id], name[id], text[id], ordinal[id]]
        return row ? row : row_of[kind[id], file[id], name[id], text[id], "-"]
    }
    n = split(ranges[file[id]], rows, " ")
    for (i = 1; i <= n; i++) {
        bits(name[id])
        if (base == range_base[rows[i]] && high <= range_high[rows[i]] && low >= range_low[rows[i]]) return rows[i]
    }
    return 0
}

function percent(part, all) { return all ? sprintf("%6.2f", int(10000 * part / all) / 100) : "     -" }

# cell FILE KIND: points met of those that are not waived.
function cell(f, k, all) {
    all = total[f, k] - without[f, k]
    return total[f, k] ? sprintf("%6d /%6d %s%%", met[f, k], all, percent(met[f, k], all)) : sprintf("%22s", "-")
}

function row(f) {
    return cell(f, "line") " " cell(f, "branch") " " cell(f, "toggle") sprintf("%7d", without[f, "line"] + without[f, "branch"] + without[f, "toggle"])
}

BEGIN { FS = OFS = "\t" }

/^#/ && FILENAME != ARGV[3] { next }

FILENAME == ARGV[1] {
    waivers++
    where[waivers] = FILENAME ":" FNR
    if (NF != 7 || $1 !~ /^(line|branch|toggle)$/ || $7 == "") {
        wrong(where[waivers] ": kind, file, point, text, which, constant and reason are needed")
        next
    }
    why[waivers] = ($6 == "-" ? "" : $6 ": ") $7
    if ($1 == "toggle") {
        bits($3)
        range_base[waivers] = base
        range_high[waivers] = high
        range_low[waivers] = low
        ranges[$2] = ranges[$2] " " waivers
    } else {
        if (($1, $2, $3, squeezed($4), $5) in row_of) wrong(where[waivers] ": stands twice")
        row_of[$1, $2, $3, squeezed($4), $5] = waivers
        which[waivers] = $5
    }
    next
}

FILENAME == ARGV[2] {
    cover_why[$1] = $2
    next
}

# Points: config kind file line column name hits lines.
{
    key = $2 SUBSEP $3 SUBSEP $4 SUBSEP $5 SUBSEP $6
    if (!(key in id_of)) {
        id_of[key] = ++points
        kind[points] = $2
        file[points] = $3
        line[points] = $4
        column[points] = $5
        name[points] = $6
        text[points] = source($3, $4)
        ordinal[points] = ++same[$2, $3, $6, text[points]]
    }
    id = id_of[key]
    hits[id] += $7
    configs[id] = configs[id] " " $1
}

END {
    for (i = 1; i <= points; i++) judge(i)
    for (w = 1; w <= waivers; w++) {
        if (!uses[w] && complete && (w in which || toggles)) wrong(where[w] ": waives no point that there is")
        if (uses[w] > 1 && which[w] == "-") wrong(where[w] ": waives " uses[w] " points: say in column 5 which")
    }
    summary()
    print "# end" >(out "/code_points.tsv")
    exit bad
}

function judge(i, w, note, port) {
    f = file[i]
    k = kind[i]
    port = k == "toggle" && text[i] ~ /^(input|output) /
    w = k ~ /^(line|branch|toggle)$/ ? waived(i) : 0
    note = w ? why[w] : k == "cover" ? cover_why[module(f) "." name[i]] : ""
    if (w) uses[w]++
    if (w && hits[i] > 0) wrong(where[w] ": " place(i) " is waived, and was met")
    if (!((f, k) in total) && !seen_file[f]++) files[++nfiles] = f
    total[f, k]++
    if (k == "toggle") toggles++
    if (w) without[f, k]++
    else if (hits[i] > 0) met[f, k]++
    if (port) count_port(f, w, hits[i])
    if (k != "toggle" || port) printf "%s\t%s\t%d\t%s\t%.0f\t%s\n", k, f, line[i], shown(i), hits[i], note >(out "/code_points.tsv")
    if (hits[i] > 0 || k == "cover") return
    if (port && f == "rtl/spu.sv") {
        if (!w) still[++unmoved] = name[i]
        print name[i], w ? "waived: " note : "", configs[i] >(out "/ports.txt")
    }
    if (k != "toggle") printf "%s%s%s\n    %s\n", place(i), where_found(i), w ? " waived: " note : "", text[i] >(out "/holes.txt")
}

# count_port FILE ROW HITS: a bit of a port; its module is `FILE ports` in the counts.
function count_port(f, w, n) {
    f = f " ports"
    total[f, "toggle"]++
    if (w) without[f, "toggle"]++
    else if (n > 0) met[f, "toggle"]++
}

# most FILE WAIVED ALL WHAT: at most 3 % may be waived.
function most(f, n, all, what) {
    if (100 * n > 3 * all) wrong(f ": " n " of " all " " what " are waived: at most 3 % may be")
}

function module(f) {
    sub(/.*\//, "", f)
    sub(/\.sv$/, "", f)
    return f
}

function shown(i) { return column[i] ? name[i] "@" column[i] : name[i] }

function place(i) { return file[i] ":" line[i] " " kind[i] " " shown(i) }

# where_found I: the configurations that have the point, where not all of them do.
function where_found(i, n) {
    if (kind[i] ~ /^c-/) return ""
    n = split(configs[i], some, " ")
    return n < configurations ? " [" substr(configs[i], 2) "]" : ""
}

function add(f, k) {
    total["all", k] += total[f, k]
    without["all", k] += without[f, k]
    met["all", k] += met[f, k]
}

function summary(i, f, to) {
    to = out "/summary.txt"
    printf "%-24s %22s %22s %22s %6s\n", "module", "line", "branch", "toggle", "waived" >to
    for (i = 1; i <= nfiles; i++) {
        f = files[i]
        if (f !~ /^rtl\// || !(total[f, "line"] + total[f, "branch"] + total[f, "toggle"])) continue
        printf "%-24s %s\n", module(f), row(f) >to
        add(f, "line")
        add(f, "branch")
        add(f, "toggle")
        most(f, without[f, "line"] + without[f, "branch"], total[f, "line"] + total[f, "branch"], "points")
        most(f, without[f " ports", "toggle"], total[f " ports", "toggle"], "bits of ports")
    }
    printf "%-24s %s\n", "all", row("all") >to
    if (("rtl/spu.sv ports", "toggle") in total) printf "%-24s %s\n", "ports of spu", row("rtl/spu.sv ports") >to
    lines_of_c(to)
    judge_need("line")
    judge_need("branch")
    if (complete && ports) judge_ports()
}

# judge_ports: all bits of the ports of spu were measured, and have moved or are waived.
function judge_ports(i) {
    if (unseen != "") wrong("no toggles were counted of a configuration with" unseen)
    for (i = 1; i <= unmoved; i++) wrong("port bit " still[i] " of spu has not moved, and is not waived")
}

function lines_of_c(to, i, f) {
    for (i = 1; i <= nfiles; i++) {
        f = files[i]
        if (!total[f, "c-line"]) continue
        if (!heads++) printf "\n%-40s %22s %22s\n", "C", "line", "branch" >to
        printf "%-40s %s %s\n", f, cell(f, "c-line"), cell(f, "c-branch") >to
        add(f, "c-line")
        add(f, "c-branch")
    }
    if (heads) printf "%-40s %s %s\n", "all", cell("all", "c-line"), cell("all", "c-branch") >to
}

function judge_need(k, all) {
    all = total["all", k] - without["all", k]
    if (complete && 100 * met["all", k] < need * all) wrong(k " coverage of the RTL: " met["all", k] " of " all " points, " need " % are needed")
}
