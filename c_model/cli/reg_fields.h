/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_REG_FIELDS_H
#define SPE_CLI_REG_FIELDS_H

#include <stddef.h>
#include <stdint.h>

#include "spe/regs.h"

/** A field of a System register, with the name that the texts give it. */
struct reg_field {
    enum spe_reg reg;
    uint8_t high, low;
    const char *name;
    bool address; /* an address: printed with zeros for the bits below it, LIMIT=0x20000 */
};

/** Field `i` of a register, the highest field first; NULL after the last one. PMBSR_EL2 and _EL3
 * have the fields of PMBSR_EL1. PMSNEVFR_EL1 has none: its bits are events. */
const struct reg_field *reg_field(enum spe_reg reg, unsigned i);

/** The field that holds a bit of a register, or NULL. */
const struct reg_field *reg_field_of(enum spe_reg reg, unsigned bit);

/** The value of a field, when the register holds `value`. */
uint64_t reg_field_value(const struct reg_field *field, uint64_t value);

/** The meaning of the value, "Translation fault, level 3"; empty where the number says enough. */
void reg_field_meaning(const struct reg_field *field, uint64_t value, char *dst, size_t bytes);

/** The meaning of a fault status code as in PMBSR_ELx.FSC. */
void reg_fault_meaning(unsigned fsc, char *dst, size_t bytes);

/** The register with this name, also for PMSCR_EL12 and PMBSR_EL12; SPE_REGS: none. */
enum spe_reg reg_by_name(const char *name);

#endif
