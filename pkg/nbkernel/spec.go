package nbkernel

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/jupyter"
)

// Spec is a kernel's description, kernel.json (jupyter-client.readthedocs.io, "Making kernels
// for Jupyter"), with what the lab adds to it.
type Spec struct{ jupyter.Spec }

const (
	specFile    = "kernel.json"
	metadataKey = "sudokulab"
)

// Root returns the clone that a description of ours names, "" for a foreign one.
func (s Spec) Root() string {
	ours, _ := s.Metadata[metadataKey].(map[string]any)
	root, _ := ours["root"].(string)
	return root
}

// ReadSpec reads the description in a kernel's folder.
func ReadSpec(dir string) (Spec, error) {
	s, err := jupyter.ReadSpec(dir)
	return Spec{s}, err
}

// spec describes the kernel of this clone. program is the launcher, or a copy of it.
func (l Lab) spec(program string, t Toolchain) Spec {
	argv := []string{program, "--root", l.Root, "--go", t.Go}
	if t.GoCache != "" {
		argv = append(argv, "--gocache", t.GoCache)
	}
	if t.GoModCache != "" {
		argv = append(argv, "--gomodcache", t.GoModCache)
	}
	return Spec{jupyter.Spec{
		Argv:          append(argv, "--", l.bin(gonb), "--kernel", "{connection_file}", "-raw_error", "-go_work="+l.Root),
		DisplayName:   DisplayName,
		Language:      "go",
		InterruptMode: "message",
		Env:           map[string]string{EnvRoot: l.Root, "GOMLX_NO_AUTO_INSTALL": "1"},
		Metadata:      map[string]any{metadataKey: map[string]any{"root": l.Root}},
	}}
}

// write puts a description and the logos into a folder, the description last.
func (s Spec) write(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("nbkernel: %w", err)
	}
	data, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return fmt.Errorf("nbkernel: %w", err)
	}
	for _, f := range []struct {
		name string
		data []byte
	}{{"logo-svg.svg", logoSVG()}, {"logo-32x32.png", logoPNG(32)}, {"logo-64x64.png", logoPNG(64)}, {specFile, append(data, '\n')}} {
		if err := atomicfile.WriteBytes(filepath.Join(dir, f.name), f.data); err != nil {
			return fmt.Errorf("nbkernel: %w", err)
		}
	}
	return nil
}

// Place says into which Jupyter to install.
type Place struct {
	// Prefix is an installation such as a virtual environment; empty is the person's own data
	// folder.
	Prefix string
	Force  bool // also a foreign kernel of our name
}

// Dir returns the kernel's folder.
func (p Place) Dir() (string, error) {
	if p.Prefix != "" {
		prefix, err := filepath.Abs(p.Prefix)
		if err != nil {
			return "", fmt.Errorf("nbkernel: %w", err)
		}
		if info, err := os.Stat(prefix); err != nil {
			return "", fmt.Errorf("nbkernel: %w", err)
		} else if !info.IsDir() {
			return "", fmt.Errorf("nbkernel: %s is not a folder", prefix)
		}
		return filepath.Join(prefix, "share", "jupyter", "kernels", Name), nil
	}
	data, err := jupyter.UserDataDir()
	if err != nil {
		return "", fmt.Errorf("nbkernel: %w", err)
	}
	return filepath.Join(data, "kernels", Name), nil
}

// ErrForeign is wrapped when a kernel carries our name and another wrote it.
var ErrForeign = errors.New("another kernel has this name")

// ours says whether a folder may be replaced or removed: it is missing, or holds a
// description of ours.
func ours(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	if s, err := ReadSpec(dir); err != nil || s.Root() == "" {
		return fmt.Errorf("%s: %w", dir, ErrForeign)
	}
	return nil
}

// ErrNotBuilt is wrapped by Install when Build has to come first.
var ErrNotBuilt = errors.New("the kernel is not built")

