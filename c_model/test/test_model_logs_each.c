/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "txnlog.h"

/*
 * Each place at which the model reports a finding has a log that gets there and that nothing else
 * would fail: rows for those which the logs of the other files pass by.
 */

#define AW_31 "31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000"
#define W1    " w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598"
#define W2    " w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001"
#define W3    " w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200"

/* `one_record` or `one_barrier`: the record is not written. */
#define UNWRITTEN                                                                                  \
    E(AW_31, NULL), E("31" W1, NULL), E("32" W2, NULL), E("33" W3, NULL),                          \
        E("36 b id=0 resp=0", NULL), E("37 out cti=1", NULL)

/* `order_free`: other bytes in its three words. */
#define FREE_W1 "31 w word=0 strb=0xff last_word=1 last=0 data=0x0100b00048000252"
#define FREE_W2 "32 w word=0 strb=0xff last_word=1 last=0 data=0x0299a00000000040"
#define FREE_W3 "33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100059800"

/* `stream` and `no_life`: the second burst of two. */
#define AW_41 "41 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010015"

/* `no_life`: one record more, at `addr`; the first ends at 0x10015. */
#define AGAIN(addr)                                                                                \
    E("37 out cti=1", "37 out cti=1\n38 out filtrate=1\n"                                          \
                      "40 aw len=2 size=3 prot=0x3 cache=0xf addr=" addr "\n40" W1 "\n41" W2       \
                      "\n42" W3 "\n43 b id=0 resp=0\n44 out cti=1"),                               \
        E("54 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015", NULL)

/* `no_life`: the limit lies in the middle of the page of the record: two words at its end. */
#define AT_LIMIT                                                                                   \
    E("4 sysreg enc=PMBLIMITR_EL1 write=write data=0x20001",                                       \
      "4 sysreg enc=PMBLIMITR_EL1 write=write data=0x10001"),                                      \
        E("3 sysreg enc=PMBPTR_EL1 write=write data=0x10000",                                      \
          "3 sysreg enc=PMBPTR_EL1 write=write data=0x0fff0"),                                     \
        E("28 xl_req id=1 regime=0 va=0x10000", "28 xl_req id=1 regime=0 va=0xfff0"),              \
        E("30 xl_rsp id=1 ns=1 attr=0xff pa=0x80010000",                                           \
          "30 xl_rsp id=1 ns=1 attr=0xff pa=0x8000fff0"),                                          \
        E(AW_31, "31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x8000fff0"),                    \
        E("54 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015", NULL)

/* `no_life`: a fault cuts the record after its first word; software goes on in the next page. */
#define CUT                                                                                        \
    E(AW_31, "31 aw id=0 len=0 size=3 prot=0x3 cache=0xf addr=0x80010000"),                        \
        E("31" W1, "31 w word=0 strb=0xff last_word=1 last=1 data=0x00b0000299000598"),            \
        E("32" W2, "32 b\n33 xl_req id=2 regime=0 va=0x11000\n34 xl_rsp id=2 fault=1 fsc=7"),      \
        E("33" W3, "36 out pmbirq=1"), E("36 b id=0 resp=0", NULL),                                \
        E("37 out cti=1",                                                                          \
          "37 sysreg enc=PMBPTR_EL1 write=write pos=3 data=0x10100\n"                              \
          "38 sysreg enc=PMBSR_EL1 write=write pos=3 data=0\n39 out pmbirq=0 filtrate=1\n"         \
          "40 aw len=2 size=3 prot=0x3 cache=0xf addr=0x80010100\n40" W1 "\n41" W2 "\n42" W3       \
          "\n43 b id=0 resp=0\n44 out cti=1"),                                                     \
        E("54 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015",                                \
          "54 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10115")

/* `order_free` padded to 32 bytes. */
#define PADDED(w3, w4)                                                                             \
    E("@order_free 1", "@order_free 1\n@key align = 5"),                                           \
        E("31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000",                            \
          "31 aw id=0 len=3 size=3 prot=0x3 cache=0xf addr=0x80010000"),                           \
        E(FREE_W3, "33 w word=0 strb=0xff last_word=1 last=0 data=" w3                             \
                   "\n34 w word=0 strb=0xff last_word=1 last=1 data=" w4),                         \
        E("55 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015",                                \
          "55 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10020")

static const struct txnlog_row passing[] = {
    /* What was cut is not the beginning of the next record. */
    {"no_life", "", {CUT}},
    {"order_free", "", {PADDED("0x0000000100059800", "0")}},
};

