package lab

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"sudokulab/pkg/descendants"
)

// PeersVariable is the environment variable that names a folder of other people's programs,
// built beside the project, that some cases measure in the same run ([Case.Peer]).
const PeersVariable = "SUDOKULAB_PEERS"

// peer is a program of the peers' folder.
type peer struct {
	path   string
	sha256 string
}

// findPeer looks a peer up. Why it is not here comes back as a sentence.
func findPeer(name string) (p peer, missing string, err error) {
	dir := os.Getenv(PeersVariable)
	if dir == "" {
		return peer{}, fmt.Sprintf("the program %s is not on this machine; %s names no folder of peers", name, PeersVariable), nil
	}
	file := name
	if runtime.GOOS == "windows" {
		file += ".exe"
	}
	p.path, err = exec.LookPath(filepath.Join(dir, file))
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return peer{}, fmt.Sprintf("the program %s is not in the folder that %s names", name, PeersVariable), nil
	}
	if err != nil {
		return peer{}, "", fmt.Errorf("lab: peer %s: %w", name, err)
	}
	program, err := os.ReadFile(p.path)
	if err != nil {
		return peer{}, "", fmt.Errorf("lab: peer %s: %w", name, err)
	}
	sum := sha256.Sum256(program)
	p.sha256 = hex.EncodeToString(sum[:])
	return p, "", nil
}

// Peer returns the command that runs the case's peer with the given arguments. The program
// is stopped when ctx ends.
func (r *Run) Peer(ctx context.Context, args ...string) *exec.Cmd {
	if r.peer.path == "" {
		panic("lab: the case names no peer")
	}
	return stopped(exec.CommandContext(ctx, r.peer.path, args...))
}

// Control returns the command that runs the program of the case's control, as [Run.Peer] does its
// peer.
func (r *Run) Control(ctx context.Context, args ...string) *exec.Cmd {
	if r.control.path == "" {
		panic("lab: the case names no program for its control")
	}
	return stopped(exec.CommandContext(ctx, r.control.path, args...))
}

// stopped lets the end of a command's context end what the program has started, too.
func stopped(cmd *exec.Cmd) *exec.Cmd {
	mark := descendants.NewMark()
	cmd.Env = append(os.Environ(), mark)
	cmd.Cancel = func() error {
		err := cmd.Process.Kill()
		descendants.Kill(mark)
		return err
	}
	return cmd
}

// note is what a record says of the peer that was measured.
func (p peer) note(name string) string {
	return strings.Join([]string{"peer", name, "sha256", p.sha256}, " ")
}
