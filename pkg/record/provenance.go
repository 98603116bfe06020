package record

import (
	"context"
	"os"
	"runtime"
	"strings"
	"time"
)

// Provenance says where a record comes from.
type Provenance struct {
	Commit   string            `json:"commit"`            // of the code that ran, "unknown" where that cannot be told
	Dirty    bool              `json:"dirty"`             // the code differed from the commit
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

// Named reports whether a provenance names the code: by a commit from which it did not differ.
func Named(p Provenance) bool { return Known(p.Commit) && !p.Dirty }

// Host returns the provenance that is the same for all records of a run: toolchain, machine,
// and the commit of the code that runs, as [Source] knows it. Files in the folders named by
// except, relative to the source tree, do not make it dirty: what a run itself writes is not
// its source.
func Host(ctx context.Context, except ...string) Provenance {
	p := Provenance{
		Go:    runtime.Version(),
		OS:    runtime.GOOS,
		Arch:  runtime.GOARCH,
		CPU:   cpuModel(),
		Cores: runtime.GOMAXPROCS(0),

		Machine: machineMark("/etc/machine-id", "/var/lib/dbus/machine-id"),
	}
	p.Commit, p.Dirty = Source(ctx, except...)
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
