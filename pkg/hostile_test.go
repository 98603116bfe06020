package pkg_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"sudokulab/pkg/accel/gpuqueue"
	"sudokulab/pkg/board"
	"sudokulab/pkg/board/format"
	"sudokulab/pkg/contest"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/csp"
	"sudokulab/pkg/dataset/predictions"
	"sudokulab/pkg/dlx"
	"sudokulab/pkg/dqn"
	"sudokulab/pkg/dqn/networks"
	dqnweights "sudokulab/pkg/dqn/weights"
	"sudokulab/pkg/explain"
	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/gnn/documented"
	"sudokulab/pkg/gnn/weights"
	"sudokulab/pkg/jupyter"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/learn/puzzles/rungs"
	"sudokulab/pkg/learn/selftest"
	learnweights "sudokulab/pkg/learn/weights"
	"sudokulab/pkg/minigrid/graphio"
	"sudokulab/pkg/nbexec"
	"sudokulab/pkg/nbexec/nbformat"
	"sudokulab/pkg/original"
	"sudokulab/pkg/page/protocol"
	"sudokulab/pkg/play"
	"sudokulab/pkg/record"
	"sudokulab/pkg/safetensors"
	"sudokulab/pkg/site"
	"sudokulab/pkg/symmetry"
	"sudokulab/pkg/train"
)

// reads is how a package reads what a person hands in.
type reads struct {
	read func(text []byte) error
	// within are texts with a place for a hostile value, "%s" where there is none other.
	within []string
	most   int // bytes that it is handed; 0 for no bound
}

