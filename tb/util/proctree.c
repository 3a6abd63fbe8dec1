/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "util/proctree.h"
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_BYTES = 64, TEXT_BYTES = 1024, COMMAND_COLUMNS = 100 };

int tb_proc_parse(struct tb_proc *proc, const char *stat)
{
    static const char fields[] = " %c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %" SCNu64 " %" SCNu64
                                 " %" SCNd64 " %" SCNd64 " %*d %*d %*d %*d %" SCNu64;
    /* The command stands in brackets and may hold brackets and blanks itself. */
    const char *end = strrchr(stat, ')');
    long pid = strtol(stat, NULL, 10);
    int parent;
    char state;
    uint64_t user, system, start;
    int64_t child_user, child_system;
    if (end == NULL || pid <= 0 ||
        sscanf(end + 1, fields, &state, &parent, &user, &system, &child_user, &child_system,
               &start) != 7) {
        return -1;
    }
    uint64_t ticks = user + system + (uint64_t)child_user + (uint64_t)child_system;
    *proc = (struct tb_proc){.pid = (pid_t)pid,
                             .parent = parent,
                             .state = state,
                             .clock_ms = ticks * 1000 / (uint64_t)sysconf(_SC_CLK_TCK),
                             .start = start};
    return 0;
}

/* Up to `size` - 1 bytes of /proc/PID/NAME. Returns their number; `text` is empty on failure. */
static size_t read_text(pid_t pid, const char *name, char *text, size_t size)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof(path), "/proc/%d/%s", (int)pid, name);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? 0 : read(fd, text, size - 1);
    if (fd >= 0) {
        close(fd);
    }
    text[n > 0 ? n : 0] = '\0';
    return n > 0 ? (size_t)n : 0;
}

static int append(struct tb_tree *tree, size_t *room, const struct tb_proc *proc)
{
    if (tree->count == *room) {
        size_t more = *room == 0 ? 256 : 2 * *room;
        struct tb_proc *grown = realloc(tree->proc, more * sizeof(*grown));
        if (grown == NULL) {
            return -1;
        }
        tree->proc = grown;
        *room = more;
    }
    tree->proc[tree->count++] = *proc;
    return 0;
}

static int read_all(struct tb_tree *tree, DIR *dir)
{
    size_t room = 0;
    const struct dirent *entry;
    while ((entry = readdir(dir)) != NULL) {
        char text[TEXT_BYTES];
        struct tb_proc proc;
        if (!isdigit((unsigned char)entry->d_name[0])) {
            continue;
        }
        /* A process that has ended since is left out. */
        read_text((pid_t)strtol(entry->d_name, NULL, 10), "stat", text, sizeof(text));
        if (tb_proc_parse(&proc, text) == 0 && append(tree, &room, &proc) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Whether the parent of `proc` is `root`, or one of the first `count` of the tree. */
static bool is_below(const struct tb_tree *tree, size_t count, const struct tb_proc *proc,
                     pid_t root)
{
    if (proc->parent == root) {
        return true;
    }
    for (size_t i = 0; i < count; i++) {
        if (tree->proc[i].pid == proc->parent) {
            return true;
        }
    }
    return false;
}

void tb_tree_below(struct tb_tree *tree, pid_t root)
{
    size_t kept = 0, before;
    /* Each round moves to the front the processes whose parents are there; a child may be listed
     * first. */
    do {
        before = kept;
        for (size_t i = kept; i < tree->count; i++) {
            struct tb_proc proc = tree->proc[i];
            if (is_below(tree, kept, &proc, root)) {
                tree->proc[i] = tree->proc[kept];
                tree->proc[kept++] = proc;
            }
        }
    } while (kept != before);
    tree->count = kept;
}

/* A /proc that lacks the calling process is not usable. */
static bool holds(const struct tb_tree *tree, pid_t pid)
{
    for (size_t i = 0; i < tree->count; i++) {
        if (tree->proc[i].pid == pid) {
            return true;
        }
    }
    return false;
}

int tb_tree_read(struct tb_tree *tree, pid_t root)
{
    *tree = (struct tb_tree){.proc = NULL};
    DIR *dir = opendir("/proc");
    if (dir == NULL) {
        return -1;
    }
    int status = read_all(tree, dir);
    closedir(dir);
    status = holds(tree, root) ? status : -1;
    tb_tree_below(tree, root);
    return status;
}

uint64_t tb_tree_clock_ms(const struct tb_tree *tree)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < tree->count; i++) {
        sum += tree->proc[i].clock_ms;
    }
    return sum;
}

/* Whether the process still exists: another one may have its number by now. */
static bool is_still(const struct tb_proc *proc)
{
    char text[TEXT_BYTES];
    struct tb_proc now;
    read_text(proc->pid, "stat", text, sizeof(text));
    return tb_proc_parse(&now, text) == 0 && now.start == proc->start;
}

void tb_tree_signal(const struct tb_tree *tree, int signal)
{
    for (size_t i = 0; i < tree->count; i++) {
        if (is_still(&tree->proc[i])) {
            (void)kill(tree->proc[i].pid, signal);
        }
    }
}

static const char *state_name(char state)
{
    switch (state) {
    case 'R':
        return "runs";
    case 'D':
        return "waits for a device";
    case 'T':
    case 't':
        return "is stopped";
    case 'Z':
        return "has ended";
    default:
        return "sleeps";
    }
}

void tb_tree_print(FILE *out, const struct tb_tree *tree)
{
    for (size_t i = 0; i < tree->count; i++) {
        const struct tb_proc *proc = &tree->proc[i];
        char command[TEXT_BYTES], place[TEXT_BYTES];
        size_t n = read_text(proc->pid, "cmdline", command, sizeof(command));
        for (size_t k = 0; k + 1 < n; k++) {
            command[k] = isprint((unsigned char)command[k]) ? command[k] : ' ';
        }
        if (n == 0) { /* the process has ended */
            read_text(proc->pid, "comm", command, sizeof(command));
            command[strcspn(command, "\n")] = '\0';
        }
        read_text(proc->pid, "wchan", place, sizeof(place));
        fprintf(out, "  %d %.*s: %s%s%s\n", (int)proc->pid, COMMAND_COLUMNS, command,
                state_name(proc->state), isalpha((unsigned char)place[0]) ? " in " : "",
                isalpha((unsigned char)place[0]) ? place : "");
    }
}

void tb_tree_free(struct tb_tree *tree)
{
    free(tree->proc);
    *tree = (struct tb_tree){.proc = NULL};
}
