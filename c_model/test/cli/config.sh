# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# `spe config`: good and bad files, generated text, id registers.
dir=$work/config
mkdir -p "$dir/sub" "$dir/once"

# file NAME TEXT: write a configuration. TEXT is a format of printf.
file() {
    # shellcheck disable=SC2059 # the text is the format
    printf "$2" >"$dir/$1"
}

# refuses_whole NAME TEXT PATTERN: `spe config` refuses TEXT with status 2 and the message "spe
# config: FILE" PATTERN.
refuses_whole() {
    file "$1.cfg" "$2"
    refused "config_$1" 2 "^spe config: $dir/$1.cfg$3" spe config "$dir/$1.cfg"
}

# refuses NAME LINES PATTERN: the same for LINES, followed by the lines that every file needs.
refuses() {
    refuses_whole "$1" "$2name = $1\nothers = default\nend\n" "$3"
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
refuses no_equals 'width\n' ":1: 'width' is no .key = value. and not .end.$"
refuses long_line "name = $(head -c 60000 /dev/zero | tr '\0' a)\n" ":1: 'name = a{13}[.]{3}' is a line too long: allowed: 511 characters$"
refuses long_value "layout = $(head -c 300 /dev/zero | tr '\0' a)\n" ":1: layout = 'a{64}': allowed: at most 191 characters$"
refuses rule 'el2 = 0\n' ": vhe = 1: allowed: 0 with el2 = 0$"
refuses layout 'layout = pc what end\n' ": layout: 'what' is not allowed"
refuses_whole two_words 'name = my RESULT PASS\nothers = default\nend\n' ": name = 'my RESULT PASS': allowed: $allowed_name$"
refuses_whole quote 'name = a"b\nothers = default\nend\n' ": name = 'a\"b': allowed: $allowed_name$"
refuses_whole no_name 'name =\nothers = default\nend\n' ": name = '': allowed: $allowed_name$"
refuses terminal '# \033[31mred\n' ': cannot be read as a configuration: no text: a byte 0x1b in line 1$'
refuses zero_byte 'width = 1\n\0' ': cannot be read as a configuration: no text: a byte 0x00 in line 2$'
refuses large "$(yes '# comment' | head -n 7000)" ': cannot be read as a configuration: larger than 64 KiB$'
refuses mark '\357\273\277' ': cannot be read as a configuration: it begins with a byte order mark: save it without$'
refuses loop 'include = loop.cfg\n' "/*:1: 'loop.cfg' is included too deeply: allowed: 8 levels$"
refuses include_missing '\ninclude = none.cfg\n' ":2: 'none.cfg' cannot be read: No such file or directory$"
refuses include_folder 'include = sub\n' ":1: 'sub' cannot be read: Is a directory$"

# A file that is empty or cut is refused as a whole. So is a file whose `name` is not its file name.
refuses_whole empty '' ': the file is empty: its last line must be .end.$'
refuses_whole cut 'name = cut\nothers = default\nwidth = 2\n' ':3: the file is cut: its last line must be .end.$'
refuses_whole after 'name = after\nothers = default\nend\nwidth = 2\n' ":4: 'width = 2' stands after .end.: allowed: comments$"
refuses_whole unnamed_file 'others = default\nend\n' ": 'name' is not given: needed: .name = NAME. in this file$"
refuses_whole other_name 'name = another\nothers = default\nend\n' ": name = 'another': needed: 'other_name', as the file$"
refuses_whole marked 'name = marked+width\nothers = default\nend\n' ":1: 'marked\+width' is no name: '\+' marks a replay under other keys$"
refuses_whole relies 'name = relies\nwidth = 2\nend\n' ": 'pmsver' is not given: needed: all keys, or .others = default.$"
refuses_whole others 'name = others\nothers = 1\nend\n' ":2: others = '1': allowed: default$"
file sub/base.cfg 'width = 4\n'
refused config_cut_in_include 2 "^spe config: $dir/sub/base.cfg:1: the file is cut: its last line must be .end.$" spe config <(printf 'include = %s\n' "$dir/sub/base.cfg")

file sub/inner.cfg 'width = 4\nwidth = 5\nend\n'
file outer.cfg 'align = 2\ninclude = sub/inner.cfg\nname = outer\nothers = default\nend\n'
refused config_in_include 2 "^spe config: $dir/sub/inner.cfg:2: 'width' is set twice in this file$" spe config "$dir/outer.cfg"

cp c_model/test/corpus/garbage "$dir/binary.cfg"
refused config_no_name 2 "^spe config: '': cannot be read as a configuration: No such file" spe config ''
refused config_binary 2 'binary.cfg: cannot be read as a configuration: no text: a byte 0x.. in line' spe config "$dir/binary.cfg"
refused config_missing 2 "^spe config: $dir/none.cfg: .*: No such file or directory$" spe config "$dir/none.cfg"
refused config_folder 2 "^spe config: $dir: .*: Is a directory$" spe config "$dir"
refused config_sv_bad 2 ":2: width = '9': allowed: 1 to 8$" spe config --sv "$dir/value.cfg"
refused config_sv_nothing 2 'no file' spe config --sv
refused config_two_files 2 'more than one file: b' spe config a b
refused config_doc_argument 2 '.--doc takes no x' spe config --doc x
file locked.cfg 'name = locked\nothers = default\nend\n'
if lock "$dir/locked.cfg"; then
    refused config_unreadable 2 "^spe config: $dir/locked.cfg: .*: Permission denied$" without_override "$SPE" config "$dir/locked.cfg"
else
    skip config_unreadable 'no file can be locked here'
fi

file least.cfg 'name = least\nothers = default\nend'
accepted config_least '^width = 4 #' spe config "$dir/least.cfg"
accepted config_pipe '^width = 4 #' spe config <(cat "$dir/least.cfg")
file crlf.cfg 'width = 2\r\nname = crlf\r\nothers = default\r\nend\r\n'
accepted config_crlf '^width = 2 #' spe config "$dir/crlf.cfg"
accepted config_doc '^\| .width. \| 1 to 8 \| .4. \|' spe config --doc

# A remark on keys that no PE has together, and the configuration after it. None in SystemVerilog, nor
# for configurations of this tree.
file apart.cfg 'name = apart\nothers = default\npmsver = 5\nevents = 0xBFF\nfne = 1\next_abort = serror\nflag_updates = 1\nfds = 1\nmops = 1\nsel2 = 1\nfgt = 1\necv = 1\ngcs = 1\npie = 1\nmax_size = 7\nend\n'
accepted config_apart '^# no PE has crr = 0 with gcs = 1: FEAT_GCS has FEAT_SPE_CRR [(]A A2[.]2[)]$' spe config "$dir/apart.cfg"
check config_apart_one [ "$(spe config "$dir/apart.cfg" | grep -c '^# no PE has ')" = 1 ]
accepted config_apart_keys '^gcs = 1 #' spe config "$dir/apart.cfg"
spe config --sv "$dir/apart.cfg" >"$dir/apart.sv"
check config_apart_sv eval 'grep -q ConfigHash "$dir/apart.sv" && ! grep -q "no PE" "$dir/apart.sv"'
accepted ids_apart '^# no PE has mops = 0 with pmsver = 5: FEAT_SPEv1p4 is from Armv8[.]8, and Armv8[.]8 has FEAT_MOPS [(]A A2[.]2[)]$' spe config --from-ids PMSIDR=0x264D7 PMBIDR=0x226
for file in rtl/configs/*.cfg tb/toy/toy.cfg dpi/example/mini.cfg; do
    spe config "$file" >"$dir/possible"
    check "config_possible_$(basename "$file" .cfg)" eval 'grep -q "^pmsver = " "$dir/possible" && ! grep -q "no PE" "$dir/possible"'
done

# Printed text, read again, gives the same text and the same hash. Text from ID registers gives the
# same registers.
hash_of() {
    spe config --sv "$1" | grep -E 'ConfigHash|Pmsidr|PmbidrConst'
}
for file in rtl/configs/*.cfg tb/toy/toy.cfg dpi/example/mini.cfg "$dir/least.cfg"; do
    name=$(basename "$file" .cfg)
    spe config "$file" >"$dir/once/$name.cfg"
    spe config "$dir/once/$name.cfg" >"$dir/$name.twice"
    same "config_again_$name" "$dir/once/$name.cfg" "$dir/$name.twice"
    hash_of "$file" >"$dir/$name.hash"
    hash_of "$dir/once/$name.cfg" >"$dir/$name.hash2"
    check "config_hash_there_$name" grep -q ConfigHash "$dir/$name.hash"
    same "config_hash_$name" "$dir/$name.hash" "$dir/$name.hash2"
    accepted "config_sv_$name" 'ConfigHash = 64.h[0-9A-F]{16};$' spe config --sv "$file"
done

spe config --from-ids PMBIDR=0x26 PMSIDR=0x27437 NAME=ids >"$dir/ids.cfg"
accepted ids_pmsidr "Pmsidr = 64'h0000000000027437;" spe config --sv "$dir/ids.cfg"
accepted ids_pmbidr "PmbidrConst = 64'h0000000000000026;" spe config --sv "$dir/ids.cfg"
accepted ids_p_is_state '^align = 6 #' spe config --from-ids PMSIDR=0x26417 PMBIDR=0x16

accepted ids_unnamed '^name = unnamed #' spe config --from-ids PMSIDR=0x26417 PMBIDR=0x16

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
ids_refused twice_dfr "'DFR0=5': given twice" PMSIDR=0x26417 PMBIDR=6 DFR0=4 DFR0=5
ids_refused long_name '--from-ids does not know PMSIDRX=1' PMSIDRX=1 PMBIDR=6
ids_refused two_words "name = 'a b': allowed: $allowed_name$" PMSIDR=0x26417 PMBIDR=6 'NAME=a b'
ids_refused marked_name "NAME=a\+b: no file can have it: it has a '\+'$" PMSIDR=0x26417 PMBIDR=6 NAME=a+b
ids_refused large_name "name = 'a{40}': allowed: at most 31 characters$" PMSIDR=0x26417 PMBIDR=6 "NAME=$(head -c 40 /dev/zero | tr '\0' a)"
ids_refused constant 'PMSIDR FE = 0x0: allowed: 0x1$' PMSIDR=0 PMBIDR=0
ids_refused format 'PMSIDR Format = 0x1: allowed: 0x0$' PMSIDR=0x126417 PMBIDR=6
ids_refused count 'PMSIDR CountSize = 0x1: allowed: 0x2, 0x3$' PMSIDR=0x16417 PMBIDR=6
ids_refused size "PMSIDR MaxSize: max_size = '5': allowed: 6 to 11$" PMSIDR=0x25417 PMBIDR=5
ids_refused clock 'PMSIDR ALTCLK = 0x2: allowed: 0x0, 0x1, 0xf$' PMSIDR=0x20026417 PMBIDR=6
ids_refused high 'PMSIDR bits \[63:33\] = 0x1: allowed: 0x0$' PMSIDR=0x200026417 PMBIDR=6
ids_refused range "PMBIDR Align: align = '15': allowed: 0 to 11" PMSIDR=0x26417 PMBIDR=0xF
ids_refused reserved 'PMSIDR Interval = 0x1: allowed: 0x0, 0x2, 0x3, 0x4, 0x5, 0x6, 0x7, 0x8$' PMSIDR=0x26117 PMBIDR=6
ids_refused abort 'PMBIDR EA = 0x3: allowed: 0x0, 0x1, 0x2$' PMSIDR=0x26417 PMBIDR=0x306
ids_refused mode 'PMBIDR AddrMode = 0x3: allowed: 0x0, 0x1$' PMSIDR=0x26417 PMBIDR=0xC6
ids_refused buffer "PMBIDR MaxBuffSize: max_buff_size = '16384': allowed: 0 to 16383$" PMSIDR=0x26417 PMBIDR=0x400000000006
ids_refused middle 'PMBIDR bits \[31:12\] = 0x1: allowed: 0x0$' PMSIDR=0x26417 PMBIDR=0x1006
ids_refused top 'PMBIDR bits \[63:48\] = 0x1: allowed: 0x0$' PMSIDR=0x26417 PMBIDR=0x1000000000006
# Fields that exist in different versions and never together, and fields that the given version does
# not have.
ids_refused alone 'PMSIDR FnE: fne = 0: allowed: 1 with pmsver 3 or above$' PMSIDR=0x1026417 PMBIDR=6
ids_refused dirty 'PMBIDR F: flag_updates = 0: allowed: 1 with pmsver 4 or above$' PMSIDR=0x264D7 PMBIDR=0x206
ids_refused undescribed 'PMBIDR EA: ext_abort = sync: allowed: serror or ignored with pmsver 4 or above$' PMSIDR=0x26457 PMBIDR=0x26 DFR0=0x400000000
ids_refused source 'PMSIDR FDS: fds = 0: allowed: 1 with lds = 1 and pmsver 6$' PMSIDR=0x26457 PMBIDR=0x226 DFR0=0x600000000
ids_refused early_nvm 'DFR2 SPE_nVM: nvm = 1: allowed: 0 with pmsver below 5$' PMSIDR=0x26457 PMBIDR=0x226 DFR0=0x400000000 DFR2=0x100000
ids_refused early 'PMSIDR FnE: fne = 1: allowed: 0 with pmsver below 3$' PMSIDR=0x26457 PMBIDR=6 DFR0=0x200000000
ids_refused early_abort 'PMBIDR EA: ext_abort = ignored: allowed: sync, async or serror with pmsver = 1$' PMSIDR=0x26417 PMBIDR=0x106 DFR0=0x100000000
ids_refused early_exc 'DFR2 SPE_EXC: exc = 1: allowed: 0 with pmsver below 6$' PMSIDR=0x264D7 PMBIDR=0x226 DFR0=0x500000000 DFR2=0x10000
ids_refused no_sme 'PMSIDR ALTCLK: altclk = 1: allowed: 0 or 15 with spe_sme = 0$' PMSIDR=0x10027447 PMBIDR=0x226 DFR0=0x600000000
ids_refused room 'PMSIDR MaxSize: layout: a record can take 65 bytes: allowed: 64 with max_size = 6$' PMSIDR=0xF0026417 PMBIDR=0
ids_refused no_spe "DFR0 PMSVer: pmsver = '0': allowed: 1 to 6$" PMSIDR=0x26417 PMBIDR=6 DFR0=0
ids_refused no_version "DFR0 PMSVer: pmsver = '7': allowed: 1 to 6$" PMSIDR=0x26417 PMBIDR=6 DFR0=0x700000000
ids_refused exc "DFR2 SPE_EXC: exc = '2': allowed: 0 or 1$" PMSIDR=0x264D7 PMBIDR=0x226 DFR2=0x20000
ids_refused no_nvm 'PMBIDR AddrMode = 0x1: allowed: 0x0 with DFR2 SPE_nVM = 0x0$' PMSIDR=0x264D7 PMBIDR=0x266 DFR2=0x10000

# The version is the least that permits the fields, or the one in ID_AA64DFR0_EL1. The other fields
# of that register do not belong to the extension.
ids_version() {
    accepted "ids_version_$1" "^pmsver = $1 #" spe config --from-ids "${@:2}"
}
ids_version 1 PMSIDR=0x26417 PMBIDR=6
ids_version 2 PMSIDR=0x4026417 PMBIDR=6
ids_version 3 PMSIDR=0x26457 PMBIDR=6
ids_version 4 PMSIDR=0x26457 PMBIDR=0x226 DFR0=0xF4FFFFFFFF
ids_version 5 PMSIDR=0x264D7 PMBIDR=0x226
ids_version 6 PMSIDR=0x264D7 PMBIDR=0x226 DFR2=0x10000
accepted ids_nvm_early '^pmsver = 5 #' spe config --from-ids PMSIDR=0x264D7 PMBIDR=0x266
accepted ids_no_source '^fds = 0 #' spe config --from-ids PMSIDR=0x26457 PMBIDR=0x226 DFR0=0x500000000
accepted ids_nvm '^nvm = 1 #' spe config --from-ids PMSIDR=0x264D7 PMBIDR=0x266
accepted ids_exc '^exc = 1 #' spe config --from-ids PMSIDR=0x264D7 PMBIDR=0x226 DFR2=0xFFFFFFFFFF01FFFF
accepted ids_mode_open '^# AddrMode 0 says nothing of nvm: DFR2=NUMBER tells it[.]$' spe config --from-ids PMSIDR=0x264D7 PMBIDR=0x226
accepted ids_mode_exc_open '^# AddrMode 0 says nothing of nvm, and no field of exc: DFR2=NUMBER tells them[.]$' spe config --from-ids PMSIDR=0x264D7 PMBIDR=0x226 DFR0=0x600000000
accepted ids_ignored '^ext_abort = ignored #' spe config --from-ids PMSIDR=0x26457 PMBIDR=0x126
accepted ids_least '^# pmsver is the least that permits them, 3: ' spe config --from-ids PMSIDR=0x26457 PMBIDR=6
accepted ids_open '^# PMBIDR_EL1.EA does not describe ext_abort[.]$' spe config --from-ids PMSIDR=0x26457 PMBIDR=6

# The ID registers of configurations, typed from the fields of D24.7.1 and D24.7.14 (and PMSVer,
# SPE_EXC, SPE_nVM). The configuration made from them has the same registers, and the same values of
# the keys that they encode.
ids_again() {
    local name=$1 pmsidr=$2 pmbidr=$3
    run spe config --from-ids "PMSIDR=$pmsidr" "PMBIDR=$pmbidr" "NAME=ids_$name" "${@:4}"
    cp "$work/out" "$dir/ids_$name.cfg"
    spe config --sv "$dir/ids_$name.cfg" | grep -E 'Pmsidr|PmbidrConst' >"$dir/ids_$name.got"
    printf "  localparam logic [63:0] Pmsidr = 64'h%016X;\n  localparam logic [63:0] PmbidrConst = 64'h%016X;\n" "$pmsidr" "$pmbidr" >"$dir/ids_$name.want"
    same "ids_registers_$name" "$dir/ids_$name.want" "$dir/ids_$name.got"
    spe config --sv "rtl/configs/$name.cfg" | grep -E 'Pmsidr|PmbidrConst' >"$dir/ids_$name.own"
    same "ids_own_$name" "$dir/ids_$name.want" "$dir/ids_$name.own"
    for key in pmsver arch_inst lds ernd fne fds eft fpf crr pbt spe_sme altclk count_size interval_code max_size align flag_updates max_buff_size exc nvm; do
        check "ids_key_${name}_$key" [ "$(grep "^$key = " "$dir/ids_$name.cfg")" = "$(spe config "rtl/configs/$name.cfg" | grep "^$key = ")" ]
    done
}
ids_again v1p1_sve 0x2601F 0 DFR0=0x200000000
ids_again v1p2_discard 0x1026077 0x10000000224 DFR0=0x300000000
ids_again v1p4_events 0x20374DF 0x123 DFR0=0x500000000
ids_again v1p5_max 0x11F0370F7 0x220 DFR0=0x600000000 DFR2=0x110000
ids_again v1p5_realm 0xE02604F 0x120 DFR0=0x600000000 DFR2=0x110000

# c_model/README.md names each fork. choices.md names each key with its id (sim/choices.sh compares
# that).
forks=$(grep -oE '^    X[(][A-Z0-9]+, "[A-Z0-9.]+"' c_model/src/state/forks.h | cut -d'"' -f2)
check config_forks [ "$(wc -w <<<"$forks")" -gt 10 ]
fork_named() {
    awk -F ' *[|] *' '/^[|] fork [|]/ { on = 1; next } !/^[|]/ { on = 0 } on { print $2 }' "$1" | tr -d ' ' | tr ',' '\n' | grep -Fxq "$2"
}
for fork in $forks; do
    check "config_fork_${fork}_in_readme" fork_named c_model/README.md "$fork"
done
sed 's/^| W15 |/| W16 |/' c_model/README.md >"$dir/readme.bad"
check config_fork_missing eval '! fork_named "$dir/readme.bad" W15'
