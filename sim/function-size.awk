# SPDX-License-Identifier: Apache-2.0
# Functions longer than 40 lines in Linux-style C and C++ (the brace of a function stands in column
# 1, or at the indentation of its namespace). A flat table of cases is excepted: a switch with more
# cases than half of its lines.
function close_function() {
    if (n > 40 && 2 * cases < n)
        print FILENAME ":" start ": function of " n " lines, at most 40"
}
FNR == 1 { open = 0 }
/^\{/ { open = 1; start = FNR; n = 0; cases = 0; next }
open && /^\}/ { close_function(); open = 0; next }
open { n++; if ($0 ~ /^[ \t]*(case |default:|X\(|\{)/) cases++ }
