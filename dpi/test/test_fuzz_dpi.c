/* SPDX-License-Identifier: Apache-2.0
 *
 * The hand-written logs, as calls of spe_dpi.h, go through the fuzz target of the DPI edge: in one
 * session, in two sessions in turn, cut, and with changed bytes. With a folder as argument, the
 * program writes the inputs there instead, for `make fuzz`.
 */
#include "fuzz_dpi.c" // NOLINT(bugprone-suspicious-include)

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include "spe/log.h"

#define LOGS       "c_model/test/logs"
#define INPUTS_MAX 200

struct input {
    char name[64];
    uint8_t *data;
    size_t bytes, room;
    unsigned sessions; /* that take turns */
    uint64_t cycle;
};

static struct input inputs[INPUTS_MAX];
static size_t n_inputs;

static void put(struct input *in, unsigned byte)
{
    if (in->bytes == in->room) {
        in->room = 2 * in->room + 256;
        in->data = realloc(in->data, in->room);
        assert_non_null(in->data);
    }
    in->data[in->bytes++] = (uint8_t)byte;
}

/* Put a value in the format of fuzz_dpi.c: one byte below 0xF0; else 0xF8 and eight bytes, the
 * lowest first. */
static void put_value(struct input *in, uint64_t v)
{
    if (v < 0xF0) {
        put(in, (unsigned)v);
        return;
    }
    put(in, 0xF8);
    for (unsigned i = 0; i < 8; i++) {
        put(in, (unsigned)(v >> 8 * i) & 0xFF);
    }
}

/* Collect the arguments of a call, in the order of spe_dpi.h. @return their number. */
static size_t bus_arguments(const struct spe_txn *t, uint64_t v[VALUES])
{
    const struct spe_txn_xl_req *q = &t->u.xl_req;
    const struct spe_txn_xl_rsp *r = &t->u.xl_rsp;
    const struct spe_txn_aw *a = &t->u.aw;
    const struct spe_txn_w *w = &t->u.w;
    const uint64_t all[][9] = {
        {q->id, q->regime, q->nvm, q->attr, q->sh, q->va},
        {r->id, r->fault, r->stage2, r->fsc, r->mss2, r->pas, r->attr, r->sh, r->pa},
        {a->id, a->addr, a->len, a->size, a->burst, a->prot, a->cache, a->offered},
        {w->word, w->data, w->strb, w->last_word, w->last},
        {t->u.b.id, t->u.b.resp}};

    memcpy(v, all[t->kind - SPE_TXN_XL_REQ], sizeof(all[0]));
    return strlen(arguments[t->kind]);
}

static size_t life_arguments(const struct spe_txn_life *l, uint64_t v[VALUES])
{
    const uint64_t all[] = {l->tag,      l->kind,      l->flags,  l->source, l->events,
                            l->va,       l->pa,        l->target, l->prev,   l->lat_issue,
                            l->lat_xlat, l->lat_total, l->lat_alt};

    memcpy(v, all, sizeof(all));
    return sizeof(all) / sizeof(all[0]);
}

static size_t out_arguments(const struct spe_txn_out *o, uint64_t v[VALUES])
{
    const uint64_t all[] = {o->levels, o->serror,   o->cti,       o->pop,
                            o->feed,   o->filtrate, o->collision, o->full};

    memcpy(v, all, sizeof(all));
    for (int i = 0; i < SPE_FEED_KINDS; i++) {
        v[8 + i] = o->feed_kind[i];
    }
    return 8 + SPE_FEED_KINDS;
}

static size_t pe_arguments(const struct spe_txn *t, uint64_t v[VALUES])
{
    const struct spe_txn_sysreg *s = &t->u.sysreg;
    const struct spe_txn_ctx *c = &t->u.ctx;
    const struct spe_txn_sel *l = &t->u.sel;
    const uint64_t all[][7] = {
        {t->u.reset.kind},
        {t->u.clk.running, t->u.clk.active},
        {s->pos, s->enc, s->write, s->outcome, s->fgt, s->data},
        {c->id, c->state, c->contextidr_el1, c->contextidr_el2, c->cntvoff, c->cntpoff, c->cntpct},
        {t->u.pop.ctx, t->u.pop.n, t->u.pop.slot},
        {t->u.rnd.value, t->u.rnd.injected},
        {l->ctx, l->slot, l->tag, l->flags, l->pc, l->op}};

    memcpy(v, all[t->kind], sizeof(all[0]));
    return strlen(arguments[t->kind]);
}

static size_t arguments_of(const struct spe_txn *t, uint64_t v[VALUES])
{
    switch (t->kind) {
    case SPE_TXN_LIFE:
        return life_arguments(&t->u.life, v);
    case SPE_TXN_SYNC:
        memcpy(v, (uint64_t[]){t->u.sync.kind, t->u.sync.pos, t->u.sync.data}, 3 * sizeof(*v));
        return 3;
    case SPE_TXN_OUT:
        return out_arguments(&t->u.out, v);
    case SPE_TXN_CLOSE: /* 0 stands for the actual number of calls */
        v[0] = v[1] = 0;
        return 2;
    default:
        return t->kind < SPE_TXN_LIFE ? pe_arguments(t, v) : bus_arguments(t, v);
    }
}

