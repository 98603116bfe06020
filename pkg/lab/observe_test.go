package lab

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/original"
	"sudokulab/pkg/record"
)

// TestObserve: what a driver observes is recorded with its interval and what it ran with; what is not there, and what is wrong with
// what it printed, is named, and nothing of it is recorded, nor does what was measured before go.
func TestObserve(t *testing.T) {
	if _, _, err := original.Python(t.Context(), nil); err != nil {
		t.Skip(err)
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	all := t.TempDir()
	dir := filepath.Join(all, "doc")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "count.py"), []byte("def count(): return 288\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	git := func(args ...string) string {
		t.Helper()
		out, err := exec.CommandContext(t.Context(), "git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"}, args...)...).Output()
		if err != nil {
			t.Fatalf("git %v: %v", args, err)
		}
		return strings.TrimSpace(string(out))
	}
	git("init", "-q")
	git("add", ".")
	git("commit", "-q", "-m", "first")
	program := original.Program{Name: "doc", Commit: git("rev-parse", "HEAD")}
	const head = "import json, sys\nsys.path.insert(0, sys.argv[1])\nimport count\ndims = dict(a.split('=', 1) for a in sys.argv[2:])\n"
	const good = "print(json.dumps({'dims': dims, 'figure': 'boards', 'value': count.count(), 'unit': 'boards', 'n': 1, 'exact': True}))\n" +
		"print(json.dumps({'dims': dims, 'figure': 'time', 'value': 2, 'unit': 's', 'n': 3, 'low': 1, 'high': 4, 'exact': False}))\n"
	b := newBench(t)
	text := head + good
	run := func(force bool) record.Record {
		t.Helper()
		b.Experiments[0].Plan = func(Profile) Plan {
			return Plan{Config: struct{}{}, Cases: []Case{{Kind: "seen", Dims: []record.Dim{record.D("side", 4)}, Original: &program, Run: func(ctx context.Context, r *Run) error {
				return Observe(ctx, r, original.Driver{Text: []byte(text)}, original.Bounds{Time: time.Minute, Memory: 1 << 30})
			}}}}
		}
		if _, err := b.Run(t.Context(), Options{Profile: Quick, Force: force}); err != nil {
			t.Fatal(err)
		}
		set, err := record.ReadFile(b.recordsPath(b.Experiments[0]))
		if err != nil || len(set) != 1 {
			t.Fatalf("%d records, %v", len(set), err)
		}
		return set[0]
	}
	t.Setenv(original.Variable, "")
	if r := run(false); r.Status != record.Missing || !strings.Contains(r.Note, original.Variable) {
		t.Errorf("without a folder: %s, %q", r.Status, r.Note)
	}
	t.Setenv(original.Variable, all)
	b = newBench(t)
	text = head + "print('Loading')\n" + good
	if r := run(false); r.Status != record.Missing || !strings.Contains(r.Note, `in line 1, "Loading"`) || len(r.Exact)+len(r.Noisy) > 0 {
		t.Errorf("garbage: %s, %q, %v", r.Status, r.Note, r.Exact)
	}
	text = head + good
	first := run(false)
	if first.Status != record.OK || first.Value("boards") != 288 || first.Value("time.low") != 1 || first.Value("time.high") != 4 || len(first.Exact) != 1 ||
		!strings.HasPrefix(first.Note, "original doc at commit "+program.Commit[:7]+", python 3") {
		t.Errorf("%+v", first)
	}
	// What was measured stays where the program, or a driver that works, is not there any more.
	text = head + "raise SystemExit('no board')\n"
	if r := run(true); r.Value("boards") != 288 {
		t.Errorf("a driver that fails took the place of what was measured: %s, %q", r.Status, r.Note)
	}
	t.Setenv(original.Variable, t.TempDir())
	if r := run(false); r.Value("boards") != 288 {
		t.Errorf("without the program: %s, %q", r.Status, r.Note)
	}
}
