/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of handles with their sessions, and the verdict of the sessions made here. One process
 * may have several SPUs. A simulator makes all calls from one thread, so the table needs no lock.
 */
#include "spe_dpi_session.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "spe/config.h"
#include "spe/status.h"
#include "spe_dpi.h"

enum { HANDLES = 16, DIR_BYTES = 4096 };

struct slot {
    struct spe_session *session; /* NULL: never used */
    bool open;
    bool own;      /* made by spe_dpi_open() */
    char name[64]; /* name and number of the session, to find out whether it still lives */
    uint64_t serial;
};

static struct {
    struct slot slots[HANDLES];
    int worst; /* largest exit status so far */
    bool opened, misused;
    char test[64], why[128];
    struct spe_run_info run;
    char dir[DIR_BYTES]; /* directory of the sessions made here; "": none */
    bool keep, dir_taken;
} dpi;

static void at_least(int status)
{
    if (dpi.worst < status) {
        dpi.worst = status;
    }
}

void spe_dpi_misuse(const char *what)
{
    if (!dpi.misused) {
        fprintf(stderr, "spe_dpi: %s\n", what);
    }
    dpi.misused = true;
    at_least(4);
}

/* Whether the session of a slot lives. A host may have destroyed the session that it published, and
 * may have made another one of the same name at the same address. */
static bool lives(const struct slot *slot)
{
    const struct spe_session *named = slot->session ? spe_session_find(slot->name) : NULL;

    return named && named == slot->session && spe_session_serial(named) == slot->serial;
}

/* When the last session made here is closed or destroyed: print the verdict of all that live. */
static void conclude(void)
{
    struct spe_session *sessions[HANDLES];
    size_t n = 0;

    for (size_t i = 0; i < HANDLES; i++) {
        if (dpi.slots[i].own && dpi.slots[i].open) {
            return;
        }
        if (dpi.slots[i].own && lives(&dpi.slots[i])) {
            sessions[n++] = dpi.slots[i].session;
        }
    }
    if (dpi.worst >= 2) {
        dpi.run.exit_status = dpi.worst;
    }
    for (size_t i = 0; i < n; i++) {
        spe_checks_print(stderr, sessions[i]);
    }
    fflush(stderr);
    at_least(spe_verdict_print(stdout, sessions, n, &dpi.run));
    fflush(stdout);
    for (size_t i = 0; i < HANDLES; i++) {
        if (dpi.slots[i].own) {
            if (lives(&dpi.slots[i])) {
                spe_session_destroy(dpi.slots[i].session);
            }
            dpi.slots[i] = (struct slot){.session = NULL};
        }
    }
}

/* The host has destroyed the session of an open slot. */
static void destroyed(struct slot *slot)
{
    const bool own = slot->own;

    spe_dpi_misuse("the session was destroyed before its handle was closed");
    *slot = (struct slot){.session = NULL};
    if (own) {
        conclude();
    }
}

/* The open slot of a handle, or NULL. `h` is only compared, as a bad one may point anywhere. */
static struct slot *slot_of(void *h)
{
    for (size_t i = 0; i < HANDLES; i++) {
        struct slot *slot = &dpi.slots[i];

        if (h != (void *)slot || !slot->open) {
            continue;
        }
        if (lives(slot)) {
            return slot;
        }
        destroyed(slot);
        return NULL;
    }
    spe_dpi_misuse("call with a handle that is not open");
    return NULL;
}

int spe_dpi_submit(void *h, const struct spe_txn *txn)
{
    struct slot *slot = slot_of(h);

    return slot ? spe_session_submit(slot->session, txn) : 1;
}

/* Refuse spe_dpi_open(): one line on stderr. @return NULL, for the simulator. */
static void *refuse(int status, const char *name, const char *why)
{
    fprintf(stderr, "spe_dpi: session '%s': %s\n", name, why);
    at_least(status);
    return NULL;
}

/* A free slot for a session, or for one that is still to be made (NULL). @return NULL: there is
 * none, or the session has one. */
static struct slot *free_slot(const struct spe_session *session)
{
    struct slot *found = NULL;

    for (size_t i = 0; i < HANDLES; i++) {
        struct slot *slot = &dpi.slots[i];

        if (slot->session == session && lives(slot)) { /* in use, or closed and not judged yet */
            return NULL;
        }
        if (!found && !slot->session) {
            found = slot;
        }
    }
    return found;
}

/* A published session must have the configuration of the RTL, and the taps and the order that the
 * binding offers. A check without its tap would pass without being made, and the verdict would not
 * say so. NULL: they agree. */
static const char *disagreement(const struct spe_session *session, uint64_t config_hash, int taps,
                                int order_free)
{
    if (spe_session_taps(session) != (unsigned)taps) {
        return "the session was published with other taps";
    }
    if (spe_session_order_free(session) != (order_free != 0)) {
        return "the session was published with another order_free";
    }
    if (config_hash && config_hash != spe_config_hash(spe_session_config(session))) {
        return "the RTL was built with another configuration";
    }
    return NULL;
}

