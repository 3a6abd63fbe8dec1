/* SPDX-License-Identifier: Apache-2.0 */
#include "bus/mode.h"
#include "bus/xl.h"
#include "check.h"
#include "config_lines.h"
#include "ports/sysreg.h"
#include "queue/buffer.h"
#include "queue/find.h"
#include "spe/status.h"
#include "state/model.h"

/* Modes of translation (W3): a mode that the registers ask for has a number, a mode that only an
 * SPU requests has none. */

static struct spe_model *create(void)
{
    struct spe_model_options options = {.taps = SPE_TAP_ALL};
    struct spe_config_error why;
    struct spe_config cfg;
    struct spe_model *m;

    spe_config_init(&cfg);
    assert_int_equal(config_lines(&cfg,
                                  "pmsver = 6\nevents = 0xBFF\nfne = 1\nfds = 1\n"
                                  "ext_abort = serror\nflag_updates = 1\nnvm = 1\n",
                                  &why),
                     SPE_OK);
    assert_int_equal(spe_model_create(&m, &cfg, &options), SPE_OK);
    return m;
}

/* The mode of Non-secure EL1&0 in physical address mode, with `attr` as its memory attribute. */
static unsigned mode(struct spe_model *m, unsigned attr)
{
    struct spe_ctx ctx = {.el = 1, .ns = true, .nspb = 3, .e2pb = 3};

    m->spu->regs.v[SPE_PMBLIMITR] = SPE_PMBLIMITR_NVM | SPE_PMBLIMITR_E;
    m->spu->regs.v[SPE_PMSCR_EL2] = SPE_PMSCR_ENVM;
    m->spu->regs.v[SPE_PMBMAR] = attr;
    return mode_now(m, &ctx);
}

static void wrong_requests_take_no_number(void **state)
{
    struct spe_model *m = create();
    unsigned first = mode(m, 0x44), n = m->spu->buf.modes.n;
    struct spe_txn_xl_req req = {.nvm = 1, .attr = 0x44};

    (void)state;
    req.regime = m->spu->buf.modes.of[first].regime;
    CHECK("physical", m->spu->buf.modes.of[first].nvm, 1);
    CHECK("known", mode_of_request(&m->spu->buf.modes, true, &req), first);
    for (unsigned attr = 0; attr < 2 * MAX_MODES; attr++) {
        req.attr = (uint8_t)(0x80 + attr);
        CHECK("unknown", mode_of_request(&m->spu->buf.modes, true, &req), MODE_NONE);
    }
    CHECK("modes", m->spu->buf.modes.n, n);
    spe_model_destroy(m);
}

/* When another mode takes over a number, records lose their link to the old mode, whatever their
 * state. */
static void a_number_is_given_anew(void **state)
{
    struct spe_model *m = create();
    struct rec *rec = buffer_new(&m->spu->buf, 0);

    (void)state;
    for (unsigned attr = 0; m->spu->buf.modes.n < MAX_MODES; attr++) {
        m->spu->enabled.mode = mode(m, attr);
    }
    rec->modes.since = UINT32_MAX;
    unsigned number = mode(m, 0xff);
    CHECK("another", number != m->spu->enabled.mode, true);
    CHECK("not in it", rec->modes.since, UINT32_MAX & ~(1u << number));
    rec->modes.known = true;
    rec->modes.mode = (uint8_t)(number + (number + 1 == m->spu->enabled.mode ? 2 : 1));
    unsigned held = rec->modes.mode;
    CHECK("next", mode(m, 0xfe), held);
    CHECK("not held", rec->modes.known, false);
    spe_model_destroy(m);
}

/* When another mode takes over a number, translations of the old mode join those without room
 * (S12). */
