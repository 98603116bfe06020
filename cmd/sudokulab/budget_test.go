package main

import (
	"strings"
	"testing"

	"sudokulab/pkg/engine"
)

func TestByteSize(t *testing.T) {
	for text, want := range map[string]int64{
		"0": 0, "17": 17, "17B": 17, "1kB": 1000, "1KB": 1000, "2K": 2048, "2KiB": 2048, "512MB": 512_000_000, "1GiB": 1 << 30, "1.5GiB": 3 << 29,
		"3 mib": 3 << 20, " 1g ": 1 << 30, "0.5TB": 500_000_000_000, "2t": 2 << 40, "1e": -1,
		"": -1, "MB": -1, "-1": -1, "+1": -1, "0x10": -1, "1e3": -1, "NaN": -1, "Inf": -1, "1.2.3": -1, ".": -1, "1 parsec": -1, "9223372036854775808": -1, "9000000TiB": -1,
	} {
		var b byteSize
		err := b.Set(text)
		if want < 0 && err == nil || want >= 0 && (err != nil || int64(b) != want) {
			t.Errorf("%q is read as %d, error %v; want %d", text, b, err, want)
		}
		if err != nil {
			continue
		}
		var back byteSize
		if err := back.Set(b.String()); err != nil || back != b {
			t.Errorf("%q is written as %q, which is %d, error %v", text, b.String(), back, err)
		}
	}
	size := byteSize(1 << 30)
	if size.String() != "1GiB" {
		t.Errorf("2³⁰ is written as %q", size.String())
	}
}

// TestBudget: the bounds are for methods that keep a graph, and others say so.
func TestBudget(t *testing.T) {
	for _, command := range []string{"solve", "enumerate", "classify"} {
		for _, flag := range []string{"--max-vertices=1000", "--max-bytes=1MB"} {
			for _, method := range []string{"csp", "dlx"} {
				r := sudokulab(t, "", command, flag, "--method", method, easy)
				name, _, _ := strings.Cut(flag, "=")
				want := name + ": for --method minigrid, minigrid-singles or minigrid-parallel, the method here is " + method
				if r.code != exitError || !strings.Contains(r.errOut, want) {
					t.Errorf("%s %s --method %s: exit code %d, standard error %q, want %q", command, flag, method, r.code, r.errOut, want)
				}
			}
			if out := must(t, "", command, flag, "--method", "minigrid-singles", easy); out == "" {
				t.Errorf("%s %s: no output", command, flag)
			}
		}
		if r := sudokulab(t, "", command, "--max-vertices=-1", "--method", "minigrid", easy); r.code != exitError || !strings.Contains(r.errOut, "--max-vertices -1: want 0 or more") {
			t.Errorf("%s: %+v", command, r)
		}
	}
	var s solved
	decode(t, sudokulab(t, "", "solve", "--format", "json", "--method", "minigrid", "--max-vertices", "10", easy).out, &s)
	if s.Status.String() != "capped" || s.Method != "minigrid" {
		t.Errorf("too small a bound: %+v", s)
	}
	decode(t, must(t, "", "solve", "--format", "json", "--method", "minigrid", "--max-vertices", "0", "--max-bytes", "0", easy), &s)
	if s.Status.String() != "unique" || s.Stats.Counter(engine.CounterFillings) != 98 {
		t.Errorf("no bound: %+v", s)
	}
}
