#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# install-docs.sh DEST: install every document, with its pictures and schemas, in DEST/share/spe
# under the path that it has here, so that their links work, and what findings and headers name is
# found there. If a document names a file by a path other than the installed one, that path becomes
# a link.
set -eu
cd "$(dirname "$0")/.."
share=$1/share/spe
for file in README.md {c_model,dpi,rtl,tb,sim}/*.{md,svg,png} {c_model,sim,tb}/*/*.{md,svg,png} c_model/*.schema.json; do
    [ ! -f "$file" ] || install -D -m 644 "$file" "$share/$file"
done
install -d "$share/c_model"
ln -sfn ../example "$share/dpi/example"
ln -sfn ../../../include "$share/c_model/include"
