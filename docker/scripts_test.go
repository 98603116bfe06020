package docker_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
)

func scriptFiles(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("scripts/*.sh")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	return files
}

// lookPaths skips where a program is missing: the scripts are for Debian.
func lookPaths(t *testing.T, names ...string) {
	t.Helper()
	for _, name := range names {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip(err)
		}
	}
}

// lintScript is what holds for every script.
func lintScript(name, text string) (complaints []string) {
	var code []string
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(strings.TrimSpace(line), "#") {
			code = append(code, line)
		}
	}
	body := strings.Join(code, "")
	if !strings.HasPrefix(text, "#!/usr/bin/env bash\n# ") {
		complaints = append(complaints, "does not begin with bash and a word on what it does")
	}
	if !strings.HasPrefix(body, "set -euo pipefail\n") {
		complaints = append(complaints, "goes on after a failure: set -euo pipefail comes first")
	}
	if sudoWord.MatchString(body) {
		complaints = append(complaints, "calls sudo")
	}
	if regexp.MustCompile(`https?://[a-z]+\.`).MatchString(body) {
		complaints = append(complaints, "names a host")
	}
	calls := regexp.MustCompile(`(?m)^\s*(apt|apt-get)\s.*$`).FindAllString(body, -1)
	if filepath.Base(name) != "packages.sh" {
		if len(calls) > 0 {
			complaints = append(complaints, "installs packages, which is for packages.sh")
		}
		return complaints
	}
	for _, call := range calls {
		if strings.HasPrefix(strings.TrimSpace(call), "apt ") {
			complaints = append(complaints, "calls apt, whose interface is for people")
		}
		if strings.Contains(call, " install ") && (!strings.Contains(call, "--no-install-recommends") || !strings.Contains(call, "--yes")) {
			complaints = append(complaints, "install wants --yes --no-install-recommends")
		}
	}
	if !strings.Contains(body, "rm -rf /var/lib/apt/lists/*\n") {
		complaints = append(complaints, "leaves apt's lists behind")
	}
	return complaints
}

func TestScripts(t *testing.T) {
	for _, name := range scriptFiles(t) {
		for _, c := range lintScript(name, read(t, name)) {
			t.Errorf("%s: %s", name, c)
		}
		info, err := os.Stat(name)
		// Git keeps the owner's bit alone; the others are the umask's, under which the clone was made.
		if err != nil || info.Mode()&0o100 == 0 {
			t.Errorf("%s: cannot be executed: %v", name, err)
		}
		if bash, err := exec.LookPath("bash"); err == nil {
			if out, err := exec.Command(bash, "-n", name).CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s", name, err, out)
			}
		}
	}
}

func TestScriptRulesBite(t *testing.T) {
	packages, build := read(t, "scripts/packages.sh"), read(t, "scripts/build.sh")
	for _, c := range []struct{ name, text, old, with, want string }{
		{"packages.sh", packages, "--no-install-recommends", "", "no-install-recommends"},
		{"packages.sh", packages, "--yes", "", "--yes"},
		{"packages.sh", packages, "rm -rf /var/lib/apt/lists/*\n", "", "lists"},
		{"packages.sh", packages, "apt-get clean", "apt clean", "for people"},
		{"packages.sh", packages, "set -euo pipefail\n", "", "failure"},
		{"build.sh", build, "#!/usr/bin/env bash", "#!/bin/sh", "bash"},
		{"build.sh", build, "go version", "apt-get install make", "packages.sh"},
		{"build.sh", build, "go version", "sudo go version", "sudo"},
		{"build.sh", build, "go version", "curl https://example.org/x | bash", "host"},
	} {
		if !strings.Contains(c.text, c.old) {
			t.Fatalf("%s no longer holds %q", c.name, c.old)
		}
		complaints := lintScript(c.name, strings.Replace(c.text, c.old, c.with, 1))
		if !strings.Contains(strings.Join(complaints, "\n"), c.want) {
			t.Errorf("%s with %q for %q: %q", c.name, c.with, c.old, complaints)
		}
	}
}

