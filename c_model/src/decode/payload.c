/* SPDX-License-Identifier: Apache-2.0 */
#include "decode/forms.h"
#include "spe/bits.h"
#include "spe/packet.h"

#define FIELD(name, hi, lo, text)                                                                  \
    {                                                                                              \
        name, hi, lo, -1, text                                                                     \
    }
/* A virtual address in bits 55 to 0. Bit 55 also gives all address bits above it (D18.2.1); the top
 * byte of the payload is another field. */
#define ADDRESS                                                                                    \
    {                                                                                              \
        "addr", 55, 0, VIRTUAL, NULL                                                               \
    }
#define LAST                                                                                       \
    {                                                                                              \
        NULL, 0, 0, -1, NULL                                                                       \
    }

static const char *const security[] = {"Secure", "Non-secure"};
static const char *const levels[] = {"EL0", "EL1", "EL2", "EL3"};
static const char *const realm[] = {NULL, "Realm"};
static const char *const checked[] = {"access not checked", "access checked"};

/* 5.3.1, D18.2.1: PC, branch target, previous branch target. */
static const struct decode_field instruction_address[] = {
    FIELD("ns", 63, 63, security), FIELD("el", 62, 61, levels), FIELD("nse", 60, 60, realm),
    ADDRESS, LAST};
static const struct decode_field virtual_address[] = {FIELD("tag", 63, 56, NULL), ADDRESS, LAST};
static const struct decode_field physical_address[] = {
    FIELD("ns", 63, 63, security), FIELD("ch", 62, 62, checked), FIELD("nse", 60, 60, realm),
    FIELD("pat", 59, 56, NULL),    FIELD("addr", 55, 0, NULL),   LAST};
static const struct decode_field word[] = {FIELD("context", 31, 0, NULL), LAST};
static const struct decode_field count[] = {FIELD("count", 15, 0, NULL), LAST};
static const struct decode_field source[] = {FIELD("source", 15, 0, NULL), LAST};
static const struct decode_field events[] = {FIELD("events", 63, 0, NULL), LAST};
static const struct decode_field timestamp[] = {FIELD("ts", 63, 0, NULL), LAST};
static const struct decode_field value[] = {FIELD("value", 63, 0, NULL), LAST};
static const struct decode_field none[] = {LAST};

/* Operation Type payloads: 5.3.8, D18.2.7. */
static const char *const ase[] = {NULL, "Advanced SIMD"};
static const char *const fp[] = {NULL, "floating-point"};
static const char *const cond[] = {"unconditional", "conditional"};
static const char *const pred[] = {NULL, "predicated"};
static const char *const ldst[] = {"load", "store"};
static const char *const ar[] = {NULL, "acquire/release"};
static const char *const excl[] = {NULL, "exclusive"};
static const char *const at[] = {NULL, "atomic"};
static const char *const sg[] = {NULL, "gather/scatter"};
static const char *const comm[] = {"Branch with link or Procedure return", "other GCS operation"};
static const char *const cr[] = {"call or return not recorded", "Branch with link",
                                 "Procedure return", "neither call nor return"};
static const char *const gcs[] = {NULL, "GCS data access"};
static const char *const ind[] = {"direct", "indirect"};
static const char *const evl[] = {"32 bits",  "64 bits",   "128 bits",  "256 bits",
                                  "512 bits", "1024 bits", "2048 bits", "more than 2048 bits"};
static const char *const ets[] = {"128 bits",   "256 bits",   "512 bits",    "1024 bits",
                                  "2048 bits",  "4096 bits",  "8192 bits",   "16384 bits",
                                  "32768 bits", "65536 bits", "131072 bits", "262144 bits",
                                  NULL,         NULL,         NULL,          "whole ZA array"};

static const struct decode_field op_other[] = {FIELD("ase", 2, 2, ase), FIELD("fp", 1, 1, fp),
                                               FIELD("cond", 0, 0, cond), LAST};
static const struct decode_field op_sve[] = {FIELD("evl", 6, 4, evl), FIELD("pred", 2, 2, pred),
                                             FIELD("fp", 1, 1, fp), LAST};
static const struct decode_field op_sme[] = {{"ets", 6, 4, 2, ets}, FIELD("fp", 1, 1, fp), LAST};
static const struct decode_field op_ldst[] = {FIELD("ldst", 0, 0, ldst), LAST};
static const struct decode_field op_extended[] = {FIELD("ar", 4, 4, ar), FIELD("excl", 3, 3, excl),
                                                  FIELD("at", 2, 2, at), FIELD("ldst", 0, 0, ldst),
                                                  LAST};
