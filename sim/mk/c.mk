# SPDX-License-Identifier: Apache-2.0
# C: libspe.a, libspe_host.a, the command line, the DPI archive, unit tests; each also with sanitizers.

src = $(sort $(wildcard $(1)/*.c))
SPE_SRC := $(call src,c_model/src)
HOST_SRC := $(call src,c_model/host)
CLI_SRC := $(call src,c_model/cli)
DPI_SRC := $(call src,dpi)
UNIT_DIRS := c_model/test dpi/test tb/test
UNIT_SRC := $(foreach d,$(UNIT_DIRS),$(sort $(wildcard $d/test_*.c $d/test_*.cpp)))
UNIT_AUX := $(filter-out $(UNIT_SRC) $(wildcard $(UNIT_DIRS:%=%/fuzz_*.c)),$(foreach d,$(UNIT_DIRS),$(call src,$d)))
UNITS := $(notdir $(basename $(UNIT_SRC)))
TB_DIRS := $(filter $(patsubst %,tb/%,systemc pe seq timing trace a64 util),$(patsubst %/,%,$(wildcard tb/*/)))
TB_C_SRC := $(foreach d,$(TB_DIRS),$(call src,$d))

# What each folder may include; `make layers` holds every folder to this list.
INC_c_model/src := -Ic_model/include
INC_c_model/host := -Ic_model/include
INC_c_model/cli := -Ic_model/include
INC_c_model/test := -Ic_model/include -Ic_model/src -Ic_model/host -Ic_model/cli
INC_dpi/test = $(INC_dpi)
INC_dpi = -Ic_model/include -Idpi -isystem $(VERILATOR_INC)/vltstd
INC_tb = -Ic_model/include -Idpi $(patsubst %,-I%,tb $(TB_DIRS)) $(SYSTEMC_INC)
inc_of = $(or $(INC_$(patsubst %/,%,$(dir $(1)))),$(INC_tb))

# compile SOURCE: one object with its dependencies, renamed to their content stamps. An object gets its name last: none is
# there without a whole list of dependencies.
define compile
@mkdir -p $(@D)
@echo "  $(if $(filter %.c,$(1)),CC ,CXX) $(1)" >&2
@$(CCACHE) $(if $(filter %.c,$(1)),$(CC) $(CFLAGS),$(CXX) $(CXXFLAGS) $(PCH)) $(2) $(call inc_of,$(1)) \
  -MD -MP -MF $@.tmp -MT $@ -c $(1) -o $@.new
@sed -E 's#(^| )(c_model|dpi|tb|sim)/#\1$(B)/sum/\2/#g' $@.tmp >$(@:.o=.d).new && rm -f $@.tmp && \
  mv $(@:.o=.d).new $(@:.o=.d) && mv $@.new $@
endef
$(B)/obj/%.o: $(B)/sum/%.c $(B)/cc.id
	$(call compile,$*.c)
$(B)/asan/%.o: $(B)/sum/%.c $(B)/cc.id
	$(call compile,$*.c,$(SANITIZE))
$(B)/obj/%.o: $(B)/sum/%.cpp $(B)/cxx.id
	$(call compile,$*.cpp)
$(B)/asan/%.o: $(B)/sum/%.cpp $(B)/cxx.id
	$(call compile,$*.cpp,$(SANITIZE))

# svdpi.h is Verilator's.
$(foreach k,obj asan,$(DPI_SRC:%.c=$(B)/$k/%.o)): $(B)/verilator.id

objects = $(patsubst %,$(B)/$(1)/%.o,$(basename $(2)))
ALL_C := $(basename $(SPE_SRC) $(HOST_SRC) $(CLI_SRC) $(DPI_SRC) $(TB_C_SRC) $(UNIT_SRC) $(UNIT_AUX))
-include $(ALL_C:%=$(B)/obj/%.d) $(ALL_C:%=$(B)/asan/%.d)

