#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# job.sh BUILD DIR NAME: run the job NAME of DIR/plan.tsv under the limits of the launcher
# (tb/tools/launch.c), with its log in DIR/logs and one line in DIR/results: "PASS|FAIL|SKIP passed
# failed skipped name cpu_ms wall_ms". A job ends with 0 (pass), 77 (skip, last line = reason) or
# anything else (fail). A line "COUNT p f s" in its log counts as p + f + s tests. A job that did
# not pass is described on stdout. The status is 0 however the job ends, as the summary judges; 4
# for a job that is not planned.
set -u
source "$(dirname "$0")/common.sh"
B=$1 D=$2 name=$3
file=${name//\//.}
log=$D/logs/$file
IFS=$'\t' read -r _ _ cpu _ command again < <(awk -F'\t' -v n="$name" '$1 == n' "$D/plan.tsv")
[ -n "${command:-}" ] || die 4 "$name is not planned"
rm -f "$log" "$D/rows/$file.results"
JOBS=1 "$B/bin/launch" --cpu "$cpu" --log "$log" --usage "$D/results/$file.new" bash -c "$command"
status=$?
[ "$status" = 77 ] && [ "${STRICT:-0}" = 1 ] && status=78
read -r -a count < <(sed -n 's/^COUNT //p' "$log" | tail -n 1)
[ ${#count[@]} = 3 ] || case $status in
0) count=(1 0 0) ;;
77) count=(0 0 1) ;;
*) count=(0 1 0) ;;
esac
[ "${STRICT:-0}" = 0 ] || count=("${count[0]}" $((count[1] + count[2])) 0)
verdict=PASS
if [ "$status" != 0 ] && [ "$status" != 77 ]; then
    verdict=FAIL
    # A job that failed outside its own counts still counts as a failure.
    [ "${count[1]}" != 0 ] || count=("${count[0]}" 1 "${count[2]}")
elif [ "${count[1]}" != 0 ]; then
    verdict=FAIL
elif [ "$((count[0] + count[2]))" = 0 ]; then
    verdict=FAIL count=(0 1 0)
    echo 'the job counted no test' >>"$log"
elif [ "${count[2]}" != 0 ]; then
    verdict=SKIP
fi
case $verdict in
SKIP) echo "SKIP $name: ${count[2]} skipped: $({ grep -a '^SKIP' "$log" || tail -n 1 "$log"; } | head -n 1)" ;;
FAIL)
    [ "$again" != - ] || again=$command
    printf 'FAIL %s (status %s)\n' "$name" "$status"
    awk -f sim/excerpt.awk "$log"
    printf '  reproduce: %s\n  log: %s\n' "$again" "$log"
    ;;
esac
read -r cpu wall <"$D/results/$file.new"
echo "$verdict ${count[*]} $name $cpu $wall" >"$D/results/$file.new" && mv "$D/results/$file.new" "$D/results/$file"
