// SPDX-License-Identifier: Apache-2.0
//
// Latency counters of one sampled operation (5.3.4, D18.2.3): total, issue and translation latency,
// saturating, counting only cycles in which the thread is active (2.8). The outputs hold the counts
// as if the life ended in this cycle. With the sample point at retire the PE delivers the counts
// and nothing is counted here; the PE always delivers the count of the alternate clock.
// Back-pressure: none.
// Rules: dpi/timing.md, LF2 to LF7.

module spu_latency #(
  parameter int unsigned SamplePoint = spu_int_pkg::SAMPLE_DISPATCH,
  parameter int unsigned LatencyRule = 0,
  parameter int unsigned CountSize   = 12  // bits of a counter
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  /// The operation is selected in this cycle: counting begins. Sampled every cycle.
  input  logic                             start_i,
  /// Selected in an earlier cycle and not ended. Sampled every cycle.
  input  logic                             live_i,
  /// The thread is active in this cycle (2.8). Sampled every cycle; tie to 1 without threads.
  input  logic                             active_i,
  /// Issued for execution. Sampled while live, as the three pulses below.
  input  logic                             issue_i,
  /// Virtual address handed to the MMU.
  input  logic                             xlat_start_i,
  /// Translation available.
  input  logic                             xlat_end_i,
  /// Result available.
  input  logic                             complete_i,
  /// Total latency as the PE counted it. Sampled with the ending if the sample point is retire, as
  /// the two counts below; tie to 0 otherwise.
  input  logic [31:0]                      lat_total_i,
  /// Issue latency of the PE.
  input  logic [31:0]                      lat_issue_i,
  /// Translation latency of the PE.
  input  logic [31:0]                      lat_xlat_i,
  /// Alternate clock issue latency of the PE. Sampled with the ending.
  input  logic [31:0]                      lat_alt_i,
  /// Total latency, if the life ended in this cycle.
  output logic [spu_int_pkg::LAT_BITS-1:0] total_o,
  /// Issue latency.
  output logic [spu_int_pkg::LAT_BITS-1:0] issue_o,
  /// Translation latency.
  output logic [spu_int_pkg::LAT_BITS-1:0] xlat_o,
  /// Alternate clock issue latency.
  output logic [spu_int_pkg::LAT_BITS-1:0] alt_o
);

  localparam int unsigned LatBits = spu_int_pkg::LAT_BITS;

  function automatic logic [CountSize-1:0] saturate(logic [31:0] value);
    saturate = (value > 32'((64'h1 << CountSize) - 64'h1)) ? '1 : value[CountSize-1:0];
  endfunction

  assign alt_o = LatBits'(saturate(lat_alt_i));

  if (SamplePoint == spu_int_pkg::SAMPLE_DISPATCH) begin : gen_count
    localparam bit Inclusive = LatencyRule == spu_int_pkg::RULE_INCLUSIVE;

    logic [CountSize-1:0] age_q, age_d, age;                 // active cycles since the selection
    logic [CountSize-1:0] xlat_age_q, xlat_age_d, xlat_age;  // active cycles since xlat_start
    logic [CountSize-1:0] issue_q, issue_d, issue;
    logic [CountSize-1:0] complete_q, complete_d, complete;
    logic [CountSize-1:0] xlat_q, xlat_d, xlat;
    logic                 issued_q, issued_d, completed_q, completed_d;
    logic                 xlat_started_q, xlat_started_d, xlat_ended_q, xlat_ended_d;
    logic                 xlat_end;  // an end that belongs to a start
    logic                 unused_counts;

    // `value` plus 1, unless `value` is saturated or `more` is 0.
    function automatic logic [CountSize-1:0] add_sat(logic [CountSize-1:0] value, logic more);
      add_sat = (more && (value != '1)) ? value + CountSize'(1) : value;
    endfunction

    assign unused_counts = ^{lat_total_i, lat_issue_i, lat_xlat_i};

    assign age      = add_sat(age_q, active_i);
    assign xlat_age = add_sat(xlat_age_q, active_i && xlat_started_q);
    assign xlat_end = xlat_end_i && (xlat_started_q || xlat_start_i);

    // The last complete and the first issue count. A missing complete counts as if it were in this
    // cycle, a missing issue as if it were at the complete.
    assign complete = (completed_q && !complete_i) ? complete_q : age;
    always_comb begin
      if (issued_q)     issue = issue_q;
      else if (issue_i) issue = age;
      else              issue = complete;
    end
    assign xlat = xlat_end ? xlat_age : xlat_q;

    assign total_o = LatBits'(add_sat(complete, Inclusive));
    assign issue_o = LatBits'(add_sat(issue, Inclusive));
    assign xlat_o  = LatBits'(add_sat(xlat, Inclusive && (xlat_end || xlat_ended_q)));

    always_comb begin
      age_d          = age_q;
      xlat_age_d     = xlat_age_q;
      issue_d        = issue_q;
      complete_d     = complete_q;
      xlat_d         = xlat_q;
      issued_d       = issued_q;
      completed_d    = completed_q;
      xlat_started_d = xlat_started_q;
      xlat_ended_d   = xlat_ended_q;
      if (start_i) begin
        age_d          = '0;
        xlat_age_d     = '0;
        xlat_d         = '0;
        issued_d       = 1'b0;
        completed_d    = 1'b0;
        xlat_started_d = 1'b0;
        xlat_ended_d   = 1'b0;
      end else if (live_i) begin
        age_d          = age;
        xlat_age_d     = xlat_age;
        issue_d        = issue;
        complete_d     = complete;
        xlat_d         = xlat;
        issued_d       = issued_q || issue_i;
        completed_d    = completed_q || complete_i;
        xlat_started_d = xlat_started_q || xlat_start_i;
        xlat_ended_d   = xlat_ended_q || xlat_end;
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        age_q          <= '0;
        xlat_age_q     <= '0;
        issue_q        <= '0;
        complete_q     <= '0;
        xlat_q         <= '0;
        issued_q       <= 1'b0;
        completed_q    <= 1'b0;
        xlat_started_q <= 1'b0;
        xlat_ended_q   <= 1'b0;
      end else begin
        age_q          <= age_d;
        xlat_age_q     <= xlat_age_d;
        issue_q        <= issue_d;
        complete_q     <= complete_d;
        xlat_q         <= xlat_d;
        issued_q       <= issued_d;
        completed_q    <= completed_d;
        xlat_started_q <= xlat_started_d;
        xlat_ended_q   <= xlat_ended_d;
      end
    end
  end else begin : gen_given
    logic unused_pulses;

    assign unused_pulses = ^{clk_i, rst_ni, start_i, live_i, active_i, issue_i,
                             xlat_start_i, xlat_end_i, complete_i};

    assign total_o = LatBits'(saturate(lat_total_i));
    assign issue_o = LatBits'(saturate(lat_issue_i));
    assign xlat_o  = LatBits'(saturate(lat_xlat_i));
  end

endmodule
