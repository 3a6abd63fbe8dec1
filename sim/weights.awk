# SPDX-License-Identifier: Apache-2.0
# tb/seq/random/weights.tsv as lines of C: WEIGHT(identifier, "name", value, least, largest,
# "meaning").
BEGIN { FS = "\t" }
/^# end$/ { ended = 1 }
/^#/ { next }
NF != 5 || ended { print FILENAME ":" FNR ": five columns are needed" >"/dev/stderr"; exit bad = 1 }
{
    name = $1
    sub(/\./, "_", name)
    printf "WEIGHT(%s, \"%s\", %d, %d, %d, \"%s\")\n", name, $1, $2, $3, $4, $5
}
END { if (!bad && !ended) { print FILENAME ": no \"# end\"" >"/dev/stderr"; bad = 1 } exit bad }
