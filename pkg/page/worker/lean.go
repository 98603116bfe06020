package worker

import (
	"encoding/json"
	"fmt"
	"go/version"
	"os"
	"path/filepath"

	"sudokulab/pkg/atomicfile"
)

// leftOut are files that the page has no use for: what draws, unpacks, counts symmetries, or writes JSON of its own. Neither they
// nor what they import are compiled into a program for browsers. It is a list here, not a build tag in the files, since what they say is
// the same for all other programs.
var leftOut = []string{
	"pkg/board/format/ahead.go",
	"pkg/board/format/packed.go",
	"pkg/csp/set_json.go",
	"pkg/csp/tree_svg.go",
	"pkg/dqn/environment/render.go",
	"pkg/explain/position_json.go",
	"pkg/explain/step_json.go",
	"pkg/render/describe.go",
	"pkg/render/film.go",
	"pkg/render/font.go",
	"pkg/render/html.go",
	"pkg/render/layout.go",
	"pkg/render/options.go",
	"pkg/render/outline.go",
	"pkg/render/png.go",
	"pkg/render/raster.go",
	"pkg/render/regions.go",
	"pkg/render/scene.go",
	"pkg/render/sheet.go",
	"pkg/render/svg.go",
	"pkg/render/tag_draw.go",
	"pkg/render/text.go",
	"pkg/render/theme.go",
	"pkg/symmetry/automorphisms.go",
	"pkg/symmetry/order.go",
	"pkg/tensornet/plain/trace_json.go",
}

// instead are files that others of this package take the place of.
var instead = map[string]string{
	"pkg/learn/puzzles/exclude.go": "puzzles_exclude.go", // without sets of puzzles
	"pkg/symmetry/sum.go":          "symmetry_sum.go",    // without package crypto
}

// insteadInLibrary are files of the library of the known release that others take the place of, each of which is all of its package.
var insteadInLibrary = map[string]string{
	"internal/godebug/godebug.go": "godebug.go", // without GODEBUG, which no worker has, and the counters of its use: 23 kB
}

// lean is where the files are that stand in for others. Its name keeps it from being a package.
const lean = "pkg/page/worker/_lean"

// overlay writes, into a folder, what the go command is to see in place of files of the source tree at root, which is absolute, and
// of the release of Go at goroot, and returns its path and the files that stand in for others.
func overlay(root, goroot, release, dir string) (path string, fresh []string, err error) {
	replace := map[string]string{}
	put := func(name, other string) {
		file := filepath.Join(root, filepath.FromSlash(lean), other)
		replace[name] = file
		fresh = append(fresh, file)
	}
	for _, name := range leftOut {
		replace[filepath.Join(root, filepath.FromSlash(name))] = ""
	}
	for name, other := range instead {
		put(filepath.Join(root, filepath.FromSlash(name)), other)
	}
	if version.Lang(release) == known {
		for name, other := range insteadInLibrary {
			put(filepath.Join(goroot, "src", filepath.FromSlash(name)), other)
		}
	}
	for file := range replace {
		if _, err := os.Stat(file); err != nil {
			return "", nil, fmt.Errorf("a file that is to be left out or replaced: %w", err)
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", nil, err
	}
	path = filepath.Join(dir, "overlay.json")
	return path, fresh, atomicfile.WriteBytes(path, text)
}
