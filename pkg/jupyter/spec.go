package jupyter

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/jsonfile"
)

// Object is a JSON object.
type Object = map[string]any

// Spec is a kernelspec: how to start a kernel.
type Spec struct {
	Name          string            `json:"-"` // of the folder, in lower case
	Dir           string            `json:"-"` // the folder that holds kernel.json
	Argv          []string          `json:"argv"`
	DisplayName   string            `json:"display_name"`
	Language      string            `json:"language"`
	InterruptMode string            `json:"interrupt_mode"` // "signal" (or empty) or "message"
	Env           map[string]string `json:"env"`
	Metadata      Object            `json:"metadata"`
}

// MissingError says that there is no kernelspec of a name.
type MissingError struct {
	Name   string
	Found  []Spec   // those that there are
	Looked []string // the folders looked in
	Broken []error  // kernelspecs that cannot be read
}

// Error lists what was found instead and where was looked.
func (e *MissingError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "jupyter: no kernel %q", e.Name)
	if len(e.Found) == 0 {
		b.WriteString("; none is installed")
	} else {
		names := make([]string, len(e.Found))
		for i, s := range e.Found {
			names[i] = s.Name
		}
		b.WriteString("; found " + strings.Join(names, ", "))
	}
	b.WriteString("; looked in " + strings.Join(e.Looked, ", "))
	for _, err := range e.Broken {
		b.WriteString("; " + err.Error())
	}
	return b.String()
}

// Dirs returns the folders in which kernelspecs lie, first come first: those given, then kernels/
// under each of [DataDirs]. An explicit folder may hold kernelspecs itself, or be a data folder with kernels/ in
// it. Folders that do not exist are among them.
func Dirs(explicit ...string) []string {
	var dirs []string
	add := func(dir string) {
		if dir != "" && !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	for _, dir := range explicit {
		add(dir)
		if dir != "" {
			add(filepath.Join(dir, "kernels"))
		}
	}
	for _, data := range DataDirs() {
		add(filepath.Join(data, "kernels"))
	}
	return dirs
}

// UserDataDir returns the person's own data folder of Jupyter, as jupyter_core finds it.
func UserDataDir() (string, error) {
	if dir := os.Getenv("JUPYTER_DATA_DIR"); dir != "" {
		return dir, nil
	}
	home, homeErr := os.UserHomeDir()
	switch xdg := os.Getenv("XDG_DATA_HOME"); {
	case runtime.GOOS == "windows":
		if data := os.Getenv("APPDATA"); data != "" {
			return filepath.Join(data, "jupyter"), nil
		}
	case runtime.GOOS == "darwin" && homeErr == nil:
		return filepath.Join(home, "Library", "Jupyter"), nil
	case xdg != "":
		return filepath.Join(xdg, "jupyter"), nil
	case homeErr == nil:
		return filepath.Join(home, ".local", "share", "jupyter"), nil
	}
	return "", errors.New("jupyter: no data folder: JUPYTER_DATA_DIR is not set, and there is no home folder")
}

// DataDirs returns Jupyter's data folders in the order in which a client looks: JUPYTER_PATH, the
// person's own, that of the active Python environment (before the person's own, as Jupyter has it),
// those of other installations of Jupyter, given by their prefixes, and the system's.
func DataDirs(prefixes ...string) []string {
	dirs := filepath.SplitList(os.Getenv("JUPYTER_PATH"))
	share := func(prefix string) {
		if prefix != "" {
			dirs = append(dirs, filepath.Join(prefix, "share", "jupyter"))
		}
	}
	for _, key := range []string{"VIRTUAL_ENV", "CONDA_PREFIX"} {
		share(os.Getenv(key))
	}
	if user, err := UserDataDir(); err == nil { // without one, the others are left
		dirs = append(dirs, user)
	}
	for _, prefix := range prefixes {
		share(prefix)
	}
	if runtime.GOOS == "windows" {
		if data := os.Getenv("PROGRAMDATA"); data != "" {
			dirs = append(dirs, filepath.Join(data, "jupyter"))
		}
	} else {
		dirs = append(dirs, "/usr/local/share/jupyter", "/usr/share/jupyter")
	}
	return slices.DeleteFunc(dirs, func(dir string) bool { return dir == "" })
}

var kernelName = regexp.MustCompile(`^[A-Za-z0-9._-]+$`)

// List returns the kernelspecs in the folders, sorted by name, of each name the first. A
// kernelspec that cannot be read is left out; the errors come back joined.
func List(dirs []string) ([]Spec, error) {
	var specs []Spec
	var broken []error
	seen := map[string]bool{}
	for _, dir := range dirs {
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue // most of the folders do not exist
		}
		for _, entry := range entries {
			name := strings.ToLower(entry.Name())
			if !kernelName.MatchString(name) || seen[name] {
				continue
			}
			spec, err := ReadSpec(filepath.Join(dir, entry.Name()))
			if errors.Is(err, os.ErrNotExist) || errors.Is(err, errNotFolder) {
				continue
			}
			if err != nil {
				broken = append(broken, err)
				continue
			}
			seen[name] = true
			specs = append(specs, spec)
		}
	}
	slices.SortFunc(specs, func(a, b Spec) int { return strings.Compare(a.Name, b.Name) })
	return specs, errors.Join(broken...)
}