static const struct txnlog_row bad[] = {
    /* Level A, and level B without the operations (stream.c). */
    {"stream",
     "buf.address,story.format", /* no translation of the page, so its bytes are not in the stream
                                  */
     {E(AW_41, "41 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80030015")}},
    {"stream",
     "buf.address,story.format", /* a byte is left out */
     {E("42 w word=0 strb=0xff last_word=1 last=0 data=0x00400100b0000299",
        "42 w word=0 strb=0xf7 last_word=1 last=0 data=0x00400100b0000299")}},
    {"no_life", "buf.address", {AGAIN("0x80010018")}},
    {"no_life", "buf.address,buf.twice", {AGAIN("0x80010000")}},
    {"no_life", "buf.limit,bus.protocol", {AT_LIMIT}},
    /* The bytes of the bus (buffer_aw.c, buffer_bus.c). */
    {"one_record",
     "buf.address,buf.data,bus.protocol", /* beats wider than the bus */
     {E(AW_31, "31 aw id=0 len=2 size=6 prot=0x3 cache=0xf addr=0x80010000")}},
    {"full",
     "bus.protocol", /* 11 beats from 0x1ffb0 */
     {E("31 aw id=0 len=2 size=3 prot=0x3 cache=0x3 addr=0x8001ffb0",
        "31 aw id=0 len=10 size=3 prot=0x3 cache=0x3 addr=0x8001ffb0")}},
    {"stream",
     "bus.protocol", /* beats of four bytes, strobes of eight */
     {E("45 aw id=0 len=0 size=3 prot=0x3 cache=0xf addr=0x80010028",
        "45 aw id=0 len=0 size=2 prot=0x3 cache=0xf addr=0x80010028"),
      E("45 w word=0 strb=0x03 last_word=1 last=1 data=0x0000000000000100",
        "45 w word=0 strb=0x13 last_word=1 last=1 data=0x0000000000000100")}},
    /* The place of the bytes (buffer_compare.c). */
    {"one_record",
     "buf.address,account.pointer", /* one byte more than the record has */
     {E("33" W3, "33 w word=0 strb=0x3f last_word=1 last=1 data=0x0000000100025200")}},
    {"full",
     "buf.limit,bus.protocol", /* one burst up to the limit, and a word past it */
     {E("@config ../../../rtl/configs/v1p0_min.cfg",
        "@config ../../../rtl/configs/v1p0_min.cfg\n@key axi_bytes = 64"),
      E("31 aw id=0 len=2 size=3 prot=0x3 cache=0x3 addr=0x8001ffb0",
        "31 aw id=0 len=2 size=6 prot=0x3 cache=0x3 addr=0x8001ffb0"),
      E("31" W1, "31 w word=6 strb=0xff data=0x00b0000299000598\n"
                 "31 w word=7 strb=0xff last_word=1 data=0x48a0000000004001"),
      E("32" W2, "32 w word=0 strb=0x1f data=0x0000000100025200\n32 w word=7 last_word=1"),
      E("33" W3, "33 w word=0 strb=0x01 last=1\n33 w word=7 last_word=1 last=1")}},
    /* The bytes of a record that may be in any order (buffer_compare.c, order_free.c). */
    {"order_free",
     "story.format", /* a reserved header in the place of the Operation Type */
     {E(FREE_W1, "31 w word=0 strb=0xff last_word=1 last=0 data=0x0100b000d8000252")}},
    {"order_free",
     "story.format", /* no End packet */
     {E(FREE_W3, "33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000000059800")}},
    {"order_free",
     "story.format", /* a second End packet in the padding */
     {PADDED("0x0000010100059800", "0")}},
    {"order_free",
     "buf.data,story.record", /* a packet more: Data Source */
     {PADDED("0x0100004300059800", "0")}},
    /* Records that never come (sync.c, accounts.c). */
    {"one_barrier",
     "buf.missing", /* no DSB: found at the close */
     {UNWRITTEN, E("44 sync kind=dsb_req pos=3", NULL), E("45 sync kind=dsb_done pos=3", NULL)}},
    {"one_barrier",
     "buf.data,buf.missing,out.cti", /* found at the DSB; what comes then is no record any more */
     {UNWRITTEN, E("48 close", "50 aw len=2 size=3 prot=0x3 cache=0xf addr=0x80010000\n50" W1
                               "\n51" W2 "\n52" W3 "\n53 b\n54 out cti=1\n58 close")}},
    /* [record_order] = population: the younger while the older is in flight (buffer.c). */
    {"order",
     "buf.data",
     {E("@key record_order = completion", "@key record_order = population"),
      E("33 life tag=0 kind=retire lat_issue=1 lat_total=4", NULL), E("34 out filtrate=1", NULL),
      E("98 out cti=1", "98 out cti=1\n99 life tag=0 kind=retire lat_issue=1 lat_total=4\n"
                        "100 out filtrate=1")}},
    /* Misuse that only a run shows (inflight.c, buffer_place.c). */
    {"one_record",
     "contract", /* ends twice in a cycle */
     {E("27 life tag=0 kind=retire", "27 life tag=0 kind=retire\n27 life tag=0 kind=retire")}},
    {"one_record",
     "contract", /* more pointers than are kept */
     {E("30 xl_rsp id=1 ns=1 attr=0xff pa=0x80010000",
        "29 sysreg enc=PMBPTR_EL1 write=write pos=3 data=0x11000\n"
        "29 sysreg enc=PMBPTR_EL1 write=write pos=3 data=0x12000\n"
        "29 sysreg enc=PMBPTR_EL1 write=write pos=3 data=0x13000\n"
        "29 sysreg enc=PMBPTR_EL1 write=write pos=3 data=0x14000\n"
        "29 sysreg enc=PMBPTR_EL1 write=write pos=3 data=0x10000\n"
        "30 xl_rsp id=1 ns=1 attr=0xff pa=0x80010000")}},
};

int main(void)
{
    return txnlog_main(passing, sizeof(passing) / sizeof(passing[0]), bad,
                       sizeof(bad) / sizeof(bad[0]));
}
