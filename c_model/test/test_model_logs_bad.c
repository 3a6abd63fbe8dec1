/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "txnlog.h"

/*
 * The logs of test_model_logs.c made wrong in one place: exactly the named checks fire.
 */

/* The records of `order` the other way round. */
#define OLDEST_FIRST                                                                               \
    E("95 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004002",                          \
      "95 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001"),                         \
        E("102 w word=0 strb=0xff last_word=1 last=0 data=0x00400100b0000199",                     \
          "102 w word=0 strb=0xff last_word=1 last=0 data=0x00400200b0000199")

/* `one_record` with other memory attributes. */
#define ATTRIBUTES(attr, cache)                                                                    \
    E("30 xl_rsp id=1 ns=1 attr=0xff pa=0x80010000",                                               \
      "30 xl_rsp id=1 ns=1 attr=" attr " pa=0x80010000"),                                          \
        E("31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000",                            \
          "31 aw id=0 len=2 size=3 prot=0x3 cache=" cache " addr=0x80010000")

/* Software moves PMBPTR_EL1 in `cycle`; the record of `one_record` came into the queue in 28. */
#define POINTER_WRITTEN(cycle)                                                                     \
    E("28 out filtrate=1",                                                                         \
      "28 out filtrate=1\n" cycle " sysreg enc=PMBPTR_EL1 write=write pos=3 data=0x11000")

/* `one_record`: the page of `va` is asked for first. */
#define ASKED(va)                                                                                  \
    E("28 out filtrate=1", NULL), E("28 xl_req id=1 regime=0 va=0x10000",                          \
                                    "28 xl_req id=1 regime=0 va=" #va "\n28 out filtrate=1\n"      \
                                    "29 xl_rsp id=1 ns=1 attr=0xff pa=0x80011000\n"                \
                                    "30 xl_req id=1 regime=0 va=0x10000")

/* `one_record` over a bus of 16 bytes, in two beats: words of the first one, and of the second. */
#define WIDE(first, second)                                                                        \
    E("@config ../../../rtl/configs/v1p0_min.cfg",                                                 \
      "@config ../../../rtl/configs/v1p0_min.cfg\n@key axi_bytes = 16"),                           \
        E("31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000",                            \
          "31 aw id=0 len=1 size=4 prot=0x3 cache=0xf addr=0x80010000"),                           \
        E("31 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598", first),              \
        E("32 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001", second),             \
        E("33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200", NULL)
#define LOW(cycle)  #cycle " w word=0 strb=0xff last_word=0 last=0 data=0x00b0000299000598"
#define HIGH(cycle) #cycle " w word=1 strb=0xff last_word=1 last=0 data=0x48a0000000004001"
#define REST(cycle)                                                                                \
#cycle " w word=0 strb=0x1f last_word=0 last=1 data=0x0000000100025200\n" #cycle               \
           " w word=1 strb=0 last_word=1 last=1"

static const struct txnlog_row good[] = {
    {"one_record", "", {WIDE(LOW(31) "\n" HIGH(31), REST(32))}},
    /* Outputs, then the barrier that is done. */
    {"one_record", "", {E("43 sync kind=psb_done pos=3", "43 out\n43 sync kind=psb_done pos=3")}},
};

