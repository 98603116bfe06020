#!/usr/bin/env bash
# Installs XLA's plugin for the processor with the program's own installer, which knows where it is published, and
# lets it compute a small graph with a known answer.
#
# XLA_PLUGIN=none leaves it out: everything then runs on the pure-Go backend.
set -euo pipefail

case ${XLA_PLUGIN:-install} in
install) ;;
none)
	printf 'plugin-cpu.sh: left out, as XLA_PLUGIN says; the backend will be the pure-Go one\n'
	exit 0
	;;
*)
	printf 'plugin-cpu.sh: XLA_PLUGIN is "%s", want install or none\n' "$XLA_PLUGIN" >&2
	exit 1
	;;
esac

if ! sudokulab accel install cpu --dir /opt/pjrt; then
	printf 'plugin-cpu.sh: no plugin; XLA_PLUGIN=none builds without it, on the pure-Go backend\n' >&2
	exit 1
fi
PJRT_PLUGIN_LIBRARY_PATH=/opt/pjrt sudokulab doctor --accel --backend xla:cpu
