# SPDX-License-Identifier: Apache-2.0
# source.awk: what judge.awk and c_judge.awk share: a complaint, and the text of a line of the
# measured sources.
function wrong(text) {
    print text
    bad = 1
}

# squeezed TEXT: without blanks around it, one for several inside.
function squeezed(text) {
    gsub(/[ \t]+/, " ", text)
    sub(/^ /, "", text)
    sub(/ $/, "", text)
    return text
}

# source FILE LINE: the text there, squeezed; reads each file once.
function source(file, line, text, n) {
    if (!(file in read)) {
        while ((getline text <file) > 0) source_text[file, ++n] = squeezed(text)
        close(file)
        read[file] = n
    }
    if (line > read[file]) wrong(file ": has no line " line ": another version was measured")
    return source_text[file, line]
}
