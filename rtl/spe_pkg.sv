// SPDX-License-Identifier: Apache-2.0
//
// Types and architected constants of the Statistical Profiling Unit (SPU).
//
// The package has only types that cross a port of `spu` and constants that the architecture (DDI
// 0586A) fixes. dpi/timing.md states the meaning of each field over time.

package spe_pkg;

  // Exception levels, as in PSTATE.EL.
  typedef enum logic [1:0] {
    EL0 = 2'b00,
    EL1 = 2'b01,
    EL2 = 2'b10,
    EL3 = 2'b11
  } el_e;

  // Outcome of a System register access (DDI 0586A 3.2.3, SysRegAccess).
  typedef enum logic [2:0] {
    AccessOk        = 3'd0,
    AccessUndefined = 3'd1,
    AccessTrapEl1   = 3'd2,
    AccessTrapEl2   = 3'd3,
    AccessTrapEl3   = 3'd4,
    AccessMemory    = 3'd5   // FEAT_NV2 makes the access a load or store; the SPU does nothing
  } access_e;

  // Owning translation regime (Arm ARM D17.7.5; values below 3: DDI 0586A 3.4.2, Table 5, too).
  typedef enum logic [3:0] {
    RegimeNsEl10 = 4'd0,  // Non-secure EL1&0
    RegimeEl2    = 4'd1,  // Non-secure EL2
    RegimeEl20   = 4'd2,  // Non-secure EL2&0 (HCR_EL2.E2H == 1)
    RegimeSEl10  = 4'd3,  // Secure EL1&0
    RegimeSEl2   = 4'd4,
    RegimeSEl20  = 4'd5,
    RegimeREl10  = 4'd6,  // Realm EL1&0
    RegimeREl2   = 4'd7,
    RegimeREl20  = 4'd8
  } regime_e;

  // Physical address space or Security state, {NSE, NS}. No owner is in Root: a response must not
  // have Root.
  typedef enum logic [1:0] {
    PasSecure    = 2'b00,
    PasNonSecure = 2'b01,
    PasRoot      = 2'b10,
    PasRealm     = 2'b11
  } pas_e;

  // Answer of a translation.
  typedef enum logic [1:0] {
    XlOk    = 2'd0,
    XlAbort = 2'd1,  // stage 1 or stage 2 Data Abort
    XlGpc   = 2'd2   // granule protection check fault other than a GPF, EC 0x1E
  } xl_fault_e;

  // How the life of a sampled operation ended (DDI 0586A 2.2.1).
  typedef enum logic [2:0] {
    EndRetire    = 3'd0,  // committed without an exception
    EndException = 3'd1,  // completed with a synchronous architectural exception
    EndSquash    = 3'd2,  // discarded because of misspeculation
    EndNonArch   = 3'd3,  // non-architectural exception
    EndReplay    = 3'd4   // replayed
  } end_e;

  // Top-level class of an operation, as the CLASS field of the Operation Type packet (5.3.8).
  typedef enum logic [1:0] {
    ClassOther     = 2'd0,
    ClassLoadStore = 2'd1,
    ClassBranch    = 2'd2
  } op_class_e;

  // PE context: fields of PSTATE and of System registers outside the SPU that the SPU needs.
  typedef struct packed {
    logic        sdd;             // EDSCR.SDD
    logic        pm;              // PSTATE.PM
    logic [2:0]  nvx;             // HCR_EL2.{NV2, NV1, NV}, Effective value
    logic        hcr_gpf;         // HCR_EL2.GPF
    logic        tea;             // HCR_EL2.TEA, Effective value
    logic        scr_gpf;         // SCR_EL3.GPF
    logic        ea;              // SCR_EL3.EA
    logic        enpms4;          // MDCR_EL3.EnPMS4
    logic        enpms3;          // MDCR_EL3.EnPMS3
    logic        enpmsn;          // MDCR_EL3.EnPMSN
    logic [1:0]  pmsee;           // MDCR_EL3.PMSEE
    logic        nspbe;           // MDCR_EL3.NSPBE
    logic        eel2;            // SCR_EL3.EEL2 (without EL3, Secure state only: 1)
    logic        scr_nse;         // SCR_EL3.NSE
    logic        cnt_en;          // CNTCR.EN, CNTEN.EN in the texts: the system counter runs
    logic        tbi1;            // Top Byte Ignore of the current regime, VA[55] == 1
    logic        tbi0;            // Top Byte Ignore of the current regime, VA[55] == 0
    logic        e2h;             // HCR_EL2.E2H
    logic        tge;             // HCR_EL2.TGE
    logic        tpms;            // MDCR_EL2.TPMS
    logic [1:0]  e2pb;            // MDCR_EL2.E2PB
    logic [1:0]  nspb;            // MDCR_EL3.NSPB
    logic        el2_aarch32;     // EL2 uses AArch32
    logic        el1_aarch32;     // EL1 uses AArch32
    logic        debug;           // the PE is in Debug state
    logic        aarch32;         // the PE executes in AArch32 state
    logic        scr_ns;          // SCR_EL3.NS (without EL3: the PE is Non-secure, a constant)
    el_e         el;              // PSTATE.EL
    logic [31:0] contextidr_el1;
    logic [31:0] contextidr_el2;
    logic [63:0] cntvoff;         // CNTVOFF_EL2
    logic [63:0] cntpoff;         // offset of the physical counter, Effective value
  } pe_ctx_t;

  // System register access. The encoding is op0:op1:CRn:CRm:op2 (2, 3, 4, 4, 3 bits).
  typedef struct packed {
    logic        valid;
    logic        write;
    logic        fgt;     // a fine-grained trap to EL2 applies to this access
    logic [15:0] enc;
    logic [63:0] wdata;
  } sysreg_req_t;

  typedef struct packed {
    access_e     outcome;
    logic [63:0] rdata;   // 0 unless a read with AccessOk
  } sysreg_rsp_t;

  // Properties of an operation that the type filter needs in addition to class and payload.
  typedef struct packed {
    logic gcs_store;  // branch with link that writes the Guarded Control Stack
    logic gcs_load;   // procedure return that reads the Guarded Control Stack
    logic fp;         // floating-point operation (FP_SPEC)
    logic simd;       // Advanced SIMD, SVE or SME operation
  } op_flags_t;

  // One lane of the population: at dispatch or at retire, by the configuration's sample point.
  typedef struct packed {
    logic        valid;     // a member of the sample population
    logic        ctx;       // executes in ctx_i[ctx]
    logic [63:0] pc;
    op_class_e   op_class;
    logic [7:0]  subclass;  // payload of the Operation Type packet (5.3.8)
    op_flags_t   flags;
  } lane_t;

  // The SPU's choice on one lane, combinational in the same cycle.
  typedef struct packed {
    logic       sel;        // this operation is the sampled operation, tracked as `tag`
    logic       coll;       // this operation was chosen, but collided (2.2.4)
    logic [1:0] tag;
  } lane_sel_t;

  // Life of the sampled operation with one tag, as the PE sees it. All pulses of one cycle.
  typedef struct packed {
    logic        issue;         // issued for execution
    logic        xlat_start;    // VA handed to the MMU
    logic        xlat_end;      // translation available
    logic        complete;      // result available (5.3.4 "complete")
    logic        ended;         // the life ends in this cycle; the fields below are valid
    end_e        end_kind;
    logic [63:0] events;        // events as in 5.3.7; bits 0 and 1 are ignored
    logic        va_valid;      // data virtual address
    logic [63:0] va;
    logic        pa_valid;      // data physical address
    pas_e        pa_pas;
    logic        pa_ch;         // the access was Tag Checked
    logic [3:0]  pa_pat;        // Physical Address Tag, also of an unchecked access
    logic [55:0] pa;
    logic        target_valid;  // branch target
    pas_e        target_state;
    el_e         target_el;
    logic [55:0] target;
    logic        prev_valid;    // target of the previous taken branch
    pas_e        prev_state;
    el_e         prev_el;
    logic [55:0] prev;
    logic        source_valid;  // data source
    logic [15:0] source;
    logic        alt_valid;     // the alternate clock issue latency was counted
    logic [31:0] lat_alt;       // at both sample points
    logic [31:0] lat_issue;     // sample point retire only: the PE's own counts, else ignored
    logic [31:0] lat_xlat;
    logic [31:0] lat_total;
  } life_t;

  // Translation of a Profiling Buffer address in the owning regime.
  typedef struct packed {
    logic        valid;
    logic [63:0] va;      // PA or IPA with nvm
    regime_e     regime;
    logic        nvm;     // no stage 1 (physical address mode)
    logic [1:0]  sh;      // PMBMAR_EL1.SH with nvm, else 0
    logic [7:0]  attr;    // PMBMAR_EL1.Attr with nvm, else 0
  } xl_req_t;

  typedef struct packed {
    logic        valid;
    xl_fault_e   fault;     // not XlOk: the write must not be made; stage2 and fsc say why
    logic        stage2;    // XlAbort only
    logic [5:0]  fsc;       // PMBSR_EL1.FSC (4.3.4); External abort on the walk: 0b01001x,
                            // 0b0101xx, 0b011011
    logic        toplevel;  // this and the next three: PMBSR_EL1.MSS2 of the abort
    logic        assured;
    logic        overlay;
    logic        dirty;
    pas_e        pas;       // physical address space
    logic [1:0]  sh;
    logic [7:0]  attr;      // as MAIR_ELx
    logic [51:0] pa;        // of the requested byte
  } xl_rsp_t;

  // PMU events of one cycle: 0x4000 to 0x4003 (2.6, Table 1), SAMPLE_BUFFER_FULL, SAMPLE_FEED_*.
  typedef struct packed {
    logic [3:0] pop;
    logic [3:0] feed;
    logic [3:0] filtrate;
    logic [3:0] collision;
    logic [3:0] full;
    logic [3:0] feed_br;
    logic [3:0] feed_ld;
    logic [3:0] feed_st;
    logic [3:0] feed_fp;
    logic [3:0] feed_simd;
    logic [3:0] feed_op;
    logic [3:0] feed_event;
    logic [3:0] feed_lat;
    logic [3:0] feed_ds;
  } pmu_t;

  // SPE Profiling exception by target: [0] EL1, [1] EL2, [2] EL3.
  typedef struct packed {
    logic [2:0] pending;  // enabled and pending
    logic [2:0] take;     // pending and unmasked: taken at the next instruction boundary
  } prof_t;

  // IMPLEMENTATION DEFINED management event (EC 0x1F), from the system to the SPU: one pulse.
  typedef struct packed {
    logic        valid;
    logic [15:0] mss;
    logic [23:0] mss2;
  } impdef_t;

  // Widths of the types that cross the ports of `spu` as arrays. Such a port is one vector, element
  // 0 in the least significant bits: a packed array of the struct connects to it directly.
  localparam int unsigned PE_CTX_BITS   = 226;
  localparam int unsigned LANE_BITS     = 80;
  localparam int unsigned LANE_SEL_BITS = 4;
  localparam int unsigned LIFE_BITS     = 469;

  // System register encodings (Table 7), op0:op1:CRn:CRm:op2.
  localparam logic [15:0] ENC_PMSCR_EL1     = {2'd3, 3'd0, 4'd9, 4'd9, 3'd0};
  localparam logic [15:0] ENC_PMSICR_EL1    = {2'd3, 3'd0, 4'd9, 4'd9, 3'd2};
  localparam logic [15:0] ENC_PMSIRR_EL1    = {2'd3, 3'd0, 4'd9, 4'd9, 3'd3};
  localparam logic [15:0] ENC_PMSFCR_EL1    = {2'd3, 3'd0, 4'd9, 4'd9, 3'd4};
  localparam logic [15:0] ENC_PMSEVFR_EL1   = {2'd3, 3'd0, 4'd9, 4'd9, 3'd5};
  localparam logic [15:0] ENC_PMSLATFR_EL1  = {2'd3, 3'd0, 4'd9, 4'd9, 3'd6};
  localparam logic [15:0] ENC_PMSIDR_EL1    = {2'd3, 3'd0, 4'd9, 4'd9, 3'd7};
  localparam logic [15:0] ENC_PMBLIMITR_EL1 = {2'd3, 3'd0, 4'd9, 4'd10, 3'd0};
  localparam logic [15:0] ENC_PMBPTR_EL1    = {2'd3, 3'd0, 4'd9, 4'd10, 3'd1};
  localparam logic [15:0] ENC_PMBSR_EL1     = {2'd3, 3'd0, 4'd9, 4'd10, 3'd3};
  localparam logic [15:0] ENC_PMBIDR_EL1    = {2'd3, 3'd0, 4'd9, 4'd10, 3'd7};
  localparam logic [15:0] ENC_PMSNEVFR_EL1  = {2'd3, 3'd0, 4'd9, 4'd9, 3'd1};
  localparam logic [15:0] ENC_PMSDSFR_EL1   = {2'd3, 3'd0, 4'd9, 4'd10, 3'd4};
  localparam logic [15:0] ENC_PMBMAR_EL1    = {2'd3, 3'd0, 4'd9, 4'd10, 3'd5};
  localparam logic [15:0] ENC_PMBSR_EL2     = {2'd3, 3'd4, 4'd9, 4'd10, 3'd3};
  localparam logic [15:0] ENC_PMBSR_EL12    = {2'd3, 3'd5, 4'd9, 4'd10, 3'd3};
  localparam logic [15:0] ENC_PMBSR_EL3     = {2'd3, 3'd6, 4'd9, 4'd10, 3'd3};
  localparam logic [15:0] ENC_PMSCR_EL2     = {2'd3, 3'd4, 4'd9, 4'd9, 3'd0};
  localparam logic [15:0] ENC_PMSCR_EL12    = {2'd3, 3'd5, 4'd9, 4'd9, 3'd0};

endpackage
