/* SPDX-License-Identifier: Apache-2.0
 *
 * Plots over the nights as SVG: one small plot for each number, side by side, because their scales
 * differ. The axis begins at 0.
 */
#include <inttypes.h>
#include <stddef.h>

#include "night.h"
#include "page_html.h"
#include "print.h"
#include "trend.h"

enum { WIDTH = 320, HEIGHT = 120, LEFT = 4, RIGHT = 316, TOP = 18, BOTTOM = 98 };

struct plot {
    const char *title;
    size_t offset; /* offset of the number in `night_sum` */
    bool bad;      /* a smaller number is better */
};

static const struct plot plots[] = {
    {"Runs", offsetof(struct night_sum, runs), false},
    {"Failed runs", offsetof(struct night_sum, failed), true},
    {"Bins met", offsetof(struct night_sum, bins), false},
    {"Runs per processor hour", offsetof(struct night_sum, runs_per_hour), false},
};

static int64_t value(const struct plot *plot, const struct night_sum *sum)
{
    return *(const int64_t *)((const char *)sum + plot->offset);
}

static int64_t greatest(const struct plot *plot, const struct night_sum *sums, int n)
{
    int64_t most = 1;

    for (int i = 0; i < n; i++) {
        most = value(plot, &sums[i]) > most ? value(plot, &sums[i]) : most;
    }
    return most;
}

/* Draw a bar for each night, with a title that says its date and number. */
static void print_bars(FILE *out, const struct plot *plot, const struct night_sum *sums, int n)
{
    const double most = (double)greatest(plot, sums, n);
    const double step = (double)(RIGHT - LEFT) / (n > 7 ? n : 7);
    char number[32];

    for (int i = 0; i < n; i++) {
        double high = (double)value(plot, &sums[i]) / most * (BOTTOM - TOP);
        fprintf(out, "<rect class=\"bar%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\">",
                plot->bad ? " bad" : "", RIGHT - step * (n - i) + step * .15, BOTTOM - high,
                step * .7, high);
        fprintf(out, "<title>%s: %s</title></rect>\n", sums[i].date,
                night_count(number, sizeof(number), value(plot, &sums[i])));
    }
}

static void print_plot(FILE *out, const struct plot *plot, const struct night_sum *sums, int n)
{
    const struct night_sum *last = &sums[n - 1];
    char number[32];

    fprintf(out, "<figure><figcaption><span>%s</span><b>%s</b></figcaption>\n", plot->title,
            night_count(number, sizeof(number), value(plot, last)));
    fprintf(out, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s, %d night%s to %s\">\n",
            WIDTH, HEIGHT, plot->title, n, night_plural(n), last->date);
    fprintf(out, "<line class=\"axis\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>", LEFT, TOP, RIGHT,
            TOP);
    fprintf(out, "<text x=\"%d\" y=\"%d\">%s</text>", LEFT, TOP - 6,
            night_count(number, sizeof(number), greatest(plot, sums, n)));
    print_bars(out, plot, sums, n);
    fprintf(out, "<line class=\"axis\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>", LEFT, BOTTOM,
            RIGHT, BOTTOM);
    fprintf(out, "<text x=\"%d\" y=\"%d\">%s</text>", LEFT, BOTTOM + 17, n > 1 ? sums[0].date : "");
    fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text></svg></figure>\n", RIGHT,
            BOTTOM + 17, last->date);
}

void night_page_trend(FILE *out, struct night_db *db)
{
    struct night_sum sums[NIGHT_TREND_NIGHTS];
    int n = night_trend(sums, db);

    fputs("<div class=\"plots\">\n", out);
    for (size_t i = 0; n > 0 && i < sizeof(plots) / sizeof(plots[0]); i++) {
        print_plot(out, &plots[i], sums, n);
    }
    fputs("</div>\n", out);
    night_page_section(out, db, &night_section_trend);
}
