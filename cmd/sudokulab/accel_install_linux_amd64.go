package main

import (
	"context"
	"fmt"
	"io"

	"sudokulab/pkg/accel/install"
)

// installPlugin installs a plugin and says what it did.
func installPlugin(ctx context.Context, req pluginRequest, progress io.Writer) (string, error) {
	if req.missing && install.Installed(req.dir, req.target) {
		return fmt.Sprintf("%s: installed in %s", req.target, req.dir), nil
	}
	result, err := install.Plugin(ctx, install.Options{
		Target: req.target, Dir: req.dir, Version: req.version, File: req.file, Replace: req.replace || req.missing,
	}, progress)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s: %s, plugin %s", result.Target, plural(len(result.Packages), "package"), result.Plugin), nil
}
