/* SPDX-License-Identifier: Apache-2.0 */
/* Fuzz target of the configuration parser. The input is a configuration file; after a line "%%"
 * follows the text of every file that it includes. An accepted configuration makes a model, and its
 * printed keys read back the same. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "config_members.h"
#include "spe/model.h"
#include "spe/status.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
    if (!condition) {
        abort();
    }
}

static char *include(void *user, const char *path)
{
    const char *base = strstr(user, "\n%%\n");

    require(path[0] != '\0');
    return base != NULL ? strdup(base + 4) : NULL;
}

static void printed_reads_the_same(const struct spe_config *cfg)
{
    const struct spe_config_key *key;
    struct spe_config_error err;
    struct spe_config again;
    size_t n = spe_config_keys(&key);
    char value[256];

    spe_config_init(&again);
    for (size_t i = 0; i < n; i++) {
        require(spe_config_format(cfg, &key[i], value, sizeof(value)) >= 0);
        require(strpbrk(value, "#\n") == NULL);
        require(spe_config_set(&again, key[i].name, value, &err) == SPE_OK);
    }
    require(spe_config_hash(&again) == spe_config_hash(cfg));
}

static void use(const struct spe_config *cfg)
{
    struct spe_model_options options = {.taps = SPE_TAP_BYTES};
    struct spe_model *model = NULL;

    printed_reads_the_same(cfg);
    require(spe_model_create(&model, cfg, &options) == SPE_OK);
    spe_model_destroy(model);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct spe_config_error err = {.line = 0};
    struct spe_config cfg;
    char *text = malloc(size + 1);

    require(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    spe_config_init(&cfg);
    int status = spe_config_parse(&cfg, text, "folder/file.cfg", include, text, &err);
    if (status == SPE_OK) {
        status = spe_config_check(&cfg, &err);
    }
    require(status == SPE_OK || err.text[0] != '\0');
    if (status == SPE_OK) {
        use(&cfg);
    }
    free(text);
    return 0;
}
