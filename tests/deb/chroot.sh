#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# Installs Debian packages on a bare Debian, uses what is in them, and purges them.
#
#	tests/deb/chroot.sh DEB...
#
# Root is needed, and the base system that make check-fresh keeps. Ends with 77 if
# one of them, or a mirror of Debian, is not there.
set -euo pipefail

speaker=deb
self=$(realpath "$0")
own=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
suite=$own
cache=${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/rookery
lib=$(dirname "$self")
[ -e "$lib/fresh.sh" ] || lib=$lib/../../tools
. "$lib/fresh.sh"

# ---- On this machine.

skip() {
	say "skipped: $*"
	exit 77
}

outside() {
	local found kept=$folder/packages

	root=$folder/packages.root
	[ "$(id -u)" -eq 0 ] || skip "needs root"
	[ -e "$base" ] || skip "no bare Debian here: make check-fresh makes one"
	exec 9>"$folder/packages.lock"
	flock -n 9 || { say "waiting for another run to end"; flock 9; }
	found=$(sources)
	[ "$found" ] || skip "no mirror of Debian is known here"
	mkdir -p "$kept/partial"
	rm -rf --one-file-system "$root"
	mkdir "$root"
	trap 'rm -rf --one-file-system "$root"' EXIT
	trap 'exit 130' INT TERM HUP
	tar --numeric-owner -C "$root" -xf "$base"
	configure "$root" "$found"
	mkdir "$root/srv/debs"
	cp "$@" "$root/srv/debs/"
	cp "$self" "$lib/fresh.sh" "$root/srv/"
	setpriv --pdeathsig KILL unshare --mount --pid --uts --fork --kill-child \
		"$self" --inside "$root" "$kept" 9>&- </dev/null
}

# ---- On the new machine.

apt() {
	DEBIAN_FRONTEND=noninteractive apt-get -q "$@" >>/tmp/apt.log 2>&1 || {
		tail -n 20 /tmp/apt.log
		fail "apt-get $*"
	}
}

# expect NAME PATTERN COMMAND: as a user; the output must look like that.
expect() {
	local said

	said=$(su - player -c "PATH=\$PATH:/usr/games; $3" 2>&1) || fail "$1: $said"
	grep -qE "$2" <<<"$said" || fail "$1: $said"
	say "$1: ok"
}

# Every name of ours below these folders.
ours() {
	find / -xdev \( -path /proc -o -path /sys -o -path /srv -o -path /home -o \
		-path /var/cache/apt \) -prune -o \
		\( -name '*rookery*' -o -name 'chessctl*' -o -name '*-chess.rules' \) -print |
		grep -v '^/var/log/' || true
}

serve() {
	cat >/home/player/serve.sh <<-'END'
		rookery web --port 8093 --no-open >address &
		for i in $(seq 100); do [ ! -s address ] || break; sleep 0.1; done
		exec 3<>/dev/tcp/localhost/8093
		printf 'GET / HTTP/1.0\r\nHost: localhost:8093\r\n\r\n' >&3
		cat <&3
		kill %1
	END
	expect 'rookery web' '<title>' 'bash serve.sh'
}

use() {
	expect 'rookery' '^rookery [0-9]' 'rookery --version'
	expect 'a game' '/4P3/8/PPPP1PPP/RNBQKBNR b KQkq' \
		"printf 'game human human\ne4\nfen\n' | rookery"
	expect 'the engine' '^bestmove ' "printf 'position startpos\ngo depth 6\n' | rookery uci"
	expect 'rookery picture' PNG 'rookery picture start -o start.png; head -c 4 start.png'
	expect 'rookery window without a display' 'needs a display' \
		'rookery window; [ $? = 1 ]'
	serve
	expect 'chessctl without a device' 'chess' 'chessctl; [ $? = 2 ]'
	expect 'dkms' '^rookery/[0-9.]+.* added' '/usr/sbin/dkms status'
	expect 'firmware' '^:[0-9A-F]{20}' 'head -q -n 1 /usr/share/rookery/firmware/*.hex'
	expect 'completion' 'rookery' 'ls /usr/share/bash-completion/completions/rookery'
}

fresh() {
	settle
	useradd --create-home --shell /bin/bash player
	apt-get -q update >/tmp/apt.log 2>&1 || exit 77
	[ -z "$(ours)" ] || fail "there before: $(ours)"
	apt install -y --no-install-recommends /srv/debs/*.deb
	say "installed"
	use
	apt purge -y 'rookery*'
	[ -z "$(ours)" ] || fail "left by purge: $(ours)"
	say "purged, and nothing is left"
}

case $1 in
--inside) enter "$2" "$3" '' '' /bin/bash /srv/chroot.sh --fresh ;;
--fresh) fresh ;;
*) outside "$@" ;;
esac
