// SPDX-License-Identifier: Apache-2.0
//
// Classes and payloads of operations that the PE may send, by version and features (5.3.8,
// D18.2.7). Bits that the SPU clears itself (spu_record) may have any value. A failure is a fault
// of the bench, not of the SPU.

module spu_optype_sva #(
  parameter int unsigned DispatchWidth = 1,
  parameter int unsigned Pmsver        = spe_cfg_pkg::Pmsver,
  parameter int unsigned Nv            = spe_cfg_pkg::Nv,
  parameter bit          Sve           = (spe_cfg_pkg::Sve != 0),
  parameter bit          Sme           = (spe_cfg_pkg::Sme != 0),
  parameter bit          Mte           = (spe_cfg_pkg::Mte != 0),
  parameter bit          Mops          = (spe_cfg_pkg::Mops != 0),
  parameter bit          Gcs           = (spe_cfg_pkg::Gcs != 0),
  parameter bit          Crr           = (spe_cfg_pkg::Crr != 0),
  parameter bit          SpeSme        = (spe_cfg_pkg::SpeSme != 0)
) (
  input logic                                        clk_i,
  input logic                                        rst_ni,
  input logic [DispatchWidth*spe_pkg::LANE_BITS-1:0] lane_i
);

  localparam int unsigned LaneBits = spe_pkg::LANE_BITS;
  localparam bit          V1p1     = Pmsver >= 2;
  localparam bit          V1p3     = Pmsver >= 4;

  // More than 2048 bits of vector (EVL).
  function automatic logic long_vector(logic [7:0] payload);
    long_vector = payload[6:4] == 3'b111;
  endfunction

  function automatic logic other_exists(logic [7:0] payload);
    unique casez (payload)
      8'b0000_0???: other_exists = 1'b1;
      8'b0???_1??0: other_exists = V1p1 && Sve && (SpeSme || !long_vector(payload));
      // ETS 0b11xx other than 0b1111 is reserved.
      8'b1???_1??0: other_exists = SpeSme &&
                                   (payload[6:5] != 2'b11 || {payload[4], payload[2]} == 2'b11);
      default:      other_exists = 1'b0;
    endcase
  endfunction

  function automatic logic load_store_exists(logic [7:0] payload);
    unique casez (payload)
      8'b0000_0?0?: load_store_exists = 1'b1;            // general-purpose; SIMD&FP registers
      8'b000?_??1?: load_store_exists = 1'b1;            // atomic, acquire, release, exclusive
      8'b0001_000?: load_store_exists = V1p1;            // unspecified registers
      8'b0001_010?: load_store_exists = V1p3 && Mte;     // Allocation Tags
      8'b0011_000?: load_store_exists = Nv == 2;         // transformed by FEAT_NV2
      // SVE or SME; PRED of a load needs SPEv1p2.
      8'b????_1?0?: load_store_exists = V1p1 && (Sve || Sme) &&
                                        (SpeSme || !long_vector(payload)) &&
                                        (Pmsver >= 3 || payload[0] || !payload[2]);
      8'b0010_000?: load_store_exists = Mops;            // Memory Copy
      8'b0010_0101: load_store_exists = Mops;            // Memory Set
      8'b0100_0?0?: load_store_exists = Gcs;
      default:      load_store_exists = 1'b0;
    endcase
  endfunction

  // With FEAT_SPE_CRR the payload always has the kind of the branch.
  function automatic logic branch_exists(logic [7:0] payload);
    branch_exists = payload[7:5] == '0 && (!Crr || payload[4:3] != '0);
  endfunction

  function automatic logic exists(spe_pkg::lane_t lane);
    unique case (lane.op_class)
      spe_pkg::ClassOther:     exists = other_exists(lane.subclass);
      spe_pkg::ClassLoadStore: exists = load_store_exists(lane.subclass);
      spe_pkg::ClassBranch:    exists = branch_exists(lane.subclass);
      default:                 exists = 1'b1;  // PeClassExists
    endcase
  endfunction

  for (genvar g = 0; g < DispatchWidth; g++) begin : gen_lane
    spe_pkg::lane_t lane;

    assign lane = lane_i[g*LaneBits +: LaneBits];

    always_ff @(posedge clk_i) begin
      if (rst_ni && lane.valid) begin
        PeOpType: assert (exists(lane));
      end
    end
  end

endmodule

bind spu spu_optype_sva #(
  .DispatchWidth(DispatchWidth), .Pmsver(Pmsver), .Nv(Nv), .Sve(Sve), .Sme(Sme), .Mte(Mte),
  .Mops(Mops), .Gcs(Gcs), .Crr(Crr), .SpeSme(SpeSme)
) u_optype_sva (
  .clk_i(clk_i), .rst_ni(rst_ni), .lane_i(lane_i)
);
