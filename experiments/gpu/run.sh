#!/usr/bin/env bash
# Runs a program with JAX's CUDA plugin in its environment. For a Linux machine that
# has an NVIDIA card, Python and JAX, and no Go: the program is built elsewhere
# (`make gpu-binary`) and carried there.
#
#   experiments/gpu/run.sh PROGRAM [ARG...]   run it
#   experiments/gpu/run.sh --print            print the settings and do nothing
#
# It has to be a script around the program: the dynamic loader reads LD_LIBRARY_PATH
# when a process begins, so a program cannot set it for itself. What is set:
#
#   SUDOKULAB_BACKEND   xla:<plugin>, unless it is set
#   LD_LIBRARY_PATH     the folders of the CUDA libraries beside the plugin, and that
#                       of the driver's libcuda if the loader does not know it
#   XLA_FLAGS           --xla_gpu_cuda_data_dir, unless it is there
#   PATH                the folder of ptxas, if there is one
#   GOPJRT_CUDA_CHECKS  0: no search for what has just been found
#   TF_CPP_MIN_LOG_LEVEL 2: XLA's errors without its notes, unless it is set
#
# PYTHON names the interpreter to ask; otherwise every python3 and python on PATH is
# asked in turn. Exit 3: no plugin was found.
set -euo pipefail

# Prints plugin, data folder and library folders as lines "key<TAB>value". It looks
# where Python would import from and imports nothing: JAX takes seconds to load.
locate='
import glob, os, sys

roots = [p for p in sys.path if p and os.path.isdir(p)]

def first(pattern):
    for root in roots:
        for path in sorted(glob.glob(os.path.join(root, pattern))):
            return path
    return None

plugin = first("jax_plugins/xla_cuda13/xla_cuda_plugin.so")
if not plugin:
    sys.exit(3)
print("plugin\t" + os.path.abspath(plugin))

nvvm = first("nvidia/cu13/nvvm")
if nvvm:
    print("data\t" + os.path.abspath(os.path.dirname(nvvm)))

# The wheels of CUDA 13 share one folder; cuDNN, NCCL and others lie beside it. Those of CUDA 12,
# which have a folder each, are left out: never libraries of both majors together.
libs = []
for root in roots:
    for lib in sorted(glob.glob(os.path.join(root, "nvidia", "*", "lib"))):
        package = os.path.basename(os.path.dirname(lib))
        other = package.startswith(("cuda_", "cublas", "cufft", "cusolver", "curand", "nvjitlink")) or package == "cusparse"
        if not other and os.path.abspath(lib) not in libs:
            libs.append(os.path.abspath(lib))
libs.sort(key=lambda d: "cu13" not in d)
for lib in libs:
    print("lib\t" + lib)
'

find_plugin() {
	local interpreters=() python answer
	if [[ -n ${PYTHON:-} ]]; then
		interpreters=("$PYTHON")
	else
		mapfile -t interpreters < <(type -aP python3 python 2>/dev/null || true)
	fi
	for python in "${interpreters[@]}"; do
		if answer=$("$python" -c "$locate"); then
			printf '%s\n' "$answer"
			return 0
		fi
	done
	printf 'run.sh: no jax_plugins/xla_cuda13 where these look for packages: %s\n' \
		"${interpreters[*]:-no python on PATH}" >&2
	printf 'run.sh: install JAX with its CUDA plugin there, or name its interpreter in PYTHON\n' >&2
	return 3
}

# Where the driver is mounted into containers, and where Windows' Linux keeps it.
driver_dir() {
	local dir
	if [[ $(ldconfig -p 2>/dev/null || true) == *libcuda.so.1* ]]; then
		return 0
	fi
	for dir in /usr/local/nvidia/lib64 /usr/local/nvidia/lib /usr/lib/wsl/lib; do
		if [[ -e $dir/libcuda.so.1 ]]; then
			printf '%s\n' "$dir"
			return 0
		fi
	done
}

if [[ $# -eq 0 ]]; then
	printf 'usage: run.sh PROGRAM [ARG...]\n       run.sh --print\n' >&2
	exit 2
fi

found=$(find_plugin) || exit $?
plugin='' data='' libraries=''
while IFS=$'\t' read -r key value; do
	case $key in
	plugin) plugin=$value ;;
	data) data=$value ;;
	lib) libraries+="${libraries:+:}$value" ;;
	esac
done <<<"$found"

driver=$(driver_dir)
libraries+="${driver:+${libraries:+:}$driver}"

export SUDOKULAB_BACKEND=${SUDOKULAB_BACKEND:-xla:$plugin}
export GOPJRT_CUDA_CHECKS=0
export TF_CPP_MIN_LOG_LEVEL=${TF_CPP_MIN_LOG_LEVEL:-2}
if [[ -n $libraries ]]; then
	export LD_LIBRARY_PATH=$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
fi
if [[ -n $data ]]; then
	if [[ ${XLA_FLAGS:-} != *--xla_gpu_cuda_data_dir* ]]; then
		export XLA_FLAGS="${XLA_FLAGS:+$XLA_FLAGS }--xla_gpu_cuda_data_dir=$data"
	fi
	if [[ -x $data/bin/ptxas ]]; then
		export PATH=$data/bin:$PATH
	fi
fi

if [[ $1 == --print ]]; then
	for name in SUDOKULAB_BACKEND LD_LIBRARY_PATH XLA_FLAGS PATH GOPJRT_CUDA_CHECKS TF_CPP_MIN_LOG_LEVEL; do
		printf '%s=%q\n' "$name" "${!name:-}"
	done
	exit 0
fi
exec "$@"
