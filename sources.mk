# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# The sources of the layers, and what each build takes of them. The Makefile
# at the top and ports/linux/Kbuild include this file; ports/mcu/firmware.mk
# and ports/web/build.mk use its lists. A new file in a layer belongs to every
# build. Where one must do without it, the file is named here and nowhere else.
#
# Paths are relative to this file, wherever the including makefile stands.

tree := $(dir $(lastword $(MAKEFILE_LIST)))
folders := core core/four game engine engine/four proto
layers := $(patsubst $(tree)%,%,$(wildcard $(folders:%=$(tree)%/*.c)))

# A build with RK_TWO_PLAYERS needs none of these.
for_four := $(filter core/four/% engine/four/%,$(layers))

# A build with RK_NO_NETWORK needs none of these.
for_network := engine/network.c engine/accumulator.c

# The kernel module plays standard chess for two and speaks one protocol. It
# reads no books, and names no kind of chess: it has core/rules.c, but not the
# list of all the rows of rules, core/kinds.c.
not_in_kernel := $(for_four) core/kinds.c engine/book.c engine/thinker.c engine/verdict.c \
	$(for_network)
for_kernel := $(filter-out proto/% $(not_in_kernel),$(layers)) \
	$(filter proto/device%.c proto/out.c,$(layers))

# Chips have no files: no protocol that needs one, no book of openings. Their
# terminal has a small panel, no menu, no thoughts and no bell, and completes nothing;
# they start no programs.
not_on_chips := $(for_network) engine/book.c engine/tb.c engine/four/openings.c \
	proto/complete.c proto/console_seat.c proto/console_watch.c proto/device%.c proto/lit.c \
	proto/menu.c proto/panel_full.c proto/pgn_import.c proto/pgn_normalise.c proto/pgn_read.c \
	proto/uci_client%.c proto/xboard%.c
for_chips := $(filter-out $(not_on_chips),$(layers))

# Where memory is short (RK_SMALL): no names of people, no bitbase.
not_if_small := engine/kpk.c proto/console_name.c

# The page draws its board itself.
not_on_page := engine/book.c proto/layout.c proto/menu.c proto/panel_full.c proto/tty%.c \
	proto/uci_client%.c proto/xboard%.c
for_page := $(filter-out $(not_on_page),$(layers))

# The tuner compiles these a second time, with counting switched on.
for_tuner := $(patsubst %,engine/%.c,eval pawns psqt endings kpk)

# A name that fits no file is left from one that was renamed or removed.
outdated := $(foreach name,$(not_in_kernel) $(not_on_chips) $(not_if_small) $(not_on_page) \
	$(for_tuner),$(if $(filter $(name),$(layers)),,$(name)))
$(if $(strip $(outdated)),$(error sources.mk: no such file: $(strip $(outdated))))
