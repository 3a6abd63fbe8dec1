/* SPDX-License-Identifier: Apache-2.0 */
/**
 * trace_info FILE: totals and mix of an operation trace, one "key value" a line.
 *
 * Keys in this order: version file_bytes ops insns bits_per_op other branches loads_stores
 * conditional taken indirect gp simd extended atomics exclusives stores pages svc barriers. Exit:
 * 0, 2 when the file is missing, cut, damaged or no trace (one line on stderr).
 */
#include "a64/a64.h"
#include "trace/trace.h"
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define PAGE_SLOTS (1u << 20)

struct mix {
    uint64_t by_class[3];
    uint64_t conditional, taken, indirect;
    uint64_t gp, simd, extended, atomics, exclusives, stores;
    uint64_t svc, barriers, pages;
    uint64_t *page; /* open addressing: page number + 1 */
};

/* Count distinct pages, up to three quarters of the table. */
static void count_page(struct mix *m, uint64_t addr)
{
    uint64_t page = (addr >> 12) + 1;
    uint32_t at = (uint32_t)((page * 0x9E3779B97F4A7C15u) >> 44);
    while (m->page[at] != 0 && m->page[at] != page) {
        at = (at + 1) % PAGE_SLOTS;
    }
    if (m->page[at] == 0 && m->pages < PAGE_SLOTS / 4 * 3) {
        m->page[at] = page;
        m->pages++;
    }
}

static void count_memory(struct mix *m, uint32_t flags)
{
    bool extended = flags & (SPE_A64_ATOMIC | SPE_A64_EXCLUSIVE | SPE_A64_ORDERED);
    m->simd += (flags & SPE_A64_SIMD) != 0;
    m->extended += extended;
    m->gp += !(flags & SPE_A64_SIMD) && !extended;
    m->atomics += (flags & SPE_A64_ATOMIC) != 0;
    m->exclusives += (flags & SPE_A64_EXCLUSIVE) != 0;
    m->stores += !(flags & SPE_A64_LOAD);
}

static void count(struct mix *m, const struct spe_trace_op *op)
{
    struct spe_a64_op a;
    spe_a64_classify(op->opcode, &a);
    m->by_class[a.op_class]++;
    m->conditional += (a.flags & SPE_A64_COND) != 0;
    m->indirect += (a.flags & SPE_A64_INDIRECT) != 0;
    m->svc += (a.flags & SPE_A64_SVC) != 0;
    m->barriers += (a.flags & SPE_A64_BARRIER) != 0;
    if (a.op_class == SPE_A64_BRANCH) {
        m->taken += op->next_pc != op->pc + 4;
    }
    if (a.op_class == SPE_A64_LOAD_STORE) {
        count_memory(m, a.flags);
    }
    if (op->accesses) {
        count_page(m, op->addr);
    }
}

static void line(const char *key, uint64_t value)
{
    printf("%s %" PRIu64 "\n", key, value);
}

static void print(const struct spe_trace_info *i, const struct mix *m)
{
    line("version", i->version);
    line("file_bytes", i->file_bytes);
    line("ops", i->ops);
    line("insns", i->insns);
    printf("bits_per_op %.3f\n", i->ops ? 8.0 * (double)i->file_bytes / (double)i->ops : 0.0);
    line("other", m->by_class[SPE_A64_OTHER]);
    line("branches", m->by_class[SPE_A64_BRANCH]);
    line("loads_stores", m->by_class[SPE_A64_LOAD_STORE]);
    line("conditional", m->conditional);
    line("taken", m->taken);
    line("indirect", m->indirect);
    line("gp", m->gp);
    line("simd", m->simd);
    line("extended", m->extended);
    line("atomics", m->atomics);
    line("exclusives", m->exclusives);
    line("stores", m->stores);
    line("pages", m->pages);
    line("svc", m->svc);
    line("barriers", m->barriers);
}

static int read_all(const char *path, struct spe_trace_info *info, struct mix *m)
{
    struct spe_trace *t;
    struct spe_trace_op op;
    int status = spe_trace_open(&t, path);
    if (status) {
        return status;
    }
    spe_trace_info(t, info);
    while ((status = spe_trace_next(t, &op)) == 1) {
        count(m, &op);
    }
    spe_trace_close(t);
    return status;
}

int main(int argc, char **argv)
{
    struct spe_trace_info info;
    struct mix m = {0};
    if (argc != 2) {
        fprintf(stderr, "usage: trace_info FILE\n");
        return 2;
    }
    m.page = calloc(PAGE_SLOTS, sizeof(*m.page));
    int status = m.page ? read_all(argv[1], &info, &m) : SPE_TRACE_ENOMEM;
    free(m.page);
    if (status) {
        fprintf(stderr, "trace_info: %s: %s\n", argv[1], spe_trace_strerror(status));
        return status == SPE_TRACE_ENOMEM ? 4 : 2;
    }
    print(&info, &m);
    return ferror(stdout) || fflush(stdout) != 0 ? 4 : 0;
}
