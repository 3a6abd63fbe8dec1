# SPDX-License-Identifier: Apache-2.0
# One executable per configuration: build/CONFIG/spu_sim = Verilated model + bench + DPI adapter + libspe.
# Flavours (directory CONFIG-FLAVOUR): waves = FST compiled in, nosva = without assertions, asan = C with sanitizers.

CONFIGS := $(patsubst rtl/configs/%.cfg,%,$(sort $(wildcard rtl/configs/*.cfg)))
TB_SRC := $(foreach d,$(TB_DIRS),$(sort $(wildcard $d/*.c $d/*.cpp)))
SV_SUMS := $(foreach f,$(wildcard rtl/*.sv rtl/*.f rtl/*.vlt dpi/*.sv dpi/*.f dpi/*.svh tb/sv/*),$(call sum,$f)) \
  $(call sum,sim/model.sh)

# Files of the bench that see the Verilated class are compiled per configuration, the others once.
TB_MODEL_SRC := $(if $(filter ok,$(lastword $(prepared))),$(filter $(TB_SRC),$(shell sim/model-users.sh)))
TB_SHARED_SRC := $(filter-out $(TB_MODEL_SRC),$(filter %.cpp,$(TB_SRC)))
-include $(patsubst %.cpp,$(B)/obj/%.d,$(TB_SHARED_SRC))

# The headers of Verilator and of the system that these take in, parsed once. ccache is told that macros before the header are
# known to agree.
VERILATED_CFLAGS = -isystem $(VERILATOR_INC) -isystem $(VERILATOR_INC)/vltstd -DVL_USER_FATAL -DVL_USER_STOP -DVL_TIME_CONTEXT
PRECOMPILED := $(B)/obj/precompiled.hpp
PCH = $(VERILATED_CFLAGS) -include $(PRECOMPILED)
$(PRECOMPILED).gch: tb/systemc/precompiled.hpp $(call sum,tb/systemc/precompiled.hpp) $(B)/cxx.id $(B)/verilator.id
	@mkdir -p $(@D); echo "  PCH $<" >&2
	@cp $< $(PRECOMPILED) && touch -d @0 $(PRECOMPILED) # clang compares the time, also of what ccache kept
	@$(CCACHE) $(CXX) $(CXXFLAGS) $(VERILATED_CFLAGS) $(SYSTEMC_INC) -x c++-header $(PRECOMPILED) -o $@
$(TB_SHARED_SRC:%.cpp=$(B)/obj/%.o): $(PRECOMPILED).gch

# The configuration as a SystemVerilog package. The hash of its text, not its time, decides whether to Verilate.
$(B)/%/spe_cfg_pkg.sv: $(B)/bin/spe $(foreach c,$(CONFIGS),$(call sum,rtl/configs/$c.cfg))
	@mkdir -p $(@D)
	@$< config --sv rtl/configs/$(firstword $(subst -, ,$*)).cfg >$@.new && mv $@.new $@

sim_of = $(B)/$(1)/spu_sim
cfg_objects = $(patsubst %,$(B)/$(1)/obj/%.o,$(basename $(TB_MODEL_SRC)))

define sim_rules # DIRECTORY KIND
$(B)/$(1)/model.ok: $(B)/$(1)/spe_cfg_pkg.sv $(SV_SUMS) $(B)/cxx.id $(B)/verilator.id
	@sim/model.sh $(B) $(B)/$(1) . $(filter waves nosva,$(subst -, ,$(1)))
$(B)/$(1)/model.id: $(B)/$(1)/model.ok ;
$(B)/$(1)/obj/%.o: $(B)/sum/%.cpp $(PRECOMPILED).gch $(B)/$(1)/model.id
	$$(call compile,$$*.cpp,-isystem $(B)/$(1)/model $(if $(findstring -waves,$(1)),-DVM_TRACE=1 -DVM_TRACE_FST=1))
$(B)/$(1)/link.rsp: $(call cfg_objects,$(1)) $(call objects,obj,$(TB_SHARED_SRC)) \
    $(B)/$(2)/libtb.a $(B)/$(2)/libspe_dpi.a $(call SPE_LIBS,$(2))
	@echo $$^ $(SYSTEMC_LIB) $(if $(filter asan,$(2)),$(SANITIZE)) -pthread -lsystemc -lzstd -lz -lm -Wl$(comma)--as-needed -latomic >$$@
$(B)/$(1)/spu_sim: $(B)/$(1)/link.rsp $(B)/$(1)/model.id
	@echo "  LINK $$@" >&2
	@sim/link.sh $(B)/$(1)/link.rsp $(B)/$(1)/model $$@
-include $(patsubst %,$(B)/$(1)/obj/%.d,$(basename $(TB_MODEL_SRC)))
endef
$(foreach c,$(CONFIGS),$(eval $(call sim_rules,$c,obj)) $(eval $(call sim_rules,$c-waves,obj)) $(eval $(call sim_rules,$c-nosva,obj)) \
  $(eval $(call sim_rules,$c-asan,asan)))

.PHONY: sims
sims: $(foreach c,$(CONFIGS),$(call sim_of,$c))
