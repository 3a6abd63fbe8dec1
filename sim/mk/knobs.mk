# SPDX-License-Identifier: Apache-2.0
# Knobs: defaults, refusal of unknown variables, check of values.

ifneq ($(words $(CURDIR)),1)
  $(error the path of the tree holds a space, which make cannot build in: $(CURDIR))
endif

KNOBS := CONFIG TEST SEED SEEDS WAVES SVA COV JOBS ENGINE LIST RESUME RUN PROG O STRICT
PLACES := CC CXX VERILATOR VERILATOR_ROOT SYSTEMC_HOME PREFIX DESTDIR

on_command_line := $(foreach v,$(.VARIABLES),$(if $(filter command,$(firstword $(origin $v))),$v))
unknown := $(filter-out $(KNOBS) $(PLACES) MAKEFLAGS MAKEOVERRIDES SHELL,$(filter-out -%,$(on_command_line)))
ifneq ($(unknown),)
  $(error unknown variable: $(unknown); knobs are $(KNOBS))
endif

# A knob left over in the environment must not change a run: only the command line counts.
$(foreach k,$(KNOBS),$(if $(filter environment,$(origin $k)),$(eval $k :=)))

# A value as one word of the shell.
quoted = '$(subst ','\'',$(1))'
given := $(strip $(foreach k,$(KNOBS),$(if $(filter command,$(firstword $(origin $k))),$k)) \
  $(if $(filter install,$(MAKECMDGOALS)),$(foreach k,PREFIX DESTDIR,$(if $($k)$(filter command,$(firstword $(origin $k))),$k))))
ifneq ($(given),)
  knob_fault := $(shell sim/knobs.sh $(foreach k,$(given),$(call quoted,$k=$($k))))
  ifneq ($(knob_fault),)
    $(error $(knob_fault))
  endif
endif

CONFIG := $(or $(CONFIG),neoverse)
TEST := $(or $(TEST),trace)
SEED := $(or $(SEED),1)
WAVES := $(or $(WAVES),0)
SVA := $(or $(SVA),1)
STRICT := $(or $(STRICT),0)
JOBS := $(or $(JOBS),$(shell nproc))
# However it is written, one directory has one name: objects and their lists of dependencies carry it.
B := $(patsubst $(CURDIR)/%,%,$(abspath $(or $(O),build)))
export STRICT JOBS
