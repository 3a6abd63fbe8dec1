# SPDX-License-Identifier: Apache-2.0
# Bodies of if, else, for and while without braces, in C as clang-format lays it out: what such a
# line, or its condition over several lines, ends with is a brace. And bodies in two pairs of them:
# a brace alone behind a line that ends with one.
FNR == 1 { open = comment = brace = 0 }
comment { comment = !/\*\//; next }
{
    gsub(/\\./, "")
    gsub(/"[^"]*"|'[^']*'/, "0")
    sub(/[ \t]*\\?$/, "") # of a macro
    sub(/[ \t]*\/\*.*\*\/$/, "")
    comment = sub(/[ \t]*\/\*.*$/, "")
}
brace && /^[ \t]*[{]$/ { print FILENAME ":" FNR ": a body in two pairs of braces" }
NF { brace = /[{]$/ }
!open && /^[ \t]*(} )?(else( if)?|if|for|while)( [({]|$)/ && !/^[ \t]*} while / { open = FNR; depth = 0 }
open {
    depth += gsub(/\(/, "(") - gsub(/\)/, ")")
    if (depth > 0)
        next
    if (!/[{]$/)
        print FILENAME ":" open ": a body without braces"
    open = 0
}
