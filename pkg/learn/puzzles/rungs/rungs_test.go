package rungs_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/learn/puzzles/rungs"
)

// short are ladders that take some milliseconds.
func short(seed uint64) puzzles.LadderConfig {
	c := puzzles.DefaultLadders()
	c.Seed, c.Starts, c.Steps, c.Pool, c.Round = seed, 6, 100, 40, 2
	return c
}

// TestMake: the parts hold the samples of the stream in order, whatever the workers and interruptions.
func TestMake(t *testing.T) {
	cfg := short(3)
	one, two := t.TempDir(), t.TempDir()
	want, err := rungs.Make(t.Context(), one, cfg, 500, rungs.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if want.Parts < 2 || want.Made != want.Parts || want.Puzzles < 500 {
		t.Fatalf("%+v", want)
	}
	// Cut off after the first part, then gone on with by two workers.
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := rungs.Make(ctx, two, cfg, 500, rungs.Options{Progress: func(int, int) { cancel() }}); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v of an ended context", err)
	}
	got, err := rungs.Make(t.Context(), two, cfg, 500, rungs.Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	if got.Made != got.Parts-1 {
		t.Errorf("%d of %d parts made, want all but the first", got.Made, got.Parts)
	}
	got.Made = want.Made
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	var read []puzzles.Sample
	for i := range want.Parts {
		f, err := os.Open(filepath.Join(one, rungs.PartName(i)))
		if err != nil {
			t.Fatal(err)
		}
		samples, err := rungs.Read(f)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		read = append(read, samples...)
	}
	stream, err := puzzles.NewLadders(t.Context(), cfg, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close()
	samples, err := stream.Batch(t.Context(), len(read))
	if err != nil {
		t.Fatal(err)
	}
	for i := range samples {
		if !reflect.DeepEqual(samples[i], read[i]) {
			t.Fatalf("puzzle %d is %+v, in the stream %+v", i+1, read[i], samples[i])
		}
	}
}

// TestRefused: folders and parts that are not of the configuration are left as they are.
func TestRefused(t *testing.T) {
	dir, cfg := t.TempDir(), short(4)
	if _, err := rungs.Make(t.Context(), dir, cfg, 1, rungs.Options{}); err != nil {
		t.Fatal(err)
	}
	if _, err := rungs.Make(t.Context(), dir, short(5), 1, rungs.Options{}); err == nil || !strings.Contains(err.Error(), "another configuration") {
		t.Errorf("error %v of another seed", err)
	}
	if _, err := rungs.Make(t.Context(), dir, cfg, 0, rungs.Options{}); err == nil {
		t.Error("0 puzzles are made")
	}
	cfg.Steps = 0
	if _, err := rungs.Make(t.Context(), dir, cfg, 1, rungs.Options{}); err == nil {
		t.Error("ladders without steps are made")
	}
	cfg = short(4)
	part := filepath.Join(dir, rungs.PartName(0))
	for want, text := range map[string]string{
		"part-000000.csv: line 1: want the header": "x\n",
		"part-000000.csv: no puzzle":               "puzzle,solution,guesses\n",
		"line 2: 1 fields":                         "puzzle,solution,guesses\n12\n",
		"line 2: guesses \"-3\"":                   "puzzle,solution,guesses\n1234341221434321,1234341221434321,-3\n",
	} {
		if err := os.WriteFile(part, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := rungs.Make(t.Context(), dir, cfg, 1, rungs.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
		if left, err := os.ReadFile(part); err != nil || string(left) != text {
			t.Errorf("the part was changed to %q: %v", left, err)
		}
	}
}

// A folder with puzzles of rising difficulty.
func Example() {
	dir, err := os.MkdirTemp("", "rungs")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(dir) }()
	cfg := puzzles.DefaultLadders()
	cfg.Seed, cfg.Starts, cfg.Steps, cfg.Round = 24, 4, 60, 1
	summary, err := rungs.Make(context.Background(), dir, cfg, 50, rungs.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(summary.Puzzles >= 50, summary.Rungs)
	// Output: true [1-4 5-19 20-59 60+]
}
