#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# jobs.sh DIR: run the jobs on stdin ("name<TAB>command[<TAB>command that reproduces it]" lines), JOBS at a time, logs in DIR/NAME.log, one line each.
# A job ends with 0 (pass), 77 (skip, last line = reason) or anything else (fail). A line "COUNT p f s" in its log counts for
# p + f + s. Results are added to DIR/results. Status 1 if one of these jobs failed.
set -u
dir=$1
mkdir -p "$dir"

run_one() {
    local name command again dir=$2 status start=$SECONDS log counts verdict
    IFS=$'\t' read -r name command again <<<"$1"
    log=$dir/${name//\//.}.log
    timeout -k 10 "${JOB_TIMEOUT:-420}" bash -c "$command" >"$log" 2>&1 </dev/null
    status=$?
    [ "$status" = 77 ] && [ "${STRICT:-0}" = 1 ] && status=78
    counts=$(sed -n 's/^COUNT //p' "$log" | tail -n 1)
    case $status in
    0) verdict=PASS counts=${counts:-1 0 0} ;;
    77) verdict=SKIP counts=${counts:-0 0 1} ;;
    *) verdict=FAIL counts=${counts:-0 1 0} ;;
    esac
    # A job that failed outside its own counts still counts as a failure.
    [ "$verdict" = FAIL ] && [[ $counts == *" 0 "* ]] && counts="0 1 0"
    echo "$verdict $counts $name" >>"$3"
    case $verdict in
    PASS) echo "PASS $name ($((SECONDS - start)) s)" ;;
    SKIP) echo "SKIP $name: $(tail -n 1 "$log")" ;;
    FAIL) printf 'FAIL %s (status %s)\n%s\n  reproduce: %s\n  log: %s\n' "$name" "$status" \
        "$(grep -vE '^(COUNT|\[ +OK|\[ RUN)' "$log" | tail -n 12 | sed 's/^/  | /')" "${again:-$command}" "$log" ;;
    esac
}
export -f run_one

batch=$dir/results.$$
: >"$batch"
trap 'rm -f "$batch"' EXIT
xargs -d '\n' -r -P "${JOBS:-2}" -I '{}' bash -c 'run_one "$1" "$2" "$3"' _ '{}' "$dir" "$batch"
cat "$batch" >>"$dir/results"
! grep -q '^FAIL' "$batch"
status=$?
exit $status
