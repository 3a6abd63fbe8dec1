/* SPDX-License-Identifier: Apache-2.0
 *
 * The hand-written logs go through the fuzz target of the model: whole, cut, and with changed
 * bytes. If a folder is given as argument, the program writes the logs there instead (`make fuzz`).
 */
#define _POSIX_C_SOURCE 200809L
#include "check.h"
#include "config_members.h"
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

/* Each key that the head can set, alone. */
static void logs_of_other_configurations_are_harmless(void **state)
{
    (void)state;
    log_inputs_model(&inputs);
    for (size_t i = 0; i < inputs.n; i++) {
        struct log_input *in = &inputs.input[i];
        for (unsigned bit = 8; bit < 8 * FUZZ_MODEL_HEAD; bit++) {
            in->data[bit / 8] = (uint8_t)(1u << bit % 8);
            assert_int_equal(LLVMFuzzerTestOneInput(in->data, in->bytes), 0);
            in->data[bit / 8] = 0;
        }
    }
    log_inputs_free(&inputs);
}

/* Found by the fuzzer: a transaction after the close left `pass` set. */
static void inputs_that_once_failed_are_harmless(void **state)
{
    static const uint8_t after_close[] = {
        0x7F, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x0F, 0x00, 0x00, 0x00, 0x00, 0x00,
        0x04, 0x01, 0x01, 0x00, 0x01, 0x01, 0x03, 0x00, 0x00, 0x9E, 0x8A, 0x08, 0x00,
        0x00, 0x00, 0x00, 0x02, 0x02, 0x00, 0xD1, 0x9E, 0x08, 0x00, 0x00, 0x00, 0x00,
        0x02, 0x02, 0x00, 0xD1, 0x89, 0x03, 0x01, 0x00, 0xE0, 0xFF, 0x08, 0x02, 0x02,
        0x03, 0x00, 0x00, 0x00, 0x0D, 0x16, 0x01, 0xCE, 0x01, 0x0D, 0x02, 0x02, 0x02,
        0x00, 0x0D, 0x00, 0x45, 0x00, 0x0D, 0x02, 0x04, 0x00, 0x0E, 0x07};

    (void)state;
    assert_int_equal(LLVMFuzzerTestOneInput(after_close, sizeof(after_close)), 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logs_cut_anywhere_are_harmless),
        cmocka_unit_test(logs_with_changed_bytes_are_harmless),
        cmocka_unit_test(logs_of_other_configurations_are_harmless),
        cmocka_unit_test(inputs_that_once_failed_are_harmless),
    };
    if (argc == 2) {
        log_inputs_model(&inputs);
        return log_inputs_write(&inputs, argv[1]);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
