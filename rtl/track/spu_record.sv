// SPDX-License-Identifier: Apache-2.0
//
// Content of a record (2.3, 5.3, D18.2, dpi/rules.md CT1): values captured at selection and values
// that the PE reports at the end of the operation's life. Also the verdict of the filters.
// Combinational, all 0 while `ended_i` is 0.

module spu_record #(
  parameter bit          Rme           = 1'b0,
  parameter bit          Mte           = 1'b0,
  parameter bit          Gcs           = 1'b0,
  parameter bit          Eft           = 1'b0,
  parameter bit          Fpf           = 1'b0,
  parameter bit          Crr           = 1'b0,
  parameter bit          Pbt           = 1'b0,
  parameter int unsigned Nv            = 0,        // 0 to 2
  parameter int unsigned Altclk        = 0,        // 0, 1, 15
  parameter bit          MisspecRecord = 1'b0,
  parameter int unsigned TsPoint       = spu_int_pkg::TS_SAMPLE,  // or complete: 1
  parameter bit          Lds           = 1'b1,
  parameter logic [63:0] Events        = 64'h3FF,
  parameter int unsigned VaTop         = 0,        // 0 zero, 1 kept
  parameter int unsigned PatUnchecked  = 0,        // 0 zero, 1 tag
  parameter int unsigned PbtOps        = 0,        // 0 taken, 1 branch, 2 any
  parameter int unsigned XlatWithoutVa = 0,        // 0 counted, 1 zero, 2 absent
  parameter int unsigned FneZero       = 0,        // 0 ignored, 1 nothing; also the next four
  parameter int unsigned FeOverlap     = 0,
  parameter int unsigned FeZero        = 0,
  parameter int unsigned FtZero        = 0,
  parameter int unsigned FlZero        = 0
) (
  /// The life ends in this cycle; all inputs are sampled with it.
  input  logic                             ended_i,
  /// Payload of the ending.
  input  spe_pkg::life_t                   life_i,
  /// CNTPCT_EL0.
  input  logic [63:0]                      cnt_phys_i,
  /// Filter registers.
  input  spu_int_pkg::filt_t               filt_i,
  /// PC, captured at selection.
  input  logic [55:0]                      pc_i,
  /// Operation class, captured at selection.
  input  logic [1:0]                       op_class_i,
  /// Payload of the Operation Type packet, captured at selection.
  input  logic [7:0]                       subclass_i,
  /// Other properties for the type filter, captured at selection.
  input  spe_pkg::op_flags_t               flags_i,
  /// Content of the record, captured at selection.
  input  spu_int_pkg::cap_t                cap_i,
  /// CONTEXTIDR_EL1, captured at selection.
  input  logic [31:0]                      ctx1_i,
  /// CONTEXTIDR_EL2, captured at selection.
  input  logic [31:0]                      ctx2_i,
  /// Timestamp, captured at selection; its offset with TsPoint complete.
  input  logic [63:0]                      ts_i,
  /// Total latency.
  input  logic [spu_int_pkg::LAT_BITS-1:0] total_i,
  /// Issue latency.
  input  logic [spu_int_pkg::LAT_BITS-1:0] issue_i,
  /// Translation latency.
  input  logic [spu_int_pkg::LAT_BITS-1:0] xlat_i,
  /// Alternate clock issue latency.
  input  logic [spu_int_pkg::LAT_BITS-1:0] alt_i,
  /// The sample passes the filters and is to be written (SAMPLE_FILTRATE).
  output logic                             filtrate_o,
  /// SAMPLE_FEED_* events of the sample, whether or not it passes or leaves a record.
  output spu_int_pkg::kinds_t              kinds_o,
  /// The record, valid with `filtrate_o`; else 0.
  output spu_int_pkg::rec_t                rec_o
);

  // Payload of the Operation Type packet, class load/store (5.3.8, D18.2.7).
  localparam logic [7:0]  EXTENDED_MASK = 8'b1110_0010;
  localparam logic [7:0]  EXTENDED      = 8'b0000_0010;  // atomic, acquire, release or exclusive
  localparam int unsigned AT            = 2;             // atomic, if extended
  localparam int unsigned LDST          = 0;
  localparam logic [6:0]  NV2           = 7'b0011_000;   // [7:1]: MRS or MSR made a load or store

  // Event: the branch is not taken (5.3.7).
  localparam int unsigned NOT_TAKEN = 6;

  logic [63:0]         events;
  logic [7:0]          subclass;
  spu_int_pkg::types_t types;
  spu_int_pkg::kinds_t kinds;
  logic                is_ls, is_branch, atomic, exception, retired, misspec, tag_byte;
  logic                ldst;              // LDST: store, or atomic that returns nothing (5.3.8)
  logic                pops, pushes;      // the branch reads, writes the Guarded Control Stack
  logic                access, reads;     // a memory access, one that reads (SPESampleLoadStore)
  logic                pass, source_on, prev_op, va_hidden, va_on;
  logic                xlat_on;           // the record has a translation latency (CT2)

  assign is_ls     = op_class_i == spe_pkg::ClassLoadStore;
  assign is_branch = op_class_i == spe_pkg::ClassBranch;
  assign ldst      = subclass_i[LDST];
  assign atomic    = ((subclass_i & EXTENDED_MASK) == EXTENDED) && subclass_i[AT];
  assign pops      = Gcs && is_branch && flags_i.gcs_load;
  assign pushes    = Gcs && is_branch && flags_i.gcs_store;
  assign access    = is_ls || pops || pushes;
  assign reads     = (is_ls && !ldst) || pops;
  assign exception = life_i.end_kind == spe_pkg::EndException;
  assign retired   = exception || (life_i.end_kind == spe_pkg::EndRetire);
  assign misspec   = !retired;
  assign tag_byte  = (life_i.va[55] ? cap_i.tbi1 : cap_i.tbi0) || (VaTop == spu_int_pkg::TOP_KEPT);
  assign events    = {life_i.events[63:2] & Events[63:2], retired, exception};
  assign source_on = Lds && reads && life_i.source_valid && !exception;

  // For the type filter, a branch that ended with an exception is not a branch (2.3.1).
  assign types = {flags_i.simd, flags_i.fp, (is_ls && (ldst || atomic)) || (pushes && !exception),
                  (is_ls && !ldst) || (pops && !exception), is_branch && !exception};

  // Fields of the payload that are zero without their feature (D18.2.7).
  always_comb begin
    subclass = subclass_i;
    if (!Fpf && (op_class_i == spe_pkg::ClassOther) && (subclass_i[7:3] == '0)) begin
      subclass[2:1] = '0;
    end
    if (!Crr && is_branch) subclass[4:3] = '0;
    if (!Gcs && is_branch) subclass[2]   = 1'b0;
  end

  // Which operations carry the previous branch target (D18.2.1).
  assign prev_op = (PbtOps == spu_int_pkg::PBT_ANY) ||
                   (is_branch && ((PbtOps == spu_int_pkg::PBT_BRANCH) || !events[NOT_TAKEN]));

  // The data address of an NV2 access belongs to EL2, so the record has it only if EL2 is profiled
  // (D17.6.4, N15).
  assign va_hidden = (Nv == 2) && is_ls && (subclass_i[7:1] == NV2) && !cap_i.el2;
  // The PE reports an address that was not translated as not valid (2.3.5).
  assign va_on     = access && life_i.va_valid && !va_hidden;
  // Without a data VA: a latency of 0 only for an access that was translated (D17.6.4).
  assign xlat_on   = va_on || (XlatWithoutVa == spu_int_pkg::XLAT_COUNTED) ||
                     (life_i.va_valid && (XlatWithoutVa != spu_int_pkg::XLAT_ABSENT));

  spu_filter #(
    .Eft(Eft), .FeZero(FeZero), .FneZero(FneZero), .FtZero(FtZero), .FlZero(FlZero),
    .FeOverlap(FeOverlap)
  ) u_filter (
    .filt_i      (filt_i),
    .events_i    (events),
    .types_i     (types),
    .source_on_i (source_on && is_ls),
    .source_i    (life_i.source[5:0]),
    .total_i     (total_i),
    .pass_o      (pass),
    .kinds_o     (kinds)
  );

  // If a misspeculated operation leaves no record, SAMPLE_FILTRATE does not count it (2.3.5). The
  // SAMPLE_FEED_* events do, as SAMPLE_FEED does (PM4).
  assign filtrate_o = ended_i && (!misspec || MisspecRecord) && pass;

  always_comb begin
    kinds_o = '0;
    if (ended_i) kinds_o = kinds;
  end

  always_comb begin
    rec_o = '0;
    if (filtrate_o) begin
      rec_o.pc        = pc_i;
      rec_o.pc_state  = cap_i.state;
      rec_o.pc_el     = cap_i.el;
      rec_o.op_class  = op_class_i;
      rec_o.subclass  = subclass;
      rec_o.ctx1_on   = cap_i.cx1;
      rec_o.ctx1      = ctx1_i;
      rec_o.ctx2_on   = cap_i.cx2;
      rec_o.ctx2      = ctx2_i;
      rec_o.ts_on     = cap_i.ts;
      rec_o.ts        = (TsPoint == spu_int_pkg::TS_SAMPLE) ? ts_i : cnt_phys_i - ts_i;
      rec_o.lat_total = total_i;
      rec_o.lat_issue = issue_i;
      rec_o.xlat_on   = access && xlat_on;
      rec_o.events    = events;
      rec_o.va_on     = va_on;
      rec_o.va        = {tag_byte ? life_i.va[63:56] : 8'h0, life_i.va[55:0]};
      rec_o.pa_on     = va_on && life_i.pa_valid && cap_i.pa;
      rec_o.pa_pas    = {Rme && life_i.pa_pas[1], life_i.pa_pas[0]};
      rec_o.pa        = life_i.pa;
      rec_o.tgt_on    = is_branch && life_i.target_valid && !exception;
      rec_o.tgt_state = {Rme && life_i.target_state[1], life_i.target_state[0]};
      rec_o.tgt_el    = life_i.target_el;
      rec_o.tgt       = life_i.target;
      rec_o.ds_on     = source_on;
      rec_o.ds        = life_i.source;
      if (va_on || (XlatWithoutVa == spu_int_pkg::XLAT_COUNTED)) rec_o.lat_xlat = xlat_i;
      if (Mte) begin
        rec_o.pa_ch = life_i.pa_ch;
        if (life_i.pa_ch || (PatUnchecked == spu_int_pkg::PAT_TAG)) rec_o.pa_pat = life_i.pa_pat;
      end
      if (Pbt) begin
        rec_o.prev_on    = prev_op && life_i.prev_valid && !exception;
        rec_o.prev_state = {Rme && life_i.prev_state[1], life_i.prev_state[0]};
        rec_o.prev_el    = life_i.prev_el;
        rec_o.prev       = life_i.prev;
      end
      if (Altclk != 0) begin
        rec_o.alt_on  = life_i.alt_valid;
        rec_o.lat_alt = alt_i;
      end
    end
  end

endmodule
