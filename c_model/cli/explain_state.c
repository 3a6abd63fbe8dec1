/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "explain_print.h"
#include "reg_fields.h"
#include "spe/packet.h"

/* The sections of the text about registers, filters, counter and events. */

void reg_text(enum spe_reg reg, uint64_t value, char *dst, size_t bytes)
{
    const struct reg_field *field;
    size_t used = 0;

    dst[0] = '\0';
    for (unsigned i = 0; (field = reg_field(reg, i)) != NULL && used + 1 < bytes; i++) {
        const uint64_t held = reg_field_value(field, value);
        if (held != 0) {
            const int n = snprintf(dst + used, bytes - used,
                                   field->address ? "%s%s=0x%" PRIx64 : "%s%s=%" PRIu64,
                                   used == 0 ? " (" : " ", field->name, held);
            used += n > 0 ? (size_t)n : 0;
        }
    }
    if (used != 0 && used + 1 < bytes) {
        (void)snprintf(dst + used, bytes - used, ")");
    }
}

static void when_text(const struct when *w, char *dst, size_t bytes)
{
    if (!w->known) {
        (void)snprintf(dst, bytes, "never");
    } else {
        (void)snprintf(dst, bytes, "cycle %" PRIu64 " (seq %" PRIu32 ")", w->cycle, w->seq);
    }
}

/* "0x25 (stage 2 Data Abort)": the value of the whole field, also where only some bits differ. */
static void side_text(const struct bits_view *view, const struct bit_row *row, uint64_t value,
                      uint64_t part, char *dst, size_t bytes)
{
    const struct reg_field *field = reg_field_of(view->reg, row->low);
    char meaning[96] = "";

    if (field == NULL) {
        (void)snprintf(dst, bytes, "0x%" PRIx64, part);
        return;
    }
    reg_field_meaning(field, value, meaning, sizeof(meaning));
    (void)snprintf(dst, bytes, "0x%" PRIx64 "%s%s%s", reg_field_value(field, value),
                   meaning[0] != '\0' ? " (" : "", meaning, meaning[0] != '\0' ? ")" : "");
}

void lines_bits(struct lines *lines, const struct explanation *x)
{
    const struct bits_view *v = &x->bits;

    for (unsigned i = 0; v->reg != SPE_REGS && i < v->n; i++) {
        const struct bit_row *row = &v->row[i];
        char name[24], changed[48], right[48], expected[128], actual[128], events[BITS_NAMES] = "";
        bits_name(row, name, sizeof(name));
        when_text(&row->changed, changed, sizeof(changed));
        when_text(&row->right, right, sizeof(right));
        side_text(v, row, v->expected, row->expected, expected, sizeof(expected));
        side_text(v, row, v->actual, row->actual, actual, sizeof(actual));
        if (v->reg == SPE_PMSEVFR || v->reg == SPE_PMSNEVFR) {
            bits_names((row->expected ^ row->actual) << row->low, spe_event_name, events,
                       sizeof(events));
        }
        lines_add(lines, "%s %s%s%s%s: expected %s of %s%s%s, actual %s", spe_reg_name(v->reg),
                  name, events[0] != '\0' ? " (" : "", events, events[0] != '\0' ? ")" : "",
                  expected, changed, bit_row_taken(row) ? ", " : " by ",
                  row->changed.known ? row->changed.rule : "-", actual);
        lines_add(lines, "  last read right: %s; can differ since cycle %" PRIu64, right,
                  row->since);
    }
}

static bool concerns_counter(const struct explanation *x)
{
    const int check = explain_finding(x->e)->check;

    return check == SPE_CHECK_SEL_POSITION || check == SPE_CHECK_SEL_DRAW ||
           check == SPE_CHECK_OUT_POP || check == SPE_CHECK_SEL_COLLIDED ||
           x->bits.reg == SPE_PMSICR;
}

/* Number of entries of one kind between two places in the journal. */
static unsigned count_of(const struct explain *e, const struct spe_journal_entry *from,
                         const char *field)
{
    unsigned n = 0;

    for (size_t i = from == NULL ? 0 : (size_t)(from - e->entry); i < e->at; i++) {
        n += e->entry[i].unit == SPE_UNIT_INTERVAL && strcmp(e->entry[i].field, field) == 0;
    }
    return n;
}

