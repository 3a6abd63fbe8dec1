// SPDX-License-Identifier: Apache-2.0
//
// Plays legal cycles to spe_tap_sva, then breaks the rule that +case=NAME names; without it, no
// rule is broken. test/tap_sva.sh runs all cases. Signals change at the falling edge.

module tap_sva;

  logic clk = 1'b0, rst_n = 1'b0, running = 1'b1;
  logic reg_valid = 1'b0, moved = 1'b0, awvalid, awready, wvalid, wready, bvalid, bready;
  logic psb = 1'b0, dsb = 1'b0;
  logic [2:0] outcome = '0;
  logic [3:0] valid = '0, lane_ctx = '0, sel = '0, coll = '0, rnd_count = '0;
  logic [3:0][7:0] tag = '0;
  logic [1:0] ended = '0;
  logic [1:0][2:0] ending = '0;
  logic [92:0] aw = '0;
  logic [72:0] w = '0;
  logic [9:0] b = '0;
  string broken;

  always #5 clk = !clk;

  spe_tap_sva #(.Width(4), .InFlight(2), .AxiBytes(8)) u_sva (
    .clk_i(clk), .rst_ni(rst_n), .running_i(running), .active_i(1'b1), .sysreg_valid_i(reg_valid),
    .sysreg_outcome_i(outcome), .sysreg_i('0), .pstate_i('0), .pmsee_i('0), .ctx_moved_i(moved),
    .cntpct_i('0),
    .lane_valid_i(valid), .lane_ctx_i(lane_ctx), .lane_sel_i(sel), .lane_coll_i(coll),
    .lane_tag_i(tag), .lane_pc_i('0), .lane_op_i('0), .lane_flags_i('0), .life_pulse_i('0),
    .life_ended_i(ended), .life_end_i(ending), .life_i('0),
    .rnd_count_i(rnd_count), .rnd_draw_i('0), .xl_req_valid_i(1'b0), .xl_req_ready_i(1'b0),
    .xl_req_i('0), .xl_rsp_valid_i(1'b0), .xl_rsp_i('0),
    .awvalid_i(awvalid), .awready_i(awready), .aw_i(aw), .wvalid_i(wvalid), .wready_i(wready),
    .wlast_i(w[72]), .wstrb_i(w[71:64]), .wdata_i(w[63:0]), .bvalid_i(bvalid), .bready_i(bready),
    .b_i(b), .psb_req_i(psb), .psb_done_i(1'b0), .dsb_req_i(dsb), .dsb_done_i(1'b0),
    .sync_i('0), .cse_ids_i('0), .impdef_data_i('0),
    .pmbirq_i(1'b0), .out_i('0));

  // Everything is offered, and nothing is accepted.
  task automatic offer();
    {awvalid, wvalid, bvalid, psb, dsb} = '1;
    {awready, wready, bready} = '0;
    aw = 93'h5;
    w  = {1'b0, 8'h01, 64'h6};
    b  = 10'h7;
    @(negedge clk);
  endtask

  // Legal cycles at the limits of the rules; a stopped clock hides any signal, and a byte lane
  // without strobe carries nothing.
  task automatic keep_rules();
    offer();
    w[63:8] = '1;
    @(negedge clk);
    running = 1'b0;
    {awvalid, wvalid, bvalid, psb, dsb} = '0;
    outcome = 3'd7;
    {reg_valid, moved} = 2'b11;
    @(negedge clk);
    running = 1'b1;
    reg_valid = 1'b0;
    offer();
    moved = 1'b0;
    {awready, wready, bready} = '1;
    @(negedge clk);
    aw = 93'h8;
    w  = 73'h9;
    b  = 10'hA;
    {valid, lane_ctx, sel, coll} = {4'b1111, 4'b1100, 4'b0101, 4'b1010};
    {tag[2], tag[0], rnd_count, ended, ending} = {8'd1, 8'd0, 4'd5, 2'b11, 3'd4, 3'd0};
    {reg_valid, outcome} = {1'b1, 3'd5};
    @(negedge clk);
    {valid, lane_ctx, sel, coll, ended, reg_valid} = '0;
    reset();
    rst_n = 1'b1;
    @(negedge clk);
  endtask

  // The first edge in reset withdraws all offers.
  task automatic reset();
    rst_n = 1'b0;
    @(negedge clk);
    {awvalid, wvalid, bvalid, psb, dsb} = '0;
    @(negedge clk);
  endtask

  task automatic break_rule();
    case (broken)
      "SpuAwHeld":       awvalid = 1'b0;
      "SpuAwStable":     aw[92] = 1'b1;
      "SpuWHeld":        wvalid = 1'b0;
      "SpuWStable":      w[72] = 1'b1;
      "SpuWStable.strb": w[71] = 1'b1;
      "SpuWStable.data": w[7] = 1'b1;
      "BHeld":           bvalid = 1'b0;
      "BStable":         b[9] = 1'b1;
      "SpuResetRests":   begin reset(); wvalid = 1'b1; end
      "BResetRests":     begin reset(); {rst_n, bvalid} = '1; end
      "PsbHeld":         psb = 1'b0;
      "DsbHeld":         dsb = 1'b0;
      "OutcomeLegal": {reg_valid, outcome} = {1'b1, 3'd6};
      "NoAccessAfterStop": {reg_valid, moved} = 2'b11;
      "SpuDrawsLegal":   rnd_count = 4'd6;
      "SpuChoiceOne":    {sel, coll} = {4'b0100, 4'b0100};
      "TagLegal":     {sel, tag[3]} = {4'b1000, 8'd2};
      "CtxOrder":        {valid, lane_ctx} = {4'b1001, 4'b0001};
      "EndLegal":        {ended, ending[1]} = {2'b10, 3'd5};
      default:           ;
    endcase
  endtask

  initial begin
    if ($value$plusargs("case=%s", broken) == 0) broken = "";
    {awvalid, awready, wvalid, wready, bvalid, bready} = '0;
    @(negedge clk);
    rst_n = 1'b1;
    @(negedge clk);
    keep_rules();
    offer();
    break_rule();
    @(negedge clk);
    $finish;
  end

endmodule
