/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TEST_DEFAULT_MODEL_H
#define TEST_DEFAULT_MODEL_H

#include "check.h"
#include "state/model.h"

/** @return a model of the default configuration with all taps. The caller destroys it
 * (spe_model_destroy()). */
static inline struct spe_model *default_model(void)
{
    const struct spe_model_options options = {.taps = SPE_TAP_ALL};
    struct spe_config cfg;
    struct spe_model *m;

    spe_config_init(&cfg);
    assert_int_equal(spe_model_create(&m, &cfg, &options), SPE_OK);
    return m;
}

#endif
