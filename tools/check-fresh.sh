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
# tools/fresh.sh makes the Debian. The base system, packages and built kernels stay in
# ~/.cache/rookery/fresh.
# The mirror and apt's and npm's settings are those of this machine.
set -euo pipefail

speaker=check-fresh
user=player
child=
failures=

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
	local found kept=$folder/$suite

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
	configure "$root" "$found"
	git -c safe.directory='*' clone -q --bare --depth 1 "file://$PWD" "$root/srv/rookery.git"
	cp "$self" tools/fresh.sh "$root/srv/"
	share "$cache" "$kept/user"
	setpriv --pdeathsig KILL unshare --mount --pid --uts --fork --kill-child \
		"$self" --inside "$suite" "$root" "$kept" "$PWD/../shared" 9>&- </dev/null &
	child=$!
	wait $child || fail "the reasons are above"
	child=
	share "$kept/user" "$cache"
	chown -R --reference="$cache" "$cache"/*.deb "$cache"/debug-* 2>/dev/null || true
}

# ---- In the namespaces, then on the new machine.

as_user() {
	su - $user -c "cd rookery && $1"
}

# What a step that failed said about it: of a table of parts all that failed, each
# with its reason, else the last lines.
reasons() {
	if grep -q '^FAILED: ' "$1"; then
		sed -n '/^FAILED: /,/^  alone: /p' "$1"
	else
		tail -n 15 "$1"
	fi
}

# step NAME COMMAND: as the user; the output is marked, so that a sum in it is
# not taken for the sum of make check. What fails is told of again at the end.
step() {
	local start=$SECONDS

	say "$1"
	if as_user "$2" 2>&1 | tee /tmp/step.log | sed -u 's/^/| /'; then
		say "$1: ok, $((SECONDS - start)) s"
		return
	fi
	say "$1: FAILED, $((SECONDS - start)) s"
	failures+="FAILED: $1"$'\n'"$(reasons /tmp/step.log | sed 's/^/| /')"$'\n'
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
	settle
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
	[ -z "$failures" ] || { printf '%s' "$failures"; exit 1; }
	say "all is well on a bare Debian $(cat /etc/debian_version)"
}

self=$(realpath "$0")
cd "$(dirname "$self")/.."
own=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
cache=${XDG_CACHE_HOME:-${HOME:-$PWD/build}/.cache}/rookery
case ${1:-} in
--inside | --fresh) suite=$2 ;;
*) suite=${1:-bookworm} ;;
esac
. "$(dirname "$self")/fresh.sh"

case ${1:-} in
--inside) enter "$3" "$4/debs" "$4" "$5" /bin/bash /srv/check-fresh.sh --fresh "$2" ;;
--fresh) fresh ;;
*)
	begin
	outside
	;;
esac
