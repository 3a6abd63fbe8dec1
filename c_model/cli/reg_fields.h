/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_REG_FIELDS_H
#define SPE_CLI_REG_FIELDS_H

#include <stddef.h>
#include <stdint.h>

#include "spe/regs.h"

/** A field of a System register, named as the texts name it. */
struct reg_field {
    enum spe_reg reg;
    uint8_t high, low;
    const char *name;
    bool address; /* its value is said with the bits below it: LIMIT=0x20000 */
};

/** Field `i` of a register, the highest first; NULL behind the last one. PMBSR_EL2 and _EL3 have
 * those of PMBSR_EL1, PMSNEVFR_EL1 none: its bits are events. */
const struct reg_field *reg_field(enum spe_reg reg, unsigned i);

/** The field that holds a bit of a register, or NULL. */
const struct reg_field *reg_field_of(enum spe_reg reg, unsigned bit);

/** What a field holds in the register `value`. */
uint64_t reg_field_value(const struct reg_field *field, uint64_t value);

/** What the value means, "Translation fault, level 3"; empty where the number says it. */
void reg_field_meaning(const struct reg_field *field, uint64_t value, char *dst, size_t bytes);

/** A fault status code as in PMBSR_ELx.FSC. */
void reg_fault_meaning(unsigned fsc, char *dst, size_t bytes);

/** The register that a name means, PMSCR_EL12 and PMBSR_EL12 too; SPE_REGS: none. */
enum spe_reg reg_by_name(const char *name);

#endif
