/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STATE_FORKS_H
#define SPE_STATE_FORKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buffer;
struct spe_model;
struct filter_fork;
struct spe_config;

#define MAX_FORKS     32 /* live at a time: those of MAX_MAYBE records, and of events */
#define FORK_BRANCHES 6

/*
 * If the texts permit several outcomes and nothing shows which one the SPU takes, the prediction
 * forks. The choice id is the name of a fork. The first observation that tells the branches apart
 * settles the fork. If nothing can tell them apart any more, the fork is unseen. Forks L1 to L15
 * are kept with their samples (filter_fork.h); they take no place in `live`.
 */
#define FORK_LIST(X)                                                                               \
    X(B1, "B1", "full", "full_dl", "translation", "translation_dl", "denied")                      \
    X(B10, "B10", "kept", "changed")                                                               \
    X(B11, "B11", "next byte", "requested byte")                                                   \
    X(B13, "B13", "moved", "retained")                                                             \
    X(B14, "B14", "kept", "EA set")                                                                \
    X(B18, "B18", "one order", "other order")                                                      \
    X(B29, "B29", "moved", "retained")                                                             \
    X(W15, "W15", "event", "wrong pointer")                                                        \
    X(POINTER, "3.6.1", "moved", "as written")                                                     \
    X(P20, "P20", "free", "held")                                                                  \
    X(S1, "S1", "none", "event")                                                                   \
    X(S2, "S2", "written", "discarded", "event")                                                   \
    X(L1, "L1", "written", "not written", "rejected")                                              \
    X(L2, "L2", "written", "not written", "rejected")                                              \
    X(L3, "L3", "written", "not written", "rejected")                                              \
    X(L15, "L15", "written", "not written", "rejected")

enum fork_kind {
#define FORK_ENUM(id, ...) FORK_##id,
    FORK_LIST(FORK_ENUM)
#undef FORK_ENUM
        FORK_KINDS
};

struct fork_live {
    uint8_t kind; /* enum fork_kind */
    bool used;
};

struct forks {
    struct fork_live live[MAX_FORKS];
    int n_used;
};

/* How often each branch was taken, and how often nothing can show the branch. */
struct fork_counts {
    uint64_t settled[FORK_KINDS][FORK_BRANCHES];
    uint64_t unseen[FORK_KINDS];
};

/** Choice id of a kind. */
const char *fork_kind_name(enum fork_kind kind);
/** " [B10 open]" for each live fork, those of the filters among them, appended to `dst`. */
void fork_names(const struct spe_model *m, char *dst, size_t dst_bytes);
/** Some choice is left open by the configuration (value `any`). */
bool fork_configured(const struct spe_config *cfg);

/** Number of samples whose filter choice is not settled. */
uint64_t filter_fork_count(const struct filter_fork *f, const struct buffer *buf,
                           enum fork_kind kind);
/** Whether there is a record that the filters may have rejected. */
bool filter_fork_open(const struct buffer *buf);

#endif
