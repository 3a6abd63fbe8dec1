# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# `spe config`: good and bad files, generated text, id registers.
dir=$work/config
mkdir -p "$dir/sub"

# file NAME TEXT: a configuration; TEXT is a format of printf.
file() {
    # shellcheck disable=SC2059 # the text is the format
    printf "$2" >"$dir/$1"
}

# refuses NAME TEXT PATTERN: the text is refused with status 2 and "spe config: FILE" PATTERN.
refuses() {
    file "$1.cfg" "$2"
    refused "config_$1" 2 "^spe config: $dir/$1.cfg$3" spe config "$dir/$1.cfg"
}

allowed_name="letters, digits, '_', '-' and '.'"
refuses value '# text\nwidth = 9\n' ":2: width = '9': allowed: 1 to 8$"
refuses negative 'width = -1\n' ":1: width = '-1': allowed: 1 to 8$"
refuses signed 'width = +1\n' ":1: width = '\+1': allowed: 1 to 8$"
refuses too_large 'events = 0x1FFFFFFFFFFFFFFFFF\n' ":1: events = '0x1F*': allowed: bits of 0xFFFF0000FFFEFFFF$"
refuses enum '\n\next_abort = maybe\n' ":3: ext_abort = 'maybe': allowed: sync, async, serror, ignored$"
refuses bool 'el2 = yes\n' ":1: el2 = 'yes': allowed: 0 or 1$"
refuses no_value 'width =\n' ":1: width = '': allowed: 1 to 8$"
refuses unknown_key 'widht = 1\n' ":1: 'widht' is no key; .spe config --doc. lists all keys$"
refuses no_key '= 3\n' ":1: '' is no key"
refuses twice 'width = 1\n\nwidth = 1\n' ":3: 'width' is set twice in this file$"
refuses no_equals 'width\n' ":1: 'width' is no .key = value.$"
refuses long_line "name = $(head -c 60000 /dev/zero | tr '\0' a)\n" ":1: 'line' is too long: allowed: 511 characters$"
refuses long_value "layout = $(head -c 300 /dev/zero | tr '\0' a)\n" ":1: layout = 'a{64}': allowed: at most 191 characters$"
refuses rule 'el2 = 0\n' ": vhe = 1: allowed: 0 with el2 = 0$"
refuses layout 'layout = pc what end\n' ": layout: 'what' is not allowed"
refuses two_words 'name = my RESULT PASS\n' ": name = 'my RESULT PASS': allowed: $allowed_name$"
refuses quote 'name = a"b\n' ": name = 'a\"b': allowed: $allowed_name$"
refuses no_name 'name =\n' ": name = '': allowed: $allowed_name$"
refuses terminal 'name = \033[31mred\n' ': cannot be read as a configuration: no text file, or larger than 64 KiB$'
refuses zero_byte 'width = 1\n\0' ': cannot be read as a configuration: no text file, or larger than 64 KiB$'
refuses large "$(yes '# comment' | head -n 7000)" ': cannot be read as a configuration: no text file, or larger than 64 KiB$'
refuses loop 'include = loop.cfg\n' "/*:1: 'loop.cfg' is included too deeply: allowed: 8 levels$"
refuses include_missing '\ninclude = none.cfg\n' ":2: 'none.cfg' cannot be read: No such file or directory$"
refuses include_folder 'include = sub\n' ":1: 'sub' cannot be read: Is a directory$"

file sub/inner.cfg 'width = 4\nwidth = 5\n'
file outer.cfg 'align = 2\ninclude = sub/inner.cfg\n'
refused config_in_include 2 "^spe config: $dir/sub/inner.cfg:2: 'width' is set twice in this file$" spe config "$dir/outer.cfg"

cp c_model/test/corpus/garbage "$dir/binary.cfg"
refused config_binary 2 'binary.cfg: cannot be read as a configuration: no text file' spe config "$dir/binary.cfg"
refused config_missing 2 "^spe config: $dir/none.cfg: .*: No such file or directory$" spe config "$dir/none.cfg"
refused config_folder 2 "^spe config: $dir: .*: Is a directory$" spe config "$dir"
refused config_sv_bad 2 ":2: width = '9': allowed: 1 to 8$" spe config --sv "$dir/value.cfg"
refused config_sv_nothing 2 'no file' spe config --sv
refused config_two_files 2 'more than one file: b' spe config a b
refused config_doc_argument 2 '.--doc takes no x' spe config --doc x
file locked.cfg 'width = 1\n'
if lock "$dir/locked.cfg"; then
    refused config_unreadable 2 "^spe config: $dir/locked.cfg: .*: Permission denied$" without_override "$SPE" config "$dir/locked.cfg"
