//go:build linux && amd64

package install

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/atomicfile"
)

// Targets of [Options].
const (
	CPU    = "cpu"
	CUDA13 = "cuda13"
	CUDA12 = "cuda12"
)

// Options say what to install and where.
type Options struct {
	Target string // cpu, cuda13 or cuda12
	Dir    string // the plugin goes to Dir/Target; Dir is made if it is missing
	// Version of the CPU plugin; empty is TestedCPUVersion. The CUDA plugin is always
	// the newest, since only for that one the index lists the libraries.
	Version string
	Replace bool // an installation that is there already
	// Stall ends a download of which nothing arrives for so long; 0 means a minute.
	Stall time.Duration
}

// Validate checks the options without touching the disk.
func (o Options) Validate() error {
	if !slices.Contains([]string{CPU, CUDA13, CUDA12}, o.Target) {
		return fmt.Errorf("install: target %q, want %s, %s or %s", o.Target, CPU, CUDA13, CUDA12)
	}
	if o.Dir == "" {
		return errors.New("install: no folder to install into")
	}
	if o.Version != "" && o.Target != CPU {
		return fmt.Errorf("install: version %q for %s, only the CPU plugin's can be chosen", o.Version, o.Target)
	}
	return nil
}

// Package is one fetched file.
type Package struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Bytes   int64  `json:"bytes"`
	SHA256  string `json:"sha256"`
	Checked bool   `json:"checked"` // against a hash that its publisher gave
}

// Result tells what was installed; it is also the manifest in the folder.
type Result struct {
	Target   string    `json:"target"`
	Folder   string    `json:"-"` // Dir/Target
	Plugin   string    `json:"-"` // the plugin file below Folder
	Packages []Package `json:"packages"`
}

const (
	pluginDir    = "plugin"
	manifestName = "manifest.json"
)

// ErrInstalled is wrapped when the target is there already and Replace is not set.
var ErrInstalled = errors.New("already installed")

// Plugin installs a plugin and prints what it does, line by line, to progress. On any
// error the folder Dir/Target is as it was before.
func Plugin(ctx context.Context, o Options, progress io.Writer) (Result, error) {
	return worker{list: published, check: accel.CheckPluginFile}.install(ctx, o, progress)
}

// worker holds what a test replaces.
type worker struct {
	list  catalog
	check func(plugin string) error
}

func (w worker) install(ctx context.Context, o Options, progress io.Writer) (result Result, err error) {
	if err := o.Validate(); err != nil {
		return Result{}, err
	}
	place, err := filepath.Abs(filepath.Join(o.Dir, o.Target))
	if err != nil {
		return Result{}, fmt.Errorf("install: %w", err)
	}
	if _, err := os.Lstat(place); err == nil && !o.Replace {
		return Result{}, fmt.Errorf("install: %s: %w (ask for replacement to renew it)", place, ErrInstalled)
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("install: %s: %w; %s is as it was", o.Target, err, place)
		}
	}()
	say := func(format string, args ...any) { _, _ = fmt.Fprintf(progress, format+"\n", args...) }

	say("asking for the list of files")
	files, err := w.list(ctx, o.Target, o.Version)
	if err != nil {
		return Result{}, fmt.Errorf("no list of files (is the network reachable?): %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(place), 0o755); err != nil {
		return Result{}, err
	}
	work, err := os.MkdirTemp(filepath.Dir(place), "."+o.Target+"-new-")
	if err != nil {
		return Result{}, err
	}
	defer func() { _ = os.RemoveAll(work) }() // nothing is left there after the rename
	if err := errors.Join(os.Chmod(work, 0o755), os.Mkdir(filepath.Join(work, pluginDir), 0o755)); err != nil {
		return Result{}, err
	}

	result = Result{Target: o.Target, Folder: place}
	client := newClient()
	for i, f := range files {
		say("%d of %d: %s %s", i+1, len(files), f.name, f.version)
		p, err := fetch(ctx, client, f, work, stall(o), progress)
		if err != nil {
			return Result{}, fmt.Errorf("%s %s: %w", f.name, f.version, err)
		}
		result.Packages = append(result.Packages, p)
	}
	plugin, err := w.findPlugin(work)
	if err != nil {
		return Result{}, err
	}
	manifest, err := json.MarshalIndent(result, "", "  ")
	if err != nil {
		return Result{}, err
	}
	if err := atomicfile.WriteBytes(filepath.Join(work, manifestName), append(manifest, '\n')); err != nil {
		return Result{}, err
	}
	if err := swap(work, place); err != nil {
		return Result{}, err
	}
	result.Plugin = filepath.Join(place, pluginDir, plugin)
	say("installed %s", result.Plugin)
	return result, nil
}

// findPlugin returns the name of the file in the plugin folder that can be loaded.
func (w worker) findPlugin(work string) (string, error) {
	found, _ := accel.FindPlugins(accel.Options{PluginDirs: []string{filepath.Join(work, pluginDir)}})
	for _, p := range found {
		rel, err := filepath.Rel(filepath.Join(work, pluginDir), p.Path)
		if err != nil || strings.HasPrefix(rel, "..") {
			continue // from one of the usual folders
		}
		if err := w.check(p.Path); err != nil {
			return "", fmt.Errorf("what was fetched cannot be used: %w", err)
		}
		return rel, nil
	}
	return "", errors.New("what was fetched holds no plugin")
}

// swap puts work in the place of place, and back again if that fails.
func swap(work, place string) error {
	old := work + "-old"
	err := os.Rename(place, old)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	hadOld := err == nil
	if err := os.Rename(work, place); err != nil {
		if hadOld {
			err = errors.Join(err, os.Rename(old, place))
		}
		return err
	}
	return os.RemoveAll(old)
}

func stall(o Options) time.Duration {
	if o.Stall > 0 {
		return o.Stall
	}
	return time.Minute
}

// newClient gives up on a server that does not answer. It sets no limit on a whole
// download, which may rightly take an hour; fetch watches for stalls.
func newClient() *http.Client {
	t := &http.Transport{Proxy: http.ProxyFromEnvironment}
	if usual, ok := http.DefaultTransport.(*http.Transport); ok {
		t = usual.Clone()
	}
	t.ResponseHeaderTimeout = 30 * time.Second
	t.TLSHandshakeTimeout = 15 * time.Second
	return &http.Client{Transport: t}
}
