/* SPDX-License-Identifier: Apache-2.0
 *
 * Every prefix of every corpus file goes through the fuzz target, in blocks of its exact size. Each
 * file listed below decodes to the counts that it was made with. corpus/README.md describes the
 * files.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_decode.c"

/* Tests run from the top folder. */
#ifndef CORPUS
#define CORPUS "c_model/test/corpus"
#endif
#define FILE_MAX 4096

struct corpus_case {
    const char *name;
    bool alignment;
    uint64_t bytes, records, packets;
    uint64_t errors; /* all problems that are errors */
    uint64_t notes;
};

static const struct corpus_case corpus_cases[] = {
    {"neoverse", false, 256, 4, 38, 0, 6},  {"kunpeng", false, 192, 5, 35, 0, 5},
    {"kunpeng930", false, 52, 1, 10, 0, 2}, {"fvp", false, 50, 2, 10, 0, 0},
    {"compact", false, 153, 3, 27, 0, 0},   {"later_packets", false, 141, 3, 28, 0, 0},
    {"alignment", true, 42, 3, 13, 0, 0},   {"reserved", false, 76, 4, 20, 13, 1},
    {"unknown", false, 47, 2, 14, 10, 0},   {"duplicates", false, 46, 1, 9, 3, 1},
    {"cut", false, 15, 1, 4, 1, 0},         {"padding_only", false, 64, 0, 0, 0, 0},
};

static size_t load(const char *name, uint8_t bytes[FILE_MAX])
{
    char path[512];
    snprintf(path, sizeof(path), "%s/%s", CORPUS, name);
    FILE *file = fopen(path, "rb");
    if (!file) {
        fail_msg("%s: cannot open; run from the top folder", path);
    }
    const size_t n = fread(bytes, 1, FILE_MAX, file);
    fclose(file);
    return n;
}

static void files_decode_to_their_counts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(corpus_cases) / sizeof(*corpus_cases); i++) {
        const struct corpus_case *c = &corpus_cases[i];
        const struct spe_decode_options options = {.alignment = c->alignment};
        const struct spe_decoded_record *record = NULL;
        uint8_t bytes[FILE_MAX];
        struct spe_decoder d;
        uint64_t count[2] = {0, 0};
        print_message("%s\n", c->name);
        const size_t n = load(c->name, bytes);
        spe_decoder_init(&d, &options);
        assert_int_equal(spe_decoder_feed(&d, bytes, n), 0);
        while (spe_decoder_next(&d, &record) > 0) {
            continue;
        }
        (void)spe_decoder_end(&d, &record);
        const struct spe_decode_totals *t = spe_decoder_totals(&d);
        for (int p = 0; p < SPE_PROBLEMS; p++) {
            count[spe_problem_is_error(p)] += t->problem[p];
        }
        assert_int_equal(t->bytes, c->bytes);
        assert_int_equal(t->records, c->records);
        assert_int_equal(t->packets, c->packets);
        assert_int_equal(count[true], c->errors);
        assert_int_equal(count[false], c->notes);
    }
}

static bool is_listed(const char *name)
{
    for (size_t i = 0; i < sizeof(corpus_cases) / sizeof(*corpus_cases); i++) {
        if (strcmp(name, corpus_cases[i].name) == 0) {
            return true;
        }
    }
    return false;
}

static void every_prefix_of_every_file_is_harmless(void **state)
{
    (void)state;
    uint8_t bytes[FILE_MAX];
    DIR *folder = opendir(CORPUS);
    unsigned files = 0;
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (entry->d_name[0] == '.') {
            continue;
        }
        const size_t n = load(entry->d_name, bytes);
        for (size_t prefix = 0; prefix <= n; prefix++) {
            assert_int_equal(LLVMFuzzerTestOneInput(bytes, prefix), 0);
        }
        files += is_listed(entry->d_name);
    }
    closedir(folder);
    assert_int_equal(files, sizeof(corpus_cases) / sizeof(*corpus_cases));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_decode_to_their_counts),
        cmocka_unit_test(every_prefix_of_every_file_is_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
