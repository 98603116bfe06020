package record

import (
	"context"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
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
		out, err := exec.CommandContext(ctx, "git", append([]string{"-C", dir}, args...)...).Output()
		return strings.TrimSpace(string(out)), err == nil
	}
	if commit, ok := git("rev-parse", "HEAD"); ok {
		p.Commit = commit
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
