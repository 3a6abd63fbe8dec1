/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TEST_FAULT_ANSWER_H
#define TEST_FAULT_ANSWER_H

#include <stdio.h>

#include "txnlog.h"

/** Who asks for the translation. */
struct fault_asker {
    const char *state;   /* of the context; "": none is told (without REGS) */
    const char *regs;    /* lines of the log from cycle 3 on, each with its newline */
    const char *request; /* fields of the `xl_req` */
};

/** Judge a log in which an enabled buffer asks for one translation, and a fault answers. keys:
 * lines
 * "@key ...", each with its newline; answer: fields of the `xl_rsp`, such as "fsc=0x07". */
static inline void fault_answer_to(const char *keys, const struct fault_asker *asker,
                                   const char *answer, struct txnlog_result *result)
{
    char text[1024], ctx[64] = "";

    if (asker->state[0] != '\0') {
        (void)snprintf(ctx, sizeof(ctx), "2 ctx id=0 state=%s\n", asker->state);
    }
    (void)snprintf(text, sizeof(text),
                   "@config ../../../rtl/configs/v1p0_min.cfg\n%s0 reset kind=assert\n"
                   "2 reset kind=release\n2 clk running=1 active=1\n%s%s"
                   "6 xl_req id=1 %s va=0x10000\n8 xl_rsp id=1 fault=1 %s\n10 close\n",
                   keys, ctx, asker->regs, asker->request, answer);
    txnlog_apply(answer, text, result);
}

#define FAULT_BUFFER                                                                               \
    "3 sysreg enc=PMBPTR_EL1 write=write data=0x10000\n"                                           \
    "4 sysreg enc=PMBLIMITR_EL1 write=write data=0x20001\n"

/** The same for a buffer of Non-secure EL1. */
static inline void fault_answer(const char *keys, const char *answer, struct txnlog_result *result)
{
    static const struct fault_asker guest = {"EL1+NS+NSPB3+E2PB3+CNTEN", FAULT_BUFFER, "regime=0"};

    fault_answer_to(keys, &guest, answer, result);
}

#endif
