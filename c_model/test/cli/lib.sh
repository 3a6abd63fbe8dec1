# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by run.sh: functions that run a command and judge its results. A case prints a line only
# if it fails.
passed=0 failed=0 skipped=0

# quick: with QUICK=1 (`make test`) a group plays one case of each kind. A night plays all cases.
quick() {
    [ "${QUICK:-0}" = 1 ]
}

ok() {
    passed=$((passed + 1))
}

# bad NAME TEXT: the case NAME failed.
bad() {
    failed=$((failed + 1))
    echo "FAIL $1: $2"
    echo "     command: ${last_command:-}" | cut -c1-300
    head -n 3 "$work/err" | cut -c1-300 | sed 's/^/     stderr: /'
    tail -n 3 "$work/out" | tr -cd '[:print:]\n' | cut -c1-300 | sed 's/^/     stdout: /'
}

skip() {
    skipped=$((skipped + 1))
    echo "SKIP $1: $2"
}

# limited COMMAND...: a hang becomes a failure (status 124).
limited() {
    "$launcher" --cpu 120 "$@"
}

# processes PATTERN: print number and command line of each process that matches. It works without
# procps.
processes() {
    local file line
    for file in /proc/[0-9]*/cmdline; do
        line=$(tr '\0\n' '  ' <"$file") || continue
        file=${file#/proc/}
        [[ -n $line && ${file%/*} != "$BASHPID" ]] && grep -qE -- "$1" <<<"$line" && echo "${file%/*} $line"
    done 2>/dev/null
}

# children PID [NAME]: print the numbers of the children of PID (of those with the name NAME).
children() {
    local file number name parent
    for file in /proc/[0-9]*/stat; do
        read -r number name _ parent _ <"$file" || continue
        [ "$parent" = "$1" ] && [[ ${2:-} == '' || $name == "($2)" ]] && echo "$number"
    done 2>/dev/null
}

# The programs under test.
spe() {
    limited "$SPE" "$@"
}

sim() {
    limited "$build/v1p0_min/spu_sim" "$@"
}

# run COMMAND...: stdout goes to $work/out, stderr to $work/err, and the status to $status.
run() {
    last_command=$*
    "$@" >"$work/out" 2>"$work/err"
    status=$?
}

# complaint: set `said` to the lines on stderr without the lines of progress (seed, test,
# UNPREDICTABLE cases).
complaint() {
    local line all
    said=()
    mapfile -t all <"$work/err"
    for line in "${all[@]}"; do
        [[ $line =~ ^(seed\ [0-9]+$|config=[a-z0-9_]+\ test=|unpredictable=[A-Z0-9,]+$) ]] || said+=("$line")
    done
}

# refused NAME STATUS PATTERN COMMAND...: the command ends with STATUS. It prints one line on
# stderr, which matches PATTERN, and no verdict that passes.
refused() {
    local name=$1 expected=$2 pattern=$3
    shift 3
    run "$@"
    complaint
    if [ "$status" != "$expected" ]; then
        bad "$name" "status $status, expected $expected"
    elif [ ${#said[@]} != 1 ]; then
        bad "$name" "${#said[@]} lines on stderr, expected 1"
    elif ! [[ ${said[0]} =~ $pattern ]]; then
        bad "$name" "stderr does not match '$pattern'"
    elif [[ ${said[0]} == *[[:cntrl:]]* ]]; then
        bad "$name" 'control characters on stderr'
    elif [ -s "$work/out" ] && grep -aq '^RESULT PASS' "$work/out"; then
        bad "$name" 'RESULT PASS in spite of it'
    else
        ok
    fi
}

# accepted NAME PATTERN COMMAND...: status 0, nothing on stderr, a line on stdout that matches
# PATTERN.
accepted() {
    local name=$1 pattern=$2
    shift 2
    run "$@"
    complaint
    if [ "$status" != 0 ]; then
        bad "$name" "status $status, expected 0"
    elif [ ${#said[@]} != 0 ]; then
        bad "$name" 'something on stderr'
    elif ! grep -aqE -- "$pattern" "$work/out"; then
        bad "$name" "stdout does not match '$pattern'"
    else
        ok
    fi
}

# failing_run NAME STATUS PATTERN COMMAND...: a simulation or replay ends with STATUS. Stdout has a
# line "why: PATTERN", and its last line is RESULT FAIL. Stderr has no further line.
failing_run() {
    local name=$1 expected=$2 pattern=$3
    shift 3
    run "$@"
    complaint
    if [ "$status" != "$expected" ]; then
        bad "$name" "status $status, expected $expected"
    elif [[ $(tail -n 1 "$work/out") != "RESULT FAIL "* ]] || [ "$(grep -c '^RESULT' "$work/out")" != 1 ]; then
        bad "$name" "the last line is not RESULT FAIL"
    elif ! grep -qE "^why: $pattern" "$work/out" || [ ${#said[@]} != 0 ]; then
        bad "$name" "no line 'why: $pattern', or more on stderr"
    else
        ok
    fi
}

# same NAME FILE FILE: the files have the same bytes.
same() {
    if cmp -s "$2" "$3"; then
        ok
    else
        last_command="cmp $2 $3"
        bad "$1" "$(cmp "$2" "$3" 2>&1 | head -n 1)"
    fi
}

# check NAME COMMAND...: status 0.
check() {
    local name=$1
    shift
    run "$@"
    if [ "$status" = 0 ]; then
        ok
    else
        bad "$name" "status $status, expected 0"
    fi
}

# cut_off FILE OUT BYTES, damaged FILE OUT OFFSET [BYTE]: copy FILE cut off, or with one wrong byte.
cut_off() {
    head -c "$3" "$1" >"$2"
}

damaged() {
    local old
    cp "$1" "$2"
    old=$(od -An -tu1 -j "$3" -N 1 "$1")
    # shellcheck disable=SC2059 # the format is the byte
    printf "\\x$(printf %x $((old ^ ${4:-255})))" | dd of="$2" bs=1 seek="$3" conv=notrunc status=none
}

# without_override COMMAND...: run it as a user who cannot read files of mode 000, even if this is
# root.
without_override() {
    if [ "$(id -u)" = 0 ]; then
        setpriv --bounding-set=-dac_override,-dac_read_search "$@"
    else
        "$@"
    fi
}

# lock FILE: make it unreadable. Status 0 if without_override then cannot read it.
lock() {
    chmod 000 "$1" && without_override true 2>/dev/null && ! without_override cat "$1" >/dev/null 2>&1
}

# closed_pipe COMMAND...: stdout is a pipe without a reader. The status is that of the command.
closed_pipe() {
    { sleep 0.1; "$@"; echo $? >"$work/closed"; } | true
    return "$(cat "$work/closed")"
}

# full_disk COMMAND...: stdout is a full disk.
full_disk() {
    [ -c "$full" ] || { echo '/dev/full is no device here' >&2; return 99; }
    "$@" >"$full"
}

# no_stdout COMMAND...: stdout is closed.
no_stdout() {
    "$@" >&-
}

# small_disk DIR OPTIONS: mount an empty tmpfs with these options at DIR. Only commands after
# "${at[@]}" see it, in a mount namespace. A process holds the namespace until no_disk, or until
# this test ends. If the user is not root, or root may not mount, a user namespace is added. Status
# 1: nobody may mount here.
small_disk() {
    local namespaces enter
    mkdir -p "$1"
    for namespaces in -m -rm; do
        # shellcheck disable=SC2016 # for that shell
        holder=$(unshare $namespaces bash -c 'mount -t tmpfs -o "$2" tmpfs "$1" && { tail --pid="$3" -f /dev/null >/dev/null & echo $!; }' \
            _ "$1" "$2" $$ 2>/dev/null) || continue
        enter=(-m -r -w)
        [ $namespaces = -m ] || enter+=(-U --preserve-credentials)
        # shellcheck disable=SC2016
        at=(nsenter -t "$holder" "${enter[@]}" bash -c 'cd "$0" && exec "$@"' "$PWD")
        return
    done
    return 1
}

# shellcheck disable=SC2034 # for the groups
no_disk() {
    [ -z "$holder" ] || kill "$holder"
    at=(env) holder=''
}
holder=''
no_disk

# small_files BLOCKS COMMAND...: no file may grow beyond BLOCKS KiB.
small_files() {
    (
        ulimit -f "$1"
        "${@:2}"
    )
}

# packed NAME [SED]: pack the text log NAME of $logs, edited by SED, as $dir/NAME.log. SED must
# change the text.
packed() {
    local text=$logs/$1.txnlog
    [ -f "$text" ] || text=c_model/test/cli/$1.txnlog
    sed -e "s#^@config \.\./\.\./\.\./#@config $PWD/#" "$text" >"$dir/$1.txt"
    sed -e "${2:-}" "$dir/$1.txt" >"$dir/$1.edited"
    if [ -n "${2:-}" ] && cmp -s "$dir/$1.txt" "$dir/$1.edited"; then
        bad "pack_$1" "the edit changes nothing: $2"
    fi
    spe log --pack "$dir/$1.edited" "$dir/$1.log"
}

# explains NAME SED PATTERN...: explain the first finding of the edited log, on at most 40 lines of
# 110 columns. Each PATTERN matches one of the lines.
explains() {
    local name=$1 pattern
    packed "$1" "$2"
    shift 2
    run spe explain "$dir/$name.log"
    cp "$work/out" "$dir/$name.out"
    check "explain_status_$name" test "$status" = 0
    check "explain_lines_$name" awk -v l="$dir/$name.log" '!index($0, l) && length($0) > 110 { x = 1 } END { exit x || NR > 40 || NR < 8 }' "$dir/$name.out"
    check "explain_whole_$name" sh -c '! grep -q "\.\.\.\$" "$1"' - "$dir/$name.out" # no line is cut
    check "explain_reasons_$name" sh -c '! grep -qE "^suspect [0-9]: .*: or " "$1"' - "$dir/$name.out"
    for pattern in "$@"; do
        check "explain_$name: $pattern" grep -qE -- "$pattern" "$dir/$name.out"
    done
    command -v jq >/dev/null || return 0
    spe explain --json "$dir/$name.log" >"$dir/$name.json"
    check "explain_json_$name" jq -e '(.suspects | length >= 2) and .finding.number == 1 and (.transactions | length > 0) and
        (.state | length > 10) and ([.suspects[].rule, .state[].rule] | all(type == "string"))' "$dir/$name.json"
}
