#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# fake.sh: a run that costs nothing, for tests of the nights: it leaves in SPE_DIR what a run with
# SEED leaves. FAKE_FAIL=N: seeds that N divides fail, with the finding of FAKE_CHECK and the log
# FAKE_LOG; FAKE_SALT: another stimulus; FAKE_SLEEP: seconds before its end.
set -u
[ -z "${FAKE_SLEEP:-}" ] || sleep "$FAKE_SLEEP"
result=PASS mismatches=0
: >"$SPE_DIR/findings.jsonl"
if [ "${FAKE_FAIL:-0}" != 0 ] && [ $((SEED % FAKE_FAIL)) = 0 ]; then
    result=FAIL mismatches=1
    printf '{"cycle":"0x%x","seq":1,"member":"0x0","session":"spu0","kind":"MISMATCH","check":"%s","where":"record 1 +7","text":"record 1 at 0x%x differs at byte 7 (Events, payload byte 0)","expected":"0","actual":"1","section":"","choices":"","number":1,"follows":0}\n' \
        "$SEED" "${FAKE_CHECK:-buf.data}" "$SEED" >"$SPE_DIR/findings.jsonl"
    [ -z "${FAKE_LOG:-}" ] || cp "$FAKE_LOG" "$SPE_DIR/txnlog"
fi
echo "fake.sh with SEED=$SEED" >"$SPE_DIR/command"
stim=$(printf '%s.%s' "$SEED" "${FAKE_SALT:-}" | sha256sum | cut -c1-16)
printf 'RESULT %s config=fake test=fake seed=%s cycles=10 ops=9 samples=8 collisions=0 filtered=0 records=25 bytes=64 lost=0 audits=1 checks=9 mismatches=%s pending=0 off=- stim=%s result=%s\n' \
    "$result" "$SEED" "$mismatches" "$stim" "$stim" | tee "$SPE_DIR/verdict"
[ "$result" = PASS ]
