/* SPDX-License-Identifier: Apache-2.0 */
/*
 * AWCACHE by the attribute of the translation: codes of AXI4 (IHI 0022, Table A4-5), attributes of
 * MAIR_ELx. A port need not tell inner from outer, nor Write-Through from Write-Back
 * (rtl/README.md, "Ports").
 */
#include "check.h"
#include "txnlog.h"

/* The set of codes as 16 characters, code 0 first. */
static const struct {
    unsigned attr;
    const char *codes;
} rows[] = {
    {0x00, "1000000000000000"},                             /* Device-nGnRnE */
    {0x04, "1100000000000000"},                             /* Device-nGnRE */
    {0x08, "1100000000000000"},                             /* Device-nGRE */
    {0x0C, "1100000000000000"},                             /* Device-GRE */
    {0x44, "0011000000000000"},                             /* Non-cacheable */
    {0xBB, "0000001000100011"},                             /* Write-Through; 0xF as Write-Back */
    {0x88, "0000001000100011"}, {0x33, "0000001000100011"}, /* transient */
    {0xFF, "0000000100010001"},                             /* Write-Back */
    {0xCC, "0000000100010001"}, {0x77, "0000000100010001"}, /* transient */
    {0xF4, "0011000100010001"},                             /* outer Write-Back, inner none */
    {0x4F, "0011000100010001"}, {0xBF, "0000001100110011"}, {0xFB, "0000001100110011"},
    {0x4B, "0011001000100011"}, {0x84, "0011001000100011"},
};

static const char *codes_of(unsigned attr, char codes[17])
{
    for (unsigned code = 0; code < 16; code++) {
        struct txnlog_result result;
        char rsp[80], aw[80];
        const struct txnlog_edit edits[] = {
            E("30 xl_rsp id=1 ns=1 attr=0xff pa=0x80010000", rsp),
            E("31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000", aw), E(NULL, NULL)};
        (void)snprintf(rsp, sizeof(rsp), "30 xl_rsp id=1 ns=1 attr=0x%x pa=0x80010000", attr);
        (void)snprintf(aw, sizeof(aw),
                       "31 aw id=0 len=2 size=3 prot=0x3 cache=0x%x addr=0x80010000", code);
        txnlog_run("one_record", edits, &result);
        assert_int_equal(result.status, 0);
        codes[code] = result.fired[SPE_CHECK_BUS_PROTOCOL] ? '0' : '1';
    }
    codes[16] = '\0';
    return codes;
}

static void codes_by_attribute(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char codes[17];
        if (strcmp(codes_of(rows[i].attr, codes), rows[i].codes) != 0) {
            fail_msg("0x%02x: %s, expected %s", rows[i].attr, codes, rows[i].codes);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(codes_by_attribute)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
