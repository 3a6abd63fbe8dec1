/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TXN_H
#define SPE_TXN_H

#include <stdint.h>

#include "spe/txn_bus.h"
#include "spe/txn_ctx.h"

/**
 * Transactions: what the monitors of one SPU tell the scoreboard. The DPI adapter fills this
 * structure, the transaction log stores it, and the model applies it.
 * dpi/README.md states when each is sent and their order inside a cycle.
 * Every transaction carries `seq` (0, 1, 2 ... per SPU, no gap) and `cycle` (rising clock edges
 * since the monitor started; never steps back).
 */
enum spe_txn_kind {
    SPE_TXN_RESET = 0,
    SPE_TXN_CLK,
    SPE_TXN_SYSREG,
    SPE_TXN_CTX,
    SPE_TXN_POP,
    SPE_TXN_RND,
    SPE_TXN_SEL,
    SPE_TXN_LIFE,
    SPE_TXN_XL_REQ,
    SPE_TXN_XL_RSP,
    SPE_TXN_AW,
    SPE_TXN_W,
    SPE_TXN_B,
    SPE_TXN_SYNC,
    SPE_TXN_OUT,
    SPE_TXN_CLOSE,
    SPE_TXN_KINDS
};

#ifdef __cplusplus
extern "C" {
#endif

/** Name of a kind as in logs and findings ("sysreg"), or NULL if out of range. Static storage. */
const char *spe_txn_name(int kind);

#ifdef __cplusplus
}
#endif

/* Outcome of a System register access (3.2.3); numbers as on the SPU's port. */
enum spe_access {
    SPE_ACCESS_OK = 0,
    SPE_ACCESS_UNDEFINED = 1,
    SPE_ACCESS_TRAP_EL1 = 2,
    SPE_ACCESS_TRAP_EL2 = 3,
    SPE_ACCESS_TRAP_EL3 = 4,
    SPE_ACCESS_MEMORY = 5 /* FEAT_NV2 turns the access into a load or store: the SPU does nothing */
};

struct spe_txn_sysreg {
    uint64_t pos;    /* population index: members counted before this access */
    uint16_t enc;    /* op0:op1:CRn:CRm:op2, 2, 3, 4, 4, 3 bits */
    uint8_t write;   /* 0 read, 1 write */
    uint8_t outcome; /* enum spe_access, as the SPU answered */
    uint8_t fgt;     /* 1: a fine-grained trap to EL2 applies to this access */
    uint64_t data;   /* written, or as the SPU answered */
};

#define SPE_SLOT_UNKNOWN 255u

struct spe_txn_pop {
    uint8_t ctx;  /* id of a context announced by SPE_TXN_CTX */
    uint8_t slot; /* lane of the last member, 0 .. width - 1, or SPE_SLOT_UNKNOWN */
    uint32_t n;   /* members of the population, 1 .. 65536 + 8 */
};

/* One random draw of the SPU. Draws come in the order in which they are taken. */
struct spe_txn_rnd {
    uint8_t value;
    uint8_t injected; /* 1: the bench has replaced the SPU's own draw by `value` */
};

#define SPE_TAG_COLLIDED 255u

/* Bits of spe_txn_sel.flags: what the type filter needs in addition to class and payload. */
#define SPE_OP_SIMD      0x1u /* Advanced SIMD, SVE or SME operation */
#define SPE_OP_FP        0x2u /* floating-point operation */
#define SPE_OP_GCS_LOAD  0x4u /* procedure return that reads the Guarded Control Stack */
#define SPE_OP_GCS_STORE 0x8u /* branch with link that writes the Guarded Control Stack */

/* The SPU chose a member of the population: the last one that the latest SPE_TXN_POP counted. */
struct spe_txn_sel {
    uint8_t ctx;
    uint8_t slot;  /* lane, 0 .. width - 1 */
    uint8_t tag;   /* 0 .. inflight - 1, or SPE_TAG_COLLIDED */
    uint8_t flags; /* SPE_OP_* */
    uint64_t pc;
    uint16_t op; /* CLASS << 8 | payload byte of the Operation Type packet */
};

enum spe_life_kind {
    SPE_LIFE_ISSUE = 0,
    SPE_LIFE_XLAT_START,
    SPE_LIFE_XLAT_END,
    SPE_LIFE_COMPLETE,
    SPE_LIFE_RETIRE, /* this and the following end the life */
    SPE_LIFE_EXCEPTION,
    SPE_LIFE_SQUASH,
    SPE_LIFE_NONARCH,
    SPE_LIFE_REPLAY,
    SPE_LIFE_KINDS
};

/* Bits of spe_txn_life.flags: which payload fields are valid. NSE and NS together are enum spe_pas.
 */
