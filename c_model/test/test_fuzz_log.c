/* SPDX-License-Identifier: Apache-2.0
 *
 * The hand-written logs go through the fuzz target of the log readers, in each of its forms: whole,
 * and with changed bytes. If a folder is given as argument, the program writes the logs there
 * instead (`make fuzz`).
 */
#include "fuzz_log.c"

#include "check.h"
#include "log_inputs.h"

static struct log_inputs inputs;

static void every_form_of_a_log_is_read(void **state)
{
    (void)state;
    log_inputs_log(&inputs);
    for (size_t i = 0; i < inputs.n; i++) {
        assert_int_equal(LLVMFuzzerTestOneInput(inputs.input[i].data, inputs.input[i].bytes), 0);
    }
    log_inputs_free(&inputs);
}

static void changed_bytes_are_harmless(void **state)
{
    (void)state;
    log_inputs_log(&inputs);
    log_inputs_change(&inputs, 8, LLVMFuzzerTestOneInput);
    log_inputs_free(&inputs);
}

/* Found by the fuzzer: a transaction of a kind that has no name was printed as "(null)". */
static void inputs_that_once_failed_are_harmless(void **state)
{
    static const uint8_t no_kind[] = {FUZZ_LOG_FRAME, 0x7F, 0xC8, 0x01, 0x00};

    (void)state;
    assert_int_equal(LLVMFuzzerTestOneInput(no_kind, sizeof(no_kind)), 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form_of_a_log_is_read),
        cmocka_unit_test(changed_bytes_are_harmless),
        cmocka_unit_test(inputs_that_once_failed_are_harmless),
    };
    if (argc == 2) {
        log_inputs_log(&inputs);
        return log_inputs_write(&inputs, argv[1]);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
