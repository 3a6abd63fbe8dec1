/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>

#include "explain_print.h"
#include "explain_repeat.h"
#include "filter_endings.h"

/* The explanation as one JSON object. Numbers of 64 bits are strings "0x...". */

static void print_string(const char *text)
{
    putchar('"');
    for (; *text != '\0'; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') {
            printf("\\%c", c);
        } else if (c < 0x20 || c >= 0x7F) {
            printf("\\u%04x", c);
        } else {
            putchar(c);
        }
    }
    putchar('"');
}

static void string_of(const char *key, const char *text, const char *end)
{
    printf("\"%s\":", key);
    print_string(text);
    fputs(end, stdout);
}

static void hex_of(const char *key, uint64_t value, const char *end)
{
    printf("\"%s\":\"0x%" PRIx64 "\"%s", key, value, end);
}

static void print_finding(const struct explain *e)
{
    const struct spe_finding *f = explain_finding(e);

    printf("\"finding\":{\"number\":%zu,\"of\":%zu,", e->target + 1, e->n_findings);
    string_of("check", spe_check_name(f->check), ",");
    hex_of("cycle", f->cycle, ",");
    printf("\"seq\":%" PRIu32 ",", f->seq);
    string_of("where", f->where, ",");
    string_of("text", f->text, ",");
    string_of("expected", f->expected, ",");
    string_of("actual", f->actual, ",");
    string_of("section", f->section, ",");
    string_of("choices", f->choices, "}");
}

static void print_suspects(const struct explanation *x)
{
    fputs(",\n\"suspects\":[", stdout);
    for (unsigned i = 0; i < x->n_suspects; i++) {
        printf("%s{", i == 0 ? "" : ",");
        string_of("concern", concern_name(x->suspect[i].concern), ",");
        string_of("rule", concern_rule(x->suspect[i].concern), ",");
        string_of("why", x->suspect[i].why, "}");
    }
    printf("],\n\"oracles\":{\"findings\":%u,\"before\":%u,\"predicted\":%u,\"story\":%u,"
           "\"accounts\":%u,"
           "\"contract\":%u,\"story_agrees\":%s,",
           x->oracles.findings, x->oracles.before, x->oracles.by[0], x->oracles.by[1],
           x->oracles.by[2], x->oracles.by[3], x->oracles.story_agrees ? "true" : "false");
    string_of("conclusion", oracles_conclusion(x), "}");
}

static void print_side(const char *key, bool there, const struct spe_packet *packet)
{
    char text[PACKET_TEXT];

    if (!there) {
        printf(",\"%s\":null", key);
        return;
    }
    record_packet_text(packet, text, sizeof(text));
    printf(",\"%s\":{\"offset\":%" PRIu64 ",\"bytes\":%u,", key, packet->offset,
           packet->header_bytes + packet->payload_bytes);
    hex_of("payload", packet->payload, ",");
    string_of("text", text, "}");
}

static void print_run(const struct run_count *run, const struct record_row *row)
{
    const struct run_packet *p = run_count_of(run, row);

    if (p != NULL && run->records != 0) {
        printf(
            ",\"run\":{\"kind\":\"%s\",\"records\":%u,\"expected\":%u,\"actual\":%u,\"right\":%u}",
            run->kind, run->records, p->expected, p->actual, p->right);
    }
}

static void print_earlier(const struct earlier *earlier)
{
    if (earlier->sample != 0) {
        printf(",\"earlier\":{\"operation\":%" PRIu32 ",\"same_tag\":%s,\"added\":%s}",
               earlier->sample, earlier->same_tag ? "true" : "false",
               earlier->added ? "true" : "false");
    }
}

static void print_record(const struct explanation *x)
{
    const struct record_view *v = &x->record;

    if (v->number == 0) {
        return;
    }
    printf(",\n\"record\":{\"number\":%" PRIu32 ",\"length\":%u,\"written\":%u,\"beyond\":%u,",
           v->number, v->length, v->written, v->beyond);
    hex_of("va", v->va, ",");
    hex_of("pa", v->pa, ",\"packets\":[");
    for (unsigned i = 0; i < v->n_rows; i++) {
        const struct record_row *row = &v->row[i];
        printf("%s\n{\"same\":%s", i == 0 ? "" : ",", row->same ? "true" : "false");
        print_side("expected", row->has_expected, &row->expected);
        print_side("actual", row->has_actual, &row->actual);
        print_run(&x->run, row);
        print_earlier(&x->earlier[i]);
        putchar('}');
    }
    fputs("]}", stdout);
}

