#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# fake.sh: a run that costs nothing, for tests of the nights. It leaves the files of a run with SEED
# in SPE_DIR. Such a run takes SEED cycles. Each third seed meets two open cases of the texts.
# FAKE_FAIL=N: seeds that N divides fail, with a finding of FAKE_CHECK and the log FAKE_LOG.
# `fresh`: seeds that no list names fail.
# FAKE_ALSO: the check of another finding, which follows from the first one.
# FAKE_SPU=N: SPU N of the process has this finding. The first SPU has a later one of another check.
# FAKE_SALT: another stimulus. FAKE_BENCH: what the run draws from.
# FAKE_DIES: like FAKE_FAIL, but the run dies without a verdict.
# FAKE_SLEEP: the run sleeps so many seconds at its start.
set -u
[ -z "${FAKE_SLEEP:-}" ] || sleep "$FAKE_SLEEP"

# chosen N: does N, which is not 0, divide the seed? `fresh`: is it a seed that no list names?
chosen() {
    if [ "$1" = fresh ]; then [ "$SEED" -gt 9999 ]; else [ "$1" != 0 ] && [ $((SEED % $1)) = 0 ]; fi
}

# finding CYCLE CHECK DIR: write the first finding of the SPU with that directory.
finding() {
    mkdir -p "$3"
    printf '{"cycle":"0x%x","seq":1,"member":"0x0","session":"spu0","kind":"MISMATCH","check":"%s","where":"record 1 +7","text":"record 1 at 0x%x differs at byte 7 (Events, payload byte 0)","expected":"0","actual":"1","section":"","choices":"","number":1,"follows":0}\n' \
        "$1" "$2" "$SEED" >"$3/findings.jsonl"
    [ -z "${FAKE_ALSO:-}" ] || printf '{"cycle":"0x%x","seq":2,"member":"0x0","session":"spu0","kind":"MISMATCH","check":"%s","where":"x","text":"y","expected":"0","actual":"1","section":"","choices":"","number":2,"follows":1}\n' \
        $(($1 + 1)) "$FAKE_ALSO" >>"$3/findings.jsonl"
}

result=PASS mismatches=0 bench=
: >"$SPE_DIR/findings.jsonl"
[ -z "${FAKE_BENCH:-}" ] || bench=$(printf '%s.%s' "$SEED" "$FAKE_BENCH" | sha256sum | cut -c1-16)
if chosen "${FAKE_DIES:-0}"; then
    [ -z "$bench" ] || echo "$bench" >"$SPE_DIR/bench"
    kill -s SEGV $$
fi
if chosen "${FAKE_FAIL:-0}"; then
    result=FAIL mismatches=1 dir=$SPE_DIR
    if [ -n "${FAKE_SPU:-}" ]; then
        finding $((SEED + 1)) reg.read "$SPE_DIR"
        dir=$SPE_DIR/spu$FAKE_SPU
    fi
    finding "$SEED" "${FAKE_CHECK:-buf.data}" "$dir"
    [ -z "${FAKE_LOG:-}" ] || cp "$FAKE_LOG" "$dir/txnlog"
fi
echo "fake.sh with SEED=$SEED" >"$SPE_DIR/command"
[ $((SEED % 3)) != 0 ] || echo B1,L1 >"$SPE_DIR/unpredictable"
stim=$(printf '%s.%s' "$SEED" "${FAKE_SALT:-}" | sha256sum | cut -c1-16)
printf 'RESULT %s config=fake test=fake seed=%s cycles=%s ops=9 samples=8 collisions=0 filtered=0 records=25 bytes=64 lost=0 audits=1 checks=9 mismatches=%s pending=0 off=- stim=%s result=%s%s\n' \
    "$result" "$SEED" "$SEED" "$mismatches" "$stim" "$stim" "${bench:+ bench=$bench}" | tee "$SPE_DIR/verdict"
[ "$result" = PASS ]
