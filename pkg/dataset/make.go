package dataset

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/dataset/files"
	"sudokulab/pkg/job"
	"sudokulab/pkg/jsonfile"
	"sudokulab/pkg/pipeline"
	"sudokulab/pkg/symmetry/distinct"
)

// Options say how a set is made. None of them decides a byte of the puzzles.
type Options struct {
	// Code names the code that runs, such as a commit or a hash of the program: what other code has begun is made again.
	Code string
	// Program names the program in the card.
	Program string
	// Jobs is how many goroutines work, 0 for one a core.
	Jobs int
	// Only are the splits to make, nil for all.
	Only []Split
	// Task, if it is set, makes puzzles of some shards and writes no set: a call without it does the rest.
	Task *job.Task
	// Temp is the folder for temporary files, "" for the system's.
	Temp string
	// Progress, if it is set, is told how far a stage is, from one goroutine at a time.
	Progress func(Stage, int64, int64)
}

// Stage is a part of the work.
type Stage string

// The stages, in order.
const (
	Making   Stage = "making puzzles"
	Merging  Stage = "gathering"
	Writing  Stage = "writing files"
	Auditing Stage = "auditing"
)

// Names of files in a set's folder besides those of the puzzles.
const (
	cardName    = "README.md"
	recipeName  = "recipe.yaml"
	summaryName = "dataset.json"
	sumsName    = "SHA256SUMS"
	pictureName = "difficulty.svg"
	auditName   = "audit"            // .json and .txt: test against training and validation
	auditOther  = "audit-validation" // likewise: validation against training

	workName    = ".work" // all records; .work.shards is the job's folder
	writtenName = ".written.json"
	lockName    = ".lock"
)

// ErrOther is wrapped by the error of [Make] where the folder holds something else than the set, or a part of it.
var ErrOther = errors.New("want a folder that is empty or holds this set")

// folder is a set as it is made.
type folder struct {
	r    *Recipe
	dir  string
	hash string // of the recipe
	o    Options
	work *work
	sets []*set

	mu      sync.Mutex
	written written
}

// written are the files that are complete, by name.
type written struct {
	Recipe string            `json:"recipe"`
	Only   []Split           `json:"only"`
	Code   string            `json:"code"`
	Files  map[string]string `json:"files"` // with their SHA-256
}

// Make makes the set of a recipe in a folder. What an earlier call that was broken off has made is taken over, after its hashes were
// compared. Where the whole set is there already, all hashes are compared and nothing is written. The result is nil if a task of
// Options was asked for.
func Make(ctx context.Context, r *Recipe, dir string, o Options) (*Summary, error) {
	if err := r.Validate(); err != nil {
		return nil, fmt.Errorf("dataset: %w", err)
	}
	if o.Jobs == 0 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	if o.Jobs < 1 {
		return nil, fmt.Errorf("dataset: %d jobs, want 1 or more, or 0 for one a core", o.Jobs)
	}
	if o.Only == nil {
		o.Only = Splits()
	}
	o.Only = slices.Compact(slices.Sorted(slices.Values(o.Only)))
	if o.Progress == nil {
		o.Progress = func(Stage, int64, int64) {}
	}
	hash, err := r.Hash()
	if err != nil {
		return nil, err
	}
	f := &folder{r: r, dir: dir, hash: hash, o: o, work: newWork(r, o.Only)}
	if f.work.total == 0 {
		return nil, fmt.Errorf("dataset: %s: no puzzles in the splits %v", r.Name, o.Only)
	}
	return f.make(ctx)
}

func (f *folder) path(name string) string { return filepath.Join(f.dir, filepath.FromSlash(name)) }

func (f *folder) make(ctx context.Context) (_ *Summary, err error) {
	if err := f.begin(); err != nil {
		return nil, err
	}
	if s, err := f.complete(ctx); s != nil || err != nil {
		return s, err
	}
	spec := f.spec()
	j, err := job.Open(ctx, spec, job.Options{Code: f.o.Code, Do: f.work.do})
	if err != nil {
		return nil, fmt.Errorf("dataset: %w", err)
	}
	task := job.Task{Of: 1}
	if f.o.Task != nil {
		task = *f.o.Task
	} else {
		release, err := atomicfile.Hold(f.path(lockName))
		if err != nil {
			return nil, fmt.Errorf("dataset: %s: %w", f.dir, err)
		}
		defer func() { err = errors.Join(err, release()) }()
	}
	shards := task.Shards(spec.Shards)
	var done int64
	f.o.Progress(Making, 0, int64(len(shards)))
	err = j.Run(ctx, shards, f.o.Jobs, func(int) {
		done++
		f.o.Progress(Making, done, int64(len(shards)))
	})
	if err != nil || f.o.Task != nil {
		return nil, err
	}
	f.o.Progress(Merging, 0, 1)
	if err := j.Merge(ctx); err != nil {
		return nil, fmt.Errorf("dataset: %w", err)
	}
	if err := f.work.open(spec.OutputPath()); err != nil {
		return nil, err
	}
	s, err := f.finish(ctx)
	if err := errors.Join(err, f.work.close()); err != nil {
		return nil, err
	}
	return s, f.tidy()
}