static const struct txnlog_row bad[] = {
    {"one_record", "contract", {WIDE(LOW(31) "\n" HIGH(32), REST(33))}}, /* a beat in two cycles */
    {"one_record", "contract", {WIDE(LOW(32) "\n" HIGH(32), REST(32))}}, /* two in one */
    {"one_record",
     "contract", /* words downwards */
     {WIDE("31 w word=1 strb=0xff last_word=0 last=0 data=0x48a0000000004001\n"
           "31 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598",
           REST(32))}},
    {"one_record", "contract", {E("2 clk running=1 active=1", NULL)}},
    {"one_record",
     "contract", /* not in the first cycle out of reset */
     {E("2 reset kind=release", "1 reset kind=release")}},
    {"one_record",
     "contract",
     {E("43 sync kind=psb_done pos=3", "43 sync kind=psb_done pos=3\n43 out")}},
    {"one_record",
     "contract",
     {E("45 sync kind=dsb_done pos=3", "45 sync kind=dsb_done pos=3\n45 out")}},
    {"one_record",
     "sel.position,buf.data,story.record", /* chosen where nobody stands: what the lane holds means
                                            * nothing
                                            */
     {E("20 pop ctx=0 n=2", "19 pop ctx=0 n=2\n20 clk running=1 active=0"),
      E("20 sel ctx=0 slot=0 tag=0 pc=0x400100 op=0x000",
        "20 sel ctx=0 slot=0 tag=0 pc=0x400100 op=0x0ff")}},
    /* Without translation an address is compared with PMBPTR_EL1 itself. */
    {"one_record",
     "buf.address",
     {E("28 xl_req id=1 regime=0 va=0x10000", NULL),
      E("30 xl_rsp id=1 ns=1 attr=0xff pa=0x80010000", NULL),
      E("31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000",
        "31 xl_req id=0 regime=0 va=0x10008\n31 xl_rsp id=0 ns=1 attr=0xff pa=0x10008\n"
        "31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x10008")}},
    {"one_record", "contract", {E("22 life tag=0 kind=issue", "22 life seq=900 tag=0 kind=issue")}},
    {"one_record",
     "contract",
     {E("22 life tag=0 kind=issue", "22 life tag=0 kind=issue\n22 clk active=1")}},
    {"one_record", "contract", {E("48 close", "48 close calls=3 sum=0x5")}},
    {"one_record", "contract", {E("7 sync kind=cse", "7 sync kind=9")}},
    {"one_record",
     "contract",
     {E("40 sysreg enc=PMSCR_EL1 write=write pos=3 data=0",
        "40 sysreg enc=PMSCR_EL1 write=write pos=2 data=0")}},
    {"one_record",
     "reg.outcome",
     {E("46 sysreg enc=PMBSR_EL1 write=read pos=3 data=0",
        "46 sysreg enc=PMBSR_EL1 write=read outcome=TRAP_EL2 pos=3 data=0")}},
    {"one_record",
     "reg.read",
     {E("46 sysreg enc=PMBSR_EL1 write=read pos=3 data=0",
        "46 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x10000")}},
    {"fault",
     "reg.read", /* DL is set inside a record */
     {E("42 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x940a0007",
        "42 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x94020007")}},
    {"walk_abort",
     "reg.read", /* S and EA are set (3.5.4) */
     {E("42 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x900e0017",
        "42 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x90060017")}},
    {"walk_abort",
     "reg.read", /* EA is set */
     {E("42 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x900e0017",
        "42 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x900a0017")}},
    {"collide_maybe",
     "sel.collided,buf.data,story.record", /* the tag of B, in the cycle of its ending (P19) */
     {E("57 sel ctx=0 slot=0 tag=collided pc=0x400300 op=0x000",
        "57 sel ctx=0 slot=0 tag=0 pc=0x400300 op=0x000"),
      E("58 out filtrate=1 pop=257 collision=1", "58 out filtrate=1 pop=257 feed=1"),
      E("64 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000",
        "60 life tag=0 kind=squash\n64 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000"),
      E("85 sysreg enc=PMBSR_EL1 write=read pos=516 data=0x10000",
        "85 sysreg enc=PMBSR_EL1 write=read pos=516 data=0")}},
    /* README 7: neither the old place nor the new one; a pointer that is neither; the old place of
       a pointer that was written before the record came into the queue. */
    {"one_record",
     "reg.read,buf.address,account.pointer",
     {POINTER_WRITTEN("29"), E("31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000",
                               "31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010100")}},
    {"one_record",
     "reg.read",
     {POINTER_WRITTEN("29"), E("37 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015",
                               "37 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x11015")}},
    {"one_record",
     "reg.read,buf.address,account.pointer",
     {E("27 life tag=0 kind=retire", "26 sysreg enc=PMBPTR_EL1 write=write pos=3 data=0x11000\n"
                                     "27 life tag=0 kind=retire")}},
    /* AWCACHE: Device as Normal and the other way round, Non-cacheable as cacheable ... */
    {"one_record", "bus.protocol", {ATTRIBUTES("0x00", "0x1")}},
    {"one_record", "bus.protocol", {ATTRIBUTES("0x00", "0xf")}},
    {"one_record", "bus.protocol", {ATTRIBUTES("0x04", "0x2")}},
    {"one_record", "bus.protocol", {ATTRIBUTES("0x44", "0x1")}},
    {"one_record", "bus.protocol", {ATTRIBUTES("0x44", "0xf")}},
    {"one_record", "bus.protocol", {ATTRIBUTES("0xbb", "0x7")}},
    {"one_record", "bus.protocol", {ATTRIBUTES("0xff", "0x3")}},
    {"one_record", "bus.protocol", {ATTRIBUTES("0xff", "0x6")}},
    {"one_record", "bus.protocol", {ATTRIBUTES("0xff", "0x1")}},
    {"sync_abort",
     "bus.protocol", /* the second burst before the response of the first one (W8) */
     {E("34 b id=0 resp=0", NULL),
      E("35 aw id=0 len=0 size=3 prot=0x3 cache=0xf addr=0x80010010",
        "34 aw id=0 len=0 size=3 prot=0x3 cache=0xf addr=0x80010010\n35 b id=0 resp=0")}},
    {"serror",
     "bus.protocol", /* another ID while a burst waits for its response */
     {E("@key axi_one_id = 0", "@key axi_one_id = 1")}},
    {"sync_abort",
     "reg.read", /* B14: DL without EA */
     {E("36 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200",
        "36 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200\n"
        "36 sysreg enc=PMBSR_EL1 write=write pos=3 data=0x20000\n37 out pmbirq=1"),
      E("39 out pmbirq=1", NULL),
      E("42 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x900e0010",
        "42 sysreg enc=PMBSR_EL1 write=read pos=3 data=0xa0000"),
      E("43 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10010",
        "43 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10000")}},
    {"full_and_abort",
     "reg.read", /* no order of B18 leaves EA clear */
     {E("42 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x000e0001",
        "42 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x000a0001")}},
    {"async_abort",
     "reg.read", /* B13: the syndrome of the first event stays */
     {E("47 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x900e0011",
        "47 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x900e0010")}},
    {"one_record",
     "sel.position",
     {E("5 sysreg enc=PMSICR_EL1 write=write data=3",
        "5 sysreg enc=PMSICR_EL1 write=write data=4")}},
    {"release",
     "sel.collided", /* too late for P20 */
     {E("@key release_max = 2", "@key release_max = 0"),
      E("29 sel ctx=0 slot=0 tag=0 pc=0x400100 op=0x000",
        "29 sel ctx=0 slot=0 tag=collided pc=0x400100 op=0x000"),
      E("30 out pop=257 feed=1", "30 out pop=257 collision=1"),
      E("31 life tag=0 kind=squash", NULL),
      E("54 sysreg enc=PMBSR_EL1 write=read pos=258 data=0",
        "54 sysreg enc=PMBSR_EL1 write=read pos=258 data=0x10000")}},
    {"random",
     "sel.draw",
     {E("501 rnd value=0x20", NULL), E("504 sysreg enc=PMSICR_EL1 write=read pos=264 data=0x120",
                                       "504 sysreg enc=PMSICR_EL1 write=read pos=264 data=0x100")}},
    {"random",
     "sel.draw",
     {E("503 life tag=0 kind=squash", "503 life tag=0 kind=squash\n503 rnd value=1")}},
    {"window_draw",
     "out.irq", /* no draw in 31, so S was 1; but PMBIRQ comes later */
     {E("31 out pmbirq=1", "33 out pmbirq=1")}},
    {"window_draw",
     "sel.draw", /* the SPU takes a draw in 29 that nothing needs */
     {E("31 pop ctx=0 n=1", "29 rnd value=0x10\n31 pop ctx=0 n=1")}},
    {"window_draw",
     "sel.draw", /* no window: the draw is missing */
     {E("3 sysreg enc=PMBPTR_EL1 write=write data=0x1ffc8",
        "3 sysreg enc=PMBPTR_EL1 write=write data=0x10000"),
      E("27 life tag=0 kind=retire", "27 life tag=0 kind=squash"), E("28 out filtrate=1", NULL),
      E("31 out pmbirq=1", "31 out pop=1"),
      E("38 sysreg enc=PMSICR_EL1 write=read pos=4 data=0",
        "38 sysreg enc=PMSICR_EL1 write=read pos=4 data=0x100"),
      E("40 sysreg enc=PMBSR_EL1 write=read pos=4 data=0x20001", NULL),
      E("41 sysreg enc=PMBPTR_EL1 write=read pos=4 data=0x1ffc8", NULL)}},
    {"window_load",
     "reg.read", /* loaded although S was 1 */
     {E("38 sysreg enc=PMSICR_EL1 write=read pos=4 data=0",
        "38 sysreg enc=PMSICR_EL1 write=read pos=4 data=0x100")}},
    {"one_record",
     "buf.address", /* page of no byte of the record, in front of PMBPTR_EL1 */
     {ASKED(0xf000)}},
    {"one_record",
     "buf.address", /* at the limit */
     {ASKED(0x20000)}},
    {"one_record",
     "buf.address", /* 8 bytes too far, inside the record */
     {E("31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000",
        "31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010008")}},
    {"sync_abort",
     "buf.address", /* the second burst leaves bytes out */
     {E("35 aw id=0 len=0 size=3 prot=0x3 cache=0xf addr=0x80010010",
        "35 aw id=0 len=0 size=3 prot=0x3 cache=0xf addr=0x80010012"),
      E("36 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200",
        "36 w word=0 strb=0x1c last_word=1 last=1 data=0x0000000100025200"),
      E("43 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10010",
        "43 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10012")}},
    {"one_record",
     "buf.address,buf.data,out.cti", /* descending, but not order-free (B4) */
     {E("31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000",
        "31 aw id=0 len=0 size=3 prot=0x3 cache=0xf addr=0x80010010\n"
        "31 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200\n"
        "31 b id=0 resp=0\n"
        "32 aw id=0 len=1 size=3 prot=0x3 cache=0xf addr=0x80010000"),
      E("31 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598",
        "32 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598"),
      E("32 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001",
        "33 w word=0 strb=0xff last_word=1 last=1 data=0x48a0000000004001"),
      E("33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200", NULL)}},
    {"one_record",
     "buf.data,account.pointer", /* a byte is left out */
     {E("32 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001",
        "32 w word=0 strb=0x7f last_word=1 last=0 data=0x48a0000000004001")}},
    {"one_record",
     "buf.data,story.record", /* total latency */
     {E("31 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598",
        "31 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000698")}},
    {"order_free", "buf.data", {E("@order_free 1", "@order_free 0")}},
    {"order_free",
     "buf.data,story.record", /* PC */
     {E("31 w word=0 strb=0xff last_word=1 last=0 data=0x0100b00048000252",
        "31 w word=0 strb=0xff last_word=1 last=0 data=0x0200b00048000252")}},
    {"pointer_high",
     "buf.limit",
     {E("30 pop ctx=0 n=1",
        "30 pop ctx=0 n=1\n30 aw len=0 size=3 prot=0x3 cache=0xf addr=0x8001ffc8\n"
        "30 w strb=0xff last_word=1 last=1\n30 b")}},
    {"sync_abort",
     "buf.address,buf.twice",
     {E("35 aw id=0 len=0 size=3 prot=0x3 cache=0xf addr=0x80010010",
        "35 aw id=0 len=1 size=3 prot=0x3 cache=0xf addr=0x80010008\n"
        "35 w strb=0xff last_word=1 data=0x48a0000000004001"),
      E("38 b id=0 resp=2", "38 b id=0 resp=0"), E("39 out pmbirq=1", "39 out cti=1"),
      E("42 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x900e0010", NULL),
      E("43 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10010", NULL)}},
    {"disabled",
     "buf.disabled", /* PSB CSYNC has settled that the record was discarded */
     {E("32 sysreg enc=PMBLIMITR_EL1 write=write pos=3 data=0x20000",
        "32 sysreg enc=PMBLIMITR_EL1 write=write pos=3 data=0x20000\n"
        "33 sync kind=psb_req pos=3\n34 sync kind=psb_done pos=3"),
      E("45 out cti=1", NULL), E("54 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015", NULL)}},
    {"disabled_twice",
     "buf.disabled", /* both are written: the second one cannot have been offered */
     {E("65 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004002",
        "65 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001"),
      E("80 sync kind=psb_req pos=259",
        "70 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010015\n"
        "70 w strb=0xe0 last_word=1 data=0x0005980000000000\n"
        "71 w strb=0xff last_word=1 data=0x00400200b0000299\n"
        "72 w strb=0xff last_word=1 last=1 data=0x02520048a0000000\n"
        "73 b id=0 resp=0\n80 sync kind=psb_req pos=259"),
      E("84 sysreg enc=PMBPTR_EL1 write=read pos=259 data=0x10015", NULL)}},
    {"one_record",
     "buf.missing",
     {E("31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000", NULL),
      E("31 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598", NULL),
      E("32 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001", NULL),
      E("33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200", NULL),
      E("36 b id=0 resp=0", NULL),
      E("37 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015", NULL), E("37 out cti=1", NULL)}},
    {"one_record",
     "bus.protocol", /* address space */
     {E("31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000",
        "31 aw id=0 len=2 size=3 prot=0x1 cache=0xf addr=0x80010000")}},
    {"one_record",
     "bus.protocol", /* WLAST */
     {E("33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200",
        "33 w word=0 strb=0x1f last_word=1 last=0 data=0x0000000100025200")}},
    {"early_data",
     "bus.protocol", /* a response before the address */
     {E("35 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x1ffb0", "35 b id=1 resp=0"),
      E("39 b id=1 resp=0", NULL),
      E("50 sync kind=dsb_done pos=3", "50 b id=1 resp=0\n"
                                       "51 sync kind=dsb_done pos=3")}},
    {"sync_abort",
     "bus.protocol", /* data of the next burst before the response */
     {E("34 b id=0 resp=0",
        "33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200\n34 b id=0 resp=0"),
      E("36 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200", NULL)}},
    {"early_data",
     "bus.protocol,sync.dsb", /* data that never get an address */
     {E("48 sync kind=psb_req pos=3",
        "47 w strb=0xff last_word=1 last=1\n48 sync kind=psb_req pos=3")}},
    {"early_data",
     "buf.data,story.record", /* PC */
     {E("32 w word=0 strb=0xff last_word=1 last=1 data=0x48a0000000004001",
        "32 w word=0 strb=0xff last_word=1 last=1 data=0x48a0000000004002")}},
    {"tlbi",
     "buf.address", /* the old translation after the TLBI */
     {E("128 xl_req id=1 regime=0 va=0x10015", NULL),
      E("130 xl_rsp id=1 ns=1 attr=0xff pa=0x90010015", NULL),
      E("131 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x90010015",
        "131 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010015"),
      E("135 aw id=0 len=0 size=3 prot=0x3 cache=0xf addr=0x90010028",
        "135 aw id=0 len=0 size=3 prot=0x3 cache=0xf addr=0x80010028"),
      E("154 sysreg enc=PMBPTR_EL1 write=read pos=260 data=0x1002a", NULL),
      E("151 sync kind=psb_done pos=260", "151 reset kind=assert"),
      E("152 sync kind=dsb_req pos=260", NULL), E("153 sync kind=dsb_done pos=260", NULL)}},
    {"one_record",
     "xl.regime",
     {E("28 xl_req id=1 regime=0 va=0x10000", "28 xl_req id=1 regime=1 va=0x10000")}},
    {"owner",
     "xl.regime", /* the second page in the regime of the new owner */
     {E("35 xl_req id=2 regime=0 va=0x12000", "35 xl_req id=2 regime=1 va=0x12000")}},
    {"owner",
     "buf.address", /* an answer in the regime of an owner that is none any more */
     {E("27 life tag=0 kind=retire",
        "27 ctx id=1 state=EL1+NS+NSPB3+CNTEN\n27 life tag=0 kind=retire"),
      E("32 ctx id=1 state=EL1+NS+NSPB3+CNTEN", NULL),
      E("35 xl_req id=2 regime=0 va=0x12000", "35 xl_req id=2 regime=1 va=0x12000")}},
    {"serror",
     "sync.dsb",
     {E("46 b id=0 resp=0", NULL),
      E("50 sync kind=dsb_done pos=3", "50 sync kind=dsb_done pos=3\n51 b id=0 resp=0")}},
    {"one_record",
     "sync.psb", /* before the response */
     {E("33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200",
        "33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200\n"
        "34 sync kind=psb_req pos=3\n35 sync kind=psb_done pos=3")}},
    {"early_data",
     "sync.psb", /* before the address */
     {E("35 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x1ffb0",
        "34 sync kind=psb_req pos=3\n35 sync kind=psb_done pos=3")}},
    {"one_record",
     "sync.psb", /* in flight */
     {E("21 out pop=3 feed=1", "21 sync kind=psb_req pos=3\n21 out pop=3 feed=1"),
      E("22 life tag=0 kind=issue", "22 life tag=0 kind=issue\n23 sync kind=psb_done pos=3")}},
    {"full",
     "out.irq",
     {E("37 out pmbirq=1 cti=1", "37 out cti=1"),
      E("39 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x1ffc5",
        "39 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x1ffc5\n40 out pmbirq=1")}},
    {"pointer_high",
     "out.irq", /* later than [b1_max] */
     {E("31 out pmbirq=1 pop=3", "31 out pop=4\n37 out pmbirq=1"),
      E("33 sysreg enc=PMSICR_EL1 write=read pos=7 data=0xfe", NULL),
      E("34 sysreg enc=PMBSR_EL1 write=read pos=7 data=0x20001", NULL),
      E("35 sysreg enc=PMBPTR_EL1 write=read pos=7 data=0x1ffc8", NULL)}},
    {"event_late", "reg.read,out.irq,out.pop", {E("@key event_max = 4", "@key event_max = 2")}},
    {"event_late",
     "reg.read", /* as if the member of 39 had counted */
     {E("44 sysreg enc=PMSICR_EL1 write=read pos=8 data=0xfe",
        "44 sysreg enc=PMSICR_EL1 write=read pos=8 data=0xfd")}},
    {"order", "buf.data,story.record", {OLDEST_FIRST}},
    {"order",
     "buf.data,story.record",
     {E("@key record_order = completion", "@key record_order = population")}},
    {"serror", "out.serror", {E("39 out serror=1", "39 out")}},
    {"reset_cuts",
     "out.serror", /* the pulse of 38 was due before the reset */
     {E("39 b id=1 resp=2", NULL), E("39 reset kind=assert", "40 reset kind=assert")}},
    {"reset_irq",
     "out.irq", /* the edge was due in 39 */
     {E("39 reset kind=assert", "40 reset kind=assert")}},
    {"interval_zero",
     "sel.position,sel.draw", /* one draw too few for the load and two members */
     {E("7 rnd value=2", NULL), E("8 sysreg enc=PMSICR_EL1 write=read pos=2 data=2", NULL)}},
    {"one_record", "out.pop", {E("21 out pop=3 feed=1", "21 out pop=2 feed=1")}},
    {"one_record",
     "out.feed,account.select,account.feed",
     {E("21 out pop=3 feed=1", "21 out pop=3")}},
    {"one_record",
     "out.filtrate,account.feed,account.written",
     {E("28 out filtrate=1", "28 out filtrate=2")}},
    {"collide",
     "out.collision,account.select",
     {E("101 out pop=257 collision=1", "101 out pop=257 collision=2")}},
    {"one_record", "out.cti", {E("37 out cti=1", "37 out")}},
    {"early_data",
     "out.irq,out.cti", /* before the address */
     {E("35 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x1ffb0", "35 out pmbirq=1 cti=1"),
      E("37 out pmbirq=1 cti=1", "37 out pmbirq=1")}},
    {"one_record", "out.cti", /* late */ {E("37 out cti=1", "39 out cti=1")}},
    /* Events that the configuration does not have. */
    {"one_record", "out.full", {E("21 out pop=3 feed=1", "21 out pop=3 feed=1 full=1")}},
    {"one_record", "out.feed_kind", {E("28 out filtrate=1", "28 out filtrate=1 feed_ld=1")}},
    {"stream",
     "story.format",
     {E("31 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598",
        "31 w word=0 strb=0xff last_word=1 last=0 data=0x00b00002990005d8")}},
    {"no_life", "account.select", {E("21 out pop=3 feed=1", "21 out pop=3")}},
    {"no_life", "account.written", {E("28 out filtrate=1", "28 out filtrate=2")}},
    {"no_life",
     "account.pointer",
     {E("54 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015",
        "54 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10016")}},
    {"one_record", "liveness", {E("45 sync kind=dsb_done pos=3", NULL)}},
};

