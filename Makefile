# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# Rookery's build. GNU make and a C compiler are enough for the program; what
# a target needs beyond that is installed by tools/setup.sh, which lists it.
# The lines that start with ## are what `make help` prints.

## make                   build ./rookery for this machine
## make play              build it and start a game
##
## make check             every test; installs what it needs (Debian)
## make check-quick       most of them, smaller, in under two minutes
## make check-fresh       play and check on a bare Debian of their own; needs root
## make lint              clang-tidy, cppcheck, and the rules of the tree
## make format            every C file as .clang-format wants it
## make format-check      says which files are not
## make freestanding      the core for four machines without a C library
## make coverage          which branches of core/ and game/ the tests reach
## make fuzz              look for inputs that break a parser
## make mutate            faults put into the code: do the tests notice?
##
## make play-kernel       a shell with /dev/chess and chessctl, in a Linux that QEMU boots
## make kernel            the module chess.ko for Debian's kernel, and chessctl
## make check-kernel      the module's tests in QEMU; part of make check
## make check-kernel-debug  under KASAN, lockdep and fault injection; builds a kernel
##                        (make -C ports/linux: for the kernel that is running)
##
## make firmware          images for micro:bit v1 and v2, nRF52840 DK, nRF5340 DK
## make play-nrf          a game on a micro:bit that QEMU pretends to be
## make flash BOARD=...   an image onto a real board; see docs/firmware.md
##
## make play-web          build the page, serve it and show it to a browser
## make web               the page and the npm package, in build/web; see ports/web
##
## make desktop           ./rookery-desktop: windows and pictures; see docs/desktop.md
## make play-window       build it and start a game in a window
##
## make install           programs, manuals, completion, page; see docs/install.md
## make uninstall         removes what install has put there, and nothing else
## make deb               Debian packages, in build/deb
## make dist              the sources as build/dist/rookery-VERSION.tar.xz
##
## make cluster           ./rookery-mpi: analysis and games on many machines (MPI)
##
## make template          the smallest port; see docs/porting.md
## make lib               build/host/librookery.a, to link with; see docs/tutorial.md
##
## make bench-perft       counting moves: our speed against stockfish's
## make bench-perft4      the same with four players, where nobody else counts
## make bench-pgn         reading games: our speed against pgn-extract's
## make bench-levels      levels of the computer against each other; minutes
## make bench-elo         UCI_Elo against engines of known strength; half an hour
## make bench-strength    matches against four of Debian's engines; about an hour
## make bench-scale       strength at 10 thousand to a million nodes a move; a day
## make bench-search      nodes a second against ethereal-chess; two threads
## make bench-four        four players: the engine against levels; half an hour
## make bench-shares      four players: do the chances that are shown come true?
## make arena             four-player matches of all kinds; see tools/arena.c
## make bench-kernel      round trips to /dev/chess against a bare echo device
## make bench-nrf         instructions and nodes a second on the chips
## make bench-nrf-match   with a chip's nodes against stockfish; half an hour
## make bench-web         nodes a second in node and browsers, against the program
## make bench-clicks      how soon the page answers while the engine thinks
## make bench-drag        how soon a dragged piece is drawn while engines think
## make bench-long        what a move costs the page after 600 plies
## make bench-desktop     drawing a board: our speed against librsvg's
## make bench-window      how soon the window is there, against gnome-chess
## make bench-cluster     analysis on 1 to 16 ranks, and where the coordinator ends
## make bench-cluster-uci  one search by many ranks, against one of them
## make clean             remove everything that was built
##
## Variables, with examples:
##   make ARCH=x86-64           a program for any x86-64 machine
##   make SLIDERS=hyperbola     pext, magic or hyperbola; how sliders attack
##   make CC=clang CFLAGS=-g    another compiler, more flags
##   make PGO=no                without a profile: builds sooner, runs slower (see below)
##   make EDIT=plain            a terminal without libedit
##   make HTTP=none             no rookery-web, as where libmicrohttpd is missing
##   make TABLES=none           a program without libfathom and endgame tables
##   make CAIRO=none            no rookery-desktop, as where cairo is missing
##   make GTK=none              pictures, but no windows
##   make V=1                   show the commands
##   make SETUP=no check        install no packages; name what is missing and go on
##   make fuzz SECONDS=600      ten minutes for each parser, and for sequences
##   make mutate N=60 SEED=2    60 faults instead of 120, and other ones
##   make bench-perft RECORD=1  a bench that writes into docs/measured.md
##
## The usual ./rookery and ./rookery-desktop are optimised with a profile (PGO) and at
## link time (LTO). The profile is made during the build: the engine is compiled twice,
## and plays `rookery bench` in between. After a change in core/ or engine/ all of that
## is done again. While you edit there, `make PGO=no`, or `export PGO=no`, compiles only
## what has changed; both ways keep their objects. Other FLAVOURs never have a profile.

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: play-window bench-window
.PHONY: all help play play-web desktop bench-desktop check check-quick check-smallest check-fresh
.PHONY: lint
.PHONY: format format-check
.PHONY: freestanding coverage fuzz
.PHONY: bench-strength bench-scale bench-search bench-elo bench-kernel bench-four arena
.PHONY: bench-nrf bench-nrf-match
.PHONY: kernel guests play-kernel check-kernel check-kernel-debug
.PHONY: mutate mutants template lib
.PHONY: bench-perft bench-perft4 bench-pgn bench-levels clean units fuzzers modules everything FORCE

