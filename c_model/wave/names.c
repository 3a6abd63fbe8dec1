/* SPDX-License-Identifier: Apache-2.0 */
#include "names.h"

#include "spe/journal.h"
#include "spe/txn.h"

static const char *const samples[] = {
    [SPE_SAMPLE_FREE] = "free", [SPE_SAMPLE_FLIGHT] = "in flight", [SPE_SAMPLE_WAIT] = "waits"};

static const char *const lives[] = {[SPE_LIFE_ISSUE] = "issue",
                                    [SPE_LIFE_XLAT_START] = "translation start",
                                    [SPE_LIFE_XLAT_END] = "translation end",
                                    [SPE_LIFE_COMPLETE] = "complete",
                                    [SPE_LIFE_RETIRE] = "retire",
                                    [SPE_LIFE_EXCEPTION] = "exception",
                                    [SPE_LIFE_SQUASH] = "squash",
                                    [SPE_LIFE_NONARCH] = "nonarch",
                                    [SPE_LIFE_REPLAY] = "replay",
                                    [SPE_LIFE_KINDS] = "selected"};

static const char *const records[] = {
    [SPE_RECORD_NONE] = "none",       [SPE_RECORD_MADE] = "made",
    [SPE_RECORD_QUEUED] = "queued",   [SPE_RECORD_STARTED] = "started",
    [SPE_RECORD_WRITTEN] = "written", [SPE_RECORD_LOST] = "lost"};

static const char *const regimes[SPE_REGIMES] = {
    [SPE_REGIME_NS_EL10] = "NS EL1&0", [SPE_REGIME_EL2] = "NS EL2",
    [SPE_REGIME_EL20] = "NS EL2&0",    [SPE_REGIME_S_EL10] = "S EL1&0",
    [SPE_REGIME_S_EL2] = "S EL2",      [SPE_REGIME_S_EL20] = "S EL2&0",
    [SPE_REGIME_R_EL10] = "R EL1&0",   [SPE_REGIME_R_EL2] = "R EL2",
    [SPE_REGIME_R_EL20] = "R EL2&0"};

#define COUNT(names) (sizeof(names) / sizeof((names)[0]))

const char *const *names_of(enum row_format format, size_t *n)
{
    switch (format) {
    case ROW_SAMPLE:
        *n = COUNT(samples);
        return samples;
    case ROW_LIFE_STEP:
        *n = COUNT(lives);
        return lives;
    case ROW_RECORD_STEP:
        *n = COUNT(records);
        return records;
    case ROW_REGIME_NAME:
        *n = COUNT(regimes);
        return regimes;
    default:
        *n = 0;
        return NULL;
    }
}

const char *names_packet(const struct spe_packet *p)
{
    static const char *const address[] = {"PC", "TGT", "VA", "PA", "PBT"};
    static const char *const counter[] = {"TOT", "ISSUE", "XLAT", "COUNTER 3", "ALT"};
    static const char *const context[] = {"CTX1", "CTX2"};
    static const char *const other[SPE_PACKET_KINDS] = {
        [SPE_PACKET_PADDING] = "PAD",    [SPE_PACKET_END] = "END",
        [SPE_PACKET_TIMESTAMP] = "TS",   [SPE_PACKET_EVENTS] = "EV",
        [SPE_PACKET_DATA_SOURCE] = "DS", [SPE_PACKET_OPERATION] = "OP",
        [SPE_PACKET_ALIGNMENT] = "ALIGN"};
    const char *name;

    if (p->kind == SPE_PACKET_ADDRESS && p->index < COUNT(address)) {
        name = address[p->index];
    } else if (p->kind == SPE_PACKET_COUNTER && p->index < COUNT(counter)) {
        name = counter[p->index];
    } else if (p->kind == SPE_PACKET_CONTEXT && p->index < COUNT(context)) {
        name = context[p->index];
    } else {
        name = other[p->kind];
    }
    return name != NULL ? name : "?";
}

unsigned names_header_of(const struct spe_packet *p)
{
    return p->header_bytes == 2 ? (unsigned)p->header[0] << 8 | p->header[1] : p->header[0];
}

const char *names_header(unsigned header)
{
    const uint8_t both[SPE_PACKET_MAX] = {(uint8_t)(header >> 8), (uint8_t)header};
    const uint8_t one[SPE_PACKET_MAX] = {(uint8_t)header};
    struct spe_packet packet;

    if (spe_decode_packet(header > 0xFF ? both : one, SPE_PACKET_MAX, &packet) <= 0 ||
        names_header_of(&packet) != header || packet.kind == SPE_PACKET_UNKNOWN) {
        return NULL;
    }
    return spe_packet_title(&packet);
}
