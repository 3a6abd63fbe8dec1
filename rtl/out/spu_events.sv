// SPDX-License-Identifier: Apache-2.0
//
// Outputs to the rest of the PE: PMU events (2.6, D17.8.2), cross-trigger (2.7), SError (3.5.4).
// Latency: one cycle, so that nothing outside sees the combinational path from the lanes.
// Back-pressure: none.
// Rules: dpi/rules.md, PM1 to PM5; dpi/timing.md, OU1, RS4.

module spu_events #(
  parameter int unsigned DispatchWidth = 4,
  parameter int unsigned InFlight      = 1,
  parameter bit          PmuFeed       = 1'b0   // SAMPLE_FEED_BR ... SAMPLE_FEED_DS
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  /// Lanes that count (SAMPLE_POP). Sampled every cycle, as the inputs below.
  input  logic [DispatchWidth-1:0] counted_i,
  /// Samples taken or ended (SAMPLE_FEED).
  input  logic [3:0]               feed_i,
  /// Tags whose sample passes the filters (SAMPLE_FILTRATE).
  input  logic [InFlight-1:0]      filtrate_i,
  /// kinds_t[InFlight]: the SAMPLE_FEED_* events of the sample of each tag.
  input  logic [InFlight*spu_int_pkg::KINDS_BITS-1:0] kinds_i,
  /// Collisions (SAMPLE_COLLISION).
  input  logic [3:0]               coll_i,
  /// A buffer full event sets S (SAMPLE_BUFFER_FULL); tie to 0 if unused.
  input  logic                     full_i,
  /// A record was written.
  input  logic                     done_i,
  /// An External abort is to be taken as SError.
  input  logic                     serror_i,
  /// Counts of the cycle before.
  output spe_pkg::pmu_t            pmu_o,
  /// Pulse for each record of the cycle before.
  output logic                     cti_o,
  /// Pulse for each abort of the cycle before.
  output logic                     serror_o
);

  localparam int unsigned KindsBits = spu_int_pkg::KINDS_BITS;

  // Places in kinds_t.
  localparam int unsigned BR   = 8;
  localparam int unsigned LD   = 7;
  localparam int unsigned ST   = 6;
  localparam int unsigned FP   = 5;
  localparam int unsigned SIMD = 4;
  localparam int unsigned OP   = 3;
  localparam int unsigned EV   = 2;
  localparam int unsigned LAT  = 1;
  localparam int unsigned DS   = 0;

  spe_pkg::pmu_t          pmu_d, pmu_q;
  logic                   cti_q, serror_q;
  logic [3:0]             pop, filtrate;
  logic [4*KindsBits-1:0] kinds;  // four bits for each bit of kinds_t

  always_comb begin
    pop = '0;
    for (int unsigned i = 0; i < DispatchWidth; i++) pop = pop + 4'(counted_i[i]);
    filtrate = '0;
    for (int unsigned t = 0; t < InFlight; t++) filtrate = filtrate + 4'(filtrate_i[t]);
  end

  always_comb begin
    kinds = '0;
    if (PmuFeed && (kinds_i != '0)) begin
      for (int unsigned t = 0; t < InFlight; t++) begin
        for (int unsigned k = 0; k < KindsBits; k++) begin
          kinds[4*k +: 4] = kinds[4*k +: 4] + 4'(kinds_i[t*KindsBits + k]);
        end
      end
    end
  end

  always_comb begin
    pmu_d.pop        = pop;
    pmu_d.feed       = feed_i;
    pmu_d.filtrate   = filtrate;
    pmu_d.collision  = coll_i;
    pmu_d.full       = 4'(full_i);
    pmu_d.feed_br    = kinds[4*BR +: 4];
    pmu_d.feed_ld    = kinds[4*LD +: 4];
    pmu_d.feed_st    = kinds[4*ST +: 4];
    pmu_d.feed_fp    = kinds[4*FP +: 4];
    pmu_d.feed_simd  = kinds[4*SIMD +: 4];
    pmu_d.feed_op    = kinds[4*OP +: 4];
    pmu_d.feed_event = kinds[4*EV +: 4];
    pmu_d.feed_lat   = kinds[4*LAT +: 4];
    pmu_d.feed_ds    = kinds[4*DS +: 4];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pmu_q    <= '0;
      cti_q    <= 1'b0;
      serror_q <= 1'b0;
    end else begin
      pmu_q    <= pmu_d;
      cti_q    <= done_i;
      serror_q <= serror_i;
    end
  end

  assign pmu_o    = pmu_q;
  assign cti_o    = cti_q;
  assign serror_o = serror_q;

endmodule
