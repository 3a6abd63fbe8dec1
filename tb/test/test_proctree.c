/* SPDX-License-Identifier: Apache-2.0
 *
 * Processes below another one: lines of /proc, trees, and a family of real ones.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "util/proctree.h"
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void lines(void **state)
{
    static const struct {
        const char *text;
        int status;
        pid_t pid, parent;
        char process;
        uint64_t ticks, start;
    } row[] = {
        {"12 (a b) S 3 4 5 6 7 8 9 10 11 12 1 20 300 4000 20 0 1 0 77 8", 0, 12, 3, 'S', 4321, 77},
        {"7 (x) R) (y) Z 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 5", 0, 7, 1, 'Z', 0, 5},
        {"", -1, 0, 0, 0, 0, 0},
        {"12 (cut) S 3 4", -1, 0, 0, 0, 0, 0},
        {"x (a) S 3 4 5 6 7 8 9 10 11 12 1 20 300 4000 20 0 1 0 77", -1, 0, 0, 0, 0, 0},
        {"12 (no start) S 3 4 5 6 7 8 9 10 11 12 1 20 300 4000 20 0 1", -1, 0, 0, 0, 0, 0},
    };
    (void)state;
    uint64_t tick_ms = 1000 / (uint64_t)sysconf(_SC_CLK_TCK);
    for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
        struct tb_proc proc = {0};
        assert_int_equal(tb_proc_parse(&proc, row[i].text), row[i].status);
        if (row[i].status == 0) {
            assert_int_equal(proc.pid, row[i].pid);
            assert_int_equal(proc.parent, row[i].parent);
            assert_int_equal(proc.state, row[i].process);
            assert_int_equal(proc.clock_ms, row[i].ticks * tick_ms);
            assert_int_equal(proc.start, row[i].start);
        } else {
            assert_int_equal(proc.pid + proc.parent + proc.state, 0);
        }
    }
}

/* Children may be listed before their parents; unrelated processes and the root itself are left
 * out. */
static void below(void **state)
{
    struct tb_proc proc[] = {{5, 4, 'S', 1, 0}, {9, 8, 'S', 10, 0},   {4, 2, 'S', 100, 0},
                             {1, 0, 'S', 2, 0}, {2, 1, 'S', 1000, 0}, {3, 1, 'S', 10000, 0}};
    struct tb_tree tree = {proc, sizeof(proc) / sizeof(proc[0])};
    (void)state;
    tb_tree_below(&tree, 1);
    assert_int_equal(tree.count, 4);
    assert_int_equal(tb_tree_clock_ms(&tree), 11101);
    tb_tree_below(&tree, 4);
    assert_int_equal(tree.count, 1);
    assert_int_equal(tree.proc[0].pid, 5);
    tb_tree_below(&tree, 77);
    assert_int_equal(tree.count, 0);
    assert_int_equal(tb_tree_clock_ms(&tree), 0);
}

static pid_t sleeper(void)
{
    pid_t pid = fork();
    if (pid == 0) {
        pause();
        _exit(0);
    }
    return pid;
}

/* A child is found, printed with its state, and ended; afterwards no process is left. */
static void family(void **state)
{
    struct tb_tree tree;
    char text[4096] = "";
    int status;
    (void)state;
    pid_t child = sleeper();
    assert_int_equal(tb_tree_read(&tree, getpid()), 0);
    assert_int_equal(tree.count, 1);
    assert_int_equal(tree.proc[0].pid, child);
    assert_int_equal(tree.proc[0].parent, getpid());
    FILE *out = fmemopen(text, sizeof(text), "w");
    assert_non_null(out);
    tb_tree_print(out, &tree);
    fclose(out);
    assert_non_null(strstr(text, "test_proctree"));
    for (size_t i = 0; i < tree.count; i++) { /* another process with that number is left alone */
        tree.proc[i].start++;
    }
    tb_tree_signal(&tree, SIGKILL);
    for (size_t i = 0; i < tree.count; i++) {
        tree.proc[i].start--;
        assert_int_equal(kill(tree.proc[i].pid, 0), 0);
    }
    tb_tree_signal(&tree, SIGTERM);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(WTERMSIG(status), SIGTERM);
    tb_tree_free(&tree);
    assert_int_equal(tree.count, 0);
    assert_int_equal(tb_tree_read(&tree, getpid()), 0);
    assert_int_equal(tree.count, 0);
    tb_tree_free(&tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines),
        cmocka_unit_test(below),
        cmocka_unit_test(family),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
