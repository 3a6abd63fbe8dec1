/* SPDX-License-Identifier: Apache-2.0 */
/* A tokenizer, word counts and a substring search over generated text: byte loads, jump tables. */
#include "mix.h"

#define TEXT 7500

static char text[TEXT + 1];
static const char *const words[] = {"profile", "the",  "buffer", "of",   "a",     "sampled",
                                    "load",    "with", "42",     "1729", "store", "{branch}"};

struct counts {
    uint64_t words, numbers, marks, spaces, lines, value;
};

static size_t compose(uint64_t *state)
{
    size_t n = 0;
    while (n < TEXT - 16) {
        uint64_t r = mix_random(state);
        for (const char *w = words[r % 12]; *w; w++) {
            text[n++] = *w;
        }
        text[n++] = (r >> 32) % 9 ? ' ' : (r >> 40) % 2 ? '\n' : '.';
    }
    text[n] = 0;
    return n;
}

/* One state per kind of character; the switch becomes a jump table. */
static unsigned kind(char ch)
{
    switch (ch) {
    case '0' ... '9':
        return 1;
    case ' ':
    case '\t':
        return 2;
    case '\n':
        return 3;
    case '.':
    case '{':
    case '}':
        return 4;
    default:
        return 0;
    }
}

static struct counts tokenize(void)
{
    struct counts c = {0};
    for (const char *p = text; *p;) {
        switch (kind(*p)) {
        case 0:
            c.words++;
            while (*p && kind(*p) == 0) {
                p++;
            }
            break;
        case 1: {
            uint64_t v = 0;
            while (kind(*p) == 1) {
                v = 10 * v + (uint64_t)(*p++ - '0');
            }
            c.numbers++;
            c.value += v;
            break;
        }
        case 2:
            c.spaces++;
            p++;
            break;
        case 3:
            c.lines++;
            p++;
            break;
        default:
            c.marks++;
            p++;
        }
    }
    return c;
}

static uint64_t search(const char *needle, size_t n)
{
    uint64_t found = 0;
    for (size_t i = 0; i < n; i++) {
        size_t k = 0;
        while (needle[k] && text[i + k] == needle[k]) {
            k++;
        }
        found += needle[k] == 0;
    }
    return found;
}

bool mix_text(uint64_t *digest)
{
    uint64_t state = *digest | 1;
    size_t n = compose(&state);
    struct counts c = tokenize();
    uint64_t the = search("the", n), branch = search("{branch}", n), small = search("42", n);
    uint64_t large = search("1729", n);
    *digest = *digest * 31 + c.words + c.lines + the;
    return c.marks >= 2 * branch && c.numbers == small + large &&
           c.value == 42 * small + 1729 * large && the < c.words;
}
