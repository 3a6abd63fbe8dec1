// SPDX-License-Identifier: Apache-2.0
//
// One sample in flight (2.2.1 steps 5 and 6): captures lane and context at selection, follows the
// life of the operation, and holds the finished record while the record queue is full.
//
// Latency: the record is offered in the cycle of the ending. Back-pressure: without `grant_i` the
// tag stays taken.
// Rules: dpi/timing.md, SC1, SC2, FQ1 to FQ3, RL1.

module spu_track #(
  parameter bit          Rme           = 1'b0,
  parameter bit          Mte           = 1'b0,
  parameter bit          Gcs           = 1'b0,
  parameter bit          Eft           = 1'b0,
  parameter bit          Fpf           = 1'b0,
  parameter bit          Crr           = 1'b0,
  parameter bit          Pbt           = 1'b0,
  parameter int unsigned Nv            = 0,        // 0 to 2
  parameter int unsigned Altclk        = 0,        // 0, 1, 15
  parameter int unsigned DispatchWidth = 4,        // 1 to 8
  parameter int unsigned SamplePoint   = spu_int_pkg::SAMPLE_DISPATCH,  // or retire: 1
  parameter int unsigned LatencyRule   = 0,        // 0 exclusive, 1 inclusive
  parameter int unsigned CountSize     = 12,       // or 16
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
  input  logic                                        clk_i,
  input  logic                                        rst_ni,
  /// The thread is active (2.8). Sampled every cycle; tie to 1 without threads.
  input  logic                                        active_i,
  /// An operation takes this tag in this cycle. Sampled every cycle.
  input  logic                                        alloc_i,
  /// The lane of the operation. Sampled with `alloc_i`, as the lanes, contexts and `cap*_i`.
  input  logic [2:0]                                  lane_idx_i,
  /// lane_t[DispatchWidth].
  input  logic [DispatchWidth*spe_pkg::LANE_BITS-1:0] lane_i,
  /// pe_ctx_t[2]: context before and after a change in this cycle.
  input  logic [2*spe_pkg::PE_CTX_BITS-1:0]           ctx_i,
  /// Content of a record before the change of context.
  input  spu_int_pkg::cap_t                           cap0_i,
  /// Content of a record after the change of context.
  input  spu_int_pkg::cap_t                           cap1_i,
  /// CNTPCT_EL0. Sampled with `alloc_i` or at the ending, by TsPoint.
  input  logic [63:0]                                 cnt_phys_i,
  /// Life of the operation with this tag. Sampled while in flight, the payload with `ended`.
  input  spe_pkg::life_t                              life_i,
  /// Filter registers. Sampled at the ending.
  input  spu_int_pkg::filt_t                          filt_i,
  /// ProfilingBufferEnabled() (3.4.6). Sampled while a record is offered.
  input  logic                                        buf_en_i,
  /// The queue takes the record. Sampled with `want_o`.
  input  logic                                        grant_i,
  /// The tag is taken at the start of the cycle.
  output logic                                        busy_o,
  /// The tag becomes free in this cycle.
  output logic                                        release_o,
  /// The life ends in this cycle.
  output logic                                        ended_o,
  /// The life ended earlier, the record waits for room.
  output logic                                        waiting_o,
  /// A record is offered to the queue.
  output logic                                        want_o,
  /// The sample passes the filters in this cycle (SAMPLE_FILTRATE).
  output logic                                        filtrate_o,
  /// SAMPLE_FEED_* events of the sample in this cycle.
  output spu_int_pkg::kinds_t                         kinds_o,
  /// The record, valid with `want_o`.
  output spu_int_pkg::rec_t                           rec_o
);

  spu_int_pkg::track_state_e state_q, state_d;

  spe_pkg::lane_t     lane;
  spe_pkg::pe_ctx_t   ctx;
  spu_int_pkg::cap_t  cap, cap_q;
  logic [55:0]        pc_q;
  logic [63:0]        ts_q, ts, offset;
  logic [1:0]         class_q;
  logic [7:0]         subclass_q;
  spe_pkg::op_flags_t flags_q;
  logic [31:0]        ctx1_q, ctx2_q;
  spu_int_pkg::rec_t  rec, rec_q;
  logic               live;

  logic [spu_int_pkg::LAT_BITS-1:0] lat_total, lat_issue, lat_xlat, lat_alt;

  assign live      = state_q == spu_int_pkg::StTrLive;
  assign busy_o    = state_q != spu_int_pkg::StTrFree;
  assign ended_o   = live && life_i.ended;
  assign waiting_o = state_q == spu_int_pkg::StTrWait;

  // Zero unless this tag is selected in this cycle: saves simulation time, not needed for function.
  always_comb begin
    lane   = '0;
    ctx    = '0;
    cap    = '0;
    offset = '0;
    if (alloc_i) begin
      lane = lane_i[lane_idx_i*spe_pkg::LANE_BITS +: spe_pkg::LANE_BITS];
      ctx  = lane.ctx ? ctx_i[spe_pkg::PE_CTX_BITS +: spe_pkg::PE_CTX_BITS]
                      : ctx_i[0 +: spe_pkg::PE_CTX_BITS];
      cap  = lane.ctx ? cap1_i : cap0_i;
      if (cap.kind == spu_int_pkg::TsVirtual)     offset = ctx.cntvoff;
      else if (cap.kind == spu_int_pkg::TsOffset) offset = ctx.cntpoff;
    end
  end

  // If the timestamp is taken at the ending, its offset is still the offset at the selection (3.3).
  assign ts = (TsPoint == spu_int_pkg::TS_SAMPLE) ? cnt_phys_i - offset : offset;

  always_ff @(posedge clk_i) begin
    if (alloc_i) begin
      pc_q       <= lane.pc[55:0];
      class_q    <= lane.op_class;
      subclass_q <= lane.subclass;
      flags_q    <= lane.flags;
      cap_q      <= cap;
      ctx1_q     <= ctx.contextidr_el1;
      ctx2_q     <= ctx.contextidr_el2;
      ts_q       <= ts;
    end
  end

  spu_latency #(
    .SamplePoint(SamplePoint),
    .LatencyRule(LatencyRule),
    .CountSize  (CountSize)
  ) u_latency (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .start_i      (alloc_i),
    .live_i       (live),
    .active_i     (active_i),
    .issue_i      (life_i.issue),
    .xlat_start_i (life_i.xlat_start),
    .xlat_end_i   (life_i.xlat_end),
    .complete_i   (life_i.complete),
    .lat_total_i  (life_i.lat_total),
    .lat_issue_i  (life_i.lat_issue),
    .lat_xlat_i   (life_i.lat_xlat),
    .lat_alt_i    (life_i.lat_alt),
    .total_o      (lat_total),
    .issue_o      (lat_issue),
    .xlat_o       (lat_xlat),
    .alt_o        (lat_alt)
  );

  spu_record #(
    .Rme(Rme), .Mte(Mte), .Gcs(Gcs), .Eft(Eft), .Fpf(Fpf), .Crr(Crr), .Pbt(Pbt), .Nv(Nv),
    .Altclk(Altclk), .MisspecRecord(MisspecRecord), .TsPoint(TsPoint), .Lds(Lds), .Events(Events),
    .VaTop(VaTop), .PatUnchecked(PatUnchecked), .PbtOps(PbtOps), .XlatWithoutVa(XlatWithoutVa),
    .FeZero(FeZero), .FneZero(FneZero), .FtZero(FtZero), .FlZero(FlZero), .FeOverlap(FeOverlap)
  ) u_record (
    .ended_i     (ended_o),
    .life_i      (life_i),
    .cnt_phys_i  (cnt_phys_i),
    .filt_i      (filt_i),
    .pc_i        (pc_q),
    .op_class_i  (class_q),
    .subclass_i  (subclass_q),
    .flags_i     (flags_q),
    .cap_i       (cap_q),
    .ctx1_i      (ctx1_q),
    .ctx2_i      (ctx2_q),
    .ts_i        (ts_q),
    .total_i     (lat_total),
    .issue_i     (lat_issue),
    .xlat_i      (lat_xlat),
    .alt_i       (lat_alt),
    .filtrate_o  (filtrate_o),
    .kinds_o     (kinds_o),
    .rec_o       (rec)
  );

  // In discard mode only a record that already waits for room is offered (D24.7.2, FI11).
  assign want_o = buf_en_i && (waiting_o || (filtrate_o && !filt_i.discard));

  always_comb begin
    rec_o = rec;
    if (waiting_o) rec_o = rec_q;
  end

  // A record for a disabled buffer is lost at once (3.6.1).
  assign release_o = (ended_o || waiting_o) && (!want_o || grant_i);

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      spu_int_pkg::StTrFree: state_d = spu_int_pkg::StTrFree;
      spu_int_pkg::StTrLive: if (ended_o) state_d = spu_int_pkg::StTrWait;
      spu_int_pkg::StTrWait: state_d = spu_int_pkg::StTrWait;
      default:               state_d = spu_int_pkg::StTrFree;
    endcase
    if (release_o) state_d = spu_int_pkg::StTrFree;
    if (alloc_i)   state_d = spu_int_pkg::StTrLive;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) state_q <= spu_int_pkg::StTrFree;
    else         state_q <= state_d;
  end

  always_ff @(posedge clk_i) begin
    if (ended_o && !release_o) rec_q <= rec;
  end

endmodule
