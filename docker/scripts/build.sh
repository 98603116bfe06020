#!/usr/bin/env bash
# Builds the program and the notebooks' kernel in the source tree, and warms Go's caches with what cells
# import. Runs as the user whom the caches belong to.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

go version
go mod download
go -C .tools/jupyter mod download
# GOFLAGS brings -tags xla, so that the program and the cells can load a plugin.
go build -o bin/sudokulab ./cmd/sudokulab
bin/sudokulab kernel build
bin/sudokulab kernel install --prefix /usr/local
bin/sudokulab site

# Archives that have been unpacked are not read again.
find "$(go env GOMODCACHE)/cache/download" -name '*.zip' -delete
