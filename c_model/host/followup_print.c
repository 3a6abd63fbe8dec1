/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "finding.h"
#include "followup.h"

#define COUNTS_SHOWN 8 /* findings in the summary */

static const char *plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

static void print_known(FILE *out, const struct followup_finding *f)
{
    fprintf(out, "    finding %" PRIu64, f->f.number);
    if (f->after != 0) {
        fprintf(out, ", there only once finding %" PRIu64 " is corrected", f->after);
    }
    switch (f->reason) {
    case FOLLOWUP_CORRECTED:
        fprintf(out, ": %" PRIu64 " follow-up%s\n", f->followers, plural(f->followers));
        break;
    case FOLLOWUP_NONE:
        fputs(": no single value corrects it, nothing is taken as its follow-up\n", out);
        break;
    case FOLLOWUP_STAYS:
        fputs(": its correction does not remove it, nothing is taken as its follow-up\n", out);
        break;
    case FOLLOWUP_RAISES:
        fputs(": its correction raises more findings than it removes, nothing is taken as its"
              " follow-up\n",
              out);
        break;
    case FOLLOWUP_LIMIT:
        fputs(": its follow-ups were not looked for\n", out);
        break;
    }
}

/* "follow-ups: 71 of finding 1, 2 of finding 80": for corrected findings that have follow-ups. */
static void print_followers(FILE *out, const struct followup *followup)
{
    uint64_t more = 0, of = 0, none = 0;
    int shown = 0;

    for (size_t i = 0; i < followup->n; i++) {
        const struct followup_finding *f = &followup->v[i];
        if (!f->listed || f->reason != FOLLOWUP_CORRECTED) {
            continue;
        }
        if (f->followers == 0) {
            none++;
        } else if (shown < COUNTS_SHOWN) {
            fprintf(out, "%s%" PRIu64 " of finding %" PRIu64, shown == 0 ? "follow-ups: " : ", ",
                    f->followers, f->f.number);
            shown++;
        } else {
            more += f->followers;
            of++;
        }
    }
    if (of != 0) {
        fprintf(out, ", %" PRIu64 " of the other %" PRIu64, more, of);
    }
    if (shown == 0) {
        fputs(none != 0 ? "follow-ups: 0\n" : "follow-ups: none is known\n", out);
    } else {
        fputs("\n", out);
    }
}

static void print_bounds(FILE *out, const struct followup *followup)
{
    if (followup->limited) {
        fprintf(out,
                "limit: %u replay%s applied %" PRIu64
                " transactions; where it says so, follow-ups were not looked for\n",
                followup->replays, followup->replays == 1 ? " has" : "s have", followup->txns);
    }
    if (followup->beyond != 0) {
        fprintf(out, "limit: %" PRIu64 " finding%s after the first %zu %s not judged\n",
                followup->beyond, plural(followup->beyond), followup->n_run,
                followup->beyond == 1 ? "was" : "were");
    }
}

/* Whether a finding only shows that a total or a barrier was open when an assertion ended the run.
 */
static bool of_the_stop(const struct followup *followup, const struct spe_finding *f)
{
    const bool open = f->check == SPE_CHECK_LIVENESS || f->check == SPE_CHECK_ACC_SELECT ||
                      f->check == SPE_CHECK_ACC_FEED || f->check == SPE_CHECK_ACC_WRITTEN ||
                      f->check == SPE_CHECK_ACC_POINTER;

    return followup->stopped && open && f->cycle > followup->stopped_in;
}

/* Number of listed findings of the run that are there because an assertion ended it. */
static size_t stopped(const struct followup *followup)
{
    size_t n = 0;

    for (size_t i = 0; i < followup->n_run; i++) {
        n += followup->v[i].listed && of_the_stop(followup, &followup->v[i].f);
    }
    return n;
}

/* Number of findings that are not shown to follow from another: among those of the run, or among
 * those that appeared with a correction. */
static size_t underived(const struct followup *followup, bool brought_up)
{
    size_t n = 0;

    for (size_t i = 0; i < followup->n; i++) {
        n += followup->v[i].listed && (i >= followup->n_run) == brought_up &&
             !of_the_stop(followup, &followup->v[i].f);
    }
    return n;
}

void followup_print_counts(FILE *out, const struct followup *followup, size_t printed)
{
    const size_t first = underived(followup, false), brought_up = underived(followup, true);

    const size_t open = stopped(followup);

    print_followers(out, followup);
    if (open != 0) {
        fprintf(out,
                "%zu finding%s of the end, which the assertion has made: totals and barriers were"
                " still open\n",
                open, plural(open));
    }
    fprintf(out, "%zu of %zu finding%s listed", printed, followup->n_run,
            followup->n_run == 1 ? "" : "s");
    if (first > 1) { /* they may still all have one cause */
        fprintf(out, ", %zu not shown to follow from another", first);
    }
    if (brought_up != 0) {
        fprintf(out, "; %zu more appear%s only once others are corrected", brought_up,
                brought_up == 1 ? "s" : "");
    }
    fprintf(out, "; %u replay%s\n", followup->replays, plural(followup->replays));
    print_bounds(out, followup);
}

size_t followup_print_next(FILE *out, const char *name, const struct followup *followup,
                           size_t told, size_t max)
{
    char line[FINDING_LINE];
    size_t n = 0;

    for (size_t i = 0; i < followup->n_run && n < told + max; i++) {
        if (followup->v[i].listed && !of_the_stop(followup, &followup->v[i].f) && n++ >= told) {
            finding_format(line, name, &followup->v[i].f);
            fprintf(out, "next: %s", line);
        }
    }
    return n < told ? 0 : n - told;
}

void followup_print(FILE *out, const char *name, const struct followup *followup)
{
    char line[FINDING_LINE];

    for (size_t i = 0; i < followup->n; i++) {
        const struct followup_finding *f = &followup->v[i];
        if (f->listed) {
            finding_format(line, name, &f->f);
            fputs(line, out);
            print_known(out, f);
        }
    }
    if (followup->n != 0) {
        followup_print_counts(out, followup, underived(followup, false));
    }
}
