package docker_test

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/goccy/go-yaml"
)

// compose is the part of the Compose specification (compose-spec.io) that is used here; a key beyond it is an
// error of reading.
type compose struct {
	Name     string             `yaml:"name"`
	Services map[string]service `yaml:"services"`
	Volumes  map[string]any     `yaml:"volumes"`
}

type service struct {
	Image string `yaml:"image"`
	Build struct {
		Context    string `yaml:"context"`
		Dockerfile string `yaml:"dockerfile"`
		Target     string `yaml:"target"`
	} `yaml:"build"`
	Profiles    []string `yaml:"profiles"`
	Init        bool     `yaml:"init"`
	Command     []string `yaml:"command"`
	Healthcheck struct {
		Disable bool `yaml:"disable"`
	} `yaml:"healthcheck"`
	Ports       []string `yaml:"ports"`
	Environment []string `yaml:"environment"`
	Volumes     []string `yaml:"volumes"`
	CapDrop     []string `yaml:"cap_drop"`
	SecurityOpt []string `yaml:"security_opt"`
	Deploy      struct {
		Resources struct {
			Reservations struct {
				Devices []struct {
					Driver       string   `yaml:"driver"`
					Count        string   `yaml:"count"`
					Capabilities []string `yaml:"capabilities"`
				} `yaml:"devices"`
			} `yaml:"reservations"`
		} `yaml:"resources"`
	} `yaml:"deploy"`
}

// The host's side may be a variable, the address and the container's port may not.
var localPort = regexp.MustCompile(`^127\.0\.0\.1:(?:\d+|\$\{[A-Z_]+:-\d+\}):(\d+)$`)

// covered are folders of the images that a volume must not hide. The user writes to all but Go's.
var covered = []string{labDir, "/opt/go", "/opt/pjrt", "/opt/jax", "/usr/local/share/jupyter", goDir}

// lintCompose holds compose.yaml, which lies in the folder dir of the tree, against the stages.
func lintCompose(text, dir string, tree fs.FS, stages []*stage) (complaints []string) {
	complain := func(format string, args ...any) { complaints = append(complaints, fmt.Sprintf(format, args...)) }
	var c compose
	if err := yaml.UnmarshalWithOptions([]byte(text), &c, yaml.Strict()); err != nil {
		return []string{err.Error()}
	}
	for name, s := range c.Services {
		context := path.Join(dir, s.Build.Context)
		if _, err := fs.Stat(tree, path.Join(context, "go.mod")); err != nil {
			complain("%s: the context is not the lab's tree: %v", name, err)
		}
		if _, err := fs.Stat(tree, path.Join(context, s.Build.Dockerfile)); err != nil {
			complain("%s: %v", name, err)
		}
		at := slices.IndexFunc(stages, func(st *stage) bool { return st.name == s.Build.Target })
		if at < 0 {
			complain("%s: there is no stage %q", name, s.Build.Target)
			continue
		}
		expose, _ := stages[at].last("EXPOSE")
		if len(s.Ports) == 0 {
			complain("%s: publishes no port", name)
		}
		for _, p := range s.Ports {
			if m := localPort.FindStringSubmatch(p); len(m) < 2 || m[1] != expose.rest {
				complain("%s: port %s: want 127.0.0.1:PORT:%s", name, p, expose.rest)
			}
		}
		if _, tag, ok := strings.Cut(s.Image, ":"); !ok || tag == "latest" {
			complain("%s: image %s: want a tag, and no latest", name, s.Image)
		}
		for _, v := range s.Volumes {
			volume, at, _ := strings.Cut(v, ":")
			at, _, _ = strings.Cut(at, ":")
			if _, ok := c.Volumes[volume]; !ok {
				complain("%s: volume %s is not declared", name, volume)
			}
			for _, dir := range covered {
				if at == "/" || dir == at || strings.HasPrefix(dir, at+"/") || strings.HasPrefix(at, dir+"/") {
					complain("%s: volume %s hides %s", name, v, dir)
				}
			}
		}
		for _, e := range s.Environment {
			if strings.Contains(e, "=") && secretName.MatchString(e) {
				complain("%s: %s: a secret has no place in the file", name, e)
			}
		}
		if !s.Init {
			complain("%s: no init: what kernels leave behind is not reaped", name)
		}
		if !slices.Contains(s.CapDrop, "ALL") || !slices.Contains(s.SecurityOpt, "no-new-privileges:true") {
			complain("%s: keeps privileges", name)
		}
		if cuda := strings.Contains(s.Build.Target, "cuda"); cuda != (len(s.Deploy.Resources.Reservations.Devices) > 0) {
			complain("%s: devices are for the CUDA image, and it needs them", name)
		}
	}
	return complaints
}

