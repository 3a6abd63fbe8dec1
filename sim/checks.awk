# SPDX-License-Identifier: Apache-2.0
# For sim/checks.sh: of checks.def, list.tsv, the cases and the C of libspe (variable `kind`) the
# table of checks.
function fault(text) { print text > "/dev/stderr"; faults++ }

# TEXT behind what `list` has, once.
function add(list, text, between) {
    return index(between list between, between text between) ? list : list (list == "" ? "" : between) text
}

# The last part of a path; a file of src with its folder.
function base(path) { sub(/.*\//, "", path); return path }
function in_folder(path) { sub(/.*\/src\//, "", path); return path }

FNR == 1 { name = begun = ""; function_name = table = statement = "" }

kind == "check" && /^SPE_CHECK\(/ {
    split($0, part, "\"")
    split($0, id, /[(,]/)
    check = part[2]
    number[id[2]] = check
    order[++checks] = check
    next
}
kind == "check" && /^ +"/ { split($0, part, "\""); title[check] = part[2]; next }

kind == "fault" && !/^#/ {
    if ($5 in title && !($5 in broken)) broken[$5] = "`" $1 "` in `" $3 "`"
    next
}

kind == "case" && /^case / { name = whole_name(substr($0, 6)); line = FNR; next }
kind == "case" && /^fires / {
    n = split(substr($0, 7), fired, ",")
    for (i = 1; i <= n; i++) {
        if (!(fired[i] in title)) fault(FILENAME ": " name ": there is no check " fired[i])
        # The one that fires with the fewest others shows the check best.
        else if (!(fired[i] in fewest) || n < fewest[fired[i]]) {
            fewest[fired[i]] = n
            shown[fired[i]] = "`" base(FILENAME) ":" line "`: " name
        }
    }
    next
}

kind == "unit" && match($0, /fired\[SPE_CHECK_[A-Z_]+/) {
    check = number[substr($0, RSTART + 16, RLENGTH - 16)]
    if (!(check in shown)) shown[check] = "`" base(FILENAME) ":" FNR "`"
}

kind == "rule" && !/^#/ {
    n = split($4, named, " ")
    for (i = 1; i <= n; i++) {
        if (!(named[i] in title)) continue
        if (rules[named[i]]++ < 3) of_rules[named[i]] = add(of_rules[named[i]], $2, "; ")
    }
    next
}

# Counting alone, and what a configuration lacks, make no check; rows of keys neither.
kind == "code" && (/\(void\)model_eval/ || /case SPE_CHECK/ || /^ *\[SPE_CHECK/) { next }
kind == "code" && /^[a-z].*[ *][a-z0-9_]+\(/ && !/;$/ {
    function_name = $0
    sub(/\(.*/, "", function_name)
    sub(/.*[ *]/, "", function_name)
    statement = ""
}
kind == "code" && match($0, /^[a-z}].*[ *][a-z0-9_]+\[.*\] = \{$/) {
    table = $0
    sub(/\[.*/, "", table)
    sub(/.*[ *]/, "", table)
}
kind == "code" && /^\};/ { table = "" }
# A statement with the check, and the sections that stand in it.
kind == "code" {
    statement = statement " " $0
    if (/[;}]/) {
        take(statement)
        statement = ""
    }
}

# CHECK is made in FILE by NAME.
function note(check, file, name) {
    if (last[check] == file) {
        if (!((check, file, name) in known)) made[check] = made[check] ", " name
    } else {
        made[check] = made[check] (made[check] == "" ? "" : "; ") "`" file "`: " name
    }
    known[check, file, name]
    last[check] = file
    if (!(check in first)) first[check] = file
}

function take(text,   id, check, rest) {
    while (match(text, /SPE_CHECK_[A-Z_]+/)) {
        id = substr(text, RSTART + 10, RLENGTH - 10)
        text = substr(text, RSTART + RLENGTH)
        if (!(id in number)) continue
        check = number[id]
        note(check, in_folder(FILENAME), table != "" ? "table `" table "`" : "`" function_name "`")
        rest = text
        sub(/SPE_CHECK_.*/, "", rest)
        while (match(rest, /"(DDI 0586A|Arm ARM|AMBA) [^";]*/)) {
            section[check] = add(section[check], substr(rest, RSTART + 1, RLENGTH - 1), "; ")
            rest = substr(rest, RSTART + RLENGTH)
        }
    }
}

# What a function of the file says of a check that it is given.
kind == "code" && match($0, /"(DDI 0586A|Arm ARM) [^";]*/) {
    of_file[in_folder(FILENAME)] = add(of_file[in_folder(FILENAME)], substr($0, RSTART + 1, RLENGTH - 1), "; ")
}

END {
    for (i = 1; i <= checks; i++) {
        check = order[i]
        if (!(check in made)) fault("no function makes the check " check)
        if (!(check in shown)) fault("no case fires the check " check)
        where = section[check] != "" ? section[check] : rules[check] == 0 ? of_file[first[check]] : of_rules[check] (rules[check] > 3 ? "; ..." : "")
        printf "| `%s` | %s | %s | %s | %s | %s |\n", check, title[check], where, made[check], shown[check], check in broken ? broken[check] : "-"
    }
    exit faults > 0
}
