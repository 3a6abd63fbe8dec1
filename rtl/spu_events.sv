// SPDX-License-Identifier: Apache-2.0
//
// Outputs to the rest of the PE: PMU events 0x4000 to 0x4003 (2.6), cross-trigger (2.7), SError
// (3.5.4). Latency: one cycle, so that nothing outside sees the combinational path from the lanes.
// Back-pressure: none.

module spu_events #(
  parameter int unsigned DispatchWidth = 4,
  parameter int unsigned InFlight      = 1
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  logic [DispatchWidth-1:0] counted_i,   /// members of the population
  input  logic [3:0]               feed_i,      /// samples taken
  input  logic [InFlight-1:0]      filtrate_i,  /// samples that pass the filters
  input  logic [3:0]               coll_i,      /// collisions
  input  logic                     done_i,      /// a record was written
  input  logic                     serror_i,    /// External abort taken as SError
  output spe_pkg::pmu_t            pmu_o,       /// counts of the cycle before
  output logic                     cti_o,       /// pulse for each record
  output logic                     serror_o     /// pulse for each abort
);

  logic [3:0] pop, filtrate;

  always_comb begin
    pop = '0;
    for (int unsigned i = 0; i < DispatchWidth; i++) pop = pop + 4'(counted_i[i]);
    filtrate = '0;
    for (int unsigned t = 0; t < InFlight; t++) filtrate = filtrate + 4'(filtrate_i[t]);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pmu_o    <= '0;
      cti_o    <= 1'b0;
      serror_o <= 1'b0;
    end else begin
      pmu_o    <= {pop, feed_i, filtrate, coll_i};
      cti_o    <= done_i;
      serror_o <= serror_i;
    end
  end

endmodule
