/* SPDX-License-Identifier: Apache-2.0 */
#include "spe/packet.h"

#include <stddef.h>

const char *spe_packet_kind_name(int kind)
{
#define KIND_NAME(id, name) name,
    static const char *const names[] = {SPE_PACKET_LIST(KIND_NAME)};
#undef KIND_NAME
    return kind >= 0 && kind < SPE_PACKET_KINDS ? names[kind] : NULL;
}

struct problem_row {
    bool is_error;
    const char *name, *text;
};

static const struct problem_row *problem_row(int problem)
{
#define PROBLEM_ROW(id, is_error, name, text) {is_error, name, text},
    static const struct problem_row rows[] = {SPE_PROBLEM_LIST(PROBLEM_ROW)};
#undef PROBLEM_ROW
    static const struct problem_row outside = {false, NULL, NULL};
    return problem >= 0 && problem < SPE_PROBLEMS ? &rows[problem] : &outside;
}

const char *spe_problem_name(int problem)
{
    return problem_row(problem)->name;
}

const char *spe_problem_text(int problem)
{
    return problem_row(problem)->text;
}

bool spe_problem_is_error(int problem)
{
    return problem_row(problem)->is_error;
}

bool spe_problems_have_error(uint32_t problems)
{
    for (int i = 0; i < SPE_PROBLEMS; i++) {
        if ((problems & SPE_PROBLEM_BIT(i)) && spe_problem_is_error(i)) {
            return true;
        }
    }
    return false;
}

/* E[n]: DDI 0586A 5.3.7; Arm ARM D18.2.6. Bits 24 and 25 are IMPLEMENTATION DEFINED before SPEv1p4.
 */
const char *spe_event_name(unsigned bit)
{
    static const char *const names[64] = {
        "exception",        "retired",
        "l1d_access",       "l1d_refill_or_miss",
        "tlb_access",       "tlb_walk",
        "not_taken",        "mispredicted",
        "llc_access",       "llc_miss",
        "remote_access",    "misaligned",
        "impdef_12",        "impdef_13",
        "impdef_14",        "impdef_15",
        "transactional",    "partial_predicate",
        "empty_predicate",  "l2d_access",
        "l2d_miss",         "cache_data_modified",
        "recently_fetched", "data_snooped",
        "streaming_mode",   "smcu",
        "impdef_26",        "impdef_27",
        "impdef_28",        "impdef_29",
        "impdef_30",        "impdef_31",
        "reserved_32",      "reserved_33",
        "reserved_34",      "reserved_35",
        "reserved_36",      "reserved_37",
        "reserved_38",      "reserved_39",
        "reserved_40",      "reserved_41",
        "reserved_42",      "reserved_43",
        "reserved_44",      "reserved_45",
        "reserved_46",      "reserved_47",
        "impdef_48",        "impdef_49",
        "impdef_50",        "impdef_51",
        "impdef_52",        "impdef_53",
        "impdef_54",        "impdef_55",
        "impdef_56",        "impdef_57",
        "impdef_58",        "impdef_59",
        "impdef_60",        "impdef_61",
        "impdef_62",        "impdef_63",
    };
    return bit < 64 ? names[bit] : NULL;
}
