/* SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>

#include "page_html.h"

static const char *const style[] = {
#include "page.inc"
    NULL};

void night_page_style(FILE *out)
{
    fputs("<style>\n", out);
    for (const char *const *line = style; *line != NULL; line++) {
        fputs(*line, out);
    }
    fputs("</style>\n", out);
}
