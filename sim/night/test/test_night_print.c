/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

#include "check.h"
#include "night.h"
#include "print.h"

typedef void (*print_fn)(FILE *out, const char *text);

/* `how` must print `text` as `expected`. */
static void expect(const char *row, print_fn how, const char *text, const char *expected)
{
    char *got = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&got, &bytes);

    assert_non_null(out);
    how(out, text);
    assert_int_equal(fclose(out), 0);
    if (strcmp(got, expected) != 0) {
        print_error("%s: %s, expected %s\n", row, got, expected);
        fail();
    }
    free(got);
}

static void test_escaping(void **state)
{
    static const struct {
        const char *text, *html, *json, *line;
    } rows[] = {
        {"plain", "plain", "\"plain\"", "plain"},
        {"</td><script>alert(1)</script>", "&lt;/td&gt;&lt;script&gt;alert(1)&lt;/script&gt;",
         "\"</td><script>alert(1)</script>\"", "</td><script>alert(1)</script>"},
        {"a & \"b\" 'c'", "a &amp; &quot;b&quot; &#39;c&#39;", "\"a & \\\"b\\\" 'c'\"",
         "a & \"b\" 'c'"},
        {"back\\slash", "back\\slash", "\"back\\\\slash\"", "back\\slash"},
        {"two\nlines", "two\nlines", "\"two\\nlines\"", "two lines"},
        {"\x1b[31mred\x01\x7f", " [31mred  ", "\" [31mred  \"", " [31mred  "},
        {"\xc3\xa4 \xe2\x82\xac \xf0\x9f\x99\x82", "\xc3\xa4 \xe2\x82\xac \xf0\x9f\x99\x82",
         "\"\xc3\xa4 \xe2\x82\xac \xf0\x9f\x99\x82\"", "\xc3\xa4 \xe2\x82\xac \xf0\x9f\x99\x82"},
        /* Invalid UTF-8: alone, cut off, an overlong form, a surrogate, a C1 control, U+FFFF. */
        {"a\xff"
         "b",
         "a\xef\xbf\xbd"
         "b",
         "\"a\xef\xbf\xbd"
         "b\"",
         "a\xef\xbf\xbd"
         "b"},
        {"\xe2\x82", "\xef\xbf\xbd\xef\xbf\xbd", "\"\xef\xbf\xbd\xef\xbf\xbd\"",
         "\xef\xbf\xbd\xef\xbf\xbd"},
        {"\xc0\xbc", "\xef\xbf\xbd\xef\xbf\xbd", "\"\xef\xbf\xbd\xef\xbf\xbd\"",
         "\xef\xbf\xbd\xef\xbf\xbd"},
        {"\xc2\x85", "\xef\xbf\xbd\xef\xbf\xbd", "\"\xef\xbf\xbd\xef\xbf\xbd\"",
         "\xef\xbf\xbd\xef\xbf\xbd"},
        {"\xef\xbf\xbf", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd",
         "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        expect("html", night_print_html, rows[i].text, rows[i].html);
        expect("json", night_print_json, rows[i].text, rows[i].json);
        expect("line", night_print_line, rows[i].text, rows[i].line);
    }
}

static void test_numbers(void **state)
{
    static const struct {
        int64_t n;
        const char *count, *duration;
    } rows[] = {
        {0, "0", "0 ms"},
        {999, "999", "999 ms"},
        {1000, "1,000", "1.00 s"},
        {59999, "59,999", "59.99 s"},
        {60000, "60,000", "1:00 min"},
        {1234567, "1,234,567", "20:34 min"},
        {7500000, "7,500,000", "2:05 h"},
    };
    char text[32];

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        assert_string_equal(night_count(text, sizeof(text), rows[i].n), rows[i].count);
        assert_string_equal(night_duration(text, sizeof(text), rows[i].n), rows[i].duration);
    }
    assert_string_equal(night_count(text, sizeof(text), -1234), "-1,234");
    assert_string_equal(night_time(text, sizeof(text), 1793491200), "2026-11-01 00:00 UTC");
}

static void test_has_word(void **state)
{
    static const struct {
        const char *words, *word;
        bool has;
    } rows[] = {{"a b", "a", true}, {"a b", "b", true}, {"ab b", "b", true}, {"ab", "b", false},
                {"ba", "b", false}, {"", "b", false},   {"a", "", false},    {"", "", false}};

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        CHECK(rows[i].words, night_has_word(rows[i].words, rows[i].word), rows[i].has);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_has_word),
        cmocka_unit_test(test_escaping),
        cmocka_unit_test(test_numbers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
