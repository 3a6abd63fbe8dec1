#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# absent.sh OUT WHY...: make OUT a program that only says why the real one could not be built.
set -eu
out=$1
shift
text="$(basename "$out") cannot be built: $*"
echo "$text" >&2
printf '#!/bin/sh\necho %s >&2\nexit 4\n' "'$text'" >"$out"
chmod +x "$out"
