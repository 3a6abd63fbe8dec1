# SPDX-License-Identifier: Apache-2.0
# Write the examples of a document to files of the folder `dir`: N.command, N.sql (numbered in their
# order) and N.expected. N.expected is the text after the command of a console block, or the text
# block after an SQL block. The last line on stdout is the number of examples.
/^```console$/ { inside = "console"; next }
/^```sql$/ { inside = "sql"; n++; next }
/^```text$/ && last == "sql" { inside = "text"; next }
/^```/ { last = inside; inside = ""; next }
inside == "console" && /^\$ / {
    n++
    print substr($0, 3) >(dir "/" n ".command")
    printf "" >(dir "/" n ".expected")
    next
}
inside == "sql" { print >(dir "/" n ".sql") }
inside == "console" || inside == "text" { print >(dir "/" n ".expected") }
inside == "" && NF { last = "" }
END { print n + 0 }
