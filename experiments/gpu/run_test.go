// Package gpu_test tests the script by which a carried program finds a card's plugin.
package gpu_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// site makes a folder as JAX's wheels would fill it.
func site(t *testing.T, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f))
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// run starts the script with a bare environment and returns what it printed and its
// exit code.
func run(t *testing.T, env []string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	cmd := exec.Command("bash", append([]string{"run.sh"}, args...)...)
	// In the locale C, bash would print names that are not ASCII as octal numbers.
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C.UTF-8"}, env...)
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

func python(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"bash", "python3"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("the script is for machines with bash and Python: %v", err)
		}
	}
	// The name as the script gets it: a version manager's shim would not work by its
	// resolved path.
	path, err := exec.LookPath("python3")
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// value returns what the script prints for one setting.
func value(t *testing.T, printed, name string) string {
	t.Helper()
	for line := range strings.Lines(printed) {
		if v, ok := strings.CutPrefix(strings.TrimSpace(line), name+"="); ok {
			return strings.ReplaceAll(strings.Trim(v, "'"), `\ `, " ")
		}
	}
	t.Fatalf("no %s in:\n%s", name, printed)
	return ""
}

func TestFindsThePlugin(t *testing.T) {
	py := python(t)
	dir := site(t,
		"jax_plugins/xla_cuda13/xla_cuda_plugin.so", "jax_plugins/xla_cuda12/xla_cuda_plugin.so",
		"nvidia/cu13/nvvm/libdevice.bc", "nvidia/cu13/lib/libcublas.so.13", "nvidia/cu13/bin/ptxas",
		"nvidia/cudnn/lib/libcudnn.so.9", "nvidia/cublas/lib/libcublas.so.12")
	out, errs, code := run(t, []string{"PYTHON=" + py, "PYTHONPATH=" + dir, "LD_LIBRARY_PATH=/mine"}, "--print")
	if code != 0 {
		t.Fatalf("exit %d: %s", code, errs)
	}
	if got, want := value(t, out, "SUDOKULAB_BACKEND"), "xla:"+dir+"/jax_plugins/xla_cuda13/xla_cuda_plugin.so"; got != want {
		t.Errorf("backend %s, want %s", got, want)
	}
	if got, want := value(t, out, "XLA_FLAGS"), "--xla_gpu_cuda_data_dir="+dir+"/nvidia/cu13"; got != want {
		t.Errorf("flags %s, want %s", got, want)
	}
	libs := strings.Split(value(t, out, "LD_LIBRARY_PATH"), ":")
	if libs[0] != dir+"/nvidia/cu13/lib" || libs[1] != dir+"/nvidia/cudnn/lib" || libs[len(libs)-1] != "/mine" {
		t.Errorf("libraries %v: want those of CUDA 13 first, the caller's last", libs)
	}
	if strings.Contains(strings.Join(libs, ":"), "nvidia/cublas") {
		t.Errorf("libraries %v: CUDA 12's among them", libs)
	}
	if path := value(t, out, "PATH"); !strings.HasPrefix(path, dir+"/nvidia/cu13/bin:") {
		t.Errorf("PATH %s", path)
	}
}

func TestKeepsTheCallersSettings(t *testing.T) {
	py := python(t)
	dir := site(t, "jax_plugins/xla_cuda13/xla_cuda_plugin.so", "nvidia/cu13/nvvm/libdevice.bc", "nvidia/cu13/lib/libcublas.so.13")
	out, errs, code := run(t, []string{
		"PYTHON=" + py, "PYTHONPATH=" + dir, "SUDOKULAB_BACKEND=go", "XLA_FLAGS=--xla_gpu_cuda_data_dir=/mine",
	}, "--print")
	if code != 0 {
		t.Fatalf("exit %d: %s", code, errs)
	}
	if got := value(t, out, "SUDOKULAB_BACKEND"); got != "go" {
		t.Errorf("backend %s, want the caller's", got)
	}
	if got := value(t, out, "XLA_FLAGS"); got != "--xla_gpu_cuda_data_dir=/mine" {
		t.Errorf("flags %s, want the caller's", got)
	}
	out, _, _ = run(t, []string{"PYTHON=" + py, "PYTHONPATH=" + dir, "XLA_FLAGS=--xla_dump_to=x"}, "--print")
	if got, want := value(t, out, "XLA_FLAGS"), "--xla_dump_to=x --xla_gpu_cuda_data_dir="+dir+"/nvidia/cu13"; got != want {
		t.Errorf("flags %s, want %s", got, want)
	}
}

func TestRunsTheProgram(t *testing.T) {
	py := python(t)
	dir := site(t, "jax_plugins/xla_cuda13/xla_cuda_plugin.so")
	out, _, code := run(t, []string{"PYTHON=" + py, "PYTHONPATH=" + dir}, "bash", "-c", `echo "$SUDOKULAB_BACKEND|$1|$2"; exit 75`, "x", "a b", "c")
	if want := "xla:" + dir + "/jax_plugins/xla_cuda13/xla_cuda_plugin.so|a b|c\n"; out != want || code != 75 {
		t.Errorf("printed %q, exit %d; want %q, 75", out, code, want)
	}
}

func TestWithoutAPlugin(t *testing.T) {
	py := python(t)
	old := site(t, "jax_plugins/xla_cuda12/xla_cuda_plugin.so") // of another major, which does not count
	_, errs, code := run(t, []string{"PYTHON=" + py, "PYTHONPATH=" + old, "PYTHONNOUSERSITE=1"}, "--print")
	if code != 3 || !strings.Contains(errs, py) || !strings.Contains(errs, "xla_cuda13") {
		t.Errorf("exit %d: %s; want 3, the interpreter and what it lacks", code, errs)
	}
	if _, errs, code = run(t, nil); code != 2 || !strings.Contains(errs, "usage") {
		t.Errorf("without arguments: exit %d: %s", code, errs)
	}
}