# A machine without a compiler gets one before anything asks for it, but not from a
# plain make, which installs nothing; nor does any make with SETUP=no.
goals := $(or $(MAKECMDGOALS),all)
only_builds := all rookery rookery-web rookery-desktop install build/%
SETUP ?= yes
ifneq ($(filter-out help clean uninstall dist,$(goals)),)
ifneq ($(shell SETUP=$(if $(filter-out $(only_builds),$(goals)),$(SETUP),no) \
	tools/setup.sh core && echo ready),ready)
$(error Rookery cannot be built without the above)
endif
endif

# A flavour is one way to build everything, in a folder of its own. These
# are the compilers, slider backends and flags that are not the usual ones.
FLAVOUR = host

cc.gcc := gcc
cc.mutate := gcc
cc.clang := clang
cc.sanitize := clang
cc.fuzz := clang
cc.memory := clang
cc.thread := clang
cc.coverage := gcc

sliders.magic := magic
sliders.hyperbola := hyperbola
sliders.m32 := hyperbola
sliders.coverage := hyperbola
sliders.sanitize := hyperbola
sliders.mutate := hyperbola

# The machines that these backends are for have no vectors to count with.
arch.magic := x86-64
arch.hyperbola := x86-64
arch.debug := x86-64
# The same mutants on every machine.
arch.mutate := x86-64-v2

# What runs in the guest that tests/kernel boots: any x86-64, no libraries.
sliders.guest := hyperbola
arch.guest := x86-64
folder.guest := linux/guest

sanitize := -g -fsanitize=address,undefined -fno-sanitize-recover=all
flags.gcc := -Werror
flags.clang := -Werror
flags.m32 := -m32 -march=i686
# As for small machines: compiled for size, and letters have no sign.
flags.hyperbola := -Os -funsigned-char
# Without inlining: every copy would want to be covered.
flags.coverage := -O0 --coverage
# As processors of 32 bits attack and count.
flags.sanitize := -O1 $(sanitize) -DRK_HALVES
flags.fuzz := -O1 $(sanitize) -fsanitize=fuzzer-no-link
flags.memory := -O1 -g -fsanitize=fuzzer-no-link,memory
flags.thread := -O1 -g -fsanitize=thread
# Nothing optimised, for valgrind and for any x86-64.
flags.debug := -O0 -g
flags.mutate := -O2 -fPIC -fno-semantic-interposition -Wl,-rpath,\$$ORIGIN
flags.guest := -O2 -static -Werror
# The parameters of the search are UCI options; see engine/params.h.
flags.tune := -DRK_TUNE -Werror

# Any of these compilers will do where nobody names one.
ifeq ($(origin CC),default)
CC := $(or $(shell command -v cc || command -v gcc || command -v clang),cc)
CC := $(notdir $(CC))
endif
override CC := $(or $(cc.$(FLAVOUR)),$(CC))
HOSTCC = $(CC)
B := build/$(or $(folder.$(FLAVOUR)),$(FLAVOUR))

# The usual flags. Only x86 compilers call the machine -march.
ARCH = $(or $(arch.$(FLAVOUR)),native)
machine := $(shell uname -m)
march := $(if $(filter x86_64 i%86,$(machine)),-march=$(ARCH))
warnings := -Wall -Wextra -Wshadow -Wconversion -Wmissing-prototypes
flags := -std=c11 -O3 $(march) $(warnings) $(flags.$(FLAVOUR)) $(CPPFLAGS) $(CFLAGS)

# Sliders by PEXT where the machine has it; see core/attacks.h.
defined := $(shell $(CC) $(flags) -dM -E -x c /dev/null 2>/dev/null)
usual_sliders := $(if $(filter __BMI2__,$(defined)),pext,magic)
override SLIDERS := $(or $(sliders.$(FLAVOUR)),$(SLIDERS),$(usual_sliders))
$(if $(filter pext magic hyperbola,$(SLIDERS)),,$(error SLIDERS=$(SLIDERS)?))
define.pext := -DRK_SLIDERS_PEXT
define.magic := -DRK_SLIDERS_MAGIC
tables := $(if $(define.$(SLIDERS)),$(B)/gen/slider_tables.inc)
flags += -I. -Iinclude -I$(B)/gen $(define.$(SLIDERS))

# file_of NAME: where the compiler finds this library; the name alone if nowhere.
file_of = $(shell $(CC) $(flags) -print-file-name=$(1) 2>/dev/null)

# The terminal's line editor: libedit, or our own where that is not there.
lacks_libedit := $(shell $(CC) $(flags) -E -include histedit.h \
	-x c /dev/null >/dev/null 2>&1 || echo header) \
	$(filter libedit.so,$(call file_of,libedit.so))
# Where it is linked statically it names nobody that it needs itself.
libedit := -ledit$(if $(filter guest,$(FLAVOUR)), -ltinfo -lbsd -lmd)
lacks_archives := $(if $(filter guest,$(FLAVOUR)),$(filter-out /%,$(foreach \
	name,$(libedit:-l%=%),$(call file_of,lib$(name).a))))
