//go:build linux && amd64

package install

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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
	// Version of the CPU plugin's release; empty is TestedCPUVersion. The CUDA plugin is the one whose hash is
	// known.
	Version string
	// File is the CPU plugin, or the archive that holds it, in place of a download; empty for none.
	File    string
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
	if o.File != "" && o.Target != CPU {
		return fmt.Errorf("install: file %s for %s, only the CPU plugin can be taken from a file", o.File, o.Target)
	}
	if o.File != "" && o.Version != "" {
		return fmt.Errorf("install: version %q and file %s, want one of them", o.Version, o.File)
	}
	return nil
}

// Package is one fetched file.
type Package struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Bytes   int64  `json:"bytes"`
	SHA256  string `json:"sha256"`
	Checked bool   `json:"checked"` // against a hash that this program holds
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

// Plugin installs a plugin and prints what it does, line by line, to progress. The CPU plugin must
// solve a small graph before it is installed, where this program can load it. On any error the folder
// Dir/Target is as it was before.
func Plugin(ctx context.Context, o Options, progress io.Writer) (Result, error) {
	return worker{origins: published, check: check}.install(ctx, o, progress)
}

// Installed reports whether the target is in the folder, by the manifest that Plugin wrote.
func Installed(dir, target string) bool {
	_, err := os.Stat(filepath.Join(dir, target, manifestName))
	return err == nil
}

// check reports why a file cannot be the plugin of a target.
func check(ctx context.Context, target, plugin string) error {
	if err := accel.CheckPluginFile(plugin); err != nil || target != CPU || !accel.BuiltWithXLA() {
		return err
	}
	choice, err := accel.Choose(ctx, accel.Options{Backend: "xla:" + plugin})
	if err != nil {
		return err
	}
	choice.Close()
	return nil
}

// worker holds what a test replaces.
type worker struct {
	origins func(target, version string) []origin
	unknown bool // files whose hash is not known are fetched, too
	check   func(ctx context.Context, target, plugin string) error
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
	if err := os.MkdirAll(filepath.Dir(place), 0o755); err != nil {
		return Result{}, err
	}
	if err := atomicfile.Writable(filepath.Dir(place)); err != nil { // before anything is fetched
		return Result{}, err
	}
	if o.File != "" {
		return w.put(ctx, o, place, progress, func(work string) ([]Package, error) {
			p, err := takeFile(o.File, work)
			return []Package{p}, err
		})
	}
	var lacks []string
	for _, from := range w.origins(o.Target, o.Version) {
		result, err := w.put(ctx, o, place, progress, func(work string) ([]Package, error) { return w.bring(ctx, o, from, place, work, progress) })
		if err == nil || ctx.Err() != nil {
			return result, err
		}
		_, _ = fmt.Fprintf(progress, "%s: %v\n", from.name, err)
		lacks = append(lacks, from.name+": "+err.Error())
	}
	err = fmt.Errorf("no origin gave it: %s", strings.Join(lacks, "; "))
	if o.Target == CPU {
		err = fmt.Errorf("%w; what to do: %s, and name that file", err, ByHand())
	}
	return Result{}, err
}

// put lets fill put a plugin with its libraries into a new folder beside place, looks whether it can
// be used, and lets the folder take the place.
func (w worker) put(ctx context.Context, o Options, place string, progress io.Writer, fill func(work string) ([]Package, error)) (result Result, err error) {
	work, err := os.MkdirTemp(filepath.Dir(place), "."+o.Target+"-new-")
	if err != nil {
		return Result{}, err
	}
	defer func() { _ = os.RemoveAll(work) }() // nothing is left there after the rename
	if err := errors.Join(os.Chmod(work, 0o755), os.Mkdir(filepath.Join(work, pluginDir), 0o755)); err != nil {
		return Result{}, err
	}
	result = Result{Target: o.Target, Folder: place}
	if result.Packages, err = fill(work); err != nil {
		return Result{}, err
	}
	plugin, err := w.findPlugin(ctx, o.Target, work)
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
	_, _ = fmt.Fprintf(progress, "installed %s\n", result.Plugin)
	return result, nil
}

// bring fetches what an origin offers, and unpacks it below work.
func (w worker) bring(ctx context.Context, o Options, from origin, place, work string, progress io.Writer) ([]Package, error) {
	say := func(format string, args ...any) { _, _ = fmt.Fprintf(progress, format+"\n", args...) }
	say("asking %s for the list of files", from.name)
	files, err := from.list(ctx)
	if err != nil {
		return nil, fmt.Errorf("no list of files (is the network reachable?): %w", err)
	}
	downloads := filepath.Join(filepath.Dir(place), "."+o.Target+"-downloads")
	defer func() { _ = os.Remove(downloads) }() // it stays if it holds what a later call continues
	if err := atomicfile.Folder(downloads, 0o755); err != nil {
		return nil, err
	}
	var all []Package
	for i, f := range files {
		if f.sha256 == "" && !w.unknown {
			return nil, fmt.Errorf("%s: no SHA-256 of it is known, and nothing native is taken from the network unchecked", f.name)
		}
		say("%d of %d: %s %s", i+1, len(files), f.name, f.version)
		p, err := fetch(ctx, f, downloads, work, stall(o), progress)
		if err != nil {
			return nil, fmt.Errorf("%s %s: %w", f.name, f.version, err)
		}
		all = append(all, p)
	}
	return all, nil
}

// findPlugin returns the name of the file in the plugin folder that can be loaded.
func (w worker) findPlugin(ctx context.Context, target, work string) (string, error) {
	found, _ := accel.FindPlugins(accel.Options{PluginDirs: []string{filepath.Join(work, pluginDir)}})
	for _, p := range found {
		rel, err := filepath.Rel(filepath.Join(work, pluginDir), p.Path)
		if err != nil || strings.HasPrefix(rel, "..") {
			continue // from one of the usual folders
		}
		if err := w.check(ctx, target, p.Path); err != nil {
			return "", fmt.Errorf("the plugin cannot be used: %w", err)
		}
		return rel, nil
	}
	return "", errNoPlugin
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
