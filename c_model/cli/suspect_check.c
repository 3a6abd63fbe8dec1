/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "spe/packet.h"
#include "suspect_list.h"

/* Suspects for the checks that are neither about bytes of a record nor about events. */

struct pair {
    int check;
    enum concern first, second;
    const char *why[2];
};

static const struct pair pairs[] = {
    {SPE_CHECK_REG_OUTCOME,
     CONCERN_ACCESS,
     CONCERN_ENABLE,
     {"the access has another outcome", "controls that the access depends on differ"}},
    {SPE_CHECK_SEL_DRAW,
     CONCERN_COUNTER,
     CONCERN_RANDOM,
     {"when a draw is taken", "the generator gives another value"}},
    {SPE_CHECK_SEL_UNIFORM,
     CONCERN_RANDOM,
     CONCERN_COUNTER,
     {"the draws are not uniform", "draws are taken at other times"}},
    {SPE_CHECK_BUF_LIMIT,
     CONCERN_WRITE,
     CONCERN_FORMAT,
     {"a write beyond the limit", "the record is longer than predicted"}},
    {SPE_CHECK_BUF_TWICE,
     CONCERN_WRITE,
     CONCERN_FORMAT,
     {"the pointer is that of other bytes", "the record is longer than predicted"}},
    {SPE_CHECK_BUF_DISABLED,
     CONCERN_ENABLE,
     CONCERN_WRITE,
     {"the buffer is taken for enabled", "what was on its way is still written"}},
    {SPE_CHECK_BUF_DENIED,
     CONCERN_QUEUE,
     CONCERN_EVENT,
     {"records of a disabled buffer stay in the queue",
      "the event of these records is another one"}},
    {SPE_CHECK_BUF_MISSING,
     CONCERN_BARRIERS,
     CONCERN_QUEUE,
     {"the barrier did not wait", "the record was dropped"}},
    {SPE_CHECK_XL_REGIME,
     CONCERN_ENABLE,
     CONCERN_TRANSLATE,
     {"who owns the buffer", "the regime that is asked for"}},
    {SPE_CHECK_XL_NVM,
     CONCERN_TRANSLATE,
     CONCERN_ENABLE,
     {"what is asked for", "the mode of the buffer"}},
    {SPE_CHECK_SYNC_DSB,
     CONCERN_BARRIERS,
     CONCERN_BUS,
     {"what the DSB waits for", "responses are counted wrong"}},
    {SPE_CHECK_SYNC_PSB,
     CONCERN_BARRIERS,
     CONCERN_QUEUE,
     {"what the PSB CSYNC waits for", "records are marked wrong"}},
    {SPE_CHECK_OUT_SERROR,
     CONCERN_COUNTS,
     CONCERN_BUS,
     {"the pulse is at another time", "the response that the pulse tells"}},
    {SPE_CHECK_OUT_FEED,
     CONCERN_COUNTS,
     CONCERN_SELECTION,
     {"the count differs", "the samples differ"}},
    {SPE_CHECK_OUT_COLL,
     CONCERN_COUNTS,
     CONCERN_SELECTION,
     {"the count differs", "the collisions differ"}},
    {SPE_CHECK_OUT_CTI,
     CONCERN_COUNTS,
     CONCERN_WRITE,
     {"the pulse is at another time", "the record ends at another time"}},
    {SPE_CHECK_ACC_SELECT,
     CONCERN_COUNTS,
     CONCERN_SELECTION,
     {"the counts of the PMU events differ", "the selections differ"}},
    {SPE_CHECK_ACC_FEED,
     CONCERN_FILTER,
     CONCERN_COUNTS,
     {"the filters keep other samples", "the samples are counted wrong"}},
    {SPE_CHECK_ACC_WRITTEN,
     CONCERN_WRITE,
     CONCERN_QUEUE,
     {"records are written wrong", "records are lost in the queue"}},
    {SPE_CHECK_ACC_POINTER,
     CONCERN_WRITE,
     CONCERN_FORMAT,
     {"the pointer is that of other bytes", "the records have other lengths"}},
};

/* Whether the record is written and right, and the finding is about the first byte after it. */
static bool goes_on(const struct suspect_list *list)
{
    const struct record_view *r = list->record;

    return r->number != 0 && r->placed && r->written == r->length && r->n_different == 0 &&
           strtoull(explain_finding(list->e)->where, NULL, 0) == r->va + r->length;
}

