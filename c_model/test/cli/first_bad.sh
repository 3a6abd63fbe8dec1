# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# sim/bisect.sh on a history of commits whose spu_sim is a script that does what the file `fault`
# says: commits that are found, cases that cannot be decided, and two bisections at once. The group
# bisect runs a real bisection.

if ! command -v git >/dev/null; then
    skip first_bad 'git is not installed'
    return 0
fi
repo=$work/history out=$work/first_bad
mkdir -p "$repo/sim" "$out/bin"
cp -r sim/*.sh sim/slurm "$repo/sim/"
ln -s "$(realpath "$build")/bin/night" "$(realpath "$build")/bin/launch" "$out/bin/"
# shellcheck disable=SC2016 # for make and for the script
printf '%%/spu_sim:\n\t@! grep -q unbuilt fault || { echo "error: of the test"; exit 1; }\n\t@mkdir -p $(dir $@) && cp simulation $@\n' >"$repo/Makefile"
cat >"$repo/simulation" <<'END'
#!/bin/bash
while [ $# -gt 1 ]; do [ "$1" != --dir ] || dir=$2; shift; done
finding() {
    printf '{"cycle":"0x10","seq":1,"member":"0x0","session":"spu0","kind":"MISMATCH","check":"%s","where":"AWADDR","text":"a burst","number":1,"follows":0}\n' "$1" >"$dir/findings.jsonl"
}
case $(cat fault) in
good) echo 'RESULT PASS stim=1' | tee "$dir/verdict" && exit ;;
bad) finding buf.address ;;
other) finding reg.read ;;
broken) rm -rf "${dir%/*}/chunk" ;;
slow) sleep 60 ;;
dies) kill -s SEGV $$ ;;
spins) while :; do :; done ;;
status*) exit "$(tr -cd 0-9 <fault)" ;;
esac
echo 'RESULT FAIL stim=2' | tee "$dir/verdict"
exit 1
END
chmod +x "$repo/simulation"

# repository FAULT...: make one commit for each FAULT. The last one is HEAD. Their hashes go to
# `commits`.
repository() {
    local fault
    commits=()
    rm -rf "$repo/.git"
    git init -q "$repo" && git -C "$repo" config core.autocrlf false || return
    for fault; do
        echo "$fault" >"$repo/fault" && echo "${#commits[@]}" >"$repo/number" && git -C "$repo" add -A &&
            git -C "$repo" -c user.name=test -c user.email=test@example.com commit -q -m "fault: $fault" || return
        commits+=("$(git -C "$repo" rev-parse HEAD)")
    done
}
# failed CONFIG: make the directory of a run of CONFIG that failed.
failed() {
    local dir=$out/runs/$1/random-1
    mkdir -p "$dir"
    echo "cd /tmp && build/$1/spu_sim --config rtl/configs/$1.cfg --seed 1 --test random --dir x" >"$dir/command"
    (dir=$dir && eval "$(sed -n '/^finding()/,/^}/p' "$repo/simulation")" && finding buf.address)
    echo 'RESULT FAIL stim=2' >"$dir/verdict"
}
bisect() {
    limited "$repo/sim/bisect.sh" "$out" "$@"
}
# first NAME STATUS LAST RUN [GOOD]: the bisection ends with STATUS, and the last line of stdout or
# stderr matches LAST.
first() {
    run bisect "${@:4}"
    if [ "$status" = "$2" ] && { tail -n 1 "$work/out"; tail -n 1 "$work/err"; } | grep -qE "$3"; then
        ok
    else
        bad "first_bad/$1" "status $status, expected $2: $(tail -n 1 "$work/out")"
    fi
}

for config in v1p0_min neoverse; do failed $config; done
run=$out/runs/neoverse/random-1
check first_bad/history repository good good unbuilt good other good bad bad bad bad
first found 0 "^first bad commit: ${commits[6]} fault: bad\$" "$run"
# Runs of the same name on two configurations do not share results.
cp "$out/bisect/neoverse.random-1/tried" "$work/tried"
first beside 0 '^first bad commit: ' "$out/runs/v1p0_min/random-1"
same first_bad/two "$work/tried" "$out/bisect/neoverse.random-1/tried"
check first_bad/other test -s "$out/bisect/v1p0_min.random-1/tried"
run flock "$out/bisect/neoverse.random-1.lock" "$repo/sim/bisect.sh" "$out" "$run"
[ "$status" = 4 ] && grep -q '^bisect.sh: another bisection of neoverse.random-1 goes on in ' "$work/err" && ok || bad first_bad/lock "status $status"
same first_bad/locked "$work/tried" "$out/bisect/neoverse.random-1/tried"
# Names and knobs.
ln -s "$out" "$repo/step"
run "$repo/sim/bisect.sh" step "$run"
[ "$status" = 0 ] && ok || bad first_bad/step "status $status"
refused first_bad/usage 2 '^bisect.sh: usage: ' "$repo/sim/bisect.sh" step
refused first_bad/engine 2 '^bisect.sh: ENGINE=make: there are ninja and slurm$' env ENGINE=make "$repo/sim/bisect.sh" "$out" "$run"
mkdir -p "$work/no_slurm"
printf '#!/bin/sh\necho MaxArraySize = 9\n' >"$work/no_slurm/scontrol"
printf '#!/bin/sh\necho "$0" >>%q\nexit 1\n' "$work/submitted" >"$work/no_slurm/sbatch"
chmod +x "$work/no_slurm"/*
PATH=$work/no_slurm:$PATH ENGINE=slurm first slurm 4 '^bisect.sh: .* cannot be played' "$run"
check first_bad/submitted test -s "$work/submitted"
# Each step is announced before it begins. If the night played HEAD with changed files, the script
# says so and builds nothing.
check first_bad/building repository good bad
first says 0 '^first bad commit: ' "$run"
[ "$(grep -nE "^  builds and plays ${commits[1]:0:7}[0-9a-f]* fault: bad [.]{3}\$" "$work/err" | head -n 1 | cut -d: -f1)" = 1 ] && ok || bad first_bad/says_first 'not said first'
grep -qE '^  1 bad .*; [0-9]+ s$' "$work/err" && ok || bad first_bad/seconds 'no step says how long it took'
if command -v sqlite3 >/dev/null; then
    check first_bad/database "$build/bin/night" migrate "$out/night.db"
    sqlite3 -batch -init /dev/null "$out/night.db" "INSERT INTO night (id, uuid, begun, ended, date, host, commit_id, dirty, seed, list, list_hash, engine, jobs, budget_ms, status)
        VALUES (3, 'u', 1, 2, '2026-11-03', 'h', '${commits[1]}', 1, 's', 'l', 'x', 'ninja', 2, 0, 1);
        INSERT INTO bucket VALUES (1, 'buf.address', 'AWADDR', 'a burst');
        INSERT INTO run (night, name, origin, config, test, seed, status, dir, bucket) VALUES (3, 'n', 'fixed', 'neoverse', 'random', '1', 'failed', '$run', 1)" 2>/dev/null
    first dirty 1 '^bisect.sh: night 3 has played HEAD with changed files, which no commit holds: ' "$run"
    [ "$(wc -l <"$work/err")" = 1 ] && [ ! -s "$out/bisect/neoverse.random-1/tried" ] && ok || bad first_bad/dirty_built 'something was built'
    first dirty_good 0 '^first bad commit: ' "$run" "${commits[0]}"
    check first_bad/dirty_later git -C "$repo" -c user.name=test -c user.email=test@example.com commit -q --allow-empty -m later
    first dirty_other 0 '^first bad commit: ' "$run"
    rm "$out/night.db"
fi
# Cases that cannot be decided, and commits that cannot be played, give no result.
check first_bad/passing repository bad good
first passes 1 '^bisect.sh: HEAD passes: ' "$run"
check first_bad/skipping repository good other unbuilt bad
first skips 1 '^bisect.sh: only commits that were skipped are left$' "$run"
for why in 'another failure: reg.read' 'error: of the test.*not built'; do
    check first_bad/skipped grep -q "^skip.*$why" "$out/bisect/neoverse.random-1/tried"
done
# A run that ends without verdict and finding has crashed, unless it was not played or reached a
# limit.
mkdir -p "$out/runs/neoverse/random-2"
cp "$run/command" "$out/runs/neoverse/random-2/"
check first_bad/crashing repository good status4 status2 spins dies
printf '# a list\nsmoke\t*\t1-2\nrandom\tneo*\t1-2\t0\t1\n# end\n' >"$out/runs/list.tsv"
first crashes 1 '^bisect.sh: only commits that were skipped are left$' "$out/runs/neoverse/random-2" "${commits[0]}"
check first_bad/crashed eval "[ \$(grep -c '^skip.*it shows nothing' '$out/bisect/neoverse.random-2/tried') = 3 ]"
check first_bad/limit grep -q '^skip.*it shows nothing: launch: ended: [0-9]* s of processor time used, the limit is 1 s ' "$out/bisect/neoverse.random-2/tried"
rm "$out/runs/list.tsv"
check first_bad/breaking repository good broken broken bad
first breaks 4 '^bisect.sh: git bisect run has ended with status [0-9]+: ' "$run" "${commits[0]}"
check first_bad/sleeping repository slow
"$launcher" --cpu 120 "$repo/sim/bisect.sh" "$out" "$run" >/dev/null 2>&1 &
pid=$!
for ((i = 0; i < 300; i++)); do
    [ -s "$out/bisect/neoverse.random-1/out/stdout" ] || [ -d "$out/bisect/neoverse.random-1/out" ] && break
    sleep 0.1
done
! flock -n "$out/.using" true && ok || bad first_bad/uses 'make clean would not wait for it'
kill $pid
wait $pid
status=$?
[ "$status" = 3 ] && ok || bad first_bad/stopped "status $status, expected 3"
