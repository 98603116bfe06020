package nbkernel

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// signable makes a clone with notebooks, and a program in place of jupyter-trust that prints its
// arguments and where it runs.
func signable(t *testing.T) (Lab, string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the program in place of jupyter-trust is a shell script")
	}
	// A name with what a pattern would take for its own.
	l := Lab{Root: filepath.Join(t.TempDir(), "a [b]*?")}
	program := filepath.Join(t.TempDir(), "bin", signer)
	for path, text := range map[string]string{
		filepath.Join(l.Root, "notebooks", "10-a.ipynb"): "{}", filepath.Join(l.Root, "notebooks", "20-b.ipynb"): "{}",
		filepath.Join(l.Root, "notebooks", "20-b.partial.ipynb"): "{}", filepath.Join(l.Root, "notebooks", ".hidden.ipynb"): "{}",
		filepath.Join(l.Root, "notebooks", ".ipynb_checkpoints", "10-a-checkpoint.ipynb"): "{}",
		program: "#!/bin/sh\npwd\nfor f; do echo \"Signing notebook: ${f##*/}\"; done\n",
	} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o700)); err != nil {
			t.Fatal(err)
		}
	}
	return l, program
}

func TestSign(t *testing.T) {
	l, program := signable(t)
	said, err := l.Sign(t.Context(), program)
	root, _ := filepath.EvalSymlinks(l.Root)
	if want := root + "\nSigning notebook: 10-a.ipynb\nSigning notebook: 20-b.ipynb"; err != nil || said != want {
		t.Errorf("%q, %v, want %q", said, err, want)
	}
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho no room >&2\nexit 3\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Sign(t.Context(), program); err == nil || !strings.Contains(err.Error(), "exit status 3; it said: no room") {
		t.Errorf("error %v", err)
	}
	if _, err := (Lab{Root: t.TempDir()}).Sign(t.Context(), program); err == nil || !strings.Contains(err.Error(), "no notebooks in") {
		t.Errorf("error %v", err)
	}
}

func TestSigner(t *testing.T) {
	_, program := signable(t)
	t.Setenv("PATH", t.TempDir())
	if _, err := Signer(""); !errors.Is(err, ErrNoSigner) {
		t.Errorf("error %v", err)
	}
	if _, err := Signer(t.TempDir()); !errors.Is(err, ErrNoSigner) {
		t.Errorf("error %v", err)
	}
	if got, err := Signer(filepath.Dir(filepath.Dir(program))); err != nil || got != program {
		t.Errorf("of an installation: %s, %v", got, err)
	}
	// That of the JupyterLab which is found, not one that comes before it.
	other := t.TempDir()
	for _, path := range []string{filepath.Join(filepath.Dir(program), "jupyter-lab"), filepath.Join(other, signer)} {
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", other+string(os.PathListSeparator)+filepath.Dir(program))
	if got, err := Signer(""); err != nil || got != program {
		t.Errorf("beside JupyterLab: %s, %v", got, err)
	}
	t.Setenv("PATH", other)
	if got, err := Signer(""); err != nil || got != filepath.Join(other, signer) {
		t.Errorf("on the PATH: %s, %v", got, err)
	}
}

// TestOffered: an answer holds for the program and the contents that it was given for.
func TestOffered(t *testing.T) {
	l, program := signable(t)
	for _, signed := range []bool{true, false} {
		if err := l.Remember(program, signed); err != nil || !l.Offered(program) {
			t.Errorf("not remembered: %v", err)
		}
	}
	if l.Offered(program + "2") {
		t.Error("another program has an answer")
	}
	if err := os.WriteFile(filepath.Join(l.Root, "notebooks", "20-b.ipynb"), []byte("{ }"), 0o600); err != nil {
		t.Fatal(err)
	}
	if l.Offered(program) {
		t.Error("other contents have an answer")
	}
	if err := os.WriteFile(l.offerPath(), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if l.Offered(program) || (Lab{Root: t.TempDir()}).Offered(program) {
		t.Error("no answer is one")
	}
}
