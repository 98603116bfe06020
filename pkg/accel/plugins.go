package accel

import (
	"debug/elf"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// EnvPluginPath names go-xla's variable with the folders that replace the usual
// ones, separated as in PATH.
const EnvPluginPath = "PJRT_PLUGIN_LIBRARY_PATH"

// Plugin is a PJRT plugin file that was found, not yet loaded.
type Plugin struct {
	Path     string `json:"path"`     // absolute
	Platform string `json:"platform"` // cpu, cuda or other, told by the file's name
}

// The file names under which plugins are shipped: the two patterns of PJRT's own
// loaders, and the name in JAX's wheels, which neither of them matches.
var pluginNames = []*regexp.Regexp{
	regexp.MustCompile(`^pjrt_c_api_(.+)_plugin\.(?:so|dylib|dll)$`),
	regexp.MustCompile(`^pjrt[-_]plugin[-_](.+)\.(?:so|dylib|dll)$`),
	regexp.MustCompile(`^xla_(cuda|cpu)_plugin\.so$`),
}

// Where plugins lie below a folder that was named: itself, the layout of
// accel/install, go-xla's own layout and JAX's packages.
var pluginSubdirs = []string{
	".", "cuda13/plugin", "cuda12/plugin", "cpu/plugin", "nvidia",
	"jax_plugins/xla_cuda13", "jax_plugins/xla_cuda12",
}

// FindPlugins lists the plugin files in the folders that are searched, in the
// order in which [Choose] would try them, and those folders. The folders are
// o.PluginDirs, then those of PJRT_PLUGIN_LIBRARY_PATH if it is set, else go-xla's
// folders for the user and the system and those of LD_LIBRARY_PATH. Files that
// cannot be plugins by their name are passed over; nothing is loaded.
func FindPlugins(o Options) (found []Plugin, searched []string) {
	for _, base := range searchDirs(o) {
		searched = append(searched, base)
		for _, sub := range pluginSubdirs {
			dir := filepath.Join(base, filepath.FromSlash(sub))
			entries, err := os.ReadDir(dir)
			if err != nil {
				continue // a folder that is missing or closed holds no plugin for us
			}
			for _, e := range entries {
				path := filepath.Join(dir, e.Name())
				if platform, ok := platformOf(path); ok && !slices.ContainsFunc(found, func(p Plugin) bool { return p.Path == path }) {
					found = append(found, Plugin{Path: path, Platform: platform})
				}
			}
		}
	}
	return found, searched
}

func searchDirs(o Options) []string {
	dirs := slices.Clone(o.PluginDirs)
	if path := os.Getenv(EnvPluginPath); path != "" {
		dirs = append(dirs, filepath.SplitList(path)...)
	} else {
		if home, err := os.UserHomeDir(); err == nil {
			dirs = append(dirs, filepath.Join(home, ".local", "lib", "go-xla"))
		}
		dirs = append(dirs, "/usr/local/lib/go-xla")
		dirs = append(dirs, filepath.SplitList(os.Getenv("LD_LIBRARY_PATH"))...)
	}
	var abs []string
	for _, d := range dirs {
		if d == "" {
			continue
		}
		if a, err := filepath.Abs(d); err == nil && !slices.Contains(abs, a) {
			abs = append(abs, a)
		}
	}
	return abs
}

// platformOf tells a plugin's platform by its file name; ok is false for a file
// that is not named like a plugin.
func platformOf(path string) (platform string, ok bool) {
	base := filepath.Base(path)
	for _, re := range pluginNames {
		if m := re.FindStringSubmatch(base); m != nil {
			return platformNamed(m[1]), true
		}
	}
	return platformNamed(base), false
}

func platformNamed(name string) string {
	name = strings.ToLower(name)
	switch {
	case strings.Contains(name, "cuda"), strings.Contains(name, "nvidia"):
		return PlatformCUDA
	case strings.Contains(name, "cpu"):
		return PlatformCPU
	}
	return PlatformOther
}

var elfMachines = map[string]elf.Machine{
	"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64, "riscv64": elf.EM_RISCV,
	"ppc64le": elf.EM_PPC64, "s390x": elf.EM_S390, "386": elf.EM_386, "arm": elf.EM_ARM,
}

// CheckPluginFile reports why a file cannot be a plugin for this process, without
// loading it. go-xla answers some of these cases with a nil pointer (a file that
// dlopen refuses, found by name), so they must not reach it.
func CheckPluginFile(path string) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("no such file: %s", path)
	}
	if err != nil {
		return fmt.Errorf("cannot look at the file: %w", err)
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("not a file: %s", path)
	}
	if runtime.GOOS != "linux" {
		return nil // only ELF is understood here; elsewhere the loader must judge
	}
	f, err := elf.Open(path)
	if err != nil {
		return fmt.Errorf("not a shared library (ELF): %s: %w", path, err)
	}
	defer func() { _ = f.Close() }()
	if f.Type != elf.ET_DYN {
		return fmt.Errorf("an ELF file but not a shared library (%v): %s", f.Type, path)
	}
	if want, known := elfMachines[runtime.GOARCH]; known && f.Machine != want {
		return fmt.Errorf("a library for %v, this process runs on %s: %s", f.Machine, runtime.GOARCH, path)
	}
	symbols, err := f.DynamicSymbols()
	if err != nil {
		return fmt.Errorf("no dynamic symbols in %s: %w", path, err)
	}
	for i := range symbols {
		if symbols[i].Name == "GetPjrtApi" && symbols[i].Section != elf.SHN_UNDEF {
			return nil
		}
	}
	return fmt.Errorf("not a PJRT plugin (it does not export GetPjrtApi): %s", path)
}
