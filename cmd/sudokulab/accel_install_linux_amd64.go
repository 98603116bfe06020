package main

import (
	"context"
	"fmt"
	"io"

	"sudokulab/pkg/accel/install"
)

// installPlugin downloads a plugin and says what it did.
func installPlugin(ctx context.Context, req pluginRequest, progress io.Writer) (string, error) {
	result, err := install.Plugin(ctx, install.Options{Target: req.target, Dir: req.dir, Version: req.version, Replace: req.replace}, progress)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s: %s, plugin %s", result.Target, plural(len(result.Packages), "package"), result.Plugin), nil
}
