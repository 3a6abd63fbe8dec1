#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# link.sh RSP MODEL OUT: link the objects and libraries named in RSP with the Verilated model of directory MODEL.
set -euo pipefail
source "$(dirname "$0")/common.sh"
read -r -a args <"$1"
objects=() libs=()
for a in "${args[@]}"; do
    case $a in
    *.o) objects+=("$a") ;;
    *) libs+=("$a") ;;
    esac
done
# libspe_dpi.a is whole: the model calls it by name only. The group lets archives refer to each other.
"$CXX" "${objects[@]}" -Wl,--start-group "$2/libVspu_harness.a" "${libs[@]}" -Wl,--end-group -o "$3.new"
mv "$3.new" "$3"
