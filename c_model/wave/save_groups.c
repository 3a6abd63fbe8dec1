/* SPDX-License-Identifier: Apache-2.0 */
#include "save_groups.h"

#include <stddef.h>
#include <string.h>

#define LIST(...)                                                                                  \
    (const char *const[])                                                                          \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }

static const char *const *const rows[CONCERNS] = {
    [CONCERN_REGISTERS] = LIST("transactions.sysreg", "enable."),
    [CONCERN_ACCESS] = LIST("transactions.context", "transactions.sysreg", "enable."),
    [CONCERN_ENABLE] =
        LIST("enable.", "registers.PMSCR_EL1", "registers.PMSCR_EL2", "registers.PMBLIMITR_EL1"),
    [CONCERN_COUNTER] =
        LIST("interval.", "enable.profiling", "registers.PMSICR_EL1", "registers.PMSIRR_EL1"),
    [CONCERN_RANDOM] = LIST("interval.", "registers.PMSICR_EL1", "registers.PMSIRR_EL1"),
    [CONCERN_SELECTION] = LIST("samples.", "interval.next", "interval.selection",
                               "registers.PMSICR_EL1", "queue.records"),
    [CONCERN_CAPTURE] =
        LIST("samples.", "transactions.context", "registers.PMSCR_EL1", "registers.PMSCR_EL2"),
    [CONCERN_LATENCY] = LIST("samples."),
    [CONCERN_COLLECT] =
        LIST("samples.", "transactions.context", "registers.PMSCR_EL1", "registers.PMSCR_EL2"),
    [CONCERN_FILTER] =
        LIST("filter.", "registers.PMSFCR_EL1", "registers.PMSEVFR_EL1", "registers.PMSNEVFR_EL1",
             "registers.PMSLATFR_EL1", "registers.PMSDSFR_EL1"),
    [CONCERN_RECORD] = LIST("record.", "samples."),
    [CONCERN_FORMAT] = LIST("record."),
    [CONCERN_QUEUE] = LIST("queue.", "record.", "samples."),
    [CONCERN_WRITE] = LIST("record.", "queue.", "registers.PMBPTR_EL1", "registers.PMBLIMITR_EL1",
                           "registers.PMBSR_EL1"),
    [CONCERN_TRANSLATE] = LIST("buffer.", "record.burst", "enable.regime", "registers.PMBPTR_EL1"),
    [CONCERN_BUS] = LIST("record.", "buffer."),
    [CONCERN_EVENT] = LIST("doubt.", "registers.PMBSR_EL1", "registers.PMBSR_EL2",
                           "registers.PMBSR_EL3", "registers.PMBPTR_EL1", "enable.stopped"),
    [CONCERN_ROUTE] =
        LIST("doubt.", "registers.PMBSR_EL1", "registers.PMBSR_EL2", "registers.PMBSR_EL3",
             "registers.PMSCR_EL1", "registers.PMSCR_EL2", "transactions.context"),
    [CONCERN_LEVELS] =
        LIST("compared.levels_expected", "compared.levels_actual", "doubt.", "registers.PMBSR_EL1",
             "registers.PMBSR_EL2", "registers.PMBSR_EL3", "transactions.context"),
    [CONCERN_COUNTS] = LIST("compared.counts", "outputs."),
    [CONCERN_BARRIERS] = LIST("queue.", "transactions.barrier", "record.state"),
};

const char *const *save_rows_of(enum concern concern)
{
    return rows[concern];
}

const char *const *save_first_rows(void)
{
    static const char *const first[] = {"finding.finding", "finding.divergence", "finding.differ",
                                        "finding.taken_over", NULL};

    return first;
}

const char *const *save_transactions(void)
{
    static const char *const all[] = {"transactions.context",
                                      "transactions.sysreg",
                                      "transactions.selection",
                                      "transactions.life",
                                      "transactions.translation",
                                      "transactions.address",
                                      "transactions.data",
                                      "transactions.response",
                                      "transactions.barrier",
                                      "transactions.outputs",
                                      NULL};

    return all;
}

/* Rows by the beginning of a check's name; a longer beginning comes first. */
static const struct {
    const char *check;
    const char *const *rows;
} compared[] = {
    {"reg.", LIST("compared.read", "compared.read_expected", "compared.read_actual")},
    {"sel.", LIST("compared.member_expected", "compared.member_actual")},
    {"out.irq", LIST("compared.levels_expected", "compared.levels_actual")},
    {"out.exception", LIST("compared.levels_expected", "compared.levels_actual")},
    {"out.freeze", LIST("compared.levels_expected", "compared.levels_actual")},
    {"out.", LIST("compared.counts")},
    {"event.", LIST("compared.read", "compared.read_expected", "compared.read_actual",
                    "compared.levels_expected", "compared.levels_actual")},
    {"", LIST("compared.record", "compared.offset", "compared.bytes_differ",
              "compared.header_expected", "compared.header_actual", "compared.packets_expected",
              "compared.packets_actual", "compared.bytes_expected", "compared.bytes_actual")},
};

const char *const *save_compared(const char *finding)
{
    size_t i = 0;

    while (strncmp(finding, compared[i].check, strlen(compared[i].check)) != 0) {
        i++;
    }
    return compared[i].rows;
}