/* Whether a second last packet (END or TIMESTAMP) follows the record (5.1.2). */
static bool ends_again(const struct suspect_list *list)
{
    const struct record_view *r = list->record;
    struct spe_packet packet;

    return goes_on(list) && r->beyond != 0 &&
           spe_decode_packet(r->actual + r->length, r->beyond, &packet) > 0 &&
           (packet.kind == SPE_PACKET_END || packet.kind == SPE_PACKET_TIMESTAMP);
}

/* Suspects of a wrong burst address, most of all where the page is right and the offset is not. */
static void of_address(struct suspect_list *list)
{
    const struct spe_finding *f = explain_finding(list->e);
    const uint64_t expected = strtoull(f->expected, NULL, 0), actual = strtoull(f->actual, NULL, 0);

    if (strstr(f->text, "was offered") != NULL) {
        suspect_add(list, CONCERN_QUEUE, "when the record came, or whether it was there");
        suspect_add(list, CONCERN_WRITE, "the burst is offered at another time");
    } else if (strstr(f->expected, "no more bursts") != NULL ||
               strncmp(f->expected, "record ", 7) == 0) {
        if (ends_again(list)) {
            suspect_add(list, CONCERN_FORMAT, "one more last packet follows");
        }
        suspect_add(list, CONCERN_WRITE, "more is written than the record has");
        if (goes_on(list) && strtoull(f->where, NULL, 0) % 8 != 0) {
            suspect_add(list, CONCERN_BUS, "strobes of its last word are too many");
        }
        if (goes_on(list)) {
            suspect_add(list, CONCERN_FORMAT, "the record has more behind its end");
        }
        suspect_add(list, CONCERN_BUS, "the record is cut into bursts elsewhere");
    } else if (strncmp(f->expected, "0x", 2) != 0) {
        suspect_add(list, CONCERN_TRANSLATE, "the page has no translation that may be used");
        suspect_add(list, CONCERN_WRITE, "nothing is to be written there");
    } else if (expected >> 12 == actual >> 12) {
        suspect_add(list, CONCERN_WRITE, "the page is right, the place in it is not");
        suspect_add(list, CONCERN_BUS, "the record is cut into bursts elsewhere");
    } else {
        suspect_add(list, CONCERN_BUS, "another page: bits of the address are lost");
        suspect_add(list, CONCERN_TRANSLATE, "an old translation");
    }
}

static void of_bus(struct suspect_list *list)
{
    const char *where = explain_finding(list->e)->where;
    const bool attribute = strncmp(where, "AWCACHE", 7) == 0 || strncmp(where, "AWPROT", 6) == 0 ||
                           strncmp(where, "AWNSE", 5) == 0;

    suspect_add(list, CONCERN_BUS, "%s of a burst", where);
    suspect_add(list, attribute ? CONCERN_TRANSLATE : CONCERN_WRITE,
                attribute ? "the attributes that the translation gave"
                          : "what the bus is asked to write");
}

/* The first finding of the check from this finding on, at most `cycles` later. NULL: none. */
static const struct spe_finding *soon(const struct explain *e, int check, uint64_t cycles)
{
    const uint64_t last = explain_finding(e)->cycle + cycles;

    for (size_t i = e->target; i < e->n_findings && e->finding[i].cycle <= last; i++) {
        if (e->finding[i].check == check) {
            return &e->finding[i];
        }
    }
    return NULL;
}

/* If the SPU filters a sample out, its tag is free when the operation ends; the tag of a kept
 * sample waits for room in the queue. SAMPLE_FILTRATE tells a cycle or two later which of both
 * happened. */
static void of_collided(struct suspect_list *list)
{
    const struct spe_finding *filtrate = soon(list->e, SPE_CHECK_OUT_FILTRATE, 2);

    if (filtrate != NULL) {
        suspect_add(list, CONCERN_FILTER, "SAMPLE_FILTRATE differs, too, in cycle %" PRIu64,
                    filtrate->cycle);
    }
    suspect_add(list, CONCERN_SELECTION, "whether a tag is free");
    suspect_add(list, CONCERN_QUEUE, "whether there is room for its record");
}

