// SPDX-License-Identifier: Apache-2.0
//
// Content of a record (2.3, 5.3, rtl/README.md 11): what was captured at selection joined with what
// the PE reports at the end of the operation's life, and the verdict of the filters. Combinational,
// all 0 while `ended_i` is 0.

module spu_record #(
  parameter bit          MisspecRecord = 1'b0,
  parameter int unsigned TsPoint       = spu_int_pkg::TS_SAMPLE,
  parameter bit          Lds           = 1'b1,
  parameter logic [63:0] Events        = 64'h3FF,
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
  /// What the record contains, captured at selection.
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
  /// The sample passes the filters and is to be written (SAMPLE_FILTRATE).
  output logic                             filtrate_o,
  /// The record, valid with `filtrate_o`; else 0.
  output spu_int_pkg::rec_t                rec_o
);

  // Payload of the Operation Type packet, class load/store (5.3.8).
  localparam logic [7:0]  EXTENDED_MASK = 8'b1110_0010;
  localparam logic [7:0]  EXTENDED      = 8'b0000_0010;  // atomic, acquire, release or exclusive
  localparam int unsigned AT            = 2;             // atomic, if extended
  localparam int unsigned LDST          = 0;

  logic        is_ls, is_branch, atomic, exception, retired, misspec, tag_byte, pass;
  logic        ldst;  // LDST: store, or atomic that returns nothing (5.3.8)
  logic [63:0] events;

  assign is_ls     = op_class_i == spe_pkg::ClassLoadStore;
  assign is_branch = op_class_i == spe_pkg::ClassBranch;
  assign ldst      = subclass_i[LDST];
  assign atomic    = ((subclass_i & EXTENDED_MASK) == EXTENDED) && subclass_i[AT];
  assign exception = life_i.end_kind == spe_pkg::EndException;
  assign retired   = exception || (life_i.end_kind == spe_pkg::EndRetire);
  assign misspec   = !retired;
  assign tag_byte  = life_i.va[55] ? cap_i.tbi1 : cap_i.tbi0;
  assign events    = {life_i.events[63:2] & Events[63:2], retired, exception};

  spu_filter #(
    .FeZero(FeZero),
    .FtZero(FtZero),
    .FlZero(FlZero)
  ) u_filter (
    .filt_i   (filt_i),
    .events_i (events),
    .load_i   (is_ls && !ldst),
    .store_i  (is_ls && (ldst || atomic)),
    .branch_i (is_branch && !exception),
    .total_i  (total_i),
    .pass_o   (pass)
  );

  // A record that is not to be written is not counted either (2.3.5).
  assign filtrate_o = ended_i && pass && (!misspec || MisspecRecord);

  always_comb begin
    rec_o = '0;
    if (filtrate_o) begin
      rec_o.pc        = pc_i;
      rec_o.pc_ns     = cap_i.state[0];
      rec_o.pc_el     = cap_i.el;
      rec_o.op_class  = op_class_i;
      rec_o.subclass  = subclass_i;
      rec_o.ctx1_on   = cap_i.cx1;
      rec_o.ctx1      = ctx1_i;
      rec_o.ctx2_on   = cap_i.cx2;
      rec_o.ctx2      = ctx2_i;
      rec_o.ts_on     = cap_i.ts;
      rec_o.ts        = (TsPoint == spu_int_pkg::TS_SAMPLE) ? ts_i : cnt_phys_i - ts_i;
      rec_o.lat_total = total_i;
      rec_o.lat_issue = issue_i;
      rec_o.lat_xlat  = xlat_i;
      rec_o.events    = events;
      // What was not translated is not valid in the PE's report either (2.3.5).
      rec_o.va_on     = is_ls && life_i.va_valid;
      rec_o.va        = {tag_byte ? life_i.va[63:56] : 8'h0, life_i.va[55:0]};
      rec_o.pa_on     = is_ls && life_i.va_valid && life_i.pa_valid && cap_i.pa;
      rec_o.pa_ns     = life_i.pa_pas[0];
      rec_o.pa        = life_i.pa;
      rec_o.tgt_on    = is_branch && life_i.target_valid && !exception;
      rec_o.tgt_ns    = life_i.target_state[0];
      rec_o.tgt_el    = life_i.target_el;
      rec_o.tgt       = life_i.target;
      rec_o.ds_on     = Lds && is_ls && !ldst && life_i.source_valid && !exception;
      rec_o.ds        = life_i.source;
    end
  end

endmodule
