// SPDX-License-Identifier: Apache-2.0
// Lint waivers of the SPU.
rtl/spu.vlt
