#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# report.sh OUT TARGET HASH [goal]: what TARGET has executed of the sources with HASH, when its
# edges were met, and whether the last quarter of the executions met a new one. Status 1: less than
# the goal, 100,000,000 executions of the decoder, two hours of processor time of each other; with
# `goal` that alone is the status, else 0.
set -u
touch "$1/$2.tsv" "$1/$2.edges.tsv"
awk -F'\t' -v target="$2" -v hash="$3" -v goal="${4:-}" '
    # 1234567 as 1,234,567
    function grouped(n, text) {
        for (text = ""; n >= 1000; n = int(n / 1000)) text = sprintf(",%03d", n % 1000) text
        return n text
    }
    # edges that were met in the first n executions
    function met(n, i, best) {
        for (i = 1; i <= found && at[i] <= n; i++) best = edges[i]
        return best + 0
    }
    FILENAME ~ /\.edges\.tsv$/ { if ($1 == hash) { at[++found] = $2; edges[found] = $3 } next }
    { all += $2; time_all += $3; if ($1 == hash) { n += $2; time += $3; inputs = $5 } }
    END {
        if (target == "decode" ? n >= 100000000 : time >= 720000) reached = 1
        printf "%s: %s executions in %d s; with other sources before %s in %d s; %d inputs\n", target, grouped(n), time / 100,
            grouped(all - n), (time_all - time) / 100, inputs
        printf "    edges after a quarter, half, three quarters, all of the executions: %d %d %d %d\n",
            met(n / 4), met(n / 2), met(n * 3 / 4), met(n)
        printf "    the last new edge came with execution %s: %s new edge in the last quarter\n", grouped(at[found] + 0),
            (at[found] > n * 3 / 4 ? "a" : "no")
        printf "    %s\n", reached ? "the goal is reached" : target == "decode" ? "the goal is 100,000,000 executions" : "the goal is 7200 s"
        exit goal != "" && !reached
    }' "$1/$2.tsv" "$1/$2.edges.tsv"
