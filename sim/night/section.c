/* SPDX-License-Identifier: Apache-2.0 */
#include "section.h"

#include <stddef.h>

const struct night_section *const night_sections[] = {
    &night_section_bin_sums,      &night_section_played_less, &night_section_bins_open,
    &night_section_bins_lost,     &night_section_bins_chance, &night_section_bins_won,
    &night_section_code_sums,     &night_section_code_lost,   &night_section_code_waivers,
    &night_section_checks_never,  &night_section_checks,      &night_section_forks,
    &night_section_unpredictable, &night_section_plan,        &night_section_testpoints,
    &night_section_rules,         &night_section_integrity,   &night_section_twice,
    &night_section_samples,       &night_section_few_records, &night_section_models,
    &night_section_throughput,    &night_section_origins,     &night_section_slowest,
    &night_section_quarantine,    &night_section_kept,        &night_section_dropped,
    &night_section_failed,        &night_section_not_played,  NULL};