// tidy removes what a complete set needs no more.
func (f *folder) tidy() error {
	for _, name := range []string{workName, writtenName} {
		if err := os.Remove(f.path(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("dataset: %w", err)
		}
	}
	if err := job.Clean(f.spec()); err != nil {
		return fmt.Errorf("dataset: %w", err)
	}
	if _, err := os.Lstat(f.path(lockName)); err != nil {
		return nil //nolint:nilerr // no run has left its lock
	}
	switch release, err := atomicfile.Hold(f.path(lockName)); {
	case errors.Is(err, atomicfile.ErrHeld): // by this run, which removes it, or by another
		return nil
	case err != nil:
		return fmt.Errorf("dataset: %w", err)
	default:
		return release()
	}
}

// spec is the job that makes the puzzles.
func (f *folder) spec() *job.Spec { return f.work.spec(f.path(workName), f.hash, f.o.Only) }

// begin looks what is in the folder and puts the recipe there.
func (f *folder) begin() error {
	text, err := f.r.YAML()
	if err != nil {
		return err
	}
	there, err := os.ReadDir(f.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("dataset: %w", err)
	}
	for _, e := range there {
		if err := f.ours(e); err != nil {
			return err
		}
	}
	old, err := atomicfile.ReadFile(f.path(recipeName), maxRecipe)
	switch {
	case err == nil && !bytes.Equal(old, text):
		return fmt.Errorf("dataset: %s holds a set of another recipe, or a part of it, see %s: %w; remove it if it is not needed, or name another folder", f.dir, f.path(recipeName), ErrOther)
	case err == nil:
		return nil
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("dataset: %w", err)
	case len(there) > 0 && !strings.HasPrefix(there[0].Name(), atomicfile.Prefix(recipeName)):
		return fmt.Errorf("dataset: %s holds %s and no %s: %w", f.dir, there[0].Name(), recipeName, ErrOther)
	}
	if err := os.MkdirAll(f.dir, 0o777); err != nil { //nolint:gosec // as open as the umask says, as for any output
		return fmt.Errorf("dataset: %w", err)
	}
	if err := atomicfile.WriteBytes(f.path(recipeName), text); err != nil {
		return fmt.Errorf("dataset: %w", err)
	}
	return nil
}

// temporary are the names of files that a killed process left half written, with the name that they would have got.
var temporary = regexp.MustCompile(`^\.(.+)\.new-[a-z0-9]+$`)

// ours returns an error unless an entry of the folder belongs to the set, and removes what a killed process left half written.
func (f *folder) ours(e fs.DirEntry) error {
	name := e.Name()
	if e.IsDir() && slices.ContainsFunc(f.r.Parts, func(p Part) bool { return p.Name == name }) {
		in, err := os.ReadDir(f.path(name))
		if err != nil {
			return fmt.Errorf("dataset: %w", err)
		}
		for _, file := range in {
			if err := f.oursIn(name, file); err != nil {
				return err
			}
		}
		return nil
	}
	if e.IsDir() && name == workName+".shards" {
		return nil
	}
	return f.oursIn("", e)
}

func (f *folder) oursIn(part string, e fs.DirEntry) error {
	name := e.Name()
	m := temporary.FindStringSubmatch(name)
	if m != nil {
		name = m[1]
	}
	known := part == "" && slices.Contains([]string{
		cardName, recipeName, summaryName, sumsName, pictureName, auditName + ".json", auditName + ".txt", auditOther + ".json", auditOther + ".txt",
		workName, writtenName, lockName,
	}, name)
	if !known {
		known = f.isData(part, name)
	}
	if !known || !e.Type().IsRegular() {
		return fmt.Errorf("dataset: %s holds %s, which is none of the set's files: %w", f.dir, path.Join(part, e.Name()), ErrOther)
	}
	if m == nil {
		return nil
	}
	if err := atomicfile.RemoveLeft(f.path(path.Join(part, e.Name()))); err != nil { // another task may be writing it
		return fmt.Errorf("dataset: %w", err)
	}
	return nil
}

var dataName = regexp.MustCompile(`^(train|validation|test)(-\d{5,}-of-\d{5,})?(\..+)$`)

// isData reports whether a name is one that a file with puzzles of a part may have.
func (f *folder) isData(part, name string) bool {
	m := dataName.FindStringSubmatch(name)
	return m != nil && slices.ContainsFunc(f.r.Parts, func(p Part) bool { return p.Name == part }) &&
		slices.ContainsFunc(f.r.Formats, func(x files.Format) bool { return slices.Contains(x.Endings(), m[3]) })
}

// complete compares the hashes of a set that is there whole, and returns its summary; nil if it is not.
func (f *folder) complete(ctx context.Context) (*Summary, error) {
	const most = 64 << 20 // bytes of a list of files or a summary
	sums, err := atomicfile.ReadFile(f.path(sumsName), most)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil //nolint:nilnil // no set is no error
	}
	if err != nil {
		return nil, fmt.Errorf("dataset: %w", err)
	}
	lines := strings.Split(strings.TrimSuffix(string(sums), "\n"), "\n")
	for i, line := range lines {
		want, name, ok := strings.Cut(line, "  ")
		if !ok {
			return nil, fmt.Errorf("dataset: %s:%d: want a hash, two blanks and a name", f.path(sumsName), i+1)
		}
		got, err := hashOf(ctx, f.path(name))
		if err != nil {
			return nil, fmt.Errorf("dataset: %s:%d: %w", f.path(sumsName), i+1, err)
		}
		if got != want {
			return nil, fmt.Errorf("dataset: %s was altered: its hash is %.12s…, %s says %.12s…; remove %s to have it made again", f.path(name), got, sumsName, want, f.path(sumsName))
		}
		f.o.Progress(Auditing, int64(i+1), int64(len(lines)))
	}
	data, err := atomicfile.ReadFile(f.path(summaryName), most)
	if err != nil {
		return nil, fmt.Errorf("dataset: %w", err)
	}
	s := &Summary{}
	if err := jsonfile.Unmarshal(data, s); err != nil {
		return nil, fmt.Errorf("dataset: %s: %w", f.path(summaryName), err)
	}
	if !slices.Equal(s.Only, f.o.Only) {
		return nil, fmt.Errorf("dataset: %s holds the splits %v of this recipe, and %v are asked for: %w", f.dir, s.Only, f.o.Only, ErrOther)
	}
	s.Old = true
	return s, f.tidy() // a kill may have come between the last file and this
}

