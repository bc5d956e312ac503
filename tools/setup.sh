#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# Installs what is missing for a group of tasks, and nothing else:
#
#	tools/setup.sh core      to build
#	tools/setup.sh play      to play in comfort
#	tools/setup.sh bench     to compare with others
#	tools/setup.sh match     to play against others
#	tools/setup.sh train     to train networks
#	tools/setup.sh web       to build the page and to serve it
#	tools/setup.sh desktop   to build the program with windows and pictures
#	tools/setup.sh cluster   to build the program for many machines, and to run it
#	tools/setup.sh kernel    to build the kernel module and to boot it
#	tools/setup.sh nrf       to build the firmware, and to play on a board in QEMU
#	tools/setup.sh check     to run every test
#	tools/setup.sh quick     to run the tests of make check-quick
#	tools/setup.sh fresh     to run the tests on a bare Debian (make check-fresh)
#	tools/setup.sh coverage  to see what the tests reach
#	tools/setup.sh format    to format C files (make format)
#	tools/setup.sh deb       to make Debian packages (make deb)
#
# It first prints what it is about to install and why. With SETUP=no in the
# environment, without root and sudo, or where apt fails, it names what is missing,
# and the caller goes on with what is there; only what nothing can be done without
# (core, fresh) ends it with an error.
#
# The table below is the list of all that Rookery is built and tested with.
# Where everything is there already, the script is silent and takes no time.
# Python's packages are Debian's: what needs them runs /usr/bin/python3.
# It knows Debian; on other systems the table says what to look for.
#
# A package is there if its sign is: a command, one of several commands (a|b),
# a <header> that the compiler finds, a module that Debian's Python imports
# (python:name), or a file.
set -eu
cd "$(dirname "$0")/.."

# groups           package            there if           what for
packages='
core               gcc                cc|gcc|clang       compiles the program
core               libc6-dev          <stdio.h>          the C library
check,quick,coverage  gcc             gcc                the compiler of most tests
play,check,quick,deb libedit-dev        <histedit.h>       editing the line that is typed
bench,check,quick,match,kernel,nrf  python3  python3     runs tools and comparisons
bench,check,quick  stockfish          /usr/games/stockfish  an opinion on perft; speed
bench,check,quick  pgn-extract        /usr/games/pgn-extract  an opinion on PGN; speed
play,check,quick,deb libfathom-dev      <tbprobe.h>        Syzygy tables; an opinion on endings
check,quick        polyglot           /usr/games/polyglot  an opinion on opening books
match              toga2              /usr/games/toga2   an opponent
match              glaurung           /usr/games/glaurung  an opponent
match              gnuchess           /usr/games/gnuchess  an opponent
match              ethereal-chess     /usr/games/ethereal-chess  an opponent
check              xboard             /usr/games/xboard  a referee for games
check              xvfb               Xvfb               a display for it
check              xfonts-base        /usr/share/fonts/X11/misc/fonts.dir  its fonts in Debian 13
bench,check        fairymax           /usr/games/fairymax  somebody to play against there
check,quick,coverage  libcmocka-dev   <cmocka.h>         unit tests
check,web,deb      clang              clang              second compiler, WebAssembly
check              libclang-rt-dev    /usr/lib/llvm-*/lib/clang/*/lib/linux/*fuzzer-*.a  fuzzing
check,web,deb      lld                ld.lld             links for every target
check              llvm               llvm-nm            reads objects of every target
check              valgrind           valgrind           memory errors
check,quick        tmux               tmux               a terminal for the tests to look at
check,quick        python3-pyte       python:pyte        the same, square by square
check              clang-tidy         clang-tidy         lint
check              cppcheck           cppcheck           lint
check,quick,format clang-format       clang-format       lays out C files
check,quick,fresh  git                git                clones the tree, knows its history
nrf,check,deb      gcc-arm-none-eabi  arm-none-eabi-gcc  the core for Cortex-M, and the firmware
nrf,check          qemu-system-arm    qemu-system-arm    a micro:bit
check              python3-unicorn    python:unicorn     the other boards
check              python3-distutils  python:unicorn     imported by unicorn in Debian 12
check              python3-pkg-resources  python:unicorn  the same
check              gcc-multilib       /usr/lib/gcc/*/*/32/libgcc.a  32-bit x86
check,quick,web,deb libmicrohttpd-dev  <microhttpd.h>     serves the page
check,quick,web,deb nodejs             node               runs the npm packages
check,quick        npm                npm                installs them
check              chromium           chromium           the page in a browser
desktop,check,deb  pkg-config         pkg-config         finds the libraries of the next two
desktop,check,deb  libcairo2-dev      /usr/include/cairo/cairo-svg.h  draws boards
desktop,check,deb  libgtk-4-dev       /usr/include/gtk-4.0/gtk/gtk.h  windows
check,bench        xvfb               Xvfb               a screen for the window
check,bench        xdotool            xdotool            its mouse and keyboard
check,bench        dbus               dbus-run-session   a bus for its screen reader
check,bench        at-spi2-core       /usr/libexec/at-spi-bus-launcher  the bus that it reads
check,bench        python3-gi         /usr/lib/python3/dist-packages/gi/__init__.py  reads it
check,bench        gir1.2-atspi-2.0   /usr/lib/*/girepository-1.0/Atspi-2.0.typelib  the same
check              desktop-file-utils desktop-file-validate  an opinion on the menu entry
check              appstream          appstreamcli       an opinion on its description
bench              gnome-chess        gnome-chess|/usr/games/gnome-chess  how soon it starts
check,bench        librsvg2-bin       rsvg-convert       an opinion on drawing pieces; speed
check              poppler-utils      pdfinfo            an opinion on PDF
check              imagemagick        identify           an opinion on GIF
cluster,check      libopenmpi-dev     /usr/lib/*/openmpi/include/mpi.h  many machines
cluster,check      openmpi-bin        mpirun.openmpi     starts programs on them
check              libmpich-dev       /usr/include/*/mpich/mpi.h  another MPI
check              mpich              mpirun.mpich       the same
check,deb          dpkg-dev           dpkg-buildpackage  builds Debian packages
check,deb          debhelper          dh                 the same
check,deb          dh-dkms            dh_dkms            the same, for the kernel module
check              lintian            lintian            an opinion on packages
check              musl-tools         musl-gcc           another C library, for static programs
check              mandoc             mandoc             an opinion on manual pages
check              man-db             man                the same
check              bash-completion    /usr/share/bash-completion/bash_completion  completion
check              zsh                zsh                a shell whose completion is tested
check              fish               fish               the same
kernel,check       qemu-system-x86    qemu-system-x86_64  boots a kernel with the module
kernel,check       busybox-static     /bin/busybox       the shell in there
kernel,check       gcc-12             gcc-12|gcc-14      compiles the kernels of Debian 12, 13
kernel,check       libelf-dev         <libelf.h>         tools of the kernel build
kernel,check       libssl-dev         <openssl/evp.h>    the same
kernel,check       flex               flex               configures kernels
kernel,check       bison              bison              the same
kernel,check       bc                 bc                 the same
kernel,check       perl               perl               checkpatch
kernel,check       sparse             sparse             lint for kernels
kernel,check       kmod               /sbin/depmod       installs a module
kernel,check       xz-utils           xz                 unpacks kernels
kernel,check       zstd               zstd               the same
train,check        python3-torch      python:torch       trains networks
train,check        python3-numpy      python:numpy       reads positions for it
train,check        libopenblas0-pthread  /usr/lib/*/openblas-pthread/libblas.so.3  multiplies fast
fresh              debootstrap        debootstrap        makes a bare Debian
fresh              debian-archive-keyring  /usr/share/keyrings/debian-archive-keyring.gpg  trusts it
coverage           gcovr              gcovr              what no test has reached
'

