# SPDX-License-Identifier: Apache-2.0
# Knobs: defaults, refusal of unknown variables and of paths that cannot be built in, check of values.

# Characters that make, the shell, Verilator's makefiles or the compilers take for something else in the name of a file.
odd := ! " $$ & ' ( ) * : ; < > ? [ \ ] ` { | } \#
odd := $(strip $(foreach c,$(odd),$(findstring $c,$(CURDIR))))
ifneq ($(words $(CURDIR))$(odd),1)
  $(error the path of the tree holds $(or $(odd),a space), which cannot be built in: $(CURDIR))
endif

KNOBS := CONFIG TEST SEED SEEDS ARGS WAVES SVA JOBS LIST RESUME FAILED COV KEEP BUDGET RUNS ENGINE PROG O STRICT RUN GOOD BASE ALONE QUALIFY
PLACES := CC CXX VERILATOR VERILATOR_ROOT SYSTEMC_HOME PREFIX DESTDIR

on_command_line := $(foreach v,$(.VARIABLES),$(if $(filter command,$(firstword $(origin $v))),$v))
unknown := $(filter-out $(KNOBS) $(PLACES) MAKEFLAGS MAKEOVERRIDES SHELL,$(filter-out -%,$(on_command_line)))
ifneq ($(unknown),)
  $(error unknown variable: $(unknown); knobs are $(KNOBS))
endif

# A knob left over in the environment must not change a run: only the command line counts. Those of
# a make that started this one are no news.
left_over := $(strip $(foreach k,$(KNOBS),$(if $(filter environment,$(origin $k)),$(if $($k),$k))))
ifneq ($(if $(filter 0,$(MAKELEVEL))$(SPE_LOCKED),$(if $(SPE_LOCKED),,$(left_over))),)
  $(warning $(left_over) in the environment $(if $(word 2,$(left_over)),are,is) ignored: make $(MAKECMDGOALS)$(foreach k,$(left_over), $k=$($k)))
endif
$(foreach k,$(KNOBS),$(if $(filter environment,$(origin $k)),$(eval $k :=)))

# A recipe ends where a line does, whatever is quoted.
define line_end


endef
ifneq ($(findstring $(line_end),$(value ARGS)),)
  $(error ARGS: options of spu_sim with blanks between them are needed, on one line)
endif

# A value as one word of the shell.
quoted = '$(subst ','\'',$(1))'
given := $(filter $(KNOBS) PREFIX DESTDIR,$(on_command_line))
# The text as it was given: a $ in it is no variable of make.
$(foreach k,$(given),$(eval override $k := $$(value $k)))
checked := $(given) $(if $(filter install,$(MAKECMDGOALS)),$(foreach k,PREFIX DESTDIR,$(if $($k),$k)))
ifneq ($(strip $(checked)),)
  # Only the first make is told the goals: those that it starts inherit its knobs and build what is not in its command.
  goals := $(if $(filter 0,$(MAKELEVEL)),$(or $(MAKECMDGOALS),help))
  knob_fault := $(shell sim/knobs.sh $(call quoted,$(goals)) $(foreach k,$(sort $(checked)),$(call quoted,$k=$($k))))
  ifneq ($(knob_fault),)
    $(error $(knob_fault))
  endif
endif

CONFIG := $(or $(CONFIG),neoverse)
TEST := $(or $(TEST),trace)
SEED := $(or $(SEED),1)
WAVES := $(or $(WAVES),0)
SVA := $(or $(SVA),1)
KEEP := $(or $(KEEP),0)
COV := $(or $(COV),0)
STRICT := $(or $(STRICT),0)
JOBS := $(or $(JOBS),$(shell nproc))
# However it is written, one directory has one name: objects and their lists of dependencies carry it.
B := $(patsubst $(subst %,\%,$(CURDIR))/%,%,$(abspath $(or $(O),build)))
export STRICT JOBS

# Messages are read, lists sorted and numbers written the same in every locale; where a home is
# missing, a build does not need it.
export LC_ALL := C
unexport CDPATH
$(foreach p,$(shell sim/places.sh $(abspath $(B))),$(eval export $(subst =, := ,$p)))
