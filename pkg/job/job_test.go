package job

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"sudokulab/pkg/atomicfile"
)

// upper writes each line in capitals with the place that it was read from.
func upper(_ context.Context, s Slice, w io.Writer) error {
	if s.Lines == nil {
		for i := range s.Count {
			if _, err := fmt.Fprintf(w, "number %d\n", s.From+i); err != nil {
				return err
			}
		}
		return nil
	}
	in := bufio.NewScanner(s.Lines)
	for n := 1; in.Scan(); n++ {
		file, line := s.Place(n)
		if _, err := fmt.Fprintf(w, "%s %s:%d\n", strings.ToUpper(in.Text()), file, line); err != nil {
			return err
		}
	}
	return in.Err()
}

// put writes files into a folder, packed as their endings say, and a job file.
func put(t *testing.T, spec string, files map[string]string) *Spec {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		var b bytes.Buffer
		var w io.WriteCloser
		switch filepath.Ext(name) {
		case ".gz":
			w = gzip.NewWriter(&b)
		case ".zst":
			z, err := zstd.NewWriter(&b)
			if err != nil {
				t.Fatal(err)
			}
			w = z
		}
		if w == nil {
			b.WriteString(text)
		} else {
			if _, err := io.WriteString(w, text); err != nil {
				t.Fatal(err)
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(filepath.Join(dir, name), b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(dir, "job.yaml")
	if err := os.WriteFile(path, []byte(spec), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func opened(t *testing.T, s *Spec, o Options) *Job {
	t.Helper()
	if o.Do == nil {
		o.Do = upper
	}
	if o.Code == "" {
		o.Code = "one"
	}
	j, err := Open(t.Context(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func all(j *Job) (out []int) {
	for i := range j.Spec.Shards {
		out = append(out, i)
	}
	return out
}

func merged1(t *testing.T, j *Job) string {
	t.Helper()
	if err := j.Merge(t.Context()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(j.Spec.OutputPath())
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// sample is a job on three files of different packing, the last line without an end.
func sample(t *testing.T, shards int) *Spec {
	t.Helper()
	var a, b, c strings.Builder
	for i := range 40 {
		fmt.Fprintf(&a, "a%d\n", i)
		fmt.Fprintf(&b, "b%d\r\n", i)
		fmt.Fprintf(&c, "c%d\n", i)
	}
	return put(t, fmt.Sprintf("operation: upper\ninput:\n  files: [\"?.txt*\"]\nshards: %d\noutput: out.txt\n", shards),
		map[string]string{"a.txt": a.String(), "b.txt.gz": b.String(), "c.txt.zst": c.String() + "last"})
}

// TestSame: any number of shards, tasks and orders gives the same bytes, with the places of all lines.
func TestSame(t *testing.T) {
	var want string
	for _, shards := range []int{1, 2, 7, 121, 200} {
		s := sample(t, shards)
		j := opened(t, s, Options{})
		order := all(j)
		rand.New(rand.NewPCG(1, 1)).Shuffle(len(order), func(a, b int) { order[a], order[b] = order[b], order[a] })
		n := 0
		if err := j.Run(t.Context(), append(order, order[0]), 3, func(int) { n++ }); err != nil {
			t.Fatal(err)
		}
		if n != shards+1 {
			t.Errorf("%d shards told of, want %d", n, shards+1)
		}
		got := merged1(t, j)
		if want == "" {
			want = got
			if lines := strings.Split(strings.TrimSpace(got), "\n"); len(lines) != 121 || lines[0] != "A0 a.txt:1" || lines[41] != "B1 b.txt.gz:2" || lines[120] != "LAST c.txt.zst:41" {
				t.Errorf("%d lines: %q … %q", len(lines), lines[0], lines[len(lines)-1])
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d shards (-want +got):\n%s", shards, diff)
		}
		st, err := j.Status(t.Context())
		if err != nil || st.Done != shards || st.Lines != 121 {
			t.Errorf("%+v, %v", st, err)
		}
	}
}

// TestNumbers: a range of numbers is cut without gaps.
func TestNumbers(t *testing.T) {
	for _, shards := range []int{1, 3, 10, 17} {
		s := put(t, fmt.Sprintf("operation: count\ninput: {seed: 0, from: 5, count: 10}\nshards: %d\noutput: out\n", shards), nil)
		j := opened(t, s, Options{})
		if err := j.Run(t.Context(), all(j), 2, nil); err != nil {
			t.Fatal(err)
		}
		var want strings.Builder
		for i := 5; i < 15; i++ {
			fmt.Fprintf(&want, "number %d\n", i)
		}
		if got := merged1(t, j); got != want.String() {
			t.Errorf("%d shards: %q", shards, got)
		}
	}
}

// TestHeading: each shard gets the heading of the files, and the merged file has one.
func TestHeading(t *testing.T) {
	for _, shards := range []int{1, 2, 4, 9} {
		s := put(t, fmt.Sprintf("operation: upper\ninput: {files: [a.csv, b.csv], header: true}\nshards: %d\noutput: out\n", shards),
			map[string]string{"a.csv": "head\n1\n2\n", "b.csv": "head\r\n3\n4\n5\n"})
		j := opened(t, s, Options{Heading: 1, Do: func(_ context.Context, s Slice, w io.Writer) error { _, err := io.Copy(w, s.Lines); return err }})
		if j.Plan.Items != 5 {
			t.Errorf("%d items", j.Plan.Items)
		}
		if err := j.Run(t.Context(), all(j), 2, nil); err != nil {
			t.Fatal(err)
		}
		if got := merged1(t, j); got != "head\n1\n2\n3\n4\n5\n" {
			t.Errorf("%d shards: %q", shards, got)
		}
		if first, err := os.ReadFile(j.outputPath(shards - 1)); err != nil || !strings.HasPrefix(string(first), "head\n") {
			t.Errorf("the last shard wrote %q, %v", first, err)
		}
	}
}

// TestSet: a set that the program opens is read as a file of its name is, in any number of shards.
func TestSet(t *testing.T) {
	const text = "operation: upper\ninput: {set: letters}\nshards: %d\noutput: out\n"
	open := func(s *Spec) error {
		s.Input.Open = func(set string) (io.ReadCloser, error) {
			if set != "letters" {
				return nil, fmt.Errorf("no set %s", set)
			}
			return io.NopCloser(strings.NewReader("a\n\nb\nc\nd\n")), nil
		}
		return nil
	}
	path := filepath.Join(t.TempDir(), "job.yaml")
	for _, shards := range []int{1, 3, 5, 8} {
		if err := os.WriteFile(path, fmt.Appendf(nil, text, shards), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := ReadWith(path, open)
		if err != nil {
			t.Fatal(err)
		}
		j := opened(t, s, Options{})
		if err := j.Run(t.Context(), all(j), 2, nil); err != nil {
			t.Fatal(err)
		}
		if got := merged1(t, j); got != "A letters:1\n letters:2\nB letters:3\nC letters:4\nD letters:5\n" {
			t.Errorf("%d shards: %q", shards, got)
		}
		if err := Clean(s); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(path, []byte(strings.Replace(fmt.Sprintf(text, 1), "letters", "cats", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := ReadWith(path, open)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), s, Options{}); err == nil || !strings.Contains(err.Error(), "no set cats") {
		t.Errorf("a set that cannot be opened: %v", err)
	}
}

// TestRefused: what cannot be merged is refused by name, what stood there stays, and running again mends it.
func TestRefused(t *testing.T) {
	s := sample(t, 4)
	j := opened(t, s, Options{})
	if err := os.WriteFile(s.OutputPath(), []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	refuse := func(what string, words ...string) {
		t.Helper()
		err := j.Merge(t.Context())
		for _, w := range words {
			if err == nil || !strings.Contains(err.Error(), w) {
				t.Errorf("%s: %v, want %q in it", what, err, w)
			}
		}
		if text, err := os.ReadFile(s.OutputPath()); err != nil || string(text) != "old" {
			t.Errorf("%s: the old file is %q, %v", what, text, err)
		}
	}
	run := func(j *Job, shards ...int) {
		t.Helper()
		if err := j.Run(t.Context(), shards, 1, nil); err != nil {
			t.Fatal(err)
		}
	}
	refuse("nothing run", "4 of 4 shards are missing: 0, 1, 2, 3")
	run(j, 0, 1, 3)
	refuse("one missing", "1 of 4 shards are missing: 2")
	run(opened(t, s, Options{Code: "two"}), 2)
	refuse("different code", "different code: one, two")
	run(j, 0, 1, 2, 3)
	// One byte altered: the size is right, the hash is not.
	text, err := os.ReadFile(j.outputPath(1))
	if err != nil {
		t.Fatal(err)
	}
	text[3] ^= 1
	if err := os.WriteFile(j.outputPath(1), text, 0o600); err != nil {
		t.Fatal(err)
	}
	refuse("a byte altered", "shard 1", "was altered")
	if err := os.WriteFile(j.outputPath(1), text[:5], 0o600); err != nil {
		t.Fatal(err)
	}
	refuse("cut off", "shard 1", "5 bytes")
	run(j, 1)
	if err := os.WriteFile(j.manifestPath(3), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	refuse("a broken manifest", "shard 3", "not a manifest")
	other, err := os.ReadFile(j.manifestPath(0))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(j.manifestPath(3), other, 0o600); err != nil {
		t.Fatal(err)
	}
	refuse("the manifest of another shard", "shard 3", "another job")
	run(j, 0, 1, 2, 3)
	if got := merged1(t, j); len(got) < 100 {
		t.Errorf("merged: %q", got)
	}
}

// TestInterrupted: a shard that errs leaves nothing, those before it stay, and the run goes on from there.
func TestInterrupted(t *testing.T) {
	s := sample(t, 6)
	broken := errors.New("broken")
	bad := opened(t, s, Options{Do: func(ctx context.Context, sl Slice, w io.Writer) error {
		if sl.begin.Item > 40 {
			_, _ = io.WriteString(w, "half a line")
			return broken
		}
		return upper(ctx, sl, w)
	}})
	if err := bad.Run(t.Context(), all(bad), 1, nil); !errors.Is(err, broken) || !strings.Contains(err.Error(), "shard 3") {
		t.Errorf("%v", err)
	}
	st, err := bad.Status(t.Context())
	if err != nil || st.Done != 3 || !slices.Equal(st.Missing, []int{3, 4, 5}) || len(st.Broken) > 0 {
		t.Errorf("%+v, %v", st, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	j := opened(t, s, Options{})
	if err := j.Run(ctx, st.Missing, 2, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if err := j.Run(t.Context(), all(j), 2, nil); err != nil {
		t.Fatal(err)
	}
	merged1(t, j)
	killed := filepath.Join(filepath.Dir(s.OutputPath()), atomicfile.Prefix(s.OutputPath())+"abcdefghij")
	other := filepath.Join(filepath.Dir(s.OutputPath()), atomicfile.Prefix("other")+"abcdefghij")
	for _, name := range []string{killed, other} {
		if err := os.WriteFile(name, []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := Clean(s); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(s.Folder()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder stays: %v", err)
	}
	if fileThere(killed) || !fileThere(other) {
		t.Errorf("what a killed merge left is there: %v, another's: %v", fileThere(killed), fileThere(other))
	}
}

// TestTwoAtOnce: of two runs of a shard, that which ends first has written it, and there is no moment without its manifest.
func TestTwoAtOnce(t *testing.T) {
	s := sample(t, 4)
	first := opened(t, s, Options{})
	inside := false
	second := opened(t, s, Options{Do: func(_ context.Context, _ Slice, w io.Writer) error {
		_, _ = io.WriteString(w, "another time\n")
		if err := first.Run(t.Context(), []int{2}, 1, nil); err != nil {
			return err
		}
		inside = fileThere(first.manifestPath(2))
		return nil
	}})
	if err := second.Run(t.Context(), []int{2}, 1, nil); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(first.outputPath(2))
	if err != nil || !inside || strings.Contains(string(text), "another") {
		t.Errorf("a manifest at once: %v; %q, %v", inside, text, err)
	}
	left, err := os.ReadDir(s.Folder())
	if err != nil || len(left) != 3 { // plan, output, manifest
		t.Errorf("%v, %v", left, err)
	}
}

// TestChangedInput: neither the job nor its input may change under a plan.
func TestChangedInput(t *testing.T) {
	s := sample(t, 5)
	opened(t, s, Options{})
	again := *s
	again.Shards = 6
	if _, err := Open(t.Context(), &again, Options{}); err == nil || !strings.Contains(err.Error(), "another job") {
		t.Errorf("other shards: %v", err)
	}
	more := filepath.Join(filepath.Dir(s.path), "d.txt")
	if err := os.WriteFile(more, []byte("d\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), s, Options{}); err == nil || !strings.Contains(err.Error(), "3 files") {
		t.Errorf("one file more: %v", err)
	}
	if err := os.Remove(more); err != nil {
		t.Fatal(err)
	}
	// The last file loses its lines: its shard cannot be read to its end.
	if err := os.WriteFile(filepath.Join(filepath.Dir(s.path), "c.txt.zst"), []byte("c0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	j := opened(t, s, Options{})
	if err := j.Run(t.Context(), []int{4}, 1, nil); err == nil {
		t.Error("a shard of lines that are gone")
	}
	if err := os.WriteFile(filepath.Join(s.Folder(), "mine.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Clean(s); err == nil || !strings.Contains(err.Error(), "mine.txt") {
		t.Errorf("a folder with a file of someone else's: %v", err)
	}
	if _, err := os.Stat(filepath.Join(s.Folder(), planName)); err != nil {
		t.Errorf("the plan is gone: %v", err)
	}
	for text, want := range map[string]string{`{"starts":[` + strings.Repeat("{},", 3_000_000): "more than 14000000 values", strings.Repeat("[", 1_000_000): "nest more than 100 deep"} {
		if err := os.WriteFile(filepath.Join(s.Folder(), planName), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(t.Context(), s, Options{}); err == nil || !strings.Contains(err.Error(), "not a plan: line 1: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("a plan that is large to read: %v, want %q", err, want)
		}
	}
}

// TestMarks: a long input has few marks, and shards still follow each other without gaps.
func TestMarks(t *testing.T) {
	m := marks{stride: 1, most: 8}
	for i := range int64(1000) {
		m.add(Start{Item: i})
	}
	if len(m.all) > 8 || m.stride < 125 {
		t.Errorf("%d marks, stride %d", len(m.all), m.stride)
	}
	for i, s := range m.all {
		if s.Item != int64(i)*m.stride {
			t.Errorf("mark %d at %d", i, s.Item)
		}
	}
	if s := m.at(999, Start{}); s.Item > 999 || s.Item < 999-m.stride {
		t.Errorf("the mark before 999 is %d", s.Item)
	}
}

// TestSpecs: bad job files are refused with file, and line where there is one.
func TestSpecs(t *testing.T) {
	good := "operation: solve\ninput: {files: [a]}\nshards: 2\noutput: out\n"
	if _, err := parse("j", []byte(good), nil); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"":                                    "operation",
		"operation: solve":                    "output",
		strings.Replace(good, "2", "0", 1):    "shards: 0",
		strings.Replace(good, "[a]", "[]", 1): "either files",
		good + "colour: red\n":                "j:5: ",
		good + "shards: 3\n":                  "j:5: ",
		good + "parameters: {--count: 3}\n":   "--count",
		good + "parameters: {count: [1]}\n":   "count",
		"operation: generate\ninput: {seed: 1}\nshards: 1\noutput: o":                       "count of 1",
		"operation: generate\ninput: {seed: 1, count: 5, files: [a]}\nshards: 1\noutput: o": "either files",
		strings.Replace(good, "files: [a]", "set: a", 1):                                    "knows no sets",
		strings.Replace(good, "files: [a]", "set: a, files: [a]", 1):                        "either files, a set",
		strings.Replace(good, "files: [a]", "set: a, seed: 1", 1):                           "either files, a set",
		"operation: [": "j",
		"- - -\n\t":    "j",
	} {
		if _, err := parse("j", []byte(text), nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q in it", text, err, want)
		}
	}
	s, err := parse("j", []byte(good+"parameters: {method: dlx, any: true, nodes: 5}\n"), nil)
	if err != nil || !slices.Equal(s.Args(), []string{"--any=true", "--method=dlx", "--nodes=5"}) {
		t.Errorf("%v, %v", s, err)
	}
}

// TestTask: the environment of a scheduler, whole arrays only.
func TestTask(t *testing.T) {
	slurm := func(id, first, last, step, count string) map[string]string {
		return map[string]string{"SLURM_ARRAY_TASK_ID": id, "SLURM_ARRAY_TASK_MIN": first, "SLURM_ARRAY_TASK_MAX": last, "SLURM_ARRAY_TASK_STEP": step, "SLURM_ARRAY_TASK_COUNT": count}
	}
	for _, c := range []struct {
		env  map[string]string
		want Task
		ok   bool
	}{
		{slurm("3", "0", "9", "1", "10"), Task{3, 10}, true},
		{slurm("7", "5", "9", "2", "3"), Task{1, 3}, true},
		{slurm("3", "0", "9", "1", "4"), Task{}, false}, // a part of an array
		{slurm("3", "0", "9", "1", ""), Task{}, false},
		{map[string]string{"JOB_COMPLETION_INDEX": "2", TasksVariable: "5"}, Task{2, 5}, true},
		{map[string]string{"JOB_COMPLETION_INDEX": "5", TasksVariable: "5"}, Task{}, false},
		{map[string]string{"JOB_COMPLETION_INDEX": "2"}, Task{}, false},
		{nil, Task{}, false},
	} {
		got, err := FindTask(func(name string) string { return c.env[name] })
		if got != c.want && c.ok || (err == nil) != c.ok {
			t.Errorf("%v: %v, %v", c.env, got, err)
		}
	}
	seen := map[int]int{}
	for i := range 4 {
		for _, s := range (Task{i, 4}).Shards(10) {
			seen[s]++
		}
	}
	if len(seen) != 10 {
		t.Errorf("%v", seen)
	}
}

// TestSubmit: what schedulers are handed.
func TestSubmit(t *testing.T) {
	a := Array{
		Name: "minimal", Tasks: 100, Time: 90 * 60e9, Memory: 300 << 20, Cores: 1, Logs: "/data/my out.shards",
		Program: []string{"sudokulab", "job", "run", "--shard", "auto", "it's.yaml"}, Image: "sudokulab:0.1", Claim: "data", Mount: "/data",
	}
	script := a.Slurm()
	for _, want := range []string{"--array=0-99\n", "--requeue\n", "--mem=300M\n", "--time=90\n", `--output=/data/my\ out.shards/%a.log`, `exec 'sudokulab' 'job' 'run' '--shard' 'auto' 'it'\''s.yaml'`} {
		if !strings.Contains(script, want) {
			t.Errorf("no %q in\n%s", want, script)
		}
	}
	manifest, err := a.Kubernetes()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"completionMode: Indexed\n", "completions: 100\n", "backoffLimitPerIndex: 5\n", "memory: 300Mi\n", "value: \"100\"\n", "claimName: data\n"} {
		if !strings.Contains(manifest, want) {
			t.Errorf("no %q in\n%s", want, manifest)
		}
	}
}

// TestManifest: what is kept of a shard.
func TestManifest(t *testing.T) {
	s := sample(t, 3)
	j := opened(t, s, Options{})
	if err := j.Run(t.Context(), []int{1}, 1, nil); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(j.manifestPath(1))
	if err != nil {
		t.Fatal(err)
	}
	var m Manifest
	if err := json.Unmarshal(data, &m); err != nil {
		t.Fatal(err)
	}
	if m.From != 40 || m.Items != 40 || m.Lines != 40 || m.Code != "one" || m.Input != j.Plan.Input || m.SHA256 == "" || m.Duration <= 0 {
		t.Errorf("%+v", m)
	}
}
