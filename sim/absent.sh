#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# absent.sh OUT WHY...: a program that could not be built, and says so, in the place of the one that could.
set -eu
out=$1
shift
text="$(basename "$out") cannot be built: $*"
echo "$text" >&2
printf '#!/bin/sh\necho %s >&2\nexit 4\n' "'$text'" >"$out"
chmod +x "$out"
