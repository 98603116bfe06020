package scaleslurm

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"sudokulab/pkg/lab"
)

// cluster is a Slurm of two nodes on this machine.
type cluster struct {
	dir     string // its files
	folder  string // of slurmctld and slurmd
	env     []string
	daemons []*exec.Cmd
	nodes   map[string]*exec.Cmd
}

// nodes are the names of the cluster's, each of one core.
var nodes = []string{"node1", "node2"}

// config is slurm.conf. A node that does not answer for SlurmdTimeout seconds is given up, and its tasks begin again elsewhere.
func (c *cluster) config(host string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `ClusterName=lab
SlurmctldHost=%[1]s(127.0.0.1)
SlurmctldPort=16817
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=%[2]s/munge.sock
CredType=cred/munge
StateSaveLocation=%[2]s/state
SlurmctldPidFile=%[2]s/slurmctld.pid
SlurmdPidFile=%[2]s/%%n.pid
SlurmdSpoolDir=%[2]s/%%n
SlurmctldLogFile=%[2]s/slurmctld.log
SlurmdLogFile=%[2]s/%%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdTimeout=8
ReturnToService=2
MaxArraySize=2000
JobRequeue=1
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
`, host, c.dir)
	for i, name := range nodes {
		fmt.Fprintf(&b, "NodeName=%s NodeHostname=%s NodeAddr=127.0.0.1 Port=%d CPUs=1 RealMemory=2000\n", name, host, 16821+i)
	}
	b.WriteString("PartitionName=all Nodes=ALL Default=YES State=UP MaxTime=INFINITE\n")
	return b.String()
}

// startCluster starts munge, the controller and the nodes.
func startCluster(ctx context.Context, controller, dir string) (c *cluster, err error) {
	c = &cluster{dir: dir, nodes: map[string]*exec.Cmd{}}
	defer func() {
		if err != nil {
			c.stop()
		}
	}()
	if controller, err = filepath.EvalSymlinks(controller); err != nil {
		return c, err
	}
	c.folder = filepath.Dir(controller)
	host, err := os.Hostname()
	if err != nil {
		return c, err
	}
	host, _, _ = strings.Cut(host, ".")
	key := make([]byte, 128)
	_, _ = rand.Read(key) // never fails
	conf := filepath.Join(dir, "slurm.conf")
	c.env = append(os.Environ(), "SLURM_CONF="+conf)
	for name, data := range map[string][]byte{"munge.key": key, "slurm.conf": []byte(c.config(host))} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			return c, err
		}
	}
	for _, name := range append([]string{"state"}, nodes...) {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			return c, err
		}
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	munged := exec.Command("munged", "--foreground", "--force", "--socket="+at("munge.sock"), "--key-file="+at("munge.key"),
		"--pid-file="+at("munged.pid"), "--log-file="+at("munged.log"), "--seed-file="+at("munge.seed"))
	if err := c.daemon(munged); err != nil {
		return c, err
	}
	if err := wait(ctx, 10*time.Second, func() bool { _, err := os.Stat(at("munge.sock")); return err == nil }); err != nil {
		return c, fmt.Errorf("munged: %w", err)
	}
	if err := c.daemon(exec.Command(controller, "-D", "-c")); err != nil {
		return c, err
	}
	for _, name := range nodes {
		if err := c.node(name); err != nil {
			return c, err
		}
	}
	idle := func() bool {
		out, err := c.run(ctx, "sinfo", "-h", "-o", "%T %D")
		return err == nil && strings.TrimSpace(out) == "idle 2"
	}
	if err := wait(ctx, time.Minute, idle); err != nil {
		return c, fmt.Errorf("the nodes: %w", err)
	}
	return c, nil
}

// daemon starts a process that ends with the cluster.
func (c *cluster) daemon(d *exec.Cmd) error {
	d.Env = c.env
	if err := d.Start(); err != nil {
		return err
	}
	c.daemons = append(c.daemons, d)
	return nil
}

// node starts a node.
func (c *cluster) node(name string) error {
	d := exec.Command(filepath.Join(c.folder, "slurmd"), "-D", "-N", name)
	d.Env = c.env
	if err := d.Start(); err != nil {
		return err
	}
	c.nodes[name] = d
	return nil
}

// kill kills all nodes at once, as by kill −9, and starts them again after a while.
func (c *cluster) kill(ctx context.Context, after time.Duration) error {
	for _, d := range c.nodes {
		if err := d.Process.Kill(); err != nil {
			return err
		}
	}
	for _, d := range c.nodes {
		_ = d.Wait() // it says that it was killed
	}
	if err := sleep(ctx, after); err != nil {
		return err
	}
	for _, name := range nodes {
		if err := c.node(name); err != nil {
			return err
		}
	}
	return nil
}

// run calls one of Slurm's commands.
func (c *cluster) run(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Env = c.env
	var errOut bytes.Buffer
	cmd.Stderr = &errOut
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w: %s", args[0], err, bytes.TrimSpace(errOut.Bytes()))
	}
	return string(out), nil
}

