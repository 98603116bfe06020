package lab

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/record"
)

// slowly makes a bench's plan one of cases that take a while.
func slowly(b *bench, each time.Duration, names ...string) {
	b.Experiments[0].Plan = func(Profile) Plan {
		pl := Plan{Config: b.config, Seed: 1}
		for _, name := range names {
			pl.Cases = append(pl.Cases, Case{Kind: name, Run: func(ctx context.Context, r *Run) error {
				b.runs.Add(1)
				select {
				case <-time.After(each):
				case <-ctx.Done():
					return ctx.Err()
				}
				r.Exact("givens", b.value, "cells", 1)
				return nil
			}})
		}
		return pl
	}
}

// TestSlices: each slice measures what its budget allows and goes on from the last; what they made is taken
// over as a run's records are.
func TestSlices(t *testing.T) {
	b := newBench(t)
	slowly(b, 600*time.Millisecond, "sample", "second")
	out := filepath.Join(t.TempDir(), "slice")
	o, s := Options{Profile: GPU, Only: []string{"exp"}}, Slice{Out: out, Budget: time.Second}
	if err := b.Slice(t.Context(), o, s); !errors.Is(err, ErrMore) || b.runs.Load() != 1 {
		t.Fatalf("after %d cases: %v", b.runs.Load(), err)
	}
	if err := b.Slice(t.Context(), o, s); err == nil || errors.Is(err, ErrMore) || !strings.Contains(err.Error(), "earlier slice") {
		t.Errorf("a folder of an earlier slice: %v", err)
	}
	s.Resume = true
	if err := b.Slice(t.Context(), o, s); err != nil || b.runs.Load() != 2 {
		t.Fatalf("after %d cases: %v", b.runs.Load(), err)
	}
	if set, err := record.ReadFile(b.recordsPath(b.Experiments[0])); err != nil || len(set) != 0 {
		t.Errorf("the results hold %d records of a slice, %v", len(set), err)
	}
	taken, err := b.Take(t.Context(), filepath.Join(out, SliceRecords))
	if err != nil || taken.Experiment != "exp" || taken.Records != 2 {
		t.Fatalf("%+v %v", taken, err)
	}
	set, err := record.ReadFile(b.recordsPath(b.Experiments[0]))
	if r, ok := set.Case("second"); err != nil || !ok || r.Profile != string(GPU) || r.Value("givens") != 42 {
		t.Errorf("taken over: %+v %v", set, err)
	}
}

// TestSliceOfSome: a slice of some cases measures these alone, and two of them are taken over one after the other.
func TestSliceOfSome(t *testing.T) {
	b := newBench(t)
	slowly(b, 0, "sample", "second")
	for i, name := range []string{"sample", "second"} {
		out := filepath.Join(t.TempDir(), "slice")
		err := b.Slice(t.Context(), Options{Profile: GPU, Only: []string{"exp"}}, Slice{Out: out, Cases: func(place int) bool { return place == i }})
		set, readErr := record.ReadFile(filepath.Join(out, SliceRecords))
		if err != nil || readErr != nil || len(set) != 1 || set[0].Case != name || b.runs.Load() != int64(i+1) {
			t.Fatalf("%s: %v, %v, %+v after %d cases", name, err, readErr, set, b.runs.Load())
		}
		if taken, err := b.Take(t.Context(), filepath.Join(out, SliceRecords)); err != nil || taken.Records != 1 {
			t.Fatalf("%d taken over: %v", taken.Records, err)
		}
	}
	if set, err := record.ReadFile(b.recordsPath(b.Experiments[0])); err != nil || len(set) != 2 {
		t.Errorf("%d records in the end, %v", len(set), err)
	}
}

// TestSlicesOfSomeInOneFolder: a slice of some cases leaves the records of others that the folder holds.
func TestSlicesOfSomeInOneFolder(t *testing.T) {
	b := newBench(t)
	slowly(b, 0, "sample", "second", "third")
	out := filepath.Join(t.TempDir(), "slice")
	for i, want := range []int{1, 2, 2} {
		err := b.Slice(t.Context(), Options{Profile: GPU, Only: []string{"exp"}}, Slice{Out: out, Resume: true, Cases: func(place int) bool { return place == i%2 }})
		set, readErr := record.ReadFile(filepath.Join(out, SliceRecords))
		if err != nil || readErr != nil || len(set) != want {
			t.Errorf("slice %d: %d records, want %d: %v, %v", i+1, len(set), want, err, readErr)
		}
	}
	if b.runs.Load() != 2 {
		t.Errorf("%d cases were measured, want 2", b.runs.Load())
	}
}

