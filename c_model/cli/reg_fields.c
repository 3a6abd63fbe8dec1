/* SPDX-License-Identifier: Apache-2.0
 *
 * Fields of the System registers by name: DDI 0586A 4.3, Arm ARM D24.7.
 */
#include "reg_fields.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const struct reg_field fields[] = {
    {SPE_PMSCR_EL1, 11, 11, "EnVM", false}, {SPE_PMSCR_EL1, 10, 10, "KE", false},
    {SPE_PMSCR_EL1, 9, 8, "EE", false},     {SPE_PMSCR_EL1, 7, 6, "PCT", false},
    {SPE_PMSCR_EL1, 5, 5, "TS", false},     {SPE_PMSCR_EL1, 4, 4, "PA", false},
    {SPE_PMSCR_EL1, 3, 3, "CX", false},     {SPE_PMSCR_EL1, 1, 1, "E1SPE", false},
    {SPE_PMSCR_EL1, 0, 0, "E0SPE", false},  {SPE_PMSCR_EL2, 11, 11, "EnVM", false},
    {SPE_PMSCR_EL2, 10, 10, "KE", false},   {SPE_PMSCR_EL2, 9, 8, "EE", false},
    {SPE_PMSCR_EL2, 7, 6, "PCT", false},    {SPE_PMSCR_EL2, 5, 5, "TS", false},
    {SPE_PMSCR_EL2, 4, 4, "PA", false},     {SPE_PMSCR_EL2, 3, 3, "CX", false},
    {SPE_PMSCR_EL2, 1, 1, "E2SPE", false},  {SPE_PMSCR_EL2, 0, 0, "E0HSPE", false},
    {SPE_PMSICR, 63, 56, "ECOUNT", false},  {SPE_PMSICR, 31, 0, "COUNT", false},
    {SPE_PMSIRR, 31, 8, "INTERVAL", false}, {SPE_PMSIRR, 0, 0, "RND", false},
    {SPE_PMSFCR, 52, 52, "SIMDm", false},   {SPE_PMSFCR, 51, 51, "FPm", false},
    {SPE_PMSFCR, 50, 50, "STm", false},     {SPE_PMSFCR, 49, 49, "LDm", false},
    {SPE_PMSFCR, 48, 48, "Bm", false},      {SPE_PMSFCR, 20, 20, "SIMD", false},
    {SPE_PMSFCR, 19, 19, "FP", false},      {SPE_PMSFCR, 18, 18, "ST", false},
    {SPE_PMSFCR, 17, 17, "LD", false},      {SPE_PMSFCR, 16, 16, "B", false},
    {SPE_PMSFCR, 4, 4, "FDS", false},       {SPE_PMSFCR, 3, 3, "FnE", false},
    {SPE_PMSFCR, 2, 2, "FL", false},        {SPE_PMSFCR, 1, 1, "FT", false},
    {SPE_PMSFCR, 0, 0, "FE", false},        {SPE_PMSLATFR, 15, 0, "MINLAT", false},
    {SPE_PMSIDR, 32, 32, "SME", false},     {SPE_PMSIDR, 31, 28, "ALTCLK", false},
    {SPE_PMSIDR, 27, 27, "FPF", false},     {SPE_PMSIDR, 26, 26, "EFT", false},
    {SPE_PMSIDR, 25, 25, "CRR", false},     {SPE_PMSIDR, 24, 24, "PBT", false},
    {SPE_PMSIDR, 23, 20, "Format", false},  {SPE_PMSIDR, 19, 16, "CountSize", false},
    {SPE_PMSIDR, 15, 12, "MaxSize", false}, {SPE_PMSIDR, 11, 8, "Interval", false},
    {SPE_PMSIDR, 7, 7, "FDS", false},       {SPE_PMSIDR, 6, 6, "FnE", false},
    {SPE_PMSIDR, 5, 5, "ERnd", false},      {SPE_PMSIDR, 4, 4, "LDS", false},
    {SPE_PMSIDR, 3, 3, "ArchInst", false},  {SPE_PMSIDR, 2, 2, "FL", false},
    {SPE_PMSIDR, 1, 1, "FT", false},        {SPE_PMSIDR, 0, 0, "FE", false},
    {SPE_PMBLIMITR, 63, 12, "LIMIT", true}, {SPE_PMBLIMITR, 7, 7, "nVM", false},
    {SPE_PMBLIMITR, 5, 5, "PMFZ", false},   {SPE_PMBLIMITR, 2, 1, "FM", false},
    {SPE_PMBLIMITR, 0, 0, "E", false},      {SPE_PMBPTR, 63, 0, "PTR", true},
    {SPE_PMBSR, 55, 32, "MSS2", false},     {SPE_PMBSR, 31, 26, "EC", false},
    {SPE_PMBSR, 19, 19, "DL", false},       {SPE_PMBSR, 18, 18, "EA", false},
    {SPE_PMBSR, 17, 17, "S", false},        {SPE_PMBSR, 16, 16, "COLL", false},
    {SPE_PMBSR, 15, 0, "MSS", false},       {SPE_PMBIDR, 47, 32, "MaxBuffSize", false},
    {SPE_PMBIDR, 11, 8, "EA", false},       {SPE_PMBIDR, 7, 6, "AddrMode", false},
    {SPE_PMBIDR, 5, 5, "F", false},         {SPE_PMBIDR, 4, 4, "P", false},
    {SPE_PMBIDR, 3, 0, "Align", false},     {SPE_PMBMAR, 9, 8, "SH", false},
    {SPE_PMBMAR, 7, 0, "Attr", false},
};

