/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_TABLES_H
#define QUALIFY_TABLES_H

/* The tables of a directory of sim/qualify.sh: five mutants, two configurations, a plan. */
#ifndef _GNU_SOURCE
#error "_GNU_SOURCE is needed"
#endif
#include <ftw.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "report.h"

static char dir[64];

static const char mutants[] =
    "1\t00000000000000a1\tspu_a\trtl/spu_a.sv\t3\tlogical\ta && b\ta || b\tbuilt\n"
    "2\t00000000000000a2\tspu_a\trtl/spu_a.sv\t4\tbit\ta\ta ^ 1'b1\tbuilt\n"
    "3\t00000000000000a3\tspu_b\trtl/spu_b.sv\t3\tconstant\t1\t2\tbuilt\n"
    "4\t00000000000000a4\tspu_b\trtl/spu_b.sv\t4\tcondition\tx\t1'b0\tbuilt\n"
    "5\t00000000000000a5\tspu_b\trtl/spu_b.sv\t5\tcondition\ty\t1'b0\tnot built\n"
    "# end\n";

static const char plan[] = "1\thome\tone\t-\t--test random --seed 1\n"
                           "1\thome\ttwo\t-\t--test random --seed 1\n"
                           "3\tany\ttwo\tspu_b\t--test smoke --seed 1\n"
                           "4\tother\tone\t-\t--test random --seed 1\n"
                           "4\tother\ttwo\t-\t--test random --seed 1\n"
                           "5\thome\tone\t-\t--test smoke --seed 1\n"
                           "5\thome\ttwo\t-\t--test smoke --seed 1\n"
                           "# end\n";

static void write_file(const char *name, const char *text)
{
    char path[256];

    (void)snprintf(path, sizeof(path), "%s/%s", dir, name);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    (void)fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

static void make_dir(const char *name)
{
    char path[256];

    (void)snprintf(path, sizeof(path), "%s/%s", dir, name);
    (void)mkdir(path, 0777);
}

static bool file_has(const char *name, const char *text)
{
    char path[256], content[16384];

    (void)snprintf(path, sizeof(path), "%s/%s", dir, name);
    FILE *in = fopen(path, "r");
    if (in == NULL) {
        return false;
    }
    content[fread(content, 1, sizeof(content) - 1, in)] = '\0';
    (void)fclose(in);
    return strstr(content, text) != NULL;
}

/* Mutants 1, 2 and 4 are in both configurations, mutant 3 only in the second. */
static int set_up(void **state)
{
    char models[512]; /* the executables are g1 and g2, built for all mutants as h1 and h2 */

    (void)state;
    (void)snprintf(dir, sizeof(dir), "/tmp/qualify.XXXXXX");
    assert_non_null(mkdtemp(dir));
    make_dir("round");
    make_dir("round/runs");
    write_file("mutants.tsv", mutants);
    write_file("plan.tsv", plan);
    write_file("one", "1\n2\n4\n# end\n");
    write_file("two", "1\n2\n3\n4\n# end\n");
    (void)snprintf(models, sizeof(models),
                   "one\tone\t/sim1\th1\t%s/one\tone\tg1\n"
                   "two\ttwo\t/sim2\th2\t%s/two\ttwo\tg2\n# end\n",
                   dir, dir);
    write_file("models.tsv", models);
    return 0;
}

static int remove_one(const char *path, const struct stat *is, int type, struct FTW *where)
{
    (void)is, (void)type, (void)where;
    return remove(path);
}

static int tear_down(void **state)
{
    (void)state;
    return nftw(dir, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static void read_book(struct qualify_book *book)
{
    assert_int_equal(qualify_read(book, dir), 0);
    qualify_draw(book, 0, "", NULL);
}

/* Write a clean run of every play, and the further lines `more`, to runs.tsv. */
static void write_runs(const char *more)
{
    char text[4096];

    (void)snprintf(text, sizeof(text),
                   "g1\tclean\t--test random --seed 1\tsame\t-\t0\t0xc1\t1000\t10\n"
                   "g2\tclean\t--test random --seed 1\tsame\t-\t0\t0xc2\t1000\t10\n"
                   "g1\tclean\t--test smoke --seed 1\tsame\t-\t0\t0xc3\t1000\t10\n"
                   "g2\tclean\t--test smoke --seed 1\tsame\t-\t0\t0xc4\t1000\t10\n%s",
                   more);
    write_file("runs.tsv", text);
}

#endif
