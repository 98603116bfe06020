package nbcache

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/jupyter"
	"sudokulab/pkg/nbexec"
	"sudokulab/pkg/nbexec/nbformat"
)

// version is a part of each key; it grows when an entry comes to mean something else.
const version = "1"

// perName bounds the entries of one name: parameters and branches make several.
const perName = 8

// Cache is a folder with outputs of earlier runs.
type Cache struct {
	Dir string // made when the first entry is written
}

// Question says what is to be executed.
type Question struct {
	// Name tells the entries of one notebook from others'; any text. The notebook's path is a
	// good one.
	Name     string
	Notebook *nbformat.Notebook // not changed
	Options  nbexec.Options
	// Spec is the kernel that Options leads to.
	Spec jupyter.Spec
	// Inputs are digests of what else the outputs depend on.
	Inputs []string
	// Force executes the notebook in any case, and keeps what it gives.
	Force bool
}

// Run executes the notebook, or gives back what an earlier run with the same key gave; kept says
// which. The result of a kept run has no times. Errors are those of [nbexec.Run], and those of
// reading what the key is made of.
func (c Cache) Run(ctx context.Context, q Question) (r *nbexec.Result, kept bool, err error) {
	if ctx.Err() != nil {
		return nil, false, ctx.Err()
	}
	key, err := q.key()
	if err != nil {
		return nil, false, err
	}
	path := c.path(q.Name, key)
	if !q.Force && !q.Options.Timing {
		if r := q.kept(path); r != nil {
			// The time of use decides which entries stay.
			_ = os.Chtimes(path, time.Time{}, time.Now())
			return r, true, nil
		}
	}
	r, err = nbexec.Run(ctx, q.Notebook, q.Options)
	if err == nil && !q.Options.Timing {
		_ = c.keep(path, q.Name, r.Notebook) // a run that cannot be kept has succeeded all the same
	}
	return r, false, err
}

// CodeOf returns the sources of the code cells.
func CodeOf(n *nbformat.Notebook) []string {
	var sources []string
	for _, c := range n.Cells {
		if c.Type == nbformat.Code {
			sources = append(sources, c.Source)
		}
	}
	return sources
}

// prepared returns the notebook as it is before its first cell is executed.
func (q *Question) prepared() (*nbformat.Notebook, error) {
	n := q.Notebook.Clone()
	n.Upgrade()
	if len(q.Options.Parameters) > 0 {
		if err := nbexec.Inject(n, q.Spec.Language, q.Options.Parameters); err != nil {
			return nil, err
		}
	}
	return n, nil
}

// key returns the name of all that the outputs depend on.
func (q *Question) key() (string, error) {
	n, err := q.prepared()
	if err != nil {
		return "", err
	}
	type cell struct {
		Source string
		Tags   []string
		Kept   []*nbformat.Output // of a cell that is not executed
	}
	type inputs struct {
		Version, System string
		Cells           []cell
		Sanitize        *nbexec.Sanitizer
		AllowErrors     bool
		Provenance      bool
		MaxOutput       int
		Dir             string
		Env             []string
		Spec            jupyter.Spec
		Name            string
		Parameters      []nbexec.Parameter
		Programs        string
		Inputs          []string
	}
	o := &q.Options
	in := inputs{
		Version: version, System: runtime.GOOS + "/" + runtime.GOARCH, Sanitize: o.Sanitize, AllowErrors: o.AllowErrors,
		Provenance: o.Provenance, MaxOutput: o.MaxOutput, Dir: o.Dir, Env: o.Env, Spec: q.Spec, Name: q.Spec.Name,
		Parameters: o.Parameters, Inputs: q.Inputs,
	}
	for _, c := range n.Cells {
		if c.Type != nbformat.Code {
			continue
		}
		x := cell{Source: c.Source, Tags: c.Tags()}
		if c.HasTag(nbexec.TagSkipExecution) {
			x.Kept = c.Outputs
		}
		in.Cells = append(in.Cells, x)
	}
	if in.Programs, err = Contents("", programs(q.Spec)...); err != nil {
		return "", err
	}
	data, err := json.Marshal(in)
	if err != nil {
		return "", fmt.Errorf("nbcache: %w", err)
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), nil
}