// hashOf is the SHA-256 of a file.
func hashOf(ctx context.Context, path string) (string, error) {
	in, err := atomicfile.OpenRegular(path)
	if err != nil {
		return "", err
	}
	defer func() { _ = in.Close() }() // nothing was written
	h := sha256.New()
	if _, err := io.Copy(h, reader{ctx, in}); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// reader reads until its context ends.
type reader struct {
	ctx context.Context //nolint:containedctx // of the call that reads
	r   io.Reader
}

func (r reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.r.Read(p)
}

// finish makes the set of the puzzles that were made.
func (f *folder) finish(ctx context.Context) (*Summary, error) {
	f.sets = f.work.sets()
	if f.r.Distinct {
		keys := distinct.DefaultConfig()
		keys.Folder = f.o.Temp
		for _, s := range f.sets {
			if err := s.separate(ctx, keys, f.o.Jobs); err != nil {
				return nil, err
			}
		}
	}
	if err := f.readWritten(); err != nil {
		return nil, err
	}
	if err := f.write(ctx); err != nil {
		return nil, err
	}
	sum, err := f.summary(ctx)
	if err != nil {
		return nil, err
	}
	audits, err := f.audit(ctx)
	if err != nil {
		return nil, err
	}
	return sum, f.card(ctx, sum, audits)
}

// readWritten reads which files an earlier call has written.
func (f *folder) readWritten() error {
	now := written{Recipe: f.hash, Only: f.o.Only, Code: f.o.Code, Files: map[string]string{}}
	f.written = now
	const most = 64 << 20
	data, err := atomicfile.ReadFile(f.path(writtenName), most)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("dataset: %w", err)
	}
	var old written
	if err := jsonfile.Unmarshal(data, &old); err != nil {
		return fmt.Errorf("dataset: %s: %w; remove it to have all files written again", f.path(writtenName), err)
	}
	if old.Recipe == now.Recipe && slices.Equal(old.Only, now.Only) && old.Code == now.Code && old.Files != nil {
		f.written = old
	}
	return nil
}