// TestSliceGoesOn: a slice that ends early leaves what it has, which can be taken over; another machine, which has nothing of
// the folder, goes on from the committed records, as long as the code that measured them has not changed.
func TestSliceGoesOn(t *testing.T) {
	b := newBench(t)
	slowly(b, 600*time.Millisecond, "sample", "second", "third")
	take := func(out string, want int) {
		t.Helper()
		if taken, err := b.Take(t.Context(), filepath.Join(out, SliceRecords)); err != nil || taken.Records != want {
			t.Fatalf("%d records taken over, want %d: %v", taken.Records, want, err)
		}
		set, err := record.ReadFile(b.recordsPath(b.Experiments[0]))
		if err != nil {
			t.Fatal(err)
		}
		for i, name := range []string{"sample", "second", "third"}[:want] {
			if i >= len(set) || set[i].Case != name {
				t.Errorf("after %d cases: %d records, the %d. is not of %s", want, len(set), i+1, name)
			}
		}
	}
	o := Options{Profile: Full, Only: []string{"exp"}}
	for n := 1; n <= 2; n++ {
		out := filepath.Join(t.TempDir(), "slice")
		if err := b.Slice(t.Context(), o, Slice{Out: out, Budget: time.Second, Resume: true}); !errors.Is(err, ErrMore) || int(b.runs.Load()) != n {
			t.Fatalf("slice %d: %d cases measured in all, %v", n, b.runs.Load(), err)
		}
		take(out, n)
	}

	// An interrupted slice leaves what it had, too; records that its file lacks stay.
	out := filepath.Join(t.TempDir(), "slice")
	ctx, stop := context.WithTimeout(t.Context(), 900*time.Millisecond)
	defer stop()
	if err := b.Slice(ctx, o, Slice{Out: out}); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	if set, err := record.ReadFile(filepath.Join(out, SliceRecords)); err != nil || len(set) != 1 {
		t.Fatalf("the interrupted slice left %d records, %v", len(set), err)
	}
	take(out, 1)
	set, err := record.ReadFile(b.recordsPath(b.Experiments[0]))
	if err != nil || len(set) != 2 {
		t.Errorf("%d records after a slice of one case, want both: %v", len(set), err)
	}

	// With another configuration they are measured again.
	b.config.Size++
	slowly(b, 0, "sample", "second")
	before := b.runs.Load()
	if err := b.Slice(t.Context(), o, Slice{Out: filepath.Join(t.TempDir(), "slice"), Resume: true}); err != nil || b.runs.Load() != before+2 {
		t.Errorf("%d cases measured with another configuration, want 2: %v", b.runs.Load()-before, err)
	}

	// A file with a case that the plan has not is refused.
	slowly(b, 0, "second")
	if _, err := b.Take(t.Context(), filepath.Join(out, SliceRecords)); err == nil || !strings.Contains(err.Error(), "no case of the plan") {
		t.Error(err)
	}
}

func TestSlicesThatFail(t *testing.T) {
	b := newBench(t)
	out := t.TempDir()
	o := Options{Profile: GPU, Only: []string{"exp"}}
	if err := b.Slice(t.Context(), o, Slice{Out: out}); err == nil || !strings.Contains(err.Error(), "17clue") || b.runs.Load() != 0 {
		t.Errorf("without a set, after %d cases: %v", b.runs.Load(), err)
	}
	slowly(b, time.Minute, "sample")
	if err := b.Slice(t.Context(), o, Slice{Out: out, Budget: 50 * time.Millisecond}); !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, ErrMore) {
		t.Errorf("a case longer than the budget: %v", err)
	}
	o.Only = nil
	b.Experiments = append(b.Experiments, &Experiment{ID: "other"})
	if err := b.Slice(t.Context(), o, Slice{Out: out}); err == nil || !strings.Contains(err.Error(), "2 experiments") {
		t.Errorf("two experiments: %v", err)
	}
	for name, text := range map[string]string{"absent": "", "text": "no record\n"} {
		file := filepath.Join(out, name)
		if text != "" {
			write(t, file, text)
		}
		if _, err := b.Take(t.Context(), file); err == nil {
			t.Errorf("%s is taken over", name)
		}
	}
}