static void bad_logs_fail_with_their_check(void **state)
{
    size_t n = sizeof(bad) / sizeof(bad[0]);

    (void)state;
    assert_int_equal(txnlog_rows(bad, n), n);
}

static void what_is_near_them_passes(void **state)
{
    size_t n = sizeof(good) / sizeof(good[0]);

    (void)state;
    assert_int_equal(txnlog_rows(good, n), n);
}

/* Checks with bad logs of their own: test_event_logs.c; thousands of draws: test_model.c. */
static bool elsewhere(int check)
{
    static const int list[] = {SPE_CHECK_SEL_UNIFORM, SPE_CHECK_OUT_EXCEPTION,
                               SPE_CHECK_OUT_FREEZE,  SPE_CHECK_XL_NVM,
                               SPE_CHECK_EVENT_ROUTE, SPE_CHECK_EVENT_SYNDROME,
                               SPE_CHECK_BUF_DENIED,  SPE_CHECK_FORK_SETTLED};
    bool found = false;

    for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
        found |= list[i] == check;
    }
    return found;
}

/* No check without a variant in which it fires. */
static void every_check_has_a_bad_log(void **state)
{
    (void)state;
    for (int check = 0; check < SPE_CHECKS; check++) {
        bool found = elsewhere(check);
        for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
            found |= strstr(bad[i].checks, spe_check_name(check)) != NULL;
        }
        CHECK(spe_check_name(check), found, true);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_logs_fail_with_their_check),
        cmocka_unit_test(what_is_near_them_passes),
        cmocka_unit_test(every_check_has_a_bad_log),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
