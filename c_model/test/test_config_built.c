/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "check.h"
#include "spe/config.h"
#include "spe/status.h"

/* What is designed and not built: one value of each key that nothing checks. */
static const struct {
    const char *key, *value;
} not_built[] = {
    {"pmsver", "2"},
    {"pmsver", "6"},
    {"count_size", "16"},
    {"events", "0xBFF"},
    {"events", "0x800003FF"}, /* built: an IMPLEMENTATION DEFINED event */
    {"events", "0x8003FF"},
    {"event_filters", "0x4"},
    {"ext_abort", "ignored"},
    {"secure", "0"},
    {"sel2", "1"},
    {"rme", "1"},
    {"nv", "1"},
    {"fgt", "1"},
    {"sdd_priority", "1"},
    {"debug_stops", "1"},
    {"ecv", "1"},
    {"sve", "1"},
    {"sme", "1"},
    {"mte", "1"},
    {"mops", "1"},
    {"gcs", "1"},
    {"the", "1"},
    {"poe", "1"},
    {"pie", "1"},
    {"fne", "1"},
    {"fds", "1"},
    {"eft", "1"},
    {"fpf", "1"},
    {"crr", "1"},
    {"pbt", "1"},
    {"spe_sme", "1"},
    {"altclk", "1"},
    {"exc", "1"},
    {"nvm", "1"},
    {"max_buff_size", "1"},
    {"ea_described", "1"},
    {"e2spe_hidden", "1"},
    {"nspb_reserved", "nonsecure"},
    {"ee_reserved", "off"},
    {"fne_zero", "nothing"},
    {"fe_overlap", "nothing"},
    {"ds_filters", "0"},
    {"filter_sme", "0"},
    {"va_top", "kept"},
    {"pat_unchecked", "tag"},
    {"pbt_ops", "branch"},
    {"nv2_address", "always"},
    {"disabled_record", "event"},
    {"wrong_pointer", "full_dl"},
    {"misaligned", "as_wrong"},
    {"dl_boundary", "zero"},
    {"walk_ea", "0"},
    {"route_async", "1"},
    {"impdef_event", "1"},
    {"feed_point", "complete"},
    {"pmu_full", "1"},
    {"pmu_feed", "1"},
};

static void values_not_built_are_refused(void **state)
{
    struct spe_config_error err;
    struct spe_config cfg;

    (void)state;
    for (size_t i = 0; i < sizeof not_built / sizeof not_built[0]; i++) {
        const bool built = strcmp(not_built[i].value, "0x800003FF") == 0;

        spe_config_init(&cfg);
        cfg.event_bytes = 4;
        cfg.max_size = 7;
        CHECK(not_built[i].key, spe_config_set(&cfg, not_built[i].key, not_built[i].value, &err),
              0);
        CHECK(not_built[i].key, spe_config_check(&cfg, &err), built ? 0 : SPE_ECONFIG);
        if (built)
            continue;
        assert_int_equal(strncmp(err.text, not_built[i].key, strlen(not_built[i].key)), 0);
        assert_non_null(strstr(err.text, "not implemented yet"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(values_not_built_are_refused)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
