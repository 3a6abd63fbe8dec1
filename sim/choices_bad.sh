#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# choices_bad.sh BUILD DIR: sim/choices.sh refuses a table that names a wrong key, and then prints
# another page.
set -eu
cd "$(dirname "$0")/.."
build=$1 dir=$2
sed 's/arch_inst/arch_inzt/' sim/choices.tsv >"$dir/choices.tsv"
if TABLE=$dir/choices.tsv sim/choices.sh "$build" >"$dir/choices.bad" 2>"$dir/choices.err"; then
    echo 'sim/choices.sh accepts a key that does not exist'
    exit 1
fi
grep 'choice P1 names key arch_inzt, which does not exist' "$dir/choices.err"
grep 'key arch_inst names choice P1, whose row does not name the key' "$dir/choices.err"
if cmp -s c_model/choices.md "$dir/choices.bad"; then
    echo 'the page is the same'
    exit 1
fi