else
    skip config_unreadable 'no file can be locked here'
fi

: >"$dir/empty.cfg"
accepted config_empty '^width = 4 #' spe config "$dir/empty.cfg"
file crlf.cfg 'width = 2\r\n'
accepted config_crlf '^width = 2 #' spe config "$dir/crlf.cfg"
accepted config_doc '^\| .width. \| 1 to 8 \| .4. \|' spe config --doc

# What is printed, read again: the same text and the same hash; from id registers: the registers again.
hash_of() {
    spe config --sv "$1" | grep -E 'ConfigHash|Pmsidr|PmbidrConst'
}
for file in rtl/configs/*.cfg tb/toy/toy.cfg "$dir/empty.cfg"; do
    name=$(basename "$file" .cfg)
    spe config "$file" >"$dir/$name.once"
    spe config "$dir/$name.once" >"$dir/$name.twice"
    same "config_again_$name" "$dir/$name.once" "$dir/$name.twice"
    hash_of "$file" >"$dir/$name.hash"
    hash_of "$dir/$name.once" >"$dir/$name.hash2"
    same "config_hash_$name" "$dir/$name.hash" "$dir/$name.hash2"
    accepted "config_sv_$name" 'ConfigHash = 64.h[0-9A-F]{16};$' spe config --sv "$file"
done

spe config --from-ids PMBIDR=0x26 PMSIDR=0x27437 >"$dir/ids.cfg"
accepted ids_pmsidr "Pmsidr = 64'h0000000000027437;" spe config --sv "$dir/ids.cfg"
accepted ids_pmbidr "PmbidrConst = 64'h0000000000000026;" spe config --sv "$dir/ids.cfg"
accepted ids_p_is_state '^align = 6 #' spe config --from-ids PMSIDR=0x26417 PMBIDR=0x16

ids_refused() {
    refused "ids_$1" 2 "^spe config: $2" spe config --from-ids "${@:3}"
}
ids_refused nothing '--from-ids needs PMSIDR=NUMBER PMBIDR=NUMBER'
ids_refused one '--from-ids needs' PMSIDR=0x26417
ids_refused twice "'PMSIDR=6': given twice" PMSIDR=0x26417 PMSIDR=6
ids_refused unknown '--from-ids does not know PMCR=1' PMCR=1 PMBIDR=6
ids_refused text "'PMSIDR=x': not a number" PMSIDR=x PMBIDR=6
ids_refused tail "'PMSIDR=0x26417z': not a number" PMSIDR=0x26417z PMBIDR=6
ids_refused empty "'PMSIDR=': not a number" PMSIDR= PMBIDR=6
ids_refused negative "'PMBIDR=-1': not a number" PMSIDR=0x26417 PMBIDR=-1
ids_refused large "'PMBIDR=0x1F*': not a number" PMSIDR=0x26417 PMBIDR=0x1FFFFFFFFFFFFFFFF
ids_refused constant 'PMSIDR FE = 0x0: allowed: 0x1 in SPEv1p0' PMSIDR=0 PMBIDR=0
ids_refused later 'PMSIDR bits \[63:20\] = 0x1: allowed: 0x0 in SPEv1p0' PMSIDR=0x126417 PMBIDR=6
ids_refused range "PMBIDR Align: align = '15': allowed: 0 to 11" PMSIDR=0x26417 PMBIDR=0xF
ids_refused reserved 'interval_code = 1: allowed: 0 or 2 to 8' PMSIDR=0x26117 PMBIDR=6

# The table of c_model/README.md names each key with its id.
spe config --doc | awk -F ' [|] ?' '{ gsub(/[| `]/, "", $1); n = split($4, id, " ")
    for (i = 1; i <= n; i++) if (id[i] ~ /^[A-Z][0-9]+$/) print id[i], $1 }' | sort >"$dir/ids"
awk -F ' *[|] *' '/^[|] id [|] key/ { on = 1; next } !/^[|]/ { on = 0 }
    on { for (i = 2; i < NF; i += 2) { n = split($(i + 1), key, /[`, ]+/); for (k = 1; k <= n; k++) if (key[k] != "") print $i, key[k] } }' \
    c_model/README.md | grep '^[A-Z]' | sort >"$dir/table"
check config_table_of_choices [ -s "$dir/ids" ]
check config_choices_in_readme diff "$dir/ids" "$dir/table"
accepted=$(grep -ohE '"[A-Z][0-9]+"' c_model/src/*.c | tr -d '"' | sort -u | paste -sd ' ')
check config_accepted_in_readme grep -q "^| $accepted | accepts either outcome" c_model/README.md
