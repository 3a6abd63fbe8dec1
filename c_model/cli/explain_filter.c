/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "explain_print.h"
#include "filter_endings.h"
#include "spe/packet.h"

/* The section of the text about filters. */

struct shown {
    struct lines *lines;
    const struct explanation *x;
    unsigned n;
};

/* Names of the bits of PMSFCR_EL1: bits 20:16, then bits 52:48. */
static const char *type_name(unsigned bit)
{
    static const char *const names[] = {"B",  "LD", "ST",  "FP",  "SIMD", NULL,   NULL,
                                        NULL, "Bm", "LDm", "STm", "FPm",  "SIMDm"};

    return bit < sizeof(names) / sizeof(names[0]) && names[bit] != NULL ? names[bit] : "?";
}

void bits_names(uint64_t bits, const char *(*name)(unsigned bit), char *dst, size_t bytes)
{
    size_t used = 0;

    dst[0] = '\0';
    for (unsigned bit = 0; bit < 64; bit++) {
        if ((bits >> bit & 1) != 0 && used + 1 < bytes) {
            const int n =
                snprintf(dst + used, bytes - used, "%s%s", used == 0 ? "" : " ", name(bit));
            used += n > 0 ? (size_t)n : 0;
        }
    }
}

/* "0x2 (LD)": what a term of the filters asks for, or what the sample has. */
static void operand_text(const char *term, uint64_t value, char *dst, size_t bytes)
{
    char names[BITS_NAMES] = "";

    if (strcmp(term, "FE") == 0 || strcmp(term, "FNE") == 0) {
        bits_names(value, spe_event_name, names, sizeof(names));
    } else if (strcmp(term, "FT") == 0) {
        bits_names(value, type_name, names, sizeof(names));
    } else if (strcmp(term, "FL") == 0) {
        (void)snprintf(names, sizeof(names), "%" PRIu64 " cycles", value);
    }
    (void)snprintf(dst, bytes, "0x%" PRIx64 "%s%s%s", value, names[0] != '\0' ? " (" : "", names,
                   names[0] != '\0' ? ")" : "");
}

/* Add the filter terms of one sample; in the journal they come before its "keep". */
static void add_terms(struct lines *lines, const struct explain *e,
                      const struct spe_journal_entry *keep)
{
    char asked[BITS_NAMES + 32], there[BITS_NAMES + 32];

    for (size_t i = (size_t)(keep - e->entry); i > 0; i--) {
        const struct spe_journal_entry *t = &e->entry[i - 1];
        if (t->unit != SPE_UNIT_FILTER || t->number != keep->number) {
            break;
        }
        operand_text(t->field, t->old, asked, sizeof(asked));
        operand_text(t->field, t->now, there, sizeof(there));
        lines_add(lines, "    %s asks %s of %s: %s", t->field, asked, there,
                  t->mask != 0 ? "holds" : "FAILS");
    }
}

/* "kept", "rejected", or why the filters do not see the sample. */
static void outcome(const struct explain *e, const struct spe_journal_entry *ending, char *dst,
                    size_t bytes)
{
    static const char *const ends[SPE_LIFE_KINDS] = {[SPE_LIFE_SQUASH] = "squashed, ",
                                                     [SPE_LIFE_NONARCH] =
                                                         "non-architectural exception, ",
                                                     [SPE_LIFE_REPLAY] = "to be replayed, "};

    if (filter_saw(ending)) {
        (void)snprintf(dst, bytes, "%s", ending->now != 0 ? "kept" : "rejected");
        return;
    }
    const struct spe_journal_entry *end =
        explain_before(e, ending, SPE_UNIT_SAMPLE, ending->number, "end");
    const char *how = end != NULL && end->now < SPE_LIFE_KINDS ? ends[end->now] : NULL;
    (void)snprintf(dst, bytes, "%snot captured: [misspec_record] = 0", how != NULL ? how : "");
}

/* ", 62 cycles earlier; [pmu_max] = 1": an SPU that counts in time has counted the sample before.
 * "": the finding may be about it. */
static void how_early(const struct explain *e, const struct spe_journal_entry *ending, char *dst,
                      size_t bytes)
{
    dst[0] = '\0';
    if (filter_before(e, ending)) {
        (void)snprintf(dst, bytes, ", %" PRIu64 " cycles earlier; [pmu_max] = %d",
                       explain_finding(e)->cycle - ending->cycle, e->cfg.pmu_max);
    }
}

static void add_ending(void *user, const struct spe_journal_entry *ending)
{
    struct shown *s = user;
    char pc[32] = "PC not kept", early[64], how[80];
    struct story story;

    if (++s->n > 6) {
        return;
    }
    story_read(s->x->e, ending->number, &story);
    if (story_step(&story, "selected") != NULL) {
        (void)snprintf(pc, sizeof(pc), "PC 0x%" PRIx64, story.pc);
    }
    how_early(s->x->e, ending, early, sizeof(early));
    outcome(s->x->e, ending, how, sizeof(how));
    lines_add(s->lines, "  operation %" PRIu32 ", %s, cycle %" PRIu64 "%s: %s", ending->number, pc,
              ending->cycle, early, how);
    if (filter_saw(ending)) {
        add_terms(s->lines, s->x->e, ending);
    }
}

void lines_filter(struct lines *lines, const struct explanation *x)
{
    struct shown shown = {lines, x, 0};
    const struct journal_state *st = &x->e->state;
    char fields[REG_TEXT];

    if (!filter_counted(explain_finding(x->e)->check)) {
        return;
    }
    const struct spe_journal_entry *fcr =
        journal_state_find(st, SPE_UNIT_REGISTER, SPE_PMSFCR, "PMSFCR_EL1");
    reg_text(SPE_PMSFCR, fcr != NULL ? fcr->now : 0, fields, sizeof(fields));
    lines_add(lines, "PMSFCR_EL1 is 0x%" PRIx64 "%s; the count may be about, the last one first:",
              fcr != NULL ? fcr->now : 0, fields);
    const bool whole = filter_endings(x->e, add_ending, &shown);
    if (shown.n > 6) {
        lines_add(lines, "  and %u more", shown.n - 6);
    } else if (shown.n == 0) {
        lines_add(lines, "  no operation that has ended");
    }
    if (!whole) {
        lines_add(lines,
                  "  earlier ones are not kept: of the journal there are the last %zu entries",
                  x->e->at);
    }
}
