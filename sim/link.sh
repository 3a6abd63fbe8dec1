#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# link.sh RSP MODEL OUT: link the objects and libraries named in RSP with the Verilated model of
# directory MODEL.
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
# The group lets archives refer to each other in any order.
"$CXX" -gz "${objects[@]}" "$2"/{eval,fast,slow}.o -Wl,--start-group "${libs[@]}" -Wl,--end-group -o "$3.new"
mv "$3.new" "$3"
