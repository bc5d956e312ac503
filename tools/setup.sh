#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# Installs what is missing for a group of tasks, and nothing else:
#
#	tools/setup.sh core      to build
#	tools/setup.sh play      to play in comfort
#	tools/setup.sh bench     to compare with others
#	tools/setup.sh match     to play against others
#	tools/setup.sh web       to build the page and to serve it
#	tools/setup.sh kernel    to build the kernel module and to boot it
#	tools/setup.sh nrf       to build the firmware, and to play on a board in QEMU
#	tools/setup.sh check     to run every test
#	tools/setup.sh coverage  to see what the tests reach
#
# The table below is the list of all that Rookery is built and tested with.
# Where everything is there already, the script is silent and takes no time.
# Python's packages are Debian's: what needs them runs /usr/bin/python3.
# It knows Debian; on other systems the table says what to look for.
set -eu
cd "$(dirname "$0")/.."

# groups     package            there if           what for
packages='
core         gcc                gcc                compiles the program
core         libc6-dev          /usr/include/stdio.h  the C library
play,check   libedit-dev        /usr/include/histedit.h  editing the line that is typed
bench,check,match,kernel,nrf  python3  python3     runs tools and comparisons
bench,check  stockfish          /usr/games/stockfish  an opinion on perft; speed
bench,check  pgn-extract        /usr/games/pgn-extract  an opinion on PGN; speed
check        polyglot           /usr/games/polyglot  an opinion on opening books
match        toga2              /usr/games/toga2   an opponent
match        glaurung           /usr/games/glaurung  an opponent
match        gnuchess           /usr/games/gnuchess  an opponent
match        ethereal-chess     /usr/games/ethereal-chess  an opponent
check        xboard             /usr/games/xboard  a referee for games
check        xvfb               Xvfb               a display for it
bench,check  fairymax           /usr/games/fairymax  somebody to play against there
check        libcmocka-dev      /usr/include/cmocka.h  unit tests
check,web    clang              clang              second compiler, WebAssembly
check        libclang-rt-dev    /usr/lib/llvm-*/lib/clang/*/lib/linux/*fuzzer-*.a  fuzzing
check,web    lld                ld.lld             links for every target
check        llvm               llvm-nm            reads objects of every target
check        valgrind           valgrind           memory errors
check        tmux               tmux               a terminal for the tests to look at
check        python3-pyte       /usr/lib/python3/dist-packages/pyte  the same, square by square
check        clang-tidy         clang-tidy         lint
check        cppcheck           cppcheck           lint
nrf,check    gcc-arm-none-eabi  arm-none-eabi-gcc  the core for Cortex-M, and the firmware
nrf,check    qemu-system-arm    qemu-system-arm    a micro:bit
check        python3-unicorn    /usr/lib/python3/dist-packages/unicorn  the other boards
check        gcc-multilib       /usr/lib/gcc/*/*/32/libgcc.a  32-bit x86
check,web    libmicrohttpd-dev  /usr/include/microhttpd.h  serves the page
check,web    nodejs             node               runs the npm packages
check        npm                npm                installs them
check        chromium           chromium           the page in a browser
kernel,check qemu-system-x86    qemu-system-x86_64  boots a kernel with the module
kernel,check busybox-static     /bin/busybox       the shell in there
kernel,check gcc-12             gcc-12             compiles Debian kernels
kernel,check libelf-dev         /usr/include/libelf.h  tools of the kernel build
kernel,check libssl-dev         /usr/include/openssl/evp.h  the same
kernel,check flex               flex               configures kernels
kernel,check bison              bison              the same
kernel,check bc                 bc                 the same
kernel,check perl               perl               checkpatch
kernel,check sparse             sparse             lint for kernels
kernel,check kmod               /sbin/depmod       installs a module
kernel,check xz-utils           xz                 unpacks kernels
kernel,check zstd               zstd               the same
coverage     libcmocka-dev      /usr/include/cmocka.h  unit tests
coverage     gcovr              gcovr              what no test has reached
'

# The npm packages, with their versions, are in tests/package.json: chess.js
# and chessops, two opinions on how a move is written; playwright-core, which
# moves the browser; axe-core, an opinion on how accessible a page is;
# typescript, one on types.

is_there() {
	case $1 in
	/*) ls $1 >/dev/null 2>&1 ;;
	*) command -v "$1" >/dev/null ;;
	esac
}

# The packages of these groups that are not there.
missing() {
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

# With the lists of packages that the machine has, or else with fresh ones.
install() {
	as_root=
	[ "$(id -u)" -eq 0 ] || as_root=sudo
	command -v apt-get >/dev/null && command -v ${as_root:-apt-get} >/dev/null ||
		fail "please install, as root: $*"
	echo "setup: installing $*" >&2
	apt="$as_root env DEBIAN_FRONTEND=noninteractive apt-get -q"
	apt_install="$apt install -y --no-install-recommends -o DPkg::Lock::Timeout=300"
	mkdir -p build
	{ $apt_install "$@" || { $apt update && $apt_install "$@"; }; } \
		>build/setup.log 2>&1 ||
		fail "cannot install $* (build/setup.log says why)"
}

install_node_packages() {
	! cmp -s tests/package.json build/node_modules/.for || return 0
	echo "setup: installing npm packages" >&2
	mkdir -p build
	cp tests/package.json build/
	(cd build && npm install --no-package-lock --ignore-scripts \
		--no-audit --no-fund) >build/setup.log 2>&1 ||
		fail "cannot install npm packages (build/setup.log says why)"
	cp tests/package.json build/node_modules/.for
}

[ $# -gt 0 ] || fail "which group? core, play, bench, match, web, kernel, nrf, check or coverage"
want=$(missing "$@")
[ -z "$want" ] || install $want
want=$(missing "$@")
[ -z "$want" ] || fail "installed, but still not there: $want"
case " $* " in
*" check "*) install_node_packages ;;
esac
