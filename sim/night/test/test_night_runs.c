/* SPDX-License-Identifier: Apache-2.0
 *
 * The common meaning of two failures, and the contents of a run's directory and of the bins in the
 * database.
 */
#define _DEFAULT_SOURCE
#include <stdlib.h>
#include <unistd.h>

#include "bins.h"
#include "check.h"
#include "meaning.h"
#include "rundir.h"

static void expect(const char *got, const char *expected)
{
    if (strcmp(got, expected) != 0) {
        print_error("'%s', expected '%s'\n", got, expected);
        fail();
    }
}

static void test_shapes(void **state)
{
    static const struct {
        const char *text, *shape;
    } rows[] = {
        {"record 3 at 0x4010000080 differs at byte 22 (Events)", "record N at N differs at byte N"},
        {"record 1 is left with a hole of 3 bytes at byte 45",
         "record N is left with a hole of N byte at byte N"},
        {"record 1 is left with a hole of 1 byte at byte 45",
         "record N is left with a hole of N byte at byte N"},
        {"PMBSR_EL1 reads 0x0 where 0x10000 is predicted; the bits",
         "PMBSR_EL1 reads N where N is predicted"},
        {"PMBIRQ falls; PMBSR_EL1.S is 1", "PMBIRQ falls"},
        {"AWPROT[1]", "AWPROT[N]"},
        {"the 2nd beat", "the 2nd beat"},
        {"  ", ""},
        {"", ""},
    };
    char shape[NIGHT_SHAPE];

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        night_shape(shape, rows[i].text);
        expect(shape, rows[i].shape);
    }
}

static void test_long_text(void **state)
{
    char text[4 * NIGHT_SHAPE], shape[NIGHT_SHAPE];

    (void)state;
    memset(text, 'x', sizeof(text));
    text[sizeof(text) - 1] = '\0';
    night_shape(shape, text);
    assert_int_equal(strlen(shape), NIGHT_SHAPE - 1);
}

static void test_fields(void **state)
{
    struct night_meaning m;

    (void)state;
    night_meaning_of_finding(&m, "buf.data", "record 3 +22",
                             "record 3 at 0x40 differs at byte 22 (Events, payload byte 0); more");
    expect(m.check, "buf.data");
    expect(m.field, "Events");
    night_meaning_of_finding(&m, "buf.data", "0x80", "a burst to 0x80 begins");
    expect(m.field, "N");
    night_meaning_of_finding(&m, "sel.position", "member 512", "the SPU selects member 512, early");
    expect(m.field, "member N");
    expect(m.stage, "the SPU selects member N");
    night_meaning_of_run(&m, "cpu", "no end after 60 s of processor time");
    expect(m.check, "cpu");
    expect(m.field, "no end after N s of processor time");
    expect(m.stage, "");
}

static void test_varints(void **state)
{
    static const uint64_t values[] = {0, 1, 127, 128, 16383, 16384, UINT32_MAX, UINT64_MAX};
    unsigned char bytes[10];
    uint64_t got = 0;

    (void)state;
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        size_t n = night_varint_put(bytes, values[i]);
        CHECK("length", night_varint_get(bytes, n, &got), n);
        CHECK("value", got, values[i]);
        CHECK("cut", night_varint_get(bytes, n - 1, &got), 0);
    }
}

static void test_weights(void **state)
{
    char hash[80];

    (void)state;
    night_weights_of(hash, "spu_sim --seed 1 --weights-hash 0123abcd --test random");
    expect(hash, "0123abcd");
    night_weights_of(hash, "spu_sim --seed 1 --weights-hashes 1");
    expect(hash, "");
}

/* The first finding is the earliest of each SPU's first finding; later findings of an SPU follow
 * from it, whatever their cycle is. */
static void test_first(void **state)
{
    static const struct night_finding rows[] = {
        {.spu = 0, .first = true, .cycle = 9, .check = "a"},
        {.spu = 0, .first = false, .cycle = 1, .check = "b"},
        {.spu = 1, .first = true, .cycle = 5, .check = "c"},
        {.spu = 2, .first = true, .cycle = 5, .check = "d"},
    };
    struct night_first first = {0};

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        night_first_take(&first, &rows[i]);
    }
    CHECK("SPU", first.spu, 1);
    expect(first.meaning.check, "c");
}

static void put(const char *dir, const char *name, const char *text)
{
    char path[128];

    (void)snprintf(path, sizeof(path), "%s/%s", dir, name);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

/* The bench hash: from the verdict, otherwise from the file that a run writes when it begins. */
static void test_bench(void **state)
{
    static const struct {
        const char *verdict, *file, *bench;
    } rows[] = {
        {"RESULT PASS stim=1 result=2 bench=00000000000000ab\n", "1\n", "00000000000000ab"},
        {"RESULT PASS stim=1 result=2\n", "", ""},
        {"", "00000000000000cd\n", "00000000000000cd"},
        {"", "0000000000000000\n", ""},
        {"", "", ""},
    };
    char dir[] = "/tmp/night-run-XXXXXX", path[64];
    struct night_result result;

    (void)state;
    assert_non_null(mkdtemp(dir));
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        put(dir, "verdict", rows[i].verdict);
        put(dir, "bench", rows[i].file);
        night_result_read(&result, dir);
        expect(result.bench, rows[i].bench);
    }
    for (const char *const *name = (const char *const[]){"verdict", "bench", NULL}; *name; name++) {
        (void)snprintf(path, sizeof(path), "%s/%s", dir, *name);
        (void)unlink(path);
    }
    assert_int_equal(rmdir(dir), 0);
}

/* The choices of open cases are the first word of their file; without a file there are none. */
static void test_unpredictable(void **state)
{
    char dir[] = "/tmp/night-run-XXXXXX", path[64];
    struct night_result result;

    (void)state;
    assert_non_null(mkdtemp(dir));
    night_result_read(&result, dir);
    expect(result.unpredictable, "");
    put(dir, "unpredictable", "B1,E5 and more\nL1\n");
    night_result_read(&result, dir);
    expect(result.unpredictable, "B1,E5");
    (void)snprintf(path, sizeof(path), "%s/unpredictable", dir);
    (void)unlink(path);
    assert_int_equal(rmdir(dir), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes),  cmocka_unit_test(test_long_text),
        cmocka_unit_test(test_fields),  cmocka_unit_test(test_varints),
        cmocka_unit_test(test_weights), cmocka_unit_test(test_first),
        cmocka_unit_test(test_bench),   cmocka_unit_test(test_unpredictable),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
