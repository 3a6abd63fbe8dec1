/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TB_UTIL_PROCTREE_H
#define TB_UTIL_PROCTREE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

/**
 * The processes below one process, read from /proc: how much processor time they have used, what
 * they are, and what they wait for. They include a process that has begun a session of its own, or
 * whose parent has ended, as long as `root` is its next reaper (PR_SET_CHILD_SUBREAPER).
 */
struct tb_proc {
    pid_t pid;
    pid_t parent;
    char state;        /**< as in proc(5): R, S, D, T, Z ... */
    uint64_t clock_ms; /**< processor time, with that of the children that it has waited for */
    uint64_t start;    /**< its start in system ticks: with pid, it identifies one process */
};

struct tb_tree {
    struct tb_proc *proc; /**< `count` of them; freed by tb_tree_free() */
    size_t count;
};

/**
 * Read one line of /proc/PID/stat.
 *
 * @return 0, or -1 if the text is none: *proc is then as it was.
 */
int tb_proc_parse(struct tb_proc *proc, const char *stat);

/**
 * Keep in `tree` only the descendants of `root`, without `root` itself.
 *
 * Example: root 1 and the pairs (pid, parent) (2, 1), (3, 2), (9, 8) leave 2 and 3.
 */
void tb_tree_below(struct tb_tree *tree, pid_t root);

/**
 * Read the descendants of `root`; those that end meanwhile may be missing.
 *
 * @param tree is overwritten; free it with tb_tree_free() also after a failure.
 * @return 0, or -1 if /proc cannot be read, `root` is not there or memory is short: the tree then
 * lacks some, or all.
 */
int tb_tree_read(struct tb_tree *tree, pid_t root);

/** Processor time of all processes together, in milliseconds. */
uint64_t tb_tree_clock_ms(const struct tb_tree *tree);

/** Send `signal` to each process that is still the one that was read. A process that has ended
 * since, or that may not be signalled, is skipped silently. */
void tb_tree_signal(const struct tb_tree *tree, int signal);

/** Print one line for each process: number, command, state, and where in the kernel it waits. */
void tb_tree_print(FILE *out, const struct tb_tree *tree);

/** Free the memory that tb_tree_read() took; the tree is then empty. */
void tb_tree_free(struct tb_tree *tree);

#endif
