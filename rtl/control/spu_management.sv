// SPDX-License-Identifier: Apache-2.0
//
// Profiling Buffer management event of one cycle: the event of the writer, else "access not
// allowed" (Arm ARM D17.8.5, D17.9.1), else an event for an IMPLEMENTATION DEFINED reason
// (D17.8.6). Also the PMBSR_ELx that takes the event, and the one that takes a collision (D17.8,
// RHJXHT). Combinational.
// Rules: dpi/timing.md, W12, W15, W18.

module spu_management #(
  parameter bit          El3            = 1'b1,
  parameter bit          Rme            = 1'b0,
  parameter bit          Exc            = 1'b0,
  parameter bit          RouteAsync     = 1'b0,
  parameter int unsigned DisabledRecord = 0,
  parameter bit          ImpdefEvent    = 1'b0
) (
  /// Context at the start of the cycle.
  input  spe_pkg::pe_ctx_t  ctx0_i,
  /// Context at the end of the cycle: the context of lanes with `ctx` 1.
  input  spe_pkg::pe_ctx_t  ctx1_i,
  /// Owner of the buffer in `ctx0_i`.
  input  spu_int_pkg::own_t own0_i,
  /// Owner of the buffer in `ctx1_i`.
  input  spu_int_pkg::own_t own1_i,
  /// Samples collide, [0] in `ctx0_i`, [1] in `ctx1_i`.
  input  logic [1:0]        coll_i,
  /// Event of the writer.
  input  spu_int_pkg::evt_t evt_i,
  /// A record is discarded or lost because the buffer is not enabled.
  input  logic              lost_i,
  /// Discard mode at the start of the cycle.
  input  logic              discard_i,
  /// Event for an IMPLEMENTATION DEFINED reason; tie to 0 if unused.
  input  spe_pkg::impdef_t  impdef_i,
  /// The event that is reported, with its target.
  output spu_int_pkg::evt_t evt_o,
  /// `evt_o` is a buffer full event.
  output logic              full_o,
  /// Bit x: a collision sets PMBSR_ELx.COLL.
  output logic [3:1]        coll_o
);

  logic              denied, impdef;
  logic [1:0]        target, target0, target1;
  spu_int_pkg::evt_t evt;

  // While stopped, neither of the two events is generated. In discard mode the system has no event
  // (D17.5.5); a record from before that mode can be lost, with its event (W12).
  assign denied = (DisabledRecord == spu_int_pkg::DISABLED_EVENT) && lost_i && !own0_i.stopped;
  assign impdef = ImpdefEvent && impdef_i.valid && !own0_i.stopped && !discard_i;

  always_comb begin
    evt = evt_i;
    if (!evt_i.event_valid && denied) begin
      evt             = '0;
      evt.event_valid = 1'b1;
      evt.ec          = spu_int_pkg::EC_OTHER;
      evt.mss[5:0]    = spu_int_pkg::BSC_DENIED;
      evt.dl          = 1'b1;
    end else if (!evt_i.event_valid && impdef) begin
      evt             = '0;
      evt.event_valid = 1'b1;
      evt.ec          = spu_int_pkg::EC_IMPDEF;
      evt.mss         = impdef_i.mss;
      evt.mss2        = impdef_i.mss2;
    end
  end

  spu_route #(.El3(El3), .Rme(Rme), .Exc(Exc), .RouteAsync(RouteAsync)) u_route (
    .ctx_i       (ctx0_i),
    .ee2_i       (own0_i.ee2),
    .owner_el2_i (own0_i.el2),
    .ec_i        (evt.ec),
    .fsc_i       (evt.mss[5:0]),
    .target_o    (target)
  );

  always_comb begin
    evt_o        = evt;
    evt_o.target = target;
  end

  assign full_o = evt.event_valid && (evt.ec == spu_int_pkg::EC_OTHER) &&
                  (evt.mss[5:0] == spu_int_pkg::BSC_FULL);

  // A collision is recorded where an "other event" would be reported, in the context of its lane
  // (RT4).
  spu_route #(.El3(El3), .Rme(Rme), .Exc(Exc), .RouteAsync(RouteAsync)) u_route0 (
    .ctx_i       (ctx0_i),
    .ee2_i       (own0_i.ee2),
    .owner_el2_i (own0_i.el2),
    .ec_i        (spu_int_pkg::EC_OTHER),
    .fsc_i       (6'h0),
    .target_o    (target0)
  );

  spu_route #(.El3(El3), .Rme(Rme), .Exc(Exc), .RouteAsync(RouteAsync)) u_route1 (
    .ctx_i       (ctx1_i),
    .ee2_i       (own1_i.ee2),
    .owner_el2_i (own1_i.el2),
    .ec_i        (spu_int_pkg::EC_OTHER),
    .fsc_i       (6'h0),
    .target_o    (target1)
  );

  always_comb begin
    for (int unsigned x = 1; x <= 3; x++) begin
      coll_o[x] = (coll_i[0] && (target0 == 2'(x))) || (coll_i[1] && (target1 == 2'(x)));
    end
  end

endmodule
