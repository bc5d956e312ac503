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
## make lint              clang-tidy, cppcheck, and the rules of the tree
## make freestanding      the core for four machines without a C library
## make coverage          which branches of core/ and game/ the tests reach
## make fuzz              look for inputs that break a parser
## make bench-perft       counting moves: our speed against stockfish's
## make bench-pgn         reading games: our speed against pgn-extract's
## make bench-levels      levels of the computer against each other; minutes
## make bench-elo         UCI_Elo against engines of known strength; half an hour
## make bench-strength    matches against four of Debian's engines; about an hour
## make bench-search      nodes a second against ethereal-chess; two threads
## make clean             remove everything that was built
##
## Variables, with examples:
##   make ARCH=x86-64           a program for any x86-64 machine
##   make SLIDERS=hyperbola     pext, magic or hyperbola; how sliders attack
##   make CC=clang CFLAGS=-g    another compiler, more flags
##   make EDIT=plain            a terminal without libedit
##   make V=1                   show the commands
##   make fuzz SECONDS=600      ten minutes for each parser

.DEFAULT_GOAL := rookery
.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: help play check check-quick lint freestanding coverage fuzz
.PHONY: bench-strength bench-search bench-elo
.PHONY: bench-perft bench-pgn bench-levels clean units fuzzers everything FORCE

# A machine without a compiler gets one before anything asks for it.
ifeq ($(filter help clean,$(MAKECMDGOALS)),)
ifneq ($(shell tools/setup.sh core && echo ready),ready)
$(error Rookery cannot be built without the above)
endif
endif

# A flavour is one way to build everything, in a folder of its own. These
# are the compilers, slider backends and flags that are not the usual ones.
FLAVOUR = host

cc.gcc := gcc
cc.clang := clang
cc.sanitize := clang
cc.fuzz := clang
cc.memory := clang
cc.thread := clang

sliders.magic := magic
sliders.hyperbola := hyperbola
sliders.m32 := hyperbola
sliders.coverage := hyperbola

# The machines that these backends are for have no vectors to count with.
arch.magic := x86-64
arch.hyperbola := x86-64
arch.debug := x86-64

sanitize := -g -fsanitize=address,undefined -fno-sanitize-recover=all
flags.gcc := -Werror
flags.clang := -Werror
flags.m32 := -m32 -march=i686
# As for small machines, where the core is compiled for size.
flags.hyperbola := -Os
# Without inlining: every copy would want to be covered.
flags.coverage := -O0 --coverage
flags.sanitize := -O1 $(sanitize)
flags.fuzz := -O1 $(sanitize) -fsanitize=fuzzer-no-link
flags.memory := -O1 -g -fsanitize=fuzzer-no-link,memory
flags.thread := -O1 -g -fsanitize=thread
# Nothing optimised, for valgrind and for any x86-64.
flags.debug := -O0 -g

override CC := $(or $(cc.$(FLAVOUR)),$(CC))
HOSTCC = $(CC)
B := build/$(FLAVOUR)

# The usual flags. Only x86 compilers call the machine -march.
ARCH = $(or $(arch.$(FLAVOUR)),native)
machine := $(shell uname -m)
march := $(if $(filter x86_64 i%86,$(machine)),-march=$(ARCH))
warnings := -Wall -Wextra -Wshadow -Wconversion -Wmissing-prototypes
flags := -std=c11 -O3 $(march) $(warnings) $(flags.$(FLAVOUR)) $(CFLAGS)

# Sliders by PEXT where the machine has it; see core/attacks.h.
defined := $(shell $(CC) $(flags) -dM -E -x c /dev/null 2>/dev/null)
usual_sliders := $(if $(filter __BMI2__,$(defined)),pext,magic)
override SLIDERS := $(or $(sliders.$(FLAVOUR)),$(SLIDERS),$(usual_sliders))
$(if $(filter pext magic hyperbola,$(SLIDERS)),,$(error SLIDERS=$(SLIDERS)?))
define.pext := -DRK_SLIDERS_PEXT
define.magic := -DRK_SLIDERS_MAGIC
tables := $(if $(define.$(SLIDERS)),$(B)/gen/slider_tables.inc)
flags += -I. -Iinclude -I$(B)/gen $(define.$(SLIDERS))