// stop ends everything.
func (c *cluster) stop() {
	for _, d := range c.nodes {
		_ = d.Process.Kill()
		_ = d.Wait()
	}
	for _, d := range slices.Backward(c.daemons) {
		_ = d.Process.Kill()
		_ = d.Wait()
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// wait asks until the answer is yes.
func wait(ctx context.Context, patience time.Duration, done func() bool) error {
	for end := time.Now().Add(patience); !done(); {
		if time.Now().After(end) {
			return fmt.Errorf("not ready after %s", patience)
		}
		if err := sleep(ctx, 200*time.Millisecond); err != nil {
			return err
		}
	}
	return nil
}

// errPatience is wrapped when a cluster does not come to an end.
var errPatience = errors.New("the cluster did not end")

// do does a job on the cluster, killing all nodes while it runs, and merges it. Names of what it keeps begin with a prefix.
func (c *cluster) do(ctx context.Context, cfg Slurm, program, file, prefix string, rng *mathrand.Rand, r *lab.Run) (err error) {
	begin := time.Now()
	if _, err := c.run(ctx, program, "job", "submit", "--slurm", "--run", "--tasks", strconv.Itoa(cfg.Tasks), file); err != nil {
		return err
	}
	defer func() {
		_, e := c.run(context.WithoutCancel(ctx), "scancel", "--full", "--user=root")
		err = errors.Join(err, e)
	}()
	kills := make([]int, cfg.Kills) // by the shards that are done when they come
	for i := range kills {
		kills[i] = rng.IntN(max(1, cfg.Shards*4/5))
	}
	slices.Sort(kills)
	for killed := 0; ; {
		out, err := c.run(ctx, program, "job", "status", file)
		if err != nil {
			return err
		}
		var n int
		if _, err := fmt.Sscanf(out, "%d of", &n); err != nil {
			return err
		}
		r.Progress(n, cfg.Shards)
		switch {
		case killed < len(kills) && n >= max(1, kills[killed]): // the nodes are at work
			killed++
			r.Noisy(fmt.Sprintf("%sdone at kill %d", prefix, killed), float64(n), "shards", 1)
			if err := c.kill(ctx, 3*time.Second); err != nil {
				return err
			}
		case n == cfg.Shards:
			_, err := c.run(ctx, program, "job", "merge", file)
			return err
		case time.Since(begin) > cfg.Patience:
			return fmt.Errorf("%w: %d of %d shards after %s", errPatience, n, cfg.Shards, cfg.Patience)
		}
		if err := sleep(ctx, time.Second); err != nil {
			return err
		}
	}
}

// onCluster starts a cluster in a folder of its own, and keeps which one it is.
func onCluster(ctx context.Context, r *lab.Run, run func(dir string, c *cluster) error) error {
	dir, err := os.MkdirTemp("", "sudokulab-slurm-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }() // a temporary folder
	c, err := startCluster(ctx, r.Peer(ctx).Path, dir)
	if err != nil {
		return err
	}
	defer c.stop()
	version, err := c.run(ctx, "sbatch", "--version")
	if err != nil {
		return err
	}
	r.Text("slurm", strings.TrimSpace(version))
	if err = run(dir, c); errors.Is(err, errPatience) {
		r.Cap(err.Error())
		return nil
	}
	return err
}

// kills draws the moments at which the nodes are killed.
func kills(seed uint64) *mathrand.Rand {
	return mathrand.New(mathrand.NewPCG(seed, 1)) //nolint:gosec // a run is to come out the same each time
}

// underSlurm runs a job on a cluster whose nodes are killed, and compares what it ends with.
func underSlurm(ctx context.Context, cfg Slurm, program string, r *lab.Run) error {
	return onCluster(ctx, r, func(dir string, c *cluster) error {
		file := filepath.Join(dir, "job.yaml")
		text := fmt.Sprintf("operation: generate\ninput: {seed: %d, count: %d}\nshards: %d\noutput: out\nparameters: {minimal: true}\n", seed, cfg.Puzzles, cfg.Shards)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			return err
		}
		begin := time.Now()
		if err := c.do(ctx, cfg, program, file, "", kills(r.Seed), r); err != nil {
			return err
		}
		r.Noisy("seconds", time.Since(begin).Seconds(), "s", 1)
		got, err := os.ReadFile(filepath.Join(dir, "out"))
		if err != nil {
			return err
		}
		by, err := source()
		if err != nil {
			return err
		}
		var want bytes.Buffer
		begin = time.Now()
		if err := write(ctx, by.Maker(), 0, cfg.Puzzles, &want); err != nil {
			return err
		}
		r.Noisy("plain seconds", time.Since(begin).Seconds(), "s", 1)
		r.Count(lines, int64(bytes.Count(got, []byte{'\n'})), "puzzles")
		r.Count("shards", int64(cfg.Shards), "shards")
		r.Count("kills", int64(cfg.Kills), "of both nodes")
		r.Count(sameBytes, count(bytes.Equal(got, want.Bytes())), "of 1")
		r.Text("sha256", fmt.Sprintf("%x", sha256.Sum256(got)))
		return nil
	})
}

// chainUnderSlurm does the jobs of the chain on a cluster, whose nodes are killed in each of them.
func chainUnderSlurm(ctx context.Context, cfg Config, program string, r *lab.Run) error {
	how := cfg.Slurm
	how.Shards, how.Patience = cfg.Chain.Shards, cfg.Chain.Patience
	return onCluster(ctx, r, func(_ string, c *cluster) error {
		rng := kills(r.Seed)
		r.Count("kills", int64(how.Kills), "of both nodes in each job")
		return chain(ctx, cfg.Chain, func(ctx context.Context, operation, file string) error {
			return c.do(ctx, how, program, file, operation+" ", rng, r)
		}, r)
	})
}