# The list of members is a prerequisite too: an archive never keeps the object of a deleted source.
define archive # NAME SOURCES KIND DIRECTORY
$(4)/$(1): $(call objects,$(3),$(2)) $(call members,$(4)/$(1),$(2))
	@rm -f $$@.new; ar rcs $$@.new $(call objects,$(3),$(2)) && mv $$@.new $$@
endef
members = $(shell mkdir -p $(B)/members $(dir $(1)); f=$(B)/members/$(subst /,_,$(1)); \
  [ -f $$f ] && [ "$$(cat $$f)" = '$(2)' ] || echo '$(2)' >$$f; echo $$f)
ifeq ($(lastword $(prepared)),ok)
  $(foreach k,obj asan,$(eval $(call archive,libspe.a,$(SPE_SRC),$k,$(B)/$k)))
  $(foreach k,obj asan,$(eval $(call archive,libspe_host.a,$(HOST_SRC),$k,$(B)/$k)))
  $(foreach k,obj asan,$(eval $(call archive,libspe_dpi.a,$(DPI_SRC),$k,$(B)/$k)))
  $(foreach k,obj asan,$(eval $(call archive,libtb.a,$(TB_C_SRC),$k,$(B)/$k)))
endif

# To be installed: one object, of which only the names of the project are seen: a user may have a log_error() of his own.
$(B)/lib/%.a: $(B)/obj/%.a $(B)/cc.id
	@mkdir -p $(@D); rm -f $@.new; $(CC) -r -nostdlib -Wl,--whole-archive $< -Wl,--no-whole-archive -o $(@:.a=.o) && \
	  objcopy --wildcard --keep-global-symbol='spe_*' $(@:.a=.o) && ar rcs $@.new $(@:.a=.o) && mv $@.new $@

SPE_LIBS = $(B)/$(1)/libspe_host.a $(B)/$(1)/libspe.a
$(B)/bin/spe: $(call objects,obj,$(CLI_SRC)) $(call SPE_LIBS,obj)
	@mkdir -p $(@D); echo "  LINK $@" >&2
	@$(CC) $^ -lzstd -lm -o $@.new && mv $@.new $@
$(B)/asan/bin/spe: $(call objects,asan,$(CLI_SRC)) $(call SPE_LIBS,asan)
	@mkdir -p $(@D); $(CC) $(SANITIZE) $^ -lzstd -lm -o $@.new && mv $@.new $@

# Unit tests: one executable per file; the other C files of its folder are its helpers.
$(B)/unit/test_oom $(B)/unit-asan/test_oom: UNIT_WRAP := $(patsubst %,-Wl$(comma)--wrap=%,malloc calloc realloc \
  strdup fopen fopen64 fdopen open_memstream ZSTD_compress ZSTD_decompress)
define unit # SOURCE KIND DIRECTORY FLAGS
$(B)/$(3)/$(notdir $(basename $(1))): $(call objects,$(2),$(1) $(filter $(dir $(1))%,$(UNIT_AUX))) \
    $(B)/$(2)/libtb.a $(B)/$(2)/libspe_dpi.a $(call SPE_LIBS,$(2))
	@mkdir -p $$(@D); $(if $(filter %.c,$(1)),$(CC),$(CXX)) $(4) $$(UNIT_WRAP) $$^ -lcmocka -lzstd -lm -o $$@.new && mv $$@.new $$@
endef
$(foreach s,$(UNIT_SRC),$(eval $(call unit,$s,obj,unit)) $(eval $(call unit,$s,asan,unit-asan,$(SANITIZE))))

.PHONY: lib units units-asan
.SECONDARY:
lib: $(B)/lib/libspe.a $(B)/lib/libspe_host.a $(B)/bin/spe
units: $(patsubst %,$(B)/unit/%,$(UNITS))
	@printf '%s\n' $(UNITS) >$(B)/unit/list
units-asan: $(patsubst %,$(B)/unit-asan/%,$(UNITS))
