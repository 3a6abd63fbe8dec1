/* SPDX-License-Identifier: Apache-2.0 */
#include "same_run.h"

#include <inttypes.h>
#include <stdio.h>

#include "room.h"
#include "spe/model.h"

enum port {
    REG_VALID,
    REG_WRITE,
    REG_ENC,
    REG_WDATA,
    REG_RDATA,
    AW_VALID,
    AW_READY,
    AW_ADDR,
    W_VALID,
    W_READY,
    W_DATA,
    NEEDED, /* an SPU need not have this and the following */
    RESET_N = NEEDED,
    RUNNING,
    W_STROBES
};

static const char *const names[SAME_PORTS] = {
    [REG_VALID] = "sysreg_valid_i", [REG_WRITE] = "sysreg_write_i", [REG_ENC] = "sysreg_enc_i",
    [REG_WDATA] = "sysreg_wdata_i", [REG_RDATA] = "sysreg_rdata_i", [AW_VALID] = "awvalid_i",
    [AW_READY] = "awready_i",       [AW_ADDR] = "awaddr_i",         [W_VALID] = "wvalid_i",
    [W_READY] = "wready_i",         [W_DATA] = "wdata_i",           [RESET_N] = "rst_ni",
    [RUNNING] = "running_i",        [W_STROBES] = "wstrb_i"};

void seen_time(struct seen_list *list, uint64_t cycle)
{
    if (list->n < SEEN_MAX && cycle != 0) {
        list->end = cycle - 1;
    }
}

bool seen_add(struct seen_list *list, const struct spe_txn *t)
{
    struct seen seen = {.cycle = t->cycle, .kind = t->kind};

    if (list->n == SEEN_MAX) {
        return true;
    }
    if (t->kind == SPE_TXN_SYSREG) {
        seen.write = t->u.sysreg.write;
        seen.address = t->u.sysreg.enc;
        seen.data = t->u.sysreg.data;
    } else if (t->kind == SPE_TXN_AW) {
        seen.address = t->u.aw.addr;
    } else if (t->kind == SPE_TXN_W) {
        seen.word = t->u.w.word;
        seen.data = t->u.w.data;
    } else {
        return true;
    }
    struct seen *all = room_for(list->seen, list->n, &list->room, sizeof(*all));
    if (all == NULL) {
        return false;
    }
    list->seen = all;
    list->seen[list->n++] = seen;
    return true;
}

bool same_run_init(struct same_run *s, const struct seen_list *list, struct probes *probes,
                   const struct trace *trace)
{
    char name[sizeof(probes->tap) + 32];
    size_t signal;

    *s = (struct same_run){.list = list, .can = probes->has_tap};
    for (unsigned i = 0; i < SAME_PORTS && s->can; i++) {
        (void)snprintf(name, sizeof(name), "%s.%s", probes->tap, names[i]);
        s->has[i] = trace_find(trace, name, &signal) == 1;
        s->can = s->has[i] || i >= NEEDED;
        if (s->has[i]) {
            const size_t at = wanted_add(&probes->wanted, trace, signal);
            if (at == SIZE_MAX) {
                return false;
            }
            const unsigned bits = trace_signal(trace, signal)->bits;
            s->port[i] = (struct net){.part = {at}, .n = 1, .high = bits - 1};
        }
    }
    return true;
}

static uint64_t at_port(const struct same_run *s, enum port port, const char *const *value)
{
    uint64_t known;

    return net_value(&s->port[port], value, &known);
}

static bool word_there(const struct same_run *s, const struct seen *seen, const char *const *value)
{
    struct net word = s->port[W_DATA];
    uint64_t known;

    if (word.high < 64u * seen->word + 63u) {
        return false;
    }
    word.low = 64u * seen->word;
    word.high = word.low + 63;
    return at_port(s, W_VALID, value) == 1 && at_port(s, W_READY, value) == 1 &&
           net_value(&word, value, &known) == seen->data;
}