// programs returns the files that a kernelspec names: its program and, with the lab's kernel,
// GoNB and go.
func programs(s jupyter.Spec) []string {
	var files []string
	for _, a := range s.Argv {
		if info, err := os.Stat(a); filepath.IsAbs(a) && err == nil && info.Mode().IsRegular() {
			files = append(files, a)
		}
	}
	return files
}

// stem begins the names of the entries of one notebook.
func stem(name string) string {
	sum := sha256.Sum256([]byte(name))
	base := strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
	return base + "-" + hex.EncodeToString(sum[:6]) + "-"
}

func (c Cache) path(name, key string) string {
	return filepath.Join(c.Dir, stem(name)+key[:32]+".ipynb")
}

// kept returns the result that an entry makes of the notebook; nil if there is none.
func (q *Question) kept(path string) *nbexec.Result {
	entry, err := nbformat.ReadFile(path)
	if err != nil {
		return nil
	}
	n, err := q.prepared()
	if err != nil {
		return nil
	}
	code := func(n *nbformat.Notebook) []*nbformat.Cell {
		return slices.DeleteFunc(slices.Clone(n.Cells), func(c *nbformat.Cell) bool { return c.Type != nbformat.Code })
	}
	from, to := code(entry), code(n)
	if len(from) != len(to) {
		return nil
	}
	for i, c := range to {
		if c.Source != from[i].Source {
			return nil
		}
		c.Outputs, c.ExecutionCount = from[i].Outputs, from[i].ExecutionCount
		delete(c.Metadata, "execution") // the times of another run
	}
	if n.Metadata == nil {
		n.Metadata = nbformat.Object{}
	}
	delete(n.Metadata, nbexec.ProvenanceKey)
	for key, v := range entry.Metadata {
		// A kernelspec that the notebook has is its own, as in a run.
		if _, ok := n.Metadata[key]; !ok || key != "kernelspec" {
			n.Metadata[key] = v
		}
	}
	return &nbexec.Result{Notebook: n, Spec: q.Spec}
}

// keep writes an entry: the code cells, and the metadata that a run writes.
func (c Cache) keep(path, name string, n *nbformat.Notebook) error {
	if err := atomicfile.Folder(c.Dir, 0o755); err != nil {
		return fmt.Errorf("nbcache: %w", err)
	}
	entry := n.Clone()
	entry.Cells = slices.DeleteFunc(entry.Cells, func(c *nbformat.Cell) bool { return c.Type != nbformat.Code })
	maps.DeleteFunc(entry.Metadata, func(key string, _ any) bool {
		return key != nbexec.ProvenanceKey && key != "language_info" && key != "kernelspec"
	})
	if err := entry.WriteFile(path); err != nil {
		return fmt.Errorf("nbcache: %w", err)
	}
	return c.prune(name)
}

// prune removes the entries of a name that were not used for longest, and what a kill left.
func (c Cache) prune(name string) error {
	entries, err := os.ReadDir(c.Dir)
	if err != nil {
		return fmt.Errorf("nbcache: %w", err)
	}
	type file struct {
		path string
		used time.Time
	}
	var files []file
	var failed error
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			continue // another process has removed it
		}
		path := filepath.Join(c.Dir, e.Name())
		switch {
		case strings.HasPrefix(e.Name(), stem(name)):
			files = append(files, file{path, info.ModTime()})
		case strings.HasPrefix(e.Name(), "."+stem(name)) && time.Since(info.ModTime()) > time.Hour:
			failed = errors.Join(failed, os.Remove(path))
		}
	}
	slices.SortFunc(files, func(a, b file) int { return cmp.Or(b.used.Compare(a.used), cmp.Compare(a.path, b.path)) })
	for _, f := range files[min(perName, len(files)):] {
		failed = errors.Join(failed, os.Remove(f.path))
	}
	return failed
}
