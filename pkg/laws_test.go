// Package pkg_test holds the import laws of the whole tree: what a package may know of.
package pkg_test

import (
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/gotool"
)

var module = gotool.Module()

// allowed says which of our packages a package may import, not counting its tests. A
// package that is not here, and each experiment and command, may import anything that the
// general laws leave.
var allowed = map[string][]string{
	"pkg/atomicfile":                 {},
	"pkg/descendants":                {},
	"pkg/yamlfile":                   {},
	"pkg/jsonfile":                   {},
	"pkg/board":                      {},
	"pkg/cdcl":                       {},
	"pkg/csp":                        {},
	"pkg/dlx":                        {},
	"pkg/dlx/classic":                {"pkg/dlx"},
	"pkg/record":                     {"pkg/atomicfile", "pkg/gotool"},
	"pkg/record/compare":             {"pkg/lab", "pkg/record", "pkg/stats", "pkg/table"},
	"pkg/stats":                      {},
	"pkg/board/format":               {"pkg/board"},
	"pkg/symmetry":                   {"pkg/board", "pkg/digest", "pkg/pipeline"},
	"pkg/digest":                     {},
	"pkg/page/wire":                  {},
	"pkg/corpus":                     {"pkg/atomicfile", "pkg/board", "pkg/board/format", "pkg/download"},
	"pkg/download":                   {"pkg/atomicfile"},
	"pkg/solver":                     {"pkg/board"},
	"pkg/pipeline":                   {},
	"pkg/play":                       {"pkg/board", "pkg/jsonfile"},
	"pkg/bitboard":                   {"pkg/bitboard/triad", "pkg/board", "pkg/pipeline"},
	"pkg/minigrid":                   {"pkg/board", "pkg/solver"},
	"pkg/encode":                     {"pkg/board", "pkg/csp", "pkg/dlx"},
	"pkg/engine":                     {"pkg/bitboard", "pkg/bitboard/triad", "pkg/bitboard/wide", "pkg/board", "pkg/cdcl", "pkg/csp", "pkg/dlx", "pkg/encode", "pkg/minigrid", "pkg/solver"},
	"pkg/generate":                   {"pkg/board", "pkg/pipeline", "pkg/solver", "pkg/symmetry"},
	"pkg/rate":                       {"pkg/board"},
	"pkg/rate/trial":                 {},
	"pkg/explain":                    {"pkg/board"},
	"pkg/making":                     {"pkg/board", "pkg/digest", "pkg/engine", "pkg/explain", "pkg/generate", "pkg/pipeline", "pkg/rate", "pkg/solver", "pkg/symmetry"},
	"pkg/page/protocol":              {"pkg/board", "pkg/board/format", "pkg/engine", "pkg/explain", "pkg/explain/draw", "pkg/film", "pkg/generate", "pkg/making", "pkg/method", "pkg/page/wire", "pkg/render", "pkg/solver", "pkg/watch"},
	"pkg/page/protocol/protocoltest": {"pkg/board", "pkg/page/protocol"},
	"pkg/page":                       {},
	"pkg/site":                       {"pkg/atomicfile", "pkg/jsonfile", "pkg/lab", "pkg/nbexec/nbformat", "pkg/nbexec/nbhtml", "pkg/nbui", "pkg/record"},
	"pkg/page/worker":                {"pkg/atomicfile", "pkg/gotool", "pkg/page"},
	"pkg/page/server":                {"pkg/page/protocol"},
	"pkg/page/pagetest":              {},
	"pkg/worksheet":                  {"pkg/board", "pkg/render"},
	"pkg/watch":                      {"pkg/bitboard", "pkg/bitboard/wide", "pkg/board", "pkg/dlx", "pkg/encode", "pkg/engine", "pkg/film", "pkg/method", "pkg/minigrid", "pkg/render", "pkg/solver", "pkg/tensornet/plain"},
	"pkg/watch/agents":               {"pkg/board", "pkg/engine", "pkg/film", "pkg/method", "pkg/method/agent", "pkg/render", "pkg/solver", "pkg/watch"},
	"pkg/original":                   {"pkg/atomicfile", "pkg/descendants"},
	"pkg/contest":                    {"pkg/board", "pkg/board/format", "pkg/descendants", "pkg/lab", "pkg/solver", "pkg/stats", "pkg/table"},
	"pkg/dataset/audit":              {"pkg/board", "pkg/digest", "pkg/engine", "pkg/lab", "pkg/rate", "pkg/solver", "pkg/symmetry", "pkg/symmetry/distinct"},
	"pkg/dataset/predictions":        {"pkg/atomicfile", "pkg/board", "pkg/jsonfile"},
	"pkg/dataset/score":              {"pkg/bitboard/wide", "pkg/board", "pkg/board/format", "pkg/dataset/audit", "pkg/dataset/predictions", "pkg/engine", "pkg/lab", "pkg/learn/score", "pkg/pipeline", "pkg/solver", "pkg/stats", "pkg/table"},
	"pkg/dataset":                    {"pkg/atomicfile", "pkg/bitboard", "pkg/bitboard/wide", "pkg/board", "pkg/dataset/audit", "pkg/dataset/files", "pkg/digest", "pkg/engine", "pkg/explain", "pkg/generate", "pkg/job", "pkg/jsonfile", "pkg/lab", "pkg/learn/puzzles", "pkg/making", "pkg/pipeline", "pkg/rate", "pkg/solver", "pkg/symmetry", "pkg/symmetry/distinct", "pkg/table", "pkg/yamlfile"},
	"pkg/dataset/files":              {"pkg/board"},
	"pkg/explain/draw":               {"pkg/board", "pkg/explain", "pkg/render"},
	"pkg/supply":                     {"pkg/generate"},
	"pkg/render":                     {"pkg/board", "pkg/solver"},
	"pkg/film":                       {"pkg/board", "pkg/csp", "pkg/encode", "pkg/engine", "pkg/generate/gallop", "pkg/gnn/infer", "pkg/learn", "pkg/minigrid", "pkg/render", "pkg/solver", "pkg/tensornet/plain"},
	"pkg/gotool":                     {},
	"pkg/house":                      {"pkg/atomicfile", "pkg/gotool"},
	"pkg/jupyter":                    {"pkg/atomicfile", "pkg/descendants", "pkg/jsonfile"},
	"pkg/nbkernel":                   {"pkg/atomicfile", "pkg/gotool", "pkg/jsonfile", "pkg/jupyter"},
	"pkg/nbexec":                     {"pkg/jsonfile", "pkg/jupyter", "pkg/nbexec/nbformat"},
	"pkg/nbui":                       {"pkg/atomicfile", "pkg/board", "pkg/corpus", "pkg/gotool", "pkg/lab", "pkg/record", "pkg/render"},
	"pkg/solvertest":                 {"pkg/board", "pkg/board/format", "pkg/symmetry", "pkg/corpus", "pkg/solver"},
	"pkg/lab/backend":                {"pkg/accel", "pkg/lab", "pkg/learn/candidates/fused", "pkg/record"},
	"pkg/lab/cores":                  {},
	"pkg/codeid":                     {"pkg/atomicfile", "pkg/gotool"},
	"pkg/lab":                        {"pkg/atomicfile", "pkg/codeid", "pkg/corpus", "pkg/descendants", "pkg/original", "pkg/record", "pkg/solver", "pkg/stats", "pkg/table", "pkg/yamlfile"},
	"pkg/table":                      {},
	"pkg/accel":                      {"pkg/table"},
	"pkg/accel/acceltest":            {"pkg/accel"},
	"pkg/safetensors":                {"pkg/jsonfile"},
	"pkg/train":                      {"pkg/atomicfile", "pkg/safetensors"},
	"pkg/train/curves":               {"pkg/atomicfile", "pkg/lab", "pkg/train"},

	"pkg/nbexec/nbformat":    {"pkg/atomicfile", "pkg/jsonfile"},
	"pkg/jupyter/kerneltest": {},
	"pkg/nbexec/nbcache":     {"pkg/atomicfile", "pkg/jupyter", "pkg/nbexec", "pkg/nbexec/nbformat"},
	"pkg/nbexec/nbhtml":      {"pkg/nbexec/nbformat"},

	"pkg/bitboard/triad":   {},
	"pkg/bitboard/wide":    {"pkg/board"},
	"pkg/generate/counter": {"pkg/board", "pkg/solver"},
	"pkg/generate/gallop":  {"pkg/board"},
	"pkg/render/animate":   {"pkg/render"},
	"pkg/minigrid/graphio": {"pkg/board", "pkg/minigrid", "pkg/render"},

	// The registry of methods. The learned ones register from packages below it, which import it.
	"pkg/method":         {"pkg/board", "pkg/csp", "pkg/engine", "pkg/minigrid", "pkg/solver"},
	"pkg/method/learned": {"pkg/accel", "pkg/board", "pkg/engine", "pkg/gnn/candidate", "pkg/gnn/infer", "pkg/gnn/weights", "pkg/learn", "pkg/learn/candidates/fused", "pkg/method", "pkg/solver"},

	"pkg/method/agent":      {"pkg/accel", "pkg/board", "pkg/dqn/weights", "pkg/engine", "pkg/gnn/infer", "pkg/learn/candidates/fused", "pkg/method", "pkg/solver"},
	"pkg/method/methodtest": {"pkg/board", "pkg/method", "pkg/solver"},
	"pkg/method/tensor":     {"pkg/accel", "pkg/board", "pkg/method", "pkg/solver", "pkg/tensornet"},

	// The tensor network, and its step in plain loops, which knows no tensors.
	"pkg/tensornet":       {"pkg/board", "pkg/solver", "pkg/tensornet/plain"},
	"pkg/tensornet/plain": {"pkg/board"},

	// Phase 2 of the minigrid method on a card. The method itself knows no tensors.
	"pkg/minigrid/tensorphase": {"pkg/board", "pkg/minigrid"},

	// The agent's environment knows no tensors.
	"pkg/dqn/environment":                 {"pkg/bitboard/wide", "pkg/board", "pkg/generate", "pkg/play", "pkg/render"},
	"pkg/dqn/environment/environmenttest": {"pkg/board", "pkg/dqn/environment"},

	// The floor of the learned: it imports no system.
	"pkg/learn":                       {"pkg/board"},
	"pkg/learn/layer":                 {},
	"pkg/learn/puzzles":               {"pkg/atomicfile", "pkg/bitboard", "pkg/bitboard/wide", "pkg/board", "pkg/corpus", "pkg/engine", "pkg/generate", "pkg/pipeline", "pkg/supply", "pkg/symmetry"},
	"pkg/learn/puzzles/rungs":         {"pkg/atomicfile", "pkg/board", "pkg/learn/puzzles"},
	"pkg/learn/score":                 {"pkg/board", "pkg/learn", "pkg/learn/puzzles"},
	"pkg/learn/selftest":              {"pkg/accel", "pkg/atomicfile", "pkg/jsonfile", "pkg/safetensors", "pkg/train"},
	"pkg/learn/selftest/selftesttest": {"pkg/accel/acceltest", "pkg/learn/selftest"},
	"pkg/learn/weights":               {"pkg/atomicfile", "pkg/jsonfile", "pkg/record", "pkg/safetensors", "pkg/train"},

	// The one network on that floor, which several systems train.
	"pkg/learn/candidates":       {"pkg/board"},
	"pkg/learn/candidates/fused": {"pkg/accel", "pkg/board", "pkg/learn/candidates"},

	// The networks. What they share is at the root; the search beside them knows no network.
	"pkg/gnn":            {"pkg/board"},
	"pkg/gnn/literal":    {"pkg/board", "pkg/gnn", "pkg/learn/layer"},
	"pkg/gnn/cnn":        {"pkg/board", "pkg/gnn", "pkg/learn/layer"},
	"pkg/gnn/infer":      {"pkg/board", "pkg/dlx", "pkg/encode", "pkg/learn", "pkg/solver"},
	"pkg/gnn/candidate":  {"pkg/board", "pkg/gnn", "pkg/jsonfile", "pkg/learn", "pkg/learn/candidates", "pkg/learn/candidates/fused", "pkg/learn/puzzles", "pkg/learn/score", "pkg/pipeline", "pkg/train"},
	"pkg/gnn/again":      {"pkg/gnn/candidate", "pkg/learn/puzzles", "pkg/symmetry", "pkg/train"},
	"pkg/gnn/supervised": {"pkg/board", "pkg/gnn", "pkg/learn", "pkg/learn/puzzles", "pkg/learn/score", "pkg/train"},
	"pkg/gnn/gradient":   {"pkg/board", "pkg/gnn", "pkg/gnn/supervised", "pkg/train"},
	"pkg/gnn/selfcases":  {"pkg/gnn", "pkg/gnn/candidate", "pkg/gnn/cnn", "pkg/gnn/literal", "pkg/gnn/supervised", "pkg/learn/puzzles", "pkg/learn/selftest", "pkg/train"},
	"pkg/gnn/documented": {"pkg/gnn", "pkg/gnn/cnn", "pkg/gnn/literal", "pkg/gnn/supervised", "pkg/learn/puzzles", "pkg/safetensors", "pkg/train"},
	"pkg/gnn/weights":    {"pkg/board", "pkg/gnn", "pkg/gnn/candidate", "pkg/gnn/documented", "pkg/gnn/supervised", "pkg/jsonfile", "pkg/learn", "pkg/learn/candidates", "pkg/learn/candidates/fused", "pkg/learn/weights", "pkg/safetensors", "pkg/train"},

	// The agent.
	"pkg/dqn/networks":  {"pkg/board", "pkg/learn/candidates", "pkg/learn/layer"},
	"pkg/dqn":           {"pkg/board", "pkg/dqn/environment", "pkg/dqn/networks", "pkg/learn/candidates/fused", "pkg/learn/puzzles", "pkg/pipeline", "pkg/train"},
	"pkg/dqn/study":     {"pkg/dqn", "pkg/dqn/environment", "pkg/dqn/networks", "pkg/learn/puzzles"},
	"pkg/dqn/selfcases": {"pkg/dqn", "pkg/dqn/networks", "pkg/dqn/weights", "pkg/learn/selftest", "pkg/train"},
	"pkg/dqn/weights":   {"pkg/board", "pkg/dqn", "pkg/dqn/environment", "pkg/dqn/networks", "pkg/learn/candidates/fused", "pkg/learn/puzzles", "pkg/learn/weights", "pkg/safetensors", "pkg/train"},

	"pkg/dqn/weights/weightstest": {"pkg/accel", "pkg/dqn", "pkg/dqn/networks", "pkg/dqn/weights", "pkg/learn/weights", "pkg/safetensors", "pkg/train"},
}

