// SPDX-License-Identifier: Apache-2.0
//
// Latency counters of one sampled operation (5.3.4): total, issue and translation latency,
// saturating, counting only cycles in which the thread is active (2.8). The outputs hold the counts
// as if the life ended in this cycle. With the sample point at retire the PE delivers the counts
// and nothing is counted here. Back-pressure: none.

module spu_latency #(
  parameter int unsigned SamplePoint = spu_int_pkg::SAMPLE_DISPATCH,
  parameter int unsigned LatencyRule = 0,
  parameter int unsigned CountSize   = 12
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 start_i,      /// the operation is selected in this cycle
  input  logic                 live_i,       /// selected in an earlier cycle and not ended
  input  logic                 active_i,     /// the thread is active in this cycle
  input  logic                 issue_i,      /// issued for execution
  input  logic                 xlat_start_i, /// virtual address handed to the MMU
  input  logic                 xlat_end_i,   /// translation available
  input  logic                 complete_i,   /// result available
  input  logic [31:0]          lat_total_i,  /// counts of the PE, sample point retire only
  input  logic [31:0]          lat_issue_i,
  input  logic [31:0]          lat_xlat_i,
  output logic [CountSize-1:0] total_o,      /// total latency
  output logic [CountSize-1:0] issue_o,      /// issue latency
  output logic [CountSize-1:0] xlat_o        /// translation latency
);

  if (SamplePoint == spu_int_pkg::SAMPLE_DISPATCH) begin : gen_count
    localparam bit Inclusive = LatencyRule == spu_int_pkg::RULE_INCLUSIVE;

    logic [CountSize-1:0] age_q, age;              // active cycles since the selection
    logic [CountSize-1:0] issue_q, complete_q, xlat_age_q, xlat_age, xlat_q;
    logic [CountSize-1:0] issue, complete, xlat;
    logic                 issued_q, completed_q, xlat_started_q, xlat_ended_q;
    logic                 xlat_end;                // an end that belongs to a start
    logic                 unused_counts;

    // One more, unless saturated or `more` is 0.
    function automatic logic [CountSize-1:0] add_sat(logic [CountSize-1:0] value, logic more);
      add_sat = (more && (value != '1)) ? value + CountSize'(1) : value;
    endfunction

    assign unused_counts = ^{lat_total_i, lat_issue_i, lat_xlat_i};

    assign age      = add_sat(age_q, active_i);
    assign xlat_age = add_sat(xlat_age_q, active_i && xlat_started_q);
    assign xlat_end = xlat_end_i && (xlat_started_q || xlat_start_i);

    // Last complete and first issue; a missing complete counts as now, a missing issue as at the
    // complete.
    assign complete = (completed_q && !complete_i) ? complete_q : age;
    always_comb begin
      if (issued_q)     issue = issue_q;
      else if (issue_i) issue = age;
      else              issue = complete;
    end
    assign xlat = xlat_end ? xlat_age : xlat_q;

    assign total_o = add_sat(complete, Inclusive);
    assign issue_o = add_sat(issue, Inclusive);
    assign xlat_o  = add_sat(xlat, Inclusive && (xlat_end || xlat_ended_q));

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
      end else if (start_i) begin
        age_q          <= '0;
        xlat_age_q     <= '0;
        xlat_q         <= '0;
        issued_q       <= 1'b0;
        completed_q    <= 1'b0;
        xlat_started_q <= 1'b0;
        xlat_ended_q   <= 1'b0;
      end else if (live_i) begin
        age_q      <= age;
        xlat_age_q <= xlat_age;
        if (issue_i && !issued_q) issue_q <= age;
        if (complete_i)           complete_q <= age;
        if (xlat_end)             xlat_q <= xlat_age;
        issued_q       <= issued_q || issue_i;
        completed_q    <= completed_q || complete_i;
        xlat_started_q <= xlat_started_q || xlat_start_i;
        xlat_ended_q   <= xlat_ended_q || xlat_end;
      end
    end
  end else begin : gen_given
    logic unused_pulses;

    function automatic logic [CountSize-1:0] saturate(logic [31:0] value);
      saturate = (value > 32'((64'h1 << CountSize) - 64'h1)) ? '1 : value[CountSize-1:0];
    endfunction

    assign unused_pulses = ^{clk_i, rst_ni, start_i, live_i, active_i, issue_i,
                             xlat_start_i, xlat_end_i, complete_i};

    assign total_o = saturate(lat_total_i);
    assign issue_o = saturate(lat_issue_i);
    assign xlat_o  = saturate(lat_xlat_i);
  end

endmodule