EDIT := $(if $(strip $(lacks_libedit) $(lacks_archives)),plain,libedit)
unused := $(filter-out %_$(EDIT).c,$(wildcard ports/host/edit_*.c))

# The server of the page is a program of its own, so that nobody else loads
# libmicrohttpd and its dozen libraries. It is not built where that is missing,
# nor statically, nor for a sanitizer that must see all code.
lacks_microhttpd := $(filter guest memory,$(FLAVOUR)) \
	$(shell $(CC) $(flags) -E -include microhttpd.h \
	-x c /dev/null >/dev/null 2>&1 || echo header) \
	$(filter libmicrohttpd.so,$(call file_of,libmicrohttpd.so))
HTTP := $(if $(strip $(lacks_microhttpd)),none,microhttpd)
server_files := $(wildcard ports/host/web*.c)
unused += $(server_files)

# Endgame tables: libfathom, or none, under the same conditions.
lacks_fathom := $(filter guest memory,$(FLAVOUR)) \
	$(shell $(CC) $(flags) -E -include tbprobe.h \
	-x c /dev/null >/dev/null 2>&1 || echo header) \
	$(filter libfathom.so,$(call file_of,libfathom.so))
TABLES := $(if $(strip $(lacks_fathom)),none,fathom)
unused += $(filter-out %_$(TABLES).c,$(patsubst %,ports/host/tables_%.c,none fathom))

# The desktop program is a second one, so that nobody else loads cairo. It is
# not built where cairo is missing, nor for a sanitizer that must see all code.
PKG_CONFIG = pkg-config
cairo_modules := cairo-png cairo-svg cairo-pdf
lacks_cairo := $(filter guest memory,$(FLAVOUR)) \
	$(shell $(PKG_CONFIG) --exists $(cairo_modules) >/dev/null 2>&1 || echo module) \
	$(filter libcairo.so,$(call file_of,libcairo.so))
CAIRO := $(if $(strip $(lacks_cairo)),none,cairo)
# Its windows need GTK; without it the pictures remain.
lacks_gtk := $(filter none,$(CAIRO)) \
	$(shell $(PKG_CONFIG) --exists gtk4 >/dev/null 2>&1 || echo module) \
	$(filter libgtk-4.so,$(call file_of,libgtk-4.so))
GTK := $(if $(strip $(lacks_gtk)),none,gtk)

network := $(wildcard data/network.rknet)