// tensors are the folders of packages that may import GoMLX; what sits above them reaches it
// through them.
var tensors = []string{"pkg/accel", "pkg/learn", "pkg/tensornet", "pkg/gnn", "pkg/dqn", "pkg/train", "pkg/minigrid/tensorphase"}

// floor is what the learned systems stand on, and systems what a package of it may not import.
// What learns none of it may reach, not even through another package.
var (
	floor   = []string{"pkg/learn", "pkg/train", "pkg/accel", "pkg/safetensors"}
	systems = []string{"pkg/csp", "pkg/dlx", "pkg/minigrid", "pkg/tensornet", "pkg/gnn", "pkg/dqn"}
	learned = []string{"pkg/tensornet", "pkg/gnn", "pkg/dqn"}
)

// within reports whether a package is one of some, or lies below one.
func within(name string, of []string) bool {
	return slices.ContainsFunc(of, func(r string) bool { return name == r || strings.HasPrefix(name, r+"/") })
}

type pkg struct {
	ImportPath string
	Imports    []string
	Deps       []string // all that it reaches
	GoFiles    []string
}

func packages(t *testing.T) []pkg {
	t.Helper()
	all, err := gotool.List[pkg](t.Context(), "..", "-json=ImportPath,Imports,Deps,GoFiles", "./...")
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < len(allowed) {
		t.Fatalf("%d packages listed, want %d at least", len(all), len(allowed))
	}
	return all
}

