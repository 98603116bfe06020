#!/usr/bin/env bash
# The images' entry point.
#
#   serve.sh               Jupyter Notebook in the work folder
#   serve.sh COMMAND …     that command
#
# Both in the environment that the CUDA plugin wants, where there is one. JUPYTER_IP is the address to listen on
# (127.0.0.1), JUPYTER_PORT the port (8888), JUPYTER_TOKEN the token to log in with; without it Jupyter makes one
# for each start and prints the address with it. WORK is the work folder (/lab).
set -euo pipefail
lab=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

around=()
if [[ -x /opt/jax/bin/python ]]; then
	export PYTHON=/opt/jax/bin/python
	around=("$lab/experiments/gpu/run.sh")
fi
if (($# > 0)); then
	exec "${around[@]}" "$@"
fi

# An empty variable is no token, and never means "let everybody in".
if [[ -z ${JUPYTER_TOKEN:-} ]]; then
	unset JUPYTER_TOKEN
fi
work=${WORK:-/lab}
# The lab's notebooks are copied once, so that what is changed in them lies in the volume.
if [[ ! -e $work/notebooks ]] && ! cp -R "$lab/notebooks" "$work/notebooks"; then
	printf 'serve.sh: user %s cannot write to %s, so notebooks cannot be saved there\n' "$(id -u)" "$work" >&2
fi
exec "${around[@]}" jupyter-notebook --no-browser --ip="${JUPYTER_IP:-127.0.0.1}" --port="${JUPYTER_PORT:-8888}" \
	--NotebookApp.port_retries=0 --MultiKernelManager.default_kernel_name=sudokulab --notebook-dir="$work"
