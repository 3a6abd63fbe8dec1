// SPDX-License-Identifier: Apache-2.0
// Assertions, bound to the modules of rtl.f.
rtl/spu_axi_sva.sv
rtl/spu_buffer_sva.sv
rtl/spu_encode_sva.sv
rtl/spu_events_sva.sv
rtl/spu_interval_sva.sv
rtl/spu_latency_sva.sv
rtl/spu_queue_sva.sv
rtl/spu_regs_sva.sv
rtl/spu_release_sva.sv
rtl/spu_resp_sva.sv
rtl/spu_sampler_sva.sv
rtl/spu_sva.sv
rtl/spu_sync_sva.sv
rtl/spu_track_sva.sv
rtl/spu_writer_sva.sv
rtl/spu_xlat_sva.sv