// Install puts the kernel where a person's Jupyter looks and returns the folder. The launcher
// is copied along, so that it can complain when the clone has gone. Build must have been
// called before.
func (l Lab) Install(p Place) (string, error) {
	if err := l.check(); err != nil {
		return "", err
	}
	spec, err := ReadSpec(l.SpecDir())
	if err == nil {
		err = executable(l.bin(launcher))
	}
	if err != nil {
		return "", fmt.Errorf("nbkernel: %w: %w", ErrNotBuilt, err)
	}
	if spec.Root() != l.Root {
		return "", fmt.Errorf("nbkernel: %w: it was built in %s, and the clone was moved or copied", ErrNotBuilt, spec.Root())
	}
	dir, err := p.Dir()
	if err != nil {
		return "", err
	}
	if err := ours(dir); err != nil && !p.Force {
		return "", fmt.Errorf("nbkernel: %w", err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("nbkernel: %w", err)
	}
	program := filepath.Join(dir, exe(launcher))
	data, err := os.ReadFile(l.bin(launcher))
	if err == nil {
		err = atomicfile.WriteBytes(program, data)
	}
	if err == nil {
		err = os.Chmod(program, 0o755)
	}
	if err != nil {
		return "", fmt.Errorf("nbkernel: %w", err)
	}
	spec.Argv[0] = program
	return dir, spec.write(dir)
}

// ErrNotInstalled is wrapped by Uninstall when there is nothing to remove.
var ErrNotInstalled = errors.New("is not installed")

// Uninstall removes what Install wrote and returns the folder. Other files in it stay, and
// the folder with them.
func Uninstall(p Place) (string, error) {
	dir, err := p.Dir()
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(dir); errors.Is(err, os.ErrNotExist) {
		return "", fmt.Errorf("nbkernel: %s: %w", dir, ErrNotInstalled)
	}
	if err := ours(dir); err != nil && !p.Force {
		return "", fmt.Errorf("nbkernel: %w", err)
	}
	for _, name := range []string{specFile, exe(launcher), "logo-svg.svg", "logo-32x32.png", "logo-64x64.png"} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", fmt.Errorf("nbkernel: %w", err)
		}
	}
	if entries, err := os.ReadDir(dir); err == nil && len(entries) == 0 {
		err = os.Remove(dir)
		if err != nil {
			return "", fmt.Errorf("nbkernel: %w", err)
		}
	}
	return dir, nil
}

// Found is a kernel of our name.
type Found struct {
	Dir  string `json:"dir"`
	Root string `json:"root,omitempty"` // the clone it was made for; empty for a foreign one
	Spec Spec   `json:"spec"`
	Err  string `json:"error,omitempty"`
}

// List returns the kernels of our name in the order in which a client looks: the clone (if
// root is not empty), then [jupyter.DataDirs] with the Jupyter on the PATH.
func List(root string) []Found {
	var found []Found
	var seen []string
	for _, data := range dataPath(root) {
		dir := filepath.Join(data, "kernels", Name)
		if slices.Contains(seen, dir) {
			continue
		}
		seen = append(seen, dir)
		s, err := ReadSpec(dir)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		f := Found{Dir: dir, Root: s.Root(), Spec: s}
		if err != nil {
			f.Err = plain(err)
		} else if err := executable(s.Argv[0]); err != nil && f.Root != "" {
			f.Err = err.Error()
		}
		found = append(found, f)
	}
	return found
}

// dataPath lists Jupyter's data folders.
func dataPath(root string) []string {
	dirs := jupyter.DataDirs(jupyterPrefix())
	if root != "" {
		dirs = slices.Insert(dirs, 0, Lab{root}.JupyterDir())
	}
	return dirs
}

// jupyterPrefix is the installation of the Jupyter on the PATH.
func jupyterPrefix() string {
	for _, name := range []string{"jupyter-lab", "jupyter-notebook", "jupyter"} {
		if program, err := exec.LookPath(name); err == nil {
			return filepath.Dir(filepath.Dir(program))
		}
	}
	return ""
}
