package record

import (
	"context"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"
)

// Provenance says where a record comes from.
type Provenance struct {
	Commit   string            `json:"commit"`            // of the source tree, "unknown" outside a checkout
	Dirty    bool              `json:"dirty"`             // the tree differed from the commit
	Code     string            `json:"code"`              // hash of the sources that the measurement runs through
	Go       string            `json:"go"`                // toolchain
	Modules  map[string]string `json:"modules,omitempty"` // module → version, of those measured code imports
	OS       string            `json:"os"`
	Arch     string            `json:"arch"`
	CPU      string            `json:"cpu"`
	Machine  string            `json:"machine,omitempty"` // mark of the machine, says nothing else about it
	Cores    int               `json:"cores"`             // that the run could use
	Backend  string            `json:"backend,omitempty"` // of tensor computations
	Started  time.Time         `json:"started"`
	Duration time.Duration     `json:"duration_ns"`
}

// Host returns the provenance that is the same for all records of a run: toolchain,
// machine, commit of the source tree in dir. Files in the folders named by except do not
// make the tree dirty: what a run itself writes is not its source.
func Host(ctx context.Context, dir string, except ...string) Provenance {
	p := Provenance{
		Commit: "unknown",
		Go:     runtime.Version(),
		OS:     runtime.GOOS,
		Arch:   runtime.GOARCH,
		CPU:    cpuModel(),
		Cores:  runtime.GOMAXPROCS(0),

		Machine: machineMark("/etc/machine-id", "/var/lib/dbus/machine-id"),
	}
	git := func(args ...string) (string, bool) {
		cmd := exec.CommandContext(ctx, "git", append([]string{"-C", dir}, args...)...)
		cmd.Env = withoutRepository(os.Environ())
		out, err := cmd.Output()
		return strings.TrimSpace(string(out)), err == nil
	}
	// The second answer is the folder's in that commit. There is none where a tree without git
	// was unpacked somewhere in another project's.
	if answer, ok := git("rev-parse", "HEAD", "HEAD:./"); ok {
		p.Commit, _, _ = strings.Cut(answer, "\n")
		args := []string{"status", "--porcelain", "--", "."}
		for _, e := range except {
			args = append(args, ":(exclude)"+e)
		}
		changes, ok := git(args...)
		p.Dirty = !ok || changes != ""
		return p
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				p.Commit = s.Value
			case "vcs.modified":
				p.Dirty = s.Value == "true"
			}
		}
	}
	return p
}

// withoutRepository takes away the variables that name a repository other than the folder's:
// git sets them for its hooks, and people for other work.
func withoutRepository(env []string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		switch name {
		case "GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_NAMESPACE", "GIT_PREFIX":
			return true
		}
		return false
	})
}

// cpuModel returns the processor's name where the system tells it, else the architecture.
func cpuModel() string {
	data, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	for line := range strings.Lines(string(data)) {
		key, value, ok := strings.Cut(line, ":")
		if ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}
