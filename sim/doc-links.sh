#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# doc-links.sh PREFIX: follow every link and path in the documents installed under PREFIX, and every
# document that an installed source, or a text of the model in this repository, names. A document
# must be installed. Another path may be of this repository; DIR/ does not count as a path. Prints
# each that leads nowhere; status 1 if there is one.
set -u
shopt -s nullglob
source "$(dirname "$0")/common.sh"
[ -d "$1/share/spe" ] || die 2 "nothing is installed under $1"
prefix=$(realpath "$1") || exit 4
cd "$(dirname "$0")/.." || exit 2
share=$prefix/share/spe

# lost WHERE NAME: print a line for a path that leads nowhere.
lost() {
    echo "$1: $2"
    found=1
}

# there PATTERN...: a file or folder matches one of them.
there() {
    local pattern
    for pattern in "$@"; do
        compgen -G "$pattern" >/dev/null && return 0
    done
    return 1
}

# in_repository FOLDER NAME: NAME is below the folder of a document, or below the top, or, a name
# without folder, anywhere in the same top folder; or a program writes it.
in_repository() {
    there "$1/$2" "$2" && return 0
    [[ $2 != */* ]] || return 1
    [ -n "$(find "${1%%/*}" -name "$2" -print -quit 2>/dev/null)" ] ||
        grep -rqwF --include='*.[ch]' --include='*.cpp' --include='*.sh' --exclude-dir=test -e "$2" c_model sim tb dpi
}

# prose FILE: the document without blocks of code.
prose() {
    awk '/^ *```/ { code = !code; next } !code' "$1"
}

follow() { # follow DOCUMENT, from $share
    local folder name
    folder=$(dirname "$1")
    while read -r name; do
        there "$share/$folder/${name%%#*}" || lost "$1" "$name"
    done < <(prose "$share/$1" | grep -oE '\]\([^)]+\)' | sed 's/^](//; s/)$//' | grep -vE '^(https?:|#)')
    while read -r name; do
        case $name in
        P/*) there "$prefix/${name#P/}" || lost "$1" "$name" ;;
        *.md) there "$share/$folder/$name" "$share/$name" || lost "$1" "$name" ;;
        *) there "$share/$folder/$name" "$share/$name" "$prefix/include/$name" || in_repository "$folder" "$name" || lost "$1" "$name" ;;
        esac
    done < <(prose "$share/$1" | grep -oE '`[^` ]+`' | tr -d '`' | grep -vE '^DIR/|=' | sort -u |
        grep -E '^(P|c_model|dpi|rtl|tb|sim)/.|[a-z0-9_]\.(md|svg|svh?|f|vlt|cfg|h|hpp|c|cpp|def|sh|tsv|csv|txnlog|patch)$')
}

found=0 documents=0
while read -r document; do
    documents=$((documents + 1))
    follow "$document"
done < <(cd "$share" && find . -name '*.md' | sed 's,^\./,,' | sort)
[ $documents != 0 ] || die 1 "no document under $share"

while IFS=: read -r file name; do
    there "$share/$name" "$(dirname "$file")/$name" || lost "$file" "$name"
done < <(grep -roE --exclude='*.md' '[A-Za-z0-9_/]+\.md' "$prefix/include" "$share"
    grep -ohE '"[^"]*\.md[^"]*"' c_model/src/*/*.c c_model/{host,cli}/*.c dpi/*.c | grep -oE '[A-Za-z0-9_/]+\.md' | sed 's/^/a text of the model:/')
exit $found