// readers are those of all packages, by the package and what they read.
func readers(folder string) map[string]reads {
	file := func(name string, read func(path string) error) func([]byte) error {
		return func(text []byte) error {
			path := filepath.Join(folder, name)
			if err := os.WriteFile(path, text, 0o600); err != nil {
				panic(err)
			}
			return read(path)
		}
	}
	into := func(v func() any) func([]byte) error {
		return func(text []byte) error { return json.Unmarshal(text, v()) }
	}
	in := func(name string, read func(dir string) error) func([]byte) error {
		return file(name, func(path string) error { return read(filepath.Dir(path)) })
	}
	answers := func(o predictions.Options) func([]byte) error {
		return func(text []byte) error {
			f, err := predictions.Open(bytes.NewReader(text), o)
			if err != nil {
				return err
			}
			return each(f.Rows(context.Background()))
		}
	}
	return map[string]reads{
		"board: line":           {read: func(text []byte) error { _, err := board.Parse(string(text)); return err }},
		"board: regions":        {read: func(text []byte) error { _, err := board.ParseRegions(string(text)); return err }},
		"board/format: puzzles": {read: func(text []byte) error { return each(format.Read(bytes.NewReader(text), format.Options{})) }},
		"board/format: one":     {read: func(text []byte) error { _, err := format.ParseOne(string(text), format.Options{}); return err }},
		"board/format: marks":   {read: func(text []byte) error { _, _, err := format.ParseMarks(string(text), format.Options{}); return err }},
		"symmetry: transform":   {read: func(text []byte) error { _, err := symmetry.ParseTransform(string(text)); return err }},
		"corpus: list":          {read: func(text []byte) error { _, err := corpus.ParseOwnManifest(bytes.NewReader(text)); return err }, within: []string{"[%s]", `[{"id":%s}]`}},
		"contest: answer":       {read: func(text []byte) error { _, err := contest.ParseAnswer(board.Standard(), string(text)); return err }},
		"original: observation": {read: func(text []byte) error { _, err := original.Read(bytes.NewReader(text), nil); return err }},
		"contest: batch": {read: func(text []byte) error {
			return contest.Serve(context.Background(), nil, nil, bytes.NewReader(append(text, '\n')), io.Discard)
		}, within: []string{`{"puzzles":%s}`}},
		"minigrid/graphio: graph": {read: func(text []byte) error { _, err := graphio.ReadJSON(bytes.NewReader(text)); return err }, within: []string{"%s", `{"boxes":%s}`, `{"pairs":[{"edges":%s}]}`}},
		"gnn/documented: recipe":  {read: func(text []byte) error { _, err := documented.ParseRecipe(text); return err }, within: []string{"%s", `{"train":%s}`}, most: 1 << 20},
		"gnn/weights: recipe":     {read: func(text []byte) error { _, err := weights.ParseRecipe(text); return err }, within: []string{"%s", `{"task":{"kinds":%s}}`}, most: 1 << 20},
		"gnn/candidate: recipe":   {read: func(text []byte) error { _, err := candidate.ParseRecipe(text); return err }, within: []string{"%s", `{"task":{"kinds":%s}}`}, most: 1 << 20},
		"dqn: recipe":             {read: func(text []byte) error { _, err := dqn.ParseRecipe(text, dqn.Recipe{}); return err }, within: []string{"%s", `{"task":%s}`}, most: 1 << 20},
		"dqn/weights: recipe":     {read: func(text []byte) error { _, err := dqnweights.ParseRecipe(text); return err }, within: []string{"%s", `{"algorithm":"dqn","task":%s}`}, most: 1 << 20},
		"dqn/networks: network":   {read: into(func() any { return new(networks.Config) }), within: []string{"%s", `{"network":%s}`}, most: 1 << 20},
		"learn/weights: card": {read: file("a.json", func(path string) error {
			_, err := learnweights.Open[weights.Recipe](strings.TrimSuffix(path, ".json") + learnweights.TensorsEnding)
			return err
		}), within: []string{"%s", `{"recipe":%s}`, `{"scores":%s}`, `{"runs":%s}`}},
		"learn/weights: runs":       {read: in(learnweights.RunsName, func(dir string) error { _, err := learnweights.ReadRuns(dir); return err }), within: []string{"%s"}},
		"learn/selftest: report":    {read: in(selftest.JSONName, func(dir string) error { _, err := selftest.Load(dir); return err }), within: []string{"%s", `{"cases":%s}`}},
		"learn/puzzles: samples":    {read: func(text []byte) error { _, err := puzzles.Read(bytes.NewReader(text)); return err }},
		"learn/puzzles: bands":      {read: into(func() any { return new(puzzles.Mix) }), within: []string{"%s"}, most: 1 << 20},
		"learn/puzzles/rungs: part": {read: func(text []byte) error { _, err := rungs.Read(bytes.NewReader(text)); return err }},
		"safetensors: file": {read: func(text []byte) error {
			_, err := safetensors.Read(bytes.NewReader(append(binary.LittleEndian.AppendUint64(nil, uint64(len(text))), text...)))
			return err
		}, within: []string{"%s", `{"__metadata__":%s}`, `{"a":{"shape":%s}}`, `{"a":{"dtype":"U8","data_offsets":[0,0],"shape":%s}}`}},
		"explain: step":     {read: into(func() any { return new(explain.Step) }), within: []string{"%s", `{"eliminations":%s}`}, most: 1 << 20},
		"explain: position": {read: into(func() any { return new(explain.Position) }), within: []string{"%s"}, most: 1 << 20},
		"csp: set":          {read: into(func() any { return new(csp.Set) }), within: []string{"%s"}, most: 1 << 20},
		"play: game":        {read: into(func() any { return new(play.Game) }), within: []string{"%s", `{"moves":%s}`}},
		"train: log":        {read: file("log.jsonl", func(path string) error { _, err := train.ReadLog(path); return err }), within: []string{"%s\n", `{"metrics":%s}` + "\n"}},
		"record: file":      {read: func(text []byte) error { _, err := record.Read(bytes.NewReader(text), "f"); return err }, within: []string{"%s", `{"config":%s}`, `{"figures":%s}`, `{"values":%s}`}},
		"record: journal": {read: file("journal.jsonl", func(path string) error {
			j, err := record.OpenJournal(path)
			if err != nil {
				return err
			}
			return j.Close()
		}), within: []string{"%s\n", `{"key":"a","record":%s}` + "\n", `{"key":"a","record":{"config":%s}}` + "\n"}},
		"nbexec: parameter": {read: func(text []byte) error { _, err := nbexec.ParseParameter("a=" + string(text)); return err }, within: []string{"%s"}, most: 128 << 10},
		"nbexec/nbformat: notebook": {read: func(text []byte) error { _, err := nbformat.Parse(text); return err }, within: []string{
			"%s", `{"nbformat":4,"nbformat_minor":5,"metadata":{},"cells":%s}`, `{"nbformat":4,"nbformat_minor":5,"metadata":{"a":%s},"cells":[]}`,
			`{"nbformat":4,"nbformat_minor":5,"metadata":{},"cells":[{"id":"a","cell_type":"code","metadata":{},"source":%s,"execution_count":null,"outputs":[]}]}`,
			`{"nbformat":4,"nbformat_minor":5,"metadata":{},"cells":[{"id":"a","cell_type":"code","metadata":{},"source":"","execution_count":null,"outputs":%s}]}`,
			`{"nbformat":4,"nbformat_minor":5,"metadata":{},"cells":[{"id":"a","cell_type":"code","metadata":{},"source":"","execution_count":null,"outputs":[{"output_type":"display_data","metadata":{},"data":{"application/json":%s}}]}]}`,
		}},
		"accel/gpuqueue: state":           {read: in("state.json", func(dir string) error { _, err := gpuqueue.LoadState(dir); return err }), within: []string{"%s", `{"runs":%s}`, `{"slices":%s}`}},
		"jupyter: kernel":                 {read: in("kernel.json", func(dir string) error { _, err := jupyter.ReadSpec(dir); return err }), within: []string{"%s", `{"metadata":%s}`, `{"argv":%s}`, `{"env":%s}`}},
		"jupyter: message":                {read: func(text []byte) error { return (&jupyter.Message{Content: text}).Decode(new(map[string]any)) }, within: []string{"%s", `{"data":%s}`}},
		"site: meta":                      {read: in(site.MetaFile, func(dir string) error { site.Written(dir); return nil }), within: []string{"%s", `{"files":%s}`}},
		"page/protocol: call":             {read: call, within: []string{"%s", `{"puzzle":%s}`, `{"board":{"cells":%s}}`}, most: 1 << 20},
		"dlx: problem":                    {read: func(text []byte) error { _, err := dlx.Read(bytes.NewReader(text), "f"); return err }},
		"dataset/predictions: json lines": {read: answers(predictions.Options{Form: predictions.JSONL}), within: []string{"%s", `{"answer":%s}`, `{"answers":%s}`, `{"probabilities":%s}`, `{"index":0,"puzzle":%s}`}},
		"dataset/predictions: csv":        {read: answers(predictions.Options{Form: predictions.CSV}), within: []string{"answer,puzzle\n%s"}},
		"dataset/predictions: lines":      {read: answers(predictions.Options{Form: predictions.Lines})},
		"dataset/predictions: unnamed":    {read: answers(predictions.Options{})},
		"dataset/predictions: array": {read: func(text []byte) error {
			head := "{'descr': '|u1', 'fortran_order': True, 'shape': (" + strconv.Itoa(len(text)/81) + ", 81), }\n"
			return answers(predictions.Options{})(slices.Concat([]byte("\x93NUMPY\x01\x00"), binary.LittleEndian.AppendUint16(nil, uint16(len(head))), []byte(head), text))
		}},
	}
}