static void of_position(struct suspect_list *list)
{
    if (strcmp(explain_finding(list->e)->expected, "profiling disabled") == 0) {
        suspect_add(list, CONCERN_ENABLE, "it counts while profiling is disabled");
        suspect_add(list, CONCERN_SELECTION, "a lane that does not count is taken");
    } else {
        suspect_add(list, CONCERN_COUNTER, "the counter reaches 0 elsewhere");
        suspect_add(list, CONCERN_SELECTION, "the operation is not taken");
    }
}

/* Members are counted while profiling is enabled; a management event ends that. */
static void of_members(struct suspect_list *list)
{
    const bool stops = list->oracles->fired[SPE_CHECK_OUT_IRQ];

    suspect_add(list, stops ? CONCERN_EVENT : CONCERN_ENABLE,
                stops ? "profiling stops at another time" : "who is counted");
    suspect_add(list, stops ? CONCERN_WRITE : CONCERN_COUNTS, "%s",
                stops ? "who reports the event" : "the pulses");
}

/* If the syndrome differs, too, the event is wrong. Otherwise only the pulse is wrong, or the SPU
 * takes an event of another kind for buffer full. */
static void of_full(struct suspect_list *list)
{
    const bool *fired = list->oracles->fired;
    const bool event = fired[SPE_CHECK_EVENT_SYNDROME] || fired[SPE_CHECK_REG_READ];
    const struct spe_journal_entry *last = explain_before(list->e, NULL, SPE_UNIT_DOUBT, 0, NULL);

    suspect_add(list, event ? CONCERN_EVENT : CONCERN_COUNTS,
                event ? "another event, or none, in PMBSR_ELx, too"
                      : "the pulse is at another time");
    if (last != NULL && last->now + 1 >= explain_finding(list->e)->cycle &&
        strncmp(last->field, "buffer full", 11) != 0) {
        suspect_add(list, CONCERN_EVENT, "\"%s\" is taken for it", last->field);
    }
    suspect_add(list, CONCERN_WRITE, "buffer full itself");
}

/* A barrier may wait although no record waits, or none that the barrier is for. Then the barrier
 * itself hangs, or a response was not counted. Otherwise the barrier waits rightly: the burst that
 * would write the record does not come, or does not end. */
static void of_liveness(struct suspect_list *list)
{
    const struct spe_journal_entry *records =
        journal_state_find(&list->e->state, SPE_UNIT_QUEUE, 0, "records");

    if (strstr(explain_finding(list->e)->text, "every earlier sample was done") != NULL) {
        suspect_add(list, CONCERN_BARRIERS, "what it is for is done, it waits for something else");
        suspect_add(list, CONCERN_QUEUE, "later records are marked wrong");
    } else if (records != NULL && records->now != 0) {
        suspect_add(list, CONCERN_WRITE, "what is in the queue, %" PRIu64 ", is never written",
                    records->now);
        suspect_add(list, CONCERN_BUS, "the burst hangs");
    } else {
        suspect_add(list, CONCERN_BARRIERS, "no record waits: the barrier hangs");
        suspect_add(list, CONCERN_BUS, "responses are counted wrong");
    }
}

void suspect_check(struct suspect_list *list)
{
    const int check = explain_finding(list->e)->check;

    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
        if (pairs[i].check == check) {
            suspect_add(list, pairs[i].first, "%s", pairs[i].why[0]);
            suspect_add(list, pairs[i].second, "%s", pairs[i].why[1]);
        }
    }
    switch (check) {
    case SPE_CHECK_REG_READ:
        suspect_register(list);
        break;
    case SPE_CHECK_BUF_ADDRESS:
        of_address(list);
        break;
    case SPE_CHECK_BUS_PROTOCOL:
        of_bus(list);
        break;
    case SPE_CHECK_SEL_COLLIDED:
        of_collided(list);
        break;
    case SPE_CHECK_SEL_POSITION:
        of_position(list);
        break;
    case SPE_CHECK_OUT_FILTRATE:
    case SPE_CHECK_OUT_FEED_KIND:
        suspect_filter(list);
        break;
    case SPE_CHECK_OUT_FULL:
        of_full(list);
        break;
    case SPE_CHECK_LIVENESS:
        of_liveness(list);
        break;
    case SPE_CHECK_OUT_POP:
        of_members(list);
        break;
    default:
        break;
    }
}
