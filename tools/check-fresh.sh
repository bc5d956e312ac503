#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# Does what a new user does, on a bare Debian that is made for it: clones the
# tree, plays a game (make play), and runs every test in its smallest form, with
# and without ../shared beside the tree. Nothing that this machine has installed
# is seen there, so a package that tools/setup.sh does not name is missing.
#
#	tools/check-fresh.sh [SUITE]    bookworm unless told; needs root
#
# The last commit is what is checked. The Debian lives in mount, process and host
# name namespaces of its own: when this script ends, by whatever signal, the
# kernel ends all processes and mounts with it. The folder itself is removed at
# the end, or by the next run if this one was killed.
#
# The base system, packages and built kernels stay in ~/.cache/rookery/fresh.
# The mirror and apt's and npm's settings are those of this machine.
set -euo pipefail

user=player
child=
export LC_ALL=C.UTF-8

say() {
	echo "check-fresh: $*"
}

fail() {
	say "FAILED: $*"
	exit 1
}

# ---- On this machine.

# Becomes root, and a process that dies with its parent.
begin() {
	if [ "$(id -u)" -ne 0 ]; then
		command -v sudo >/dev/null || fail "needs root, and there is no sudo"
		mkdir -p "$cache"
		exec sudo --preserve-env=HOME,XDG_CACHE_HOME "$self" "$suite"
	fi
	[ "${RK_FRESH:-}" ] || RK_FRESH=1 exec setpriv --pdeathsig KILL "$self" "$suite"
	tools/setup.sh fresh || fail "there is no debootstrap"
}

# What this machine calls Debian, for another suite: URI, suite and component.
sources() {
	apt-get indextargets --format '$(REPO_URI) $(CODENAME) $(COMPONENT)' \
		'Created-By: Packages' 'Origin: Debian' |
		awk -v own="$own" -v suite="$suite" 'index($2, own) == 1 {
			print $1, suite substr($2, length(own) + 1), $3 }' | sort -u
}

# The base system is good for a month: what is newer comes by apt.
make_base() {
	local found=$1 mirror new=$folder/root.base

	[ -z "$(find "$base" -mtime -30 2>/dev/null)" ] || return 0
	mirror=$(awk -v suite="$suite" '$2 == suite { print $1; exit }' <<<"$found")
	say "making a bare Debian ($suite), about a minute"
	unshare --mount --pid --fork --kill-child debootstrap --variant=minbase \
		--include=git,make,ca-certificates,sudo "$suite" "$new" $mirror \
		>"$folder/debootstrap.log" 2>&1 ||
		fail "cannot make it: $(tail -n 3 "$folder/debootstrap.log")"
	rm -rf "$new"/var/lib/apt/lists/* "$new"/var/cache/apt/archives/*.deb
	tar --numeric-owner -C "$new" -cf "$base.new" .
	mv "$base.new" "$base"
	rm -rf --one-file-system "$new"
}

# The settings by which this machine reaches mirrors and registries.
configure() {
	local found=$1 registry cafile

	cat /etc/resolv.conf >"$root/etc/resolv.conf"
	{ cat /etc/hosts; echo '127.0.0.1 localhost fresh'; } >"$root/etc/hosts"
	[ -z "$found" ] || sed 's/^/deb /' <<<"$found" >"$root/etc/apt/sources.list"
	apt-config dump | grep -E '^Acquire::(https?::|Check-Valid-Until|ForceIPv|Retries)' \
		>"$root/etc/apt/apt.conf.d/90fresh" || true
	echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/fresh"
	cp -r /usr/local/share/ca-certificates "$root/usr/local/share/" 2>/dev/null || true
	env | grep -iE '^(https?|no)_proxy=' >"$root/etc/environment" || true
	if command -v npm >/dev/null; then
		registry=$(npm config get registry 2>/dev/null)
		cafile=$(npm config get cafile 2>/dev/null)
		echo "registry=$registry" >"$root/etc/skel/.npmrc"
		[ "$cafile" = null ] ||
			echo cafile=/etc/ssl/certs/ca-certificates.crt >>"$root/etc/skel/.npmrc"
	fi
}

# share FROM TO: two machines with the same Debian share the kernels of
# tools/kernel.sh and tools/kernel-debug.sh, which are large.
share() {
	local name

	[ "$suite" = "$own" ] || return 0
	for name in "$1"/*.deb "$1"/debug-*/ "$1"/checkpatch/; do
		[ ! -e "$name" ] || [ -e "$2/$(basename "$name")" ] ||
			cp -al "$name" "$2/" 2>/dev/null || cp -a "$name" "$2/"
	done
}