// breaches returns the laws that a package breaks.
func breaches(p pkg) []string {
	var out []string
	name := strings.TrimPrefix(p.ImportPath, module+"/")
	may, listed := allowed[name]
	for _, imp := range p.Imports {
		ours, isOurs := strings.CutPrefix(imp, module+"/")
		switch {
		case isOurs && listed && !slices.Contains(may, ours):
			out = append(out, name+" imports "+ours+", which it may not know")
		case isOurs && within(name, floor) && within(ours, systems):
			out = append(out, name+" imports "+ours+", a system that stands on it or beside it")
		case isOurs && strings.HasPrefix(name, "pkg/") && (strings.HasPrefix(ours, "cmd/") || strings.HasPrefix(ours, "experiments")):
			out = append(out, name+" imports "+ours+", pkg stands below it")
		case strings.HasPrefix(imp, "github.com/gomlx/") && !within(name, tensors):
			out = append(out, name+" imports "+imp+", which only the packages that compute with tensors may")
		case strings.HasPrefix(imp, "github.com/olekukonko/") && name != "pkg/table":
			out = append(out, name+" imports "+imp+": package table draws every table")
		case imp == "math/rand":
			out = append(out, name+" imports math/rand, want math/rand/v2 with a source that is passed in")
		}
	}
	for _, dep := range p.Deps {
		if ours, isOurs := strings.CutPrefix(dep, module+"/"); isOurs && within(name, floor) && within(ours, learned) && !slices.Contains(p.Imports, dep) {
			out = append(out, name+" reaches "+ours+", a learned system that stands on it")
		}
	}
	return out
}