/* Put a transaction in the format of fuzz_dpi.c: kind and handle (bits [7:5]); the frame byte,
 * which has either in bits [7:2] by how much the cycle advances, or in bit 1 that the cycle follows
 * as a value; then the arguments. */
static void put_call(struct input *in, const struct spe_txn *t, unsigned which)
{
    uint64_t v[VALUES] = {0};
    const size_t n = arguments_of(t, v);
    const uint64_t later = t->cycle - in->cycle;

    put(in, t->kind | which << 5);
    put(in, later < 64 ? (unsigned)later << 2 : 2);
    if (later >= 64) {
        put_value(in, t->cycle);
    }
    assert_int_equal(n, strlen(arguments[t->kind]));
    for (size_t i = 0; i < n; i++) {
        put_value(in, v[i]);
    }
}

/* Put the step STEP_OPEN and its bytes for each session: name, configuration, taps. */
static int on_header(void *user, const struct spe_log_header *header)
{
    struct input *in = user;

    for (unsigned which = 0; which < in->sessions; which++) {
        put(in, STEP_OPEN | which << 5);
        put(in, which);                      /* name */
        put(in, header->order_free ? 8 : 0); /* configs[0]; bit 3: order_free, configs[2] */
        put(in, header->taps);
    }
    return SPE_OK;
}

static int on_txn(void *user, const struct spe_txn *t)
{
    struct input *in = user;

    for (unsigned which = 0; which < in->sessions; which++) {
        put_call(in, t, which);
    }
    in->cycle = t->cycle;
    return SPE_OK;
}

static void load_log(const char *name, unsigned sessions)
{
    struct input *in = &inputs[n_inputs++];
    struct spe_log_error err;
    struct spe_log_run run;
    char path[512];

    assert_true(n_inputs <= INPUTS_MAX);
    *in = (struct input){.sessions = sessions};
    (void)snprintf(in->name, sizeof(in->name), "%.40s.%u", name, sessions);
    (void)snprintf(path, sizeof(path), "%s/%s", LOGS, name);
    FILE *text = fopen(path, "r");
    assert_non_null(text);
    if (spe_log_parse(text, path, on_header, on_txn, in, &run, &err) != SPE_OK) {
        fail_msg("%s: %s", path, err.text);
    }
    (void)fclose(text);
}

static void load(void)
{
    DIR *folder = opendir(LOGS);

    assert_non_null(folder);
    n_inputs = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (strstr(entry->d_name, ".txnlog") != NULL) {
            load_log(entry->d_name, 1);
            load_log(entry->d_name, 2);
        }
    }
    (void)closedir(folder);
    assert_true(n_inputs != 0);
}

static void unload(void)
{
    for (size_t i = 0; i < n_inputs; i++) {
        free(inputs[i].data);
    }
}

/* A log that passes also passes at the edge, in one session and in two: the target reaches a
 * verdict. */
static void logs_pass(void **state)
{
    static const char *const pass[] = {"one_record.txnlog.1", "one_record.txnlog.2",
                                       "full.txnlog.1", "full.txnlog.2"};
    unsigned n = 0;

    (void)state;
    load();
    for (size_t i = 0; i < n_inputs; i++) {
        for (size_t k = 0; k < sizeof(pass) / sizeof(pass[0]); k++) {
            if (strcmp(inputs[i].name, pass[k]) == 0) {
                assert_int_equal(LLVMFuzzerTestOneInput(inputs[i].data, inputs[i].bytes), 0);
                assert_true(passed);
                n++;
            }
        }
    }
    assert_int_equal(n, sizeof(pass) / sizeof(pass[0]));
    unload();
}

static void logs_are_harmless_whole_and_cut(void **state)
{
    (void)state;
    load();
    for (size_t i = 0; i < n_inputs; i++) {
        const size_t step = inputs[i].bytes / 5 + 1;
        for (size_t size = inputs[i].bytes; size != 0; size = size < step ? 0 : size - step) {
            assert_int_equal(LLVMFuzzerTestOneInput(inputs[i].data, size), 0);
        }
    }
    unload();
}

static void changed_bytes_are_harmless(void **state)
{
    uint64_t random = 1;

    (void)state;
    load();
    for (size_t i = 0; i < n_inputs; i++) {
        for (unsigned round = 0; round < 10; round++) {
            random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            inputs[i].data[(size_t)(random >> 33) % inputs[i].bytes] = (uint8_t)(random >> 24);
            assert_int_equal(LLVMFuzzerTestOneInput(inputs[i].data, inputs[i].bytes), 0);
        }
    }
    unload();
}

static int write_inputs(const char *dir)
{
    char path[4096];
    bool good = true;

    load();
    for (size_t i = 0; i < n_inputs; i++) {
        (void)snprintf(path, sizeof(path), "%.4000s/%.60s", dir, inputs[i].name);
        FILE *out = fopen(path, "wb");
        good = good && out != NULL &&
               fwrite(inputs[i].data, 1, inputs[i].bytes, out) == inputs[i].bytes;
        good = out != NULL && fclose(out) == 0 && good;
    }
    unload();
    return good ? 0 : 1;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logs_pass),
        cmocka_unit_test(logs_are_harmless_whole_and_cut),
        cmocka_unit_test(changed_bytes_are_harmless),
    };
    if (argc == 2) {
        return write_inputs(argv[1]);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
