# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# A host that was compiled before a key was added. It includes the installed headers and links with
# the current libspe. Then it runs with a libspe that has one more key, the last one.
dir=$build/abi # a fixed place, so that ccache knows what is compiled there again
rm -rf "$dir"
mkdir -p "$dir"/{now,later,members,include/spe}
cat >"$dir/host.c" <<'PROGRAM'
#include <stdio.h>
#include <string.h>

#include <spe/config_file.h>
#include <spe/log.h>
#include <spe/session.h>

/* A session under `cfg`; its log tells the configuration again. */
static int play(const struct spe_config *cfg, const char *path)
{
    struct spe_session_options options = {.cfg = cfg, .log_path = path};
    struct spe_run_info info = {.test = "host", .allow_no_records = true};
    struct spe_txn end = {.kind = SPE_TXN_CLOSE};
    struct spe_session *session = NULL;

    if (spe_session_create(&session, "host", &options) != 0) {
        return 90;
    }
    spe_session_submit(session, &end);
    const int status = spe_verdict_print(stdout, &session, 1, &info);
    spe_session_destroy(session);
    return status;
}

static int read_back(const struct spe_config *cfg, const char *path)
{
    char here[SPE_CONFIG_VALUE_MAX], there[SPE_CONFIG_VALUE_MAX];
    const struct spe_config_key *key;
    const size_t keys = spe_config_keys(&key);
    struct spe_log_reader *log;
    struct spe_log_error err;
    int status = 0;

    if (spe_log_open(&log, path, &err) != 0) {
        return 91;
    }
    const struct spe_config *logged = spe_log_header(log)->cfg;
    for (size_t i = 0; i < keys; i++) {
        if (spe_config_get(cfg, key[i].name, here, sizeof(here)) < 0 ||
            spe_config_get(logged, key[i].name, there, sizeof(there)) < 0 || strcmp(here, there)) {
            status = 92;
        }
    }
    status = spe_config_hash(logged) == spe_config_hash(cfg) ? status : 93;
    printf("%zu keys, the last one is %s = %s\n", keys, key[keys - 1].name, there);
    spe_log_close(log);
    return status;
}

int main(int argc, char **argv)
{
    struct spe_config *cfg, *copy;
    struct spe_config_error err;
    char width[SPE_CONFIG_VALUE_MAX];

    if (argc != 3 || spe_config_create(&cfg) != 0 || spe_config_create(&copy) != 0) {
        return 80;
    }
    if (spe_config_load(cfg, argv[1], &err) != 0 || spe_config_set(cfg, "width", "3", &err) != 0 ||
        spe_config_check(cfg, &err) != 0) {
        fprintf(stderr, "%s\n", err.text);
        return 81;
    }
    spe_config_copy(copy, cfg);
    spe_config_destroy(cfg);
    if (spe_config_get(copy, "width", width, sizeof(width)) != 1 || strcmp(width, "3") != 0) {
        return 82;
    }
    int status = play(copy, argv[2]);
    status = status == 0 ? read_back(copy, argv[2]) : status;
    spe_config_destroy(copy);
    return status;
}
PROGRAM
# A program that holds the structure by value, with the members of its own headers. The installed
# header hides the members to prevent this.
cat >"$dir/by_value.c" <<'PROGRAM'
#include <string.h>

#include <config_members.h>
#include <spe/config_file.h>

int main(int argc, char **argv)
{
    struct {
        struct spe_config cfg;
        char behind[64];
    } own;
    struct spe_config_error err;

    memset(own.behind, 'x', sizeof(own.behind));
    const int status = argc == 2 ? spe_config_load(&own.cfg, argv[1], &err) : -1;
    for (size_t i = 0; i < sizeof(own.behind); i++) {
        if (own.behind[i] != 'x') {
            return 70;
        }
    }
    return status == 0 ? 0 : 71;
}
PROGRAM

abi_cc() {
    $(command -v ccache) "${CC:-gcc}" -std=c11 -O0 -w "$@"
}
export -f abi_cc

# later_library: build libspe and its host half with the added key.
later_library() {
    printf '%s\n' c_model/src/*/*.c c_model/host/*.c |
        xargs -P 2 -I{} bash -c 'object=${0//\//.}; abi_cc -fPIC -D_FILE_OFFSET_BITS=64 -Ic_model/include -I"$1/members" \
            -Ic_model/src -c "$0" -o "$1/later/${object%.c}.o"' {} "$dir" &&
        abi_cc -shared "$dir"/later/*.o -lzstd -lm -o "$dir/later/libspe.so"
}

# Only the installed headers: those that `make install` copies.
cp c_model/include/spe/*.{h,def} "$dir/include/spe"
cp c_model/members/* "$dir/members"
key='SPE_CFG_TEXT(later, 64, "later", "", "1", "a key of a later library")'
sed -i "/^#undef SPE_CFG_BOOL/i $key" "$dir/members/spe_config.def"
check abi_key grep -qxF "$key" "$dir/members/spe_config.def"
check abi_now abi_cc -shared -Wl,--whole-archive "$build"/obj/libspe{_host,}.a -Wl,--no-whole-archive -lzstd -lm -o "$dir/now/libspe.so"
check abi_later later_library
check abi_host abi_cc -Wall -Werror -I "$dir/include" "$dir/host.c" -L "$dir/now" -lspe -o "$dir/host"
check abi_by_value abi_cc -I "$dir/include" -I c_model/members "$dir/by_value.c" -L "$dir/now" -lspe -o "$dir/by_value"

# with LIBRARY PROGRAM ARGUMENT...: run PROGRAM with the libspe of that folder.
with() {
    LD_LIBRARY_PATH=$dir/$1 "$dir/$2" "${@:3}"
}

config=rtl/configs/ernd.cfg # its other keys are defaults
keys=$(grep -cE '^SPE_CFG_[A-Z]+ *\([a-z]' c_model/members/spe_config.def)
accepted abi_now_runs "^$keys keys, the last one is " with now host "$config" "$dir/now.log"
accepted abi_now_passes '^RESULT PASS config=ernd test=host ' with now host "$config" "$dir/now.log"
accepted abi_later_runs "^$((keys + 1)) keys, the last one is later = later$" with later host "$config" "$dir/later.log"
accepted abi_later_passes '^RESULT PASS config=ernd test=host ' with later host "$config" "$dir/later.log"

# A program that holds the structure by value breaks with the later library. So this test can detect
# a changed layout.
check abi_by_value_now with now by_value "$config"
run with later by_value "$config"
[ "$status" = 70 ] && ok || bad abi_by_value_later "status $status, expected 70: bytes behind the structure are written"
