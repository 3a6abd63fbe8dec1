/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "bytes/stream.h"
#include "bytes/stream_page.h"
#include "check.h"
#include "state/gone.h"

/* Without LIFE: the page of the buffer in which a burst is, if several pages of the buffer are one
 * page of memory (stream_page.h), and whether a page may belong to a record that has begun (W3). */

#define PA     0x500u /* page of memory of the burst */
#define STREAM 0x10u  /* page of the next byte of the stream */
#define NEXT   (STREAM + 1)
#define OTHER  0x30u /* page of another buffer */
#define AFTER  40    /* first cycle in which the burst may have been offered */
#define NONE   (-1)

static struct spu spu;

static const struct row {
    const char *name;
    struct xl xl[3];         /* oldest first */
    unsigned at;             /* of the burst, in its page; 0: where the stream goes on */
    uint64_t next, off, end; /* the next byte of the stream; the burst before, from .. to */
    bool pointer, inside, lost, unmapped, data; /* lost: `next` is not known. The burst before: its
                                                   address is not known; it has all its data */
    uint64_t offered;                           /* 0: not known */
    bool used;                                  /* the one AW of before the TLBI was accepted */
    int found;
} rows[] = {
    {"no translation", .pointer = true, .found = NONE},
    {"of another page of memory", {{.va_page = STREAM, .pa_page = PA + 1}}, .found = NONE},
    {"one", {{.va_page = OTHER, .pa_page = PA}}, .pointer = true, .found = 0},
    {"one that is not the page of the stream", {{.va_page = OTHER, .pa_page = PA}}, .found = 0},
    {"2: the older one is the page of the stream",
     {{.va_page = STREAM, .pa_page = PA}, {.va_page = OTHER, .pa_page = PA}},
     .pointer = true,
     .found = 0},
    {"2: the newer one is",
     {{.va_page = OTHER, .pa_page = PA}, {.va_page = STREAM, .pa_page = PA}},
     .pointer = true,
     .found = 1},
    {"2: the second of three is",
     {{.va_page = OTHER, .pa_page = PA},
      {.va_page = STREAM, .pa_page = PA},
      {.va_page = OTHER + 1, .pa_page = PA}},
     .pointer = true,
     .found = 1},
    {"3: none is",
     {{.va_page = OTHER, .pa_page = PA}, {.va_page = OTHER + 1, .pa_page = PA}},
     .pointer = true,
     .found = 1},
    {"3: nobody knows the next byte",
     {{.va_page = STREAM, .pa_page = PA}, {.va_page = OTHER, .pa_page = PA}},
     .pointer = true,
     .lost = true,
     .found = 1},
    {"2: the beat holds the next byte",
     {{.va_page = STREAM, .pa_page = PA}, {.va_page = OTHER, .pa_page = PA}},
     .at = 0x100,
     .next = 0x10107,
     .pointer = true,
     .found = 0},
    {"3: the beat ends in front of it",
     {{.va_page = STREAM, .pa_page = PA}, {.va_page = OTHER, .pa_page = PA}},
     .at = 0x100,
     .next = 0x10108,
     .pointer = true,
     .found = 1},
    {"3: the burst is behind it",
     {{.va_page = STREAM, .pa_page = PA}, {.va_page = OTHER, .pa_page = PA}},
     .at = 0x108,
     .next = 0x10100,
     .pointer = true,
     .found = 1},
    {"3: the burst is one byte behind it",
     {{.va_page = STREAM, .pa_page = PA}, {.va_page = OTHER, .pa_page = PA}},
     .at = 0x101,
     .next = 0x10100,
     .pointer = true,
     .found = 1},
    {"2: data of the burst before are missing",
     {{.va_page = NEXT, .pa_page = PA}, {.va_page = OTHER, .pa_page = PA}},
     .next = 0x10f80,
     .off = 0x10f80,
     .end = 0x11000,
     .pointer = true,
     .found = 0},
    {"3: ... and its address is unknown",
     {{.va_page = NEXT, .pa_page = PA}, {.va_page = OTHER, .pa_page = PA}},
     .next = 0x10f80,
     .off = 0x10f80,
     .end = 0x11000,
     .pointer = true,
     .unmapped = true,
     .found = 1},
    {"3: the burst before has its data",
     {{.va_page = NEXT, .pa_page = PA}, {.va_page = OTHER, .pa_page = PA}},
     .next = 0x10f80,
     .off = 0x10f80,
     .end = 0x11000,
     .pointer = true,
     .data = true,
     .found = 1},
    {"3: bytes between are missing",
     {{.va_page = NEXT, .pa_page = PA}, {.va_page = OTHER, .pa_page = PA}},
     .next = 0x10f80,
     .off = 0x10f80,
     .end = 0x10ff8,
     .pointer = true,
     .found = 1},
    {"1: answered since the last burst",
     {{.va_page = STREAM, .pa_page = PA}, {.va_page = OTHER, .pa_page = PA, .cycle = AFTER}},
     .found = 1},
    {"2: the monitors show PMBPTR_EL1",
     {{.va_page = STREAM, .pa_page = PA}, {.va_page = OTHER, .pa_page = PA, .cycle = AFTER}},
     .pointer = true,
     .found = 0},
    {"2: answered before",
     {{.va_page = STREAM, .pa_page = PA}, {.va_page = OTHER, .pa_page = PA, .cycle = AFTER - 1}},
     .found = 0},
    {"2: inside a record",
     {{.va_page = STREAM, .pa_page = PA}, {.va_page = OTHER, .pa_page = PA, .cycle = AFTER}},
     .inside = true,
     .found = 0},
    {"2: data of the burst before are missing",
     {{.va_page = STREAM, .pa_page = PA}, {.va_page = OTHER, .pa_page = PA, .cycle = AFTER}},
     .off = 0x10080,
     .end = 0x10100,
     .found = 0},
    {"1: none are",
     {{.va_page = STREAM, .pa_page = PA}, {.va_page = OTHER, .pa_page = PA, .cycle = AFTER}},
     .off = 0x10080,
     .end = 0x10100,
     .data = true,
     .found = 1},
    {"2: it is the next page of the same buffer",
     {{.va_page = STREAM, .pa_page = PA}, {.va_page = NEXT, .pa_page = PA, .cycle = AFTER}},
     .found = 0},
    {"2: the newest is the next page, only an older one may be of another buffer",
     {{.va_page = STREAM, .pa_page = PA},
      {.va_page = OTHER, .pa_page = PA, .cycle = AFTER},
      {.va_page = NEXT, .pa_page = PA, .cycle = AFTER + 1}},
     .found = 0},
    {"1: offered in the cycle of the answer",
     {{.va_page = STREAM, .pa_page = PA}, {.va_page = OTHER, .pa_page = PA, .cycle = AFTER}},
     .offered = AFTER,
     .found = 1},
    {"2: offered before the answer",
     {{.va_page = STREAM, .pa_page = PA}, {.va_page = OTHER, .pa_page = PA, .cycle = AFTER + 1}},
     .offered = AFTER,
     .found = 0},
    {"1: a tap that tells no answers",
     {{.va_page = STREAM, .pa_page = PA},
      {.va_page = OTHER, .pa_page = PA, .cycle = AFTER + 1, .at_once = true}},
     .offered = AFTER,
     .found = 1},
    {"BR6: offered in the cycle after the TLBI",
     {{.va_page = STREAM, .pa_page = PA, .cycle = 20, .stale_cycle = 20}},
     .offered = 21,
     .found = 0},
    {"BR6: later",
     {{.va_page = STREAM, .pa_page = PA, .cycle = 20, .stale_cycle = 20}},
     .offered = 22,
     .found = NONE},
    {"BR6: answered behind the TLBI",
     {{.va_page = STREAM, .pa_page = PA, .cycle = 21, .stale_cycle = 20}},
     .offered = 21,
     .found = NONE},
    {"BR6: perhaps the AW of before",
     {{.va_page = STREAM, .pa_page = PA, .cycle = 20, .stale_cycle = 20}},
     .found = 0},
    {"BR6: that AW was accepted",
     {{.va_page = STREAM, .pa_page = PA, .cycle = 20, .stale_cycle = 20}},
     .used = true,
     .found = NONE},
};