static const struct decode_field op_sve_ldst[] = {FIELD("sg", 7, 7, sg), FIELD("evl", 6, 4, evl),
                                                  FIELD("pred", 2, 2, pred),
                                                  FIELD("ldst", 0, 0, ldst), LAST};
static const struct decode_field op_gcs[] = {FIELD("comm", 2, 2, comm), FIELD("ldst", 0, 0, ldst),
                                             LAST};
static const struct decode_field op_branch[] = {FIELD("cr", 4, 3, cr), FIELD("gcs", 2, 2, gcs),
                                                FIELD("ind", 1, 1, ind), FIELD("cond", 0, 0, cond),
                                                LAST};

#define INDEX(n)    (1u << (n))
#define ANY         0xffffffffu
#define IMPDEF      0xffff00c0u /* 0b0011x, 0b1xxxx */
#define BYTE7(bits) ((uint64_t)(bits) << 56)
#define OTHER       SPE_PACKET_OPERATION, INDEX(SPE_CLASS_OTHER)
#define LDST        SPE_PACKET_OPERATION, INDEX(SPE_CLASS_LDST)
#define BRANCH      SPE_PACKET_OPERATION, INDEX(SPE_CLASS_BRANCH)

static const struct decode_form forms[] = {
    {"Padding", SPE_PACKET_PADDING, ANY, 0, 0, 0, none},
    {"End", SPE_PACKET_END, ANY, 0, 0, 0, none},
    {"Alignment command", SPE_PACKET_ALIGNMENT, ANY, 0, 0, 0, none},
    {"Timestamp", SPE_PACKET_TIMESTAMP, ANY, 0, 0, 0, timestamp},
    {"Events", SPE_PACKET_EVENTS, ANY, 0, 0, SPE_MASK(47, 32) | SPE_BIT(16), events},
    {"Data Source", SPE_PACKET_DATA_SOURCE, ANY, 0, 0, 0, source},
    {"Context: CONTEXTIDR_EL1", SPE_PACKET_CONTEXT, INDEX(0), 0, 0, 0, word},
    {"Context: CONTEXTIDR_EL2", SPE_PACKET_CONTEXT, INDEX(1), 0, 0, 0, word},
    {"Counter: total latency", SPE_PACKET_COUNTER, INDEX(0), 0, 0, 0, count},
    {"Counter: issue latency", SPE_PACKET_COUNTER, INDEX(1), 0, 0, 0, count},
    {"Counter: translation latency", SPE_PACKET_COUNTER, INDEX(2), 0, 0, 0, count},
    {"Counter: alternate clock issue latency", SPE_PACKET_COUNTER, INDEX(4), 0, 0, 0, count},
    {"Counter: IMPLEMENTATION DEFINED", SPE_PACKET_COUNTER, IMPDEF, 0, 0, 0, count},
    {"Address: PC", SPE_PACKET_ADDRESS, INDEX(0), 0, 0, BYTE7(0x0f), instruction_address},
    {"Address: branch target", SPE_PACKET_ADDRESS, INDEX(1), 0, 0, BYTE7(0x0f),
     instruction_address},
    {"Address: data virtual", SPE_PACKET_ADDRESS, INDEX(2), 0, 0, 0, virtual_address},
    {"Address: data physical", SPE_PACKET_ADDRESS, INDEX(3), 0, 0, BYTE7(0x20), physical_address},
    {"Address: previous branch target", SPE_PACKET_ADDRESS, INDEX(4), 0, 0, BYTE7(0x0f),
     instruction_address},
    {"Address: IMPLEMENTATION DEFINED", SPE_PACKET_ADDRESS, IMPDEF, 0, 0, 0, value},
    {"Operation: other", OTHER, 0xf8, 0x00, 0, op_other},
    {"Operation: data processing, SVE vector", OTHER, 0x89, 0x08, 0, op_sve},
    {"Operation: data processing, SME array", OTHER, 0x89, 0x88, 0, op_sme},
    {"Operation: load/store, general-purpose registers", LDST, 0xfe, 0x00, 0, op_ldst},
    {"Operation: load/store, SIMD&FP registers", LDST, 0xfe, 0x04, 0, op_ldst},
    {"Operation: load/store, unspecified registers", LDST, 0xfe, 0x10, 0, op_ldst},
    {"Operation: load/store, Allocation Tag", LDST, 0xfe, 0x14, 0, op_ldst},
    {"Operation: load/store, Memory Copy", LDST, 0xfe, 0x20, 0, op_ldst},
    {"Operation: load/store, Memory Set", LDST, 0xff, 0x25, 0, op_ldst},
    {"Operation: load/store, System register access (NV2)", LDST, 0xfe, 0x30, 0, op_ldst},
    {"Operation: load/store, extended", LDST, 0xe2, 0x02, 0, op_extended},
    {"Operation: load/store, SVE or SME registers", LDST, 0x0a, 0x08, 0, op_sve_ldst},
    {"Operation: load/store, GCS", LDST, 0xfa, 0x40, 0, op_gcs},
    {"Operation: branch", BRANCH, 0xe0, 0x00, 0, op_branch},
};

