# SPDX-License-Identifier: Apache-2.0
# install: libraries, headers, SystemVerilog sources and file lists, examples, documents, spe.pc. The lists at the top of share/spe are
# for -F, which finds the files from the place of the list, and hold nothing that is Verilator's own.

PREFIX := $(or $(PREFIX),/usr/local)
DEST = $(DESTDIR)$(PREFIX)
VERSION := $(shell sed -n 's/^\#define SPE_DPI_VERSION_MAJOR *//p; s/^\#define SPE_DPI_VERSION_MINOR *//p' dpi/spe_dpi.h | paste -sd.)

# For other simulators: one shared library with everything that an installed header declares, and no other name seen from
# outside (spe_dpi.map): another library of the simulator may have a `put` or a `print` of its own.
SONAME := libspe_dpi.so.$(firstword $(subst ., ,$(VERSION)))
$(B)/lib/libspe_dpi.so: $(B)/obj/libspe_dpi.a $(call SPE_LIBS,obj) sim/spe_dpi.map sim/mk/install.mk
	@mkdir -p $(@D)
	@$(CC) -shared -Wl,-soname,$(SONAME) -Wl,--version-script=sim/spe_dpi.map -Wl,--whole-archive $< $(call SPE_LIBS,obj) \
	  -Wl,--no-whole-archive -lzstd -lm -o $@.new && mv $@.new $@

# Made anew each time: PREFIX may differ from the last one.
.PHONY: pkgconfig installed
$(B)/lib/%.pc: sim/%.pc.in pkgconfig
	@mkdir -p $(@D)
	@sed 's#@PREFIX@#$(PREFIX)#; s#@VERSION@#$(VERSION)#' $< >$@

## install [JOBS PREFIX DESTDIR]: libraries, headers, SystemVerilog sources under PREFIX (/usr/local) and DESTDIR
install:
	@sim/setup.sh install
	@$(MAKE) -s -j$(JOBS) installed

# Under the lock: PREFIX may differ from that of another make.
installed: lib $(B)/lib/libspe_dpi.a $(B)/lib/libspe_dpi.so $(B)/lib/spe.pc $(B)/lib/spe_dpi.pc
	@install -d $(DEST)/bin $(DEST)/lib/pkgconfig $(DEST)/include/spe $(DEST)/share/spe/{dpi,rtl/configs,example,tb/toy}
	@install -m 755 $(B)/bin/spe $(DEST)/bin/
	@install -m 644 $(B)/lib/libspe.a $(B)/lib/libspe_host.a $(B)/lib/libspe_dpi.a $(DEST)/lib/
	@install -m 755 $(B)/lib/libspe_dpi.so $(DEST)/lib/$(SONAME)
	@ln -sfn $(SONAME) $(DEST)/lib/libspe_dpi.so
	@install -m 644 $(B)/lib/spe.pc $(B)/lib/spe_dpi.pc $(DEST)/lib/pkgconfig/
	@install -m 644 c_model/include/spe/*.h c_model/include/spe/*.def $(DEST)/include/spe/
	@install -m 644 dpi/spe_dpi.h $(DEST)/include/
	@install -m 644 $(wildcard dpi/*.sv dpi/*.svh dpi/*.f dpi/*.vlt) $(DEST)/share/spe/dpi/
	@install -m 644 $(wildcard rtl/*.sv rtl/*.f rtl/*.vlt) $(DEST)/share/spe/rtl/
	@install -m 644 rtl/configs/*.cfg $(DEST)/share/spe/rtl/configs/
	@install -m 644 dpi/example/* $(DEST)/share/spe/example/
	@install -m 644 tb/toy/*.{sv,cpp,cfg,vlt} $(DEST)/share/spe/tb/toy/
	@sim/install-docs.sh $(DEST)
	@sed '/\.vlt$$/d; s/Paths from .*/Paths from this folder: for -F./' dpi/tap.f | install -m 644 /dev/stdin $(DEST)/share/spe/tap.f
	@sed -n '/\.sv$$/p' tb/toy/toy.f | cat $(DEST)/share/spe/tap.f - | install -m 644 /dev/stdin $(DEST)/share/spe/toy.f
	@echo "installed under $(DEST)"
