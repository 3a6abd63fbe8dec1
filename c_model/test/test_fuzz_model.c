/* SPDX-License-Identifier: Apache-2.0
 *
 * The hand-written logs go through the fuzz target of the model: whole, cut, and with bytes
 * changed. With a folder as argument they are written there instead, for `make fuzz`.
 */
#define _POSIX_C_SOURCE 200809L
#include "check.h"
#include "fuzz_model.c"
#include "log_inputs.h"

static struct log_inputs inputs;

static void logs_cut_anywhere_are_harmless(void **state)
{
    (void)state;
    log_inputs_model(&inputs);
    for (size_t i = 0; i < inputs.n; i++) {
        const struct log_input *in = &inputs.input[i];
        for (size_t size = in->bytes; size != 0; size = size < 61 ? 0 : size - 61) {
            assert_int_equal(LLVMFuzzerTestOneInput(in->data, size), 0);
        }
    }
    log_inputs_free(&inputs);
}

static void logs_with_changed_bytes_are_harmless(void **state)
{
    (void)state;
    log_inputs_model(&inputs);
    log_inputs_change(&inputs, 60, LLVMFuzzerTestOneInput);
    log_inputs_free(&inputs);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logs_cut_anywhere_are_harmless),
        cmocka_unit_test(logs_with_changed_bytes_are_harmless),
    };
    if (argc == 2) {
        log_inputs_model(&inputs);
        return log_inputs_write(&inputs, argv[1]);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
