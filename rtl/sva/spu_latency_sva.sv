// SPDX-License-Identifier: Apache-2.0
//
// Assertions on the latency counters (5.3.4), against the number of active cycles since the
// selection that this module counts without saturation. With the sample point at retire, and for
// the alternate clock: against the counts of the PE.

module spu_latency_sva #(
  parameter int unsigned SamplePoint = 0,
  parameter int unsigned LatencyRule = 0,
  parameter int unsigned CountSize   = 12
) (
  input logic                             clk_i,
  input logic                             rst_ni,
  input logic                             start_i,
  input logic                             live_i,
  input logic                             active_i,
  input logic                             issue_i,
  input logic                             xlat_start_i,
  input logic                             xlat_end_i,
  input logic                             complete_i,
  input logic [31:0]                      lat_total_i,
  input logic [31:0]                      lat_issue_i,
  input logic [31:0]                      lat_xlat_i,
  input logic [31:0]                      lat_alt_i,
  input logic [spu_int_pkg::LAT_BITS-1:0] total_o,
  input logic [spu_int_pkg::LAT_BITS-1:0] issue_o,
  input logic [spu_int_pkg::LAT_BITS-1:0] xlat_o,
  input logic [spu_int_pkg::LAT_BITS-1:0] alt_o
);

  localparam logic [31:0] MAX = (32'd1 << CountSize) - 32'd1;

  always_ff @(posedge clk_i) begin
    if (rst_ni && live_i) begin
      AltGiven: assert (32'(alt_o) == lat_alt_i || (lat_alt_i > MAX && 32'(alt_o) == MAX));
    end
  end

  if (SamplePoint == spu_int_pkg::SAMPLE_DISPATCH) begin : gen_count
    localparam logic [31:0] ONE = 32'(LatencyRule == spu_int_pkg::RULE_INCLUSIVE);

    logic [31:0] age_q, age;             // active cycles since the selection
    logic [31:0] issued_q, completed_q;  // the same at the first issue, at the last complete
    logic [31:0] begun_q, begun;         // the same at the first start of the translation
    logic [31:0] walked_q, walked;       // active cycles from there to the last end
    logic        was_issued_q, was_completed_q, was_started_q, was_ended_q;
    logic        ends;                   // an end that belongs to a start

    // As a counter of CountSize bits counts it.
    function automatic logic [31:0] counted(logic [31:0] cycles);
      counted = (cycles + ONE > MAX) ? MAX : cycles + ONE;
    endfunction

    assign age    = age_q + 32'(active_i);
    assign begun  = was_started_q ? begun_q : age;
    assign ends   = xlat_end_i && (was_started_q || xlat_start_i);
    assign walked = ends ? age - begun : walked_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        age_q           <= '0;
        issued_q        <= '0;
        completed_q     <= '0;
        begun_q         <= '0;
        walked_q        <= '0;
        was_issued_q    <= 1'b0;
        was_completed_q <= 1'b0;
        was_started_q   <= 1'b0;
        was_ended_q     <= 1'b0;
      end else begin
        age_q <= start_i ? '0 : age;
        if (issue_i && !was_issued_q) issued_q <= age;
        if (complete_i)               completed_q <= age;
        begun_q         <= begun;
        walked_q        <= walked;
        was_issued_q    <= !start_i && (was_issued_q || issue_i);
        was_completed_q <= !start_i && (was_completed_q || complete_i);
        was_started_q   <= !start_i && (was_started_q || xlat_start_i);
        was_ended_q     <= !start_i && (was_ended_q || ends);
      end
    end

    always_ff @(posedge clk_i) begin
      if (rst_ni && live_i) begin
        NoneIsLonger: assert (32'(total_o) <= counted(age) && 32'(issue_o) <= counted(age) &&
                              32'(xlat_o) <= counted(age));
        if (complete_i || !was_completed_q) begin
          TotalToNow: assert (32'(total_o) == counted(age));
        end else begin
          TotalToComplete: assert (32'(total_o) == counted(completed_q));
        end
        if (was_issued_q) begin
          IssueToFirst: assert (32'(issue_o) == counted(issued_q));
        end else begin
          IssueMissing: assert (issue_i || issue_o == total_o);
        end
        if (ends || was_ended_q) begin
          XlatToLast:  assert (32'(xlat_o) == counted(walked));
        end else begin
          XlatMissing: assert (xlat_o == '0);
        end
      end
    end

    always_ff @(posedge clk_i) begin
      if (rst_ni && live_i) begin
        Saturated:     cover (age > MAX && 32'(total_o) == MAX);
        Idle:          cover (!active_i);
        IssueAgain:    cover (issue_i && was_issued_q);
        CompleteAgain: cover (complete_i && was_completed_q);
        XlatAtOnce:    cover (xlat_start_i && xlat_end_i);
      end
    end
  end else begin : gen_given
    always_ff @(posedge clk_i) begin
      if (rst_ni) begin
        TotalGiven: assert
            (32'(total_o) == lat_total_i || (lat_total_i > MAX && 32'(total_o) == MAX));
        IssueGiven: assert
            (32'(issue_o) == lat_issue_i || (lat_issue_i > MAX && 32'(issue_o) == MAX));
        XlatGiven:  assert
            (32'(xlat_o) == lat_xlat_i || (lat_xlat_i > MAX && 32'(xlat_o) == MAX));
      end
    end

    always_ff @(posedge clk_i) begin
      if (rst_ni && live_i) begin
        TooLong: cover (lat_total_i > MAX);
      end
    end
  end

endmodule

bind spu_latency spu_latency_sva #(
  .SamplePoint(SamplePoint), .LatencyRule(LatencyRule), .CountSize(CountSize)
) u_sva (.*);
