/* SPDX-License-Identifier: Apache-2.0 */
#include "model.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "night.h"
#include "spe/config_file.h"

static int hash_of(char dst[24], const char *file)
{
    struct spe_config *cfg;
    struct spe_config_error err;
    char line[512];

    if (spe_config_create(&cfg) != 0) {
        return night_fail(NIGHT_EXIT_ENVIRONMENT, "out of memory");
    }
    const int status = spe_config_load(cfg, file, &err);
    (void)snprintf(dst, 24, "%016" PRIx64, spe_config_hash(cfg));
    spe_config_destroy(cfg);
    if (status != 0) {
        (void)spe_config_error_format(&err, line, sizeof(line));
        return night_fail(NIGHT_EXIT_USAGE, "%s", line);
    }
    return NIGHT_EXIT_GOOD;
}

static int take(struct night_models *models, const struct night_row *row)
{
    struct night_model *m = &models->model[models->models];

    if (row->columns != 5) {
        return night_fail(NIGHT_EXIT_USAGE, "%s:%d: %d columns, 5 are needed", models->tsv.path,
                          row->line, row->columns);
    }
    m->config = row->column[0];
    m->flavour = row->column[1];
    m->executable = row->column[2];
    m->sha256 = row->column[3];
    m->file = row->column[4];
    models->models++;
    return hash_of(m->hash, m->file);
}

int night_models_read(struct night_models *models, const char *path)
{
    *models = (struct night_models){0};
    int status = night_tsv_read(&models->tsv, path);
    if (status == NIGHT_EXIT_GOOD) {
        models->model = calloc(models->tsv.rows + 1, sizeof(*models->model));
        status =
            models->model != NULL ? status : night_fail(NIGHT_EXIT_ENVIRONMENT, "out of memory");
    }
    for (size_t i = 0; status == NIGHT_EXIT_GOOD && i < models->tsv.rows; i++) {
        status = take(models, &models->tsv.row[i]);
    }
    if (status != NIGHT_EXIT_GOOD) {
        night_models_free(models);
    }
    return status;
}

void night_models_free(struct night_models *models)
{
    night_tsv_free(&models->tsv);
    free(models->model);
    *models = (struct night_models){0};
}

const struct night_model *night_models_find(const struct night_models *models, const char *config,
                                            const char *flavour)
{
    for (size_t i = 0; i < models->models; i++) {
        const struct night_model *m = &models->model[i];
        if (strcmp(m->config, config) == 0 && strcmp(m->flavour, flavour) == 0) {
            return m;
        }
    }
    return NULL;
}

int64_t night_model_row(struct night_db *db, const struct night_model *m)
{
    night_db_run(db,
                 "INSERT OR IGNORE INTO model (config, config_hash, executable, flavour)"
                 " VALUES (?, ?, ?, ?)",
                 "tttt", m->config, m->hash, m->sha256, m->flavour);
    return night_db_value(db, 0,
                          "SELECT id FROM model WHERE config = ? AND config_hash = ?"
                          " AND executable = ? AND flavour = ?",
                          "tttt", m->config, m->hash, m->sha256, m->flavour);
}

void night_models_insert(struct night_db *db, int64_t night, const struct night_models *models)
{
    for (size_t i = 0; i < models->models; i++) {
        night_db_run(db, "INSERT OR IGNORE INTO night_model VALUES (?, ?)", "ii", night,
                     night_model_row(db, &models->model[i]));
    }
}

char *night_models_configs(const struct night_models *models)
{
    char *text = calloc(models->models + 1, 80);

    for (size_t i = 0; text != NULL && i < models->models; i++) {
        (void)snprintf(text + strlen(text), 80, " %.70s ", models->model[i].config);
    }
    return text;
}
