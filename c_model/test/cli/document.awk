# SPDX-License-Identifier: Apache-2.0
# The examples of a document, each into files of the folder `dir`: N.command, N.sql (in the order in
# which they stand) and N.expected, what stands behind the command of a console block, or in the
# text block behind one of SQL. The last line on stdout is their number.
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
