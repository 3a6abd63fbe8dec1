// SPDX-License-Identifier: Apache-2.0
// Assertions, bound to the modules of rtl.f.
rtl/spu_access_sva.sv
rtl/spu_axi_sva.sv
rtl/spu_barriers_sva.sv
rtl/spu_buffer_sva.sv
rtl/spu_collect_sva.sv
rtl/spu_enable_sva.sv
rtl/spu_encode_sva.sv
rtl/spu_filter_sva.sv
rtl/spu_interval_sva.sv
rtl/spu_latency_sva.sv
rtl/spu_optype_sva.sv
rtl/spu_outputs_sva.sv
rtl/spu_packet_sva.sv
rtl/spu_params_sva.sv
rtl/spu_queue_sva.sv
rtl/spu_record_sva.sv
rtl/spu_regs_sva.sv
rtl/spu_release_sva.sv
rtl/spu_resp_sva.sv
rtl/spu_rnd_sva.sv
rtl/spu_sampler_sva.sv
rtl/spu_select_sva.sv
rtl/spu_sva.sv
rtl/spu_track_sva.sv
rtl/spu_writer_sva.sv
rtl/spu_xlat_sva.sv
