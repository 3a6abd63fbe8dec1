/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_QEMU_API_H
#define SPE_QEMU_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * The part of QEMU's plugin interface that the trace plugin uses, written by hand: distributions do
 * not package the header. SPE_QEMU_API is the interface version that the plugin declares;
 * tb/plugin/api.sh prints it for an emulator. Version 3 changed how an instruction's bytes are
 * read, nothing else here.
 */
#ifndef SPE_QEMU_API
#define SPE_QEMU_API 1
#endif

#define SPE_QEMU_EXPORT __attribute__((visibility("default")))

struct qemu_plugin_tb;
struct qemu_plugin_insn;

/* Leading fields of what the emulator passes to qemu_plugin_install(). */
struct qemu_info {
    const char *target_name;
    struct {
        int min, cur;
    } version;
    bool system_emulation;
};

enum qemu_plugin_cb_flags { QEMU_PLUGIN_CB_NO_REGS = 0 };
enum qemu_plugin_mem_rw { QEMU_PLUGIN_MEM_RW = 3 };

void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id,
                                           void (*cb)(uint64_t id, struct qemu_plugin_tb *tb));
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
                                            void (*cb)(unsigned vcpu, void *user),
                                            enum qemu_plugin_cb_flags flags, void *user);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn,
                                      void (*cb)(unsigned vcpu, uint32_t info, uint64_t vaddr,
                                                 void *user),
                                      enum qemu_plugin_cb_flags flags, enum qemu_plugin_mem_rw rw,
                                      void *user);
void qemu_plugin_register_atexit_cb(uint64_t id, void (*cb)(uint64_t id, void *user), void *user);

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t index);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);
#if SPE_QEMU_API < 3
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *insn);
#else
size_t qemu_plugin_insn_data(const struct qemu_plugin_insn *insn, void *dst, size_t bytes);
#endif

unsigned qemu_plugin_mem_size_shift(uint32_t info);
bool qemu_plugin_mem_is_store(uint32_t info);

/* What the plugin exports. */
extern SPE_QEMU_EXPORT int qemu_plugin_version;
SPE_QEMU_EXPORT int qemu_plugin_install(uint64_t id, const struct qemu_info *info, int argc,
                                        char **argv);

#endif