static bool is_at_ports(const struct same_run *s, const struct seen *seen, const char *const *value)
{
    switch (seen->kind) {
    case SPE_TXN_SYSREG:
        return at_port(s, REG_VALID, value) == 1 && at_port(s, REG_WRITE, value) == seen->write &&
               at_port(s, REG_ENC, value) == seen->address &&
               at_port(s, seen->write != 0 ? REG_WDATA : REG_RDATA, value) == seen->data;
    case SPE_TXN_AW:
        return at_port(s, AW_VALID, value) == 1 && at_port(s, AW_READY, value) == 1 &&
               at_port(s, AW_ADDR, value) == seen->address;
    default:
        return word_there(s, seen, value);
    }
}

static void say_seen(struct same_run *s, const struct seen *seen)
{
    if (seen->kind == SPE_TXN_SYSREG) {
        (void)snprintf(s->fault, sizeof(s->fault),
                       "cycle %" PRIu64 " has no %s of register 0x%" PRIx64 " with 0x%" PRIx64,
                       seen->cycle, seen->write != 0 ? "write" : "read", seen->address, seen->data);
    } else if (seen->kind == SPE_TXN_AW) {
        (void)snprintf(s->fault, sizeof(s->fault), "cycle %" PRIu64 " has no address 0x%" PRIx64,
                       seen->cycle, seen->address);
    } else {
        (void)snprintf(s->fault, sizeof(s->fault), "cycle %" PRIu64 " has no data 0x%" PRIx64,
                       seen->cycle, seen->data);
    }
}

/* Whether the log has a transaction of this kind in this cycle, whose first one is at `from`. */
static bool is_told(const struct same_run *s, size_t from, uint8_t kind)
{
    size_t i = from;

    while (i < s->next && s->list->seen[i].kind != kind) {
        i++;
    }
    return i < s->next;
}

static bool is_high(const struct same_run *s, enum port port, const char *const *value)
{
    return !s->has[port] || at_port(s, port, value) == 1;
}

/* Find what the ports show in a cycle, but the log does not have. */
static void look_back(struct same_run *s, uint64_t cycle, size_t from, const char *const *value)
{
    const bool bytes = (s->list->taps & SPE_TAP_BYTES) != 0;
    const char *what = NULL;

    if (cycle < s->list->from || cycle > s->list->end || !is_high(s, RESET_N, value) ||
        !is_high(s, RUNNING, value)) {
        return;
    }
    if ((s->list->taps & SPE_TAP_REGS) != 0 && at_port(s, REG_VALID, value) == 1 &&
        !is_told(s, from, SPE_TXN_SYSREG)) {
        what = "an access of a register";
    } else if (bytes && at_port(s, AW_VALID, value) == 1 && at_port(s, AW_READY, value) == 1 &&
               !is_told(s, from, SPE_TXN_AW)) {
        what = "an address";
    } else if (bytes && s->has[W_STROBES] && at_port(s, W_VALID, value) == 1 &&
               at_port(s, W_READY, value) == 1 && at_port(s, W_STROBES, value) != 0 &&
               !is_told(s, from, SPE_TXN_W)) {
        what = "data";
    }
    if (what != NULL) {
        (void)snprintf(s->fault, sizeof(s->fault), "cycle %" PRIu64 " has %s, and none in the log",
                       cycle, what);
    }
}

bool same_run_cycle(struct same_run *s, uint64_t cycle, const char *const *value)
{
    if (!s->can) {
        return true;
    }
    while (s->next < s->list->n && s->list->seen[s->next].cycle < cycle) {
        s->next++;
    }
    const size_t from = s->next;
    for (; s->next < s->list->n && s->list->seen[s->next].cycle == cycle; s->next++) {
        if (!is_at_ports(s, &s->list->seen[s->next], value)) {
            say_seen(s, &s->list->seen[s->next]);
            return false;
        }
        s->checked++;
    }
    look_back(s, cycle, from, value);
    return s->fault[0] == '\0';
}
