// SPDX-License-Identifier: Apache-2.0
//
// Types that stay inside the SPU. If a type is part of a vector, its width is written out, because
// Yosys 0.23 knows no `$bits(type)`; spu_sva.sv compares them.

package spu_int_pkg;

  // Bits of a latency count in a record; counters have 12 or 16 (5.3.4, PMSIDR_EL1.CountSize).
  localparam int unsigned LAT_BITS = 16;

  // PMSCR_EL1 and PMSCR_EL2 as software sees them (4.3.5, 4.3.7, D24.7.8, D24.7.9).
  typedef struct packed {
    logic [51:0] res0_63_12;
    logic        envm;
    logic        ke;
    logic [1:0]  ee;
    logic [1:0]  pct;
    logic        ts;
    logic        pa;
    logic        cx;
    logic        res0_2;
    logic        el;   // E1SPE or E2SPE
    logic        el0;  // E0SPE or E0HSPE
  } pmscr_t;

  // PMSICR_EL1 (4.3.10).
  typedef struct packed {
    logic [7:0]  ecount;
    logic [23:0] res0_55_32;
    logic [31:0] count;
  } pmsicr_t;

  // PMSIRR_EL1 (4.3.12).
  typedef struct packed {
    logic [31:0] res0_63_32;
    logic [23:0] interval;
    logic [6:0]  res0_7_1;
    logic        rnd;
  } pmsirr_t;

  // PMSFCR_EL1 (4.3.9, D24.7.12). `..m`: mask of the type filter.
  typedef struct packed {
    logic [10:0] res0_63_53;
    logic        simdm;
    logic        fpm;
    logic        stm;
    logic        ldm;
    logic        bm;
    logic [26:0] res0_47_21;
    logic        simd;
    logic        fp;
    logic        st;
    logic        ld;
    logic        b;
    logic [10:0] res0_15_5;
    logic        fds;
    logic        fne;
    logic        fl;
    logic        ft;
    logic        fe;
  } pmsfcr_t;

  // PMSLATFR_EL1 (4.3.13, D24.7.16).
  typedef struct packed {
    logic [47:0] res0_63_16;
    logic [15:0] minlat;
  } pmslatfr_t;

  // PMBLIMITR_EL1 (4.3.2, D24.7.2).
  typedef struct packed {
    logic [51:0] limit;  // VA[63:12]
    logic [3:0]  res0_11_8;
    logic        nvm;
    logic        res0_6;
    logic        pmfz;
    logic [1:0]  res0_4_3;
    logic [1:0]  fm;
    logic        e;
  } pmblimitr_t;

  // PMBMAR_EL1 (D24.7.3).
  typedef struct packed {
    logic [53:0] res0_63_10;
    logic [1:0]  sh;
    logic [7:0]  attr;
  } pmbmar_t;

  // PMBSR_ELx (4.3.4, D24.7.5 to 7).
  typedef struct packed {
    logic [7:0]  res0_63_56;
    logic [23:0] mss2;
    logic [5:0]  ec;
    logic [5:0]  res0_25_20;
    logic        dl;
    logic        ea;
    logic        s;
    logic        coll;
    logic [15:0] mss;  // [5:0] FSC or BSC
  } pmbsr_t;

  // The fields of PMSCR_EL1 or PMSCR_EL2.
  typedef struct packed {
    logic       envm;
    logic       ke;
    logic [1:0] ee;
    logic [1:0] pct;
    logic       ts;
    logic       pa;
    logic       cx;
    logic       el;   // E1SPE or E2SPE
    logic       el0;  // E0SPE or E0HSPE
  } scr_t;

  // Register fields that decide whether profiling is enabled, what is collected, and where events
  // are reported.
  typedef struct packed {
    scr_t       scr1;
    scr_t       scr2;
    logic       e;     // PMBLIMITR_EL1.E
    logic       nvm;   // PMBLIMITR_EL1.nVM
    logic       pmfz;  // PMBLIMITR_EL1.PMFZ
    logic       s3;    // PMBSR_EL3.S; no [3:1]: Yosys 0.23 reads a member from its bit 0 on
    logic       s2;    // PMBSR_EL2.S
    logic       s1;    // PMBSR_EL1.S
  } ctl_t;

  // Registers of the filters (4.3.8, 4.3.9, 4.3.13, D24.7.10 to 12, 16, 17).
  typedef struct packed {
    logic        discard;  // discard mode (PMBLIMITR_EL1.FM)
    logic        fe;
    logic        ft;
    logic        fl;
    logic        fne;
    logic        fds;
    logic        b;        // type controls
    logic        ld;
    logic        st;
    logic        fp;
    logic        simd;
    logic        bm;       // masks of the type controls
    logic        ldm;
    logic        stm;
    logic        fpm;
    logic        simdm;
    logic        one;      // bit 1 of evfr is RES1, no filter bit (FI1)
    logic [63:0] evfr;
    logic [63:0] nevfr;
    logic [63:0] dsfr;
    logic [15:0] minlat;
  } filt_t;

  // Kind of a timestamp (3.3, CollectTimeStamp): the counter as it is, minus CNTVOFF_EL2, or minus
  // the physical offset.
  typedef enum logic [1:0] {
    TsPhysical,
    TsVirtual,
    TsOffset
  } ts_e;

  // Owner of the Profiling Buffer in one context, and what goes with it (3.4.2, D17.8).
  typedef struct packed {
    logic       exists;   // 0: MDCR_EL3.{NSPBE, NSPB} is reserved and means no state
    logic [1:0] state;    // owning Security state {NSE, NS}
    logic       el2;      // EL2 owns the buffer, else EL1
    logic       here;     // the PE is in the owning state, below EL3
    logic       el2_on;   // EL2 is enabled in the state of the PE
    logic       host;     // the PE executes in a host: at EL2, or EL0 with TGE
    logic [1:0] ee2;      // Effective PMSCR_EL2.EE
    logic [1:0] ee1;      // Effective PMSCR_EL1.EE
    logic       stopped;  // SPEProfilingStopped()
    logic       nvm;      // Effective PMBLIMITR_EL1.nVM
  } own_t;

  // Content of a record as the context of its operation decides it (3.3).
  typedef struct packed {
    logic [1:0] el;
    logic [1:0] state;  // Security state {NSE, NS}
    logic       tbi0;
    logic       tbi1;
    logic       cx1;    // collect CONTEXTIDR_EL1
    logic       cx2;    // collect CONTEXTIDR_EL2
    logic       ts;     // collect a timestamp
    ts_e        kind;   // of this kind
    logic       pa;     // collect the data physical address
    logic       el2;    // EL2 is profiled: StatisticalProfilingEnabled(EL2)
  } cap_t;

  // Types of an operation for the type filter, as in PMSFCR_EL1.TYPE (D24.7.12).
  typedef struct packed {
    logic simd;
    logic fp;
    logic st;
    logic ld;
    logic b;
  } types_t;

  // SAMPLE_FEED_* events of one sampled operation, in the order of pmu_t.
  typedef struct packed {
    logic br;
    logic ld;
    logic st;
    logic fp;
    logic simd;
    logic op;
    logic ev;
    logic lat;
    logic ds;
  } kinds_t;

  localparam int unsigned KINDS_BITS = 9;

  // One sampled operation, ready to be encoded. `*_on`: the packet is in the record. `*_state`,
  // `*_pas`: {NSE, NS}.
  typedef struct packed {
    logic [55:0] pc;
    logic [1:0]  pc_state;
    logic [1:0]  pc_el;
    logic [1:0]  op_class;
    logic [7:0]  subclass;
    logic        ctx1_on;
    logic [31:0] ctx1;
    logic        ctx2_on;
    logic [31:0] ctx2;
    logic        ts_on;
    logic [63:0] ts;
    logic [LAT_BITS-1:0] lat_total;
    logic [LAT_BITS-1:0] lat_issue;
    logic        xlat_on;
    logic [LAT_BITS-1:0] lat_xlat;
    logic        alt_on;
    logic [LAT_BITS-1:0] lat_alt;  // in cycles of the alternate clock
    logic [63:0] events;
    logic        va_on;
    logic [63:0] va;
    logic        pa_on;
    logic [1:0]  pa_pas;
    logic        pa_ch;
    logic [3:0]  pa_pat;
    logic [55:0] pa;
    logic        tgt_on;
    logic [1:0]  tgt_state;
    logic [1:0]  tgt_el;
    logic [55:0] tgt;
    logic        prev_on;  // target of the previous taken branch
    logic [1:0]  prev_state;
    logic [1:0]  prev_el;
    logic [55:0] prev;
    logic        ds_on;
    logic [15:0] ds;
  } rec_t;

  localparam int unsigned REC_BITS = 599;

  // An update of a PMBSR_ELx (3.5, D17.8). If `event_valid` is 1 and S of that register is 0, the
  // update sets S, EC, MSS and MSS2, and with `moves_ptr` moves PMBPTR_EL1.
  typedef struct packed {
    logic        event_valid;
    logic [1:0]  target;     // x of PMBSR_ELx: 1, 2, 3
    logic [5:0]  ec;
    logic [15:0] mss;        // [5:0] FSC or BSC
    logic [23:0] mss2;
    logic        dl;         // with the event: DL is set
    logic        dl_zero;    // with the event: DL is cleared
    logic        ea;         // with the event: EA is set
    logic        late;       // asynchronous abort: sets DL and EA even if S is 1 (3.5.4)
    logic        moves_ptr;  // PMBPTR_EL1 takes the address of the fault or abort
  } evt_t;

  // Regime and mode in which an address of the buffer is translated, as a request gives them.
  typedef struct packed {
    logic [3:0] regime;  // spe_pkg::regime_e
    logic       nvm;     // physical address mode
    logic [1:0] sh;      // of PMBMAR_EL1 with nvm, else 0
    logic [7:0] attr;
  } mode_t;

  // Exception classes and codes of PMBSR_ELx (4.3.4).
  localparam logic [5:0] EC_OTHER         = 6'b000000;
  localparam logic [5:0] EC_GPC           = 6'b011110;
  localparam logic [5:0] EC_IMPDEF        = 6'b011111;
  localparam logic [5:0] EC_STAGE1        = 6'b100100;
  localparam logic [5:0] EC_STAGE2        = 6'b100101;
  localparam logic [5:0] BSC_DENIED       = 6'b000000;
  localparam logic [5:0] BSC_FULL         = 6'b000001;
  localparam logic [5:0] BSC_SIZE         = 6'b000100;
  localparam logic [5:0] FSC_TRANSLATION  = 6'b000100;
  localparam logic [5:0] FSC_ABORT_SYNC   = 6'b010000;
  localparam logic [5:0] FSC_ABORT_ASYNC  = 6'b010001;
  localparam logic [5:0] FSC_ALIGNMENT    = 6'b100001;

  // Registers, after redirection by HCR_EL2.E2H (4.3.5). RegSr, RegSr2, RegSr3: PMBSR_ELx.
  typedef enum logic [4:0] {
    RegNone, RegScr1, RegScr2, RegIcr, RegIrr, RegFcr, RegEvfr, RegLatfr, RegIdr,
    RegLimitr, RegPtr, RegSr, RegBidr, RegNevfr, RegDsfr, RegMar, RegSr2, RegSr3
  } reg_e;

  // Elements of the record layout, as in the parameter Layout.
  typedef enum logic [4:0] {
    KindPad, KindCtx1, KindCtx2, KindTot, KindIssue, KindXlat, KindPc, KindTgt, KindVa, KindPa,
    KindDs, KindType, KindEv, KindTs, KindEnd, KindPbt, KindAlt
  } kind_e;

  // One element of the parameter Layout. A pad moves to the next place whose offset plus `phase` is
  // a multiple of 2^`pad_log2`; for an element that has its own place the three fields together are
  // its offset.
  typedef struct packed {
    kind_e      kind;
    logic       placed;     // the element has its own place
    logic [2:0] offset_hi;
    logic [3:0] pad_log2;
    logic [3:0] phase;
  } item_t;

  localparam int unsigned ITEM_BITS = 17;
  localparam int unsigned ITEM_KIND = 12;  // bit at which `kind` begins

  // States of one sample in flight (spu_track).
  typedef enum logic [1:0] {
    StTrFree,  // no sample
    StTrLive,  // operation in flight
    StTrWait   // record finished, no room
  } track_state_e;

  // States of the buffer writer (spu_writer).
  typedef enum logic [2:0] {
    StWrIdle,
    StWrEncode,
    StWrBurst,  // translation of the next burst, offer of its address
    StWrData,   // address and beats of the burst
    StWrResp    // response of the burst, or last response of the record
  } writer_state_e;

  // States of the translation of buffer addresses (spu_xlat).
  typedef enum logic {
    StXlIdle,
    StXlWait  // request taken, no response yet
  } xlat_state_e;

  // Values of enumerated parameters, in the order of the configuration table.
  localparam int unsigned SAMPLE_DISPATCH  = 0;
  localparam int unsigned SCOPE_STRICT     = 0;
  localparam int unsigned TS_SAMPLE        = 0;
  localparam int unsigned TS_STOPPED_END   = 0;
  localparam int unsigned RULE_INCLUSIVE   = 1;
  localparam int unsigned TOP_KEPT         = 1;
  localparam int unsigned PAT_TAG          = 1;
  localparam int unsigned PBT_BRANCH       = 1;
  localparam int unsigned PBT_ANY          = 2;
  localparam int unsigned XLAT_COUNTED     = 0;
  localparam int unsigned XLAT_ABSENT      = 2;
  localparam int unsigned ZERO_NOTHING     = 1;
  localparam int unsigned ABORT_SYNC       = 0;
  localparam int unsigned ABORT_ASYNC      = 1;
  localparam int unsigned ABORT_SERROR     = 2;
  localparam int unsigned DONE_W           = 0;
  localparam int unsigned RESET_ZERO       = 0;
  localparam int unsigned DISABLED_EVENT   = 1;
  localparam int unsigned WRONG_FULL_DL    = 1;
  localparam int unsigned WRONG_FAULT      = 2;  // Translation fault
  localparam int unsigned WRONG_FAULT_DL   = 3;
  localparam int unsigned WRONG_DENIED     = 4;
  localparam int unsigned ALIGN_AS_WRONG   = 1;
  localparam int unsigned BOUNDARY_ZERO    = 1;
  localparam int unsigned BOUNDARY_ONE     = 2;
  localparam int unsigned NSPB_NONE        = 0;
  localparam int unsigned NSPB_NONSECURE   = 1;
  localparam int unsigned NSPB_SECURE      = 2;
  localparam int unsigned NSPB_REALM       = 3;
  localparam int unsigned EE_OFF           = 1;
  localparam int unsigned FEED_SELECT      = 0;

endpackage
