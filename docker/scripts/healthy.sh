#!/usr/bin/env bash
# Says whether Jupyter answers; with --cell also whether the kernel executes one.
#
#   healthy.sh [--cell]
#
# Exit code 1 if not. The images' health check is the short form: a cell every half minute would be a load.
set -euo pipefail

# Straight to the server, whatever proxy the environment names. /api needs no token.
python3 - "http://127.0.0.1:${JUPYTER_PORT:-8888}/api" <<'python'
import json, sys, urllib.request

direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
try:
    with direct.open(sys.argv[1], timeout=5) as answer:
        print("Jupyter answers, version", json.load(answer)["version"])
except Exception as e:
    sys.exit("healthy.sh: %s: %s" % (sys.argv[1], e))
python

case ${1:-} in
'') exit 0 ;;
--cell) ;;
*)
	printf 'usage: healthy.sh [--cell]\n' >&2
	exit 2
	;;
esac

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cat >"$scratch/cell.ipynb" <<'notebook'
{"nbformat": 4, "nbformat_minor": 4,
 "metadata": {"kernelspec": {"name": "sudokulab", "display_name": "Go (sudokulab)", "language": "go"}},
 "cells": [{"cell_type": "code", "execution_count": null, "metadata": {}, "outputs": [], "source": [
  "import \"sudokulab/pkg/board\"\n",
  "%%\n",
  "fmt.Println(\"cells\", len(board.MustParse(\"4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......\").String()))\n"]}]}
notebook
# The kernel's own log is of interest only when something is wrong.
if ! jupyter-nbconvert --to markdown --execute --stdout "$scratch/cell.ipynb" >"$scratch/cell.md" 2>"$scratch/log" ||
	! grep -q 'cells 81' "$scratch/cell.md"; then
	printf 'healthy.sh: the kernel did not execute a cell rightly:\n' >&2
	cat "$scratch/log" "$scratch/cell.md" >&2
	exit 1
fi
printf 'the kernel executed a cell\n'
