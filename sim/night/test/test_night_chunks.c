/* SPDX-License-Identifier: Apache-2.0
 *
 * Chunks: only runs with the same executable and limit share a chunk.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "planned.h"

/* A name that differs from others of its kind only after 240 characters. */
static void name_executable(char path[300], int which)
{
    memset(path, 'x', 240);
    (void)snprintf(path + 240, 60, "/%d/spu_sim", which);
}

/* Number of chunks whose command starts `executable`. */
static int chunks_of(const char *folder, const char *executable)
{
    char path[64], line[1024];
    int n = 0;

    for (int i = 0; i < 8; i++) {
        (void)snprintf(path, sizeof(path), "%s/c%05d.cmd", folder, i);
        FILE *in = fopen(path, "r");
        if (in == NULL) {
            continue;
        }
        assert_non_null(fgets(line, sizeof(line), in));
        n += strstr(line, executable) != NULL;
        (void)fclose(in);
    }
    return n;
}

static void clean(const char *folder)
{
    char path[64];

    for (int i = 0; i < 16; i++) {
        (void)snprintf(path, sizeof(path), "%s/c%05d.%s", folder, i / 2, i % 2 ? "cmd" : "rows");
        (void)remove(path);
    }
    (void)remove(folder);
}

/* Plan eight runs with these executables (-1: a command) and these limits. */
static void expect(const char *row, const int executables[8], const int limits[8],
                   const int chunks[3])
{
    char folder[] = "/tmp/night_chunks.XXXXXX", names[2][300], line[] = "--seed 1";
    struct night_job job[8];
    struct night_plan plan = {.job = job, .jobs = 8};

    name_executable(names[0], 0);
    name_executable(names[1], 1);
    assert_non_null(mkdtemp(folder));
    for (int i = 0; i < 8; i++) {
        job[i] = (struct night_job){.id = i + 1, .line = line, .timeout = limits[i], .cost_ms = 1};
        job[i].executable = executables[i] < 0 ? NULL : names[executables[i]];
    }
    assert_int_equal(night_plan_write(&plan, folder, "build", 1), 0);
    CHECK(row, chunks_of(folder, names[0]), chunks[0]);
    CHECK(row, chunks_of(folder, names[1]), chunks[1]);
    CHECK(row, chunks_of(folder, "play.sh"), chunks[2]);
    clean(folder);
}

static void test_groups(void **state)
{
    (void)state;
    /* A chunk may take a sixth of the round's time: here 2 runs. */
    expect("one", (int[]){0, 0, 0, 0, 0, 0, 0, 0}, (int[]){9, 9, 9, 9, 9, 9, 9, 9},
           (int[]){4, 0, 0});
    expect("two executables", (int[]){0, 1, 0, 1, 0, 1, 0, 1}, (int[]){9, 9, 9, 9, 9, 9, 9, 9},
           (int[]){2, 2, 0});
    expect("two limits", (int[]){0, 0, 0, 0, 0, 0, 0, 0}, (int[]){9, 8, 9, 9, 9, 9, 9, 9},
           (int[]){5, 0, 0});
    expect("commands", (int[]){-1, -1, 0, -1, 1, 1, 0, -1}, (int[]){9, 9, 9, 9, 9, 9, 9, 9},
           (int[]){1, 1, 2});
}

/* The command of a chunk with these limits must end with `end`. */
static void ends(const char *row, int64_t mib, bool command, const char *end)
{
    char folder[] = "/tmp/night_chunks.XXXXXX", path[64], line[1024] = "", options[] = "--seed 1";
    struct night_job job = {.id = 1, .line = options, .timeout = 9, .cost_ms = 1};
    struct night_plan plan = {.job = &job, .jobs = 1, .mib = mib};

    job.executable = command ? NULL : "spu_sim";
    assert_non_null(mkdtemp(folder));
    assert_int_equal(night_plan_write(&plan, folder, "build", 1), 0);
    (void)snprintf(path, sizeof(path), "%s/c00000.cmd", folder);
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    assert_non_null(fgets(line, sizeof(line), in));
    (void)fclose(in);
    CHECK(row, strstr(line, end) != NULL, true);
    clean(folder);
}

static void test_limits(void **state)
{
    (void)state;
    ends("memory", 4096, false, ".results --cpu 9 --memory 4096 --prune ");
    ends("as much as there is", 0, false, ".results --cpu 9 --prune ");
    ends("of a command", 4096, true, ".results 9 4096\n");
    ends("of a command as much as there is", 0, true, ".results 9 0\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_groups),
                                       cmocka_unit_test(test_limits)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
