package nbkernel

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// ErrNoJupyter is wrapped when there is neither JupyterLab nor Notebook on the PATH.
var ErrNoJupyter = errors.New("no JupyterLab or Notebook on the PATH; pip install jupyterlab in a virtual environment, or Debian's jupyter-notebook, brings one; make notebooks executes the notebooks without")

// Jupyter opens JupyterLab, or Notebook, with the clone's kernel in sight, in the clone's
// folder. Where a process can be replaced it returns only with an error.
func (l Lab) Jupyter(args []string) error {
	if err := l.check(); err != nil {
		return err
	}
	if _, c := l.checkSpec(); c.State != OK {
		return fmt.Errorf("nbkernel: %s; %s", c.Found, c.Effect)
	}
	for _, name := range []string{"jupyter-lab", "jupyter-notebook"} {
		program, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		if program, err = filepath.Abs(program); err != nil {
			return fmt.Errorf("nbkernel: %w", err)
		}
		env := environment(os.Environ())
		path := l.JupyterDir()
		if more := env.get("JUPYTER_PATH"); more != "" {
			path += string(os.PathListSeparator) + more
		}
		env.set("JUPYTER_PATH", path)
		if err := os.Chdir(l.Root); err != nil {
			return fmt.Errorf("nbkernel: %w", err)
		}
		return become(program, append([]string{program}, args...), env)
	}
	return fmt.Errorf("nbkernel: %w", ErrNoJupyter)
}
