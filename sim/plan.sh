#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# plan.sh BUILD DIR WHAT...: plan jobs before anything runs. WHAT is a tier of sim/jobs.tsv, mutate,
# bugs, or a file of simulations ("CONFIG[-FLAVOUR] TEST SEED" lines). DIR/plan.tsv gets one line
# for each job: name, number of tests in it (1 where only its end tells), limit in seconds of
# processor time, what must be built, command, command that repeats it. DIR/plan.ninja is the build
# with those jobs; DIR/rows/NAME are the simulations of one job, in the form of `spu_sim --batch`.
set -euo pipefail
cd "$(dirname "$0")/.."
source sim/common.sh
[ $# -ge 2 ] || die 2 "usage: sim/plan.sh BUILD DIR WHAT..."
B=$1 D=$2
shift 2
table=${JOBS_TABLE:-sim/jobs.tsv}
whole "$table" sim/tests.tsv sim/applies.tsv "${FAULTS:-sim/faults/list.tsv}"
ROWS=24      # simulations in a job
ROW_CPU=300  # limit of one of them
LONG=' trace interval_uniform ' # tests that are a job of their own, and start first

configs=(rtl/configs/*.cfg)
configs=("${configs[@]#rtl/configs/}")
configs=("${configs[@]%.cfg}")

# items EACH: the items that the column `each` of sim/jobs.tsv stands for.
items() {
    local c
    case $1 in
    units) items units-spe && items units-night ;;
    units-spe) printf '%s\n' {c_model,dpi,tb}/test/test_*.c | sed 's#.*/##; s#\.c$##' ;;
    units-night) printf '%s\n' sim/{night,closure,shrink}/test/test_*.c | sed 's#.*/##; s#\.c$##' ;;
    bugs) library_faults ;;
    configs) printf '%s\n' "${configs[@]}" ;;
    configs-*) for c in "${configs[@]}"; do [[ ",${1#configs-}," == *",$c,"* ]] || echo "$c"; done ;;
    *) tr ',' '\n' <<<"$1" ;;
    esac
}

# here WHERE: whether it is a job on this machine. "TOOL VERSION": only if the tool has that
# version.
here() {
    [ "$1" = - ] || [[ $(sim/probe.sh "${1%% *}") == *" ok ${1#* }."* ]]
}

# smoke_runs CONFIG WHICH: "CONFIG TEST SEED" of rows of tier smoke. WHICH is `first` (those for the
# configuration, with the first seed), `named` (those that name the configuration) or `failing`
# (those for it that must fail: no list names them).
smoke_runs() {
    awk -F'\t' -v c="$1" -v which="$2" "$TEST_OF"'
        FNR == NR { if (!/^#/) applies[$1] = " " $2 " "; next }
        /^#/ || $6 != "smoke" { next }
        {
            named = index("," $2 ",", "," c ",")
            if (!named && (which == "named" || $2 !~ /^\*/ || !index(applies[test_of($1, $4)], " " c " "))) next
            if (which != "failing" || $5 != 0) { split($3, seed, ","); print c, $1, seed[1] }
        }' sim/applies.tsv sim/tests.tsv
}

# rows GROUP: plan jobs of the simulations on stdin, each with ROWS of a configuration.
rows() {
    awk -F'\t' -v dir="$D" -v group="$1" -v most="$ROWS" -v long="$LONG" -v cpu="$ROW_CPU" -v build="$B" '
        FNR == NR { if (!/^#/) { options[$1] = $4 == "-" ? "" : " " $4; status[$1] = $5; why[$1] = $7 } next }
        {
            split($0, r, " "); config = r[1]; test = r[2]; seed = r[3]
            if (!(test in status)) { print "plan.sh: no test " test >"/dev/stderr"; exit 2 }
            job = index(long, " " test " ") ? group "/" config "." test "." seed : current[config]
            if (job == "" || count[job] >= most) job = current[config] = group "/" config "." ++chunks[config]
            if (!count[job]++) { if (current[config] == job) order[++jobs] = job; else first[++longs] = job; of[job] = config }
            file = job; gsub("/", ".", file); file = dir "/rows/" file
            out = dir "/runs/" config "/" test "-" seed
            plain = config; sub(/-.*/, "", plain)
            printf "%s.%s.%s\t%s\t%s\t%s\t--config rtl/configs/%s.cfg --seed %s%s%s\n", config,
                test, seed, out, status[test], why[test] == "" ? "-" : why[test], plain, seed,
                options[test] ~ / --test / ? "" : " --test " test, options[test] >file
        }
        END {
            for (i = 1; i <= longs + jobs; i++) {
                job = i <= longs ? first[i] : order[i - longs]; file = job; gsub("/", ".", file)
                sim = build "/" of[job] "/spu_sim"; list = dir "/rows/" file
                printf "%s\t%d\t%d\t%s\t%s --batch %s --results %s.results --cpu %d\t-\n", job, count[job], (count[job] + 1) * cpu,
                    sim, sim, list, list, cpu
            }
        }' sim/tests.tsv -
}

# faults: faults of tier bad, which the scoreboard must find with assertions off. One of them is the
# example of README.md.
faults() {
    awk -F'\t' -v b="$B" '!/^#/ && $6 == "bad" {
        printf "bad/%s.%s\t1\t600\t%s/%s/spu_sim %s/bin/spe\t", $1, $2, b, $2, b
        printf "sim/fault.sh %s %s %s %s %s %s noassert", b, $1, $2, $3, $4, $5
        printf "\tmake run CONFIG=%s TEST=%s && sim/fault.sh %s %s %s %s %s %s noassert\n", $2, $3, b, $1, $2, $3, $4, $5 }' sim/faults/list.tsv
}

# mutants: plan every fault of the list FAULTS.
mutants() {
    awk -F'\t' -v b="$B" '!/^#/ {
        printf "mutate/%s.%s\t1\t1200\t%s/%s/spu_sim %s/bin/spe\tsim/fault.sh %s %s %s %s %s %s noassert\t-\n", $1, $2, b, $2, b,
            b, $1, $2, $3, $4, $5 }' "$FAULTS"
}

# bugs: plan the measurement of every fault of sim/faults/library.tsv.
bugs() {
    local faults
    mapfile -t faults < <(library_faults)
    fault_configs "${faults[@]}" | awk -F'\t' -v b="$B" '{
        printf "bugs/%s\t1\t1800\t%s/%s/spu_sim %s/bin/spe %s/bin/shrink\tsim/bug.sh %s measure %s\t-\n", $1, b, $2, b, b, b, $1 }'
}

# tier NAME: plan its jobs of sim/jobs.tsv.
tier() {
    local of name each needs where cpu command again item job
    while IFS=$'\t' read -r of name each needs where cpu command again; do
        [ "$of" = "$1" ] || continue
        here "$where" || continue
        while read -r item; do
            case $command in
            rows\ *) smoke_runs "$item" "${command#rows }" | rows "${name%%/*}" || return ;;
            faults) faults || return ;;
            *)
                printf -v job '%s\t1\t%s\t%s\t%s\t%s' "$name" "${cpu/#-/600}" "$needs" "$command" "${again:--}"
                job=${job//\$B/"$B"} job=${job//\$D/"$D"}
                echo "${job//@/"$item"}" || return
                ;;
            esac
        done < <(items "$each")
    done < <(grep -v '^#' "$table")
}