# All that ran in the namespaces ends with the first process in there.
clean_up() {
	set +e
	[ -z "$child" ] || kill -KILL "$child" 2>/dev/null
	wait
	rm -rf --one-file-system "$root"
}

outside() {
	local found kept=$folder/$suite base=$folder/$suite.tar

	mkdir -p "$kept"/{debs/partial,npm,user}
	exec 9>"$folder/lock"
	flock -n 9 || { say "waiting for another run to end"; flock 9; }
	rm -rf --one-file-system "$folder"/root.*
	[ "$(sources)" ] || apt-get -q update >/dev/null 2>&1 || true
	found=$(sources)
	make_base "$found"
	[ -z "$(git status --porcelain)" ] || say "only what is committed is checked"
	say "Debian $suite, commit $(git log -1 --format='%h %s')"
	root=$folder/root.run
	mkdir "$root"
	trap clean_up EXIT
	trap 'exit 130' INT TERM HUP
	tar --numeric-owner -C "$root" -xf "$base"
	configure "$found"
	git -c safe.directory='*' clone -q --bare --depth 1 "file://$PWD" "$root/srv/rookery.git"
	cp "$self" "$root/srv/"
	share "$cache" "$kept/user"
	setpriv --pdeathsig KILL unshare --mount --pid --uts --fork --kill-child \
		"$self" --inside "$root" "$kept" "$PWD/../shared" 9>&- </dev/null &
	child=$!
	wait $child || fail "the reason is above"
	child=
	share "$kept/user" "$cache"
	chown -R --reference="$cache" "$cache"/*.deb "$cache"/debug-* 2>/dev/null || true
}

# ---- In the namespaces, then on the new machine.

inside() {
	local root=$1 kept=$2 shared=$3 name

	hostname fresh
	mount --bind "$root" "$root"
	mount -t proc proc "$root/proc"
	mount -t sysfs -o ro sysfs "$root/sys"
	mount -t tmpfs -o mode=755 tmpfs "$root/dev"
	for name in null zero full random urandom tty; do
		touch "$root/dev/$name"
		mount --bind "/dev/$name" "$root/dev/$name"
	done
	mkdir "$root"/dev/{pts,shm} "$root/old"
	mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts "$root/dev/pts"
	mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
	ln -s pts/ptmx "$root/dev/ptmx"
	ln -s /proc/self/fd "$root/dev/fd"
	for name in 0:stdin 1:stdout 2:stderr; do
		ln -s "/proc/self/fd/${name%:*}" "$root/dev/${name#*:}"
	done
	mount --bind "$kept/debs" "$root/var/cache/apt/archives"
	mkdir -p "$root/srv/kept"
	mount --bind "$kept" "$root/srv/kept"
	if [ -d "$shared" ]; then
		mkdir "$root/srv/shared"
		mount --bind "$shared" "$root/srv/shared"
		mount -o remount,bind,ro "$root/srv/shared"
	fi
	cd "$root"
	pivot_root . old
	exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
		chroot . /bin/bash /srv/check-fresh.sh --fresh
}

as_user() {
	su - $user -c "cd rookery && $1"
}

# step NAME COMMAND: as the user; the output is marked, so that a sum in it is
# not taken for the sum of make check.
step() {
	local start=$SECONDS

	say "$1"
	as_user "$2" 2>&1 | tee /tmp/step.log | sed -u 's/^/| /' || fail "$1"
	say "$1: ok, $((SECONDS - start)) s"
}

# type_in TEXT: a line at the terminal.
type_in() {
	typed=$(stat -c %s $screen)
	echo "$1" >&"${game[1]}"
}

# await PATTERN [SECONDS]: until the screen shows it, after what was typed last.
await() {
	local tries

	for ((tries = 0; tries < ${2:-120}; tries++)); do
		! tail -c +$((typed + 1)) $screen | grep -qaE "$1" || return 0
		sleep 1
	done
	cat $screen
	fail "make play: this was never seen: $1"
}

# A person at a terminal: two moves, and what the board looks like after each.
play() {
	local screen=/tmp/screen typed=0 row='[1-8a-zA-Z]+/' start=$SECONDS session

	say 'make play'
	: >$screen
	coproc game { as_user "TERM=xterm-256color script -qfec \
		'stty rows 40 cols 100; make play' /dev/null" >$screen 2>&1; }
	# Bash forgets it as soon as the session is over.
	session=$game_PID
	await 'help explains' 600
	type_in ''
	await 'White (›|>)'
	type_in 'e2 e4'
	await 'Black plays'
	type_in fen
	await "$row$row$row${row}4P3/8/PPPP1PPP/RNBQKBNR w KQkq .* 2"
	type_in Nf3
	await 'Black plays'
	type_in fen
	await "$row$row$row$row${row}[1-8b]*N[1-8b]*/PPPP1PPP/RNBQKB1R w KQ.* 3"
	type_in quit
	await 'Your game is kept'
	wait $session || fail 'make play ended badly'
	say "make play: ok, $((SECONDS - start)) s"
}

