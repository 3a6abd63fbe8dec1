/* SPDX-License-Identifier: Apache-2.0 */
#include "spe/status.h"

const char *spe_status_text(int status)
{
    switch (status) {
    case SPE_OK:
        return "ok";
#define SPE_STATUS_TEXT(name, value, text)                                                         \
    case value:                                                                                    \
        return text;
        SPE_STATUS_LIST(SPE_STATUS_TEXT)
#undef SPE_STATUS_TEXT
    default:
        return "unknown status";
    }
}
