package nbkernel

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/jupyter"
)

// complaining returns the description of a kernel whose launcher can only complain, because GoNB
// is missing.
func complaining(t *testing.T) Spec {
	t.Helper()
	l := fakeClone(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	spec := l.spec(self, l.fakeToolchain())
	spec.Env[envPart] = "launcher"
	if err := os.Remove(l.bin(gonb)); err != nil {
		t.Fatal(err)
	}
	return spec
}

// TestComplain: a client is told what is wrong, on all its questions, and what to do.
func TestComplain(t *testing.T) {
	t.Setenv("GORACE", "atexit_sleep_ms=0") // a program with the race detector sleeps before it ends
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	k, err := jupyter.Start(ctx, jupyter.Config{Spec: complaining(t).Spec, StopGrace: 20 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer k.Close()
	info := k.Info()
	if info.Implementation != complaintName || !strings.Contains(info.Banner, "GoNB is missing") || !strings.Contains(info.Banner, "make kernel") {
		t.Errorf("%+v", info)
	}

	// ask returns the reply to a request and the types of what is published meanwhile.
	ask := func(kind string) (reply *jupyter.Message, published []string) {
		id, err := k.Send(jupyter.Shell, kind, object{"code": "x", "silent": false, "store_history": true})
		if err != nil {
			t.Fatal(err)
		}
		for idle := 0; reply == nil || idle < 2; {
			select {
			case m := <-k.Messages():
				switch {
				case m.Parent.ID != id:
				case m.Channel == jupyter.IOPub:
					published = append(published, m.Header.Type)
					if m.Header.Type == "status" {
						idle++
					}
				default:
					reply = m
				}
			case <-ctx.Done():
				t.Fatalf("%s: no reply, published %q", kind, published)
			}
		}
		return reply, published
	}
	// Two cells end with the error, on both channels, and the cells are counted.
	for count := 1; count <= 2; count++ {
		m, published := ask("execute_request")
		var reply struct {
			Status, EName, EValue string
			Traceback             []string
			Count                 int `json:"execution_count"`
		}
		if err := m.Decode(&reply); err != nil || m.Header.Type != "execute_reply" || reply.Status != "error" || reply.EName == "" || reply.Count != count || len(reply.Traceback) != 2 || !strings.Contains(reply.EValue, "GoNB is missing") {
			t.Errorf("%s, %v", m.Content, err)
		}
		if got := strings.Join(published, " "); got != "status error status" {
			t.Errorf("published %s", got)
		}
	}
	for kind, status := range map[string]string{"is_complete": "unknown", "complete": "error", "inspect": "error", "history": "ok", "comm_info": "ok", "interrupt": "ok"} {
		m, published := ask(kind + "_request")
		var reply struct{ Status string }
		if err := m.Decode(&reply); err != nil || m.Header.Type != kind+"_reply" || reply.Status != status {
			t.Errorf("%s: %s %s, %v", kind, m.Header.Type, m.Content, err)
		}
		if got := strings.Join(published, " "); got != "status status" {
			t.Errorf("%s: published %s", kind, got)
		}
	}
	if !k.Shutdown(ctx) || !strings.Contains(k.Err().Error(), "exit status 0") {
		t.Errorf("it does not end when asked to: %v", k.Err())
	}
}

func TestComplainFails(t *testing.T) {
	for name, content := range map[string]string{"none": "", "half": "{", "scheme": `{"signature_scheme": "md5"}`} {
		file := filepath.Join(t.TempDir(), "c.json")
		if name != "none" {
			file = put(t, file, content, 0o600)
		}
		if err := complain(t.Context(), file, &NotReadyError{}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestAsk: kernels that do not start, end at once, or never answer are told apart, and none
// is left.
func TestAsk(t *testing.T) {
	l := fakeClone(t)
	argv := func(argv ...string) Spec { return Spec{jupyter.Spec{Argv: argv}} }
	script := func(text string) Spec {
		return argv(put(t, filepath.Join(t.TempDir(), "k"), "#!/bin/sh\n"+text, 0o755), "{connection_file}")
	}
	alive := filepath.Join(t.TempDir(), "alive")
	for name, c := range map[string]struct {
		spec Spec
		wait time.Duration
		want string
	}{
		"no program":  {Spec{}, time.Second, "no program"},
		"gone":        {argv(l.Root + "/gone"), time.Second, "no such file"},
		"ends":        {script("echo I cannot >&2; exit 3\n"), 10 * time.Second, "exit status 3; it wrote last:\nI cannot"},
		"is silent":   {script("echo $$ >" + alive + "\nexec sleep 60\n"), time.Second, "did not answer within 1s"},
		"has a child": {script("sleep 60 &\necho $! >" + alive + "\nexit 1\n"), 10 * time.Second, "exit status 1"},
	} {
		began := time.Now()
		_, err := Ask(t.Context(), c.spec, c.wait)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want an error with %q", name, err, c.want)
		}
		if took := time.Since(began); took > 15*time.Second {
			t.Errorf("%s: it took %v", name, took)
		}
		if pid, err := os.ReadFile(alive); err == nil {
			left, err := os.ReadFile("/proc/" + strings.TrimSpace(string(pid)) + "/cmdline")
			if len(left) > 0 { // what has ended and was not waited for has none
				t.Errorf("%s: %q, process %s, is left, %v", name, left, pid, err)
			}
			_ = os.Remove(alive)
		}
	}
	// The launcher's complaint comes through.
	if _, err := Ask(t.Context(), complaining(t), 20*time.Second); err == nil || !strings.Contains(err.Error(), "GoNB is missing") {
		t.Errorf("%v, want the complaint", err)
	}
}

// EnvTestKernel asks for the test that builds the kernel in this clone.
const EnvTestKernel = "SUDOKULAB_TEST_KERNEL"

// TestKernel starts the real kernel.
func TestKernel(t *testing.T) {
	l := Lab{repository(t)}
	if os.Getenv(EnvTestKernel) != "" {
		built, err := l.Build(t.Context(), BuildOptions{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%+v", built)
	}
	for _, c := range append(l.checkPrograms(), second(l.checkSpec())) {
		if c.State != OK {
			t.Skipf("the kernel is not built (%s: %s); make kernel or %s=1 does it", c.Part, c.Found, EnvTestKernel)
		}
	}
	spec, err := ReadSpec(l.SpecDir())
	if err != nil {
		t.Fatal(err)
	}
	answer, err := Ask(t.Context(), spec, 30*time.Second)
	if err != nil || answer.Implementation != gonb {
		t.Fatalf("%+v, %v", answer, err)
	}
	t.Logf("%s answered after %v", answer.Implementation, answer.Ready)
}

func second[A, B any](_ A, b B) B { return b }