# plan WHAT: plan its jobs; a failure in what follows || ends nothing by itself.
plan() {
    local jobs
    case $1 in
    mutate) mutants || exit ;;
    bugs) bugs || exit ;;
    */*) rows "$(basename "$D")" <"$1" || exit ;;
    *)
        jobs=$(tier "$1") || exit
        [ -n "$jobs" ] || die 2 "$table has no job of tier $1 here"
        echo "$jobs" || exit
        ;;
    esac
}

full="cannot write to $D: full, or not permitted"
rm -rf "$D/rows" && mkdir -p "$D/rows" "$D/results" "$D/logs" || die 4 "$full"
for what in "$@"; do plan "$what"; done >"$D/plan.tsv"
for what in "$@"; do
    [[ $what != */* ]] || [ "$(awk -F'\t' '$5 ~ / --batch / { n += $2 } END { print n + 0 }' "$D/plan.tsv")" -ge "$(wc -l <"$what")" ] ||
        die 4 "$full: not every run of $what is planned"
done
[ -s "$D/plan.tsv" ] || [ -s "$D/results.before" ] || die 2 'nothing is planned'
twice=$(cut -f1 "$D/plan.tsv" | sort | uniq -d | xargs)
[ -z "$twice" ] || die 2 "planned twice: $twice"

# Jobs that need built programs come before the build, which gives them the first places; lint fills
# the gaps.
awk -F'\t' -v b="$B" -v dir="$D" '
    function result(name) { gsub("/", ".", name); return dir "/results/" name }
    {
        needs = ""
        n = split($4, need, " ")
        for (i = 1; i <= n; i++) {
            if (need[i] == "-") continue
            needs = needs " " (sub(/^job:/, "", need[i]) ? result(need[i]) : need[i])
        }
        line = "build " result($1) ": job |" needs " || " b "/bin/launch\n  name = " $1 "\n"
        if (needs == "" || $1 ~ /^lint\//) after = after line; else before = before line
        all = all " " result($1)
        if ($5 ~ / --batch /) runs = runs " " result($1)
    }
    END {
        print "# Written by sim/plan.sh."
        print "rule job\n  command = sim/job.sh " b " " dir " $name\n  description = $name"
        printf "%s", before
        print "include " b "/build.ninja"
        printf "%s", after
        print "build jobs: phony" all
        print "build runs: phony" runs
    }' "$D/plan.tsv" >"$D/plan.ninja"