# The terminal's line editor: libedit, or our own where that is not there.
lacks_libedit := $(shell $(CC) $(flags) -E -include histedit.h \
	-x c /dev/null >/dev/null 2>&1 || echo header) \
	$(filter libedit.so,$(shell $(CC) $(flags) -print-file-name=libedit.so))
EDIT := $(if $(strip $(lacks_libedit)),plain,libedit)
unused := $(filter-out %_$(EDIT).c,$(wildcard ports/host/edit_*.c))

rooms := $(wildcard core/*.c game/*.c engine/*.c proto/*.c)
host := $(filter-out $(unused),$(wildcard ports/host/*.c))
units := $(patsubst tests/unit/%.c,%,$(wildcard tests/unit/test_*.c))
fuzzers := $(patsubst tests/fuzz/%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
objects = $(patsubst %.c,$(B)/%.o,$(1))

Q := $(if $(V),,@)
say = $(if $(V),,@echo '  $(1) $@')

help:
	@sed -n 's/^## \{0,1\}//p' Makefile

rookery: $(B)/rookery
	$(Q)ln -f $< $@

# The line editor is a comfort; without it there is a game all the same.
play:
	@tools/setup.sh play || echo 'playing without libedit' >&2
	@$(MAKE) --no-print-directory rookery
	@./rookery

$(B)/rookery: $(call objects,$(rooms) $(host))
	$(call say,LINK )
	$(Q)$(CC) $(flags) -o $@ $^ -pthread $(if $(filter libedit,$(EDIT)),-ledit)

units: $(units:%=$(B)/%)
$(B)/test_%: $(B)/tests/unit/test_%.o \
		$(call objects,$(rooms) $(wildcard tests/oracle/*.c))
	$(call say,LINK )
	$(Q)$(CC) $(flags) -o $@ $^ -lcmocka -lm

fuzzers: $(fuzzers:%=$(B)/%)
$(B)/fuzz_%: $(B)/tests/fuzz/fuzz_%.o $(call objects,$(rooms))
	$(call say,LINK )
	$(Q)$(CC) $(flags) -fsanitize=fuzzer -o $@ $^

$(B)/dump: $(call objects,tests/san/dump.c $(rooms))
	$(call say,LINK )
	$(Q)$(CC) $(flags) -o $@ $^

$(B)/dump_pgn: $(call objects,tests/pgn/dump.c $(rooms) \
		$(filter-out %/compare.c,$(wildcard tests/oracle/*.c)))
	$(call say,LINK )
	$(Q)$(CC) $(flags) -o $@ $^

$(B)/pure: $(call objects,$(wildcard tests/transcripts/*.c) $(rooms))
	$(call say,LINK )
	$(Q)$(CC) $(flags) -o $@ $^

$(B)/book: $(call objects,tools/book.c tools/book_table.c ports/host/book.c \
		ports/host/output.c $(rooms))
	$(call say,LINK )
	$(Q)$(CC) $(flags) -o $@ $^

$(B)/bench_levels: $(call objects,bench/levels.c $(filter-out proto/%,$(rooms)))
	$(call say,LINK )
	$(Q)$(CC) $(flags) -o $@ $^ -lm

$(B)/referee: $(call objects,tools/referee.c $(filter core/% game/%,$(rooms)))
	$(call say,LINK )
	$(Q)$(CC) $(flags) -o $@ $^

$(B)/selfplay: $(call objects,tools/selfplay.c $(filter core/% engine/%,$(rooms)))
	$(call say,LINK )
	$(Q)$(CC) $(flags) -o $@ $^ -pthread

# The tuner's evaluation takes down what it counts.
traced := $(wildcard tools/tune*.c) $(patsubst %,engine/%.c,eval pawns tally endings)
$(B)/tune: $(patsubst %.c,$(B)/trace/%.o,$(traced)) \
		$(call objects,ports/host/output.c $(filter core/%,$(rooms)))
	$(call say,LINK )
	$(Q)$(CC) $(flags) -o $@ $^ -pthread -lm

$(B)/trace/%.o: %.c $(B)/flags $(tables)
	$(call say,CC   )
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(flags) -DRK_TRACE -MMD -MP -c -o $@ $<

$(B)/prove: $(call objects,tests/mates/prove.c $(filter core/%,$(rooms)))
	$(call say,LINK )
	$(Q)$(CC) $(flags) -o $@ $^

everything: $(B)/rookery units $(B)/dump $(B)/dump_pgn $(B)/pure $(B)/book $(B)/bench_levels \
		$(B)/referee $(B)/prove $(B)/selfplay $(B)/tune \
		$(fuzzers:%=$(B)/tests/fuzz/%.o)

$(B)/%.o: %.c $(B)/flags $(tables)
	$(call say,CC   )
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(flags) -MMD -MP -c -o $@ $<

$(B)/gen/slider_tables.inc: $(B)/gen_sliders
	$(call say,TABLE)
	$(Q)mkdir -p $(@D)
	$(Q)$< $(SLIDERS) > $@

$(B)/gen_sliders: tools/gen_sliders.c $(B)/flags
	$(call say,CC   )
	$(Q)$(HOSTCC) -std=c11 -O2 $(warnings) $(filter -Werror,$(flags)) -o $@ $<

# The tool knows chess from the core, compiled once more for this machine.
$(B)/engine/openings.o: $(B)/gen/openings.inc
$(B)/gen/openings.inc: data/openings.txt $(B)/gen_openings
	$(call say,TABLE)
	$(Q)mkdir -p $(@D)
	$(Q)$(B)/gen_openings $< > $@

$(B)/gen_openings: tools/gen_openings.c $(wildcard core/*.[ch]) $(B)/flags
	$(call say,CC   )
	$(Q)$(HOSTCC) -std=c11 -O1 $(warnings) $(filter -Werror,$(flags)) \
		-I. -Iinclude -o $@ $(filter %.c,$^)

# Other flags, another program: everything in the folder depends on this.
$(B)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(CC) $(flags) $(EDIT)' | cmp -s - $@ || \
		echo '$(CC) $(flags) $(EDIT)' > $@

-include $(wildcard $(B)/*/*.d $(B)/*/*/*.d)

