//go:build unix

package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestJobTogether: processes that do the same shards at the same time leave the bytes of one, and no file of their own.
func TestJobTogether(t *testing.T) {
	want := must(t, "", "generate", "--minimal", "--seed", "8", "--count", "600")
	path, out := jobFile(t, "operation: generate\ninput: {seed: 8, count: 600}\nshards: 60\noutput: out\nparameters: {minimal: true}\n")
	const processes = 3
	var errs [processes]error
	var said [processes]bytes.Buffer
	var cmds [processes]*exec.Cmd
	for i := range cmds {
		cmds[i] = process(t, "job", "run", path)
		cmds[i].Stderr = &said[i]
		if err := cmds[i].Start(); err != nil {
			t.Fatal(err)
		}
	}
	for i, c := range cmds {
		errs[i] = c.Wait()
		if errs[i] != nil {
			t.Errorf("process %d: %v, %s", i, errs[i], &said[i])
		}
	}
	diff(t, "by three processes", content(t, out), want)
	must(t, "", "job", "clean", path)
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 2 {
		t.Errorf("%d files beside the job and its output, %v", len(left)-2, err)
	}
}

// TestJobDiskFull: a job on a full disk says so and keeps the shards that are done, and ends well when there is room.
func TestJobDiskFull(t *testing.T) {
	unshare, err := exec.LookPath("unshare")
	if err != nil {
		t.Skip("no unshare, with which to make a small disk")
	}
	if err := exec.CommandContext(t.Context(), unshare, "-rm", "sh", "-c", "mount -t tmpfs -o size=64k none /tmp").Run(); err != nil {
		t.Skipf("no small disk can be made here: %v", err)
	}
	want := must(t, "", "generate", "--minimal", "--seed", "8", "--count", "3000")
	path, _ := jobFile(t, "operation: generate\ninput: {seed: 8, count: 3000}\nshards: 30\noutput: out\nparameters: {minimal: true}\n")
	disk := t.TempDir()
	c := process(t)
	const script = `mount -t tmpfs -o size=300k none "$1" && cp "$2" "$1/job.yaml" || exit 9
"$0" job run "$1/job.yaml" 2>&1 && exit 8
"$0" job status "$1/job.yaml" && echo "--" && mount -o remount,size=16m "$1" && "$0" job run "$1/job.yaml" >/dev/null && cat "$1/out"`
	c.Args = []string{unshare, "-rm", "sh", "-c", script, c.Path, disk, path}
	c.Path = unshare
	text, err := c.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		t.Fatalf("exit code %d: %s%s", exit.ExitCode(), text, exit.Stderr)
	}
	if err != nil {
		t.Fatal(err)
	}
	before, got, ok := strings.Cut(string(text), "--\n")
	if !ok || !strings.Contains(before, "no space left") || !strings.Contains(before, "of 30 shards done") || strings.Contains(before, "\n0 of 30") {
		t.Errorf("on the full disk: %q", before)
	}
	diff(t, "with room", got, want)
}

// TestJobClockSteps: a manifest from the future or the past is as good as any: what is done does not rest on times.
func TestJobClockSteps(t *testing.T) {
	want := must(t, "", "generate", "--minimal", "--seed", "8", "--count", "40")
	path, out := jobFile(t, "operation: generate\ninput: {seed: 8, count: 40}\nshards: 4\noutput: out\nparameters: {minimal: true}\n")
	must(t, "", "job", "run", "--shard", "0/2", path)
	for i, when := range []time.Time{time.Unix(0, 0), time.Now().AddDate(30, 0, 0)} {
		files, err := filepath.Glob(filepath.Join(out+".shards", "*"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%d files, %v", len(files), err)
		}
		for _, name := range append(files, path) {
			if err := os.Chtimes(name, when, when); err != nil {
				t.Fatal(err)
			}
		}
		if text := must(t, "", "job", "status", path); !strings.Contains(text, "2 of 4 shards done") {
			t.Errorf("clock %d: %s", i, text)
		}
	}
	must(t, "", "job", "run", path)
	diff(t, "after steps of the clock", content(t, out), want)
}
