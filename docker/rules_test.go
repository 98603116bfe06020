package docker_test

import (
	"os"
	"slices"
	"strings"
	"testing"
)

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestDockerfile(t *testing.T) {
	stages, complaints := lint(read(t, "Dockerfile"), os.DirFS(".."))
	for _, c := range complaints {
		t.Error(c)
	}
	if len(stages) < 3 {
		t.Errorf("%d stages", len(stages))
	}
}

// TestRulesBite changes one thing in the Dockerfile and wants the rule that forbids it to say so.
func TestRulesBite(t *testing.T) {
	good := read(t, "Dockerfile")
	const health = `CMD ["/opt/sudokulab/docker/scripts/healthy.sh"]`
	changes := []struct{ rule, old, with string }{
		{"add", "COPY --chown=1000:1000 . /opt/sudokulab/", "ADD . /opt/sudokulab/"},
		{"apt", "RUN /opt/setup/packages.sh lab", "RUN apt-get install make"},
		{"apt", "RUN /opt/setup/user.sh", "RUN sudo /opt/setup/user.sh"},
		{"copy", "docker/scripts/user.sh /opt/setup/", "docker/scripts/nobody.sh /opt/setup/"},
		{"copy", "--from=toolchain", "--from=cuda"},
		{"copy", "--from=toolchain", "--from=elsewhere"},
		{"copy", "/usr/local/go /usr/local/go", "/usr/local/go go"},
		{"copy", "--chown=1000:1000 . ", ". "},
		{"copy", "--from=build --chown=1000:1000 /opt/go", "--from=build /opt/go"},
		{"copy", "--from=plugin-cpu --chown=1000:1000", "--from=plugin-cpu --chown=0:0"},
		{"exec-form", `ENTRYPOINT ["/opt/sudokulab/docker/scripts/serve.sh"]`, "ENTRYPOINT /opt/sudokulab/docker/scripts/serve.sh"},
		{"exec-form", `ENTRYPOINT ["/opt/sudokulab/docker/scripts/serve.sh"]`, ""},
		{"exec-form", health, "CMD /opt/sudokulab/docker/scripts/healthy.sh"},
		{"from-pinned", "bookworm-20261005-slim@sha256:", "latest@sha256:"},
		{"from-pinned", "debian:bookworm-20261005-slim@", "debian@"},
		{"from-pinned", ":bookworm-20261005-slim@sha256:7c7b", ":bookworm-20261005-slim@sha256:"},
		{"go-version", "golang:1.26.", "golang:1.25."},
		{"go-version", "golang:1.26.", "golang:1.9."},
		{"go-version", "golang:1.26.8-", "golang:1-"},
		{"healthcheck", "HEALTHCHECK", "# HEALTHCHECK"},
		{"healthcheck", "--timeout=10s ", ""},
		{"healthcheck", health, "NONE"},
		{"known", "EXPOSE 8888", "EXPOSE 8888\nMAINTAINER nobody"},
		{"known", "EXPOSE 8888", "expose 8888"},
		{"once", "EXPOSE 8888", "EXPOSE 8888\n" + `ENTRYPOINT ["/opt/sudokulab/docker/scripts/serve.sh"]`},
		{"one-line", "RUN /opt/setup/user.sh", "RUN \\\n  /opt/setup/user.sh"},
		{"one-line", "ENV LANG=C.UTF-8", "ENV LANG=C.UTF-8 LC_ALL=C.UTF-8"},
		{"one-line", "ENV PATH=", "ENV PATH=$PATH:"},
		{"port", "EXPOSE 8888", "EXPOSE 8889"},
		{"port", "JUPYTER_PORT=8888", "JUPYTER_PORT=80"},
		{"run-script", "COPY --chown=1000:1000 docker/scripts/plugin-cuda.sh", "COPY docker/scripts/plugin-cuda.sh"},
		{"run-script", "RUN /opt/setup/user.sh", "RUN useradd lab"},
		{"run-script", "RUN /opt/setup/user.sh", "RUN /opt/setup/user.sh && rm -rf /tmp/x"},
		{"run-script", "RUN /opt/setup/user.sh", "RUN /opt/setup/build.sh"},
		{"run-script", "RUN /opt/sudokulab/docker/scripts/build.sh", "RUN /opt/sudokulab/docker/scripts/gone.sh"},
		{"run-script", "RUN /opt/sudokulab/docker/scripts/build.sh", "RUN /opt/sudokulab/docker/README.md"},
		{"run-script", "healthy.sh", "gone.sh"},
		{"secret", "ENV LANG=C.UTF-8", "ENV JUPYTER_TOKEN=1234"},
		{"secret", "ARG XLA_PLUGIN=none", "ARG PASSWORD=1234"},
		{"stage-name", "FROM base AS build", "FROM base"},
		{"stage-name", " AS cpu", " AS cuda"},
		{"stage-name", " AS plugin-cuda", " as plugin-cuda"},
		{"user", "EXPOSE 8888\nUSER 1000:1000", "EXPOSE 8888"},
		{"user", "EXPOSE 8888\nUSER 1000:1000", "EXPOSE 8888\nUSER 0:0"},
		{"user", "EXPOSE 8888\nUSER 1000:1000", "EXPOSE 8888\nUSER root"},
		{"user", "FROM lab AS cuda\n", "FROM lab AS cuda\nUSER root\n"},
		{"workdir", "WORKDIR /lab", "WORKDIR work"},
	}
	tried := map[string]bool{}
	for _, c := range changes {
		tried[c.rule] = true
		t.Run(c.rule+"/"+c.with, func(t *testing.T) {
			if !strings.Contains(good, c.old) {
				t.Fatalf("the Dockerfile no longer holds %q", c.old)
			}
			_, complaints := lint(strings.Replace(good, c.old, c.with, 1), os.DirFS(".."))
			if !slices.ContainsFunc(complaints, func(p complaint) bool { return p.rule == c.rule }) {
				t.Errorf("no complaint by %s, but %v", c.rule, complaints)
			}
		})
	}
	for _, r := range rules {
		if !tried[r] {
			t.Errorf("no change breaks the rule %s", r)
		}
	}
}

// TestScriptMustBeExecutable: COPY keeps a file's mode, and RUN of a plain file fails only in the build.
func TestScriptMustBeExecutable(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, filesOf(t)); err != nil {
		t.Fatal(err)
	}
	text := read(t, "Dockerfile")
	if _, complaints := lint(text, os.DirFS(dir)); len(complaints) > 0 {
		t.Fatalf("the copy: %v", complaints)
	}
	if err := os.Chmod(dir+"/docker/scripts/build.sh", 0o600); err != nil {
		t.Fatal(err)
	}
	_, complaints := lint(text, os.DirFS(dir))
	if len(complaints) != 1 || complaints[0].rule != "run-script" {
		t.Errorf("build.sh cannot be executed: %v", complaints)
	}
}
