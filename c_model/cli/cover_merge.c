/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "cover_merge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "room.h"
#include "spe/status.h"

static int fail_reading(struct spe_log_error *err, int status, const char *text)
{
    (void)snprintf(err->text, sizeof(err->text), "%.150s", text);
    return status;
}

struct cover_seen {
    dev_t device;
    ino_t file;
};

/* Note a file, so that a run counts once. @return 0, also for a path that is no file: the reader
 * complains about that. */
static int see(struct cover_merge *merge, const char *path, struct spe_log_error *err)
{
    struct stat is;

    if (stat(path, &is) != 0 || !S_ISREG(is.st_mode)) {
        return SPE_OK;
    }
    for (size_t i = 0; i < merge->n_seen; i++) {
        if (merge->seen[i].device == is.st_dev && merge->seen[i].file == is.st_ino) {
            return fail_reading(err, SPE_EINVAL, "given twice");
        }
    }
    struct cover_seen *seen =
        room_for(merge->seen, merge->n_seen, &merge->seen_room, sizeof(*seen));
    if (seen == NULL) {
        return fail_reading(err, SPE_ENOMEM, spe_status_text(SPE_ENOMEM));
    }
    merge->seen = seen;
    merge->seen[merge->n_seen++] = (struct cover_seen){is.st_dev, is.st_ino};
    return SPE_OK;
}

static int add_config(struct cover_merge *merge, const struct spe_config *cfg,
                      struct spe_log_error *err)
{
    struct cover_config *c = &merge->config[merge->n];
    struct spe_config_error why;

    if (merge->n == COVER_CONFIGS) {
        return fail_reading(err, SPE_ENOSPC, "too many configurations");
    }
    if (spe_config_check(cfg, &why) != SPE_OK) {
        return fail_reading(err, SPE_ECONFIG, why.text);
    }
    c->possible = calloc(spe_cover_bins(), sizeof(*c->possible));
    c->count = calloc(spe_cover_bins(), sizeof(*c->count));
    if (c->possible == NULL || c->count == NULL) {
        free(c->possible);
        free(c->count);
        return fail_reading(err, SPE_ENOMEM, spe_status_text(SPE_ENOMEM));
    }
    c->cfg = *cfg;
    c->hash = spe_config_hash(cfg);
    spe_cover_possible(cfg, c->possible);
    merge->n++;
    return SPE_OK;
}

/* @return the configuration of that hash and name, or NULL. */
static struct cover_config *find(struct cover_merge *merge, const struct spe_cover_run *run)
{
    for (size_t i = 0; i < merge->n; i++) {
        struct cover_config *c = &merge->config[i];
        if (c->hash == run->config_hash && strcmp(c->cfg.name, run->header.cfg->name) == 0) {
            return c;
        }
    }
    return NULL;
}

static int no_memory(struct spe_log_error *err)
{
    return fail_reading(err, SPE_ENOMEM, spe_status_text(SPE_ENOMEM));
}

/* Keep the run's bins that are wanted. */
static bool keep_bins(const struct cover_merge *merge, struct cover_run *kept,
                      const struct spe_cover_run *run)
{
    kept->met = calloc(run->n_met + 1, sizeof(*kept->met));
    for (size_t i = 0; i < run->n_met && kept->met != NULL; i++) {
        if (merge->keep[run->met[i].bin]) {
            kept->met[kept->n_met++] = run->met[i];
        }
    }
    return kept->met != NULL;
}

static int keep_run(struct cover_merge *merge, const char *path, size_t config,
                    const struct spe_cover_run *run, struct spe_log_error *err)
{
    struct cover_run *all = room_for(merge->run, merge->n_runs, &merge->runs_room, sizeof(*all));
    if (all == NULL) {
        return no_memory(err);
    }
    merge->run = all;
    struct cover_run *kept = &merge->run[merge->n_runs++];
    *kept = (struct cover_run){.path = strdup(path), .config = config, .seed = run->run.seed};
    (void)snprintf(kept->test, sizeof(kept->test), "%s", run->run.test);
    return kept->path != NULL && keep_bins(merge, kept, run) ? SPE_OK : no_memory(err);
}

static bool has_passed(const struct spe_log_run *run)
{
    return run->has_status && run->status == 0;
}

static int name_failed(struct cover_merge *merge, const char *path, const struct spe_log_run *run,
                       struct spe_log_error *err)
{
    if (has_passed(run) || merge->n_failed == COVER_NAMED) {
        return SPE_OK;
    }
    struct cover_failed *failed = &merge->failed[merge->n_failed];
    *failed = (struct cover_failed){strdup(path), run->has_status ? run->status : -1};
    merge->n_failed += failed->path != NULL;
    return failed->path != NULL ? SPE_OK : no_memory(err);
}

static void add_counts(struct cover_config *c, const struct spe_cover_run *run)
{
    c->runs++;
    c->failed += !has_passed(&run->run);
    for (size_t i = 0; i < run->n_met; i++) {
        const struct spe_cover_met *met = &run->met[i];
        const uint64_t room = UINT64_MAX - c->count[met->bin];
        c->count[met->bin] += met->count < room ? met->count : room;
    }
}

int cover_merge_file(struct cover_merge *merge, const char *path, struct spe_log_error *err)
{
    struct spe_cover_run run;

    if (merge->reader == NULL && (merge->reader = spe_cover_reader_create()) == NULL) {
        return no_memory(err);
    }
    int status = see(merge, path, err);
    if (status == SPE_OK) {
        status = spe_cover_read(merge->reader, path, &run, err);
    }
    if (status == SPE_OK && find(merge, &run) == NULL) {
        status = add_config(merge, run.header.cfg, err);
    }
    status = status == SPE_OK ? name_failed(merge, path, &run.run, err) : status;
    if (status != SPE_OK) {
        return status;
    }
    struct cover_config *c = find(merge, &run);
    add_counts(c, &run);
    return merge->keep == NULL ? SPE_OK
                               : keep_run(merge, path, (size_t)(c - merge->config), &run, err);
}

void cover_merge_free(struct cover_merge *merge)
{
    for (size_t i = 0; i < merge->n; i++) {
        free(merge->config[i].possible);
        free(merge->config[i].count);
    }
    for (size_t i = 0; i < merge->n_failed; i++) {
        free(merge->failed[i].path);
    }
    for (size_t i = 0; i < merge->n_runs; i++) {
        free(merge->run[i].path);
        free(merge->run[i].met);
    }
    free(merge->run);
    free(merge->seen);
    spe_cover_reader_destroy(merge->reader);
}

bool cover_is_hole(const struct cover_config *config, size_t bin)
{
    return config->possible[bin] && config->count[bin] == 0;
}

void cover_merge_count(const struct cover_merge *merge, const struct cover_config *config,
                       size_t first, size_t n, size_t *possible, size_t *hit)
{
    *possible = *hit = 0;
    for (size_t bin = first; bin < first + n; bin++) {
        bool can = false, met = false;
        for (size_t i = 0; i < merge->n; i++) {
            const struct cover_config *c = &merge->config[i];
            if ((config == NULL || config == c) && c->possible[bin]) {
                can = true;
                met |= c->count[bin] != 0;
            }
        }
        *possible += can;
        *hit += met;
    }
}