static void print_story(const struct explanation *x)
{
    const struct story *s = &x->story;
    const struct spe_txn_ctx *ctx = explain_context_of(x->e, s->sample);

    if (s->sample == 0) {
        return;
    }
    printf(",\n\"operation\":{\"number\":%" PRIu32 ",\"record\":%" PRIu32 ",", s->sample,
           s->record);
    hex_of("pc", s->pc, ",");
    hex_of("op", s->op, ",");
    hex_of("member", s->position, ",");
    hex_of("context", s->context, ",");
    hex_of("contextidr_el1", s->contextidr_el1, ",");
    hex_of("contextidr_el2", s->contextidr_el2, ",");
    hex_of("pmscr_el1", s->pmscr_el1, ",");
    hex_of("pmscr_el2", s->pmscr_el2, ",");
    if (ctx != NULL) {
        hex_of("cntvoff", ctx->cntvoff, ",");
        hex_of("cntpoff", ctx->cntpoff, ",");
    }
    hex_of("events", s->events, ",");
    hex_of("cntpct", s->cntpct, ",");
    hex_of("cntpct_end", s->cntpct_end, ",");
    printf("\"tag\":%" PRIu64 ",\"total\":%" PRIu64 ",\"issue\":%" PRIu64
           ",\"translation\":%" PRIu64 ",\"steps\":[",
           s->tag, s->total, s->issue, s->translation);
    for (unsigned i = 0; i < s->n; i++) {
        printf("%s\n{", i == 0 ? "" : ",");
        string_of("what", s->step[i].what, ",");
        hex_of("cycle", s->step[i].cycle, ",");
        printf("\"seq\":%" PRIu32 ",\"at\":%" PRIu64 ",", s->step[i].seq, s->step[i].at);
        hex_of("value", s->step[i].value, "}");
    }
    fputs("]}", stdout);
}

static void print_when(const char *key, const struct when *w)
{
    if (!w->known) {
        printf(",\"%s\":null", key);
        return;
    }
    printf(",\"%s\":{", key);
    hex_of("cycle", w->cycle, ",");
    printf("\"seq\":%" PRIu32 ",", w->seq);
    string_of("rule", w->rule, "}");
}

static void print_bits(const struct bits_view *v)
{
    if (v->reg == SPE_REGS) {
        return;
    }
    fputs(",\n\"register\":{", stdout);
    string_of("name", spe_reg_name(v->reg), ",");
    hex_of("expected", v->expected, ",");
    hex_of("actual", v->actual, ",\"bits\":[");
    for (unsigned i = 0; i < v->n; i++) {
        const struct bit_row *row = &v->row[i];
        char name[24];
        bits_name(row, name, sizeof(name));
        printf("%s\n{\"high\":%u,\"low\":%u,", i == 0 ? "" : ",", row->high, row->low);
        string_of("name", name, ",");
        hex_of("expected", row->expected, ",");
        hex_of("actual", row->actual, ",");
        hex_of("since", row->since, "");
        print_when("changed", &row->changed);
        print_when("right", &row->right);
        putchar('}');
    }
    fputs("]}", stdout);
}

struct filters {
    const struct explain *e;
    unsigned n;
};

static void print_ending(void *user, const struct spe_journal_entry *ending)
{
    struct filters *f = user;
    const char *separator = "";
    const bool captured = filter_saw(ending);

    printf("%s\n{\"operation\":%" PRIu32 ",\"captured\":%s,\"kept\":%s,", f->n++ == 0 ? "" : ",",
           ending->number, captured ? "true" : "false",
           captured && ending->now != 0 ? "true" : "false");
    hex_of("cycle", ending->cycle, ",\"terms\":[");
    for (size_t i = (size_t)(ending - f->e->entry); captured && i > 0; i--) {
        const struct spe_journal_entry *t = &f->e->entry[i - 1];
        if (t->unit != SPE_UNIT_FILTER || t->number != ending->number) {
            break;
        }
        printf("%s{", separator);
        separator = ",";
        string_of("term", t->field, ",");
        hex_of("asked", t->old, ",");
        hex_of("there", t->now, ",");
        printf("\"holds\":%s}", t->mask != 0 ? "true" : "false");
    }
    fputs("]}", stdout);
}

