package main

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"sudokulab/pkg/gotool"
)

// raceFlag lets GoMLX's own pointer arithmetic pass.
const raceFlag = "-gcflags=github.com/gomlx/compute/...=-d=checkptr=0"

// newRace runs the race detector where it can find something.
func newRace() *cobra.Command {
	var list bool
	cmd := &cobra.Command{
		Use:   "race",
		Short: "Run the quick tests of the packages that have goroutines or locks under the race detector",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			packages, err := concurrent(cmd.Context(), "./pkg/...", "./cmd/...")
			if err != nil {
				return fmt.Errorf("race: %w", err)
			}
			if list {
				for _, p := range packages {
					fmt.Fprintln(cmd.OutOrStdout(), p)
				}
				return nil
			}
			c := exec.CommandContext(cmd.Context(), "go", append([]string{"test", "-race", "-short", "-timeout", "45m", raceFlag}, packages...)...)
			c.Stdout, c.Stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
			if err := c.Run(); err != nil {
				return fmt.Errorf("race: %w", err)
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&list, "list", false, "only list the packages")
	return cmd
}

// concurrent returns the packages of the patterns whose own code starts goroutines, takes locks or
// has channels.
func concurrent(ctx context.Context, patterns ...string) ([]string, error) {
	all, err := gotool.List[struct {
		ImportPath, Dir string
		GoFiles         []string
	}](ctx, ".", append([]string{"-json=ImportPath,Dir,GoFiles"}, patterns...)...)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, p := range all {
		for _, name := range p.GoFiles {
			file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			if sharesMemory(file) {
				names = append(names, p.ImportPath)
				break
			}
		}
	}
	return names, nil
}

// sharesMemory reports whether a file has a go statement or a channel, or imports what makes
// goroutines or locks.
func sharesMemory(file *ast.File) bool {
	for _, imported := range file.Imports {
		switch path, _ := strconv.Unquote(imported.Path.Value); path {
		case "sync", "sync/atomic", "golang.org/x/sync/errgroup":
			return true
		}
	}
	found := false
	ast.Inspect(file, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.GoStmt, *ast.ChanType:
			found = true
		}
		return !found
	})
	return found
}
