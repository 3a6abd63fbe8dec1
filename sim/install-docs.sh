#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# install-docs.sh DEST: every document, with its pictures and schemas, in DEST/share/spe under the path that it
# has here, so that their links and what findings and headers name are found there. What a document
# calls by another path than the installed one is a link.
set -eu
cd "$(dirname "$0")/.."
share=$1/share/spe
for file in README.md {c_model,dpi,rtl,tb,sim}/*.{md,svg,png} {c_model,sim,tb}/*/*.{md,svg,png} c_model/*.schema.json; do
    [ ! -f "$file" ] || install -D -m 644 "$file" "$share/$file"
done
install -d "$share/c_model"
ln -sfn ../example "$share/dpi/example"
ln -sfn ../../../include "$share/c_model/include"
