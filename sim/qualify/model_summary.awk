# SPDX-License-Identifier: Apache-2.0
# awk -v share=THOUSANDTHS -v seed=TEXT -f model_summary.awk TABLE: the table by file, and every
# survivor. Status 1 where less than the share of those that are not equivalent is noticed.
BEGIN {
    FS = "\t"
    n = split("verdict coverage budget words unit crash hang equivalent survived", outcomes, " ")
}
/^#/ { next }
{
    of[$4, $9]++
    of["all", $9]++
    files[$4]++
    all++
}
$9 == "survived" { survivor[++survivors] = sprintf("  %s  %s:%s  %s  %s: `%s` => `%s`", $2, $4, $5, $3, $6, $7, $8) }
function line(name, total, i) {
    printf "%-36s %7d", name, total
    for (i = 1; i <= n; i++) printf " %10d", of[name, outcomes[i]]
    print ""
}
END {
    if (all == 0) { print "no mutant was judged"; exit 4 }
    printf "%-36s %7s", "file", "mutants"
    for (i = 1; i <= n; i++) printf " %10s", outcomes[i]
    print ""
    for (f in files) order[++m] = f
    for (i = 2; i <= m; i++) {
        name = order[i]
        for (j = i - 1; j >= 1 && order[j] > name; j--) order[j + 1] = order[j]
        order[j + 1] = name
    }
    for (i = 1; i <= m; i++) line(order[i], files[order[i]])
    line("all", all)
    live = all - of["all", "equivalent"]
    noticed = live - survivors
    printf "%d mutants drawn by %s, %d equivalent; %d of %d noticed (%.1f %%), %d of these by words or budgets alone\n",
        all, seed, of["all", "equivalent"], noticed, live, 100 * noticed / live, of["all", "words"] + of["all", "budget"]
    if (survivors) print "survivors (key, place, function, operator):"
    for (i = 1; i <= survivors; i++) print survivor[i]
    exit noticed * 1000 < share * live
}
