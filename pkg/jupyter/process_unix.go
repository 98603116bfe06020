//go:build unix

package jupyter

import (
	"os/exec"
	"strconv"
	"syscall"
	"time"
)

// setGroup puts the command into its own process group: a signal from the terminal does
// not reach it, and one to the group reaches its children.
func setGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	setParentDeath(cmd.SysProcAttr)
}

// The group outlives its leader, so signals to it do not look at whether the kernel is alive.
// Its number cannot be given to another process while a member lives, and a group that is gone
// gives ESRCH.

func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

func terminateGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }

func interruptGroup(cmd *exec.Cmd) error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGINT) }

// watchdog kills a process group if this process ends before stop is called, however it ends.
type watchdog struct {
	cmd *exec.Cmd
	end func() error // lets it go
}

// script waits on its input. A line means that all is well, the end of the input that whatever
// held the other end is gone: then the group goes, on systems with /proc what bears the mark in
// its environment, and the folder of the connection file.
const script = `read -r line && exit 0
kill -9 -- "-$1" 2>/dev/null
for f in /proc/[0-9]*/environ; do
	grep -qsaF "$2" "$f" || continue
	p="${f#/proc/}"; p="${p%/environ}"
	[ "$p" = "$$" ] || kill -9 "$p" 2>/dev/null
done
rm -rf -- "$3"
exit 0`

// newWatchdog starts a watchdog over a group; nil if there is no shell to run it.
func newWatchdog(pgid int, mark, dir string) *watchdog {
	cmd := exec.Command("/bin/sh", "-c", script, "sh", strconv.Itoa(pgid), mark, dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Env = []string{"PATH=/usr/local/bin:/usr/bin:/bin"}
	cmd.Dir = "/"
	pipe, err := cmd.StdinPipe()
	if err != nil {
		return nil
	}
	if err := cmd.Start(); err != nil {
		return nil
	}
	return &watchdog{cmd: cmd, end: func() error {
		_, err := pipe.Write([]byte("done\n"))
		_ = pipe.Close()
		return err
	}}
}

func (w *watchdog) stop() {
	if w == nil || w.end == nil {
		return
	}
	_ = w.end()
	w.end = nil
	late := time.AfterFunc(time.Second, func() { _ = w.cmd.Process.Kill() })
	defer late.Stop()
	_ = w.cmd.Wait()
}
