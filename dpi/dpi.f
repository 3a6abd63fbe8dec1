// SPDX-License-Identifier: Apache-2.0
// The tap bound to rtl/spu.sv; after rtl/rtl.f. Paths from the top of the repository.
-f dpi/tap_spu.f
dpi/spe_bind_spu.sv
