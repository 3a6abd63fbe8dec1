# SPDX-License-Identifier: Apache-2.0
# The log of one piece of fuzzing, as rows: to `table` of `hash`: executions, hundredths of a
# second, edges, inputs; to `edges` for each time that more edges were met than ever before with
# these sources: executions of them so far, edges.
BEGIN {
    FS = "[ \t]+"
    while ((getline row <table) > 0) { split(row, r, "\t"); if (r[1] == hash) { before += r[2]; if (r[4] > best) best = r[4] } }
}
/^#[0-9]+/ {
    for (i = 2; i < NF; i++) {
        if ($i == "cov:") cov = $(i + 1)
        if ($i == "corp:") inputs = $(i + 1) + 0
    }
    if (cov > best) { best = cov; printf "%s\t%d\t%d\n", hash, before + substr($1, 2), best >>edges }
}
/^stat::number_of_executed_units/ { executed = $2 }
END {
    if (!executed) exit 1
    printf "%s\t%d\t%d\t%d\t%d\n", hash, executed, spent, best, inputs >>table
}