static void a_translation_of_it_is_kept(void **state)
{
    struct spe_model *m = create();
    struct xl *x = &m->spu->buf.xl[3];

    (void)state;
    for (unsigned attr = 0; m->spu->buf.modes.n < MAX_MODES; attr++) {
        (void)mode(m, attr);
    }
    *x = (struct xl){.used = true, .va_page = 0x10, .pa_page = 0x80010, .mode = 1};
    const struct xl_mode before = m->spu->buf.modes.of[1];
    CHECK("not yet", gone_has(&m->gone, x, &before, false, false), false);
    CHECK("its number", mode(m, 0xff), 1);
    CHECK("no longer used", x->used, false);
    CHECK("in its mode", gone_has(&m->gone, x, &before, false, false), true);
    CHECK("not in the other", gone_has(&m->gone, x, &m->spu->buf.modes.of[1], false, false), false);
    spe_model_destroy(m);
}

/* The first burst of a record may use a translation without room that was answered in any of the
 * modes that have held since the record may be offered, the first as well as the last. */
static void a_translation_without_room_is_of_any_mode(void **state)
{
    const struct spe_txn_aw t = {.addr = 0x80010000, .size = 3};

    (void)state;
    for (unsigned of = 0; of < 3; of++) {
        for (unsigned since = 0; since < 8; since++) {
            struct spe_model *m = create();
            struct rec *rec = buffer_new(&m->spu->buf, 0);
            const struct xl x = {.va_page = 0x10, .pa_page = 0x80010};
            for (unsigned i = 0; i < 3; i++) {
                CHECK("its number", mode(m, 0x44 + i), i);
            }
            gone_add(&m->gone, &x, &m->spu->buf.modes.of[of], true);
            buffer_append(&m->spu->buf, rec);
            rec->len = 8;
            rec->va = rec->next = m->spu->regs.v[SPE_PMBPTR] = 0x10000;
            rec->modes.since = since;
            CHECK("forgotten", buffer_forgotten(m->spu, &m->gone, rec, &t, false), since >> of & 1);
            spe_model_destroy(m);
        }
    }
}

/* A number in use is not reassigned: of the current mode, of the mode in the cycle before, of the
 * open request, of the stream. */
static void a_number_in_use_is_not_given(void **state)
{
    struct spe_model *m = create();
    unsigned used[4] = {0};

    (void)state;
    for (unsigned attr = 0; m->spu->buf.modes.n < MAX_MODES; attr++) {
        (void)mode(m, attr);
    }
    const unsigned next = mode(m, 0xff);
    for (unsigned i = 0; i < 4; i++) {
        used[i] = (next + 1 + i) % MAX_MODES;
    }
    m->spu->enabled.mode = used[0];
    m->spu->enabled.mode_before = used[2];
    m->spu->buf.asked.mode = used[1];
    m->spu->st.mode = used[3];
    m->spu->st.mode_known = true;
    CHECK("behind all four", mode(m, 0xfe), (next + 5) % MAX_MODES);
    m->spu->st.mode = (next + 6) % MAX_MODES;
    m->spu->st.mode_known = false;
    CHECK("of no stream", mode(m, 0xfd), (next + 6) % MAX_MODES);
    spe_model_destroy(m);
}

/* Fields that are unknown since reset: PMSCR_EL2.EnVM, PMBMAR_EL1 (4.2; D24.7.2, D24.7.3). */
enum { ENVM = MODE_OPEN_NVM, MAR = MODE_OPEN_ATTR };

static void leave_open(struct spe_model *m, unsigned fields)
{
    const struct spe_ctx ctx = {.el = 1, .ns = true, .nspb = 3, .e2pb = 3};

    m->spu->regs.v[SPE_PMBLIMITR] = SPE_PMBLIMITR_NVM | SPE_PMBLIMITR_E;
    m->spu->regs.v[SPE_PMSCR_EL2] = fields & ENVM ? 0 : SPE_PMSCR_ENVM;
    m->spu->regs.v[SPE_PMBMAR] = fields & MAR ? 0 : 0x244;
    m->spu->unknown.bits[SPE_PMSCR_EL2] = fields & ENVM ? SPE_PMSCR_ENVM | SPE_PMSCR_TS : 0;
    m->spu->unknown.bits[SPE_PMBMAR] = fields & MAR ? SPE_PMBMAR_SH | SPE_PMBMAR_ATTR : 0;
    m->spu->enabled.mode = mode_now(m, &ctx);
}