/* The burst of a row, and the one before it. @return the burst. */
static struct burst *set_bursts(const struct row *row, uint64_t next)
{
    struct burst *b = spu.buf.burst;
    const uint64_t at = row->at != 0 ? row->at : row->end != 0 ? row->end & 0xFFF : next & 0xFFF;

    if (row->end != 0) {
        *b++ = (struct burst){.addr = (uint64_t)PA << 12 | (row->off & 0xFFF),
                              .va = row->off,
                              .size = 3,
                              .len = (uint8_t)((row->end - row->off) / 8 - 1),
                              .mapped = !row->unmapped,
                              .w_done = row->data};
    }
    *b = (struct burst){.addr = (uint64_t)PA << 12 | at, .size = 3};
    spu.buf.n_bursts = (int)(b - spu.buf.burst) + 1;
    return b;
}

/* Set a row. The oldest translation is at `from` of the list; `full`: the list is full, of
 * translations of other pages that are newer. @return the burst. */
static struct burst *set(const struct row *row, int from, bool full)
{
    const uint64_t next = row->next != 0 ? row->next : STREAM << 12 | 0x100;

    memset(&spu, 0, sizeof(spu));
    for (int i = 0; i < 3 && row->xl[i].pa_page != 0; i++) {
        spu.buf.xl_next = (from + i) % MAX_XL;
        spu.buf.xl[spu.buf.xl_next] = row->xl[i];
        spu.buf.xl[spu.buf.xl_next++].used = true;
    }
    for (int i = spu.buf.xl_next; full && i != from + MAX_XL; i++) {
        spu.buf.xl[i % MAX_XL] = (struct xl){.va_page = OTHER, .pa_page = PA, .used = i % 2 != 0};
        spu.buf.xl[i % MAX_XL].pa_page += (unsigned)(i % 2); /* unused, or of another page */
    }
    spu.buf.xl_next = full ? from : spu.buf.xl_next % MAX_XL;
    spu.buf.aw_next = AFTER;
    spu.buf.tlbi_cycle = 20;
    spu.buf.offer_known = row->offered != 0;
    spu.buf.offered = row->offered != 0 ? row->offered : SPE_OFFERED_UNKNOWN;
    spu.buf.checked = 0x80000; /* a limit, no cycle */
    spu.buf.stale_used = row->used;
    spu.st.known = !row->lost;
    spu.st.inside = row->inside;
    spu.st.next = next;
    return set_bursts(row, next);
}