/* The entry where the counter was last seen right: a read, or a selection at the predicted member.
 */
static const struct spe_journal_entry *counter_right(const struct explain *e)
{
    for (size_t i = e->at; i > 0; i--) {
        const struct spe_journal_entry *c = &e->entry[i - 1];
        const bool read = c->unit == SPE_UNIT_REGISTER && c->number == SPE_PMSICR;
        const bool member = c->unit == SPE_UNIT_INTERVAL && strcmp(c->field, "member") == 0;
        if (c->kind == SPE_JOURNAL_COMPARE && c->old == c->now && (read || member)) {
            return c;
        }
    }
    return NULL;
}

static void add_last_change(struct lines *lines, const struct explain *e, const char *field,
                            const char *what)
{
    const struct spe_journal_entry *last = explain_before(e, NULL, SPE_UNIT_INTERVAL, 0, field);

    if (last != NULL) {
        lines_add(lines, "  last %s: cycle %" PRIu64 " (seq %" PRIu32 "), 0x%" PRIx64, what,
                  last->cycle, last->seq, last->now);
    }
}

void lines_counter(struct lines *lines, const struct explanation *x)
{
    const struct explain *e = x->e;
    const struct spe_journal_entry *right = counter_right(e), *on = NULL;

    if (!concerns_counter(x)) {
        return;
    }
    if (right != NULL) {
        lines_add(lines, "PMSICR_EL1 was last right in cycle %" PRIu64 " (seq %" PRIu32 ", %s);",
                  right->cycle, right->seq,
                  right->unit == SPE_UNIT_REGISTER ? "a read" : "a selection");
    } else if (e->cut) {
        lines_add(lines, "PMSICR_EL1 was not seen right in the last %zu entries of the journal;",
                  e->at);
    } else {
        lines_add(lines, "PMSICR_EL1 was never seen right;");
    }
    lines_add(lines, "  since: %u loads, %u reloads, %u draws, %u selections are predicted",
              count_of(e, right, "load"), count_of(e, right, "reload"), count_of(e, right, "draw"),
              count_of(e, right, "selection"));
    add_last_change(lines, e, "load", "load to");
    add_last_change(lines, e, "reload", "reload of INTERVAL");
    add_last_change(lines, e, "draw", "draw");
    const struct spe_journal_entry *icr =
        journal_state_find(&e->state, SPE_UNIT_REGISTER, SPE_PMSICR, "PMSICR_EL1");
    const struct spe_journal_entry *next =
        journal_state_find(&e->state, SPE_UNIT_INTERVAL, 0, "next");
    lines_add(lines, "  now 0x%" PRIx64 "; next event at member %" PRIu64,
              icr != NULL ? icr->now : 0, next != NULL ? next->now : 0);
    for (unsigned i = 0; i < 3; i++) {
        on = explain_before(e, on, SPE_UNIT_ENABLE, 0, "profiling");
        if (on == NULL) {
            return;
        }
        lines_add(lines, "  profiling %s in cycle %" PRIu64 " (seq %" PRIu32 ")",
                  on->now != 0 ? "enabled" : "disabled", on->cycle, on->seq);
    }
}

static bool of_events(const struct explanation *x)
{
    const int check = explain_finding(x->e)->check;
    const bool bsr = x->bits.reg == SPE_PMBSR || x->bits.reg == SPE_PMBSR_EL2 ||
                     x->bits.reg == SPE_PMBSR_EL3 || x->bits.reg == SPE_PMBPTR;

    return check == SPE_CHECK_OUT_IRQ || check == SPE_CHECK_OUT_EXCEPTION ||
           check == SPE_CHECK_OUT_FREEZE || check == SPE_CHECK_BUF_DISABLED ||
           check == SPE_CHECK_BUF_DENIED || check == SPE_CHECK_OUT_FULL ||
           check == SPE_CHECK_BUF_LIMIT || check == SPE_CHECK_BUF_TWICE ||
           check == SPE_CHECK_ACC_POINTER || bsr;
}

