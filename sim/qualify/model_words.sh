#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# qualify/model_words.sh MUTANTS NAME: what the mutant that SPE_MUTANT selects says of a kept log in
# words: every transaction, and what led to its first finding. Status above 128: that of a signal;
# else 0.
set -u
[ $# = 2 ] || exit 2
log=$1/logs/$2.txnlog
"$1/bin/spe" log --decode "$log" 2>&1
status=$?
[ $status -le 128 ] || exit $status
"$1/bin/spe" explain "$log" 2>&1
status=$?
[ $status -le 128 ] || exit $status
exit 0
