/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_EXPLAIN_SUSPECT_H
#define SPE_CLI_EXPLAIN_SUSPECT_H

#include "explain.h"
#include "explain_record.h"

/**
 * CONCERN(id, name, rule, title): something that an SPU does, however its modules are cut; `rule`
 * is the first rule of sim/rules.tsv about it.
 */
/* clang-format off */
#define CONCERN_LIST(CONCERN)                                                                   \
    CONCERN(REGISTERS, "registers", "S4.1",    "registers: reset, fields, direct writes")       \
    CONCERN(ACCESS,    "access",    "S3.2.3",  "traps and undefined accesses of registers")     \
    CONCERN(ENABLE,    "enable",    "S3.2.1",  "who is profiled, who owns the buffer")          \
    CONCERN(COUNTER,   "counter",   "S3.1.2",  "the interval counter: load, step, reload")      \
    CONCERN(RANDOM,    "random",    "S2.2.2",  "the random generator")                          \
    CONCERN(SELECTION, "selection", "S2.2.4",  "choice of the operation, tags, collisions")     \
    CONCERN(CAPTURE,   "capture",   "S2.2.1",  "what is kept of the operation and its context") \
    CONCERN(LATENCY,   "latency",   "S5.3.4",  "latency counters")                              \
    CONCERN(COLLECT,   "collect",   "S3.3.1",  "what may be collected: context, PA, time")      \
    CONCERN(FILTER,    "filter",    "S3.2.2",  "filters")                                       \
    CONCERN(RECORD,    "record",    "S5.3.1",  "which packets a record has, and their values")  \
    CONCERN(FORMAT,    "format",    "S5.1.1",  "headers, sizes, order and padding of packets")  \
    CONCERN(QUEUE,     "queue",     "S5.1.2",  "records that wait: order, room, release of tags") \
    CONCERN(WRITE,     "write",     "S3.5.2",  "write pointer, limit, bursts of a record")      \
    CONCERN(TRANSLATE, "translate", "S3.4.3",  "translation of the buffer's pages")             \
    CONCERN(BUS,       "bus",       "S2.1",    "AXI: addresses, data, responses")               \
    CONCERN(EVENT,     "event",     "S3.5.1",  "management events: S, syndrome, COLL")          \
    CONCERN(ROUTE,     "route",     "RHJXHT",  "which PMBSR_ELx an event is recorded in")       \
    CONCERN(LEVELS,    "levels",    "RTSJRP",  "PMBIRQ, exceptions, freeze: outputs that follow S") \
    CONCERN(COUNTS,    "counts",    "S2.6",    "PMU events and triggers")                       \
    CONCERN(BARRIERS,  "barriers",  "S3.6",    "PSB CSYNC, DSB, TLBI")
/* clang-format on */

#define CONCERN_ENUM(id, name, rule, title) CONCERN_##id,
enum concern { CONCERN_LIST(CONCERN_ENUM) CONCERNS };
#undef CONCERN_ENUM

const char *concern_name(enum concern concern);
const char *concern_rule(enum concern concern);
const char *concern_title(enum concern concern);

struct suspect {
    enum concern concern;
    char why[160]; /* a sentence that stands alone */
};

#define SUSPECTS 3

/** What the oracles found around the finding. */
struct oracles {
    unsigned findings; /* in EXPLAIN_AFTER cycles from this one on, and `before` */
    unsigned before;   /* in as many cycles before, same record or register */
    unsigned by[4];    /* `findings` by oracle: predicted, story, account, contract */
    bool story_agrees; /* prediction and story of this record both differ */
    bool story_quiet;  /* the story of this record was judged, and it holds */
    bool fired[SPE_CHECKS];
};

void oracles_read(const struct explain *e, struct oracles *oracles);

/** List the suspects, the most likely first. @return how many, at least 2; 0: none is known, for
 * SPE_CHECK_CONTRACT because the fault is on the calling side. */
unsigned suspects_rank(const struct explain *e, const struct record_view *record,
                       const struct oracles *oracles, struct suspect suspect[SUSPECTS]);

#endif