static void the_page_of_a_burst(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct row *row = &rows[i];
        for (int from = 0; from < MAX_XL; from += MAX_XL / 2 - 1) {
            const struct burst *b = set(row, from, false);
            const struct xl *x = stream_translation(&spu, b, row->pointer);
            const int at = (from + row->found) % MAX_XL;
            CHECK(row->name, x != NULL, row->found != NONE);
            CHECK(row->name, x == NULL || x == &spu.buf.xl[at], true);
        }
        if (row->xl[0].pa_page != 0) {
            const struct burst *b = set(row, 0, true);
            const struct xl *x = stream_translation(&spu, b, row->pointer);
            CHECK(row->name, x != NULL, row->found != NONE);
            CHECK(row->name, x == NULL || x == &spu.buf.xl[row->found], true);
        }
    }
}

/* Translations for which there was no room: of each only the existence is known. */
static const struct forgotten {
    const char *name;
    unsigned va, pa;        /* pages of the one that is kept no more */
    unsigned found;         /* the page of the one that was found; 0: none was */
    unsigned at;            /* where the burst begins in its page */
    uint64_t next, end;     /* end: of the burst before, which misses its data */
    uint64_t tlbi, offered; /* the TLBI that ended it; the offer of the burst */
    bool maybe;
} forgotten[] = {
    {.name = "of the page of memory", OTHER, PA, .maybe = true},
    {.name = "of another page", OTHER, PA + 1, .maybe = false},
    {.name = "the stream goes on in the page that was found", STREAM, PA, STREAM, .maybe = false},
    {.name = "it goes on in one that is kept no more", STREAM, PA, OTHER, .maybe = true},
    {.name = "... which was of another page of memory", STREAM, PA + 1, OTHER, .maybe = false},
    {.name = "the stream is elsewhere", OTHER + 1, PA, OTHER, .maybe = false},
    {.name = "it goes on, but not with this burst", STREAM, PA, OTHER, 0x200, .maybe = false},
    {.name = "behind the burst before", NEXT, PA, OTHER, 0, 0x10f80, 0x11000, .maybe = true},
    {.name = "or at its data", STREAM, PA, OTHER, 0xf80, 0x10f80, 0x11000, .maybe = true},
    {.name = "one byte behind it", STREAM, PA, OTHER, 0x101, 0x10100, .maybe = false},
    {.name = "perhaps before the TLBI", STREAM, PA, .tlbi = 20, .maybe = true},
    {.name = "a TLBI before that one", STREAM, PA, .tlbi = 18, .maybe = false},
    {.name = "before the TLBI", STREAM, PA, .tlbi = 50, .offered = 51, .maybe = true},
    {.name = "behind it", STREAM, PA, .tlbi = 50, .offered = 52, .maybe = false},
    {.name = "the page of the stream, before",
     STREAM,
     PA,
     OTHER,
     .tlbi = 50,
     .offered = 51,
     .maybe = true},
    {.name = "the page of the stream, behind",
     STREAM,
     PA,
     OTHER,
     .tlbi = 50,
     .offered = 52,
     .maybe = false},
};