static void add_register(struct lines *lines, const struct explain *e, enum spe_reg reg)
{
    const struct spe_journal_entry *c = NULL;

    for (unsigned i = 0; i < 3; i++) {
        do {
            c = explain_before(e, c, SPE_UNIT_REGISTER, reg, NULL);
        } while (c != NULL && !spe_journal_is_state(c));
        if (c == NULL || (c->cycle == 0 && c->now == 0)) {
            return;
        }
        lines_add(lines,
                  "  %s 0x%" PRIx64 " became 0x%" PRIx64 " in cycle %" PRIu64 " (seq %" PRIu32
                  ")%s%s",
                  c->field, c->old, c->now, c->cycle, c->seq,
                  c->kind == SPE_JOURNAL_TAKEN ? ", " : " by ", c->rule);
    }
}

/* Add the limit of the buffer, which decides whether the buffer is full. */
static void add_limit(struct lines *lines, const struct explain *e)
{
    const struct spe_journal_entry *limit = journal_state_find(
        &e->state, SPE_UNIT_REGISTER, SPE_PMBLIMITR, spe_reg_name(SPE_PMBLIMITR));
    const struct spe_journal_entry *ptr =
        journal_state_find(&e->state, SPE_UNIT_REGISTER, SPE_PMBPTR, spe_reg_name(SPE_PMBPTR));
    char fields[REG_TEXT], left[64] = "";

    if (limit == NULL) {
        return;
    }
    const uint64_t end = limit->now & SPE_MASK(63, 12);
    if (ptr != NULL && ptr->now <= end) {
        (void)snprintf(left, sizeof(left), ": %" PRIu64 " bytes behind PMBPTR_EL1", end - ptr->now);
    }
    reg_text(SPE_PMBLIMITR, limit->now, fields, sizeof(fields));
    lines_add(lines,
              "  PMBLIMITR_EL1 is 0x%" PRIx64 "%s since cycle %" PRIu64 " (seq %" PRIu32 ")%s;"
              " a record has at most %u bytes",
              limit->now, fields, limit->cycle, limit->seq, left, 1u << e->header.cfg->max_size);
}

/* Describe the answer to a translation that made the event, if one did. */
static void fault_text(const struct explain *e, const struct spe_journal_entry *event, char *dst,
                       size_t bytes)
{
    const struct spe_journal_entry *fault = NULL;
    char meaning[96];

    dst[0] = '\0';
    do {
        fault = explain_before(e, fault, SPE_UNIT_BUFFER, UINT32_MAX, "fault");
    } while (fault != NULL && fault->seq > event->seq);
    if (fault != NULL && fault->seq == event->seq) {
        reg_fault_meaning((unsigned)fault->now, meaning, sizeof(meaning));
        (void)snprintf(dst, bytes, " of 0x%" PRIx64 ", FSC 0x%02" PRIx64 " (%s)", fault->old,
                       fault->now, meaning);
    }
}

void lines_events(struct lines *lines, const struct explanation *x)
{
    static const enum spe_reg regs[] = {SPE_PMBSR, SPE_PMBSR_EL2, SPE_PMBSR_EL3, SPE_PMBPTR};
    const struct explain *e = x->e;
    const struct spe_journal_entry *event = NULL;

    if (!of_events(x)) {
        return;
    }
    lines_levels(lines, x);
    lines_add(lines, "management events and what they left, the last ones first:");
    for (unsigned i = 0; i < 3; i++) {
        event = explain_before(e, event, SPE_UNIT_DOUBT, 0, NULL);
        if (event == NULL) {
            break;
        }
        char fault[160];
        fault_text(e, event, fault, sizeof(fault));
        lines_add(lines,
                  "  %s%s, seen in cycle %" PRIu64 " (seq %" PRIu32 "), due in %" PRIu64
                  " to %" PRIu64 " by %s",
                  event->field, fault, event->cycle, event->seq, event->old, event->now,
                  event->rule);
    }
    for (size_t i = 0; i < sizeof(regs) / sizeof(regs[0]); i++) {
        add_register(lines, e, regs[i]);
    }
    add_limit(lines, e);
    for (const struct spe_journal_entry *c =
             explain_after(e, NULL, SPE_UNIT_REGISTER, SPE_PMBSR, NULL);
         c != NULL; c = explain_after(e, c, SPE_UNIT_REGISTER, SPE_PMBSR, NULL)) {
        if (c->kind == SPE_JOURNAL_COMPARE) {
            lines_add(lines,
                      "  next read of PMBSR_EL1, cycle %" PRIu64 ": expected 0x%" PRIx64
                      ", actual 0x%" PRIx64,
                      c->cycle, c->old, c->now);
            return;
        }
    }
}