// call hands a body to each of the page's calls.
func call(text []byte) (err error) {
	d := protocol.New(protocol.Limits{Time: time.Second})
	for _, c := range protocol.Calls() {
		d.Weigh(c.Name, text)
		if _, fault := d.Do(context.Background(), c.Name, text, nil); fault != nil {
			err = fault
		}
	}
	return errors.Join(err, d.Close())
}

// each reads all of a sequence.
func each[T any](all iter.Seq2[T, error]) error {
	for _, err := range all {
		if err != nil {
			return err
		}
	}
	return nil
}

// hostile are values and texts of about a size that are small to write and large to read, by name.
func hostile(size int) map[string]func() string {
	of := func(unit string) string { return strings.Repeat(unit, size/len(unit)) }
	half := func(open, end string) string {
		return strings.Repeat(open, size/(len(open)+len(end))) + strings.Repeat(end, size/(len(open)+len(end)))
	}
	deep := func(open, within, end string) string {
		return strings.Repeat(open, 9000) + within + strings.Repeat(end, 9000)
	}
	list := func(unit string) string { return "[" + of(unit+",") + unit + "]" }
	keys := func(value string) string {
		var b strings.Builder
		for i := 0; b.Len() < size; i++ {
			fmt.Fprintf(&b, "%q:%s,", strconv.FormatInt(int64(i), 36), value)
		}
		return "{" + b.String() + `"z":` + value + "}"
	}
	return map[string]func() string{
		"open brackets": func() string { return of("[") }, "open maps": func() string { return of(`{"a":`) },
		"brackets": func() string { return half("[", "]") }, "maps": func() string { return half(`{"a":`, "}") },
		"deep list": func() string { return deep("[", list("0"), "]") }, "deep text": func() string { return deep("[", `"`+of("x")+`"`, "]") }, "deep map": func() string { return deep(`{"a":`, list("0"), "}") },
		"numbers": func() string { return list("0") }, "nulls": func() string { return list("null") }, "texts": func() string { return list(`""`) }, "lists": func() string { return list("[]") },
		"empty maps": func() string { return list("{}") }, "small maps": func() string { return list(`{"":0}`) }, "pairs": func() string { return list("[0,0]") },
		"keys": func() string { return keys("0") }, "keys with maps": func() string { return keys("{}") }, "one key": func() string { return "{" + of(`"a":0,`) + `"a":0}` },
		"long text": func() string { return `"` + of("x") + `"` }, "escapes": func() string { return `"` + of(`\u0001`) + `"` }, "long number": func() string { return of("1") }, "digits": func() string { return "0." + of("1") + "e-5" },
		"an open text": func() string { return `"` + of("x") }, "blanks": func() string { return of(" ") + "0" }, "blank lines": func() string { return of("\n") },
		"short lines": func() string { return of("1\n") }, "quotes": func() string { return of(`"`) }, "commas": func() string { return of(",") }, "NULs": func() string { return of("\x00") },
		"words": func() string { return of("a ") }, "words of two": func() string {
			var b strings.Builder
			for i := 0; b.Len() < size; i++ {
				b.WriteString(strconv.FormatInt(int64(i), 36) + " ")
			}
			return b.String()
		},
		"dots": func() string { return of(".") }, "rows": func() string { return of(strings.Repeat(".", 81) + "\n") }, "maps in lines": func() string { return of("{}\n") }, "lists in lines": func() string { return of("[[[]]]\n") },
		"bars": func() string { return of("|") }, "gzip": func() string { return packed(size, false) }, "zstd": func() string { return packed(size, true) },
	}
}

