/* SPDX-License-Identifier: Apache-2.0 */
#include "finding.h"

#include <inttypes.h>

static const char *kind_of(const struct spe_finding *f)
{
    static const char *const kinds[] = {[SPE_FINDING_MISMATCH] = "MISMATCH",
                                        [SPE_FINDING_MISUSE] = "MISUSE",
                                        [SPE_FINDING_ASSERTION] = "ASSERTION"};

    return kinds[f->kind];
}

/* Name of the check of a finding. An assertion is called "sva", as in off= of the verdict. */
static const char *check_of(const struct spe_finding *f)
{
    return f->kind == SPE_FINDING_ASSERTION ? "sva" : spe_check_name(f->check);
}

static const char *or_dash(const char *text)
{
    return text[0] != '\0' ? text : "-";
}

/* The fields of f, with the name of a session (64), leave 512 characters for numbers, names of kind
 * and check, punctuation (together less than 150) and the section. */
_Static_assert(sizeof(((struct spe_finding *)0)->where) + sizeof(((struct spe_finding *)0)->text) +
                       sizeof(((struct spe_finding *)0)->expected) +
                       sizeof(((struct spe_finding *)0)->actual) +
                       sizeof(((struct spe_finding *)0)->choices) + 64 + 512 <=
                   FINDING_LINE,
               "a line of a finding may be cut");

void finding_format(char line[FINDING_LINE], const char *name, const struct spe_finding *f)
{
    const int n = snprintf(line, FINDING_LINE,
                           "%" PRIu64 " %s %s: %s %s: %s (expected %s, actual %s) [seq %" PRIu32
                           ", member %" PRIu64 ", %s]%s%s\n",
                           f->cycle, name, kind_of(f), check_of(f), f->where, f->text,
                           or_dash(f->expected), or_dash(f->actual), f->seq, f->pos, f->section,
                           f->choices[0] ? " " : "", f->choices);
    if (n >= FINDING_LINE) {
        line[FINDING_LINE - 2] = '\n';
    }
}

/* Characters that are not printable ASCII are escaped, because a name may hold any byte above the
 * control characters. */
static void print_text(FILE *out, const char *key, const char *text)
{
    fprintf(out, ",\"%s\":\"", key);
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '"' || *c == '\\') {
            fprintf(out, "\\%c", *c);
        } else if (*c < ' ' || *c > '~') {
            fprintf(out, "\\u%04x", (unsigned)(unsigned char)*c);
        } else {
            fputc(*c, out);
        }
    }
    fputc('"', out);
}

void finding_print_json(FILE *out, const char *name, const struct spe_finding *f,
                        const uint64_t *follows)
{
    fprintf(out, "{\"cycle\":\"0x%" PRIx64 "\",\"seq\":%" PRIu32 ",\"member\":\"0x%" PRIx64 "\"",
            f->cycle, f->seq, f->pos);
    print_text(out, "session", name);
    print_text(out, "kind", kind_of(f));
    print_text(out, "check", check_of(f));
    print_text(out, "where", f->where);
    print_text(out, "text", f->text);
    print_text(out, "expected", f->expected);
    print_text(out, "actual", f->actual);
    print_text(out, "section", f->section);
    print_text(out, "choices", f->choices);
    fprintf(out, ",\"number\":%" PRIu64, f->number);
    if (follows != NULL) {
        fprintf(out, ",\"follows\":%" PRIu64, *follows);
    }
    fputs("}\n", out);
}
