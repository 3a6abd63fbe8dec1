#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# summary.sh DIR: compare the results of the jobs in DIR with the plan. What was planned and has no
# result counts as failed and is listed with the reason. Writes DIR/junit.xml. The last line is "N
# passed, N failed, N skipped"; status 1 if one failed or none passed, 4 if not all that was planned
# could be counted. DIR/results.before has the tests that passed before and are not repeated,
# DIR/results.report a report that failed (sim/engine.sh). STOPPED names the signal that ended the
# jobs: what it kept from running is no failure, and has one line in front of the last one; status 1
# all the same.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# = 1 ] || die 2 "usage: sim/summary.sh DIR"
D=$1

# reason NEED...: why a job with these needs did not run: the first step of the build that is still
# to be done.
reason() {
    local step
    step=$(ninja -n -f "$D/plan.ninja" "$@" 2>&1 | sed -n 's/^\[1\/[0-9]*[^]]*\] //p; s/^ninja: error: //p' | head -n 1)
    echo "${step:+$step failed}"
}

# One line for each test: result, group, name, milliseconds.
results() {
    awk -F'\t' -v dir="$D" '
        function flat(name) { gsub("/", ".", name); return name }
        {
            file = dir "/results/" flat($1)
            has = (getline line <file) > 0
            close(file)
            n = bad = 0
            if ($5 ~ / --batch /) {
                rows = dir "/rows/" flat($1)
                while ((getline row <(rows ".results")) > 0) { split(row, r, " "); print r[1], r[2], r[3], r[4], $1, r[5], r[6]; seen[r[5]]; n++; bad += r[3] }
                close(rows ".results")
                while ((getline row <rows) > 0) { split(row, r, "\t"); if (!(r[1] in seen)) { print "NONE", 0, 1, 0, $1, r[1], 0; n++; bad++ } }
                close(rows)
            }
            if (n) { # a job that failed beside its simulations, or has left no result
                if (!bad && (!has || line ~ /^FAIL/)) print has ? "FAIL" : "NONE", 0, 1, 0, $1, $1, 0
                next
            }
            if (has) { split(line, r, " "); print r[1], r[2], r[3], r[4], $1, $1, r[6] } else print "NONE", 0, $2, 0, $1, $1, 0
        }' "$D/plan.tsv"
}

# others: the result lines that belong to no job.
others() {
    local file
    for file in "$D/results.before" "$D/results.report"; do
        [ ! -e "$file" ] || cat "$file" || return
    done
}

# uncounted: the first job with fewer results than the plan has tests, or the earlier results if
# some of their lines are missing.
uncounted() {
    awk -F'\t' -v others="$(others | wc -l)" '
        FNR == NR { split($0, r, " "); tests[r[5]] += r[2] + r[3] + r[4]; lines[r[5]]++; all++; next }
        { jobs += lines[$1] }
        tests[$1] < $2 { print $1 }
        END { if (all - jobs != others) print "one of " others " that passed before" }' "$D/results.all" "$D/plan.tsv"
}
full="cannot write to $D: full, or not permitted"
{ results && others; } >"$D/results.all" || die 4 "$full"
lost=$(uncounted) || die 4 "cannot read the results in $D"
[ -z "$lost" ] || die 4 "planned, and not in $D/results.all: $(head -n 1 <<<"$lost")"

# The tests without a result, by group and what they need.
awk -F'\t' -v dir="$D" '
    FNR == NR { split($0, r, " "); if (r[1] == "NONE") missing[r[5]] += r[3]; else rowless[r[5]]; next }
    $1 in missing { group = $1; sub(/\.[0-9]+$/, "", group); key = group "\t" $4; if (!(key in count)) order[++n] = key; count[key] += missing[$1]; ran[key] = left($1) }
    function flat(name) { gsub("/", ".", name); return name }
    function left(name) { return (getline line <(dir "/results/" flat(name))) > 0 ? 1 : name in rowless ? 2 : 0 }
    END { for (i = 1; i <= n; i++) print count[order[i]] "\t" ran[order[i]] "\t" order[i] }' "$D/results.all" "$D/plan.tsv" >"$D/missing" || die 4 "$full"
unplayed=0
while IFS=$'\t' read -r count ran group needs; do
    if [ "$ran" = 1 ]; then
        why='its job ended before'
    elif [ -n "${STOPPED:-}" ]; then
        unplayed=$((unplayed + count))
        continue
    elif [ "$ran" = 2 ]; then
        why='its job has left no result'
    else
        # shellcheck disable=SC2046 # a list of files
        why=$(reason $(sed -E 's#(^| )(job:[^ ]*|-)( |$)# #g' <<<"$needs"))
        [ -n "$why" ] || why='a job that it needs did not run'
    fi
    echo "FAIL $group: $count not run: $why"
done <"$D/missing"
[ $unplayed = 0 ] || echo "$unplayed not run: stopped by SIG$STOPPED"

awk -v commit="$(git rev-parse -q --verify HEAD 2>/dev/null)" -f sim/junit.awk "$D/results.all" >"$D/junit.xml" || die 4 "$full"
awk -v unplayed=$unplayed '{ p += $2; f += $3; s += $4 }
     END { printf "%d passed, %d failed, %d skipped\n", p, f - unplayed, s; exit (f > 0 || p == 0) }' "$D/results.all"