# The npm packages, with their versions, are in tests/package.json: chess.js
# and chessops, two opinions on how a move is written; and for the page
# playwright-core, which moves the browser, axe-core, an opinion on how
# accessible it is, and typescript, one on types. tests/package-lock.json has
# their hashes. All of them must run on the Node of Debian 12, which is 18.

log=build/setup.log

# The first of these commands that there is.
first() {
	for name; do
		! command -v "$name" >/dev/null || { echo "$name"; return; }
	done
	return 1
}

# The compiler knows best where its headers are.
has_header() {
	compiler=$(first ${CC:+"${CC%% *}"} cc gcc clang) &&
		echo "#include $1" | "$compiler" -E -x c - >/dev/null 2>&1
}

# Importing takes a while: several packages may have the same module as a sign.
has_module() {
	case $imported in
	*" $1+ "*) return 0 ;;
	*" $1- "*) return 1 ;;
	esac
	if /usr/bin/python3 -c "import $1" >/dev/null 2>&1; then
		imported="$imported$1+ "
	else
		imported="$imported$1- "
		return 1
	fi
}

is_there() {
	case $1 in
	'<'*) has_header "$1" ;;
	python:*) has_module "${1#*:}" ;;
	/*) ls $1 >/dev/null 2>&1 ;;
	*) first $(echo "$1" | tr '|' ' ') >/dev/null ;;
	esac
}

# The packages of these groups that are not there.
missing() {
	imported=' '
	echo "$packages" | while read -r groups package sign _; do
		for group; do
			case ,$groups, in
			*,"$group",*) is_there "$sign" || echo "$package" ;;
			esac
		done
	done | sort -u | tr '\n' ' '
}

fail() {
	echo "setup: $*" >&2
	exit 1
}

# Those of these packages that apt can install.
offered() {
	LC_ALL=C apt-cache policy "$@" 2>/dev/null | awk '
		/^[^ ]/ { name = $1; sub(/:$/, "", name) }
		/^ *Candidate:/ && $2 != "(none)" { print name }'
}

# Why each of these packages is wanted.
explain() {
	for package; do
		echo "$packages" | awk -v name="$package" '$2 == name {
			sub(/^[^ ]+ +[^ ]+ +[^ ]+ +/, "")
			printf "setup:   %-22s %s\n", name, $0
			exit
		}'
	done >&2
}

# go_without REASON: names what is missing. Whoever called goes on, if that can be.
go_without() {
	want=$(missing $asked)
	echo "setup: $1; missing for \"$asked\":" >&2
	explain $want
	echo "setup: please install, as root:" $want >&2
	case " $asked " in
	*" core "* | *" fresh "*) exit 1 ;;
	esac
	echo "setup: going on with what is there" >&2
	exit 0
}

update_lists() {
	echo "setup: fetching apt's lists" >&2
	$apt update >$log 2>&1 </dev/null || go_without "cannot fetch apt's lists ($log says why)"
}

# Before it starts: how many packages, and how large they are.
announce() {
	LC_ALL=C apt-get -o Debug::NoLocking=true install --assume-no \
		--no-install-recommends "$@" 2>/dev/null | awk '
		/ newly installed/ { count = $3 }
		/^Need to get/ { sub(/^.*\//, ""); sub(/^Need to get /, ""); size = $1 " " $2 }
		/^After this operation/ { disk = $4 " " $5 }
		END {
			if (count)
				printf "setup: %d packages with what they need; " \
					"%s to fetch, %s on disk\n", count, size, disk
		}' >&2
}

# apt's own report of its progress, a line for each tenth; the rest is logged.
# It ends well if the last line says so.
show_progress() {
	tenth=
	done=1
	while IFS= read -r line; do
		done=1
		case $line in
		dlstatus:*) word=fetched ;;
		pmstatus:*) word=installed ;;
		installed) done=0 && continue ;;
		*) echo "$line" >>$log && continue ;;
		esac
		percent=${line#*:*:}
		percent=${percent%%[.:]*}
		now="$word $((percent / 10 * 10)) %"
		[ "$now" = "$tenth" ] || echo "setup: $now" >&2
		tenth=$now
	done
	return $done
}

# The report goes the way of the output, because sudo closes all other ways.
apt_install() {
	announce "$@"
	{ $apt install -y --no-install-recommends -o DPkg::Lock::Timeout=300 \
		-o APT::Status-Fd=1 "$@" </dev/null 2>&1 && echo installed; } | show_progress
}

# With the lists of packages that the machine has, or else with fresh ones.
# A package that this Debian does not have may be one that it does not need.
install() {
	as_root=
	[ "$(id -u)" -eq 0 ] || as_root=sudo
	[ "${SETUP:-yes}" != no ] || go_without "SETUP=no"
	command -v apt-get >/dev/null || go_without "there is no apt-get"
	command -v ${as_root:-apt-get} >/dev/null || go_without "neither root nor sudo"
	apt="$as_root env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 apt-get -q"
	mkdir -p build
	: >$log
	[ "$(offered "$@" | wc -l)" -eq $# ] || update_lists
	set -- $(offered "$@")
	[ $# -gt 0 ] || return 0
	echo "setup: about to install for \"$asked\":" >&2
	explain "$@"
	apt_install "$@" || { update_lists && apt_install "$@"; } ||
		go_without "apt cannot install all of it ($log says why)"
}

# install_node_packages STAMP OPTION...: of the lock file, with its hashes.
install_node_packages() {
	stamp=build/node_modules/.$1
	shift
	! cmp -s tests/package-lock.json $stamp || return 0
	if [ "${SETUP:-yes}" = no ]; then
		echo "setup: SETUP=no; missing: the npm packages of tests/package.json" >&2
		return 0
	fi
	echo "setup: installing the npm packages of tests/package.json, opinions for tests" >&2
	mkdir -p build
	cp tests/package.json tests/package-lock.json build/
	(cd build && npm ci --ignore-scripts --no-audit --no-fund "$@") >$log 2>&1 ||
		{
			echo "setup: cannot install npm packages ($log says why);" \
				"going on with what is there" >&2
			return 0
		}
	cp tests/package-lock.json $stamp
}

[ $# -gt 0 ] || fail "which group? core, play, bench, match, train, web, desktop, cluster," \
	"kernel, nrf, check, quick, fresh, coverage, format or deb"
asked=$*
want=$(missing "$@")
if [ "$want" ]; then
	install $want
	want=$(missing "$@")
	[ -z "$want" ] || fail "installed, but still not there: $want"
fi
case " $* " in
*" check "*) install_node_packages all ;;
*" quick "*) cmp -s tests/package-lock.json build/node_modules/.all ||
	install_node_packages chess --omit=dev ;;
esac
