// SPDX-License-Identifier: Apache-2.0
//
// Assertions on translation: one request at a time, no use of an answer or of a page after it was
// invalidated, nor of a fault from before TLB maintenance; the page of an address on offer stays.

module spu_xlat_sva
  import spu_int_pkg::*;
(
  input logic             clk_i,
  input logic             rst_ni,
  input xlat_state_e      state_q,
  input logic             want_i,
  input logic [63:0]      va_i,
  input logic             nvm_i,
  input mode_t            mode,
  input mode_t            asked_mode_q,
  input logic             answer,
  input logic             wanted,
  input logic             invalidate_i,
  input logic             tlbi_i,
  input logic             hit_o,
  input logic [39:0]      page_o,
  input logic             fault_o,
  input spe_pkg::xl_req_t xl_req_o,
  input logic             xl_ready_i,
  input spe_pkg::xl_rsp_t xl_rsp_i
);

  logic        taken;
  logic        open_q, stale_q;  // a request is outstanding; an invalidation since the request
  logic        flushed_q;        // TLB maintenance since the request
  logic        known_q;          // a translation has arrived since the last invalidation
  logic [51:0] asked_q, page_q;  // VA[63:12] of the request, of the last translation that was used

  logic        gap_q;            // want_i was 0 in a cycle since the request

  // Of the cycle before.
  logic             dropped_q;      // an invalidation
  logic             unwanted_q;     // no translation was wanted
  logic [39:0]      page_before_q;

  assign taken = xl_req_o.valid && xl_ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q     <= 1'b0;
      stale_q    <= 1'b0;
      flushed_q  <= 1'b0;
      known_q    <= 1'b0;
      asked_q    <= '0;
      page_q     <= '0;
      dropped_q  <= 1'b0;
      unwanted_q <= 1'b0;
      gap_q      <= 1'b0;
    end else begin
      open_q    <= taken || (open_q && !xl_rsp_i.valid);
      stale_q   <= invalidate_i || tlbi_i || (stale_q && !taken);
      flushed_q <= tlbi_i || (flushed_q && !taken);
      if (invalidate_i || tlbi_i)                             known_q <= 1'b0;
      else if (xl_rsp_i.valid && xl_rsp_i.fault == spe_pkg::XlOk && !stale_q) known_q <= 1'b1;
      if (taken)          asked_q <= xl_req_o.va[63:12];
      // A fault or an unwanted answer keeps the page before.
      if (xl_rsp_i.valid && xl_rsp_i.fault == spe_pkg::XlOk && wanted) page_q <= asked_q;
      dropped_q  <= invalidate_i || tlbi_i;
      unwanted_q <= !want_i;
      gap_q      <= !taken && (gap_q || !want_i);
    end
  end

  always_ff @(posedge clk_i) begin
    page_before_q <= page_o;
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // A request is outstanding exactly while the FSM waits.
      WaitsForTaken: assert ((state_q == StXlWait) == open_q);
      if (hit_o) begin
        InvalidatedIsGone: assert (!dropped_q);
        // 3.4.4: a translation that was requested before an invalidation is not used.
        HitWasAnswered:    assert (known_q);
        HitIsPage:         assert (va_i[63:12] == page_q);
      end
      // An answer is used only if want_i has been 1 since the request.
      if (answer && wanted) begin
        WantedSinceAsked: assert (!gap_q);
      end
      if (fault_o) begin
        FaultWasAnswered: assert (open_q && xl_rsp_i.valid && xl_rsp_i.fault != spe_pkg::XlOk);
        // dpi/timing.md, BR6: nor is a fault that was requested before TLB maintenance.
        FaultIsFresh:     assert (!flushed_q && !tlbi_i);
      end
      if (unwanted_q) begin
        PageStays: assert (page_o == page_before_q);
      end
      if (xl_req_o.valid) begin
        // D24.7.3: PMBMAR_EL1 is ignored while the pointers are virtual addresses.
        MarWithNvm: assert (xl_req_o.nvm || {xl_req_o.sh, xl_req_o.attr} == '0);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      if (xl_rsp_i.valid) begin
        OwnerChanged: cover (answer && want_i && mode.regime != asked_mode_q.regime);
        StaleAnswer:  cover (stale_q && xl_rsp_i.fault == spe_pkg::XlOk);
        StaleFault:   cover (stale_q && xl_rsp_i.fault != spe_pkg::XlOk);
        Unwanted:     cover (!want_i);
        AnswerAtTlbi: cover (tlbi_i);
      end
      if (want_i) begin
        Reused: cover (hit_o);
      end
      if (nvm_i) begin
        Physical: cover (xl_req_o.valid && xl_ready_i);
      end
    end
  end

endmodule

bind spu_xlat spu_xlat_sva u_sva (.*);
