# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# Installation, Debian packages and the source archive; docs/install.md is the
# manual. Part of the Makefile at the top. Nothing here installs packages of the
# system: what was not built is left out, with a line that says so.
#
#	make install PREFIX=/usr DESTDIR=/tmp/stage
#	make install bindir=/usr/games

.PHONY: install uninstall deb dist

PREFIX = /usr/local
DESTDIR =
prefix = $(PREFIX)
exec_prefix = $(prefix)
bindir = $(exec_prefix)/bin
libexecdir = $(exec_prefix)/libexec
datarootdir = $(prefix)/share
datadir = $(datarootdir)
mandir = $(datarootdir)/man
docdir = $(datarootdir)/doc/rookery
bashdir = $(datadir)/bash-completion/completions
zshdir = $(datadir)/zsh/site-functions
fishdir = $(datadir)/fish/vendor_completions.d
VERSION := $(shell sed -n 's/.*RK_VERSION "\(.*\)"/\1/p' include/rookery/version.h)

# rookery-web looks for the page in ../share, seen from itself. Only where that
# is not datadir the path is compiled in.
page_at := $(if $(filter $(abspath $(bindir)/../share),$(abspath $(datadir))),, \
	-DHOST_WEB_PAGE='"$(datadir)/rookery/web"')
$(B)/ports/host/web.o: $(B)/page_at
$(B)/ports/host/web.o: flags += $(page_at)
$(B)/page_at: FORCE
	@mkdir -p $(@D)
	@echo "$(page_at)" | cmp -s - $@ || echo "$(page_at)" > $@

# The page needs clang, lld and node; without them it is left out.
ifneq ($(filter install,$(MAKECMDGOALS)),)
page := $(if $(and $(filter-out none,$(HTTP)),$(shell command -v clang), \
	$(shell command -v wasm-ld),$(shell command -v node)),web)
endif

# The script finds all of these in its environment.
directories := DESTDIR bindir libexecdir datadir mandir docdir bashdir zshdir fishdir
in_directories = $(foreach name,$(directories),$(name)='$($(name))')

installed := $(usual)/rookery $(B)/chessctl \
	$(if $(filter-out none,$(HTTP)),$(B)/rookery-web) \
	$(if $(filter cairo,$(CAIRO)),$(usual)/rookery-desktop)
# As `make cluster` has left it, which may have been by another MPI.
cluster_built := $(wildcard $(usual)/rookery-mpi)
referee := $(if $(cluster_built),$(B)/referee)
install: $(installed) $(referee) $(page)
	@$(in_directories) PROGRAMS='$(installed) $(cluster_built)' MPI='$(cluster_built)' \
		REFEREE='$(referee)' HTTP=$(HTTP) CAIRO=$(CAIRO) GTK=$(GTK) tools/install.sh install

uninstall:
	@$(in_directories) tools/install.sh uninstall

deb:
	@tools/setup.sh deb
	@tools/package.sh deb $(VERSION)

dist:
	@tools/package.sh dist $(VERSION)
