#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# layers.sh BUILD: compile each folder alone, with only the include paths that the layers permit,
# and check that libspe holds nothing that it may not hold. Prints each breach.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
build=$1
built "$build" obj/libspe.a
work=$(mktemp -d) || exit 4
faults=$work/faults
trap 'rm -rf "$work"' EXIT
: >"$faults"

# alone FOLDER FLAGS...: syntax check of the folder's C files.
alone() {
    local folder=$1 file
    shift
    for file in "$folder"/*.c; do
        [ -f "$file" ] || die 4 "no C files in $folder"
        "$CC" -std=c11 -fsyntax-only "$@" "$file" >>"$faults" 2>&1 || echo "$folder: $file breaks its layer" >>"$faults"
    done
}

# forbid FOLDER REGEX WHY: no line of the folder's sources matches.
forbid() {
    [ -d "$1" ] || die 4 "no folder $1"
    grep -rnE --include='*.[ch]' --include='*.cpp' --include='*.hpp' --include='*.sv' --include='*.svh' "$2" "$1" |
        sed "s#\$#    <- $3#" >>"$faults"
}

# permit FOLDER NAMES WHY: the folder's sources include of c_model only spe/NAME.h.
permit() {
    grep -rnE --include='*.[ch]' --include='*.cpp' --include='*.hpp' '# *include +[<"]([^">]*/)?spe/' "$1" |
        grep -vE "# *include +\"spe/($2)\.h\"" | sed "s#\$#    <- $3#" >>"$faults"
}

# Without extern "C" a header still compiles as C++, but the functions that it declares cannot be
# linked.
for header in c_model/include/spe/*.h dpi/spe_dpi.h; do
    "$CC" -std=c11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -x c -Ic_model/include "$header" >>"$faults" 2>&1 ||
        echo "$header does not compile alone as C" >>"$faults"
    "$CXX" -std=c++17 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -x c++ -Ic_model/include "$header" >>"$faults" 2>&1 ||
        echo "$header does not compile alone as C++" >>"$faults"
    if grep -qE '^[a-z].*[a-z_]\(' "$header" && ! grep -q '^extern "C"' "$header"; then
        echo "$header declares functions without extern \"C\" for C++" >>"$faults"
    fi
done
vltstd=$("$VERILATOR" --getenv VERILATOR_ROOT)/include/vltstd
alone c_model/host -Ic_model/include -Ic_model/members
alone c_model/cli -Ic_model/include -Ic_model/members
# The table of fields that drives the logs also makes its faults.
alone c_model/edge -Ic_model/include -Ic_model/host
alone c_model/both -Ic_model/include -Ic_model/host
# Only these files depend on Verilator's library for FST, which some Verilators lack.
[ ! -f "${vltstd%/vltstd}/gtkwave/fstapi.h" ] || alone c_model/wave -Ic_model/include -Ic_model/members -Ic_model/cli -isystem "${vltstd%/vltstd}/gtkwave"
# Programs of sim/: they share the part of the nights that reads and prints.
night_texts "$work" || die 4 "cannot write to $work"
alone sim/night -Ic_model/include -Isim/night -I"$work"
alone sim/closure -Ic_model/include -Isim/night -Isim/closure
alone sim/shrink -Ic_model/include -Isim/night -Isim/shrink
alone sim/fuzz
alone sim/qualify -Ic_model/include -Isim/night -Isim/qualify
alone dpi -Ic_model/include -Idpi -isystem "$vltstd"

forbid rtl 'import +"DPI|\$root|spe_dpi' 'rtl knows nothing of its checkers'
forbid sim '# *include +"(\.\./|c_model|dpi|tb|svdpi|spe_dpi|sim/)' 'programs of sim see c_model/include and themselves'
forbid c_model '# *include +"(\.\./|dpi|tb|svdpi|spe_dpi)' 'c_model reaches outside itself'
forbid c_model/src '# *include +<(unistd|time|fcntl|zstd|sqlite3|pthread|sys/[a-z]+)\.h>' 'libspe does no input or output'
forbid 'c_model/src' '__builtin|__extension__|__typeof' 'libspe is C11 alone'
forbid tb '# *include +"(\.\./)*(c_model/|rtl/)' 'tb sees c_model/include only'
permit tb 'config|config_file|session|model|status|txn' 'tb uses configuration, contract and verdict only'

# The folders of libspe, one by one: each sees the folders that its order permits.
sim/rooms.sh >>"$faults" || [ $? = 1 ] || die 4 'sim/rooms.sh has failed'
# The folders of sequences, in their order of dependence.
sim/seq-order.sh >>"$faults" || [ $? = 1 ] || die 4 'sim/seq-order.sh has failed'

# A function that only libspe calls is not public.
sim/public.sh >>"$faults" || [ $? = 1 ] || die 4 'sim/public.sh has failed'

# Code that explains a run reads the journal, and asks the model nothing.
sim/readers.sh >>"$faults" || [ $? = 1 ] || die 4 'sim/readers.sh has failed'

nm -u "$build/obj/libspe.a" | awk '$1 == "U" { print $2 }' | sort -u |
    grep -xE '(f|v|vf)?printf|puts|putchar|f(open|write|read|puts|putc|close)|open|read|write|time|clock(_gettime)?|s?rand(om)?|getenv|exit' |
    sed 's/^/libspe.a calls /' >>"$faults"
size -A "$build/obj/libspe.a" | awk '$1 ~ /\.o$/ { o = $1 } ($1 == ".data" || $1 == ".bss") && $2 > 0 {
    print "libspe.a: " o " has " $2 " bytes of writable globals in " $1 }' >>"$faults"

# The coupling between the parts of libspe may only fall.
sim/core.sh "$build" >"$work/core" || [ $? = 1 ] || die 4 'sim/core.sh has failed'
grep '^core.sh: ' "$work/core" >>"$faults"

[ -s "$faults" ] || exit 0
cat "$faults"
exit 1