func TestImportLaws(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range packages(t) {
		seen[strings.TrimPrefix(p.ImportPath, module+"/")] = true
		for _, b := range breaches(p) {
			t.Error(b)
		}
	}
	for name := range allowed {
		if !seen[name] {
			t.Errorf("the laws name %s, which is not there", name)
		}
	}
}

// dependencies returns all packages that a program has which imports the given one.
func dependencies(t *testing.T, name string) []string {
	t.Helper()
	all, err := gotool.List[pkg](t.Context(), "..", "-deps", "-json=ImportPath", "./"+name)
	if err != nil {
		t.Fatal(err)
	}
	paths := make([]string, len(all))
	for i, p := range all {
		paths[i] = p.ImportPath
	}
	return paths
}

// TestExactProgramsAreSmall: a program that imports the exact methods, one engine alone or the agent's environment has no
// tensor library in it, directly or through others; one with the learned methods has.
func TestExactProgramsAreSmall(t *testing.T) {
	tensor := func(path string) bool { return strings.HasPrefix(path, "github.com/gomlx/") }
	for _, name := range []string{"pkg/method", "pkg/engine", "pkg/bitboard", "pkg/bitboard/wide", "pkg/csp", "pkg/dlx", "pkg/minigrid", "pkg/dqn/environment", "pkg/watch", "cmd/sudokulab-worker"} {
		all := dependencies(t, name)
		if !slices.Contains(all, module+"/"+name) {
			t.Errorf("%s is not among its own %d dependencies", name, len(all))
		}
		if i := slices.IndexFunc(all, tensor); i >= 0 {
			t.Errorf("a program that imports %s has %s in it", name, all[i])
		}
	}
	if !slices.ContainsFunc(dependencies(t, "pkg/method/learned"), tensor) {
		t.Error("the learned methods have no tensor library, so the test above shows nothing")
	}
}

