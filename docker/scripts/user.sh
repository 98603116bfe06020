#!/usr/bin/env bash
# Makes the user who runs everything, and the folders that are theirs, as root.
#
#   /opt/sudokulab             the lab's source tree
#   /opt/go                    Go's modules and its build cache
#   /opt/pjrt, /opt/jax        plugins for the processor and for CUDA
#   /usr/local/share/jupyter   the kernel's description: not below the home or the work folder, where a
#                              volume would hide it
#   /lab                      the notebooks, meant to be a volume
set -euo pipefail

if ! id lab >/dev/null 2>&1; then
	groupadd --gid 1000 lab
	useradd --uid 1000 --gid 1000 --create-home --shell /bin/bash lab
fi
install -d -o 1000 -g 1000 /opt/sudokulab /opt/go /opt/pjrt /opt/jax /usr/local/share/jupyter /lab
