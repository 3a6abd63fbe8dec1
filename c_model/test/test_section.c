/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "arch/section.h"

#include <glob.h>
#include <stdlib.h>

#include "check.h"
#include "config_members.h"
#include "story/parts.h"
#include "txnlog.h"

/* The section of the rule that a finding cites: DDI 0586A for SPEv1p0, the Arm ARM for later
 * versions. */

#define FIRST "DDI 0586A "
#define LATER "Arm ARM "

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static struct spe_config version(int pmsver)
{
    struct spe_config cfg;

    spe_config_init(&cfg);
    cfg.pmsver = pmsver;
    return cfg;
}

/* Every section that a source file cites has a row in the table, so that each version cites its own
 * document. */
static int judge_source(const char *path)
{
    const struct spe_config v1p0 = version(1), v1p5 = version(6);
    char line[256], text[128];
    FILE *in = fopen(path, "r");
    int n = 0;

    assert_non_null(in);
    while (fgets(line, sizeof(line), in) != NULL) {
        const char *at = strstr(line, "\"" FIRST);
        if (at == NULL || sscanf(at, "\"%127[^\"]", text) != 1) {
            continue;
        }
        n++;
        assert_string_equal(section_of(&v1p0, text), text);
        if (!begins(section_of(&v1p5, text), LATER)) {
            fail_msg("%s: '%s' has no section of the Arm ARM", path, text);
        }
    }
    (void)fclose(in);
    return n;
}