#define FIELDS (sizeof(fields) / sizeof(fields[0]))

static enum spe_reg of_fields(enum spe_reg reg)
{
    return reg == SPE_PMBSR_EL2 || reg == SPE_PMBSR_EL3 ? SPE_PMBSR : reg;
}

const struct reg_field *reg_field(enum spe_reg reg, unsigned i)
{
    for (size_t n = 0; n < FIELDS; n++) {
        if (fields[n].reg == of_fields(reg) && i-- == 0) {
            return &fields[n];
        }
    }
    return NULL;
}

const struct reg_field *reg_field_of(enum spe_reg reg, unsigned bit)
{
    const struct reg_field *field;

    for (unsigned i = 0; (field = reg_field(reg, i)) != NULL; i++) {
        if (bit >= field->low && bit <= field->high) {
            return field;
        }
    }
    return NULL;
}

uint64_t reg_field_value(const struct reg_field *field, uint64_t value)
{
    const uint64_t bits = value & SPE_MASK(field->high, field->low);

    return field->address ? bits : bits >> field->low;
}

/* 4.3.4 and D24.7.5: first the codes whose low bits are a level, then the others. */
void reg_fault_meaning(unsigned fsc, char *dst, size_t bytes)
{
    static const struct {
        unsigned mask, match;
        const char *text;
    } codes[] = {
        {0x3C, 0x00, "Address size fault, level "},
        {0x3C, 0x04, "Translation fault, level "},
        {0x3C, 0x08, "Access flag fault, level "},
        {0x3C, 0x0C, "Permission fault, level "},
        {0x3C, 0x14, "synchronous External abort on a walk, level "},
        {0x3C, 0x24, "Granule Protection Fault on a walk, level "},
        {0x3F, 0x10, "synchronous External abort"},
        {0x3F, 0x11, "asynchronous External abort"},
        {0x3F, 0x12, "synchronous External abort on a walk, level -2"},
        {0x3F, 0x13, "synchronous External abort on a walk, level -1"},
        {0x3F, 0x1B, "synchronous parity or ECC error on a walk, level -1"},
        {0x3F, 0x21, "Alignment fault"},
        {0x3F, 0x22, "Granule Protection Fault on a walk, level -2"},
        {0x3F, 0x23, "Granule Protection Fault on a walk, level -1"},
        {0x3F, 0x28, "Granule Protection Fault"},
        {0x3F, 0x29, "Address size fault, level -1"},
        {0x3F, 0x2A, "Translation fault, level -2"},
        {0x3F, 0x2B, "Translation fault, level -1"},
        {0x3F, 0x2C, "Address size fault, level -2"},
        {0x3F, 0x30, "TLB conflict"},
        {0x3F, 0x31, "Unsupported atomic hardware update fault"},
        {0x3F, 0x35, "Unsupported Access fault"},
    };

    (void)snprintf(dst, bytes, "no code of a fault");
    for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++) {
        if ((fsc & codes[i].mask) == codes[i].match) {
            const bool level = codes[i].mask == 0x3C;
            (void)snprintf(dst, bytes, "%s%.*s", codes[i].text, level ? 1 : 0, &"0123"[fsc & 3]);
        }
    }
}

