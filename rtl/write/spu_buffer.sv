// SPDX-License-Identifier: Apache-2.0
//
// From finished records to memory: queue, encoder, translation, AXI4 write master (3.4, 3.5).
// Connects the units, holds no state. Latency: that of spu_writer. Back-pressure: `room_o` towards
// the samples, valid/ready towards the bus.

module spu_buffer #(
  parameter int unsigned InFlight    = 1,
  parameter int unsigned RecordQueue = 2,
  parameter int unsigned LayoutItems = 1,
  parameter logic [LayoutItems*spu_int_pkg::ITEM_BITS-1:0] Layout = '0,
  parameter int unsigned MaxSize      = 6,
  parameter int unsigned Align        = 0,
  parameter int unsigned EventBytes   = 2,
  parameter int unsigned DsBytes      = 1,
  parameter int unsigned AxiBytes     = 8,
  parameter int unsigned ExtAbort     = spu_int_pkg::ABORT_SYNC,
  parameter int unsigned RecordDone   = 1,
  parameter bit          Rme          = 1'b0,
  parameter bit          The          = 1'b0,
  parameter bit          Poe          = 1'b0,
  parameter bit          Pie          = 1'b0,
  parameter bit          WalkEa       = 1'b1,
  parameter int unsigned DlBoundary   = 0,
  parameter int unsigned WrongPointer = 0,
  parameter int unsigned Misaligned   = 0,
  parameter int unsigned MaxBuffSize  = 0
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,
  /// Tags whose record enters the queue. Sampled every cycle.
  input  logic [InFlight-1:0]                       push_i,
  /// Two bits per tag: place of its record among the records that enter. Sampled with `push_i`.
  input  logic [2*InFlight-1:0]                     rank_i,
  /// Number of records that enter. Sampled every cycle.
  input  logic [2:0]                                taken_i,
  /// rec_t[InFlight]: record of each tag. Sampled with `push_i`.
  input  logic [InFlight*spu_int_pkg::REC_BITS-1:0] rec_i,
  /// Records that the queue can take in this cycle.
  output logic [3:0]                                room_o,
  /// A record is queued and not done, at the start of the cycle.
  output logic                                      queued_o,
  /// ProfilingBufferEnabled() (3.4.6). Sampled every cycle.
  input  logic                                      buf_en_i,
  /// SPEProfilingStopped() at the start of the cycle. Sampled when a record is done.
  input  logic                                      stopped_i,
  /// Encode no record while 1; the pointer is checked all the same. Sampled every cycle; tie to 0
  /// if unused.
  input  logic                                      hold_i,
  /// Context synchronization event. Sampled every cycle; tie to 0 if unused.
  input  logic                                      cse_i,
  /// TLB maintenance (3.4.4). Sampled every cycle; tie to 0 if unused.
  input  logic                                      tlbi_i,
  /// PSB CSYNC waits for all records queued at the start of this cycle. Sampled every cycle; tie to
  /// 0 if unused.
  input  logic                                      mark_all_i,
  /// PSB CSYNC waits for the records of these tags. Sampled with `push_i`; tie to 0 if unused.
  input  logic [InFlight-1:0]                       mark_i,
  /// A record that PSB CSYNC waits for is in the queue, at the start of the cycle.
  output logic                                      marked_o,
  /// Owning translation regime. Sampled every cycle.
  input  spe_pkg::regime_e                          regime_i,
  /// Physical address mode: Effective PMBLIMITR_EL1.nVM. Sampled every cycle, as the next two; tie
  /// to 0 without it.
  input  logic                                      nvm_i,
  /// PMBMAR_EL1.SH.
  input  logic [1:0]                                sh_i,
  /// PMBMAR_EL1.Attr.
  input  logic [7:0]                                mem_attr_i,
  /// PMBPTR_EL1. Sampled when a record begins.
  input  logic [63:0]                               ptr_i,
  /// Limit address. Sampled when a record begins and when it is done.
  input  logic [63:0]                               limit_i,
  /// PMBPTR_EL1 moves to `ptr_o`: a record is done and the pointer is not retained.
  output logic                                      ptr_we_o,
  /// The byte after the record that is done, else the byte of the fault or abort in `evt_o`.
  output logic [63:0]                               ptr_o,
  /// Profiling Buffer management event of this cycle, without its target.
  output spu_int_pkg::evt_t                         evt_o,
  /// Queued records are discarded because the buffer is not enabled (3.6.1).
  output logic                                      dropped_o,
  /// Pulse: External abort to be taken as SError.
  output logic                                      serror_o,
  /// A record is done in this cycle.
  output logic                                      done_o,
  /// A translated record waits to be written.
  output logic                                      translated_o,
  /// No burst is outstanding.
  output logic                                      quiet_o,
  /// Translation request; may change or be withdrawn until it is taken.
  output spe_pkg::xl_req_t                          xl_req_o,
  /// Request taken. Sampled with the request.
  input  logic                                      xl_ready_i,
  /// Translation response. Sampled with its `valid`.
  input  spe_pkg::xl_rsp_t                          xl_rsp_i,
  /// AXI4 write address channel. Stable until `awready_i`.
  output logic                                      awvalid_o,
  /// Address taken. Sampled with `awvalid_o`.
  input  logic                                      awready_i,
  /// Always 0.
  output logic [3:0]                                awid_o,
  /// Address of the first byte; 0 without a burst, as the payload below.
  output logic [51:0]                               awaddr_o,
  /// Beats of the burst, less one.
  output logic [7:0]                                awlen_o,
  /// log2(AxiBytes).
  output logic [2:0]                                awsize_o,
  /// INCR.
  output logic [1:0]                                awburst_o,
  /// From the memory attribute.
  output logic [3:0]                                awcache_o,
  /// [1] Non-secure, [0] privileged.
  output logic [2:0]                                awprot_o,
  /// NSE of the physical address space.
  output logic                                      awnse_o,
  /// AXI4 write data channel. Stable until `wready_i`.
  output logic                                      wvalid_o,
  /// Data taken. Sampled with `wvalid_o`.
  input  logic                                      wready_i,
  /// Byte i of the bus in bits [8*i+7:8*i].
  output logic [8*AxiBytes-1:0]                     wdata_o,
  /// Bytes of the record in this beat.
  output logic [AxiBytes-1:0]                       wstrb_o,
  /// Last beat of the burst.
  output logic                                      wlast_o,
  /// AXI4 write response channel. Sampled every cycle.
  input  logic                                      bvalid_i,
  /// Always 1.
  output logic                                      bready_o,
  /// SLVERR, DECERR: External abort (3.5.4). Sampled with `bvalid_i`.
  input  logic [1:0]                                bresp_i
);

  localparam int unsigned BusBits = $clog2(AxiBytes);

  logic                   pop, flush, holding, started, queued_more;
  spu_int_pkg::rec_t      head;
  logic                   enc_start, enc_done, read, xl_want, xl_hit, xl_fault;
  spe_pkg::pas_e          xl_pas;
  logic [MaxSize:0]       len, beat;
  logic [8*AxiBytes-1:0]  beat_data;
  logic [63:0]            burst_va;
  logic [39:0]            xl_page;
  logic [7:0]             xl_attr, beats;
  logic [BusBits-1:0]     tail;
  logic                   burst, burst_sent, resp_room, own_last, own_err, resp_err;

  spu_queue #(.InFlight(InFlight), .Depth(RecordQueue)) u_queue (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .push_i      (push_i),
    .rank_i      (rank_i),
    .taken_i     (taken_i),
    .rec_i       (rec_i),
    .pop_i       (pop),
    .flush_i     (flush || !buf_en_i),
    .keep_head_i (holding),
    .mark_all_i  (mark_all_i),
    .mark_i      (mark_i),
    .marked_o    (marked_o),
    .room_o      (room_o),
    .valid_o     (queued_o),
    .more_o      (queued_more),
    .head_o      (head)
  );

  assign dropped_o = !buf_en_i && (holding ? queued_more : queued_o);

  spu_writer #(
    .MaxSize(MaxSize), .Align(Align), .AxiBytes(AxiBytes), .ExtAbort(ExtAbort),
    .RecordDone(RecordDone), .Rme(Rme), .The(The), .Poe(Poe), .Pie(Pie), .WalkEa(WalkEa),
    .DlBoundary(DlBoundary), .WrongPointer(WrongPointer), .Misaligned(Misaligned),
    .MaxBuffSize(MaxBuffSize)
  ) u_writer (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .head_i       (queued_o),
    .buf_en_i     (buf_en_i),
    .stopped_i    (stopped_i),
    .hold_i       (hold_i),
    .ptr_i        (ptr_i),
    .limit_i      (limit_i),
    .ptr_we_o     (ptr_we_o),
    .ptr_o        (ptr_o),
    .evt_o        (evt_o),
    .serror_o     (serror_o),
    .done_o       (done_o),
    .pop_o        (pop),
    .flush_o      (flush),
    .holding_o    (holding),
    .started_o    (started),
    .translated_o (translated_o),
    .enc_start_o  (enc_start),
    .enc_done_i   (enc_done),
    .len_i        (len),
    .want_o       (xl_want),
    .va_o         (burst_va),
    .hit_i        (xl_hit),
    .fault_i      (xl_fault),
    .rsp_i        (xl_rsp_i),
    .burst_o      (burst),
    .beats_o      (beats),
    .tail_o       (tail),
    .finished_i   (burst_sent),
    .room_i       (resp_room),
    .own_last_i   (own_last),
    .own_err_i    (own_err),
    .err_i        (resp_err)
  );

  spu_encode #(
    .LayoutItems(LayoutItems), .Layout(Layout), .MaxSize(MaxSize), .Align(Align),
    .AxiBytes(AxiBytes), .EventBytes(EventBytes), .DsBytes(DsBytes)
  ) u_encode (
    .clk_i   (clk_i),
    .rst_ni  (rst_ni),
    .start_i (enc_start),
    .base_i  (ptr_i[BusBits-1:0]),
    .rec_i   (head),
    .done_o  (enc_done),
    .len_o   (len),
    .read_i  (read),
    .beat_i  (beat),
    .data_o  (beat_data)
  );

  // A record that the bus has seen is finished even if the buffer is disabled meanwhile.
  spu_xlat u_xlat (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .want_i       (xl_want),
    .va_i         (burst_va),
    .regime_i     (regime_i),
    .nvm_i        (nvm_i),
    .sh_i         (sh_i),
    .mem_attr_i   (mem_attr_i),
    .held_i       (started),
    .invalidate_i (cse_i || (!buf_en_i && !holding)),
    .tlbi_i       (tlbi_i),
    .hit_o        (xl_hit),
    .page_o       (xl_page),
    .pas_o        (xl_pas),
    .attr_o       (xl_attr),
    .fault_o      (xl_fault),
    .xl_req_o     (xl_req_o),
    .xl_ready_i   (xl_ready_i),
    .xl_rsp_i     (xl_rsp_i)
  );

  spu_axi #(.AxiBytes(AxiBytes), .BeatBits(MaxSize + 1)) u_axi (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .first_i    (enc_start),
    .burst_i    (burst),
    .addr_i     ({xl_page, burst_va[11:0]}),
    .pas_i      (xl_pas),
    .attr_i     (xl_attr),
    .beats_i    (beats),
    .tail_i     (tail),
    .finished_o (burst_sent),
    .read_o     (read),
    .beat_o     (beat),
    .data_i     (beat_data),
    .awvalid_o, .awready_i, .awid_o, .awaddr_o, .awlen_o, .awsize_o, .awburst_o, .awcache_o,
    .awprot_o, .awnse_o,
    .wvalid_o, .wready_i, .wdata_o, .wstrb_o, .wlast_o
  );

  spu_outstanding u_outstanding (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .sent_i     (burst_sent),
    .close_i    (pop),
    .bvalid_i   (bvalid_i),
    .bready_o   (bready_o),
    .bresp_i    (bresp_i),
    .room_o     (resp_room),
    .quiet_o    (quiet_o),
    .own_last_o (own_last),
    .own_err_o  (own_err),
    .err_o      (resp_err)
  );

endmodule
