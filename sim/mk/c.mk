# SPDX-License-Identifier: Apache-2.0
# C: libspe.a, libspe_host.a, the command line, the DPI archive, unit tests; each also with sanitizers.

src = $(sort $(wildcard $(1)/*.c))
SPE_SRC := $(call src,c_model/src)
HOST_SRC := $(call src,c_model/host)
CLI_SRC := $(call src,c_model/cli)
DPI_SRC := $(call src,dpi)
UNIT_SRC := $(wildcard c_model/test/test_*.c)
UNIT_AUX := $(filter-out $(UNIT_SRC),$(call src,c_model/test))
UNITS := $(patsubst c_model/test/%.c,%,$(UNIT_SRC))

# What each folder may include; `make layers` holds every folder to this list.
INC_c_model/src := -Ic_model/include
INC_c_model/host := -Ic_model/include
INC_c_model/cli := -Ic_model/include
INC_c_model/test := -Ic_model/include -Ic_model/src -Ic_model/host -Ic_model/cli
INC_dpi = -Ic_model/include -Idpi -isystem $(VERILATOR_INC)/vltstd
INC_tb = -Ic_model/include -Idpi $(patsubst %,-I%,tb $(TB_DIRS)) $(SYSTEMC_INC)
inc_of = $(or $(INC_$(patsubst %/,%,$(dir $(1)))),$(INC_tb))

# compile SOURCE: one object with its dependencies, renamed to their content stamps.
define compile
@mkdir -p $(@D)
@echo "  $(if $(filter %.c,$(1)),CC ,CXX) $(1)" >&2
@$(CCACHE) $(if $(filter %.c,$(1)),$(CC) $(CFLAGS),$(CXX) $(CXXFLAGS)) $(2) $(call inc_of,$(1)) \
  -MMD -MP -MF $@.tmp -MT $@ -c $(1) -o $@
@sed -E 's#(^| )(c_model|dpi|tb|sim)/#\1$(B)/sum/\2/#g' $@.tmp >$(@:.o=.d); rm -f $@.tmp
endef
$(B)/obj/%.o: $(B)/sum/%.c $(B)/cc.id
	$(call compile,$*.c)
$(B)/asan/%.o: $(B)/sum/%.c $(B)/cc.id
	$(call compile,$*.c,$(SANITIZE))

objects = $(patsubst %,$(B)/$(1)/%.o,$(basename $(2)))
ALL_C := $(SPE_SRC) $(HOST_SRC) $(CLI_SRC) $(DPI_SRC) $(UNIT_SRC) $(UNIT_AUX)
-include $(patsubst %.c,$(B)/obj/%.d,$(ALL_C)) $(patsubst %.c,$(B)/asan/%.d,$(ALL_C))

# The list of members is a prerequisite too: an archive never keeps the object of a deleted source.
define archive # NAME SOURCES KIND DIRECTORY
$(4)/$(1): $(call objects,$(3),$(2)) $(call members,$(4)/$(1),$(2))
	@rm -f $$@; ar rcs $$@ $(call objects,$(3),$(2))
endef
members = $(shell mkdir -p $(B)/members $(dir $(1)); f=$(B)/members/$(subst /,_,$(1)); \
  [ -f $$f ] && [ "$$(cat $$f)" = '$(2)' ] || echo '$(2)' >$$f; echo $$f)
ifeq ($(prepared),ok)
  $(foreach k,obj asan,$(eval $(call archive,libspe.a,$(SPE_SRC),$k,$(B)/$k)))
  $(foreach k,obj asan,$(eval $(call archive,libspe_host.a,$(HOST_SRC),$k,$(B)/$k)))
  $(foreach k,obj asan,$(eval $(call archive,libspe_dpi.a,$(DPI_SRC),$k,$(B)/$k)))
endif
$(B)/lib/%.a: $(B)/obj/%.a
	@mkdir -p $(@D); cp $< $@

SPE_LIBS = $(B)/$(1)/libspe_host.a $(B)/$(1)/libspe.a
$(B)/bin/spe: $(call objects,obj,$(CLI_SRC)) $(call SPE_LIBS,obj)
	@mkdir -p $(@D); echo "  LINK $@" >&2
	@$(CC) $^ -lzstd -lm -o $@
$(B)/asan/bin/spe: $(call objects,asan,$(CLI_SRC)) $(call SPE_LIBS,asan)
	@mkdir -p $(@D); $(CC) $(SANITIZE) $^ -lzstd -lm -o $@

# Unit tests: one executable per file; the other files of the folder are their helpers.
$(B)/unit/%: $(B)/obj/c_model/test/%.o $(call objects,obj,$(UNIT_AUX)) $(call SPE_LIBS,obj)
	@mkdir -p $(@D); $(CC) $^ -lcmocka -lzstd -lm -o $@
$(B)/unit-asan/%: $(B)/asan/c_model/test/%.o $(call objects,asan,$(UNIT_AUX)) $(call SPE_LIBS,asan)
	@mkdir -p $(@D); $(CC) $(SANITIZE) $^ -lcmocka -lzstd -lm -o $@

.PHONY: lib units units-asan
.SECONDARY:
lib: $(B)/lib/libspe.a $(B)/lib/libspe_host.a $(B)/bin/spe
units: $(patsubst %,$(B)/unit/%,$(UNITS))
units-asan: $(patsubst %,$(B)/unit-asan/%,$(UNITS))