// packed is a text that is a few kilobytes long and 16 times the size when it is unpacked.
func packed(size int, z bool) string {
	var b bytes.Buffer
	var w io.WriteCloser = gzip.NewWriter(&b)
	if z {
		var err error
		if w, err = zstd.NewWriter(&b); err != nil {
			panic(err)
		}
	}
	for range 16 {
		if _, err := w.Write(bytes.Repeat([]byte{'0'}, size)); err != nil {
			panic(err)
		}
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return b.String()
}

// few are those that the larger size of the usual suite is read of.
var few = []string{"brackets", "deep list", "numbers", "empty maps", "keys"}

// beReader has the test binary read hostile texts and print what each took.
const (
	beReader = "SUDOKULAB_TEST_READ"
	beShort  = "SUDOKULAB_TEST_READ_SHORT" // the small size alone
)

// reading is what one text took.
type reading struct {
	Name  string
	Bytes int
	Heap  int // of the system, with the stacks, at most so far
	Took  time.Duration
	Fault string
}

func TestMain(m *testing.M) {
	name := os.Getenv(beReader)
	if name == "" {
		os.Exit(m.Run())
	}
	folder, err := os.MkdirTemp("", "hostile")
	if err != nil {
		panic(err)
	}
	of, out := readers(folder)[name], json.NewEncoder(os.Stdout)
	readAll(of, 40_000, nil, out)
	if os.Getenv(beShort) == "" {
		readAll(of, 1<<20, few, out)
	}
	if os.Getenv("SUDOKULAB_LARGE") != "" {
		readAll(of, 15<<20, nil, out)
	}
	if err := os.RemoveAll(folder); err != nil {
		panic(err)
	}
	os.Exit(0)
}

// readAll reads the hostile texts of a size, those that are listed or all.
func readAll(of reads, size int, only []string, out *json.Encoder) {
	within := of.within
	if len(within) == 0 {
		within = []string{"%s"}
	}
	if of.most > 0 {
		size = min(size, of.most*9/10) // whole, with what stands around it
	}
	values := hostile(size)
	for _, name := range slices.Sorted(maps.Keys(values)) {
		for i, frame := range within {
			if only != nil && !slices.Contains(only, name) {
				continue
			}
			text := []byte(strings.Replace(frame, "%s", values[name](), 1))
			if of.most > 0 && len(text) > of.most {
				text = text[:of.most]
			}
			if size > 100_000 {
				runtime.GC() // what is left of the text before is not this one's
			}
			begin := time.Now()
			err := of.read(text)
			r := reading{Name: fmt.Sprintf("%s in %.40s", name, frame), Bytes: len(text), Took: time.Since(begin), Fault: fmt.Sprintf("%.200v", err)}
			if i == 0 && frame == "%s" {
				r.Name = name
			}
			var s runtime.MemStats
			runtime.ReadMemStats(&s)
			r.Heap = int(s.HeapSys + s.StackSys) //nolint:gosec // far less
			if err := out.Encode(r); err != nil {
				panic(err)
			}
		}
	}
}

// TestHostile: no text takes a reader more than 256 MB and four times its length, or long.
func TestHostile(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(readers(""))) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
			defer cancel()
			c := exec.CommandContext(ctx, program)
			c.Env = append(os.Environ(), beReader+"="+name, "GOMAXPROCS=2")
			if testing.Short() {
				c.Env = append(c.Env, beShort+"=1")
			}
			var said strings.Builder
			c.Stderr = &said
			out, err := c.Output()
			if err != nil {
				t.Errorf("%v: %.2000s", err, said.String())
			}
			most := 0
			for d := json.NewDecoder(bytes.NewReader(out)); ; {
				var r reading
				if err := d.Decode(&r); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatal(err)
				}
				if r.Heap > most && r.Heap > 256<<20+4*r.Bytes || r.Took > 5*time.Second+time.Duration(r.Bytes)*time.Microsecond {
					t.Errorf("%s: %d bytes: a heap of %d MB, %v: %s", r.Name, r.Bytes, r.Heap>>20, r.Took, r.Fault)
				}
				most = max(most, r.Heap)
			}
		})
	}
}

