/* SPDX-License-Identifier: Apache-2.0
 *
 * The configurations go through the fuzz target of their parser, whole and with changed bytes. If a
 * folder is given as argument, the program writes the configurations there instead (`make fuzz`).
 */
#include "fuzz_config.c"

#include <glob.h>

#include "check.h"
#include "config_members.h"
#include "log_inputs.h"

static struct log_inputs inputs;

static void add(const char *path)
{
    struct log_input *in = &inputs.input[inputs.n++];
    FILE *file = fopen(path, "rb");

    assert_true(inputs.n < LOG_INPUTS_MAX);
    assert_non_null(file);
    (void)snprintf(in->name, sizeof(in->name), "%s", strrchr(path, '/') + 1);
    in->data = calloc(1, 1u << 16);
    assert_non_null(in->data);
    in->bytes = fread(in->data, 1, 1u << 16, file);
    (void)fclose(file);
}

static void load(void)
{
    glob_t found;

    assert_int_equal(glob("rtl/configs/*.cfg", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        add(found.gl_pathv[i]);
    }
    globfree(&found);
}

static void configurations_are_read(void **state)
{
    (void)state;
    load();
    for (size_t i = 0; i < inputs.n; i++) {
        assert_int_equal(LLVMFuzzerTestOneInput(inputs.input[i].data, inputs.input[i].bytes), 0);
    }
    log_inputs_change(&inputs, 500, LLVMFuzzerTestOneInput);
    log_inputs_free(&inputs);
}

static void includes_are_read(void **state)
{
    static const char *const texts[] = {
        "include = base.cfg\nwidth = 2\nname = a\nothers = default\nend\n%%\nname = base\nend\n",
        "include = base.cfg\nname = a\nend\n%%\nothers = default\nend\n",
        "include = base.cfg\n%%\ninclude = base.cfg\n",
        "include = missing.cfg\n",
        "include =\n%%\n",
    };

    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        assert_int_equal(LLVMFuzzerTestOneInput((const uint8_t *)texts[i], strlen(texts[i])), 0);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(configurations_are_read),
        cmocka_unit_test(includes_are_read),
    };
    if (argc == 2) {
        load();
        return log_inputs_write(&inputs, argv[1]);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
