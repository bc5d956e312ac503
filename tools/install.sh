#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# Installs what make has built, or removes it again; make install and make
# uninstall call it with the directories in the environment (install.mk).
#
# Every file and every folder that is made is noted in
# $datadir/rookery/installed.txt, and uninstall removes what is noted there: the
# files, then those folders that are empty. So it removes what was installed,
# not what another version would install, and nothing else.
set -eu
cd "$(dirname "$0")/.."
umask 022

list=$DESTDIR$datadir/rookery/installed.txt

note() {
	grep -qxF "$1" "$list" 2>/dev/null || echo "$1" >>"$list"
}

# make_folder PATH: with all above it; those that are new are noted.
make_folder() {
	[ "$1" ] || { [ -z "$DESTDIR" ] || mkdir -p "$DESTDIR"; return; }
	[ ! -d "$DESTDIR$1" ] || return 0
	make_folder "${1%/*}"
	mkdir "$DESTDIR$1"
	noted="${noted}folder $1
"
}

# put MODE FOLDER FILE...
put() {
	mode=$1
	folder=$2
	shift 2
	make_folder "$folder"
	for file; do
		install -m "$mode" "$file" "$DESTDIR$folder/"
		noted="${noted}file $folder/${file##*/}
"
	done
}

# put_tree FOLDER SOURCE: all files below it.
put_tree() {
	find "$2" -type f | LC_ALL=C sort >"$list.tree"
	while read -r file; do
		below=${file#"$2"/}
		case $below in
		*/*) put 644 "$1/${below%/*}" "$file" ;;
		*) put 644 "$1" "$file" ;;
		esac
	done <"$list.tree"
	rm "$list.tree"
}

put_manuals() {
	for page in docs/man/*.[1-9]; do
		case ${page##*/} in
		rookery-web.1) [ "$HTTP" != none ] || continue ;;
		rookery-window.1) [ "$GTK" != none ] || continue ;;
		rookery-picture.1 | rookery-desktop.1) [ "$CAIRO" != none ] || continue ;;
		rookery-mpi.1) [ "$MPI" ] || continue ;;
		esac
		put 644 "$mandir/man${page##*.}" "$page"
	done
}

# What rookery-mpi match and tune run.
put_tools() {
	put 755 "$libexecdir/rookery/tools" tools/match.py tools/spsa.py "$REFEREE"
	put 644 "$libexecdir/rookery/tools" tools/match_*.py
	put 644 "$libexecdir/rookery/data" data/starts.txt
}

put_desktop() {
	data=ports/desktop/data
	put 644 "$datadir/applications" $data/org.rookery.Rookery.desktop
	put 644 "$datadir/metainfo" $data/org.rookery.Rookery.metainfo.xml
	put 644 "$datadir/icons/hicolor/scalable/apps" $data/org.rookery.Rookery.svg
}

install_all() {
	noted=
	make_folder "$datadir/rookery"
	put 755 "$bindir" $PROGRAMS
	put_manuals
	for name in rookery chessctl ${MPI:+rookery-mpi}; do
		put 644 "$bashdir" "tools/completion/bash/$name"
		put 644 "$zshdir" "tools/completion/zsh/_$name"
		put 644 "$fishdir" "tools/completion/fish/$name.fish"
	done
	put 644 "$datadir/rookery" data/openings.txt data/puzzles.txt
	[ ! -e data/network.rknet ] || put 644 "$datadir/rookery" data/network.rknet
	put 644 "$docdir" README.md CHANGELOG.md LICENSE
	if [ "$MPI" ]; then
		put_tools
	else
		echo "install: no rookery-mpi, which needs MPI (make cluster)" >&2
	fi
	if [ "$GTK" = none ]; then
		echo "install: no window, which needs GTK (make desktop)" >&2
	else
		put_desktop
	fi
	if [ "$HTTP" = none ]; then
		echo "install: no page, which needs libmicrohttpd (make play-web)" >&2
	elif [ -e build/web/index.html ]; then
		put_tree "$datadir/rookery/web" build/web
	else
		echo "install: no page, which needs clang, lld and node (make web)" >&2
	fi
	printf '%s' "$noted" | while read -r line; do
		note "$line"
	done
	echo "installed in $DESTDIR$bindir and $DESTDIR$datadir"
}

uninstall_all() {
	[ -e "$list" ] || {
		echo "uninstall: there is no $list" >&2
		exit 1
	}
	sed -n 's/^file //p' "$list" | while read -r file; do
		rm -f "$DESTDIR$file"
	done
	folders=$(sed -n 's/^folder //p' "$list" | LC_ALL=C sort -r)
	rm "$list"
	echo "$folders" | while read -r folder; do
		[ -z "$folder" ] || rmdir "$DESTDIR$folder" 2>/dev/null || true
	done
	echo "removed from $DESTDIR$bindir and $DESTDIR$datadir"
}

case ${1:-} in
install) install_all ;;
uninstall) uninstall_all ;;
*)
	echo "usage: tools/install.sh install|uninstall; make calls it" >&2
	exit 2
	;;
esac
