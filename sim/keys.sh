#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# keys.sh [KEY...]: from a key of the configuration to the code: what the key says, its choice and
# section, the functions of c_model/src that read it, what shows it (a case of c_model/test/cases
# with its line, of the file with the most cases of the key, and how many more cases there are; or
# else a unit test), the modules of rtl/ that have it as a parameter, and the configurations of
# rtl/configs that give it. Without KEY, all keys. Status 1, with one line for each, when no
# function reads a key; 2 when KEY does not exist. KEYS: another table than
# c_model/members/spe_config.def.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
table=${KEYS:-c_model/members/spe_config.def}
[ -r "$table" ] || die 2 "cannot read $table"
faults=$(mktemp) || exit 4
trap 'rm -f "$faults"' EXIT
all=$(awk -f sim/case-name.awk -f sim/keys.awk kind=key "$table" kind=code c_model/src/*/*.c kind=case c_model/test/cases/*.cases kind=unit c_model/test/test_*.c \
    kind=rtl rtl/*.sv rtl/*/*.sv kind=config rtl/configs/*.cfg 2>"$faults")
status=$?
[ $# != 0 ] || echo "$all"
for key; do
    awk -v key="$key:" '$1 == key && /^[a-z]/ { on = seen = 1; print; next } /^[a-z]/ { on = 0 } on; END { exit !seen }' <<<"$all" ||
        die 2 "no key '$key'; spe config --doc lists them"
done
cat "$faults" >&2
exit $status
