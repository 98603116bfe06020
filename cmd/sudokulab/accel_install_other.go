//go:build !(linux && amd64)

package main

import (
	"context"
	"errors"
	"io"
)

// installPlugin is not to be had: the catalogue of plugins that package install reads is
// built for Linux on amd64 only, and the other commands must not go without a program for it.
func installPlugin(context.Context, pluginRequest, io.Writer) (string, error) {
	return "", errors.New("plugins can be installed on Linux on amd64 only; the pure-Go backend needs none")
}
