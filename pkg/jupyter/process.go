package jupyter

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"

	"sudokulab/pkg/descendants"
)

// marker is the environment variable by which a kernel's descendants are known.
const marker = "NBEXEC_KERNEL"

// tailSize is how much of what the kernel writes to its terminal is kept, in bytes.
const tailSize = 8 << 10

// process is a kernel's process and its group.
type process struct {
	id    string // value of the marker
	cmd   *exec.Cmd
	done  chan struct{} // closed when the process has ended
	state string        // how it ended; valid after done

	tail  tail
	drain *os.File
	watch *watchdog
}

// startProcess starts the command in its own group. If this process is killed, the folder
// of the connection file is removed too.
func startProcess(id string, argv, env []string, dir, connectionDir string) (*process, error) {
	p := &process{id: id, done: make(chan struct{})}
	p.cmd = exec.Command(argv[0], argv[1:]...)
	p.cmd.Dir = dir
	p.cmd.Env = slices.Concat(env, []string{marker + "=" + id})
	setGroup(p.cmd)
	r, w, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("jupyter: %w", err)
	}
	// A file and not a writer: cmd.Wait would wait for every descendant that holds the pipe.
	p.cmd.Stdout, p.cmd.Stderr = w, w
	p.drain = r

	started := make(chan error, 1)
	go func() {
		// The signal for the death of the parent comes when the thread that started the process
		// ends, so that thread stays until the process has ended.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := p.cmd.Start()
		_ = w.Close()
		started <- err
		if err != nil {
			return
		}
		err = p.cmd.Wait()
		p.state = "exit status 0"
		if err != nil {
			p.state = err.Error()
		}
		close(p.done)
	}()
	if err := <-started; err != nil {
		return nil, errors.Join(fmt.Errorf("jupyter: kernel: %w", err), r.Close())
	}
	go p.tail.copyFrom(r)
	p.watch = newWatchdog(p.cmd.Process.Pid, marker+"="+id, connectionDir)
	return p, nil
}

// kill ends the group, and what else the kernel started; it returns when the kernel's process
// is gone. A second call does nothing.
func (p *process) kill() {
	killGroup(p.cmd)
	<-p.done
	// Once more: the group may have grown while the first signal was on its way.
	killGroup(p.cmd)
	descendants.Kill(marker + "=" + p.id)
	p.watch.stop()
	_ = p.drain.Close()
}

// tail keeps the end of a text.
type tail struct {
	mu   sync.Mutex
	text []byte
	cut  bool
}

func (t *tail) copyFrom(r *os.File) {
	buffer := make([]byte, 4<<10)
	for {
		n, err := r.Read(buffer)
		t.mu.Lock()
		t.text = append(t.text, buffer[:n]...)
		if extra := len(t.text) - tailSize; extra > 0 {
			t.text = append(t.text[:0], t.text[extra:]...)
			t.cut = true
		}
		t.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// last returns the last n lines.
func (t *tail) last(n int) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(strings.ToValidUTF8(string(t.text), "?")), "\n")
	if t.cut && len(lines) > 1 {
		lines = lines[1:]
	}
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
