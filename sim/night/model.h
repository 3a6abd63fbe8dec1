/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_MODEL_H
#define NIGHT_MODEL_H

#include "db.h"
#include "tsv.h"

/* The executables of a night, from models.tsv. */
struct night_model {
    const char *config, *flavour, *executable, *sha256, *file;
    char hash[24]; /* hash of the configuration */
};

struct night_models {
    struct night_tsv tsv;
    struct night_model *model;
    size_t models;
};

/** Read the table and the configurations in it. @return 0, or the status after one line. */
int night_models_read(struct night_models *models, const char *path);

void night_models_free(struct night_models *models);

/** The executable of this configuration and flavour, or NULL. */
const struct night_model *night_models_find(const struct night_models *models, const char *config,
                                            const char *flavour);

/** The names of the configurations, with a blank around each; free() it. NULL: no memory. */
char *night_models_configs(const struct night_models *models);

/** Add each model to the database, and note that the night begins with it. */
void night_models_insert(struct night_db *db, int64_t night, const struct night_models *models);

/** The row of a model; it is added if it is new. */
int64_t night_model_row(struct night_db *db, const struct night_model *model);

#endif