func TestCompose(t *testing.T) {
	stages, _ := lint(read(t, "Dockerfile"), os.DirFS(".."))
	text := read(t, "compose.yaml")
	tree := os.DirFS("..")
	for _, c := range lintCompose(text, "docker", tree, stages) {
		t.Error(c)
	}
	for _, target := range []string{"cpu", "cuda"} {
		if !strings.Contains(text, "target: "+target+"\n") {
			t.Errorf("no service builds %s", target)
		}
	}
	for _, c := range []struct{ old, with, want string }{
		{"127.0.0.1:${SUDOKULAB_PORT:-8888}:8888", "8888:8888", "want 127.0.0.1"},
		{"127.0.0.1:${SUDOKULAB_PORT:-8888}:8888", "0.0.0.0:8888:8888", "want 127.0.0.1"},
		{"127.0.0.1:${SUDOKULAB_PORT:-8888}:8888", "127.0.0.1:8888:80", "want 127.0.0.1"},
		{"target: cpu", "target: tpu", "no stage"},
		{"dockerfile: docker/Dockerfile", "dockerfile: docker/Dockerfile.cpu", "Dockerfile.cpu"},
		{"context: ..", "context: .", "not the lab's tree"},
		{"image: sudokulab:cpu", "image: sudokulab", "want a tag"},
		{"- work:/lab", "- home:/lab", "not declared"},
		{"- work:/lab", "- work:/opt", "hides /opt/go"},
		{"- work:/lab", "- work:/usr/local/share/jupyter/kernels", "hides"},
		{"- JUPYTER_TOKEN", "- JUPYTER_TOKEN=1234", "a secret"},
		{"init: true", "init: false", "no init"},
		{"- ALL", "- CHOWN", "keeps privileges"},
		{"init: true", "privileged: true", "privileged"},
		{"driver: nvidia", "driver: [nvidia]", "string"},
	} {
		if !strings.Contains(text, c.old) {
			t.Fatalf("compose.yaml no longer holds %q", c.old)
		}
		complaints := lintCompose(strings.Replace(text, c.old, c.with, 1), "docker", tree, stages)
		if !strings.Contains(strings.Join(complaints, "\n"), c.want) {
			t.Errorf("%s for %s: %q, want %q", c.with, c.old, complaints, c.want)
		}
	}
}

// TestIgnored: what git does not keep is not sent to a build either.
func TestIgnored(t *testing.T) {
	ignored := strings.Split(read(t, "Dockerfile.dockerignore"), "\n")
	for line := range strings.Lines(read(t, filepath.Join("..", ".gitignore")) + "/.git\n") {
		line = strings.TrimSuffix(strings.TrimSpace(line), "/")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if !strings.HasPrefix(line, "/") {
			line = "**/" + line
		}
		if !slices.Contains(ignored, line) {
			t.Errorf("Dockerfile.dockerignore lacks %s", line)
		}
	}
}

// TestRequirements: each wheel has one version and one hash, and the list holds no options or hosts.
func TestRequirements(t *testing.T) {
	pin := regexp.MustCompile(`^[a-z0-9-]+==\d[0-9A-Za-z.]* --hash=sha256:[0-9a-f]{64}$`)
	found := 0
	for line := range strings.Lines(read(t, "requirements-cuda13.txt")) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "#") {
			continue
		}
		found++
		if !pin.MatchString(line) {
			t.Errorf("not pinned: %s", line)
		}
	}
	if found == 0 {
		t.Error("the list is empty")
	}
}

// filesOf returns the files that the rules look at.
func filesOf(t *testing.T) fs.FS {
	t.Helper()
	files := fstest.MapFS{}
	add := func(name string, mode fs.FileMode) {
		files[name] = &fstest.MapFile{Data: []byte(read(t, filepath.Join("..", name))), Mode: mode}
	}
	for _, name := range []string{"go.mod", ".tools/jupyter/go.mod", "docker/requirements-cuda13.txt"} {
		add(name, 0o644)
	}
	add("experiments/gpu/run.sh", 0o755)
	for _, s := range scriptFiles(t) {
		add("docker/"+s, 0o755)
	}
	return files
}
