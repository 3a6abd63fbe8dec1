// SPDX-License-Identifier: Apache-2.0
//
// Assertions on the barriers (dpi/timing.md, 8). The module is bound to spu, because it tracks by
// itself what a barrier has to wait for: samples by tags taken and freed, records by a flag for
// each place of the queue, bursts by addresses offered and responses. No signal of spu shows when a
// record leaves the queue: the binding at the end takes that from u_buffer.

module spu_barriers_sva #(
  parameter int unsigned InFlight    = 1,
  parameter int unsigned RecordQueue = 1
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  input logic                  psb_req_i,
  input logic                  psb_done_o,
  input logic                  dsb_req_i,
  input logic                  dsb_done_o,
  input logic [InFlight-1:0]   busy,        // tags taken at the start of the cycle
  input logic [InFlight-1:0]   freed,       // tags that become free
  input logic [InFlight-1:0]   grant,       // tags whose record enters the queue
  input logic [2*InFlight-1:0] rank,
  input logic                  pop_i,       // the head of the queue leaves
  input logic                  flush_i,     // all records leave the queue,
  input logic                  keep_head_i, // except the head
  input spu_int_pkg::evt_t     evt,         // event of the writer, in PMBSR_ELx a cycle later
  input logic                  awvalid_o,
  input logic                  awready_i,
  input logic                  bvalid_i,
  input logic                  tlbi_i,
  input spe_pkg::xl_rsp_t      xl_rsp_i
);

  localparam int unsigned Places = RecordQueue + 4;  // room for records that enter in one cycle

  logic                past_q;                  // psb_req_i has risen in an earlier cycle
  logic                rises;
  logic [InFlight-1:0] owed_tag_q, owed_tag;    // samples selected before psb_req_i rose
  logic [Places-1:0]   used_q, used_d;          // places of the queue, [0] is the head
  logic [Places-1:0]   owed_q, owed_d;          // places with a record that PSB CSYNC waits for
  logic [3:0]          base;
  logic [7:0]          open_q, open;            // addresses offered without a response
  logic                offered_q;               // the address on offer has been counted
  logic                stale_q;                 // no translation arrived since the last TLBI
  logic                dsb_over_q;              // DSB was done, and each translation is stale
  logic                dsb_past_q;              // DSB was requested in an earlier cycle
  logic                behind_q, behind;        // DSB is behind a PSB CSYNC that is not done
  logic                follows_q, follows;      // DSB is behind a PSB CSYNC, done or not
  logic                faults;                  // event of a fault of a record
  logic                owed_head_q, owed_head;  // PSB CSYNC waits for the head

  assign rises     = psb_req_i && !past_q;
  assign owed_tag  = rises ? busy : owed_tag_q;
  // BR5: DSB is behind a PSB CSYNC that was requested before DSB and is not done in the first cycle
  // of DSB.
  assign behind    = (dsb_past_q ? behind_q : past_q) && !psb_done_o;
  assign follows   = dsb_past_q ? follows_q : past_q && !psb_done_o;
  assign faults    = evt.event_valid && evt.moves_ptr;
  assign owed_head = rises ? used_q[0] : owed_q[0];
  assign open      = open_q + 8'(awvalid_o && !offered_q) - 8'(bvalid_i);

  always_comb begin
    used_d = used_q;
    owed_d = rises ? used_q : owed_q;
    base   = '0;
    if (flush_i) begin
      used_d = used_d & Places'(keep_head_i);
      owed_d = owed_d & Places'(keep_head_i);
    end
    if (pop_i) begin
      used_d = used_d >> 1;
      owed_d = owed_d >> 1;
    end
    if (grant != '0) begin
      base = 4'($countones(used_d));
      for (int unsigned t = 0; t < InFlight; t++) begin
        if (grant[t]) begin
          used_d = used_d | (Places'(1) << (base + 4'(rank[2*t +: 2])));
          owed_d = owed_d | (Places'(owed_tag[t]) << (base + 4'(rank[2*t +: 2])));
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      past_q      <= 1'b0;
      owed_tag_q  <= '0;
      used_q      <= '0;
      owed_q      <= '0;
      open_q      <= '0;
      offered_q   <= 1'b0;
      stale_q     <= 1'b0;
      dsb_over_q  <= 1'b0;
      dsb_past_q  <= 1'b0;
      behind_q    <= 1'b0;
      follows_q   <= 1'b0;
      owed_head_q <= 1'b0;
    end else begin
      past_q      <= psb_req_i && !psb_done_o;
      owed_tag_q  <= owed_tag & ~freed;
      used_q      <= used_d;
      owed_q      <= owed_d;
      open_q      <= open;
      offered_q   <= awvalid_o && !awready_i;
      stale_q     <= tlbi_i || (stale_q && !xl_rsp_i.valid);
      dsb_over_q  <= dsb_done_o && stale_q && !xl_rsp_i.valid;
      dsb_past_q  <= dsb_req_i && !dsb_done_o;
      behind_q    <= behind && dsb_req_i;
      follows_q   <= follows && dsb_req_i;
      owed_head_q <= owed_head;
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // The event of a fault of such a record comes while the record is the head, or a cycle later.
      if (dsb_done_o) begin
        DsbReported: assert (!follows || !(owed_head || owed_head_q) || !faults);
      end
      if (psb_done_o) begin
        PsbAsked:   assert (psb_req_i);
        PsbSamples: assert (owed_tag == '0);
        PsbRecords: assert ((rises ? used_q : owed_q) == '0);
      end
      if (dsb_done_o) begin
        DsbAsked:    assert (dsb_req_i);
        DsbAnswered: assert (open == '0);
        DsbBehind:   assert (!behind || (owed_tag == '0 && owed_q == '0));
      end
      // Records that were translated before TLBI and DSB are written before DSB is done: no address
      // follows.
      if (dsb_over_q) begin
        DsbTranslated: assert (!awvalid_o);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      if (psb_done_o) begin
        PsbSampleLate: cover ((busy & ~owed_tag) != '0);
        PsbRecordLate: cover (used_q != '0);
      end
      if (psb_req_i) begin
        PsbWaitsSample: cover (owed_tag_q != '0);
        PsbWaitsRecord: cover (owed_tag_q == '0 && owed_q != '0);
      end
      if (dsb_req_i) begin
        DsbWaits:     cover (!dsb_done_o);
        DsbWaitsPsb:  cover (behind && open == '0);
        DsbAtFault:   cover (follows && owed_head && faults);
        DsbBeforePsb: cover (!behind && past_q && !psb_done_o);
        DsbAmongWork: cover (dsb_done_o && used_q != '0);
      end
    end
  end

endmodule

bind spu spu_barriers_sva #(.InFlight(InFlight), .RecordQueue(RecordQueue)) u_barriers_sva (
  .pop_i(u_buffer.pop), .flush_i(u_buffer.flush || !buf_en), .keep_head_i(u_buffer.holding), .*
);