// own says which packages decode JSON that nobody hands in.
var own = map[string]string{
	"cmd/sudokulab":                  "its own states, plans and what programs say",
	"pkg/codeid":                     "its own cache",
	"pkg/dataset":                    "recipes go through yamlfile; the rest it has written itself",
	"pkg/download":                   "its own note, of at most 64 kB",
	"pkg/gnn/again":                  "a checkpoint, whose header safetensors bounds",
	"pkg/gnn/supervised":             "a checkpoint, whose header safetensors bounds",
	"pkg/gotool":                     "what the go command says",
	"pkg/job":                        "jobs go through yamlfile; plans and manifests it has written itself",
	"pkg/jsonfile":                   "it is the limit itself",
	"pkg/jupyter/kerneltest":         "for tests",
	"pkg/lab":                        "its own files, of at most 16 MB; claims go through yamlfile",
	"pkg/nbkernel":                   "what the go command says; notebooks, as package nbformat",
	"pkg/nbui":                       "the committed ledger",
	"pkg/page/pagetest":              "what a browser says",
	"pkg/page/protocol/protocoltest": "for tests",
	"pkg/page/worker":                "what the go command says",
	"pkg/yamlfile":                   "its own TestHostile tries it",
}

// TestEveryReaderIsTried: a package that decodes JSON or YAML has a row among the readers, or a reason why not.
func TestEveryReaderIsTried(t *testing.T) {
	decodes := regexp.MustCompile(`\b(json(file)?\.(Unmarshal|NewDecoder)|yaml(file)?\.Unmarshal\w*)\(`)
	found := map[string]bool{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err == nil && decodes.Match(text) {
			found[filepath.ToSlash(filepath.Dir(strings.TrimPrefix(path, "../")))] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	tried := map[string]bool{}
	for name := range readers("") {
		of, _, _ := strings.Cut(name, ":")
		tried["pkg/"+of] = true
	}
	for name := range found {
		if strings.HasPrefix(name, "experiments/") {
			continue // what they read is their own, or what a program that they started says
		}
		if tried[name] == (own[name] != "") {
			t.Errorf("%s decodes JSON or YAML: want a row among the readers, or else a reason", name)
		}
	}
	for name := range own {
		if !found[name] {
			t.Errorf("%s decodes nothing", name)
		}
	}
}
