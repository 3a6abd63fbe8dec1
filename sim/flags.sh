# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2034
# Sourced after common.sh: flags of the compilers and of Verilator, for the graph (sim/graph.sh) and
# for the scripts that build single models.
WARN='-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wcast-qual -Werror'
CFLAGS="-std=c11 -O2 -g -gz -fPIC -D_FILE_OFFSET_BITS=64 $WARN"
# The Verilated classes need names in scope that the standard reserves; -Wpedantic would blame
# Verilator's headers.
CXXFLAGS='-std=c++17 -O1 -g1 -gz -Wall -Wextra -Werror'
# At -O1 the sanitizers compile in two thirds of the time, and report better line numbers.
SANITIZE='-O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer'
# Counts of lines and branches: at -O0 each line is counted separately.
GCOV='-O0 --coverage'
VERILATOR_INC=$("$VERILATOR" --getenv VERILATOR_ROOT)/include
VERILATED="-isystem $VERILATOR_INC -isystem $VERILATOR_INC/vltstd -DVL_USER_FATAL -DVL_USER_STOP -DVL_TIME_CONTEXT"
SYSTEMC_INC=${SYSTEMC_HOME:+-isystem $SYSTEMC_HOME/include}
SYSTEMC_LIB=
for d in ${SYSTEMC_HOME:+lib lib-linux64 lib64}; do
    SYSTEMC_LIB+=" -L$SYSTEMC_HOME/$d -Wl,-rpath,$SYSTEMC_HOME/$d"
done
# The code that Verilator writes: its warnings are not ours, and nobody debugs it.
MODEL_FLAGS="-std=c++17 -w $VERILATED -DVM_COVERAGE=1 -DVM_SC=0"

# flavour NAME: set these variables to the row of sim/flavours.tsv.
flavour() {
    local row
    row=$(awk -F'\t' -v n="$1" '$1 == n' "${BASH_SOURCE[0]%/*}/flavours.tsv")
    [ -n "$row" ] || die 2 "no flavour '$1' in sim/flavours.tsv"
    IFS=$'\t' read -r _ flavour_by flavour_model flavour_verilate flavour_compile flavour_c flavour_without _ <<<"$row"
    [ "$flavour_verilate" != - ] || flavour_verilate=
}