var errNotFolder = errors.New("not a folder")

// Find returns the kernelspec of the name, in lower or upper case; it is a *[MissingError] if
// there is none.
func Find(name string, dirs []string) (Spec, error) {
	specs, err := List(dirs)
	for _, s := range specs {
		if strings.EqualFold(s.Name, name) {
			return s, nil
		}
	}
	missing := &MissingError{Name: name, Found: specs, Looked: dirs}
	if err != nil {
		missing.Broken = append(missing.Broken, err)
	}
	return Spec{}, missing
}

// ReadSpec reads the kernelspec in a folder.
func ReadSpec(dir string) (Spec, error) {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return Spec{}, fmt.Errorf("jupyter: %s: %w", dir, errNotFolder)
	}
	path := filepath.Join(dir, "kernel.json")
	data, err := atomicfile.ReadFile(path, atomicfile.Most)
	if err != nil {
		return Spec{}, fmt.Errorf("jupyter: %w", err)
	}
	var s Spec
	if err := jsonfile.Unmarshal(data, &s); err != nil {
		return Spec{}, fmt.Errorf("jupyter: %s: %w", path, err)
	}
	if s.Dir, err = filepath.Abs(dir); err != nil {
		return Spec{}, fmt.Errorf("jupyter: %w", err)
	}
	s.Name = strings.ToLower(filepath.Base(s.Dir))
	switch {
	case len(s.Argv) == 0 || s.Argv[0] == "":
		return Spec{}, fmt.Errorf("jupyter: %s: argv: no command", path)
	case s.InterruptMode != "" && s.InterruptMode != "signal" && s.InterruptMode != "message":
		return Spec{}, fmt.Errorf("jupyter: %s: interrupt_mode: %q, want signal or message", path, s.InterruptMode)
	}
	return s, nil
}

// prefix returns the Python prefix to which the kernelspec belongs, if it lies in
// <prefix>/share/jupyter/kernels/<name>; else "".
func (s Spec) prefix() string {
	kernels := filepath.Dir(s.Dir)
	data := filepath.Dir(kernels)
	share := filepath.Dir(data)
	if filepath.Base(kernels) != "kernels" || filepath.Base(data) != "jupyter" || filepath.Base(share) != "share" {
		return ""
	}
	return filepath.Dir(share)
}

var bareInterpreter = regexp.MustCompile(`^python[0-9.]*$`)

// command returns the command line with its placeholders filled in.
func (s Spec) command(connectionFile string) []string {
	prefix := s.prefix()
	fill := strings.NewReplacer("{connection_file}", connectionFile, "{resource_dir}", s.Dir, "{prefix}", prefix)
	argv := make([]string, len(s.Argv))
	for i, a := range s.Argv {
		argv[i] = fill.Replace(a)
	}
	// ipykernel's kernelspec says "python": the one that it was installed for. Jupyter runs its
	// own interpreter; here it is that of the environment which the kernelspec lies in.
	if prefix != "" && bareInterpreter.MatchString(argv[0]) {
		if path := filepath.Join(prefix, "bin", argv[0]); executable(path) {
			argv[0] = path
		}
	}
	return argv
}

func executable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir() && info.Mode().Perm()&0o111 != 0
}

// environ returns the variables that the kernelspec sets, as name=value. ${NAME} stands for the
// value outside.
func (s Spec) environ() []string {
	var env []string
	for key, value := range s.Env {
		env = append(env, key+"="+os.Expand(value, func(name string) string {
			if outer, ok := os.LookupEnv(name); ok {
				return outer
			}
			return "${" + name + "}"
		}))
	}
	slices.Sort(env)
	return env
}
