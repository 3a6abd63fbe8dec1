# SPDX-License-Identifier: Apache-2.0
# Tools, flags, and the stamps that make stale objects impossible.

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
CCACHE := $(shell command -v ccache)
# Every compilation lists its headers (-MD), those of the system too: ccache then runs no preprocessor.
export CCACHE_SLOPPINESS := pch_defines,time_macros
export CCACHE_DEPEND := 1

WARN := -Wall -Wextra -Wpedantic -Werror
CFLAGS := -std=c11 -O2 -g -fPIC -D_FILE_OFFSET_BITS=64 $(WARN)
# The Verilated classes need names in scope that the standard reserves; -Wpedantic would blame Verilator's headers.
CXXFLAGS := -std=c++17 -O1 -g1 -Wall -Wextra -Werror
# At -O1 the sanitizers compile in two thirds of the time, and what they find comes with better lines.
SANITIZE := -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer

# Objects depend on $(B)/sum/FILE, touched when the content of FILE changes (never on its time), and on
# the .id files, rewritten when a tool or a flag changes.
sum = $(B)/sum/$(1)
ifneq ($(filter-out help setup doctor clean distclean $(LATER),$(MAKECMDGOALS)),)
  prepared := $(shell sim/sums.sh $(B) '$(CC) $(CFLAGS)' '$(CXX) $(CXXFLAGS) $(SYSTEMC_HOME)' 2>&1 && echo ok)
  # Before the ok stands what bash says of a locale that the machine has not.
  ifneq ($(lastword $(prepared)),ok)
    $(error $(prepared))
  endif
endif
VERILATOR_INC = $(eval VERILATOR_INC := $$(shell $(VERILATOR) --getenv VERILATOR_ROOT)/include)$(VERILATOR_INC)
SYSTEMC_INC := $(if $(SYSTEMC_HOME),-isystem $(SYSTEMC_HOME)/include)
comma := ,
SYSTEMC_LIB := $(if $(SYSTEMC_HOME),$(foreach d,lib lib-linux64 lib64,-L$(SYSTEMC_HOME)/$d -Wl$(comma)-rpath$(comma)$(SYSTEMC_HOME)/$d))

$(B)/sum/%:
	@:
