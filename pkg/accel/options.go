package accel

import (
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// EnvBackend names the environment variable that callers read into
// [Options.Backend]. This package does not read it itself, so that a command-line
// flag can win over it in one place.
const EnvBackend = "SUDOKULAB_BACKEND"

// The names that [Options.Backend] accepts, besides "xla:" followed by the path of
// a plugin file.
const (
	NameAuto = "auto"     // the first that works of CUDA, XLA on the CPU, Go
	NameGo   = "go"       // the pure-Go backend
	NameCPU  = "xla:cpu"  // an XLA CPU plugin found in the search folders
	NameCUDA = "xla:cuda" // an XLA CUDA plugin found in the search folders
)

// Platforms of a [Choice]: they pick the probe's sizes and the card table.
const (
	PlatformGo    = "go"
	PlatformCPU   = "cpu"
	PlatformCUDA  = "cuda"
	PlatformOther = "other" // a plugin whose file name tells neither
)

// Options say which backend to open. The zero value means [DefaultOptions].
type Options struct {
	// Backend is a name as above; empty means auto.
	Backend string `json:"backend"`
	// PluginDirs are searched before the usual folders (see [FindPlugins]). A
	// folder made by package accel/install and a Python site-packages folder that
	// holds JAX both work.
	PluginDirs []string `json:"plugin_dirs,omitempty"`
	// TF32 allows CUDA to round the operands of float32 products to 10 bits of
	// fraction. It is off unless asked for, because results are compared between
	// backends; it is recorded in the choice because it changes figures.
	TF32 bool `json:"tf32"`
	// Sequential has the backend in Go run one operation after the other, each on one core: for graphs of
	// many small operations, where handing them out costs more than they do. Several such backends
	// use several cores. Other backends take no notice.
	Sequential bool `json:"sequential,omitempty"`
}

// DefaultOptions are auto, the usual folders and exact float32.
func DefaultOptions() Options { return Options{Backend: NameAuto} }

// Validate reports whether the name of the backend is one that [Choose] knows.
// It looks at no file.
func (o Options) Validate() error {
	_, err := parseRequest(o.Backend)
	return err
}

// request is a parsed Options.Backend. file is set only for "xla:" + path.
type request struct {
	name string
	file string
}

// parseRequest accepts the names and "xla:<path>"; a path is told from a name by
// a separator or by its extension, so "xla:cud" is a typing error and not a file.
func parseRequest(name string) (request, error) {
	switch name {
	case "", NameAuto:
		return request{name: NameAuto}, nil
	case NameGo, NameCPU, NameCUDA:
		return request{name: name}, nil
	}
	path, isXLA := strings.CutPrefix(name, "xla:")
	looksLikePath := strings.ContainsRune(path, filepath.Separator) || strings.ContainsRune(path, '/') || filepath.Ext(path) != ""
	if !isXLA || !looksLikePath {
		return request{}, fmt.Errorf("accel: unknown backend %q, want %s, %s, %s, %s or xla:/path/to/plugin.so",
			name, NameAuto, NameGo, NameCPU, NameCUDA)
	}
	if strings.ContainsRune(path, ',') {
		// The XLA backend reads everything after a comma as options.
		return request{}, fmt.Errorf("accel: plugin path %q holds a comma, which the XLA backend cannot take: move or link the file", path)
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return request{}, fmt.Errorf("accel: plugin path %q: %w", path, err)
	}
	return request{name: "xla:" + abs, file: abs}, nil
}

// BuiltWithXLA reports whether this program can load XLA plugins: it was built with cgo and the tag
// xla.
func BuiltWithXLA() bool { return xlaBuilt }

// CPUPluginOffered reports whether an XLA plugin for the processor can be installed on this platform,
// by package accel/install.
func CPUPluginOffered() bool { return runtime.GOOS == "linux" && runtime.GOARCH == "amd64" }

// LacksXLA reports whether XLA could run on the processor here and is not installed: a plugin is
// offered for this platform, and the folders that o searches hold none.
func LacksXLA(o Options) bool {
	found, _ := FindPlugins(o)
	return CPUPluginOffered() && !slices.ContainsFunc(found, func(p Plugin) bool { return p.Platform == PlatformCPU })
}
