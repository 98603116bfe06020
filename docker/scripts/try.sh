#!/usr/bin/env bash
# Does on plain Debian, in a chroot, what a build of the images does, and then tries the result: for a machine
# without a container engine.
#
#   docker/scripts/try.sh [--target cpu|cuda] [--arg NAME=VALUE]… FOLDER
#
# Root is needed, mmdebstrap or debootstrap, and a Go toolchain in place of the image golang. FOLDER becomes the
# chroot, or is one that this made before; it is left behind. The steps are not written here: they are read from
# the Dockerfile, whose stages all lie in the one chroot, one over the other. --arg is --build-arg.
#
# Afterwards doctor is run, Jupyter started and asked for its health and its kernels, and a cell executed, all
# as the images' user and with GOPROXY=off. Of this machine the chroot gets its name service, its certificates, the
# sources of apt and the variables that name proxies, and nothing else. Since such sources need not name an archive
# of a day, DEBIAN_PACKAGES is current unless --arg says otherwise. TRY_PORT is Jupyter's port, 18888.
set -euo pipefail

say() { printf '\n=== %s\n' "$*"; }
fail() {
	printf 'try.sh: %s\n' "$*" >&2
	exit 1
}

# With namespaces of its own, every mount and every process ends with this script.
if [[ ${TRY_NAMESPACE:-} != own ]]; then
	((EUID == 0)) || fail 'chroot needs root'
	exec env TRY_NAMESPACE=own unshare --mount --pid --fork --kill-child "${BASH_SOURCE[0]}" "$@"
fi

target=cpu
declare -A args=([DEBIAN_PACKAGES]=current)
while (($# > 1)); do
	case $1 in
	--target) target=$2 ;;
	--arg) args[${2%%=*}]=${2#*=} ;;
	*) break ;;
	esac
	shift 2
done
(($# == 1)) || fail 'usage: try.sh [--target cpu|cuda] [--arg NAME=VALUE]… FOLDER'
case $target in
cpu) other=cuda ;;
cuda) other=cpu ;;
*) fail "the target is \"$target\", want cpu or cuda" ;;
esac
lab=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
goroot=$(go env GOROOT)
mkdir -p "$1"
root=$(cd "$1" && pwd)
[[ $root != / ]] || fail 'not into the root of this system'

say "plain Debian in $root"
if [[ ! -e $root/etc/debian_version ]]; then
	suite=$(sed -n 's/^FROM debian:\([a-z]*\)-.*/\1/p' "$lab/docker/Dockerfile")
	if command -v mmdebstrap >/dev/null; then
		mmdebstrap --quiet --variant=minbase "$suite" "$root"
	else
		debootstrap --variant=minbase "$suite" "$root"
	fi
fi
sources=etc/apt/sources.list.d/debian.sources
if [[ -e /$sources ]]; then
	cp "/$sources" "$root/$sources"
	rm -f "$root/etc/apt/sources.list"
fi
cp -L /etc/resolv.conf /etc/hosts "$root/etc/"

# /dev with the devices that a container has, and no disks.
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
mkdir -m 1777 "$root/dev/shm"
for device in null zero full random urandom tty; do
	touch "$root/dev/$device"
	mount --bind "/dev/$device" "$root/dev/$device"
done
ln -s /proc/self/fd "$root/dev/fd"

# Proxies and certificates of this machine; then what ENV and ARG say.
environment=(PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin)
for name in HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy GOPROXY GONOSUMDB GOSUMDB GOPRIVATE PIP_INDEX_URL PIP_DEFAULT_TIMEOUT; do
	[[ -z ${!name:-} ]] || environment+=("$name=${!name}")
done
bundle=${SSL_CERT_FILE:-/etc/ssl/certs/ca-certificates.crt}
if [[ -e $bundle ]]; then
	install -m 644 "$bundle" "$root/tmp/outside.crt"
	environment+=(SSL_CERT_FILE=/tmp/outside.crt PIP_CERT=/tmp/outside.crt)
fi

user=0:0 workdir=/
inside() {
	chroot --userspec="$user" "$root" /usr/bin/env --ignore-environment --chdir="$workdir" "${environment[@]}" "$@"
}

# COPY from the build's context. What comes from another stage is in the chroot already, but for the toolchain.
copy() {
	local owner=0:0 from='' word path paths=()
	for word in "$@"; do
		case $word in
		--chown=*) owner=${word#--chown=} ;;
		--from=*) from=${word#--from=} ;;
		*) paths+=("$word") ;;
		esac
	done
	local destination=$root${paths[-1]}
	unset 'paths[-1]'
	mkdir -p "$destination"
	case $from in
	'') ;;
	toolchain)
		tar -C "$goroot" -cf - . | tar -C "$destination" --no-same-owner -xf -
		return
		;;
	*) return ;;
	esac
	for path in "${paths[@]}"; do
		if [[ $path == . ]]; then
			git -c safe.directory="$lab" -C "$lab" ls-files -z --cached --others --exclude-standard |
				tar -C "$lab" --null --no-recursion --files-from=- --ignore-failed-read -cf - |
				tar -C "$destination" --no-same-owner -xf -
		else
			cp "$lab/$path" "$destination"
		fi
	done
	[[ $owner == 0:0 ]] || chown -R "$owner" "$destination"
}

stage=none entry=''
declare -A users workdirs
while read -r word rest; do
	read -ra words <<<"$rest"
	if [[ $word == FROM ]]; then
		users[$stage]=$user workdirs[$stage]=$workdir
		stage=${words[-1]}
		user=${users[${words[0]}]:-0:0} workdir=${workdirs[${words[0]}]:-/}
		case $stage in
		toolchain | "$other" | "plugin-$other") ;;
		*) say "stage $stage" ;;
		esac
		continue
	fi
	case $stage in
	toolchain | "$other" | "plugin-$other") continue ;;
	esac
	case $word in
	'' | '#'* | VOLUME | EXPOSE | HEALTHCHECK) ;;
	ARG) environment+=("${rest%%=*}=${args[${rest%%=*}]-${rest#*=}}") ;;
	ENV) environment+=("$rest") ;;
	USER) user=$rest ;;
	WORKDIR)
		workdir=$rest
		mkdir -p "$root$workdir"
		;;
	COPY) copy "${words[@]}" ;;
	RUN)
		printf -- '--- as %s: %s\n' "$user" "$rest"
		begun=$SECONDS
		inside "${words[@]}"
		printf -- '--- %d s\n' $((SECONDS - begun))
		;;
	ENTRYPOINT)
		entry=${rest#'["'}
		entry=${entry%'"]'}
		;;
	*) fail "the instruction $word is not known here" ;;
	esac
done <"$lab/docker/Dockerfile"

# The port is one of this machine's, unlike a container's.
environment+=(JUPYTER_IP=127.0.0.1 "JUPYTER_PORT=${TRY_PORT:-18888}" JUPYTER_TOKEN=try GOPROXY=off)
scripts=${entry%/*}

say 'the program'
inside "$entry" id
inside "$entry" sudokulab version
inside "$entry" sudokulab doctor

say 'Jupyter'
inside "$entry" >"$root/tmp/jupyter.log" 2>&1 &
for ((i = 0; i < 30; i++)); do
	sleep 1
	if inside "$scripts/healthy.sh" 2>/dev/null; then
		break
	fi
done
if ! inside "$scripts/healthy.sh" --cell; then
	cat "$root/tmp/jupyter.log" >&2
	fail 'Jupyter is not healthy'
fi
inside jupyter-kernelspec list
say "all is well; $root holds $(du -sh --one-file-system "$root" | cut -f1)"