static const struct told {
    const char *what;
    unsigned open;
    struct spe_txn_xl_req req;
    bool told;
    uint64_t envm, mar; /* what the registers hold then */
} tolds[] = {
    {"nothing is open", 0, {.nvm = 1, .attr = 0x44, .sh = 2}, false, SPE_PMSCR_ENVM, 0x244},
    {"any attributes", MAR, {.nvm = 1, .attr = 0x5A, .sh = 1}, true, SPE_PMSCR_ENVM, 0x15A},
    {"none is 0", MAR, {.nvm = 1}, true, SPE_PMSCR_ENVM, 0},
    {"a virtual address", MAR, {.nvm = 0}, false, SPE_PMSCR_ENVM, 0},
    {"another regime", MAR, {.regime = 1, .nvm = 1}, false, SPE_PMSCR_ENVM, 0},
    {"EnVM 0", ENVM, {.nvm = 0}, true, 0, 0x244},
    {"EnVM 0, with a type", ENVM, {.nvm = 0, .attr = 0x44}, false, 0, 0x244},
    {"EnVM 0, with shareability", ENVM, {.nvm = 0, .sh = 2}, false, 0, 0x244},
    {"EnVM 1", ENVM, {.nvm = 1, .attr = 0x44, .sh = 2}, true, SPE_PMSCR_ENVM, 0x244},
    {"EnVM 1, another type", ENVM, {.nvm = 1, .attr = 0x45, .sh = 2}, false, 0, 0x244},
    {"EnVM 1, another shareability", ENVM, {.nvm = 1, .attr = 0x44, .sh = 3}, false, 0, 0x244},
    {"both, EnVM 0", ENVM | MAR, {.nvm = 0}, true, 0, 0},
    {"both, EnVM 1", ENVM | MAR, {.nvm = 1, .attr = 0xFF, .sh = 3}, true, SPE_PMSCR_ENVM, 0x3FF},
};

static void a_request_tells_what_is_open(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(tolds) / sizeof(tolds[0]); i++) {
        const struct told *row = &tolds[i];
        struct spe_model *m = create();
        leave_open(m, row->open);
        const unsigned number = m->spu->enabled.mode;
        const uint64_t envm = row->told ? 0 : row->open & ENVM ? SPE_PMSCR_ENVM : 0;
        const bool mar = (row->open & MAR) != 0 && !(row->told && row->req.nvm);
        CHECK(row->what, m->spu->buf.modes.of[number].open, row->open);
        CHECK(row->what, mode_told(m->spu, number, &row->req), row->told);
        CHECK(row->what, m->spu->regs.v[SPE_PMSCR_EL2], row->envm);
        CHECK(row->what, m->spu->regs.v[SPE_PMBMAR], row->mar);
        CHECK(row->what, m->spu->unknown.bits[SPE_PMSCR_EL2] & SPE_PMSCR_ENVM, envm);
        CHECK(row->what, m->spu->unknown.bits[SPE_PMBMAR] != 0, mar);
        CHECK(row->what, mode_of_request(&m->spu->buf.modes, true, &row->req) == number,
              row->told || row->open == 0);
        CHECK("not again", mode_told(m->spu, number, &row->req), false);
        spe_model_destroy(m);
    }
}

static const struct read {
    const char *what;
    unsigned open, told;
    uint64_t envm, mar; /* what the registers hold */
    struct xl_mode is;
} reads[] = {
    {"nothing is told", ENVM | MAR, 0, SPE_PMSCR_ENVM, 0x15A, {.open = ENVM | MAR}},
    {"nothing is open", 0, ENVM | MAR, 0, 0x15A, {.nvm = 1, .attr = 0x44, .sh = 2}},
    {"PMBMAR_EL1", MAR, MAR, SPE_PMSCR_ENVM, 0x15A, {.nvm = 1, .attr = 0x5A, .sh = 1}},
    {"EnVM 1", ENVM, ENVM, SPE_PMSCR_ENVM, 0x15A, {.nvm = 1, .attr = 0x44, .sh = 2}},
    {"EnVM 0", ENVM, ENVM, 0, 0x15A, {.nvm = 0}},
    {"both, EnVM 1", ENVM | MAR, ENVM, SPE_PMSCR_ENVM, 0, {.nvm = 1, .open = MAR}},
    {"both, EnVM 0", ENVM | MAR, ENVM, 0, 0, {.nvm = 0}},
    {"both, PMBMAR_EL1", ENVM | MAR, MAR, 0, 0x15A, {.attr = 0x5A, .sh = 1, .open = ENVM}},
};