check check-quick:
	@tools/setup.sh check
	+@MAKE='$(MAKE)' tools/check.sh $(if $(filter check-quick,$@),quick)

lint: $(tables) $(B)/gen/openings.inc
	@tools/setup.sh check
	@tools/check-tree.py
	@cppcheck --quiet --std=c11 --enable=warning,performance,portability \
		--inline-suppr --error-exitcode=1 -I. -Iinclude $(rooms) $(host)
	@printf '%s\n' $(rooms) $(host) | \
		xargs -P$$(nproc) -I{} clang-tidy --quiet {} -- $(flags)

freestanding:
	@tools/setup.sh check
	@tools/check-freestanding.sh

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
		build/fuzz/fuzz_$$name -max_total_time=$(SECONDS) -max_len=256 \
			-artifact_prefix=build/found/ \
			build/found/$$name tests/fuzz/corpus/$$name; \
	done

bench-perft: rookery
	@tools/setup.sh bench
	bench/perft.py

bench-pgn: rookery $(B)/dump_pgn
	@tools/setup.sh bench
	bench/pgn.py $(B)/dump_pgn

bench-levels: $(B)/bench_levels
	$<

bench-elo: rookery $(B)/referee
	@tools/setup.sh bench
	@tools/setup.sh match
	bench/levels_elo.py
	bench/levels_human.py

bench-strength: rookery $(B)/referee
	@tools/setup.sh match
	bench/strength.py

bench-search: rookery $(B)/referee
	@tools/setup.sh match
	bench/search.py

clean:
	rm -rf build rookery
