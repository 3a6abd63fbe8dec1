/* SPDX-License-Identifier: Apache-2.0 */
/**
 * QEMU plugin that records an operation trace (tb/trace/trace.h) of a user-mode AArch64 program:
 *
 *   qemu-aarch64 -plugin libspetrace.so,out=FILE,max=N PROGRAM ARGS...
 *
 * Records the first thread, from its first instruction, at most N operations (0 or absent: all);
 * the program itself always runs to its end. The trace appears under its name only when it is
 * complete. A program that forks is not supported: the child would write to the same file.
 */
#include "plugin/qemu_api.h"
#include "trace/trace.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

SPE_QEMU_EXPORT int qemu_plugin_version = SPE_QEMU_API;

/* A translated instruction; it lives to the end of the run, because translated code refers to it.
 */
struct insn {
    uint64_t pc;
    uint32_t opcode;
};

/* The interface passes no user pointer to the translation callback, so the recorder is a static
 * object. */
static struct {
    struct spe_trace_writer *writer; /* NULL: recording has ended, or has not begun */
    const char *out;
    uint64_t max, ops;
    struct spe_trace_op op; /* the latest operation; further accesses of it may come */
    uint64_t top;           /* end of the highest byte it accessed */
    bool pending;
} rec;

static void complain(int status)
{
    const char *why = status == SPE_TRACE_EWRITE && errno ? strerror(errno) : "";
    fprintf(stderr, "spetrace: %s: %s%s%s\n", rec.out, spe_trace_strerror(status), *why ? ": " : "",
            why);
}

static void stop(void)
{
    int status = spe_trace_finish(rec.writer);
    rec.writer = NULL;
    if (status) {
        complain(status);
    }
}

static void put_pending(void)
{
    if (!rec.pending) {
        return;
    }
    rec.pending = false;
    rec.ops++;
    if (spe_trace_put(rec.writer, &rec.op) != 0 || rec.ops == rec.max) {
        stop();
    }
}

static void on_exec(unsigned vcpu, void *user)
{
    const struct insn *insn = user;
    if (vcpu != 0 || !rec.writer) {
        return;
    }
    put_pending();
    rec.op = (struct spe_trace_op){.pc = insn->pc, .opcode = insn->opcode};
    rec.pending = rec.writer != NULL;
}

static void on_access(unsigned vcpu, uint32_t info, uint64_t addr, void *user)
{
    (void)user;
    if (vcpu != 0 || !rec.pending) {
        return;
    }
    struct spe_trace_op *op = &rec.op;
    uint64_t end = addr + (1u << qemu_plugin_mem_size_shift(info));
    if (op->accesses == 0 || addr < op->addr) {
        op->addr = addr;
    }
    if (op->accesses == 0 || end > rec.top) {
        rec.top = end;
    }
    op->bytes = (uint32_t)(rec.top - op->addr);
    op->flags |= qemu_plugin_mem_is_store(info) ? SPE_TRACE_STORE : SPE_TRACE_LOAD;
    op->accesses += op->accesses < UINT8_MAX;
}

static uint32_t opcode_of(const struct qemu_plugin_insn *insn)
{
    uint8_t raw[4] = {0};
#if SPE_QEMU_API < 3
    memcpy(raw, qemu_plugin_insn_data(insn), sizeof(raw));
#else
    qemu_plugin_insn_data(insn, raw, sizeof(raw));
#endif
    return raw[0] | (uint32_t)raw[1] << 8 | (uint32_t)raw[2] << 16 | (uint32_t)raw[3] << 24;
}

static void on_translate(uint64_t id, struct qemu_plugin_tb *tb)
{
    (void)id;
    size_t n = qemu_plugin_tb_n_insns(tb);
    struct insn *insns = malloc(n * sizeof(*insns));
    if (!insns) {
        complain(SPE_TRACE_ENOMEM);
        exit(EXIT_FAILURE);
    }
    for (size_t i = 0; i < n; i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
        insns[i] = (struct insn){qemu_plugin_insn_vaddr(insn), opcode_of(insn)};
        qemu_plugin_register_vcpu_insn_exec_cb(insn, on_exec, QEMU_PLUGIN_CB_NO_REGS, &insns[i]);
        qemu_plugin_register_vcpu_mem_cb(insn, on_access, QEMU_PLUGIN_CB_NO_REGS,
                                         QEMU_PLUGIN_MEM_RW, NULL);
    }
}

static void on_exit_program(uint64_t id, void *user)
{
    (void)id;
    (void)user;
    if (!rec.writer) {
        return;
    }
    put_pending();
    if (rec.writer) {
        stop();
    }
}

static bool parse_max(const char *text)
{
    char *end;
    errno = 0;
    rec.max = strtoull(text, &end, 10);
    return errno == 0 && *text >= '0' && *text <= '9' && *end == '\0';
}

static bool parse_argument(const char *arg)
{
    if (strncmp(arg, "out=", 4) == 0 && arg[4]) {
        return (rec.out = arg + 4) != NULL;
    }
    if (strncmp(arg, "max=", 4) == 0) {
        return parse_max(arg + 4);
    }
    return false;
}

int qemu_plugin_install(uint64_t id, const struct qemu_info *info, int argc, char **argv)
{
    for (int i = 0; i < argc; i++) {
        if (!parse_argument(argv[i])) {
            fprintf(stderr, "spetrace: bad argument '%s' (out=FILE, max=N)\n", argv[i]);
            return -1;
        }
    }
    if (!rec.out || info->system_emulation || strcmp(info->target_name, "aarch64") != 0) {
        fprintf(stderr, "spetrace: needs out=FILE and the user-mode emulator qemu-aarch64\n");
        return -1;
    }
    int status = spe_trace_create(&rec.writer, rec.out);
    if (status) {
        complain(status);
        return -1;
    }
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_translate);
    qemu_plugin_register_atexit_cb(id, on_exit_program, NULL);
    return 0;
}