#define SPE_LIFE_VA           0x01u
#define SPE_LIFE_PA           0x02u
#define SPE_LIFE_PA_NS        0x04u
#define SPE_LIFE_TARGET       0x08u
#define SPE_LIFE_TARGET_NS    0x10u
#define SPE_LIFE_TARGET_EL(f) (((f) >> 5) & 3u)
#define SPE_LIFE_SOURCE       0x80u
#define SPE_LIFE_PA_NSE       0x000100u
#define SPE_LIFE_PA_CH        0x000200u /* the access was Tag Checked */
#define SPE_LIFE_PA_PAT(f)    (((f) >> 10) & 15u)
#define SPE_LIFE_TARGET_NSE   0x004000u
#define SPE_LIFE_PREV         0x008000u /* target of the last taken branch before */
#define SPE_LIFE_PREV_NS      0x010000u
#define SPE_LIFE_PREV_NSE     0x020000u
#define SPE_LIFE_PREV_EL(f)   (((f) >> 18) & 3u)
#define SPE_LIFE_ALT          0x100000u
#define SPE_LIFE_BITS         21

/* One life event of the operation under `tag`. The fields from `source` on are valid only with an
 * ending; otherwise they are 0. */
struct spe_txn_life {
    uint8_t tag;
    uint8_t kind; /* enum spe_life_kind */
    uint16_t source;
    uint32_t flags;  /* SPE_LIFE_* */
    uint64_t events; /* bits 0 and 1 are ignored, as the ending gives them */
    uint64_t va, pa, target, prev;
    uint32_t lat_issue, lat_xlat, lat_total; /* sample point retire only */
    uint32_t lat_alt; /* issue latency in alternate clocks, with SPE_LIFE_ALT at both points */
};

enum spe_sync_kind {
    SPE_SYNC_CSE = 0,
    SPE_SYNC_PSB_REQ,
    SPE_SYNC_PSB_DONE,
    SPE_SYNC_DSB_REQ,
    SPE_SYNC_DSB_DONE,
    SPE_SYNC_TLBI,
    SPE_SYNC_IMPDEF, /* IMPLEMENTATION DEFINED management event of the system */
    SPE_SYNC_KINDS
};

struct spe_txn_sync {
    uint8_t kind;  /* enum spe_sync_kind */
    uint64_t pos;  /* members counted before this transaction; for readers of a log, not compared */
    uint64_t data; /* IMPDEF: MSS | MSS2 << 16; CSE: SPE_SYNC_IDS and the ids, or 0; else 0 */
};

/* ASID and VMID that the owning translation regime has from a CSE on (3.4.2). An id on which its
 * translations do not depend is 0. */
#define SPE_SYNC_IDS     UINT64_C(0x100000000) /* ASID and VMID are told */
#define SPE_SYNC_ASID(d) ((unsigned)((d)&0xFFFF))
#define SPE_SYNC_VMID(d) ((unsigned)((d) >> 16 & 0xFFFF))

/* Bits of spe_txn_out.levels: PMBIRQ; SPE Profiling exceptions to EL1 (bit 0), EL2, EL3 that are
 * pending, and that are to be taken; PMU counters are to stop. */
#define SPE_OUT_PMBIRQ     0x01u
#define SPE_OUT_PENDING(l) (((l) >> 1) & 7u)
#define SPE_OUT_TAKE(l)    (((l) >> 4) & 7u)
#define SPE_OUT_FREEZE     0x80u

/* PMU events SAMPLE_FEED_BR and the others. */
enum spe_feed_kind {
    SPE_FEED_BR = 0,
    SPE_FEED_LD,
    SPE_FEED_ST,
    SPE_FEED_FP,
    SPE_FEED_SIMD,
    SPE_FEED_OP,
    SPE_FEED_EVENT,
    SPE_FEED_LAT,
    SPE_FEED_DS,
    SPE_FEED_KINDS
};

/* Output signals: levels as they are now, counts since the last SPE_TXN_OUT. Each count is at most
 * 65,552. */
struct spe_txn_out {
    uint16_t levels;                         /* SPE_OUT_* */
    uint32_t serror;                         /* pulses */
    uint32_t pop, feed, filtrate, collision; /* PMU events 0x4000 .. 0x4003 */
    uint32_t cti;                            /* pulses */
    uint32_t full;                           /* PMU event SAMPLE_BUFFER_FULL */
    uint32_t feed_kind[SPE_FEED_KINDS];
};

struct spe_txn_clk {
    uint8_t running; /* clock runs */
    uint8_t active;  /* thread active and able to issue */
};

struct spe_txn_reset {
    uint8_t kind; /* 0: asserted, 1: released */
};

struct spe_txn_close {
    uint64_t calls; /* transactions before this one */
    uint32_t sum;   /* over their kinds: h = h * 31 + kind, from 0 */
};

struct spe_txn {
    uint8_t kind; /* enum spe_txn_kind */
    uint32_t seq;
    uint64_t cycle;
    union {
        struct spe_txn_reset reset;
        struct spe_txn_clk clk;
        struct spe_txn_sysreg sysreg;
        struct spe_txn_ctx ctx;
        struct spe_txn_pop pop;
        struct spe_txn_rnd rnd;
        struct spe_txn_sel sel;
        struct spe_txn_life life;
        struct spe_txn_xl_req xl_req;
        struct spe_txn_xl_rsp xl_rsp;
        struct spe_txn_aw aw;
        struct spe_txn_w w;
        struct spe_txn_b b;
        struct spe_txn_sync sync;
        struct spe_txn_out out;
        struct spe_txn_close close;
    } u;
};

#endif