static const char *class_name(unsigned ec)
{
    switch (ec) {
    case SPE_PMBSR_EC_OTHER:
        return "other buffer event";
    case SPE_PMBSR_EC_GPC:
        return "granule protection check fault";
    case SPE_PMBSR_EC_IMPDEF:
        return "IMPLEMENTATION DEFINED";
    case SPE_PMBSR_EC_STAGE1:
        return "stage 1 Data Abort";
    case SPE_PMBSR_EC_STAGE2:
        return "stage 2 Data Abort";
    default:
        return "no code of an event";
    }
}

/* "Buffer access not allowed" has the code 0, which means nothing while S is 0. */
static const char *buffer_status(uint64_t value)
{
    switch (value & SPE_PMBSR_BSC) {
    case SPE_PMBSR_BSC_DENIED:
        return (value & SPE_PMBSR_S) != 0 ? "access not allowed" : "";
    case SPE_PMBSR_BSC_FULL:
        return "buffer full";
    case SPE_PMBSR_BSC_SIZE:
        return "buffer size";
    default:
        return "no status of a buffer";
    }
}

/* How MSS is read depends on EC: only a Data Abort has a fault status code. */
static void syndrome(uint64_t value, char *dst, size_t bytes)
{
    switch (SPE_FIELD(value, 31, 26)) {
    case SPE_PMBSR_EC_OTHER:
        (void)snprintf(dst, bytes, "%s", buffer_status(value));
        break;
    case SPE_PMBSR_EC_STAGE1:
    case SPE_PMBSR_EC_STAGE2:
        reg_fault_meaning((unsigned)(value & SPE_PMBSR_FSC), dst, bytes);
        break;
    default:
        break;
    }
}

static void details(uint64_t value, char *dst, size_t bytes)
{
    (void)snprintf(dst, bytes, "%s%s%s%s", (value & SPE_PMBSR_TOPLEVEL) != 0 ? "TopLevel " : "",
                   (value & SPE_PMBSR_ASSURED) != 0 ? "AssuredOnly " : "",
                   (value & SPE_PMBSR_OVERLAY) != 0 ? "Overlay " : "",
                   (value & SPE_PMBSR_DIRTY) != 0 ? "DirtyBit " : "");
    const size_t n = strlen(dst);
    if (n != 0) {
        dst[n - 1] = '\0';
    }
}

static void syndrome_words(const struct reg_field *field, uint64_t value, char *dst, size_t bytes)
{
    if (strcmp(field->name, "EC") == 0 && (value & SPE_PMBSR_S) != 0) {
        (void)snprintf(dst, bytes, "%s", class_name((unsigned)reg_field_value(field, value)));
    } else if (strcmp(field->name, "MSS") == 0) {
        syndrome(value, dst, bytes);
    } else if (strcmp(field->name, "MSS2") == 0) {
        details(value, dst, bytes);
    }
}

void reg_field_meaning(const struct reg_field *field, uint64_t value, char *dst, size_t bytes)
{
    static const char *const mode[] = {"", "reserved", "discard", "reserved"};
    static const char *const counter[] = {"", "physical", "reserved", "physical with offset"};
    const uint64_t part = reg_field_value(field, value);

    dst[0] = '\0';
    if (field->reg == SPE_PMBSR) {
        syndrome_words(field, value, dst, bytes);
    } else if (strcmp(field->name, "INTERVAL") == 0) {
        (void)snprintf(dst, bytes, "%" PRIu64 " operations", part << 8);
    } else if (strcmp(field->name, "FM") == 0) {
        (void)snprintf(dst, bytes, "%s", mode[part]);
    } else if (strcmp(field->name, "PCT") == 0) {
        (void)snprintf(dst, bytes, "%s", counter[part]);
    }
}

enum spe_reg reg_by_name(const char *name)
{
    for (int i = 0; i < SPE_REGS; i++) {
        const char *own = spe_reg_name((enum spe_reg)i);
        const size_t n = strlen(own);
        if (strncmp(name, own, n) == 0 && (name[n] == '\0' || strcmp(name + n, "2") == 0)) {
            return (enum spe_reg)i;
        }
    }
    return SPE_REGS;
}
