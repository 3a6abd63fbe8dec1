# SPDX-License-Identifier: Apache-2.0
# Tools for everything that is started; their flags stand in sim/flags.sh.

ifeq ($(origin CC),default)
  CC := gcc
endif
ifeq ($(origin CXX),default)
  CXX := g++
endif
VERILATOR := $(or $(VERILATOR),$(if $(VERILATOR_ROOT),$(VERILATOR_ROOT)/bin/verilator,verilator))
export CC CXX VERILATOR
$(if $(VERILATOR_ROOT),$(eval export VERILATOR_ROOT))
$(if $(SYSTEMC_HOME),$(eval export SYSTEMC_HOME))
# Every compilation lists its headers (-MD), those of the system too: ccache then runs no
# preprocessor.
export CCACHE_SLOPPINESS := pch_defines,time_macros
export CCACHE_DEPEND := 1

# Who holds the lock of the output directory.
export SPE_WHO = make $(MAKECMDGOALS)
ENGINE_SH = sim/engine.sh $(B)

## lib: libspe.a, libspe_host.a and spe, alone
# Files of the output directory by their names, and groups of them: one call of ninja for all.
BUILT := $(filter $(B)/% lib units units-asan sims,$(MAKECMDGOALS))
ifneq ($(BUILT),)
.PHONY: $(BUILT) built
$(BUILT): built
	@:
built:
	@$(ENGINE_SH) build $(BUILT)
endif