/* Check arguments before anything is created, so that a refused call leaves an existing log as it
 * is. NULL: the arguments are good. */
static const char *bad_arguments(int version, int taps)
{
    if (version >> 16 != SPE_DPI_VERSION_MAJOR) {
        return "the monitors speak another major version of spe_dpi.h";
    }
    if (taps <= 0 || ((unsigned)taps & ~SPE_TAP_ALL)) {
        return "no taps, or taps that do not exist";
    }
    return NULL;
}

/* Path of the directory of a new session, or NULL if it has none. */
static const char *dir_for(const char *name, char path[DIR_BYTES + 72])
{
    char *base;

    if (!*dpi.dir || !dpi.dir_taken) {
        return *dpi.dir ? dpi.dir : NULL;
    }
    snprintf(path, DIR_BYTES + 72, "%s/%.63s", dpi.dir, name);
    base = path + strlen(dpi.dir) + 1;
    if (*base == '.') {
        *base = '_';
    }
    for (; *base; base++) {
        if (*base == '/') {
            *base = '_';
        }
    }
    return path;
}

void spe_dpi_dir(const char *dir, int keep)
{
    if (strlen(dir) >= sizeof(dpi.dir)) {
        spe_dpi_misuse("the path of the directory is too long");
    } else {
        memcpy(dpi.dir, dir, strlen(dir) + 1);
    }
    dpi.keep = keep != 0;
}

/* Make and publish a session. There must be room for it (spe_session_room()). */
static struct spe_session *make_session(const char *name, const char *config, const char *log,
                                        uint64_t config_hash, int taps, int order_free)
{
    char path[DIR_BYTES + 72];
    struct spe_session_options options = {.config_path = config,
                                          .config_hash = config_hash,
                                          .log_path = *log ? log : NULL,
                                          .taps = (unsigned)taps,
                                          .order_free = order_free != 0,
                                          .dir_path = dir_for(name, path),
                                          .keep_log = dpi.keep};
    struct spe_session *session = NULL;
    int status;

    if (!*config) {
        return refuse(2, name, "not published by a host program, and no +spe_config=FILE");
    }
    if (dpi.keep && !options.dir_path) {
        return refuse(2, name, "+spe_keep without +spe_dir=DIR");
    }
    status = spe_session_create(&session, name, &options); /* says why */
    if (status != 0) {
        at_least(spe_status_exit(status));
        return NULL;
    }
    (void)spe_session_publish(session); /* nobody has the name, and there is room */
    dpi.dir_taken = true;
    return session;
}

void *spe_dpi_open(int version, long long config_hash, const char *name, const char *config,
                   const char *log, int taps, int order_free)
{
    struct spe_session *session = spe_session_find(name);
    const char *why = bad_arguments(version, taps);
    const bool own = session == NULL;
    struct slot *slot;

    if (!why && session) {
        why = disagreement(session, (uint64_t)config_hash, taps, order_free);
    }
    if (why) {
        return refuse(2, name, why);
    }
    slot = free_slot(session);
    if (!slot || (own && !spe_session_room())) { /* before anything is created, too */
        return refuse(4, name, "already connected, or too many sessions");
    }
    if (own) {
        session = make_session(name, config, log, (uint64_t)config_hash, taps, order_free);
    }
    if (!session) {
        return NULL;
    }
    *slot = (struct slot){
        .session = session, .open = true, .own = own, .serial = spe_session_serial(session)};
    snprintf(slot->name, sizeof(slot->name), "%s", name);
    dpi.opened = true;
    return slot;
}

int spe_dpi_finish(void *h, const struct spe_txn *txn)
{
    struct slot *slot = slot_of(h);
    int budget;

    if (!slot) {
        return 1;
    }
    budget = spe_session_submit(slot->session, txn);
    slot->open = false;
    if (slot->own) {
        conclude();
    } else { /* the host of a published session judges it, and may free it */
        *slot = (struct slot){.session = NULL};
    }
    return budget;
}

void spe_dpi_run(const char *test, long long seed, long long stim_hash)
{
    snprintf(dpi.test, sizeof(dpi.test), "%s", test);
    dpi.run.test = dpi.test;
    dpi.run.seed = (uint64_t)seed;
    dpi.run.stim_hash = (uint64_t)stim_hash;
}

void spe_dpi_fail(int status, const char *why)
{
    snprintf(dpi.why, sizeof(dpi.why), "%s", why);
    dpi.run.failed = true;
    dpi.run.why = dpi.why;
    at_least(status >= 1 && status <= 4 ? status : 4);
}

int spe_dpi_status(void)
{
    bool open = false;

    for (size_t i = 0; i < HANDLES; i++) {
        open = open || dpi.slots[i].open;
    }
    return dpi.worst < 4 && (open || (!dpi.opened && dpi.worst == 0)) ? 4 : dpi.worst;
}