/* Only a field that the read has told gets the value of its register. */
static void a_read_tells_what_is_open(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(reads) / sizeof(reads[0]); i++) {
        const struct read *row = &reads[i];
        struct spe_model *m = create();
        struct rec *rec = buffer_new(&m->spu->buf, 0);
        leave_open(m, row->open);
        m->spu->enabled.mode_before = m->spu->enabled.mode;
        rec->modes.since = 1u << m->spu->enabled.mode;
        m->spu->regs.v[SPE_PMSCR_EL2] = row->envm;
        m->spu->regs.v[SPE_PMBMAR] = row->mar;
        modes_settle(m->spu, row->told);
        const struct xl_mode *mode = &m->spu->buf.modes.of[m->spu->enabled.mode];
        CHECK(row->what, mode->nvm, row->is.nvm);
        CHECK(row->what, mode->attr, row->is.attr);
        CHECK(row->what, mode->sh, row->is.sh);
        CHECK(row->what, mode->open, row->is.open);
        CHECK(row->what, m->spu->enabled.mode_before, m->spu->enabled.mode);
        CHECK(row->what, rec->modes.since, 1u << m->spu->enabled.mode);
        spe_model_destroy(m);
    }
}

/* A read of PMSCR_EL2 tells an open mode only if it tells EnVM. It does not if EL2 has written the
 * register while E2PB kept its E2SPE hidden ([e2spe_hidden], E5), and now only E2SPE is unknown. */
static void a_read_of_other_fields_tells_no_mode(void **state)
{
    const struct spe_txn_sysreg t = {.enc = SPE_ENC(3, 4, 9, 9, 0), .data = SPE_PMSCR_ENVM};
    const struct spe_txn txn = {.kind = SPE_TXN_SYSREG, .u.sysreg = t};

    (void)state;
    for (int told = 0; told < 2; told++) {
        struct spe_model *m = create();
        leave_open(m, ENVM);
        const unsigned number = m->spu->enabled.mode;
        m->spu->regs.v[SPE_PMSCR_EL2] = told ? 0 : SPE_PMSCR_ENVM;
        m->spu->unknown.bits[SPE_PMSCR_EL2] = SPE_PMSCR_ExSPE | (told ? SPE_PMSCR_ENVM : 0);
        contexts_tell(&m->spu->contexts, &(struct spe_txn_ctx){.state = 0x10186}); /* EL2, E2PB 0 */
        contexts_begin(&m->spu->contexts, 0);
        m->txn = &txn;
        CHECK("it is read", model_sysreg(m, &t), SPE_PMSCR_EL2);
        CHECK("all is known", m->spu->unknown.bits[SPE_PMSCR_EL2], 0);
        CHECK("open", m->spu->buf.modes.of[number].open, told ? 0 : ENVM);
        CHECK("physical", m->spu->buf.modes.of[number].nvm, told);
        m->txn = NULL;
        spe_model_destroy(m);
    }
}

/* What a request tells of a register holds in each mode in which that register is open. */
static void a_request_tells_other_modes(void **state)
{
    const struct spe_txn_xl_req req = {.nvm = 1, .attr = 0x5A, .sh = 1};
    struct spe_model *m = create();
    struct modes *modes = &m->spu->buf.modes;

    (void)state;
    leave_open(m, MAR);
    const unsigned other = modes->n++;
    modes->of[other] = (struct xl_mode){.regime = 1, .nvm = 1, .open = MAR};
    CHECK("told", mode_told(m->spu, m->spu->enabled.mode, &req), true);
    CHECK("attr", modes->of[other].attr, 0x5A);
    CHECK("sh", modes->of[other].sh, 1);
    CHECK("regime", modes->of[other].regime, 1);
    CHECK("open", modes->of[other].open, 0);
    spe_model_destroy(m);
}

