/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "cover_merge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "spe/status.h"

static int fail(struct spe_log_error *err, int status, const char *text)
{
    (void)snprintf(err->text, sizeof(err->text), "%.150s", text);
    return status;
}

struct cover_seen {
    dev_t device;
    ino_t file;
};

/* A run counts once. @return 0, also for what is no file, which the reader complains about. */
static int see(struct cover_merge *merge, const char *path, struct spe_log_error *err)
{
    struct stat is;

    if (stat(path, &is) != 0 || !S_ISREG(is.st_mode)) {
        return SPE_OK;
    }
    for (size_t i = 0; i < merge->n_seen; i++) {
        if (merge->seen[i].device == is.st_dev && merge->seen[i].file == is.st_ino) {
            return fail(err, SPE_EINVAL, "given twice");
        }
    }
    if (merge->n_seen == merge->seen_room) {
        size_t room = merge->seen_room == 0 ? 64 : 2 * merge->seen_room;
        struct cover_seen *seen = realloc(merge->seen, room * sizeof(*seen));
        if (seen == NULL) {
            return fail(err, SPE_ENOMEM, spe_status_text(SPE_ENOMEM));
        }
        merge->seen = seen;
        merge->seen_room = room;
    }
    merge->seen[merge->n_seen++] = (struct cover_seen){is.st_dev, is.st_ino};
    return SPE_OK;
}

static int add_config(struct cover_merge *merge, const struct spe_config *cfg,
                      struct spe_log_error *err)
{
    struct cover_config *c = &merge->config[merge->n];
    struct spe_config_error why;

    if (merge->n == COVER_CONFIGS) {
        return fail(err, SPE_ENOSPC, "too many configurations");
    }
    if (spe_config_check(cfg, &why) != SPE_OK) {
        return fail(err, SPE_ECONFIG, why.text);
    }
    c->possible = calloc(spe_cover_bins(), sizeof(*c->possible));
    c->count = calloc(spe_cover_bins(), sizeof(*c->count));
    if (c->possible == NULL || c->count == NULL) {
        free(c->possible);
        free(c->count);
        return fail(err, SPE_ENOMEM, spe_status_text(SPE_ENOMEM));
    }
    c->cfg = *cfg;
    c->hash = spe_config_hash(cfg);
    spe_cover_possible(cfg, c->possible);
    merge->n++;
    return SPE_OK;
}

/* @return the configuration of that hash and name, or NULL. */
static struct cover_config *find(struct cover_merge *merge, const struct spe_config *cfg)
{
    uint64_t hash = spe_config_hash(cfg);

    for (size_t i = 0; i < merge->n; i++) {
        struct cover_config *c = &merge->config[i];
        if (c->hash == hash && strcmp(c->cfg.name, cfg->name) == 0) {
            return c;
        }
    }
    return NULL;
}

int cover_merge_file(struct cover_merge *merge, const char *path, struct spe_log_error *err)
{
    if (merge->one == NULL) {
        merge->one = calloc(spe_cover_bins(), sizeof(*merge->one));
    }
    if (merge->one == NULL) {
        return fail(err, SPE_ENOMEM, spe_status_text(SPE_ENOMEM));
    }
    struct spe_cover_run run = {.count = merge->one};
    int status = see(merge, path, err);
    if (status == SPE_OK) {
        status = spe_cover_read(&run, path, err);
    }
    if (status == SPE_OK && find(merge, &run.header.cfg) == NULL) {
        status = add_config(merge, &run.header.cfg, err);
    }
    if (status != SPE_OK) {
        return status;
    }
    struct cover_config *c = find(merge, &run.header.cfg);
    c->runs++;
    c->failed += !run.run.has_status || run.run.status != 0;
    for (size_t bin = 0; bin < spe_cover_bins(); bin++) {
        uint64_t room = UINT64_MAX - c->count[bin];
        c->count[bin] += merge->one[bin] < room ? merge->one[bin] : room;
    }
    return SPE_OK;
}

void cover_merge_free(struct cover_merge *merge)
{
    for (size_t i = 0; i < merge->n; i++) {
        free(merge->config[i].possible);
        free(merge->config[i].count);
    }
    free(merge->seen);
    free(merge->one);
}
