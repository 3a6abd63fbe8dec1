// SPDX-License-Identifier: Apache-2.0
// The tap and its binding module for rtl/spu.sv, to be bound by a bench that stops the SPU's clock; after rtl/rtl.f.
// Paths from the top of the repository.
-f dpi/tap.f
dpi/spe_tap_spu.sv
