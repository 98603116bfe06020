package nbkernel

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"sudokulab/pkg/jupyter"
)

// envPart makes the test binary play a part: the launcher, or go in the launcher's place.
const envPart = "NBKERNEL_TEST_PART"

func TestMain(m *testing.M) {
	var err error
	switch os.Getenv(envPart) {
	case "":
		os.Exit(m.Run())
	case "go":
		err = ActAsGo(os.Args[1:])
	case "launcher":
		// As cmd/sudokulab-kernel calls it.
		t := Spec{jupyter.Spec{Argv: os.Args}}.toolchain()
		i := strings.Index(strings.Join(os.Args, "\n"), "\n--\n")
		command := strings.Split(strings.Join(os.Args, "\n")[i+len("\n--\n"):], "\n")
		err = Launch(context.Background(), LaunchOptions{Root: os.Args[2], Toolchain: t, Command: command}, os.Stderr)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// forget takes away what the person has set for go and Jupyter: what stands counts before what
// is recorded.
func forget(t *testing.T) {
	t.Helper()
	for _, v := range []string{
		"GOCACHE", "GOENV", "GOFLAGS", "GOMODCACHE", "GOPATH", "GOWORK",
		"CONDA_PREFIX", "JUPYTER_DATA_DIR", "JUPYTER_PATH", "VIRTUAL_ENV", "XDG_DATA_HOME",
	} {
		t.Setenv(v, "")
	}
}

func put(t *testing.T, path, content string, mode os.FileMode) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), mode); err != nil {
		t.Fatal(err)
	}
	return path
}

const pins = "module tools/jupyter\n\ngo 1.26\n\nrequire (\n\tgithub.com/janpfeifer/gonb v0.11.5 // indirect\n\tgolang.org/x/tools v0.52.0 // indirect\n)\n"

// fakeGo answers what the launcher asks, and writes every other call with its GOPROXY to a
// file.
const fakeGo = `#!/bin/sh
case "$1" in
env) echo '{"GOCACHE": "'"$GOCACHE"'", "GOFLAGS": "'"$GOFLAGS"'", "GOMODCACHE": "'"$GOMODCACHE"'"}' ;;
*) echo "$* GOPROXY=$GOPROXY" >> "$CALLS" ;;
esac
`

// fakeClone is a clone in a path with a space, the brackets of a pattern and more than ASCII, with programs that only say how they were
// called.
func fakeClone(t *testing.T) Lab {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the programs are shell scripts")
	}
	l := Lab{filepath.Join(t.TempDir(), "a [clone] ü")}
	put(t, filepath.Join(l.Root, "go.mod"), "module "+modulePath+"\n\ngo 1.26\n", 0o644)
	put(t, filepath.Join(l.toolsDir(), "go.mod"), pins, 0o644)
	put(t, l.bin(gonb), "#!/bin/sh\nenv\necho \"args $*\"\n", 0o755)
	put(t, l.bin(goimports), "#!/bin/sh\n", 0o755)
	put(t, l.bin(launcher), "#!/bin/sh\n", 0o755)
	put(t, filepath.Join(l.Root, "sdk", "bin", "go"), fakeGo, 0o755)
	return l
}

func (l Lab) fakeToolchain() Toolchain {
	return Toolchain{Go: filepath.Join(l.Root, "sdk", "bin", "go"), GoCache: filepath.Join(l.Root, "cache"), GoModCache: filepath.Join(l.Root, "mod")}
}