static void every_section_of_the_sources_has_its_later_one(void **state)
{
    glob_t found;
    int n = 0;

    (void)state;
    assert_int_equal(glob("c_model/src/*/*.c", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        if (strstr(found.gl_pathv[i], "/section.c") == NULL) {
            n += judge_source(found.gl_pathv[i]);
        }
    }
    globfree(&found);
    assert_in_range(n, 50, 200);
}

static void other_texts_stay(void **state)
{
    const struct spe_config cfg = version(2);

    (void)state;
    assert_string_equal(section_of(&cfg, "dpi/README.md"), "dpi/README.md");
    assert_string_equal(section_of(&cfg, FIRST "3.6"), LATER "D17.9 RTRDTK, IMLGHW");
    assert_string_equal(section_of(&cfg, FIRST "9.9"), FIRST "9.9");
}

static void registers_have_their_description(void **state)
{
    const struct spe_config v1p0 = version(1), v1p5 = version(6);

    (void)state;
    assert_string_equal(section_of_reg(&v1p0, SPE_PMSICR), FIRST "4.3.10");
    assert_string_equal(section_of_reg(&v1p5, SPE_PMSICR), LATER "D24.7.13");
    for (int reg = 0; reg < SPE_REGS; reg++) {
        assert_non_null(section_of_reg(&v1p0, (enum spe_reg)reg));
        assert_true(begins(section_of_reg(&v1p5, (enum spe_reg)reg), LATER "D24.7."));
    }
}

/* Logs of SPEv1p0 run as SPEv1p5, and logs of SPEv1p5. */
#define CONFIG "@config ../../../rtl/configs/v1p0_min.cfg"
#define V1P5                                                                                       \
    "\n@key pmsver = 6\n@key events = 0xBFF\n@key fne = 1\n@key flag_updates = 1\n@key exc = 1"    \
    "\n@key pmu_full = 1\n@key pmu_feed = 1"
#define KEYS E(CONFIG, CONFIG V1P5 "\n@key ext_abort = serror")

static const struct {
    const char *name;
    struct txnlog_edit edit[2];
} logs[] = {
    {"one_record", {KEYS}}, {"full", {KEYS}},    {"collide", {KEYS}},   {"disabled", {KEYS}},
    {"exc_fault", {{0}}},   {"exc_full", {{0}}}, {"exc_impdef", {{0}}},
};

/* Findings that a change of one line cannot provoke. */
#define AW_31 "31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000"
#define W1    " w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598"
#define W2    " w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001"
#define W3    " w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200"
#define UNWRITTEN                                                                                  \
    E(AW_31, NULL), E("31" W1, NULL), E("32" W2, NULL), E("33" W3, NULL),                          \
        E("36 b id=0 resp=0", NULL)

static const struct {
    const char *name, *check;
    struct txnlog_edit edit[9];
} rows[] = {
    {"one_record",
     "xl.regime",
     {KEYS, E("28 xl_req id=1 regime=0 va=0x10000", "28 xl_req id=1 regime=1 va=0x10000")}},
    {"one_barrier", "buf.missing", {KEYS, UNWRITTEN}},
    {"no_life",
     "buf.twice",
     {KEYS, E("36 b id=0 resp=0", "36 b id=0 resp=0\n40 aw len=2 size=3"
                                  " prot=0x3 cache=0xf addr=0x80010000\n40" W1 "\n41" W2 "\n42" W3
                                  "\n43 b id=0 resp=0")}},
    {"full",
     "buf.limit",
     {KEYS,
      E("31 aw id=0 len=2 size=3 prot=0x3 cache=0x3 addr=0x8001ffb0",
        "31 aw id=0 len=10 size=3 prot=0x3 cache=0x3 addr=0x8001ffb0"),
      E("33" W3, "33 w strb=0x1f last_word=1 data=0x0000000100025200\n33 w last_word=1\n"
                 "33 w last_word=1\n33 w last_word=1\n33 w last_word=1\n33 w last_word=1\n"
                 "33 w last_word=1\n33 w last_word=1\n33 w last_word=1 last=1 strb=0x01")}},
    {"one_record", "out.serror", {KEYS, E("36 b id=0 resp=0", "36 b id=0 resp=2")}},
    {"exc_fault",
     "out.freeze",
     {E("41 out levels=0x48", "41 out levels=0xc8"),
      E("43 out levels=0x08", "43 out levels=0x08")}},
    {"exc_impdef",
     "xl.nvm",
     {E("28 xl_req id=1 regime=0 va=0x10000", "28 xl_req id=1 regime=0 va=0x10000 nvm=1")}},
    {"disabled",
     "buf.denied",
     {E(CONFIG, CONFIG V1P5 "\n@key ext_abort = serror\n@key disabled_record = event"),
      E("40 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000", NULL), E("40" W1, NULL),
      E("41" W2, NULL), E("42" W3, NULL), E("44 b id=0 resp=0", NULL)}},
    {"full",
     "fork.settled",
     {E(CONFIG, CONFIG V1P5 "\n@key ext_abort = serror\n@key wrong_pointer = any"),
      E("3 sysreg enc=PMBPTR_EL1 write=write data=0x1ffb0",
        "3 sysreg enc=PMBPTR_EL1 write=write data=0x1fff0"),
      E("38 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x20001",
        "38 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x20003")}},
};

/* Another last character for a line; usually a digit. */
static char other(char last)
{
    return last == '0' ? '1' : '0';
}

struct tally {
    bool fired[SPE_CHECKS];
    unsigned runs;
};

/* `must`: a check that must fire, or NULL. */
static void judge(const char *name, const char *text, const char *must, struct tally *tally)
{
    struct txnlog_result r;
    char fired[512];

    txnlog_apply(name, text, &r);
    txnlog_fired(&r, fired, sizeof(fired));
    if (must != NULL && strstr(fired, must) == NULL) {
        fail_msg("%s: '%s' fired, not %s; %s%s", name, fired, must, r.error, r.first);
    }
    tally->runs++;
    for (int i = 0; i < SPE_CHECKS; i++) {
        const char *section = r.fired[i] ? r.sections[i] : LATER;
        tally->fired[i] |= r.fired[i];
        if (begins(section, FIRST)) {
            fail_msg("%s, %s: '%s' of SPEv1p0 in:\n%s", name, spe_check_name(i), section, text);
        }
    }
}

/* Remove one line, repeat it, then change its last character. */
static void change_line(const char *name, const char *text, const char *line, struct tally *tally)
{
    size_t before = (size_t)(line - text), n = strcspn(line, "\n") + 1, all = strlen(text);
    char *changed = calloc(1, all + n + 1);

    assert_non_null(changed);
    memcpy(changed, text, before);
    strcpy(changed + before, line + n);
    judge(name, changed, NULL, tally);
    strcpy(changed + before, line);
    strcpy(changed + before + n, line);
    judge(name, changed, NULL, tally);
    strcpy(changed, text);
    changed[before + n - 2] = other(changed[before + n - 2]);
    judge(name, changed, NULL, tally);
    free(changed);
}

static void change_each_line(const char *name, const char *text, struct tally *tally)
{
    for (const char *at = text; *at != '\0'; at += strcspn(at, "\n") + 1) {
        if (*at >= '0' && *at <= '9') {
            change_line(name, text, at, tally);
        }
    }
}

/* A generator that is stuck: each member needs a draw, and after the first one all tags are in
 * use. */
#define DRAWS 2100

static char *stuck_generator(void)
{
    static const struct txnlog_edit edits[] = {
        KEYS,
        E("5 sysreg enc=PMSICR_EL1 write=write data=3",
          "5 sysreg enc=PMSIRR_EL1 write=write data=1\n"
          "5 sysreg enc=PMSICR_EL1 write=write data=3"),
        E("40 sysreg enc=PMSCR_EL1 write=write pos=3 data=0", NULL),
        {0}};
    char *base = txnlog_text("one_record", edits), *end = strstr(base, "48 close");

    assert_non_null(end);
    *end = '\0';
    char *text = calloc(1, strlen(base) + (size_t)DRAWS * 80), *to = text;
    assert_non_null(text);
    to += sprintf(to, "%s", base);
    for (int i = 50; i < 50 + DRAWS; i++) {
        to += sprintf(to, "%d rnd value=0\n%d pop ctx=0 n=1\n%d sel ctx=0 tag=%s\n", i, i, i,
                      i == 50 ? "0" : "collided");
    }
    (void)sprintf(to, "3000 close\n");
    free(base);
    return text;
}

static void findings_of_later_versions_name_the_arm_arm(void **state)
{
    struct tally tally = {.runs = 0};

    (void)state;
    for (size_t i = 0; i < sizeof(logs) / sizeof(logs[0]); i++) {
        char *text = txnlog_text(logs[i].name, logs[i].edit);
        judge(logs[i].name, text, NULL, &tally);
        change_each_line(logs[i].name, text, &tally);
        free(text);
    }
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char *text = txnlog_text(rows[i].name, rows[i].edit);
        judge(rows[i].name, text, rows[i].check, &tally);
        free(text);
    }
    char *text = stuck_generator();
    judge("one_record", text, "sel.uniform", &tally);
    free(text);
    for (int i = 0; i < SPE_CHECKS; i++) {
        if (!tally.fired[i]) {
            fail_msg("%s has not fired in %u runs", spe_check_name(i), tally.runs);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_section_of_the_sources_has_its_later_one),
        cmocka_unit_test(other_texts_stay),
        cmocka_unit_test(registers_have_their_description),
        cmocka_unit_test(findings_of_later_versions_name_the_arm_arm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
