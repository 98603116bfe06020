#!/usr/bin/env bash
# Installs XLA's plugin for the processor from a file in the lab's tree, whose SHA-256 has to be the one that is given with it, and lets it
# compute a small graph with a known answer. Nothing is fetched: the plugin's publisher states no hash.
#
# XLA_PLUGIN=none, which is the default, leaves it out: everything then runs on the pure-Go backend.
set -euo pipefail

plugin=${XLA_PLUGIN:-none}
if [ "$plugin" = none ]; then
	printf 'plugin-cpu.sh: left out, as XLA_PLUGIN says; the backend will be the pure-Go one\n'
	exit 0
fi
if [ ! -f "$plugin" ]; then
	printf 'plugin-cpu.sh: XLA_PLUGIN is "%s", want none or a file below the root of the clone\n' "$plugin" >&2
	exit 1
fi
if ! printf '%s  %s\n' "${XLA_PLUGIN_SHA256:-}" "$plugin" | sha256sum --check --strict --status 2>/dev/null; then
	printf 'plugin-cpu.sh: %s does not have the SHA-256 "%s" of XLA_PLUGIN_SHA256\n' "$plugin" "${XLA_PLUGIN_SHA256:-}" >&2
	exit 1
fi
if ! sudokulab accel install cpu --dir /opt/pjrt --file "$plugin"; then
	printf 'plugin-cpu.sh: no plugin; XLA_PLUGIN=none builds without it, on the pure-Go backend\n' >&2
	exit 1
fi
PJRT_PLUGIN_LIBRARY_PATH=/opt/pjrt sudokulab doctor --accel --backend xla:cpu