# With ../shared, the parts that have just skipped a test run again.
with_shared() {
	local name names=

	ln -s /srv/shared /home/$user/shared
	while read -r name; do
		! grep -qF "skipped: $name: " /tmp/step.log ||
			printf -v names '%s %q' "$names" "$name"
	done < <(as_user 'tools/check.sh smallest list')
	[ "$names" ] || fail 'without ../shared nothing was skipped'
	step 'with ../shared' "tools/check.sh smallest only $names"
}

fresh() {
	umount -l /old
	rmdir /old
	! ls /usr/local/share/ca-certificates/*.crt >/dev/null 2>&1 ||
		update-ca-certificates >/dev/null 2>&1
	useradd --create-home --shell /bin/bash $user
	echo "$user ALL=(ALL) NOPASSWD: ALL" >/etc/sudoers.d/$user
	mkdir -p /home/$user/.cache/rookery /home/$user/.npm
	mount --bind /srv/kept/user /home/$user/.cache/rookery
	mount --bind /srv/kept/npm /home/$user/.npm
	find /home/$user/.cache -type d -exec chown $user: {} +
	chown -R $user: /home/$user/.npm
	chown -R $user: /srv/rookery.git
	su - $user -c 'git clone -q file:///srv/rookery.git'
	step 'make help, make clean: no compiler, no error' \
		'! command -v cc && ! { make help && make clean; } 2>&1 >/dev/null | grep .'
	play
	step 'make check-smallest' 'make check-smallest'
	if [ -d /srv/shared ]; then
		with_shared
	else
		say 'there is no ../shared here to put beside the tree'
	fi
	say "all is well on a bare Debian $(cat /etc/debian_version)"
}

case ${1:-} in
--inside) inside "$2" "$3" "$4" ;;
--fresh) fresh ;;
*)
	cd "$(dirname "$0")/.."
	self=$PWD/tools/check-fresh.sh
	suite=${1:-bookworm}
	own=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
	cache=${XDG_CACHE_HOME:-${HOME:-$PWD/build}/.cache}/rookery
	folder=$cache/fresh
	begin
	outside
	;;
esac