include sources.mk
host := $(filter-out $(unused),$(wildcard ports/host/*.c))
units := $(patsubst tests/unit/%.c,%,$(wildcard tests/unit/test_*.c))
fuzzers := $(patsubst tests/fuzz/%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
objects = $(patsubst %.c,$(B)/%.o,$(1))

# What programs link of the layers: the objects, or one library that holds them
# (FLAVOUR=mutate, where one object at a time is another).
linked := $(if $(filter mutate,$(FLAVOUR)),$(B)/liblayers.so,$(call objects,$(layers)))

Q := $(if $(V),,@)
say = $(if $(V),,@echo '  $(1) $@')

help:
	@sed -n 's/^## \{0,1\}//p' Makefile

# Where the usual programs are: $(B)/fast has those with a profile. It makes no sense
# for a program that a sanitizer slows down or that is not optimised at all.
PGO ?= yes
$(if $(filter yes no,$(PGO)),,$(error PGO=$(PGO)? It is yes or no))
has_profile := $(if $(filter host,$(FLAVOUR)),$(filter yes,$(PGO)))
has_profile := $(if $(filter -fsanitize% --coverage -O0,$(flags)),,$(has_profile))
usual := $(B)$(if $(has_profile),/fast)

all: rookery $(if $(filter none,$(HTTP)),,rookery-web)

# The other way to build may be the younger one, so its age says nothing.
rookery: $(usual)/rookery FORCE
	$(Q)test $< -ef $@ || ln -f $< $@

# RECORD=1 writes what a bench prints into docs/measured.md, where the section
# has the target's name or the one that is given.
record = $(if $(RECORD),tools/measured.py $(or $(1),$@) --)

# Everything at once, unless somebody has said how much; also for a plain make.
at_once = $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j$$(nproc))
ifeq ($(if $(at_once),,told)$(filter-out all rookery rookery-web rookery-desktop,$(MAKECMDGOALS)),)
MAKEFLAGS += -j$(shell nproc)
endif

# The line editor is a comfort; without it there is a game all the same.
play:
	@tools/setup.sh play
	@$(MAKE) --no-print-directory $(at_once) rookery
	@./rookery

play-web:
	@tools/setup.sh web
	@$(MAKE) --no-print-directory $(at_once) rookery rookery-web web
	@./rookery web

$(B)/liblayers.so: $(call objects,$(layers))
	$(call say,LINK )
	$(Q)$(CC) $(flags) -shared -Wl,-Bsymbolic,-soname,$(@F) -o $@ $^

libraries := $(LDFLAGS) -pthread $(if $(filter libedit,$(EDIT)),$(libedit)) \
	$(if $(filter fathom,$(TABLES)),-lfathom)
$(B)/rookery: $(call objects,$(host)) $(linked)
	$(call say,LINK )
	$(Q)$(CC) $(flags) -o $@ $^ $(libraries)

server := $(call objects,$(server_files) $(patsubst %,ports/host/%.c, \
	child programs refuse text))
server_libraries = $(LDFLAGS) -pthread -lmicrohttpd
ifeq ($(HTTP),none)
$(B)/rookery-web $(B)/rookery-web_faults:
	@echo '$@ needs libmicrohttpd: tools/setup.sh web' >&2; exit 1
else
$(B)/rookery-web: $(server)
	$(call say,LINK )
	$(Q)$(CC) $(flags) -o $@ $^ $(server_libraries)

$(B)/rookery-web_faults: $(server) $(call objects,tests/faults/fail.c)
	$(call say,LINK )
	$(Q)$(CC) $(flags) $(failing:%=-Wl$(comma)--wrap=%) -o $@ $^ $(server_libraries)
endif

rookery-web: $(B)/rookery-web FORCE
	$(Q)test $< -ef $@ || ln -f $< $@

# Profile-guided and link-time optimisation, for the two layers where all time is
# spent. Their objects in $(B)/train count how often each branch is taken, the program
# made of them searches, and tools/profile.sh leaves what was counted and the flags
# that use it. Only these layers are compiled anew when it changes, and only they
# change it: it does not depend on the rest of the program, which is the usual one.
profiled := $(filter core/% engine/%,$(layers))
train := $(profiled:%.c=$(B)/train/%.o)
fast := $(profiled:%.c=$(B)/fast/%.o)
others := $(filter-out $(profiled),$(layers))
counting := $(if $(filter __clang__,$(defined)),,-fprofile-update=single)

$(B)/train/%.o: %.c $(B)/flags $(tables)
	$(call say,CC   )
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(flags) -fprofile-generate $(counting) -MMD -MP -c -o $@ $<

$(B)/train/rookery: $(train) | $(call objects,$(host) $(others))
	$(call say,LINK )
	$(Q)$(CC) $(flags) -fprofile-generate -o $@ $^ $| $(libraries)

$(B)/train/link: $(B)/train/rookery tools/profile.sh
	$(call say,TRAIN)
	$(Q)CC='$(CC) $(flags)' tools/profile.sh $(@D)

$(B)/fast/%.o: %.c $(B)/train/link
	$(call say,CC   )
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(flags) $$(sed 's|@|$(B)/train/$*|' $(B)/train/compile) -MMD -MP -c -o $@ $<

$(B)/fast/rookery: $(call objects,$(host) $(others)) $(fast)
	$(call say,LINK )
	$(Q)$(CC) $(flags) $$(cat $(B)/train/link) -o $@ $^ $(libraries)

# The commands with pictures. What is shared with the terminal's program is
# linked with both. Headers of others are not ours to warn about.
desktop_modules := $(cairo_modules) $(if $(filter gtk,$(GTK)),gtk4)
flags_of.ports/desktop := $(patsubst -I%,-isystem %,$(if $(filter cairo,$(CAIRO)), \
	$(shell $(PKG_CONFIG) --cflags $(desktop_modules))))
flags_of.ports/desktop/gtk := $(flags_of.ports/desktop)
desktop_libs = $(LDFLAGS) $(shell $(PKG_CONFIG) --libs $(desktop_modules)) -pthread -lm
window_host := $(wildcard ports/host/journal*.c ports/host/pool*.c) \
	$(patsubst %,ports/host/%.c,child clock external files levels network settings tables_none)
desktop_host := $(patsubst %,ports/host/%.c,desktop_help output refuse start text) \
	$(if $(filter gtk,$(GTK)),$(window_host))
desktop_files := $(filter-out $(if $(filter gtk,$(GTK)),%_none.c),$(wildcard \
	ports/desktop/*.c $(if $(filter gtk,$(GTK)),ports/desktop/gtk/*.c)))
$(B)/ports/desktop/board_piece.o: $(B)/gen/pieces.inc
ifeq ($(CAIRO),none)
$(B)/rookery-desktop $(B)/fast/rookery-desktop $(B)/bench_desktop:
	@echo '$@ needs cairo and pkg-config: tools/setup.sh desktop' >&2; exit 1
else
window := $(call objects,$(desktop_files) $(desktop_host))
$(B)/rookery-desktop: $(window) $(linked)
	$(call say,LINK )
	$(Q)$(CC) $(flags) -o $@ $^ $(desktop_libs)

$(B)/fast/rookery-desktop: $(window) $(call objects,$(others)) $(fast)
	$(call say,LINK )
	$(Q)$(CC) $(flags) $$(cat $(B)/train/link) -o $@ $^ $(desktop_libs)

flags_of.bench := $(flags_of.ports/desktop)
$(B)/bench_desktop: $(call objects,bench/desktop.c $(wildcard ports/desktop/board*.c) \
		$(filter core/%,$(layers)))
	$(call say,LINK )
	$(Q)$(CC) $(flags) -o $@ $^ $(desktop_libs)
endif

rookery-desktop: $(usual)/rookery-desktop FORCE
	$(Q)test $< -ef $@ || ln -f $< $@

play-window: desktop
	@./rookery window

desktop:
	@tools/setup.sh desktop
	@$(MAKE) --no-print-directory $(at_once) rookery rookery-desktop

# The network is inside the program, if it is there.
$(B)/ports/host/network.o: $(network)

# The same program, with calls to the system that can be made to fail.
comma := ,
failing := malloc calloc realloc aligned_alloc strdup strndup realpath open_memstream \
	getline mmap pthread_create fopen fdopen fsync fdatasync ftruncate rename renameat \
	mkdir unlinkat fstat fstatat read pread write close fread fwrite fflush fclose open openat
$(B)/rookery_faults: $(call objects,$(layers) $(host) tests/faults/fail.c)
	$(call say,LINK )
	$(Q)$(CC) $(flags) $(failing:%=-Wl$(comma)--wrap=%) -o $@ $^ \
		$(libraries)

# What unit tests are linked with; see tests/smallest.c.
cmocka := -lcmocka -Wl,--wrap=_cmocka_run_group_tests

# The network by vectors of every width, also those that this machine lacks.
network_widths := $(patsubst %,$(B)/tests/network/width%.o,0 16 32 64)

units: $(units:%=$(B)/%)
$(B)/test_board: $(call objects,ports/desktop/board_geometry.c)
$(B)/test_save: $(call objects,ports/mcu/save.c)
$(B)/test_network: $(network_widths)
$(B)/test_save $(B)/fuzz_save: $(call objects,ports/mcu/save_log.c)
$(B)/test_%: $(B)/tests/unit/test_%.o $(B)/tests/smallest.o \
		$(call objects,$(wildcard tests/oracle/*.c)) $(linked)
	$(call say,LINK )
	$(Q)$(CC) $(flags) -o $@ $^ $(cmocka) -lm

fuzzers: $(fuzzers:%=$(B)/%)
$(B)/fuzz_%: $(B)/tests/fuzz/fuzz_%.o $(call objects,$(layers))
	$(call say,LINK )
	$(Q)$(CC) $(flags) -fsanitize=fuzzer -o $@ $^

$(network_widths): $(B)/tests/network/width%.o: tests/network/width.c $(B)/flags
	$(call say,CC   )
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(flags) -Wno-psabi -DRK_VECTOR_BYTES=$* -MMD -MP -c -o $@ $<

$(B)/dump: $(call objects,tests/san/dump.c $(layers))
	$(call say,LINK )
	$(Q)$(CC) $(flags) -o $@ $^

# Counts for perft with four players from a second rule book.
$(B)/fouroracle: $(call objects,tests/perft/fouroracle.c \
		$(patsubst %,tests/oracle/%.c,four four_game four_fen))
	$(call say,LINK )
	$(Q)$(CC) $(flags) -o $@ $^

$(B)/dump_pgn: $(call objects,tests/pgn/dump.c \
		$(filter-out %compare.c,$(wildcard tests/oracle/*.c))) $(linked)
	$(call say,LINK )
	$(Q)$(CC) $(flags) -o $@ $^

$(B)/dump_pgn4: $(call objects,tests/pgn4/dump.c \
		$(patsubst %,tests/oracle/%.c,oracle oracle_fen walk)) $(linked)
	$(call say,LINK )
	$(Q)$(CC) $(flags) -o $@ $^

$(B)/pure: $(call objects,$(wildcard tests/transcripts/*.c)) $(linked)
	$(call say,LINK )
	$(Q)$(CC) $(flags) -o $@ $^

# The smallest port: the terminal session of chips, on this machine.
template: $(B)/template
$(B)/template: $(call objects,ports/template/main.c) $(linked)
	$(call say,LINK )
	$(Q)$(CC) $(flags) -o $@ $^

# All layers as a library; who links it takes what is used. Two folders may have files
# of one name, so members are appended, never replaced.
lib: $(B)/librookery.a
$(B)/librookery.a: $(call objects,$(layers))
	$(call say,AR   )
	$(Q)rm -f $@
	$(Q)$(AR) qcs $@ $^

$(B)/book: $(call objects,tools/book.c tools/book_table.c ports/host/book.c \
		ports/host/output.c) $(linked)
	$(call say,LINK )
	$(Q)$(CC) $(flags) -o $@ $^

$(B)/bench_levels: $(call objects,bench/levels.c $(filter-out proto/%,$(layers)))
	$(call say,LINK )
	$(Q)$(CC) $(flags) -o $@ $^ -lm

$(B)/referee: $(call objects,tools/referee.c $(filter core/% game/%,$(layers)))
	$(call say,LINK )
	$(Q)$(CC) $(flags) -o $@ $^

$(B)/selfplay: $(call objects,$(wildcard tools/selfplay*.c) tools/searcher.c ports/host/network.c \
		$(filter core/% engine/%,$(layers)))
	$(call say,LINK )
	$(Q)$(CC) $(flags) -o $@ $^ -pthread

$(B)/positions: $(call objects,$(patsubst %,tools/%.c,positions options searcher) \
		$(patsubst %,ports/host/%.c,output network) \
		$(filter core/% engine/%,$(layers)))
	$(call say,LINK )
	$(Q)$(CC) $(flags) -o $@ $^

# The smaller profiles with a chip's memory and nodes.
$(B)/small_uci: $(call objects,tools/small_uci.c $(layers))
	$(call say,LINK )
	$(Q)$(CC) $(flags) -o $@ $^

$(B)/arena: $(call objects,$(wildcard tools/arena*.c) $(filter-out proto/%,$(layers)))
	$(call say,LINK )
	$(Q)$(CC) $(flags) -o $@ $^ -lm

arena: $(B)/arena

# The tuners' evaluations take down what they count.
traced := $(filter-out tools/tune_four.c,$(wildcard tools/tune*.c)) $(for_tuner)
traced_four := $(patsubst %,tools/tune_%.c,four fit) $(patsubst %,engine/four/%.c,eval psqt)
fitting := $(call objects,tools/options.c ports/host/output.c $(filter core/%,$(layers)))
$(B)/tune: $(patsubst %.c,$(B)/trace/%.o,$(traced)) $(fitting)
	$(call say,LINK )
	$(Q)$(CC) $(flags) -o $@ $^ -pthread -lm

$(B)/tune_four: $(patsubst %.c,$(B)/trace/%.o,$(traced_four)) $(fitting)
	$(call say,LINK )
	$(Q)$(CC) $(flags) -o $@ $^ -pthread -lm

$(B)/trace/%.o: %.c $(B)/flags $(tables)
	$(call say,CC   )
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(flags) -DRK_TRACE -MMD -MP -c -o $@ $<

$(B)/prove: $(call objects,tests/mates/prove.c $(filter core/%,$(layers)))
	$(call say,LINK )
	$(Q)$(CC) $(flags) -o $@ $^

$(B)/prove_four: $(call objects,tests/mates/prove_four.c $(filter core/%,$(layers)))
	$(call say,LINK )
	$(Q)$(CC) $(flags) -o $@ $^

# Syzygy tables as an opinion on endings.
$(B)/probe: $(call objects,tests/endings/probe.c engine/kpk.c $(filter core/%,$(layers)))
	$(call say,LINK )
	$(Q)$(CC) $(flags) -o $@ $^ -lfathom

# The client of /dev/chess is host code around the same layers.
client := $(wildcard ports/linux/client/*.c)
$(B)/chessctl: $(call objects,$(client) $(filter-out engine/%,$(layers)) \
		$(patsubst %,ports/host/%.c,complete edit_$(EDIT) look output term text))
	$(call say,LINK )
	$(Q)$(CC) $(flags) -o $@ $^ $(LDFLAGS) $(if $(filter libedit,$(EDIT)),$(libedit))

$(B)/ports/linux/client/typing.o: flags += $(if $(filter plain,$(EDIT)),-DCTL_PLAIN_EDITOR)

build/linux/chessctl: $(B)/chessctl
	$(Q)mkdir -p $(@D)
	$(Q)ln -f $< $@

# In the guest of tests/kernel; FLAVOUR=guest builds them.
$(B)/agent: $(call objects,tests/kernel/agent.c)
$(B)/typist: $(call objects,tests/kernel/typist.c)
$(B)/trips: $(call objects,bench/kernel/trips.c)
$(B)/agent $(B)/typist $(B)/trips:
	$(call say,LINK )
	$(Q)$(CC) $(flags) -o $@ $^

rule_book := $(filter-out %compare.c,$(wildcard tests/oracle/*.c))
in_guest = $(call objects,$(wildcard tests/kernel/$(1)*.c) tests/kernel/board.c)
$(B)/replay: $(call in_guest,replay)
$(B)/games: $(call in_guest,games) $(call objects,$(rule_book))
$(B)/io: $(call in_guest,io) $(call objects,$(rule_book))
$(B)/faults: $(call in_guest,faults)
$(B)/flood: $(call in_guest,flood)
$(B)/replay $(B)/games $(B)/io $(B)/faults $(B)/flood:
	$(call say,LINK )
	$(Q)$(CC) $(flags) -o $@ $^ -pthread

guests: $(patsubst %,$(B)/%,agent typist trips chessctl replay games io faults flood)

# chess.ko as a library, with a kernel made of the C library; Kbuild has its
# own files. One of them is wrong about what bench must count.
src := ports/linux
include $(src)/Kbuild
fake := tests/kernel/user
module := $(patsubst %.o,$(src)/%.c,$(filter-out ../%,$(chess-y))) $(for_kernel)
module_flags := $(filter-out -DRK_SLIDERS_% -I%,$(flags)) -std=gnu11 -fPIC -nostdinc \
	-funsigned-char -D__KERNEL__ -DMODULE -I$(fake) -I. -Iinclude -I$(B)/gen \
	$(filter -D%,$(ccflags-y)) \
	-Wno-conversion -Wno-sign-compare -Wno-unused-parameter

$(B)/module/%.o: %.c $(B)/flags
	$(call say,CC   )
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(module_flags) -MMD -MP -c -o $@ $<

$(B)/module/wrong.o: $(src)/selftest.c $(B)/flags
	$(call say,CC   )
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(module_flags) -UCHESS_BENCH -DCHESS_BENCH=1 -MMD -MP -c -o $@ $<

$(B)/module/engine/openings.o: $(B)/gen/openings.inc
module_objects := $(patsubst %.c,$(B)/module/%.o,$(module))
$(B)/module/chess.so: $(module_objects)
$(B)/module/chess_wrong.so: $(filter-out %/selftest.o,$(module_objects)) $(B)/module/wrong.o
$(B)/module/chess.so $(B)/module/chess_wrong.so:
	$(call say,LINK )
	$(Q)$(CC) $(flags) -shared -o $@ $^

fake_kernel := $(call objects,$(wildcard $(fake)/fake*.c))
$(B)/test_module: $(call objects,$(wildcard $(fake)/test_*.c) tests/smallest.c) $(fake_kernel) \
		| $(B)/module/chess.so $(B)/module/chess_wrong.so
	$(call say,LINK )
	$(Q)$(CC) $(flags) -rdynamic -Wl,-rpath,'$$ORIGIN/module' -o $@ $^ -pthread $(cmocka)

modules: $(B)/test_module $(B)/talk_module
$(B)/talk_module: $(call objects,$(fake)/talk.c) $(fake_kernel) | $(B)/module/chess.so
	$(call say,LINK )
	$(Q)$(CC) $(flags) -rdynamic -Wl,-rpath,'$$ORIGIN/module' -o $@ $^ -pthread

everything: $(B)/rookery $(B)/rookery_faults $(B)/chessctl units \
		$(if $(filter none,$(HTTP)),,$(B)/rookery-web $(B)/rookery-web_faults) \
		$(B)/dump $(B)/dump_pgn $(B)/dump_pgn4 $(B)/pure \
		$(B)/book $(B)/template $(B)/librookery.a \
		$(B)/fouroracle $(B)/bench_levels \
		$(B)/referee $(B)/prove $(B)/prove_four $(B)/probe \
		$(B)/selfplay $(B)/positions $(B)/tune $(B)/tune_four $(B)/arena \
		$(B)/small_uci \
		$(if $(filter cairo,$(CAIRO)),$(B)/rookery-desktop $(B)/bench_desktop) \
		$(fuzzers:%=$(B)/tests/fuzz/%.o) \
		$(if $(filter gcc clang sanitize,$(FLAVOUR)),modules)

# What tools/mutate.py needs of FLAVOUR=mutate.
mutants: $(patsubst %,$(B)/%,$(units) pure rookery template book dump_pgn dump_pgn4 \
	fouroracle referee prove)

include ports/cluster/build.mk
include install.mk
include ports/mcu/firmware.mk
include ports/web/build.mk
include ports/web/page.mk

# Some folders need headers that others do not.
$(B)/%.o: %.c $(B)/flags $(tables)
	$(call say,CC   )
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(flags) $(flags_of.$(<D)) -MMD -MP -c -o $@ $<

$(B)/gen/slider_tables.inc: $(B)/gen_sliders
	$(call say,TABLE)
	$(Q)mkdir -p $(@D)
	$(Q)$< $(SLIDERS) > $@

$(B)/gen_sliders: tools/gen_sliders.c $(B)/flags
	$(call say,CC   )
	$(Q)$(HOSTCC) -std=c11 -O2 $(warnings) $(filter -Werror,$(flags)) -o $@ $<

# The tool knows chess from the core, compiled once more for this machine.
$(B)/engine/openings.o $(B)/train/engine/openings.o $(B)/fast/engine/openings.o: \
	 $(B)/gen/openings.inc
$(B)/gen/openings.inc: data/openings.txt $(B)/gen_openings
	$(call say,TABLE)
	$(Q)mkdir -p $(@D)
	$(Q)$(B)/gen_openings $< > $@

gen_openings_rows := $(wildcard tools/gen_openings_rows.[ch])
$(B)/gen_openings: $(wildcard tools/gen_openings.c tools/gen_openings_names.[ch] core/*.[ch]) \
		$(gen_openings_rows) \
		engine/openings_table.h include/rookery/player.h $(B)/flags
	$(call say,CC   )
	$(Q)$(HOSTCC) -std=c11 -O1 $(warnings) $(filter -Werror,$(flags)) \
		-DRK_TWO_PLAYERS -I. -Iinclude -o $@ $(filter %.c,$^)

# The same for four players.
$(B)/engine/four/openings.o $(B)/train/engine/four/openings.o \
		$(B)/fast/engine/four/openings.o: $(B)/gen/openings_four.inc
$(B)/gen/openings_four.inc: data/openings-four.txt $(B)/gen_openings_four
	$(call say,TABLE)
	$(Q)mkdir -p $(@D)
	$(Q)$(B)/gen_openings_four $< > $@

$(B)/gen_openings_four: tools/gen_openings_four.c $(gen_openings_rows) \
		$(wildcard core/*.[ch] core/four/*.[ch]) engine/openings_table.h $(B)/flags
	$(call say,CC   )
	$(Q)$(HOSTCC) -std=c11 -O1 $(warnings) $(filter -Werror,$(flags)) \
		-I. -Iinclude -o $@ $(filter %.c,$^)

pieces := $(patsubst %,art/%.svg,pawn knight bishop rook queen king)
$(B)/gen/pieces.inc: $(pieces) $(B)/gen_pieces
	$(call say,TABLE)
	$(Q)mkdir -p $(@D)
	$(Q)$(B)/gen_pieces $(pieces) > $@

$(B)/gen_pieces: tools/gen_pieces.c $(B)/flags
	$(call say,CC   )
	$(Q)$(HOSTCC) -std=c11 -O1 $(warnings) $(filter -Werror,$(flags)) -o $@ $<

# Other flags, another program: everything in the folder depends on this.
built_with = $(CC) $(flags) $(EDIT) $(HTTP) $(TABLES) $(CAIRO) $(GTK) $(network)
$(B)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(built_with)' | cmp -s - $@ || echo '$(built_with)' > $@

-include $(wildcard $(B)/*/*.d $(B)/*/*/*.d $(B)/*/*/*/*.d)

# check-smallest runs every part with the least work: it shows what is missing.
check check-smallest:
	@tools/setup.sh check
	+@MAKE='$(MAKE)' tools/check.sh $(if $(filter check-smallest,$@),smallest)

check-quick:
	@tools/setup.sh quick
	+@MAKE='$(MAKE)' tools/check.sh quick

SUITE = bookworm
check-fresh:
	@tools/check-fresh.sh $(SUITE)

# Debian's kernel, fetched but not installed; see tools/kernel.sh.
KERNELS = 6.1
kernel:
	@tools/setup.sh kernel
	@$(MAKE) --no-print-directory FLAVOUR=guest B=build/linux/guest guests
	@set -e; for line in $(KERNELS); do tools/build-module.sh $$line; done

check-kernel: kernel
	@tests/kernel/run.py
	@tests/kernel/client.py

check-kernel-debug:
	@tools/setup.sh kernel
	@$(MAKE) --no-print-directory FLAVOUR=guest B=build/linux/guest guests
	@tests/kernel/debug.py

play-kernel: kernel
	@tools/play-kernel.py

# In the smallest check each tool sees a few files; the first takes cppcheck long.
few = $(if $(RK_SMALLEST),$(wordlist 2,4,$(1)),$(1))
linted := $(call few,$(layers)) $(call few,$(host)) $(call few,$(client)) \
	$(call few,$(wildcard docs/tutorial/*.c)) \
	$(call few,$(cluster_files) ports/cluster/transport.c) \
	$(if $(filter microhttpd,$(HTTP)),$(call few,$(server_files))) \
	$(if $(filter cairo,$(CAIRO)),$(call few,$(desktop_files)))
lint: $(tables) $(B)/gen/openings.inc $(B)/gen/openings_four.inc $(B)/gen/pieces.inc
	@tools/setup.sh check
	@tools/check-tree.py
	@printf '%s\n' $(linted) | tools/lint.sh $(flags) \
		$(flags_of.ports/desktop) $(flags_of_mpi)

format format-check:
	@tools/setup.sh format
	@tools/format.sh $(if $(filter format-check,$@),--check)

freestanding:
	@tools/setup.sh check
	@$(record) tools/check-freestanding.sh

coverage:
	@tools/setup.sh coverage
	@$(MAKE) FLAVOUR=coverage units
	@find build/coverage -name '*.gcda' -delete
	@for unit in $(units); do RK_QUICK=1 build/coverage/$$unit || exit; done
	@gcovr --filter core/ --filter game/ --branches build/coverage

SECONDS = 60
fuzz:
	@tools/setup.sh check
	@$(MAKE) FLAVOUR=fuzz fuzzers
	@set -e; for name in $(fuzzers:fuzz_%=%); do \
		mkdir -p build/found/$$name; \
		case $$name in *4) length=1024;; *) length=256;; esac; \
		build/fuzz/fuzz_$$name -max_total_time=$(SECONDS) \
			-max_len=$$length \
			-artifact_prefix=build/found/ \
			build/found/$$name tests/fuzz/corpus/$$name; \
	done
	@$(MAKE) FLAVOUR=gcc build/gcc/rookery build/gcc/fouroracle
	tests/sequences/run.py build/gcc/rookery build/gcc/fouroracle --seconds $(SECONDS)

# Not a part of check: it takes long, and its sample is a measure of the tests.
# N is a folder unless it is given; see ports/mcu/firmware.mk.
mutate:
	@tools/setup.sh check
	@tools/mutate.py $(if $(filter command,$(origin N)),--count $(N)) \
		$(if $(SEED),--seed $(SEED))

bench-perft: rookery
	@tools/setup.sh bench
	$(record) bench/perft.py

bench-perft4: rookery $(B)/fouroracle
	$(record) bench/perft4.py ./rookery $(B)/fouroracle

bench-pgn: rookery $(B)/dump_pgn
	@tools/setup.sh bench
	$(record) bench/pgn.py $(B)/dump_pgn

bench-levels: $(B)/bench_levels
	$(record) $<

bench-elo: rookery $(B)/referee
	@tools/setup.sh bench
	@tools/setup.sh match
	$(record) bench/levels_elo.py
	$(call record,bench-elo-mistakes) bench/levels_human.py

bench-strength: rookery $(B)/referee
	@tools/setup.sh match
	$(record) bench/strength.py

bench-scale: rookery $(B)/referee
	@tools/setup.sh match
	$(record) bench/scale.py

bench-search: rookery $(B)/referee
	@tools/setup.sh match
	$(record) bench/search.py

bench-four: $(B)/arena
	$(record) bench/four.sh $<

bench-desktop: rookery rookery-desktop $(B)/bench_desktop
	@tools/setup.sh desktop bench
	$(record) bench/desktop.py $(B)/bench_desktop ./rookery

bench-window: rookery rookery-desktop
	@tools/setup.sh bench
	$(record) bench/window.py ./rookery

bench-kernel: kernel
	$(record) bench/kernel.py

bench-nrf: firmware
	$(record) bench/nrf_count.py $(N)

bench-nrf-match: firmware $(B)/small_uci $(B)/referee
	@tools/setup.sh bench
	$(record) bench/nrf_match.py --program $(B)/small_uci $(N)

clean:
	rm -rf build rookery rookery-web rookery-desktop rookery-mpi
