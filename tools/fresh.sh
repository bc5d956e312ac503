# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# A bare Debian to try things on, for tools/check-fresh.sh and tests/deb; bash
# sources this file. It lives in mount, process and host name namespaces of its own:
# when the first process in there ends, by whatever signal, the kernel ends all
# others, and all mounts. It needs root.
#
# Callers set:
#	speaker  the word before each line that is printed
#	suite    bookworm, for example
#	own      the suite of this machine
#	cache    ~/.cache/rookery; $cache/fresh has the base system and packages

export LC_ALL=C.UTF-8
folder=$cache/fresh
base=$folder/$suite.tar

say() {
	echo "$speaker: $*"
}

fail() {
	say "FAILED: $*"
	exit 1
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

# configure ROOT SOURCES: the settings by which this machine reaches mirrors and
# registries.
configure() {
	local root=$1 found=$2 registry cafile

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

# enter ROOT DEBS KEPT SHARED COMMAND...: in namespaces that unshare has made, starts
# a command in there. DEBS keeps apt's packages, KEPT is seen as /srv/kept, SHARED as
# /srv/shared; the latter two may be missing.
enter() {
	local root=$1 debs=$2 kept=$3 shared=$4 name
	shift 4

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
	mount --bind "$debs" "$root/var/cache/apt/archives"
	if [ -d "$kept" ]; then
		mkdir -p "$root/srv/kept"
		mount --bind "$kept" "$root/srv/kept"
	fi
	if [ -d "$shared" ]; then
		mkdir "$root/srv/shared"
		mount --bind "$shared" "$root/srv/shared"
		mount -o remount,bind,ro "$root/srv/shared"
	fi
	cd "$root"
	pivot_root . old
	exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
		chroot . "$@"
}

# What remains to be done on the new machine.
settle() {
	umount -l /old
	rmdir /old
	! ls /usr/local/share/ca-certificates/*.crt >/dev/null 2>&1 ||
		update-ca-certificates >/dev/null 2>&1
}