static void a_translation_without_room(void **state)
{
    static struct gone gone;

    (void)state;
    for (size_t i = 0; i < sizeof(forgotten) / sizeof(forgotten[0]); i++) {
        const struct forgotten *row = &forgotten[i];
        const struct row burst = {.at = row->at != 0    ? row->at
                                        : row->end != 0 ? 0
                                                        : 0x100,
                                  .next = row->next,
                                  .off = row->next,
                                  .end = row->end,
                                  .offered = row->offered};
        const struct xl kept = {.va_page = row->va, .pa_page = row->pa, .cycle = 5},
                        found = {.va_page = row->found, .pa_page = PA};
        const struct burst *b = set(&burst, 0, false);
        memset(&gone, 0, sizeof(gone));
        gone_add(&gone, &kept, &(struct xl_mode){.regime = 0}, false);
        if (row->tlbi != 0) {
            gone_stale(&gone, row->tlbi);
        }
        CHECK(row->name, stream_forgotten(&spu, &gone, b, row->found != 0 ? &found : NULL),
              row->maybe);
    }
}

/* W3: all parts of a record are translated in one mode, that of its first AW. */
static const struct began {
    const char *name;
    bool known, inside, burst; /* a burst was translated; a record has begun; one is on its way */
    unsigned mode;             /* of that burst */
    struct xl xl;
    uint64_t next;
    bool may;
} begun[] = {
    {"a record goes on", true, true, .mode = 1, .may = true},
    {"its bytes are still to come", true, .burst = true, .mode = 1, .may = true},
    {"it goes on in another mode", true, true, .mode = 2, .may = false},
    {"none has begun", true, .mode = 1, .may = false},
    {"nothing was translated", false, true, .mode = 1, .may = false},
    {"its first part is in the page before",
     .xl = {.va_page = STREAM, .mode = 1, .used = true, .owned = true}, .next = 0x10fc8,
     .may = true},
    {"a whole record has room there",
     .xl = {.va_page = STREAM, .mode = 1, .used = true, .owned = true}, .next = 0x10fc0,
     .may = false},
    {"there is no such translation", .xl = {.va_page = STREAM, .mode = 1, .owned = true},
     .next = 0x10fc8, .may = false},
    {"the answer was of no mode of then", .xl = {.va_page = STREAM, .mode = 1, .used = true},
     .next = 0x10fc8, .may = false},
    {"it is in another mode", .xl = {.va_page = STREAM, .mode = 2, .used = true, .owned = true},
     .next = 0x10fc8, .may = false},
    {"it is of another page", .xl = {.va_page = NEXT, .mode = 1, .used = true, .owned = true},
     .next = 0x10fc8, .may = false},
};

static void the_mode_of_a_record(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(begun) / sizeof(begun[0]); i++) {
        const struct began *row = &begun[i];
        for (int at = 0; at < MAX_XL; at += MAX_XL - 1) {
            struct spe_model *m = bare_model("", SPE_TAP_ALL & ~SPE_TAP_LIFE);
            m->cfg.max_size = 6;
            m->spu->st.mode_known = row->known;
            m->spu->st.mode = row->mode;
            m->spu->st.inside = row->inside;
            m->spu->st.next = row->next;
            m->spu->buf.n_bursts = row->burst;
            m->spu->buf.xl[at] = row->xl;
            CHECK(row->name, stream_began_in(m, (uint64_t)NEXT << 12 | 0x10, 1), row->may);
            m->spu->buf.n_bursts = 0;
            spe_model_destroy(m);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_page_of_a_burst),
                                       cmocka_unit_test(a_translation_without_room),
                                       cmocka_unit_test(the_mode_of_a_record)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
