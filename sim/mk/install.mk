# SPDX-License-Identifier: Apache-2.0
# install: libraries, headers, SystemVerilog sources and file lists, examples, documents, spe.pc.
# The lists at the top of share/spe are for -F, which finds the files from the place of the list,
# and hold nothing that is Verilator's own.

PREFIX := $(or $(PREFIX),/usr/local)
DEST = $(DESTDIR)$(PREFIX)
VERSION := $(shell sed -n 's/^\#define SPE_DPI_VERSION_MAJOR *//p; s/^\#define SPE_DPI_VERSION_MINOR *//p' dpi/spe_dpi.h | paste -sd.)

SONAME := libspe_dpi.so.$(firstword $(subst ., ,$(VERSION)))

## install [JOBS PREFIX DESTDIR]: libraries, headers, SystemVerilog sources under PREFIX (/usr/local) and DESTDIR
install:
	@sim/setup.sh install
	@$(ENGINE_SH) build install
	@install -d $(DEST)/bin $(DEST)/lib/pkgconfig $(DEST)/include/spe $(DEST)/share/spe/{dpi,rtl/configs,example,tb/toy}
	@install -m 755 $(B)/bin/spe $(B)/bin/spe-wave $(DEST)/bin/
	@install -m 644 $(B)/lib/libspe.a $(B)/lib/libspe_host.a $(B)/lib/libspe_dpi.a $(DEST)/lib/
	@install -m 755 $(B)/lib/libspe_dpi.so $(DEST)/lib/$(SONAME)
	@ln -sfn $(SONAME) $(DEST)/lib/libspe_dpi.so
	@for f in spe spe_dpi; do \
	  sed 's#@PREFIX@#$(PREFIX)#; s#@VERSION@#$(VERSION)#' sim/$$f.pc.in | install -m 644 /dev/stdin $(DEST)/lib/pkgconfig/$$f.pc || exit; done
	@install -m 644 c_model/include/spe/*.h c_model/include/spe/*.def $(DEST)/include/spe/
	@install -m 644 dpi/spe_dpi.h $(DEST)/include/
	@install -m 644 $(wildcard dpi/*.sv dpi/*.svh dpi/*.f dpi/*.vlt) $(DEST)/share/spe/dpi/
	@install -m 644 rtl/*.f rtl/*.vlt $(DEST)/share/spe/rtl/
	@for f in $$(sed '/\.sv$$/!d' rtl/rtl.f rtl/sva.f); do install -D -m 644 $$f $(DEST)/share/spe/$$f || exit; done
	@install -m 644 rtl/configs/*.cfg $(DEST)/share/spe/rtl/configs/
	@install -m 644 dpi/example/* $(DEST)/share/spe/example/
	@install -m 644 tb/toy/*.{sv,cpp,cfg,vlt,map} $(DEST)/share/spe/tb/toy/
	@sim/install-docs.sh $(DEST)
	@sed '/\.vlt$$/d; s/Paths from .*/Paths from this folder: for -F./' dpi/tap.f | install -m 644 /dev/stdin $(DEST)/share/spe/tap.f
	@sed -n '/\.sv$$/p' tb/toy/toy.f | cat $(DEST)/share/spe/tap.f - | install -m 644 /dev/stdin $(DEST)/share/spe/toy.f
	@echo "installed under $(DEST)"
