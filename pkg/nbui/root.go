package nbui

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/janpfeifer/gonb/gonbui/protocol"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/gotool"
)

// RootVariable names the folder of the repository where it is not found by itself.
const RootVariable = "SUDOKULAB_ROOT"

var moduleLine = regexp.MustCompile(`(?m)^module ` + regexp.QuoteMeta(gotool.Module()) + `\s*$`)

// Root returns the folder of the repository: the one that the variable SUDOKULAB_ROOT names,
// or the nearest at or above the notebook (GONB_DIR) or else the working directory.
func Root() (string, error) { return rootFrom(os.Getenv, os.Getwd) }

func rootFrom(env func(string) string, working func() (string, error)) (string, error) {
	if dir := env(RootVariable); dir != "" {
		ok, err := isRoot(dir)
		if err == nil && !ok {
			err = errors.New("holds no go.mod of the module " + gotool.Module())
		}
		if err != nil {
			return "", fmt.Errorf("nbui: %s is %s, which is not the repository: %w", RootVariable, dir, err)
		}
		return filepath.Abs(dir)
	}
	var tried []string
	from := func(dir string) (string, error) {
		dir, err := filepath.Abs(dir)
		if err != nil {
			return "", fmt.Errorf("nbui: %w", err)
		}
		tried = append(tried, dir)
		for {
			if ok, err := isRoot(dir); err != nil || ok {
				return dir, err
			}
			up := filepath.Dir(dir)
			if up == dir {
				return "", nil
			}
			dir = up
		}
	}
	if dir := env(protocol.GONB_DIR_ENV); dir != "" {
		if root, err := from(dir); err != nil || root != "" {
			return root, err
		}
	}
	dir, err := working()
	if err != nil {
		return "", fmt.Errorf("nbui: %w", err)
	}
	if root, err := from(dir); err != nil || root != "" {
		return root, err
	}
	return "", fmt.Errorf("nbui: no repository at or above %s: no go.mod of the module %s; set %s to its folder", strings.Join(tried, " or "), gotool.Module(), RootVariable)
}

func isRoot(dir string) (bool, error) {
	mod, err := atomicfile.ReadFile(filepath.Join(dir, "go.mod"), atomicfile.Most)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return moduleLine.Match(mod), nil
}

// committed reads a file of the repository, its name with slashes.
func committed(name string) ([]byte, error) {
	root, err := Root()
	if err != nil {
		return nil, err
	}
	return atomicfile.ReadFile(filepath.Join(root, filepath.FromSlash(name)), atomicfile.Most)
}
