#!/usr/bin/env bash
# Installs JAX's CUDA plugin and NVIDIA's libraries from their wheels into a virtual environment, and asks the
# script that sets the environment whether it finds them. The plugin itself is not loaded: that needs a card.
# JAX is not installed; nothing imports it.
set -euo pipefail
here=$(dirname "${BASH_SOURCE[0]}")

python3 -m venv /opt/jax
# --no-deps, as the list is complete: the plugin's shared library needs no package of Python's.
/opt/jax/bin/python -m pip install --disable-pip-version-check --no-cache-dir --no-deps --only-binary :all: \
	--require-hashes --requirement "$here/requirements-cuda13.txt"
PYTHON=/opt/jax/bin/python bash "$here/run.sh" --print