/* The mode of before a write tells nothing of the registers. */
static void an_old_mode_tells_no_register(void **state)
{
    const struct spe_txn_xl_req req = {.nvm = 1, .attr = 0x5A, .sh = 1};
    struct spe_model *m = create();

    (void)state;
    leave_open(m, MAR);
    const unsigned old = m->spu->enabled.mode;
    leave_open(m, 0);
    CHECK("another one", m->spu->enabled.mode != old, true);
    CHECK("told", mode_told(m->spu, old, &req), true);
    CHECK("PMBMAR_EL1", m->spu->regs.v[SPE_PMBMAR], 0x244);
    CHECK("its own", mode_of_request(&m->spu->buf.modes, true, &req), old);
    spe_model_destroy(m);
}

/* After one more reset the request tells a mode that has a number: it is that one. */
static void a_mode_has_one_number(void **state)
{
    const struct spe_txn_xl_req req = {.nvm = 1, .attr = 0x5A, .sh = 1};
    struct spe_model *m = create();
    struct rec *rec = buffer_new(&m->spu->buf, 0);

    (void)state;
    leave_open(m, MAR);
    const unsigned first = m->spu->enabled.mode;
    CHECK("told", mode_told(m->spu, first, &req), true);
    leave_open(m, MAR);
    const unsigned second = m->spu->enabled.mode;
    CHECK("another one", second != first, true);
    m->spu->enabled.mode_before = second;
    rec->modes.since = 1u << second;
    CHECK("told", mode_told(m->spu, second, &req), true);
    CHECK("the first", m->spu->enabled.mode, first);
    CHECK("the mode before, too", m->spu->enabled.mode_before, first);
    CHECK("and that of a record", rec->modes.since, 1u << first);
    spe_model_destroy(m);
}

/* A translation of before is one of the open mode if that may turn out to be its mode. */
static void a_translation_may_be_of_an_open_mode(void **state)
{
    const struct spe_txn_xl_req req = {.nvm = 1, .attr = 0x44, .sh = 2};
    struct spe_model *m = create();
    struct xl *xl = m->spu->buf.xl;

    (void)state;
    xl[1] = (struct xl){.used = true, .mode = (uint8_t)mode(m, 0x5A)};
    leave_open(m, 0);
    xl[0] = (struct xl){.used = true, .mode = (uint8_t)m->spu->enabled.mode};
    leave_open(m, ENVM);
    CHECK("another one", m->spu->enabled.mode != xl[0].mode, true);
    buffer_owner(m);
    CHECK("with its attributes", xl[0].owned, true);
    CHECK("with others", xl[1].owned, false);
    CHECK("none", xl[2].owned, false);
    leave_open(m, MAR);
    buffer_owner(m);
    CHECK("with any", xl[1].owned, true);
    CHECK("told", mode_told(m->spu, m->spu->enabled.mode, &req), true);
    CHECK("its mode", m->spu->enabled.mode, xl[0].mode);
    CHECK("still", xl[0].owned, true);
    spe_model_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_requests_take_no_number),
        cmocka_unit_test(a_number_is_given_anew),
        cmocka_unit_test(a_translation_of_it_is_kept),
        cmocka_unit_test(a_translation_without_room_is_of_any_mode),
        cmocka_unit_test(a_number_in_use_is_not_given),
        cmocka_unit_test(a_request_tells_what_is_open),
        cmocka_unit_test(a_read_tells_what_is_open),
        cmocka_unit_test(a_read_of_other_fields_tells_no_mode),
        cmocka_unit_test(a_request_tells_other_modes),
        cmocka_unit_test(an_old_mode_tells_no_register),
        cmocka_unit_test(a_mode_has_one_number),
        cmocka_unit_test(a_translation_may_be_of_an_open_mode),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
