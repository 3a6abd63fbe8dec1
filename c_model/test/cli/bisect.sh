# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# sim/bisect.sh on a history made for this test: this tree, an RTL fault in the middle, 20 commits
# on top. Needs BUILD/v1p0_min/spu_sim, BUILD/bin/night.

# commit TEXT: commit all changes.
commit() {
    git -C "$repo" add -A && git -C "$repo" -c user.name=test -c user.email=test@example.com commit -q -m "$1"
}

# others N: make N commits that do not change the SPU.
others() {
    local i
    for ((i = 1; i <= $1; i++)); do
        echo "- a remark" >>"$repo/README.md" && commit "docs: remark $i" || return
    done
}

# history: 8 commits; one that does not build, and its repair; 2 more; the fault; 20 on top.
history() {
    git init -q "$repo" && git -C "$repo" config core.autocrlf false && { git ls-files -z; git ls-files -zo --exclude-standard; } |
        tar -c --null --ignore-failed-read -T - 2>/dev/null | tar -x -C "$repo" && commit 'the tree' && others 7 &&
        echo 'endmodule endmodule' >>"$repo/rtl/spu.sv" && commit 'rtl: does not build' &&
        sed -i '$d' "$repo/rtl/spu.sv" && commit 'rtl: builds again' && others 2 &&
        patch -s -p1 -d "$repo" <sim/faults/axi_tail.patch && commit 'rtl: plant the fault' && planted=$(git -C "$repo" rev-parse HEAD) &&
        others 20
}

# state: print everything that a bisection must not change.
state() {
    git -C "$repo" rev-parse HEAD && git -C "$repo" status --porcelain && git -C "$repo" for-each-ref && find "$repo/.git" -name 'BISECT*' -o -path '*/worktrees/*'
}

bisect() {
    "$repo/sim/bisect.sh" "$build" "$@"
}

if ! git ls-files Makefile >/dev/null 2>&1; then
    skip bisect 'no git repository'
    return 0
fi
build=$(realpath "$build")
repo=$work/repo planted=none run=$build/fault/axi_tail-v1p0_min tried=$build/bisect/v1p0_min.axi_tail-v1p0_min/tried
check bisect/run sim/fault.sh "$build" axi_tail v1p0_min smoke 1 buf.address
check bisect/history history
state >"$work/before"
run bisect "$run"
if [ "$status" = 0 ] && [ "$(tail -n 1 "$work/out")" = "first bad commit: $planted rtl: plant the fault" ]; then
    ok
else
    bad bisect/found "status $status: $(tail -n 1 "$work/out")"
fi
# Each step prints a line of progress: its number, the commit, whether it was built, the status of
# its run.
cp "$work/err" "$work/steps"
check bisect/steps [ "$(grep -cE '^  [0-9]+ (good|bad|skip) [0-9a-f]+ .*: (not built|built, status [0-9]+)(, |; )' "$work/steps")" = "$(wc -l <"$tried")" ]
for step in '  1 bad [0-9a-f]+ docs: remark 20: built, status 1, stim=' '  [0-9]+ good [0-9a-f]+ docs: .*: built, status 0, stim=' \
    '  [0-9]+ bad [0-9a-f]+ rtl: plant the fault: built, status 1, stim=' '  [0-9]+ skip [0-9a-f]+ rtl: does not build: not built, '; do
    check "bisect/step" grep -qE "^$step" "$work/steps"
done
check bisect/skipped grep -q '^skip.*not built' "$tried"
state >"$work/after"
same bisect/untouched "$work/before" "$work/after"
check bisect/tidy test ! -e "$build/bisect/v1p0_min.axi_tail-v1p0_min/tree"

git -C "$repo" checkout -q "$planted^"
refused bisect/passes 1 'HEAD passes' bash -c '"$@" 2>"$0"; status=$?; tail -n 1 "$0" >&2; exit $status' "$work/said" "$repo/sim/bisect.sh" "$build" "$run"
refused bisect/no_run 2 'no directory of a run' bisect "$work"
mkdir -p "$work/foreign" && echo 'cd /tmp && true' >"$work/foreign/command"
refused bisect/foreign 2 'no simulation of spu_sim' bisect "$work/foreign"