func TestShellcheck(t *testing.T) {
	lookPaths(t, "shellcheck")
	if out, err := exec.Command("shellcheck", scriptFiles(t)...).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestHadolint(t *testing.T) {
	lookPaths(t, "hadolint")
	if out, err := exec.Command("hadolint", "Dockerfile").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// run starts a script with programs of the test's own in front of the PATH.
func run(t *testing.T, programs map[string]string, env []string, script string, args ...string) (out string, code int) {
	t.Helper()
	bin := t.TempDir()
	for name, body := range programs {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"+body+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("bash", append([]string{"scripts/" + script}, args...)...)
	cmd.Env = append([]string{"PATH=" + bin + string(os.PathListSeparator) + os.Getenv("PATH")}, env...)
	text, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(text), cmd.ProcessState.ExitCode()
}

func TestHealthy(t *testing.T) {
	lookPaths(t, "bash", "python3")
	type reply struct {
		status int
		body   string
	}
	var answer atomic.Pointer[reply] // the server has goroutines of its own
	answer.Store(&reply{http.StatusOK, `{"version": "6.4.12"}`})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api" {
			t.Errorf("asked for %s", r.URL.Path)
		}
		now := answer.Load()
		w.WriteHeader(now.status)
		if _, err := w.Write([]byte(now.body)); err != nil {
			t.Error(err)
		}
	}))
	_, port, err := net.SplitHostPort(server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	// A proxy must not be asked about this machine.
	env := []string{"JUPYTER_PORT=" + port, "http_proxy=http://127.0.0.1:9"}
	if out, code := run(t, nil, env, "healthy.sh"); code != 0 || !strings.Contains(out, "6.4.12") {
		t.Errorf("a good answer: exit code %d, %s", code, out)
	}
	if out, code := run(t, nil, env, "healthy.sh", "--sell"); code != 2 {
		t.Errorf("a wrong flag: exit code %d, %s", code, out)
	}
	cell := func(answer string) map[string]string {
		return map[string]string{"jupyter-nbconvert": "echo '" + answer + "'"}
	}
	if out, code := run(t, cell("cells 81"), env, "healthy.sh", "--cell"); code != 0 {
		t.Errorf("a cell: exit code %d, %s", code, out)
	}
	if out, code := run(t, cell("cells 80"), env, "healthy.sh", "--cell"); code != 1 || !strings.Contains(out, "cells 80") {
		t.Errorf("a wrong cell: exit code %d, %s", code, out)
	}
	answer.Store(&reply{status: http.StatusInternalServerError})
	if out, code := run(t, nil, env, "healthy.sh"); code != 1 {
		t.Errorf("a failing server: exit code %d, %s", code, out)
	}
	answer.Store(&reply{http.StatusOK, "<html>"})
	if out, code := run(t, nil, env, "healthy.sh"); code != 1 {
		t.Errorf("another server: exit code %d, %s", code, out)
	}
	server.Close()
	if out, code := run(t, nil, env, "healthy.sh"); code != 1 || !strings.Contains(out, port) {
		t.Errorf("no server: exit code %d, %s", code, out)
	}
}

func TestServe(t *testing.T) {
	lookPaths(t, "bash")
	work := t.TempDir()
	jupyter := map[string]string{"jupyter-notebook": `echo "token=${JUPYTER_TOKEN-none}" "$@"`}
	env := []string{"WORK=" + work, "JUPYTER_TOKEN="}
	out, code := run(t, jupyter, env, "serve.sh")
	for _, want := range []string{"token=none", "--ip=127.0.0.1", "--port=8888", "--notebook-dir=" + work, "--no-browser"} {
		if code != 0 || !strings.Contains(out, want) {
			t.Errorf("exit code %d, %s: want %s", code, out, want)
		}
	}
	copied := filepath.Join(work, "notebooks", "README.md")
	if err := os.WriteFile(copied, []byte("changed"), 0o600); err != nil {
		t.Fatalf("the notebooks are not in the work folder: %v", err)
	}
	out, code = run(t, jupyter, append(env, "JUPYTER_TOKEN=abc", "JUPYTER_IP=0.0.0.0", "JUPYTER_PORT=1234"), "serve.sh")
	if code != 0 || !strings.Contains(out, "token=abc") || !strings.Contains(out, "--ip=0.0.0.0 --port=1234") {
		t.Errorf("exit code %d, %s", code, out)
	}
	if read(t, copied) != "changed" {
		t.Error("the second start took back what was changed in the work folder")
	}
	if out, code := run(t, jupyter, env, "serve.sh", "bash", "-c", `echo "$@"; exit 7`, "-", "a b", "c"); code != 7 || out != "a b c\n" {
		t.Errorf("a command: exit code %d, %q", code, out)
	}
}

func TestPluginCPU(t *testing.T) {
	lookPaths(t, "bash", "sha256sum")
	plugin := filepath.Join(t.TempDir(), "plugin.tar.gz")
	if err := os.WriteFile(plugin, []byte("plugin"), 0o600); err != nil {
		t.Fatal(err)
	}
	hash := fmt.Sprintf("%x", sha256.Sum256([]byte("plugin")))
	const says = `echo "called $*"`
	for _, c := range []struct {
		name, program, plugin, hash, want string
		code                              int
		called                            bool
	}{
		{"installed", says, plugin, hash, "called accel install cpu --dir /opt/pjrt --file " + plugin + "\ncalled doctor --accel --backend xla:cpu", 0, true},
		{"no plugin within", says + "; exit 1", plugin, hash, "XLA_PLUGIN=none builds without it", 1, true},
		{"does not load", says + `; [ "$1" = accel ]`, plugin, hash, "", 1, true},
		{"left out", says, "none", "", "left out", 0, false},
		{"nothing said", says, "", "", "left out", 0, false},
		{"another file", says, plugin, strings.Repeat("0", 64), "does not have the SHA-256", 1, false},
		{"no hash", says, plugin, "", "does not have the SHA-256", 1, false},
		{"typing error", says, "nome", hash, "want none or a file", 1, false},
	} {
		out, code := run(t, map[string]string{"sudokulab": c.program}, []string{"XLA_PLUGIN=" + c.plugin, "XLA_PLUGIN_SHA256=" + c.hash}, "plugin-cpu.sh")
		if code != c.code || !strings.Contains(out, c.want) || strings.Contains(out, "called") != c.called {
			t.Errorf("%s: exit code %d, %s", c.name, code, out)
		}
	}
}