static void print_translation(const struct xl_row *row)
{
    const struct spe_txn *txn = &row->txn;

    putchar('{');
    hex_of("cycle", txn->cycle, ",");
    printf("\"seq\":%" PRIu32 ",", txn->seq);
    string_of("kind", spe_txn_name(txn->kind), ",");
    string_of("text", row->text, ",");
    if (xl_row_translates(row)) {
        hex_of("va", row->va, ",");
    }
    if (txn->kind == SPE_TXN_XL_RSP && txn->u.xl_rsp.fault == SPE_XL_OK) {
        hex_of("pa", txn->u.xl_rsp.pa, ",");
    } else if (txn->kind == SPE_TXN_AW) {
        hex_of("pa", txn->u.aw.addr, ",");
    }
    if (row->rule != NULL) {
        string_of("rule", row->rule, ",");
    }
    printf("\"more\":%u,", row->more);
    hex_of("first", row->first, "}");
}

static void print_translations(const struct xl_view *view)
{
    if (view->named == 0) {
        return;
    }
    fputs(",\n\"translations\":{\"pages\":[", stdout);
    for (unsigned i = 0; i < view->named; i++) {
        printf("%s\"0x%" PRIx64 "\"", i == 0 ? "" : ",", view->page[i] << 12);
    }
    printf("],\"elsewhere\":%s,\"dropped\":%u,\"rows\":[", view->elsewhere ? "true" : "false",
           view->dropped);
    for (unsigned i = 0; i < view->n; i++) {
        fputs(i == 0 ? "\n" : ",\n", stdout);
        print_translation(&view->row[i]);
    }
    fputs("]}", stdout);
}

static void print_forks(const struct explain *e)
{
    const char *separator = "";

    fputs(",\n\"forks\":[", stdout);
    for (size_t i = 0; i < e->state.n; i++) {
        const struct spe_journal_entry *d = &e->state.item[i].last;
        if (d->unit == SPE_UNIT_DOUBT && d->number != 0) {
            printf("%s{", separator);
            separator = ",";
            string_of("choice", d->field, ",");
            hex_of("cycle", d->cycle, "}");
        }
    }
    putchar(']');
}

static void print_state(const struct explain *e)
{
    const char *separator = "";

    fputs(",\n\"state\":[", stdout);
    for (size_t i = 0; i < e->state.n; i++) {
        const struct spe_journal_entry *s = &e->state.item[i].last;
        printf("%s\n{", separator);
        separator = ",";
        string_of("unit", spe_unit_name(s->unit), ",");
        printf("\"number\":%" PRIu32 ",", s->number);
        string_of("field", s->field, ",");
        hex_of("value", s->now, ",");
        hex_of("cycle", s->cycle, ",");
        printf("\"seq\":%" PRIu32 ",", s->seq);
        string_of("rule", s->rule, "}");
    }
    putchar(']');
}

static bool print_txns(const struct explain *e)
{
    char text[TXN_TEXT];
    bool good = true;

    fputs(",\n\"transactions\":[", stdout);
    for (size_t i = 0; i < e->n_txns; i++) {
        good &= explain_txn_text(&e->txn[i], text, sizeof(text));
        printf("%s\n{\"seq\":%" PRIu32 ",", i == 0 ? "" : ",", e->txn[i].seq);
        string_of("text", text, "}");
    }
    putchar(']');
    return good;
}

static bool print_commands(const struct explain *e)
{
    struct repeat repeat;
    const bool good = repeat_read(e, &repeat);

    if (good) {
        fputs(",\n\"commands\":{", stdout);
        string_of("state", repeat.state, ",");
        string_of(repeat.runs ? "run" : "replay", repeat.again, "}");
    }
    repeat_free(&repeat);
    return good;
}

void explain_print_json_none(const struct explain *e)
{
    putchar('{');
    string_of("log", e->path, ",\n\"finding\":null,\"failed\":");
    if (e->run.present && e->run.why[0] != '\0') {
        print_string(e->run.why);
    } else {
        fputs("null", stdout);
    }
    puts("}");
}

bool explain_print_json(const struct explanation *x)
{
    struct filters filters = {x->e, 0};

    putchar('{');
    string_of("log", x->e->path, ",\n");
    print_finding(x->e);
    print_suspects(x);
    print_translations(&x->translations);
    print_record(x);
    print_story(x);
    print_bits(&x->bits);
    fputs(",\n\"filters\":[", stdout);
    const bool whole = filter_endings(x->e, print_ending, &filters);
    printf("],\n\"filters_whole\":%s", whole ? "true" : "false");
    print_forks(x->e);
    print_state(x->e);
    const bool txns = print_txns(x->e), commands = print_commands(x->e);
    puts("}");
    return txns && commands;
}
