/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TXN_H
#define SPE_TXN_H

#include <stdint.h>

#include "spe/txn_ctx.h"

/**
 * Transactions: what the monitors of one SPU say to the scoreboard. The same structure is filled by
 * the DPI adapter, written to and read from the transaction log, and applied to the model.
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
    SPE_ACCESS_TRAP_EL3 = 4
};

struct spe_txn_sysreg {
    uint64_t pos;    /* population index: members counted before this access */
    uint16_t enc;    /* op0:op1:CRn:CRm:op2, 2, 3, 4, 4, 3 bits */
    uint8_t write;   /* 0 read, 1 write */
    uint8_t outcome; /* enum spe_access, as the SPU answered */
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
    uint8_t injected; /* 1: the bench put it in place of the SPU's own */
};

#define SPE_TAG_COLLIDED 255u

/* The SPU chose a member of the population: the last member that the SPE_TXN_POP before counted. */
struct spe_txn_sel {
    uint8_t ctx;
    uint8_t slot; /* lane, 0 .. width - 1 */
    uint8_t tag;  /* 0 .. inflight - 1, or SPE_TAG_COLLIDED */
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

/* Bits of spe_txn_life.flags: which payload fields are valid. */
#define SPE_LIFE_VA           0x01u
#define SPE_LIFE_PA           0x02u
#define SPE_LIFE_PA_NS        0x04u
#define SPE_LIFE_TARGET       0x08u
#define SPE_LIFE_TARGET_NS    0x10u
#define SPE_LIFE_TARGET_EL(f) (((f) >> 5) & 3u)
#define SPE_LIFE_SOURCE       0x80u

/* One life event of the operation under `tag`. Payload fields only with an ending, 0 otherwise. */
struct spe_txn_life {
    uint8_t tag;
    uint8_t kind; /* enum spe_life_kind */
    uint8_t flags;
    uint16_t source;
    uint64_t events; /* bits 0 and 1 are ignored: the ending says them */
    uint64_t va, pa, target;
    uint32_t lat_issue, lat_xlat, lat_total; /* sample point retire only */
};

/* Regimes (Table 5); numbers as on the SPU's port. */
enum spe_regime {
    SPE_REGIME_NS_EL10 = 0,
    SPE_REGIME_EL2 = 1,
    SPE_REGIME_EL20 = 2,
    SPE_REGIME_S_EL10 = 3
};

struct spe_txn_xl_req {
    uint8_t id;
    uint8_t regime; /* enum spe_regime */
    uint64_t va;
};

struct spe_txn_xl_rsp {
    uint8_t id;
    uint8_t fault;  /* 1: no write; stage2 and fsc say why */
    uint8_t stage2; /* 1: stage 2 */
    uint8_t fsc;    /* as PMBSR_EL1.FSC */
    uint8_t ns;     /* physical address space: 1 Non-secure */
    uint8_t attr;   /* as MAIR_ELx */
    uint8_t sh;
    uint64_t pa; /* of the requested byte */
};

/* AXI: bits of AWPROT, the one value of AWBURST that an SPU uses. */
#define SPE_AW_PRIVILEGED  0x1u
#define SPE_AW_NONSECURE   0x2u
#define SPE_AW_INSTRUCTION 0x4u
#define SPE_AW_INCR        1u

/* The monitor cannot tell when the address was offered: AWVALID is made by its binding. */
#define SPE_OFFERED_UNKNOWN UINT64_MAX

struct spe_txn_aw {
    uint8_t id;
    uint8_t len;   /* beats - 1 */
    uint8_t size;  /* log2 of bytes per beat */
    uint8_t burst; /* AWBURST, 0 .. 3 */
    uint8_t prot;  /* AWPROT, SPE_AW_* */
    uint8_t cache; /* AWCACHE */
    uint64_t addr;
    uint64_t offered; /* cycle in which AWVALID was first seen for it, or SPE_OFFERED_UNKNOWN */
};

/* Eight bytes of one W beat. Words of a beat come in ascending order; words without a strobe are
 * left out except the last word of a beat, which is always sent and says `last_word`. */
struct spe_txn_w {
    uint8_t word;      /* 0 .. axi_bytes / 8 - 1 */
    uint8_t strb;      /* bit i: byte i of data is written */
    uint8_t last_word; /* last word of this beat */
    uint8_t last;      /* WLAST of this beat */
    uint64_t data;
};

struct spe_txn_b {
    uint8_t id;
    uint8_t resp; /* 0 OKAY, 1 EXOKAY, 2 SLVERR, 3 DECERR */
};

enum spe_sync_kind {
    SPE_SYNC_CSE = 0,
    SPE_SYNC_PSB_REQ,
    SPE_SYNC_PSB_DONE,
    SPE_SYNC_DSB_REQ,
    SPE_SYNC_DSB_DONE,
    SPE_SYNC_TLBI,
    SPE_SYNC_KINDS
};

struct spe_txn_sync {
    uint8_t kind; /* enum spe_sync_kind */
    uint64_t pos;
};

/* Output signals: levels as they are now, counts since the last SPE_TXN_OUT. */
struct spe_txn_out {
    uint8_t pmbirq;                          /* level */
    uint32_t serror;                         /* pulses */
    uint32_t pop, feed, filtrate, collision; /* PMU events 0x4000 .. 0x4003 */
    uint32_t cti;                            /* pulses */
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
