#!/usr/bin/env bash
# Installs Debian's packages, as root: those of the lab, or what makes a virtual environment of Python.
#
#   packages.sh {lab|venv}
#
# DEBIAN_PACKAGES says of which day:
#
#   snapshot   the day of the base image: its sources name Debian's archive of that day in comments, and
#              these are used for this call alone. The same Dockerfile then installs the same versions.
#   current    what the sources give today, with Debian's newest fixes
#
# The versions that were installed are listed in /usr/local/share/sudokulab/packages.txt.
set -euo pipefail

fail() {
	printf 'packages.sh: %s\n' "$*" >&2
	exit 1
}

case ${1:-} in
# gcc and libc6-dev: cells that import the backends are linked by them (cgo). Notebook draws the lists of
# kernels and files, nbconvert executes a notebook without it, the client lists the kernels.
lab) packages=(ca-certificates gcc jupyter-client jupyter-nbconvert jupyter-notebook libc6-dev make python3) ;;
venv) packages=(python3-venv) ;;
*) fail 'usage: packages.sh {lab|venv}' ;;
esac

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
options=(-o Acquire::Retries=3)

case ${DEBIAN_PACKAGES:-snapshot} in
current) ;;
snapshot)
	# "# http://HOST/archive/…" above a line "URIs: …" takes its place.
	sources=/etc/apt/sources.list.d/debian.sources
	dated=$scratch/dated.sources
	[[ -r $sources ]] || fail "no $sources, which would name the archive of a day; DEBIAN_PACKAGES=current takes today's packages"
	awk '
		/^# *https?:\/\/.*\/archive\// { day = $NF; next }
		/^URIs:/ { if (day == "") { exit 1 } print "URIs: " day; day = ""; next }
		{ print }
	' "$sources" >"$dated" || fail "$sources names no archive of a day; DEBIAN_PACKAGES=current takes today's packages"
	# apt reads the list as another user.
	chmod 755 "$scratch"
	chmod 644 "$dated"
	# The lists of a past day are past their date by design; their signatures are checked as ever.
	options+=(-o "Dir::Etc::sourcelist=$dated" -o Dir::Etc::sourceparts=- -o Acquire::Check-Valid-Until=false)
	;;
*) fail "DEBIAN_PACKAGES is \"$DEBIAN_PACKAGES\", want snapshot or current" ;;
esac

export DEBIAN_FRONTEND=noninteractive
apt-get "${options[@]}" -o APT::Update::Error-Mode=any update ||
	fail 'the lists of packages cannot be fetched; if it is the archive that does not answer, DEBIAN_PACKAGES=current does without'
apt-get "${options[@]}" install --yes --no-install-recommends "${packages[@]}"
apt-get clean
rm -rf /var/lib/apt/lists/*

mkdir -p /usr/local/share/sudokulab
dpkg-query --show --showformat '${Package} ${Version}\n' >/usr/local/share/sudokulab/packages.txt