// note says that a file is complete.
func (f *folder) note(name, hash string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.written.Files[name] = hash
	data, err := json.Marshal(f.written)
	if err != nil {
		return fmt.Errorf("dataset: %w", err)
	}
	if err := atomicfile.WriteBytes(f.path(writtenName), append(data, '\n')); err != nil {
		return fmt.Errorf("dataset: %w", err)
	}
	return nil
}

// output is one of the files with puzzles.
type output struct {
	name        string
	of          *set
	format      files.Format
	ending      string
	from, count int64 // rows
}

// outputs are those of all sets.
func (f *folder) outputs() (out []output) {
	for _, s := range f.sets {
		rows := s.rows()
		number := (rows + f.r.Items - 1) / f.r.Items
		for k := range number {
			stem := s.name()
			if number > 1 {
				stem += fmt.Sprintf("-%05d-of-%05d", k, number)
			}
			from := k * f.r.Items
			for _, format := range f.r.Formats {
				for _, ending := range format.Endings() {
					out = append(out, output{stem + ending, s, format, ending, from, min(f.r.Items, rows-from)})
				}
			}
		}
	}
	return out
}

// write writes the files with puzzles, except those that are there and whole.
func (f *folder) write(ctx context.Context) error {
	for i := range f.r.Parts {
		if name := f.r.Parts[i].Name; name != "" {
			if err := atomicfile.Folder(f.path(name), 0o777); err != nil { //nolint:gosec // as open as the umask says, as for any output
				return fmt.Errorf("dataset: %w", err)
			}
		}
	}
	all := f.outputs()
	if err := f.prune(all); err != nil {
		return err
	}
	todo := func(yield func(output, error) bool) {
		for _, o := range all {
			if !yield(o, nil) {
				return
			}
		}
	}
	workers := make([]func(context.Context, output) (struct{}, error), f.o.Jobs)
	for i := range workers {
		workers[i] = func(ctx context.Context, o output) (struct{}, error) { return struct{}{}, f.writeOne(ctx, &o) }
	}
	var done int64
	for _, err := range pipeline.Map(ctx, todo, workers, pipeline.Options{}) {
		if err != nil {
			return err
		}
		done++
		f.o.Progress(Writing, done, int64(len(all)))
	}
	return nil
}

// prune removes files with puzzles that the set has not: other code may have made another number of them.
func (f *folder) prune(all []output) error {
	has := map[string]bool{}
	for i := range all {
		has[all[i].name] = true
	}
	for i := range f.r.Parts {
		part := f.r.Parts[i].Name
		there, err := os.ReadDir(f.path(part))
		if err != nil {
			return fmt.Errorf("dataset: %w", err)
		}
		for _, e := range there {
			if name := path.Join(part, e.Name()); f.isData(part, e.Name()) && !has[name] {
				if err := os.Remove(f.path(name)); err != nil {
					return fmt.Errorf("dataset: %w", err)
				}
			}
		}
	}
	for name := range f.written.Files {
		if !has[name] {
			delete(f.written.Files, name)
		}
	}
	return nil
}

func (f *folder) writeOne(ctx context.Context, o *output) error {
	f.mu.Lock()
	want := f.written.Files[o.name]
	f.mu.Unlock()
	if want != "" {
		switch got, err := hashOf(ctx, f.path(o.name)); {
		case err == nil && got == want:
			return nil
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return fmt.Errorf("dataset: %w", err)
		}
	}
	rows := o.of.file(o.from, o.count)
	all := rows.All
	rows.All = func(yield func(files.Row, error) bool) {
		n := 0
		for row, err := range all {
			n++
			if n%1024 == 0 {
				err = cmp.Or(err, ctx.Err())
			}
			if !yield(row, err) {
				return
			}
		}
	}
	h := sha256.New()
	err := atomicfile.Write(f.path(o.name), func(w io.Writer) error {
		return files.Write(io.MultiWriter(w, h), o.format, o.ending, rows)
	})
	if err != nil {
		return fmt.Errorf("dataset: %s: %w", o.name, err)
	}
	return f.note(o.name, hex.EncodeToString(h.Sum(nil)))
}
