package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// benchTable is what benchstat prints of two runs, one of which has another benchmark.
const benchTable = `goos: linux
goarch: amd64
pkg: sudokulab/pkg/bitboard/wide
cpu: AMD EPYC
,committed,,now,,,
,sec/op,CI,sec/op,CI,vs base,P
A/b=1-2,1.0035e-06,1%,1.3025e-06,7%,+29.80%,p=0.002 n=6
B-2,2.0035e-06,1%,1.0025e-06,7%,-49.96%,p=0.002 n=6
C-2,1.004e-06,∞,1.304e-06,∞,~,p=0.333 n=2
D-2,1.00e-06,1%,1.03e-06,1%,+3.00%,p=0.002 n=6
Gone-2,1.004e-06,∞
New-2,,,1.304e-06,∞
geomean,1.0038e-06,,1.3034e-06,,+29.84%,

,committed,,now,,,
,puzzles/s,CI,puzzles/s,CI,vs base,P
A/b=1-2,52,4%,32,6%,-38.46%,p=0.002 n=6
geomean,52,,32,,-38.46%,

pkg: sudokulab/pkg/dlx
,committed,,now,,,
,allocs/op,CI,allocs/op,CI,vs base,P
A-2,1,0%,2,0%,+100.00%,p=0.002 n=6
Gone-2,0,∞
geomean,,,3.17,,?,
`

func TestBenchTable(t *testing.T) {
	var out strings.Builder
	if err := tellFallen(&out, benchTable); err != nil {
		t.Fatal(err)
	}
	got := lines(out.String())
	for i, want := range []string{"+100 %  dlx A-2: 2 allocs/op, committed 1 ", "+38 %  bitboard/wide A/b=1-2: 32 puzzles/s", "+30 %  bitboard/wide A/b=1-2: ", "did not run: bitboard/wide Gone-2", "3 of 6 figures surely worse by 5 % or more, 1 better, 1 did not run"} {
		if i >= len(got) || !strings.HasPrefix(got[i], want) {
			t.Errorf("line %d of %q, want %q", i+1, got, want)
		}
	}
	for _, bad := range []string{strings.Replace(benchTable, "+29.80%", "many%", 1), "a\"b,c\n"} {
		if err := tellFallen(&out, bad); err == nil || !strings.Contains(err.Error(), "benchstat's table") {
			t.Errorf("of a table with a fault: %v", err)
		}
	}
}

// TestBenchMachine: figures of different machines are never compared.
func TestBenchMachine(t *testing.T) {
	const head = "goos: linux\ngoarch: amd64\npkg: sudokulab/pkg/x\n"
	for text, want := range map[string]string{
		head + "cpu: AMD EPYC\nBenchmarkA/b=1-2   \t 100\t 10 ns/op\n": "linux, amd64, AMD EPYC, 2 cores",
		head + "cpu: AMD EPYC\nBenchmarkA 100\t 10 ns/op\n":            "linux, amd64, AMD EPYC, 1 core",
		head + "BenchmarkA/of-x-16\t100\n":                             "linux, amd64, 16 cores",
		"goos: linux\n":                                                "no machine: no benchmark ran",
	} {
		if got := benchMachine(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := benchLines("ok  \tsudokulab/pkg/x\t1.2s\n" + head + "PASS\nBenchmarkA 1 2 ns/op\n"); got != head+"BenchmarkA 1 2 ns/op\n" {
		t.Errorf("kept %q", got)
	}
}

// TestBench: benchmarks that run are compared with what was kept of them.
func TestBench(t *testing.T) {
	tool, err := filepath.Abs("../../.tools/bin/benchstat")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(tool); err != nil {
		t.Skip("no benchstat; make bench installs it")
	}
	dir := t.TempDir()
	for _, name := range []string{".tools/bin", "results"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o750); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(tool, filepath.Join(dir, ".tools", "bin", "benchstat")); err != nil {
		t.Skip(err)
	}
	for name, text := range map[string]string{
		"go.mod":    "module sudokulab\n\ngo 1.26\n",
		"x_test.go": "package x\n\nimport \"testing\"\n\nfunc BenchmarkA(b *testing.B) { for b.Loop() {} }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	args := []string{"dev", "bench", "--count", "4", "--time", "1ms", "."}
	if r := sudokulab(t, "", args...); r.code != 1 || !strings.Contains(r.errOut, "--keep") {
		t.Errorf("nothing kept: exit code %d, %s", r.code, r.errOut)
	}
	must(t, "", append(args, "--keep")...)
	if got := must(t, "", args...); !strings.Contains(got, "surely worse by 5 % or more") {
		t.Errorf("said %q", got)
	}
	other := strings.ReplaceAll(content(t, committedBench), "goos: ", "goos: other")
	if err := os.WriteFile(committedBench, []byte(other), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := must(t, "", args...); !strings.Contains(got, "nothing to compare with") {
		t.Errorf("of another machine: %q", got)
	}
}