// TestLawsCanBeBroken shows that each law catches what it forbids.
func TestLawsCanBeBroken(t *testing.T) {
	for _, p := range []pkg{
		{ImportPath: module + "/pkg/csp", Imports: []string{module + "/pkg/board"}},
		{ImportPath: module + "/pkg/new", Imports: []string{module + "/experiments/csp-hard"}},
		{ImportPath: module + "/pkg/new", Imports: []string{module + "/cmd/sudokulab"}},
		{ImportPath: module + "/pkg/new", Imports: []string{"github.com/gomlx/gomlx/core/graph"}},
		{ImportPath: module + "/pkg/minigrid", Imports: []string{"github.com/gomlx/gomlx/core/graph"}},
		{ImportPath: module + "/pkg/learn/new", Imports: []string{module + "/pkg/gnn/weights"}},
		{ImportPath: module + "/pkg/learn/new", Imports: []string{module + "/pkg/minigrid"}},
		{ImportPath: module + "/pkg/learn", Imports: []string{module + "/pkg/dqn"}},
		{ImportPath: module + "/pkg/train/new", Imports: []string{module + "/pkg/tensornet"}},
		{ImportPath: module + "/pkg/accel/new", Imports: []string{module + "/pkg/gnn"}},
		{ImportPath: module + "/pkg/learn/new", Imports: []string{module + "/pkg/film"}, Deps: []string{module + "/pkg/film", module + "/pkg/gnn/infer"}},
		{ImportPath: module + "/cmd/sudokulab", Imports: []string{"github.com/olekukonko/tablewriter"}},
		{ImportPath: module + "/pkg/new", Imports: []string{"math/rand"}},
	} {
		if len(breaches(p)) != 1 {
			t.Errorf("%s importing %v breaks %d laws, want 1", p.ImportPath, p.Imports, len(breaches(p)))
		}
	}
	for _, p := range []pkg{
		{ImportPath: module + "/pkg/encode", Imports: []string{module + "/pkg/csp", "fmt", "math/rand/v2"}},
		{ImportPath: module + "/pkg/table", Imports: []string{"github.com/olekukonko/tablewriter/tw"}},
		{ImportPath: module + "/pkg/learn/selftest", Imports: []string{"github.com/gomlx/gomlx/core/graph"}},
		{ImportPath: module + "/pkg/learn/new", Imports: []string{module + "/pkg/engine"}, Deps: []string{module + "/pkg/engine", module + "/pkg/minigrid"}},
		{ImportPath: module + "/pkg/gnnlike", Imports: []string{module + "/pkg/gnn"}},
	} {
		if b := breaches(p); len(b) != 0 {
			t.Errorf("%s: %v", p.ImportPath, b)
		}
	}
}