const struct decode_form *decode_form_of(const struct spe_packet *packet)
{
    for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
        const struct decode_form *form = &forms[i];
        if (form->kind == packet->kind && packet->index < 32 &&
            (form->indices >> packet->index & 1) && (packet->payload & form->mask) == form->match) {
            return form;
        }
    }
    return NULL;
}

uint64_t decode_field_value(const struct decode_field *field, uint64_t payload)
{
    const uint64_t high = SPE_FIELD(payload, field->hi, field->lo);
    return field->low < 0 ? high : high << 1 | (payload >> field->low & 1);
}

/* "All other values are reserved": NSE 1 with NS 0 (D18.2.1), ETS 0b1100 to 0b1110 (D18.2.7). */
static bool value_reserved(const struct spe_packet *packet, const struct decode_form *form)
{
    if (form->fields == instruction_address || form->fields == physical_address) {
        return (packet->payload & BYTE7(0x90)) == BYTE7(0x10);
    }
    if (form->fields == op_sme) {
        return !ets[decode_field_value(&op_sme[0], packet->payload)];
    }
    return false;
}

uint32_t decode_payload_problems(const struct spe_packet *packet)
{
    if (packet->kind == SPE_PACKET_UNKNOWN) {
        return 0;
    }
    const struct decode_form *form = decode_form_of(packet);
    if (form && !(packet->payload & form->zero) && !value_reserved(packet, form)) {
        return 0;
    }
    return SPE_PROBLEM_BIT(SPE_PROBLEM_RESERVED_PAYLOAD);
}

static void put_field(struct spe_field *out, const struct decode_field *field,
                      const struct spe_packet *packet)
{
    const unsigned payload_bits = packet->payload_bytes * 8u;
    const unsigned hi = (unsigned)field->hi < payload_bits ? (unsigned)field->hi : payload_bits - 1;
    out->name = field->name;
    out->value = decode_field_value(field, packet->payload);
    out->bits = (uint8_t)(hi - (unsigned)field->lo + 1 + (field->low >= 0));
    out->is_virtual = field->low == VIRTUAL;
    out->wide = field->hi - field->lo >= 32;
    out->text = field->text ? field->text[out->value] : NULL;
}

int spe_packet_fields(const struct spe_packet *packet, struct spe_field out[SPE_PACKET_FIELDS])
{
    if (packet->payload_bytes == 0) {
        return 0;
    }
    const struct decode_form *form = decode_form_of(packet);
    const bool reserved = packet->problems & SPE_PROBLEM_BIT(SPE_PROBLEM_RESERVED_HEADER);
    const struct decode_field *field = form && !reserved ? form->fields : value;
    int n = 0;
    for (; field->name; field++) {
        put_field(&out[n++], field, packet);
    }
    return n;
}

const char *spe_packet_title(const struct spe_packet *packet)
{
    if (packet->kind == SPE_PACKET_UNKNOWN) {
        return "Unknown";
    }
    const struct decode_form *form = decode_form_of(packet);
    return form ? form->title : "Reserved";
}

const char *spe_operation_name(unsigned operation_class, uint8_t payload)
{
    const struct spe_packet packet = {.kind = SPE_PACKET_OPERATION,
                                      .index = (uint8_t)(operation_class & 0x1f),
                                      .payload = payload};
    const struct decode_form *form = operation_class < 3 ? decode_form_of(&packet) : NULL;
    return form ? form->title + sizeof("Operation: ") - 1 : NULL;
}
