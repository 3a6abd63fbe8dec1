#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# readme-commands.sh BUILD: run every command of README.md in order, in a copy of the tree without
# any output; except `make test`, `make regress`, `make nightly` and `make closure`, which have
# their own runs. A command is a line of a block of sh, or follows the prompt in a block of console.
# It must end with status 0; if `# fails` follows it, or the output shown says RESULT FAIL, it must
# end with another status, and its output must say so. Prints the time that each command took.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# = 1 ] || die 2 "usage: sim/readme-commands.sh BUILD"
mkdir -p "$1/readme" && out=$(realpath "$1")/readme || die 4 "cannot write to $1/readme"
copy=$out/tree readme=${README:-README.md}

# commands: "ok COMMAND" or "fails COMMAND", in order.
commands() {
    awk '/^```/ { if (kind == "console") flush(); kind = kind == "" ? substr($0, 4) : ""; next }
        kind == "sh" && NF { print ($0 ~ /# fails/ ? "fails " : "ok ") $0 }
        kind == "console" && /^\$ / { flush(); held = substr($0, 3); next }
        kind == "console" && /^RESULT FAIL/ { failing = 1 }
        function flush() { if (held != "") print (failing ? "fails " : "ok ") held; held = ""; failing = 0 }' "$readme" |
        grep -vE '^[a-z]+ make (test|regress|nightly|closure)\b'
}

# copy_tree: copy what a clone has, with the changes of today, into a repository of its own, so that
# `git apply` works there.
copy_tree() {
    local file
    rm -rf "$copy" && mkdir -p "$copy" || die 4 "cannot write to $copy"
    if git rev-parse -q --git-dir >/dev/null 2>&1; then
        git ls-files -co --exclude-standard -z
    else
        find . -path "./$1" -prune -o -path ./build -prune -o -type f -print0
    fi | while IFS= read -r -d '' file; do [ ! -f "$file" ] || printf '%s\0' "$file"; done |
        tar -cf - --null -T - | tar -xf - -C "$copy" && [ -s "$copy/README.md" ] || die 4 "cannot copy the tree to $copy"
    git -C "$copy" init -q || die 4 "git cannot make a repository in $copy"
}

n=0 failed=0
copy_tree "$1"
while read -r expect command; do
    n=$((n + 1)) start=$SECONDS status=0
    # The reader does not have the knobs of the make that started this script.
    (cd "$copy" && env -u MAKEFLAGS -u MAKELEVEL -u MAKEOVERRIDES bash -c "$command") >"$out/$n.log" 2>&1 </dev/null || status=$?
    if [ "$expect" = ok ] && [ "$status" != 0 ]; then
        failed=$((failed + 1)) && echo "FAIL status $status: $command" && tail -n 5 "$out/$n.log"
    elif [ "$expect" = fails ] && { [ "$status" = 0 ] || ! grep -q '^RESULT FAIL' "$out/$n.log"; }; then
        failed=$((failed + 1)) && echo "FAIL status $status, a RESULT FAIL is expected: $command" && tail -n 5 "$out/$n.log"
    else
        echo "$((SECONDS - start)) s: $command"
    fi
done < <(commands)
rm -rf "$copy"
echo "$n commands, $failed failed"
[ "$n" -gt 5 ] && [ "$failed" = 0 ]
